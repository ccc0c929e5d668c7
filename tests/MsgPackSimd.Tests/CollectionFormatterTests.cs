using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Linq;
using System.Threading;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Codec.Tests;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Collections that do not show their memory, and have more elements than memory is pooled for when they are read.</summary>
public class LongCollectionTests
{
    private const int MaxPooledCount = 1024 * 1024;

    [Theory]
    [InlineData(MaxPooledCount - 1)]
    [InlineData(MaxPooledCount)]
    [InlineData(MaxPooledCount + 1)]
    public void A_collection_is_read_with_pooled_memory_and_without(int count)
    {
        sbyte[] values = [.. Enumerable.Range(0, count).Select(i => (sbyte)i)];
        byte[] message = ReferenceCodec.Encode<sbyte>(values);
        foreach (ReadOnlySequence<byte> source in new[] { new ReadOnlySequence<byte>(message), Segmentation.InPieces(message, 100_000) })
        {
            Assert.True(MessagePackSerializer.Deserialize<Queue<sbyte>>(source, SimdStandardResolver.Options).SequenceEqual(values));
            Assert.Equal(256, MessagePackSerializer.Deserialize<HashSet<sbyte>>(source, SimdStandardResolver.Options).Count);
        }

        // The last element's token is no number.
        message[^1] = 0xc3;
        Exception thrown =
            Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Queue<sbyte>>(message, SimdStandardResolver.Options));
        Assert.Contains($"element {count - 1} of {count}", thrown.InnerException!.Message, StringComparison.Ordinal);
    }
}

