using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;
using MsgPackSimd.Formatters;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Collections of an enum are those of its integer, where its resolver is asked for them.</summary>
/// <typeparam name="TEnum">The enum.</typeparam>
/// <typeparam name="TInteger">Its integer.</typeparam>
public abstract class EnumFormatterTests<TEnum, TInteger>
    where TEnum : unmanaged, Enum
    where TInteger : unmanaged
{
    private static readonly MessagePackSerializerOptions Options = TestedOptions.WithEnums;

    [Fact]
    public void Every_shape_has_a_formatter_and_nothing_else_has()
    {
        Assert.Same(PrimitiveArrayFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<TEnum[]>());
        Assert.Same(PrimitiveListFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<List<TEnum>>());
        Assert.Same(PrimitiveListFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<IList<TEnum>>());
        Assert.Same(PrimitiveListFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ICollection<TEnum>>());
        Assert.Same(PrimitiveEnumerableFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<IEnumerable<TEnum>>());
        Assert.Same(PrimitiveEnumerableFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<IReadOnlyCollection<TEnum>>());
        Assert.Same(PrimitiveEnumerableFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<IReadOnlyList<TEnum>>());
        Assert.Same(PrimitiveMemoryFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<Memory<TEnum>>());
        Assert.Same(PrimitiveMemoryFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ReadOnlyMemory<TEnum>>());
        Assert.Same(PrimitiveMemoryFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ArraySegment<TEnum>>());
        Assert.Same(PrimitiveMemoryFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ImmutableArray<TEnum>>());
        Assert.Same(PrimitiveMemoryFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ReadOnlySequence<TEnum>>());
        Assert.Same(PrimitiveCollectionFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<Queue<TEnum>>());
        Assert.Same(PrimitiveCollectionFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<Stack<TEnum>>());
        Assert.Same(PrimitiveCollectionFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<LinkedList<TEnum>>());
        Assert.Same(PrimitiveCollectionFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ObservableCollection<TEnum>>());
        Assert.Same(PrimitiveCollectionFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ReadOnlyCollection<TEnum>>());
        Assert.Same(PrimitiveCollectionFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ReadOnlyObservableCollection<TEnum>>());
        Assert.Same(PrimitiveCollectionFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ConcurrentBag<TEnum>>());
        Assert.Same(PrimitiveCollectionFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ConcurrentQueue<TEnum>>());
        Assert.Same(PrimitiveCollectionFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ConcurrentStack<TEnum>>());
        Assert.Same(PrimitiveSetFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<HashSet<TEnum>>());
        Assert.Same(PrimitiveSetFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ISet<TEnum>>());
        Assert.Same(PrimitiveSetFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<IReadOnlySet<TEnum>>());
        Assert.Same(PrimitiveSetFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<ReadOnlySet<TEnum>>());
        Assert.Same(PrimitiveNullableFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<TEnum?[]>());
        Assert.Same(PrimitiveNullableFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<List<TEnum?>>());
        Assert.Same(PrimitiveMultiDimensionalArrayFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<TEnum[,]>());
        Assert.Same(PrimitiveMultiDimensionalArrayFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<TEnum[,,]>());
        Assert.Same(PrimitiveMultiDimensionalArrayFormatter<TEnum>.Instance, EnumArrayResolver<TEnum>.Instance.GetFormatter<TEnum[,,,]>());
        Assert.Null(EnumArrayResolver<TEnum>.Instance.GetFormatter<TEnum>());
        Assert.Null(EnumArrayResolver<TEnum>.Instance.GetFormatter<TInteger[]>());
        Assert.Null(EnumArrayResolver<TEnum>.Instance.GetFormatter<DayOfWeek[]>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<TEnum[]>());
    }

    [Fact]
    public void What_is_written_is_what_its_integers_are_and_is_read_back()
    {
        foreach (string distribution in LargeInput.Distributions)
        {
            foreach (int count in new[] { 0, 1, 2, 3, 5, 8, 13, 16, 17, 33, 100, 5000, 40_000 })
            {
                TInteger[] integers = LargeInput.Create<TInteger>(distribution, count, (ulong)count);
                TEnum[] values = [.. MemoryMarshal.Cast<TInteger, TEnum>(integers)];
                byte[] expected = ReferenceCodec.Encode<TInteger>(integers);
                RoundTrips(values, expected, static array => array);
                RoundTrips(values.ToList(), expected, static list => list);
                RoundTrips<IList<TEnum>>(values, expected, static list => list);
                RoundTrips<ICollection<TEnum>>(new LinkedList<TEnum>(values), expected, static list => list);
                RoundTrips<IEnumerable<TEnum>>(values.Select(static value => value), expected, static sequence => sequence);
                RoundTrips<IReadOnlyCollection<TEnum>>(new Queue<TEnum>(values), expected, static collection => collection);
                RoundTrips<IReadOnlyList<TEnum>>(values, expected, static list => list);
                RoundTrips(new Memory<TEnum>(values), expected, static memory => memory.ToArray());
                RoundTrips(new ReadOnlyMemory<TEnum>(values), expected, static memory => memory.ToArray());
                RoundTrips(new ArraySegment<TEnum>(values), expected, static segment => segment);
                RoundTrips(Segmentation.InPieces<TEnum>(values, 100), expected, static sequence => sequence.ToArray());
                RoundTrips(ImmutableArray.Create(values), expected, static array => array);
                RoundTrips(new Queue<TEnum>(values), expected, static queue => queue);
                RoundTrips(new Stack<TEnum>(values.Reverse()), expected, static stack => stack);
                RoundTrips(new LinkedList<TEnum>(values), expected, static list => list);
                RoundTrips(new ObservableCollection<TEnum>(values), expected, static collection => collection);
                RoundTrips(new ReadOnlyCollection<TEnum>(values), expected, static collection => collection);
                RoundTrips(new ReadOnlyObservableCollection<TEnum>([.. values]), expected, static collection => collection);
                RoundTrips(new ConcurrentQueue<TEnum>(values), expected, static queue => queue);
                RoundTrips(new ConcurrentStack<TEnum>(values.Reverse()), expected, static stack => stack);

                // A bag gives first what was added last, and has added last what was read last.
                byte[] bag = MessagePackSerializer.Serialize(new ConcurrentBag<TEnum>(values.Reverse()), Options);
                Assert.True(expected.AsSpan().SequenceEqual(bag), "ConcurrentBag");
                Assert.True(values.Reverse().SequenceEqual(MessagePackSerializer.Deserialize<ConcurrentBag<TEnum>>(bag, Options)), "ConcurrentBag");

                var set = new HashSet<TEnum>(values);
                byte[] distinct = ReferenceCodec.Encode<TInteger>([.. integers.Distinct()]);
                RoundTrips(set, distinct, static set => set);
                RoundTrips<ISet<TEnum>>(set, distinct, static set => set);
                RoundTrips<IReadOnlySet<TEnum>>(set, distinct, static set => set);
                RoundTrips(new ReadOnlySet<TEnum>(set), distinct, static set => set);
            }
        }

        void RoundTrips<TShape>(TShape shape, byte[] expected, Func<TShape, IEnumerable<TEnum>> elements)
        {
            byte[] bytes = MessagePackSerializer.Serialize(shape, Options);
            Assert.True(expected.AsSpan().SequenceEqual(bytes), $"{typeof(TShape)}");
            Assert.True(elements(shape).SequenceEqual(elements(MessagePackSerializer.Deserialize<TShape>(bytes, Options))), $"{typeof(TShape)}");
            Assert.True(elements(shape).SequenceEqual(elements(MessagePackSerializer.Deserialize<TShape>(Segmentation.InPieces(bytes, 5), Options))), $"{typeof(TShape)}");
        }
    }

    [Fact]
    public void Null_missing_elements_and_several_dimensions_are_written_as_for_its_integer_and_read_back()
    {
        foreach (int count in new[] { 1, 4, 20, 300 })
        {
            TInteger[] integers = LargeInput.Create<TInteger>("mixed_width", count, (ulong)count);
            var nullable = new TEnum?[count];
            List<byte> expected = [.. ReferenceCodec.Encode<byte>(new byte[count])[..^count]];
            for (int i = 0; i < count; i++)
            {
                nullable[i] = i % 3 == 2 ? null : Unsafe.BitCast<TInteger, TEnum>(integers[i]);
                expected.AddRange(i % 3 == 2 ? [0xc0] : ReferenceCodec.EncodeElements<TInteger>([integers[i]]));
            }

            Assert.Equal(expected, MessagePackSerializer.Serialize(nullable, Options));
            Assert.Equal(expected, MessagePackSerializer.Serialize(nullable.ToList(), Options));
            foreach (ReadOnlySequence<byte> source in new[] { new ReadOnlySequence<byte>([.. expected]), Segmentation.InPieces([.. expected], 5) })
            {
                Assert.Equal(nullable, MessagePackSerializer.Deserialize<TEnum?[]>(source, Options));
                Assert.Equal(nullable, MessagePackSerializer.Deserialize<List<TEnum?>>(source, Options));
            }

            foreach (int[] lengths in new int[][] { [2, count], [2, count, 3], [2, 1, count, 2] })
            {
                integers = LargeInput.Create<TInteger>("mixed_width", lengths.Aggregate(static (product, length) => product * length), (ulong)count);
                Array array = MultiDimensional<TEnum>.Create(lengths, [.. MemoryMarshal.Cast<TInteger, TEnum>(integers)]);
                byte[] bytes = [(byte)(0x91 + lengths.Length), .. ReferenceCodec.EncodeElements<int>(lengths), .. ReferenceCodec.Encode<TInteger>(integers)];
                Assert.Equal(bytes, MultiDimensional<TEnum>.Serialize(array, Options));
                Assert.Equal(array, MultiDimensional<TEnum>.Deserialize(new ReadOnlySequence<byte>(bytes), lengths.Length, Options));
                Assert.Equal(array, MultiDimensional<TEnum>.Deserialize(Segmentation.InPieces(bytes, 5), lengths.Length, Options));
            }
        }

        Assert.Equal([0xc0], MessagePackSerializer.Serialize<TEnum[]?>(null, Options));
        Assert.Null(MessagePackSerializer.Deserialize<TEnum[]?>(new byte[] { 0xc0 }, Options));
    }

    /// <summary>Of a short array, which the reader reads, and of a long one.</summary>
    [Fact]
    public void What_its_integer_is_not_read_from_throws_what_it_throws_for_the_integer()
    {
        foreach (int count in new[] { 3, 300 })
        {
            foreach (byte[] token in new byte[][] { [0xc3], [0xc0], [0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0] })
            {
                byte[] message = [0xdc, (byte)(count >> 8), (byte)count, .. new byte[count - 1], .. token];
                Exception? expected = Record.Exception(() => MessagePackSerializer.Deserialize<List<TInteger>>(message, Options));
                Exception? thrown = Record.Exception(() => MessagePackSerializer.Deserialize<List<TEnum>>(message, Options));
                Assert.Equal(expected?.GetType(), thrown?.GetType());
                Assert.Equal(expected?.InnerException?.GetType(), thrown?.InnerException?.GetType());
                Assert.True(thrown is not null || token[0] is 0xcf or 0xd3, $"{token[0]:x2} is read");
            }
        }
    }

    /// <summary>As in the built-in formatters for arrays and lists of any type, and unlike in those for arrays and lists of numbers.</summary>
    [Fact]
    public void Depth_is_counted_and_reading_can_be_cancelled()
    {
        Assert.True(Throws<TEnum[]>(0x91, 0));
        Assert.True(Throws<List<TEnum>>(0x91, 0));
        Assert.True(Throws<Memory<TEnum>>(0x91, 0));
        Assert.True(Throws<List<TEnum>>(0x90));
        Assert.False(Throws<TEnum[]>(0x90));
        Assert.False(Throws<TEnum[]>(0xc0));

        var cancelled = new CancellationToken(canceled: true);
        IsCancelled<TEnum[]>();
        IsCancelled<List<TEnum>>();
        IsCancelled<Memory<TEnum>>();
        Assert.Empty(MessagePackSerializer.Deserialize<TEnum[]>(new byte[] { 0x90 }, Options, cancelled));

        void IsCancelled<TShape>() => Assert.IsType<OperationCanceledException>(Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<TShape>(new byte[] { 0x91, 0 }, Options, cancelled)).InnerException);

        bool Throws<TShape>(params byte[] message)
        {
            MessagePackSerializerOptions shallow = Options.WithSecurity(MessagePackSecurity.TrustedData.WithMaximumObjectGraphDepth(1));
            return Record.Exception(() =>
            {
                var reader = new MessagePackReader(new ReadOnlyMemory<byte>(message)) { Depth = 1 };
                Options.Resolver.GetFormatter<TShape>()!.Deserialize(ref reader, shallow);
            }) is InsufficientExecutionStackException;
        }
    }

    /// <summary>A single value is written by the resolver's own formatter for it, also where collections are written as integers.</summary>
    [Fact]
    public void Single_values_are_left_to_the_next_resolver()
    {
        IFormatterResolver resolver = CompositeResolver.Create([new NilFormatter()], [EnumArrayResolver<TEnum>.Instance]);
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithResolver(resolver);
        Assert.Equal([0xc0], MessagePackSerializer.Serialize(default(TEnum), options));
        Assert.Equal([0x91, 0], MessagePackSerializer.Serialize(new TEnum[1], options));
        Assert.Null(CompositeResolver.Create([new NilFormatter()], [PrimitiveArrayResolver.Instance]).GetFormatter<TEnum[]>());
    }

    private sealed class NilFormatter : IMessagePackFormatter<TEnum>
    {
        public void Serialize(ref MessagePackWriter writer, TEnum value, MessagePackSerializerOptions options) => writer.WriteNil();

        public TEnum Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
            reader.TryReadNil() ? default : throw new MessagePackSerializationException("no nil");
    }
}

public sealed class SByteEnumFormatterTests : EnumFormatterTests<EnumOfSByte, sbyte>;

public sealed class Int16EnumFormatterTests : EnumFormatterTests<EnumOfInt16, short>;

public sealed class Int32EnumFormatterTests : EnumFormatterTests<EnumOfInt32, int>;

public sealed class Int64EnumFormatterTests : EnumFormatterTests<EnumOfInt64, long>;

public sealed class ByteEnumFormatterTests : EnumFormatterTests<EnumOfByte, byte>;

public sealed class UInt16EnumFormatterTests : EnumFormatterTests<EnumOfUInt16, ushort>;

public sealed class UInt32EnumFormatterTests : EnumFormatterTests<EnumOfUInt32, uint>;

public sealed class UInt64EnumFormatterTests : EnumFormatterTests<EnumOfUInt64, ulong>;
