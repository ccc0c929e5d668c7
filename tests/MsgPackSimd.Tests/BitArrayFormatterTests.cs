using System;
using System.Buffers;
using System.Collections;
using System.IO;
using System.Linq;
using MessagePack;
using MsgPackSimd.Formatters;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>A <see cref="BitArray"/> is an array of bools, judged by the reference codec.</summary>
public class BitArrayFormatterTests
{
    private static readonly int[] LongCounts = [1000, 1023, 1024, 1025, 4095, 32_762, 32_763, 32_764, 32_767, 32_768, 32_769, 70_001, 100_000];

    [Fact]
    public void Every_length_comes_out_as_an_array_of_bools_and_back()
    {
        foreach (int count in Enumerable.Range(0, 300).Concat(LongCounts))
        {
            bool[] values = LargeInput.Create<bool>("random", count, (ulong)count);
            byte[] expected = ReferenceCodec.Encode(values);
            foreach (MessagePackSerializerOptions options in TestedOptions.All)
            {
                Assert.True(expected.AsSpan().SequenceEqual(MessagePackSerializer.Serialize(new BitArray(values), options)), $"{count} bits");
            }

            foreach (int length in new[] { expected.Length, 1, 7, 8, 1000, 1024, 1025 })
            {
                Same(values, MessagePackSerializer.Deserialize<BitArray>(Segmentation.InPieces(expected, length), SimdStandardResolver.Options));
            }
        }
    }

    [Fact]
    public void Every_pattern_of_eight_bits_comes_out_and_back()
    {
        for (int pattern = 0; pattern < 256; pattern++)
        {
            foreach (int count in new[] { 8, 9, 15, 24 })
            {
                bool[] values = [.. Enumerable.Range(0, count).Select(i => (pattern >> (i % 8) & 1) != 0)];
                byte[] expected = ReferenceCodec.Encode(values);
                Assert.Equal(expected, MessagePackSerializer.Serialize(new BitArray(values), SimdStandardResolver.Options));
                Same(values, MessagePackSerializer.Deserialize<BitArray>(expected, SimdStandardResolver.Options));
            }
        }
    }

    /// <summary>What lies behind the last bit of its last byte is not part of it.</summary>
    [Fact]
    public void Bits_beyond_the_length_are_not_written()
    {
        for (int count = 1; count < 40; count++)
        {
            var value = new BitArray(64, true) { Length = count };
            Assert.Equal(
                ReferenceCodec.Encode<bool>([.. Enumerable.Repeat(true, count)]), MessagePackSerializer.Serialize(value, SimdStandardResolver.Options));
        }
    }

    [Fact]
    public void Null_is_nil()
    {
        Assert.Equal(new byte[] { 0xc0 }, MessagePackSerializer.Serialize<BitArray?>(null, SimdStandardResolver.Options));
        Assert.Null(MessagePackSerializer.Deserialize<BitArray?>(new byte[] { 0xc0 }, SimdStandardResolver.Options));
    }

    [Fact]
    public void A_token_that_is_no_bool_in_any_place_is_an_exception()
    {
        byte[] some = [0x00, 0x01, 0xc0, 0xc1, 0xc4, 0x42, 0xff];
        byte[] all = [.. Enumerable.Range(0, 256).Select(code => (byte)code).Where(code => code is not (0xc2 or 0xc3))];
        foreach (int count in new[] { 1, 3, 7, 8, 9, 40, 1030 })
        {
            // Every wrong token where the reader reads them all, where they are read one by one, and where they are read eight at a time.
            byte[] wrongTokens = count is 3 or 7 or 8 ? all : some;

            // Among falses alone, and trues alone, a wrong token may have all the bits of its neighbours, or none.
            foreach (string distribution in new[] { "random", "all false", "all true" })
            {
                byte[] message = ReferenceCodec.Encode(distribution == "random"
                    ? LargeInput.Create<bool>(distribution, count, 1)
                    : [.. Enumerable.Repeat(distribution == "all true", count)]);
                int header = message.Length - count;
                for (int place = 0; place < count; place += count > 100 ? 103 : 1)
                {
                    foreach (byte wrong in wrongTokens)
                    {
                        byte[] damaged = [.. message];
                        damaged[header + place] = wrong;
                        Refuses<MessagePackSerializationException>(damaged);
                    }
                }
            }
        }
    }