/// <summary>Lists, memories and the interfaces of collections, through the serializer: each is written as the bytes of an array, and read from them.</summary>
public abstract class CollectionFormatterTests<T>
    where T : unmanaged
{
    /// <summary>Bytes in an array or a memory are MessagePack bin, and not ours.</summary>
    private static readonly bool HasMemories = typeof(T) != typeof(byte);

    private static readonly int[] Counts = [0, 1, 2, 3, 4, 8, 9, 10, 15, 16, 17, 64, 300, 4097, 20_000];

    [Fact]
    public void Every_shape_has_the_bytes_of_the_array()
    {
        foreach (string distribution in new[] { "mixed_width", "mostly_small" })
        {
            foreach (int count in Counts)
            {
                T[] values = LargeInput.Create<T>(distribution, count, 3);
                byte[] expected = ReferenceCodec.Encode<T>(values);
                T[] surrounded = [.. LargeInput.Create<T>("random", 2, 1), .. values, .. LargeInput.Create<T>("random", 3, 2)];
                var overlong = new List<T>(surrounded);
                overlong.RemoveRange(count + 2, 3);
                overlong.RemoveRange(0, 2);

                Written(expected, new List<T>(values));
                Written(expected, overlong);
                Written<IList<T>>(expected, values);
                Written<IList<T>>(expected, overlong);
                Written<ICollection<T>>(expected, new LinkedList<T>(values));
                Written<IReadOnlyList<T>>(expected, ImmutableList.CreateRange(values));
                Written<IReadOnlyCollection<T>>(expected, new Queue<T>(values));
                Written(expected, ImmutableArray.Create(values));
                if (HasMemories)
                {
                    Written<Memory<T>>(expected, surrounded.AsMemory(2, count));
                    Written<ReadOnlyMemory<T>>(expected, surrounded.AsMemory(2, count));
                    Written(expected, new ArraySegment<T>(surrounded, 2, count));
                    Written(expected, new ReadOnlySequence<T>(surrounded.AsMemory(2, count)));
                    Written(expected, Segmentation.Join(
                        ReadOnlyMemory<T>.Empty, values.AsMemory(0, count / 2), ReadOnlyMemory<T>.Empty, values.AsMemory(count / 2)));
                    foreach (int length in new[] { 1, 7, 5000 })
                    {
                        Written(expected, Segmentation.InPieces<T>(values, length));
                    }
                }

                Written(expected, new Queue<T>(values));
                Written(expected, new Stack<T>(values.Reverse()));
                Written(expected, new LinkedList<T>(values));
                Written(expected, new ObservableCollection<T>(values));
                Written(expected, new ReadOnlyCollection<T>(values));
                Written(expected, new ReadOnlyObservableCollection<T>(new ObservableCollection<T>(values)));
                Written(expected, new ConcurrentBag<T>(values.Reverse()));
                Written(expected, new ConcurrentQueue<T>(values));
                Written(expected, new ConcurrentStack<T>(values.Reverse()));

                var set = new HashSet<T>(values);
                byte[] distinct = ReferenceCodec.Encode<T>([.. set]);
                Written(distinct, set);
                Written<ISet<T>>(distinct, set);
                Written<IReadOnlySet<T>>(distinct, set);
                Written(distinct, new ReadOnlySet<T>(set));
            }
        }
    }

    [Fact]
    public void Every_shape_is_read_from_an_array()
    {
        foreach (int count in Counts)
        {
            T[] values = LargeInput.Create<T>("mixed_width", count, 3);
            byte[] message = ReferenceCodec.Encode<T>(values);
            foreach (ReadOnlySequence<byte> source in new[] { new ReadOnlySequence<byte>(message), Segmentation.InPieces(message, 100) })
            {
                List<T> list = Read<List<T>>(source);
                Same(values, list);
                Assert.Equal(count, list.Capacity);
                Same(values, Assert.IsType<List<T>>(Read<IList<T>>(source)));
                Same(values, Assert.IsType<List<T>>(Read<ICollection<T>>(source)));
                Same(values, Assert.IsType<T[]>(Read<IReadOnlyList<T>>(source)));
                Same(values, Assert.IsType<T[]>(Read<IReadOnlyCollection<T>>(source)));
                Same(values, Read<ImmutableArray<T>>(source));
                if (HasMemories)
                {
                    Same(values, Read<Memory<T>>(source).ToArray());
                    Same(values, Read<ReadOnlyMemory<T>>(source).ToArray());
                    Same(values, Read<ArraySegment<T>>(source));
                    Same(values, Read<ReadOnlySequence<T>>(source).ToArray());
                }

                Same(values, Read<Queue<T>>(source));
                Same(values, Read<Stack<T>>(source));
                Same(values, Read<LinkedList<T>>(source));
                Same(values, Read<ObservableCollection<T>>(source));
                Same(values, Read<ReadOnlyCollection<T>>(source));
                Same(values, Read<ReadOnlyObservableCollection<T>>(source));
                Same([.. values.Reverse()], Read<ConcurrentBag<T>>(source));
                Same(values, Read<ConcurrentQueue<T>>(source));
                Same(values, Read<ConcurrentStack<T>>(source));

                // Of values that are equal without being the same, such as 0 and -0, a set keeps the first one.
                T[] distinct = [.. new HashSet<T>(values)];
                Same(distinct, Read<HashSet<T>>(source));
                Same(distinct, Assert.IsType<HashSet<T>>(Read<ISet<T>>(source)));
                Same(distinct, Assert.IsType<HashSet<T>>(Read<IReadOnlySet<T>>(source)));
                Same(distinct, Read<ReadOnlySet<T>>(source));
            }
        }
    }

    /// <summary>A collection that was read can be added to, and then behaves as the one that was written would have.</summary>
    [Fact]
    public void Collections_that_were_read_stay_collections()
    {
        foreach (int count in new[] { 0, 1, 13, 40 })
        {
            T[] values = LargeInput.Create<T>("mixed_width", count + 1, 3);
            T last = values[^1];
            var source = new ReadOnlySequence<byte>(ReferenceCodec.Encode<T>(values.AsSpan(0, count)));
            Queue<T> queue = Read<Queue<T>>(source);
            queue.Enqueue(last);
            Same(values, queue);
            Stack<T> stack = Read<Stack<T>>(source);
            stack.Push(last);
            Same([last, .. values.Take(count)], stack);
            ObservableCollection<T> observable = Read<ObservableCollection<T>>(source);
            int changes = 0;
            observable.CollectionChanged += (_, _) => changes++;
            observable.Add(last);
            Same(values, observable);
            Assert.Equal(1, changes);
            ConcurrentStack<T> concurrent = Read<ConcurrentStack<T>>(source);
            concurrent.Push(last);
            Same([last, .. values.Take(count)], concurrent);
            HashSet<T> set = Read<HashSet<T>>(source);
            set.Add(last);
            Same([.. new HashSet<T>(values)], set);
        }
    }

    /// <summary>Each shape looks at, and moves over, only its own part of a message.</summary>
    [Fact]
    public void Every_shape_is_read_from_the_middle_of_a_message()
    {
        var output = new ArrayBufferWriter<byte>();
        var parts = new List<(string Name, long End, ReadPart Read)>();
        foreach (int count in new[] { 0, 1, 14, 40, 3, 5000, 17 })
        {
            T[] values = LargeInput.Create<T>("mixed_width", count, 3);
            if (HasMemories)
            {
                Part(values, array => array);
                Part<Memory<T>>(values, memory => memory.ToArray());
                Part<ReadOnlyMemory<T>>(values, memory => memory.ToArray());
                Part<ArraySegment<T>>(values, segment => [.. segment]);
                Part(Segmentation.InPieces<T>(values, 100), sequence => sequence.ToArray());
            }

            Part<List<T>>([.. values], list => [.. list]);
            Part<IList<T>>([.. values], list => [.. list]);
            Part<ICollection<T>>(new LinkedList<T>(values), collection => [.. collection]);
            Part<IReadOnlyList<T>>(ImmutableList.CreateRange(values), list => [.. list]);
            Part<IReadOnlyCollection<T>>(new Queue<T>(values), collection => [.. collection]);
            Part(TestSequences.Lazy(values), sequence => [.. sequence]);
            Part(new Queue<T>(values), queue => [.. queue]);
            Part(new Stack<T>(values), stack => [.. stack]);
            Part(new ReadOnlyCollection<T>(values), collection => [.. collection]);
            Part(new HashSet<T>(values), set => [.. set]);
            Part(ImmutableArray.Create(values), array => [.. array]);
            Part((T[,])MultiDimensional<T>.Create([1, count], values), array => [.. array.Cast<T>()]);
            Part((T[,,])MultiDimensional<T>.Create([1, count, 1], values), array => [.. array.Cast<T>()]);
            Part((T[,,,])MultiDimensional<T>.Create([count, 1, 1, 1], values), array => [.. array.Cast<T>()]);
        }

        void Part<TShape>(TShape value, Func<TShape, T[]> elements)
        {
            var writer = new MessagePackWriter(output);
            SimdStandardResolver.Options.Resolver.GetFormatterWithVerify<TShape>().Serialize(ref writer, value, SimdStandardResolver.Options);
            writer.Flush();
            T[] expected = elements(value);
            parts.Add((typeof(TShape).ToString(), output.WrittenCount, (ref reader) => Same(
                expected,
                elements(SimdStandardResolver.Options.Resolver.GetFormatterWithVerify<TShape>().Deserialize(ref reader, SimdStandardResolver.Options)))));
        }

        byte[] message = output.WrittenSpan.ToArray();
        foreach (ReadOnlySequence<byte> source in new[]
            { new ReadOnlySequence<byte>(message), Segmentation.InPieces(message, 100), Segmentation.InPieces(message, 7) })
        {
            var reader = new MessagePackReader(source);
            foreach ((string name, long end, ReadPart read) in parts)
            {
                read(ref reader);
                Assert.True(end == reader.Consumed, $"{name} ends at byte {end}, the reader stands at {reader.Consumed}");
            }

            Assert.True(reader.End);
        }
    }

    [Fact]
    public void Nil_is_what_it_is_to_the_built_in_formatters()
    {
        byte[] nil = [0xc0];
        Written<List<T>?>(nil, null);
        Written<IList<T>?>(nil, null);
        Written<ICollection<T>?>(nil, null);
        Written<IReadOnlyList<T>?>(nil, null);
        Written<IReadOnlyCollection<T>?>(nil, null);
        Written<Queue<T>?>(nil, null);
        Written<Stack<T>?>(nil, null);
        Written<LinkedList<T>?>(nil, null);
        Written<ObservableCollection<T>?>(nil, null);
        Written<ReadOnlyCollection<T>?>(nil, null);
        Written<ReadOnlyObservableCollection<T>?>(nil, null);
        Written<ConcurrentBag<T>?>(nil, null);
        Written<ConcurrentQueue<T>?>(nil, null);
        Written<ConcurrentStack<T>?>(nil, null);
        Written<HashSet<T>?>(nil, null);
        Written<ISet<T>?>(nil, null);
        Written<IReadOnlySet<T>?>(nil, null);
        Written<ReadOnlySet<T>?>(nil, null);
        Written(nil, default(ImmutableArray<T>));

        var source = new ReadOnlySequence<byte>(nil);
        Assert.Null(Read<List<T>?>(source));
        Assert.Null(Read<IList<T>?>(source));
        Assert.Null(Read<ICollection<T>?>(source));
        Assert.Null(Read<IReadOnlyList<T>?>(source));
        Assert.Null(Read<IReadOnlyCollection<T>?>(source));
        Assert.Null(Read<Queue<T>?>(source));
        Assert.Null(Read<Stack<T>?>(source));
        Assert.Null(Read<LinkedList<T>?>(source));
        Assert.Null(Read<ObservableCollection<T>?>(source));
        Assert.Null(Read<ReadOnlyCollection<T>?>(source));
        Assert.Null(Read<ReadOnlyObservableCollection<T>?>(source));
        Assert.Null(Read<ConcurrentBag<T>?>(source));
        Assert.Null(Read<ConcurrentQueue<T>?>(source));
        Assert.Null(Read<ConcurrentStack<T>?>(source));
        Assert.Null(Read<HashSet<T>?>(source));
        Assert.Null(Read<ISet<T>?>(source));
        Assert.Null(Read<IReadOnlySet<T>?>(source));
        Assert.Null(Read<ReadOnlySet<T>?>(source));
        Assert.True(Read<ImmutableArray<T>>(source).IsDefault);
        if (!HasMemories)
        {
            return;
        }

        Written(nil, default(ArraySegment<T>));
        Written([0x90], default(Memory<T>));
        Written([0x90], default(ReadOnlyMemory<T>));
        Written([0x90], default(ReadOnlySequence<T>));
        Assert.True(Read<Memory<T>>(source).IsEmpty);
        Assert.True(Read<ReadOnlyMemory<T>>(source).IsEmpty);
        Assert.Null(Read<ArraySegment<T>>(source).Array);
        Assert.IsType<ArgumentNullException>(
            Assert.Throws<MessagePackSerializationException>(() => Read<ReadOnlySequence<T>>(source)).InnerException);
    }

    [Fact]
    public void What_is_no_array_of_the_type_throws_what_it_throws_for_an_array()
    {
        T[] values = LargeInput.Create<T>("mixed_width", 100, 3);
        byte[] whole = ReferenceCodec.Encode<T>(values);
        byte[][] messages =
        [
            [],
            [0x01],
            [0x91],
            [0x92, 0x01],
            [0x91, 0xa1],
            [0xdd, 0xff, 0xff, 0xff, 0xff],
            [0xdd, 0x7f, 0xff, 0xff, 0xff, 0x01],
            [0x91, 0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            whole[..^1],
            [.. whole[..40], 0xc1, .. whole[41..]],
        ];
        foreach (byte[] message in messages)
        {
            string expected = Outcome<IReadOnlyList<T>>(message);
            Assert.Equal(ReferenceCodec.Decode<T>(message).Outcome == ReferenceOutcome.Done, expected == "read");
            Assert.Equal(expected, Outcome<List<T>>(message));
            Assert.Equal(expected, Outcome<IList<T>>(message));
            Assert.Equal(expected, Outcome<ImmutableArray<T>>(message));
            if (HasMemories)
            {
                Assert.Equal(expected, Outcome<T[]>(message));
                Assert.Equal(expected, Outcome<Memory<T>>(message));
                Assert.Equal(expected, Outcome<ReadOnlyMemory<T>>(message));
                Assert.Equal(expected, Outcome<ArraySegment<T>>(message));
                Assert.Equal(expected, Outcome<ReadOnlySequence<T>>(message));
            }

            Assert.Equal(expected, Outcome<Queue<T>>(message));
            Assert.Equal(expected, Outcome<Stack<T>>(message));
            Assert.Equal(expected, Outcome<LinkedList<T>>(message));
            Assert.Equal(expected, Outcome<ObservableCollection<T>>(message));
            Assert.Equal(expected, Outcome<ReadOnlyCollection<T>>(message));
            Assert.Equal(expected, Outcome<ReadOnlyObservableCollection<T>>(message));
            Assert.Equal(expected, Outcome<ConcurrentBag<T>>(message));
            Assert.Equal(expected, Outcome<ConcurrentQueue<T>>(message));
            Assert.Equal(expected, Outcome<ConcurrentStack<T>>(message));
            Assert.Equal(expected, Outcome<HashSet<T>>(message));
            Assert.Equal(expected, Outcome<IReadOnlySet<T>>(message));
            Assert.Equal(expected, Outcome<ReadOnlySet<T>>(message));
        }
    }

    [ReleaseFact]
    public void Writing_allocates_nothing_and_reading_no_more_than_what_is_read()
    {
        foreach (int count in new[] { 1, 16, 100, 5000 })
        {
            T[] values = LargeInput.Create<T>("mixed_width", count, 7);
            byte[] message = ReferenceCodec.Encode<T>(values);
            var output = new RepeatedOutput((2 * message.Length) + 64_000);
            List<T> list = [.. values];
            ReadOnlySequence<T> sequence = Segmentation.InPieces<T>(values, 1000);
            ImmutableArray<T> immutable = ImmutableArray.Create(values);
            var queue = new Queue<T>(values);
            var stack = new Stack<T>(values.Reverse());
            var linked = new LinkedList<T>(values);
            Action[] memories =
            [
                () => MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options),
                () => MessagePackSerializer.Serialize(output, new ArraySegment<T>(values), SimdStandardResolver.Options),
                () => MessagePackSerializer.Serialize(output, (ReadOnlyMemory<T>)values, SimdStandardResolver.Options),
                () => MessagePackSerializer.Serialize(output, sequence, SimdStandardResolver.Options),
            ];
            foreach (Action write in (Action[])
            [
                .. HasMemories ? memories : [],
                () => MessagePackSerializer.Serialize(output, immutable, SimdStandardResolver.Options),
                () => MessagePackSerializer.Serialize(output, list, SimdStandardResolver.Options),
                () => MessagePackSerializer.Serialize<IList<T>>(output, list, SimdStandardResolver.Options),
                () => MessagePackSerializer.Serialize(output, queue, SimdStandardResolver.Options),
                () => MessagePackSerializer.Serialize(output, stack, SimdStandardResolver.Options),
                () => MessagePackSerializer.Serialize(output, linked, SimdStandardResolver.Options),
            ])
            {
                Assert.Equal(0, Allocations.Least(() =>
                {
                    output.Reset();
                    write();
                }));
                Assert.True(message.AsSpan().SequenceEqual(output.Written));
            }

            var plane = (T[,])MultiDimensional<T>.Create([1, count], values);
            byte[] planeMessage = [0x93, 1, .. ReferenceCodec.Encode<int>([count])[1..], .. message];
            Assert.Equal(0, Allocations.Least(() =>
            {
                output.Reset();
                MessagePackSerializer.Serialize(output, plane, SimdStandardResolver.Options);
            }));
            Assert.True(planeMessage.AsSpan().SequenceEqual(output.Written));

            long roomOfList = Allocations.Least(() => GC.KeepAlive(new List<T>(count)));
            long roomOfArray = Allocations.Least(() => GC.KeepAlive(new T[count]));
            ReadsInto<List<T>>(message, roomOfList);
            ReadsInto<LinkedList<T>>(message, Allocations.Least(() => GC.KeepAlive(new LinkedList<T>(values))));
            ReadsInto<HashSet<T>>(message, RoomOfHashSet(values));

            // These copy their elements from an array segment, which is boxed for that; or from an array, if there are few elements.
            const long box = 64;
            ReadsInto<Queue<T>>(message, box + Allocations.Least(() => GC.KeepAlive(new Queue<T>(values))));
            ReadsInto<Stack<T>>(message, box + (count <= 16 ? roomOfArray : 0) + Allocations.Least(() => GC.KeepAlive(new Stack<T>(values))));
            ReadsInto<IReadOnlyList<T>>(message, roomOfArray);
            ReadsInto<IEnumerable<T>>(message, roomOfArray);
            ReadsInto<ImmutableArray<T>>(message, roomOfArray);
            if (HasMemories)
            {
                ReadsInto<T[]>(message, roomOfArray);
                ReadsInto<Memory<T>>(message, roomOfArray);
                ReadsInto<ReadOnlyMemory<T>>(message, roomOfArray);
                ReadsInto<ArraySegment<T>>(message, roomOfArray);
                ReadsInto<ReadOnlySequence<T>>(message, roomOfArray);
            }

            ReadsInto<T[,]>(planeMessage, Allocations.Least(() => GC.KeepAlive(new T[1, count])));
        }
    }

    private static long RoomOfHashSet(T[] values) => Allocations.Least(() =>
    {
        var set = new HashSet<T>();
        foreach (T value in values)
        {
            set.Add(value);
        }
    });

    private static void ReadsInto<TShape>(byte[] message, long room)
    {
        long least = Allocations.Least(() => MessagePackSerializer.Deserialize<TShape>(message, SimdStandardResolver.Options), room);
        Assert.True(least > 0 && least <= room, $"{typeof(TShape)}: {least} bytes, where {room} are what it is kept in");
    }

    private delegate void ReadPart(ref MessagePackReader reader);

    private static void Written<TShape>(byte[] expected, TShape value)
    {
        foreach (MessagePackSerializerOptions options in TestedOptions.All)
        {
            byte[] encoded = MessagePackSerializer.Serialize(value, options);
            Assert.True(expected.AsSpan().SequenceEqual(encoded), $"{typeof(TShape)} of {expected.Length} bytes");
        }
    }

    private static TShape Read<TShape>(ReadOnlySequence<byte> source) => MessagePackSerializer.Deserialize<TShape>(source, SimdStandardResolver.Options);

    private static void Same(T[] expected, IEnumerable<T> actual) =>
        Assert.Equal(GoldenVectors.ToLittleEndian<T>(expected), GoldenVectors.ToLittleEndian<T>(actual.ToArray()));

    private static string Outcome<TShape>(byte[] message)
    {
        try
        {
            MessagePackSerializer.Deserialize<TShape>(message, SimdStandardResolver.Options);
            return "read";
        }
        catch (MessagePackSerializationException e)
        {
            return $"{e.InnerException?.GetType().Name}: {e.InnerException?.Message}";
        }
    }
}

