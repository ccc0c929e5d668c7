using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Linq;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// The arithmetic of the kernels for times: seconds by a product of doubles where the plain code divides, nanoseconds by a product and a shift. Wrong rounding
/// would make them a second or a tick off, at times that need not be among a handful of samples.
/// </summary>
public class TimestampKernelTests
{
    private const long EpochTicks = 621_355_968_000_000_000;

    private const long LastSecond = (1L << 34) - 1;

    [Fact]
    public void The_bits_of_a_DateTime_are_known() => Assert.True(DateTimeBits.AreKnown);

    [Fact]
    public void Around_whole_and_half_seconds_the_seconds_and_nanoseconds_are_right()
    {
        var random = new Random(20261125);
        long[] near = [0, 1, 2, 4_999_940, 4_999_998, 4_999_999, 5_000_000, 5_000_001, 5_000_060, 9_999_998, 9_999_999];
        for (int round = 0; round < 20_000; round++)
        {
            // All magnitudes, since doubles are closest to each other where the seconds are few; and both ends of each magnitude.
            long second = round < 400
                ? Math.Clamp((1L << (round / 10 % 35)) + (round % 10) - 5, 0, LastSecond)
                : random.NextInt64(LastSecond + 1) >> random.Next(35);
            long[] ticks = [.. near.Select(tick => (second * TimeSpan.TicksPerSecond) + tick)];
            Assert.Equal(ticks, RoundTrip(ticks));
        }
    }

    [Fact]
    public void Any_time_is_right()
    {
        var random = new Random(26);
        for (int round = 0; round < 1000; round++)
        {
            long[] ticks = [.. Enumerable.Range(0, 100).Select(_ => random.NextInt64((LastSecond + 1) * TimeSpan.TicksPerSecond) >> (round % 58))];
            Assert.Equal(ticks, RoundTrip(ticks));
        }
    }

    [Fact]
    public void Nanoseconds_that_make_more_than_a_second_are_added()
    {
        // 30 bits of nanoseconds are up to 1.07 seconds.
        uint[] nanoseconds = [0, 1, 99, 100, 101, 999_999_999, 1_000_000_000, (1u << 30) - 1, .. Enumerable.Range(0, 5000).Select(i => (uint)i * 214_748)];
        byte[] tokens = new byte[nanoseconds.Length * 10];
        for (int i = 0; i < nanoseconds.Length; i++)
        {
            tokens[10 * i] = 0xd7;
            tokens[(10 * i) + 1] = 0xff;
            BinaryPrimitives.WriteUInt64BigEndian(tokens.AsSpan((10 * i) + 2), ((ulong)nanoseconds[i] << 34) | (ulong)(LastSecond - i));
        }

        var times = new DateTime[nanoseconds.Length];
        Assert.Equal(OperationStatus.Done, MessagePackArrayDecoder.DecodeElements(tokens, times, out int bytesConsumed, out int valuesWritten));
        Assert.Equal((tokens.Length, times.Length), (bytesConsumed, valuesWritten));
        for (int i = 0; i < times.Length; i++)
        {
            Assert.Equal(EpochTicks + ((LastSecond - i) * TimeSpan.TicksPerSecond) + (nanoseconds[i] / 100), times[i].Ticks);
            Assert.Equal(DateTimeKind.Utc, times[i].Kind);
        }
    }

    /// <summary>Local times are left to other code one by one, wherever they stand, and the kernels go on behind them.</summary>
    [Fact]
    public void Local_times_among_others_are_encoded_as_the_reference_says()
    {
        var random = new Random(11);
        for (int count = 1; count < 40; count++)
        {
            DateTime[] times = [.. Enumerable.Range(0, count).Select(_ =>
                new DateTime(EpochTicks + (random.NextInt64(LastSecond) * 1_000_000), random.Next(4) == 0 ? DateTimeKind.Local : DateTimeKind.Utc))];
            byte[] expected = ReferenceCodec.Encode<DateTime>(times);
            Assert.Equal(expected, MessagePackArrayEncoder.Encode<DateTime>(times));
            Assert.Equal(expected.Length, MessagePackArrayEncoder.GetEncodedLength<DateTime>(times));
        }
    }

    /// <summary>Encodes with the kernels, checks each token with whole numbers, and decodes with the kernels.</summary>
    private static long[] RoundTrip(long[] ticks)
    {
        DateTime[] times = [.. ticks.Select(tick => new DateTime(EpochTicks + tick, (DateTimeKind)(tick & 1)))];
        byte[] tokens = new byte[times.Length * 15];
        MessagePackArrayEncoder.EncodeElements<DateTime>(times, tokens, out int valuesRead, out int bytesWritten);
        Assert.Equal(times.Length, valuesRead);
        int at = 0;
        foreach (long tick in ticks)
        {
            (long second, long rest) = Math.DivRem(tick, TimeSpan.TicksPerSecond);
            ulong data = ((ulong)rest * 100 << 34) | (ulong)second;
            bool isShorter = data <= uint.MaxValue;
            ReadOnlySpan<byte> token = tokens.AsSpan(at, isShorter ? 6 : 10);
            Assert.Equal((isShorter ? 0xd6 : 0xd7, 0xff), (token[0], token[1]));
            Assert.Equal(
                data,
                isShorter ? BinaryPrimitives.ReadUInt32BigEndian(token[2..]) : BinaryPrimitives.ReadUInt64BigEndian(token[2..]));
            at += token.Length;
        }

        Assert.Equal(at, bytesWritten);
        Assert.Equal(at, MessagePackArrayEncoder.GetEncodedLength<DateTime>(times) - (times.Length < 16 ? 1 : 3));
        var decoded = new DateTime[times.Length];
        MessagePackArrayDecoder.DecodeElements(tokens.AsSpan(0, at), decoded, out _, out int valuesWritten);
        Assert.Equal(times.Length, valuesWritten);
        Assert.All(decoded, time => Assert.Equal(DateTimeKind.Utc, time.Kind));
        return [.. decoded.Select(time => time.Ticks - EpochTicks)];
    }
}
