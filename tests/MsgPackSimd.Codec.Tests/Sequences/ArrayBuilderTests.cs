using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using FsCheck;
using FsCheck.Fluent;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Sequences of every kind and length come out as the array of their elements, whichever way they go in and come out.</summary>
public abstract class ArrayBuilderTests<T>
    where T : unmanaged
{
    /// <summary>How many elements the builder encodes at once, from 16 KiB.</summary>
    private static readonly int BlockCount = 16 * 1024 / Unsafe.SizeOf<T>();

    private static readonly int[] Counts =
    [
        0, 1, 2, 14, 15, 16, 17, 300, BlockCount - 1, BlockCount, BlockCount + 1, (2 * BlockCount) - 1, 2 * BlockCount, (2 * BlockCount) + 1,
        65_534, 65_535, 65_536, 65_537,
    ];

    [Fact]
    public void Every_header_at_its_borders_and_every_block_are_as_the_reference_says()
    {
        T[] values = LargeInput.Create<T>("mixed_width", 65_537, 3);
        byte[] tokens = ReferenceCodec.EncodeElements<T>(values);
        int[] borders = ReferenceCodec.DecodeElements<T>(tokens, values.Length).Borders;
        foreach (int count in Counts)
        {
            byte[] expected = [.. ReferenceHeader(count), .. tokens.AsSpan(0, borders[count])];
            ArraySegment<T> elements = new(values, 0, count);
            Check(expected, count, builder => builder.Append(elements.AsSpan()), "a span");
            Check(expected, count, builder => elements.ToList().ForEach(builder.Append), "one by one");
            Check(expected, count, builder => builder.Append(TestSequences.Lazy(elements)), "a sequence");
            Check(
                expected,
                count,
                builder =>
                {
                    foreach (T[] piece in elements.Chunk(1000))
                    {
                        builder.Append(piece);
                    }
                },
                "pieces");
            RequireEqual(expected, MessagePackArrayEncoder.Encode(TestSequences.Lazy(elements)), "Encode");
        }
    }

    [Fact]
    public void Every_kind_of_sequence_is_encoded_as_what_it_enumerates()
    {
        foreach (int count in new[] { 0, 1, 2, 15, 16, 100, BlockCount + 10 })
        {
            T[] values = Samples.Mixed<T>(new Random(count), count);
            byte[] expected = MessagePackArrayEncoder.Encode<T>(values);
            foreach ((string name, IEnumerable<T> sequence) in TestSequences.Shapes(values))
            {
                string what = $"{count} elements, {name}";
                RequireEqual(expected, MessagePackArrayEncoder.Encode(sequence), what);
                var output = new WatchedOutput(Generosity.Exact);
                MessagePackArrayEncoder.Encode(sequence, output);
                output.Watch();
                Assert.False(output.WasOverrun);
                Assert.InRange(output.LargestSizeHint, 1, 32 * 1024);
                RequireEqual(expected, output.Written, what);
                Check(expected, count, builder => builder.Append(sequence), what);
            }
        }
    }

    /// <summary>Appends a value, a span or a sequence at a time, and looks at the result in between, in any order.</summary>
    [Fact]
    public void Any_mixture_of_appends_is_that_of_the_reference() => Prop.ForAll(
        Gen.Choose(0, 5).Zip(Gen.Choose(0, 2500)).ArrayOf().ToArbitrary(), Gen.Choose(0, int.MaxValue).ToArbitrary(), (steps, seed) =>
        {
            var random = new Random(seed);
            var bytes = new CountingPool<byte>(0xee);
            var elements = new CountingPool<T>(Samples.FromBits<T>(0x0101010101010101, 0));
            var expected = new List<T>();
            using (var builder = new MessagePackArrayBuilder<T>(bytes, elements, int.MaxValue))
            {
                foreach ((int kind, int count) in steps)
                {
                    T[] values = Samples.Mixed<T>(random, kind == 0 ? 1 : count);
                    switch (kind)
                    {
                        case 0:
                            builder.Append(values[0]);
                            break;
                        case 1:
                            builder.Append(values);
                            break;
                        case 2:
                            builder.Append(TestSequences.Lazy(values));
                            break;
                        case 3:
                            builder.Append(new LinkedList<T>(values));
                            break;
                        case 4:
                            RequireEqual(MessagePackArrayEncoder.Encode<T>(expected.ToArray()), builder.WrittenSequence.ToArray(), "in pieces in between");
                            values = [];
                            break;
                        default:
                            RequireEqual(MessagePackArrayEncoder.Encode<T>(expected.ToArray()), builder.WrittenSpan, "in between");
                            values = [];
                            break;
                    }

                    expected.AddRange(values);
                    Assert.Equal(expected.Count, builder.Count);
                }

                byte[] encoded = ReferenceCodec.Encode<T>(expected.ToArray());
                Assert.Equal(encoded.Length, builder.GetEncodedLength());
                RequireEqual(encoded, builder.ToArray(), "ToArray");
                RequireEqual(encoded, builder.WrittenSequence.ToArray(), "WrittenSequence");
                RequireEqual(encoded, builder.WrittenSpan, "WrittenSpan");
            }

            Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
        }).Check(Config.QuickThrowOnFailure.WithReplay(20261121, 5).WithMaxTest(25));

    [Fact]
    public void What_it_is_written_to_may_be_too_small()
    {
        foreach (int count in new[] { 0, 3, 20, BlockCount + 3 })
        {
            T[] values = Samples.Mixed<T>(new Random(1), count);
            byte[] expected = ReferenceCodec.Encode<T>(values);
            using var builder = new MessagePackArrayBuilder<T>();
            builder.Append(TestSequences.Lazy(values));
            foreach (int room in new[] { 0, 1, expected.Length / 2, expected.Length - 1, expected.Length, expected.Length + 40 })
            {
                byte[] memory = new byte[room + 16];
                memory.AsSpan(room).Fill(0xa5);
                Assert.Equal(room >= expected.Length, builder.TryWriteTo(memory.AsSpan(0, room), out int written));
                Assert.Equal(room >= expected.Length ? expected.Length : 0, written);
                Assert.Equal(-1, memory.AsSpan(room).IndexOfAnyExcept((byte)0xa5));
                RequireEqual(expected.AsSpan(0, written), memory.AsSpan(0, written), $"{count} elements");
            }
        }
    }

    [Theory]
    [InlineData(Generosity.Exact)]
    [InlineData(Generosity.Lavish)]
    [InlineData(Generosity.OneByteShort)]
    [InlineData(Generosity.Nothing)]
    public void Outputs_of_every_generosity_get_the_bytes_or_an_exception(Generosity generosity)
    {
        T[] values = LargeInput.Create<T>("random", 50_000, 3);
        byte[] expected = ReferenceCodec.Encode<T>(values);
        var output = new WatchedOutput(generosity);
        Exception? thrown = Record.Exception(() => MessagePackArrayEncoder.Encode(TestSequences.Lazy(values), output));
        output.Watch();
        Assert.False(output.WasOverrun);
        Assert.InRange(output.LargestSizeHint, 1, 32 * 1024);
        if (generosity is Generosity.Exact or Generosity.Lavish)
        {
            Assert.Null(thrown);
            RequireEqual(expected, output.Written, "output");
        }
        else
        {
            Assert.Contains("asked for", Assert.IsType<InvalidOperationException>(thrown).Message, StringComparison.Ordinal);
            Assert.Empty(output.Written);
        }
    }

    [Fact]
    public void A_sequence_that_throws_leaves_nothing_behind()
    {
        T[] values = LargeInput.Create<T>("mixed_width", 40, 3);
        T[] long_ = LargeInput.Create<T>("mixed_width", (3 * BlockCount) + 1, 3);
        IEnumerable<T[]> starts = Enumerable.Range(0, 41).Select(n => values[..n])
            .Concat(new[] { BlockCount - 1, BlockCount, BlockCount + 1, long_.Length }.Select(n => long_[..n]));
        foreach (T[] start in starts)
        {
            var output = new WatchedOutput(Generosity.Lavish);
            Assert.Throws<TimeoutException>(() => MessagePackArrayEncoder.Encode(TestSequences.Throwing(start), output));
            Assert.Throws<TimeoutException>(() => MessagePackArrayEncoder.Encode(TestSequences.Throwing(start)));
            if (start.Length > 0)
            {
                Assert.Throws<InvalidOperationException>(
                    () => MessagePackArrayEncoder.Encode(TestSequences.Modified(start, start.Length / 2), output));
            }

            Assert.Equal(0, output.Calls);
            Assert.Empty(output.Written);

            // What was in the builder before is still there, and nothing else.
            foreach (int before in new[] { 0, 5, BlockCount + 5 })
            {
                var bytes = new CountingPool<byte>(0xee);
                var elements = new CountingPool<T>(default);
                using (var builder = new MessagePackArrayBuilder<T>(bytes, elements, int.MaxValue))
                {
                    builder.Append(long_.AsSpan(0, before));
                    Assert.Throws<TimeoutException>(() => builder.Append(TestSequences.Throwing(start)));
                    Assert.Equal(before, builder.Count);
                    builder.Append(values);
                    T[] expected = [.. long_.AsSpan(0, before), .. values];
                    RequireEqual(MessagePackArrayEncoder.Encode<T>(expected), builder.WrittenSpan, $"{before} before {start.Length}");
                }

                Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
            }
        }
    }

    [Fact]
    public void Too_long_is_an_exception_and_what_was_there_remains()
    {
        T[] values = LargeInput.Create<T>("mixed_width", 3 * BlockCount, 3);
        byte[] tokens = ReferenceCodec.EncodeElements<T>(values);
        int[] borders = ReferenceCodec.DecodeElements<T>(tokens, values.Length).Borders;
        foreach (int limit in new[] { 5, 6, 100, borders[BlockCount] + 5, borders[2 * BlockCount] + 4, borders[^1] + 4, borders[^1] + 5 })
        {
            Action<MessagePackArrayBuilder<T>>[] ways =
            [
                builder => builder.Append(values),
                builder => builder.Append(TestSequences.Lazy(values)),
                builder => builder.Append(new LinkedList<T>(values)),
            ];
            foreach (Action<MessagePackArrayBuilder<T>> append in ways)
            {
                var bytes = new CountingPool<byte>(0xee);
                var elements = new CountingPool<T>(default);
                using (var builder = new MessagePackArrayBuilder<T>(bytes, elements, limit))
                {
                    if (limit == borders[^1] + 5)
                    {
                        append(builder);
                        RequireEqual(MessagePackArrayEncoder.Encode<T>(values), builder.WrittenSpan, "all that is allowed");
                        builder.Append(values[0]);
                        Assert.Throws<OverflowException>(() => builder.WrittenMemory);
                        Assert.Throws<OverflowException>(() => builder.WriteTo(new ArrayBufferWriter<byte>()));
                        Assert.Equal(values.Length + 1, builder.Count);
                    }
                    else
                    {
                        // Noticed while a sequence is being appended, in which case nothing of it is kept, or when its last block, which is not full, is
                        // encoded.
                        Exception? whileAppending = Record.Exception(() => append(builder));
                        Assert.Equal(whileAppending is null ? values.Length : 0, builder.Count);
                        Exception? thrown = whileAppending ?? Record.Exception(() => builder.WriteTo(new WatchedOutput(Generosity.Nothing)));
                        Assert.Contains($" {limit} bytes", Assert.IsType<OverflowException>(thrown).Message, StringComparison.Ordinal);
                        builder.Reset();
                        Assert.Equal(new byte[] { 0x90 }, builder.ToArray());
                    }

                    Assert.InRange(bytes.RentedLength, 0, 4L * (limit + 10));
                }

                Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
            }
        }
    }

    private static byte[] ReferenceHeader(int count) => count switch
    {
        < 16 => [(byte)(0x90 + count)],
        < 65536 => [0xdc, (byte)(count >> 8), (byte)count],
        _ => [0xdd, (byte)(count >> 24), (byte)(count >> 16), (byte)(count >> 8), (byte)count],
    };

    /// <summary>All ways out of a builder, which has given back all its memory afterwards.</summary>
    private static void Check(byte[] expected, int count, Action<MessagePackArrayBuilder<T>> append, string what)
    {
        var bytes = new CountingPool<byte>(0xee);
        var elements = new CountingPool<T>(Samples.FromBits<T>(0x0101010101010101, 0));
        using (var builder = new MessagePackArrayBuilder<T>(bytes, elements, int.MaxValue))
        {
            for (int round = 0; round < 2; round++)
            {
                append(builder);
                what = $"{count} elements, {what}";
                Assert.Equal(count, builder.Count);
                Assert.Equal(expected.Length, builder.GetEncodedLength());
                RequireEqual(expected, builder.ToArray(), what);
                byte[] room = new byte[expected.Length];
                Assert.True(builder.TryWriteTo(room, out int written));
                Assert.Equal(expected.Length, written);
                RequireEqual(expected, room, what);
                var output = new WatchedOutput(Generosity.Exact);
                builder.WriteTo(output);
                output.Watch();
                Assert.False(output.WasOverrun);
                Assert.InRange(output.LargestSizeHint, 1, 32 * 1024);
                RequireEqual(expected, output.Written, what);
                RequireEqual(expected, builder.WrittenSequence.ToArray(), what);
                RequireEqual(expected, builder.WrittenSpan, what);
                RequireEqual(expected, builder.WrittenSequence.ToArray(), what);
                RequireEqual(expected, builder.ToArray(), what);
                Assert.Equal(expected.Length, builder.GetEncodedLength());
                Assert.Equal(count, builder.Count);
                builder.Reset();
                Assert.Equal(0, builder.Count);
                Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
            }
        }

        Assert.Equal((0, 0), (bytes.Rented, elements.Rented));

        // The buffer is doubled as often as needed, so that no more bytes are copied than were written.
        Assert.InRange(bytes.RentedLength, 0, 8 * (Math.Max(64, (long)expected.Length) + (9 * BlockCount)));
    }

    private static void RequireEqual(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what) =>
        Assert.True(expected.SequenceEqual(actual), what);
}