public class CollectionFormatterSByteTests : CollectionFormatterTests<sbyte>;

public class CollectionFormatterInt16Tests : CollectionFormatterTests<short>;

public class CollectionFormatterInt32Tests : CollectionFormatterTests<int>;

public class CollectionFormatterInt64Tests : CollectionFormatterTests<long>;

public class CollectionFormatterByteTests : CollectionFormatterTests<byte>;

public class CollectionFormatterUInt16Tests : CollectionFormatterTests<ushort>;

public class CollectionFormatterUInt32Tests : CollectionFormatterTests<uint>;

public class CollectionFormatterUInt64Tests : CollectionFormatterTests<ulong>;

public class CollectionFormatterSingleTests : CollectionFormatterTests<float>;

public class CollectionFormatterDoubleTests : CollectionFormatterTests<double>;

public class CollectionFormatterBooleanTests : CollectionFormatterTests<bool>;

public class CollectionFormatterCharTests : CollectionFormatterTests<char>;

public class CollectionFormatterDateTimeTests : CollectionFormatterTests<DateTime>;

public class CollectionFormatterTimeSpanTests : CollectionFormatterTests<TimeSpan>;

public class CollectionFormatterDateOnlyTests : CollectionFormatterTests<DateOnly>;

public class CollectionFormatterTimeOnlyTests : CollectionFormatterTests<TimeOnly>;

