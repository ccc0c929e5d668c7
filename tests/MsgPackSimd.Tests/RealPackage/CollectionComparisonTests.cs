using System;
using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Linq;
using System.Threading;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Lists, memories, interfaces and arrays of several dimensions, side by side with the built-in formatters.</summary>
public abstract class CollectionComparisonTests<T>
    where T : unmanaged
{
    private static readonly MessagePackSerializerOptions BuiltIn = MessagePackSerializerOptions.Standard;

    private static readonly MessagePackSerializerOptions Ours = typeof(T).IsEnum ? TestedOptions.WithEnums : SimdStandardResolver.Options;

    [Fact]
    public void Same_bytes()
    {
        foreach (int count in new[] { 0, 1, 15, 16, 17, 130, 5000 })
        {
            T[] values = LargeInput.Create<T>("mixed_width", count, (ulong)count);
            SameBytes<T[]>(values);
            SameBytes(new List<T>(values));
            SameBytes<IList<T>>(values);
            SameBytes<ICollection<T>>(new LinkedList<T>(values));
            SameBytes<IReadOnlyList<T>>(ImmutableList.CreateRange(values));
            SameBytes<IReadOnlyCollection<T>>(new Queue<T>(values));
            SameBytes<Memory<T>>(values);
            SameBytes<Memory<T>?>(values);
            SameBytes<ReadOnlyMemory<T>>(values);
            SameBytes(new ArraySegment<T>(values, count / 3, count / 2));
            SameBytes(ImmutableArray.Create(values));
            SameBytes(Segmentation.InPieces<T>(values, 100));
            SameBytes(new Queue<T>(values));
            SameBytes(new Stack<T>(values));
            SameBytes(new LinkedList<T>(values));
            SameBytes(new ObservableCollection<T>(values));
            SameBytes(new ReadOnlyCollection<T>(values));
            SameBytes(new ReadOnlyObservableCollection<T>(new ObservableCollection<T>(values)));
            SameBytes(new ConcurrentBag<T>(values));
            SameBytes(new ConcurrentQueue<T>(values));
            SameBytes(new ConcurrentStack<T>(values));
            SameBytes<IEnumerable<T>>(new BackwardsQueue<T>(values));
            SameBytes<Queue<T>>(new BackwardsQueue<T>(values));
            SameBytes<Stack<T>>(new BackwardsStack<T>(values));
            SameBytes<ConcurrentQueue<T>>(new BackwardsConcurrentQueue<T>(values));
            SameBytes(new HashSet<T>(values));
            SameBytes<HashSet<T>>(new BackwardsSet(values));
            SameBytes<LinkedList<T>>(new BackwardsLinkedList(values));
            SameBytes<ISet<T>>(new BackwardsSet(values));
            SameBytes<ISet<T>>(new EnumeratedBackwardsSet(values));
            SameBytes<ICollection<T>>(new EnumeratedBackwardsSet(values));
            SameBytes<IEnumerable<T>>(new EnumeratedBackwardsSet(values));
            SameBytes<ISet<T>>(new HashSet<T>(values));
            SameBytes<ISet<T>>(new SortedSet<T>(values));
            SameBytes<IReadOnlySet<T>>(new HashSet<T>(values));
            SameBytes(new ReadOnlySet<T>(new HashSet<T>(values)));
            SameBytes(MultiDimensional<T>.Create([1, count], values));
            SameBytes(MultiDimensional<T>.Create([count, 1, 1], values));
            SameBytes(MultiDimensional<T>.Create([1, 1, count, 1], values));
        }

        SameBytes<List<T>?>(null);
        SameBytes<IReadOnlyList<T>?>(null);
        SameBytes<Queue<T>?>(null);
        SameBytes<HashSet<T>?>(null);
        SameBytes<T[,]?>(null);
        SameBytes<Memory<T>?>(null);
        SameBytes<Memory<T>>(default);
        SameBytes<ReadOnlySequence<T>>(default);
        SameBytes<ArraySegment<T>>(default);
        SameBytes<ImmutableArray<T>>(default);
    }

    [Fact]
    public void Same_values_consumed_bytes_and_errors_on_damaged_messages()
    {
        var random = new Random(12);
        for (int round = 0; round < 800; round++)
        {
            string distribution = LargeInput.Distributions[random.Next(LargeInput.Distributions.Length)];
            byte[] message = MessagePackSerializer.Serialize(LargeInput.Create<T>(distribution, random.Next(40), (ulong)round).ToList(), BuiltIn);
            ReadOnlySequence<byte> source = Damaged(message, random);
            SameReading<T[]?>(source);
            SameReading<List<T>?>(source);
            SameReading<IList<T>?>(source);
            SameReading<ICollection<T>?>(source);
            SameReading<IReadOnlyList<T>?>(source);
            SameReading<IReadOnlyCollection<T>?>(source);
            SameReading<Memory<T>>(source);
            SameReading<Memory<T>?>(source);
            SameReading<ReadOnlyMemory<T>>(source);
            SameReading<ArraySegment<T>>(source);
            SameReading<ImmutableArray<T>>(source);
            SameReading<ReadOnlySequence<T>>(source);
            SameReading<Queue<T>?>(source);
            SameReading<Stack<T>?>(source);
            SameReading<LinkedList<T>?>(source);
            SameReading<ObservableCollection<T>?>(source);
            SameReading<ReadOnlyCollection<T>?>(source);
            SameReading<ReadOnlyObservableCollection<T>?>(source);
            SameReading<ConcurrentBag<T>?>(source);
            SameReading<ConcurrentQueue<T>?>(source);
            SameReading<ConcurrentStack<T>?>(source);
            SameReading<HashSet<T>?>(source);
            SameReading<ISet<T>?>(source);
            SameReading<IReadOnlySet<T>?>(source);
            SameReading<ReadOnlySet<T>?>(source);
        }
    }

    /// <summary>
    /// Except for immutable arrays and arrays of times, which the built-in formatters write without checking the token (docs/architecture.md).
    /// </summary>
    [Fact]
    public void Same_cancellation_of_writing()
    {
        foreach (int count in new[] { 0, 1, 20 })
        {
            T[] values = LargeInput.Create<T>("mixed_width", count, (ulong)count);
            if (typeof(T) != typeof(DateTime))
            {
                SameWhenCancelled<T[]>(values);
            }

            SameWhenCancelled(new List<T>(values));
            SameWhenCancelled<IList<T>>(values);
            SameWhenCancelled<ICollection<T>>(new LinkedList<T>(values));
            SameWhenCancelled<IEnumerable<T>>(values.Select(static value => value));
            SameWhenCancelled<IReadOnlyList<T>>(values);
            SameWhenCancelled<IReadOnlyCollection<T>>(new Queue<T>(values));
            SameWhenCancelled<Memory<T>>(values);
            SameWhenCancelled<ReadOnlyMemory<T>>(values);
            SameWhenCancelled(new ArraySegment<T>(values));
            SameWhenCancelled(Segmentation.InPieces<T>(values, 7));
            SameWhenCancelled(new Queue<T>(values));
            SameWhenCancelled(new Stack<T>(values));
            SameWhenCancelled(new ObservableCollection<T>(values));
            SameWhenCancelled(new ReadOnlyCollection<T>(values));
            SameWhenCancelled(new LinkedList<T>(values));
            SameWhenCancelled(new ReadOnlyObservableCollection<T>(new ObservableCollection<T>(values)));
            SameWhenCancelled(new ConcurrentBag<T>(values));
            SameWhenCancelled(new ConcurrentQueue<T>(values));
            SameWhenCancelled(new ConcurrentStack<T>(values));
            SameWhenCancelled(new HashSet<T>(values));
            SameWhenCancelled<ISet<T>>(new HashSet<T>(values));
            SameWhenCancelled<IReadOnlySet<T>>(new HashSet<T>(values));
            SameWhenCancelled(new ReadOnlySet<T>(new HashSet<T>(values)));
            SameWhenCancelled<T?[]>([.. values.Select(static value => (T?)value)]);
            SameWhenCancelled<List<T?>>([.. values.Select(static value => (T?)value)]);
        }

        static void SameWhenCancelled<TShape>(TShape value)
        {
            Assert.Equal(Written(BuiltIn), Written(Ours));

            string Written(MessagePackSerializerOptions options)
            {
                try
                {
                    return Convert.ToHexString(MessagePackSerializer.Serialize(value, options, new CancellationToken(canceled: true)));
                }
                catch (MessagePackSerializationException e)
                {
                    return $"{typeof(TShape)} {e.InnerException!.GetType().Name}";
                }
            }
        }
    }

    /// <summary>With no depth left, and with a cancelled token: which shapes of which elements are read all the same.</summary>
    [Fact]
    public void Same_depth_and_cancellation()
    {
        byte[] one = MessagePackSerializer.Serialize(new List<T>(LargeInput.Create<T>("small", 1, 3)), BuiltIn);
        byte[] many = MessagePackSerializer.Serialize(new List<T>(LargeInput.Create<T>("mixed_width", 40, 3)), BuiltIn);
        foreach (byte[] message in new byte[][] { [0xc0], [0x90], one, many })
        {
            SameAtLimits<T[]?>(message);
            SameAtLimits<IEnumerable<T>?>(message);
            SameAtLimits<T?[]?>(message);
            SameAtLimits<List<T?>?>(message);
            SameAtLimits<T[,]?>(message);
            SameAtLimits<List<T>?>(message);
            SameAtLimits<IList<T>?>(message);
            SameAtLimits<ICollection<T>?>(message);
            SameAtLimits<IReadOnlyList<T>?>(message);
            SameAtLimits<IReadOnlyCollection<T>?>(message);
            SameAtLimits<Memory<T>>(message);
            SameAtLimits<Memory<T>?>(message);
            SameAtLimits<ReadOnlyMemory<T>>(message);
            SameAtLimits<ArraySegment<T>>(message);
            SameAtLimits<ImmutableArray<T>>(message);
            SameAtLimits<ReadOnlySequence<T>>(message);
            SameAtLimits<Queue<T>?>(message);
            SameAtLimits<Stack<T>?>(message);
            SameAtLimits<LinkedList<T>?>(message);
            SameAtLimits<ObservableCollection<T>?>(message);
            SameAtLimits<ReadOnlyCollection<T>?>(message);
            SameAtLimits<ReadOnlyObservableCollection<T>?>(message);
            SameAtLimits<ConcurrentBag<T>?>(message);
            SameAtLimits<ConcurrentQueue<T>?>(message);
            SameAtLimits<ConcurrentStack<T>?>(message);
            SameAtLimits<HashSet<T>?>(message);
            SameAtLimits<ISet<T>?>(message);
            SameAtLimits<IReadOnlySet<T>?>(message);
            SameAtLimits<ReadOnlySet<T>?>(message);
        }

        static void SameAtLimits<TShape>(byte[] message)
        {
            Assert.Equal(WithoutDepth(BuiltIn), WithoutDepth(Ours));
            Assert.Equal(Cancelled(BuiltIn), Cancelled(Ours));

            string WithoutDepth(MessagePackSerializerOptions options) => Outcome<TShape>(
                new MessagePackReader(message) { Depth = 1 }, options.WithSecurity(MessagePackSecurity.TrustedData.WithMaximumObjectGraphDepth(1)));

            string Cancelled(MessagePackSerializerOptions options) =>
                Outcome<TShape>(new MessagePackReader(message) { CancellationToken = new CancellationToken(canceled: true) }, options);
        }
    }

    /// <summary>A sender of untrusted messages must not be able to choose keys that all collide.</summary>
    [Fact]
    public void Same_comparer_of_sets()
    {
        foreach (MessagePackSecurity security in new[] { MessagePackSecurity.TrustedData, MessagePackSecurity.UntrustedData })
        {
            foreach (int count in new[] { 0, 3, 100 })
            {
                byte[] message = MessagePackSerializer.Serialize(LargeInput.Create<T>("mixed_width", count, 5).ToList(), BuiltIn);
                if ((typeof(T) == typeof(Half) || typeof(T) == typeof(TimeSpan) || typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly)) && security.HashCollisionResistant)
                {
                    // There is no such comparer for these types.
                    Assert.IsType<TypeAccessException>(ReadingSet(BuiltIn.WithSecurity(security)).InnerException);
                    Assert.IsType<TypeAccessException>(ReadingSet(Ours.WithSecurity(security)).InnerException);
                    continue;
                }

                MessagePackSerializationException ReadingSet(MessagePackSerializerOptions options) =>
                    Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<HashSet<T>>(message, options));

                HashSet<T> expected = MessagePackSerializer.Deserialize<HashSet<T>>(message, BuiltIn.WithSecurity(security));
                HashSet<T> actual = MessagePackSerializer.Deserialize<HashSet<T>>(message, Ours.WithSecurity(security));
                Assert.Same(expected.Comparer, actual.Comparer);
                Assert.Equal(expected, actual);
            }
        }
    }

    [Fact]
    public void Same_arrays_of_several_dimensions_and_errors_on_damaged_messages()
    {
        var random = new Random(13);
        for (int round = 0; round < 2000; round++)
        {
            int[] lengths = [.. Enumerable.Range(0, random.Next(2, 5)).Select(_ => random.Next(5))];
            int count = lengths.Aggregate(1, (product, length) => product * length);
            byte[] message = MultiDimensional<T>.Serialize(
                MultiDimensional<T>.Create(lengths, LargeInput.Create<T>("mixed_width", count, (ulong)round)), BuiltIn);
            ReadOnlySequence<byte> source = Damaged(message, random);
            SameReading<T[,]?>(source);
            SameReading<T[,,]?>(source);
            SameReading<T[,,,]?>(source);
        }
    }

    [Fact]
    public void Same_nullable_elements_and_errors_on_damaged_messages()
    {
        var random = new Random(14);
        for (int round = 0; round < 2000; round++)
        {
            int missing = random.Next(1, 12);
            T?[] values =
            [
                .. LargeInput.Create<T>(LargeInput.Distributions[random.Next(LargeInput.Distributions.Length)], random.Next(60), (ulong)round)
                    .Select(value => random.Next(missing) == 0 ? (T?)null : value),
            ];
            SameBytes(values);
            SameBytes(values.ToList());
            ReadOnlySequence<byte> source = Damaged(MessagePackSerializer.Serialize(values, BuiltIn), random);
            SameNullables<T?[]?>(source, array => array);
            SameNullables<List<T?>?>(source, list => list);
        }
    }

    /// <summary>Of the element types that no set from an untrusted source can have, not even the elements are looked at.</summary>
    [Fact]
    public void Same_sets_of_what_is_no_element_from_an_untrusted_source()
    {
        foreach (byte[] message in new byte[][] { [0x91, 0xc1], [0xdc, 0, 20, .. Enumerable.Repeat((byte)0xc1, 20)], [0x90], [0xc0], [0x92, 0xc0] })
        {
            foreach (int depth in new[] { 0, 1, 500 })
            {
                SameRefusal<HashSet<T>?>(message, depth);
                SameRefusal<ISet<T>?>(message, depth);
                SameRefusal<IReadOnlySet<T>?>(message, depth);
                SameRefusal<ReadOnlySet<T>?>(message, depth);
            }
        }

        static void SameRefusal<TShape>(byte[] message, int depth)
        {
            MessagePackSecurity security = MessagePackSecurity.UntrustedData.WithMaximumObjectGraphDepth(depth);
            Assert.Equal(
                Outcome<TShape>(new MessagePackReader(message), BuiltIn.WithSecurity(security)),
                Outcome<TShape>(new MessagePackReader(message), Ours.WithSecurity(security)));
        }
    }

    private static void SameNullables<TShape>(ReadOnlySequence<byte> source, Func<TShape, IEnumerable<T?>?> elements)
    {
        Assert.Equal(Read(BuiltIn), Read(Ours));

        string Read(MessagePackSerializerOptions options)
        {
            try
            {
                var reader = new MessagePackReader(source);
                IEnumerable<T?>? values = elements(MessagePackSerializer.Deserialize<TShape>(ref reader, options));
                return $"{values is null} {Hex([.. (values ?? []).Select(value => value.GetValueOrDefault())])} "
                    + $"{string.Concat((values ?? []).Select(value => value.HasValue ? 1 : 0))} from {reader.Consumed} bytes";
            }
            catch (MessagePackSerializationException e)
            {
                return $"{e.InnerException!.GetType().Name} {e.GetBaseException().GetType().Name}";
            }
        }
    }

    private static ReadOnlySequence<byte> Damaged(byte[] message, Random random)
    {
        for (int damage = random.Next(3); damage > 0 && message.Length > 0; damage--)
        {
            int index = random.Next(message.Length);
            byte value = (byte)random.Next(0xc0, 0xe0);
            message = random.Next(4) switch
            {
                0 => message[..index],
                1 => [.. message, value],
                2 => [.. message[..index], value, .. message[(index + 1)..]],
                _ => [.. message[..index], (byte)random.Next(256), .. message[(index + 1)..]],
            };
        }

        return random.Next(2) == 0 ? new ReadOnlySequence<byte>(message) : Segmentation.InPieces(message, random.Next(1, 10));
    }

    private static void SameBytes(T?[] values) => SameBytes<T?[]>(values);

    private static void SameBytes(Array values) =>
        Assert.Equal(MultiDimensional<T>.Serialize(values, BuiltIn), MultiDimensional<T>.Serialize(values, Ours));

    private static void SameBytes<TShape>(TShape value) =>
        Assert.Equal(MessagePackSerializer.Serialize(value, BuiltIn), MessagePackSerializer.Serialize(value, Ours));

    private static void SameReading<TShape>(ReadOnlySequence<byte> source) => Assert.Equal(Outcome<TShape>(source, BuiltIn), Outcome<TShape>(source, Ours));

    private static string Outcome<TShape>(ReadOnlySequence<byte> source, MessagePackSerializerOptions options) =>
        Outcome<TShape>(new MessagePackReader(source), options);

    private static string Outcome<TShape>(MessagePackReader reader, MessagePackSerializerOptions options)
    {
        try
        {
            object? value = MessagePackSerializer.Deserialize<TShape?>(ref reader, options);
            return $"{Describe(value)} from {reader.Consumed} bytes";
        }
        catch (MessagePackSerializationException e)
        {
            return $"{e.InnerException!.GetType().Name} {e.GetBaseException().GetType().Name}";
        }
    }

    private static string Describe(object? value) => value switch
    {
        null => "null",
        Memory<T> memory => $"Memory {Hex(memory.ToArray())}",
        ReadOnlyMemory<T> memory => $"ReadOnlyMemory {Hex(memory.ToArray())}",
        ReadOnlySequence<T> sequence => $"ReadOnlySequence {Hex(sequence.ToArray())}",
        ImmutableArray<T> { IsDefault: true } => "uninitialized",
        ArraySegment<T> { Array: null } => "no array",
        Array array => $"{array.GetType()} {string.Join(',', Enumerable.Range(0, array.Rank).Select(array.GetLength))} {Hex(array.Cast<T>().ToArray())}",
        _ => $"{value.GetType()} {Hex(((IEnumerable)value).Cast<T>().ToArray())}",
    };

    private static string Hex(T[] values) => Convert.ToHexString(GoldenVectors.ToLittleEndian<T>(values));

    /// <summary>What copies its elements is its base class, in another order than they are enumerated in.</summary>
    private sealed class EnumeratedBackwardsSet(T[] values) : HashSet<T>(values), IEnumerable<T>
    {
        IEnumerator<T> IEnumerable<T>.GetEnumerator()
        {
            var elements = new T[Count];
            CopyTo(elements);
            return Enumerable.Reverse(elements).GetEnumerator();
        }
    }

    private sealed class BackwardsSet(T[] values) : HashSet<T>(values), ICollection<T>
    {
        void ICollection<T>.CopyTo(T[] array, int arrayIndex) => Backwards().CopyTo(array, arrayIndex);

        IEnumerator<T> IEnumerable<T>.GetEnumerator() => Backwards().AsEnumerable().GetEnumerator();

        private T[] Backwards()
        {
            var elements = new T[Count];
            CopyTo(elements);
            Array.Reverse(elements);
            return elements;
        }
    }

    private sealed class BackwardsLinkedList(T[] values) : LinkedList<T>(values), ICollection<T>
    {
        void ICollection<T>.CopyTo(T[] array, int arrayIndex) => Backwards().CopyTo(array, arrayIndex);

        IEnumerator<T> IEnumerable<T>.GetEnumerator() => Backwards().AsEnumerable().GetEnumerator();

        private T[] Backwards()
        {
            var elements = new T[Count];
            CopyTo(elements, 0);
            Array.Reverse(elements);
            return elements;
        }
    }
}