public class ArrayBuilderSByteTests : ArrayBuilderTests<sbyte>;

public class ArrayBuilderInt16Tests : ArrayBuilderTests<short>;

public class ArrayBuilderInt32Tests : ArrayBuilderTests<int>;

public class ArrayBuilderInt64Tests : ArrayBuilderTests<long>;

public class ArrayBuilderByteTests : ArrayBuilderTests<byte>;

public class ArrayBuilderUInt16Tests : ArrayBuilderTests<ushort>;

public class ArrayBuilderUInt32Tests : ArrayBuilderTests<uint>;

public class ArrayBuilderUInt64Tests : ArrayBuilderTests<ulong>;

public class ArrayBuilderSingleTests : ArrayBuilderTests<float>;

public class ArrayBuilderDoubleTests : ArrayBuilderTests<double>;

public class ArrayBuilderBooleanTests : ArrayBuilderTests<bool>;

public class ArrayBuilderCharTests : ArrayBuilderTests<char>;

public class ArrayBuilderDateTimeTests : ArrayBuilderTests<DateTime>;

public class ArrayBuilderTimeSpanTests : ArrayBuilderTests<TimeSpan>;

public class ArrayBuilderDateOnlyTests : ArrayBuilderTests<DateOnly>;

public class ArrayBuilderTimeOnlyTests : ArrayBuilderTests<TimeOnly>;

public class ArrayBuilderHalfTests : ArrayBuilderTests<Half>;