public class CollectionFormatterHalfTests : CollectionFormatterTests<Half>;

/// <summary>What does not depend on the element type: cancellation, depth, a derived list.</summary>
public class CollectionFormatterContractTests
{
    [Fact]
    public void Depth_is_counted_where_the_built_in_formatters_count_it()
    {
        Assert.True(IsTooDeep<IList<int>>());
        Assert.True(IsTooDeep<ICollection<int>>());
        Assert.True(IsTooDeep<IReadOnlyList<int>>());
        Assert.True(IsTooDeep<IReadOnlyCollection<int>>());
        Assert.True(IsTooDeep<ImmutableArray<int>>());
        Assert.True(IsTooDeep<Queue<int>>());
        Assert.True(IsTooDeep<Stack<int>>());
        Assert.True(IsTooDeep<LinkedList<int>>());
        Assert.True(IsTooDeep<ObservableCollection<int>>());
        Assert.True(IsTooDeep<ReadOnlyCollection<int>>());
        Assert.True(IsTooDeep<ReadOnlyObservableCollection<int>>());
        Assert.True(IsTooDeep<ConcurrentBag<int>>());
        Assert.True(IsTooDeep<ConcurrentQueue<int>>());
        Assert.True(IsTooDeep<ConcurrentStack<int>>());
        Assert.True(IsTooDeep<HashSet<int>>());
        Assert.True(IsTooDeep<ISet<int>>());
        Assert.True(IsTooDeep<IReadOnlySet<int>>());
        Assert.True(IsTooDeep<ReadOnlySet<int>>());
        Assert.True(IsTooDeep<int[,]>(0x93, 1, 2, 0x92, 1, 2));
        Assert.True(IsTooDeep<int[,,]>(0x94, 1, 2, 1, 0x92, 1, 2));
        Assert.True(IsTooDeep<int[,,,]>(0x95, 1, 1, 1, 2, 0x92, 1, 2));
        Assert.False(IsTooDeep<List<int>>());
        Assert.False(IsTooDeep<Memory<int>>());
        Assert.False(IsTooDeep<ArraySegment<int>>());
    }