public class CollectionComparisonSByteTests : CollectionComparisonTests<sbyte>;

public class CollectionComparisonInt16Tests : CollectionComparisonTests<short>;

public class CollectionComparisonInt32Tests : CollectionComparisonTests<int>;

public class CollectionComparisonInt64Tests : CollectionComparisonTests<long>;

public class CollectionComparisonByteTests : CollectionComparisonTests<byte>;

public class CollectionComparisonUInt16Tests : CollectionComparisonTests<ushort>;

public class CollectionComparisonUInt32Tests : CollectionComparisonTests<uint>;

public class CollectionComparisonUInt64Tests : CollectionComparisonTests<ulong>;

public class CollectionComparisonSingleTests : CollectionComparisonTests<float>;

public class CollectionComparisonDoubleTests : CollectionComparisonTests<double>;

public class CollectionComparisonBooleanTests : CollectionComparisonTests<bool>;

public class CollectionComparisonCharTests : CollectionComparisonTests<char>;

public class CollectionComparisonDateTimeTests : CollectionComparisonTests<DateTime>;

public class CollectionComparisonTimeSpanTests : CollectionComparisonTests<TimeSpan>;

public class CollectionComparisonDateOnlyTests : CollectionComparisonTests<DateOnly>;

public class CollectionComparisonTimeOnlyTests : CollectionComparisonTests<TimeOnly>;

public class CollectionComparisonHalfTests : CollectionComparisonTests<Half>;

public class CollectionComparisonEnumOfSByteTests : CollectionComparisonTests<EnumOfSByte>;

public class CollectionComparisonEnumOfInt16Tests : CollectionComparisonTests<EnumOfInt16>;

public class CollectionComparisonEnumOfInt32Tests : CollectionComparisonTests<EnumOfInt32>;

public class CollectionComparisonEnumOfInt64Tests : CollectionComparisonTests<EnumOfInt64>;

public class CollectionComparisonEnumOfByteTests : CollectionComparisonTests<EnumOfByte>;

public class CollectionComparisonEnumOfUInt16Tests : CollectionComparisonTests<EnumOfUInt16>;

public class CollectionComparisonEnumOfUInt32Tests : CollectionComparisonTests<EnumOfUInt32>;

public class CollectionComparisonEnumOfUInt64Tests : CollectionComparisonTests<EnumOfUInt64>;