    [Fact]
    public void What_ends_early_is_an_exception_and_no_reason_to_allocate()
    {
        byte[] message = ReferenceCodec.Encode(LargeInput.Create<bool>("random", 100, 1));
        for (int length = 0; length < message.Length; length++)
        {
            Refuses<EndOfStreamException>(message[..length]);
        }

        byte[] endless = [0xdd, 0x7f, 0xff, 0xff, 0xff, 0xc3];
        long before = GC.GetAllocatedBytesForCurrentThread();
        Refuses<EndOfStreamException>(endless);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000);
        Refuses<OverflowException>([0xdd, 0xff, 0xff, 0xff, 0xff, 0xc3]);
        Refuses<MessagePackSerializationException>([0x81, 0xc3]);
    }

    [Fact]
    public void The_reader_stands_behind_the_array()
    {
        byte[] message = [0x9a, .. Enumerable.Repeat((byte)0xc3, 10), 0x05];
        foreach (int length in new[] { 1, 5, 100 })
        {
            var reader = new MessagePackReader(Segmentation.InPieces(message, length));
            Same([.. Enumerable.Repeat(true, 10)], PrimitiveBitArrayFormatter.Instance.Deserialize(ref reader, SimdStandardResolver.Options));
            Assert.Equal(5, reader.ReadInt32());
        }
    }

    [Theory]
    [InlineData(Generosity.Exact)]
    [InlineData(Generosity.Lavish)]
    public void Outputs_are_asked_for_bounded_memory_and_not_overrun(Generosity generosity)
    {
        foreach (int count in new[] { 1, 5, 8, 100, 32_763, 32_764, 100_003 })
        {
            bool[] values = LargeInput.Create<bool>("random", count, 5);
            var output = new WatchedOutput(generosity);
            MessagePackSerializer.Serialize<BitArray>(output, new BitArray(values), SimdStandardResolver.Options);
            Assert.False(output.WasOverrun);
            Assert.InRange(output.LargestSizeHint, 0, Math.Min(32 * 1024, 5 + count));
            Assert.True(ReferenceCodec.Encode(values).AsSpan().SequenceEqual(output.Written), $"{count} bits");
        }
    }

    /// <summary>The exception is ours where the formatter asks for room; where not even a header fits, it is up to the writer what it throws.</summary>
    [Theory]
    [InlineData(Generosity.OneByteShort)]
    [InlineData(Generosity.FiveBytes)]
    [InlineData(Generosity.Nothing)]
    public void What_breaks_the_contract_is_not_overrun(Generosity generosity)
    {
        foreach (int count in new[] { 1, 5, 6, 8, 100, 100_000 })
        {
            bool[] values = LargeInput.Create<bool>("random", count, 3);
            var output = new WatchedOutput(generosity);
            Exception? thrown = Record.Exception(() => MessagePackSerializer.Serialize<BitArray>(output, new BitArray(values), SimdStandardResolver.Options));
            output.Watch();
            Assert.False(output.WasOverrun);
            Assert.True(ReferenceCodec.Encode(values).AsSpan().StartsWith(output.Written), $"{count} bits");
            Assert.True(thrown is not null || output.Written.Length == ReferenceCodec.Encode(values).Length, $"{count} bits");
            Exception? cause = thrown is MessagePackSerializationException ? thrown.InnerException : thrown;
            Assert.True(thrown is null || generosity != Generosity.FiveBytes || cause is InvalidOperationException, $"{count} bits: {cause}");
        }
    }

    private static void Same(bool[] expected, BitArray? actual)
    {
        bool[] values = new bool[actual!.Length];
        actual.CopyTo(values, 0);
        Assert.Equal(expected, values);
    }

    private static void Refuses<TException>(byte[] message)
        where TException : Exception
    {
        foreach (int length in new[] { Math.Max(1, message.Length), 1, 6 })
        {
            ReadOnlySequence<byte> source = Segmentation.InPieces(message, length);
            var e = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<BitArray>(source, SimdStandardResolver.Options));
            Assert.IsType<TException>(e.InnerException);
        }
    }
}