    [Fact]
    public void The_token_is_looked_at_when_elements_are_written_and_when_interfaces_are_read()
    {
        WritingIsCancelled(new List<int> { 1 });
        WritingIsCancelled<IList<int>>(new List<int> { 1 });
        WritingIsCancelled<ICollection<int>>(new LinkedList<int>([1]));
        WritingIsCancelled(new Queue<int>([1]));
        WritingIsCancelled(new Queue<int>(new int[100]));
        WritingIsCancelled(new ConcurrentQueue<int>([1]));
        WritingIsCancelled(new HashSet<int>([1]));
        WritingIsCancelled<ReadOnlyMemory<int>>(new[] { 1 });
        WritingIsCancelled<Memory<int>>(new[] { 1 });
        WritingIsCancelled<ArraySegment<int>>(new[] { 1 });
        WritingIsCancelled(ImmutableArray.Create(1));
        WritingIsCancelled(new ReadOnlySequence<int>([1]));
        WritingIsCancelled(Segmentation.InPieces<int>(new[] { 1, 2 }, 1));
        WritingIsCancelled(new[,] { { 1 } });
        WritingIsCancelled(new[,,] { { { 1 } } });
        WritingIsCancelled(new[,,,] { { { { 1 } } } });
        Assert.True(ReadingIsCancelled<IList<int>>());
        Assert.True(ReadingIsCancelled<ICollection<int>>());
        Assert.True(ReadingIsCancelled<IReadOnlyList<int>>());
        Assert.True(ReadingIsCancelled<IReadOnlyCollection<int>>());
        Assert.True(ReadingIsCancelled<Queue<int>>());
        Assert.True(ReadingIsCancelled<ReadOnlyCollection<int>>());
        Assert.True(ReadingIsCancelled<HashSet<int>>());
        Assert.False(ReadingIsCancelled<List<int>>());
        Assert.False(ReadingIsCancelled<Memory<int>>());
    }

    /// <summary>Where there is nothing to write, there is nothing to cancel.</summary>
    [Fact]
    public void The_token_is_not_looked_at_for_what_is_empty()
    {
        IsWritten([0x90], new List<int>());
        IsWritten<IList<int>>([0x90], new List<int>());
        IsWritten<ICollection<int>>([0x90], new LinkedList<int>());
        IsWritten<IReadOnlyList<int>>([0x90], ImmutableList<int>.Empty);
        IsWritten<IReadOnlyCollection<int>>([0x90], new Queue<int>());
        IsWritten([0x90], new Queue<int>());
        IsWritten([0x90], new ConcurrentBag<int>());
        IsWritten([0x90], new HashSet<int>());
        IsWritten([0x90], Memory<int>.Empty);
        IsWritten([0x90], ReadOnlyMemory<int>.Empty);
        IsWritten([0x90], ArraySegment<int>.Empty);
        IsWritten([0x90], ImmutableArray<int>.Empty);
        IsWritten([0x90], ReadOnlySequence<int>.Empty);
        IsWritten([0x90], Segmentation.Join(ReadOnlyMemory<int>.Empty, ReadOnlyMemory<int>.Empty));
        IsWritten([0xc0], default(ArraySegment<int>));
        IsWritten([0xc0], default(ImmutableArray<int>));
        IsWritten([0x93, 1, 0, 0x90], new int[1, 0]);
        IsWritten([0x94, 1, 0, 2, 0x90], new int[1, 0, 2]);
        IsWritten([0x95, 0, 1, 0, 2, 0x90], new int[0, 1, 0, 2]);
    }

    [Theory]
    [InlineData(CopyBehavior.Whole)]
    [InlineData(CopyBehavior.NotSupported)]
    [InlineData(CopyBehavior.AllButTheLast)]
    public void A_collection_is_asked_once_to_copy_its_elements(CopyBehavior behavior)
    {
        int[] values = [.. Enumerable.Range(0, 1000)];
        var collection = new StubCollection<int>(values, values.Length, behavior);
        Assert.Equal(ReferenceCodec.Encode<int>(values), MessagePackSerializer.Serialize<ICollection<int>>(collection, SimdStandardResolver.Options));
        Assert.Equal(1, collection.Copies);
    }

    [Fact]
    public void A_derived_list_is_written_as_the_list_whatever_it_enumerates()
    {
        var list = new Doubled { 1, 2 };
        Assert.Equal([0x92, 1, 2], MessagePackSerializer.Serialize<List<int>>(list, SimdStandardResolver.Options));
        Assert.Equal([1, 2, 1, 2], list.AsEnumerable());
    }

    /// <summary>The same value a thousand times is one value to a set, which has no room for more.</summary>
    [Fact]
    public void A_set_has_no_room_for_repetitions()
    {
        HashSet<int> set = MessagePackSerializer.Deserialize<HashSet<int>>(
            ReferenceCodec.Encode<int>(Enumerable.Repeat(7, 1000).ToArray()), SimdStandardResolver.Options);
        Assert.Equal([7], set);
        Assert.InRange(set.Capacity, 1, 10);
        Assert.Same(EqualityComparer<int>.Default, set.Comparer);
    }

    private static bool IsTooDeep<TShape>(params byte[] message)
    {
        MessagePackSerializerOptions options = SimdStandardResolver.Options.WithSecurity(
            MessagePackSecurity.TrustedData.WithMaximumObjectGraphDepth(1));
        byte[] bytes = message.Length > 0 ? message : [0x92, 1, 2];
        IMessagePackFormatter<TShape> formatter = options.Resolver.GetFormatterWithVerify<TShape>();

        // What was counted is taken back behind the collection, or its siblings would seem to be nested.
        var reader = new MessagePackReader(bytes);
        formatter.Deserialize(ref reader, options);
        Assert.Equal(0, reader.Depth);

        reader = new MessagePackReader(bytes) { Depth = 1 };
        bool isTooDeep = false;
        try
        {
            formatter.Deserialize(ref reader, options);
        }
        catch (InsufficientExecutionStackException)
        {
            isTooDeep = true;
        }

        Assert.Equal(1, reader.Depth);
        return isTooDeep;
    }

    private static void IsWritten<TShape>(byte[] expected, TShape value) =>
        Assert.Equal(expected, MessagePackSerializer.Serialize(value, SimdStandardResolver.Options, new CancellationToken(canceled: true)));

    private static void WritingIsCancelled<TShape>(TShape value) =>
        Assert.IsType<OperationCanceledException>(Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Serialize(value, SimdStandardResolver.Options, new CancellationToken(canceled: true))).InnerException);

    private static bool ReadingIsCancelled<TShape>() =>
        Record.Exception(() => MessagePackSerializer.Deserialize<TShape>(
            new byte[] { 0x91, 1 }, SimdStandardResolver.Options, new CancellationToken(canceled: true)))?.InnerException is OperationCanceledException;

    /// <summary>Enumerates its elements twice.</summary>
    private sealed class Doubled : List<int>, IEnumerable<int>
    {
        IEnumerator<int> IEnumerable<int>.GetEnumerator()
        {
            for (int i = 0; i < 2 * Count; i++)
            {
                yield return this[i % Count];
            }
        }
    }
}
