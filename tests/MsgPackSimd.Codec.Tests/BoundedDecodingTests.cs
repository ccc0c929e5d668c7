using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Numbers that are no day or no time of day, wherever they stand: the kernels decode them as integers like any others.</summary>
public class BoundedDecodingTests
{
    private const int Count = 10_000;

    public static TheoryData<int> Positions => [0, 1, 7, 40, 4095, 4096, 8191, 8192, Count - 1];

    [Theory]
    [MemberData(nameof(Positions))]
    public void A_number_that_is_no_day_ends_the_decoding(int position)
    {
        Assert.Equal(new DateOnly(9999, 12, 31), Decoded<DateOnly>(DateOnly.MaxValue.DayNumber));
        Assert.Equal(new DateOnly(1, 1, 1), Decoded<DateOnly>(0));
        Refuses<DateOnly>(DateOnly.MaxValue.DayNumber + 1, position);
        Refuses<DateOnly>(-1, position);
        Refuses<DateOnly>(int.MinValue, position);
        Refuses<DateOnly>(uint.MaxValue, position);
        Refuses<DateOnly>((1L << 32) + 1, position);
    }

    [Theory]
    [MemberData(nameof(Positions))]
    public void A_number_that_is_no_time_of_day_ends_the_decoding(int position)
    {
        Assert.Equal(TimeOnly.MaxValue, Decoded<TimeOnly>(TimeOnly.MaxValue.Ticks));
        Assert.Equal(TimeOnly.MinValue, Decoded<TimeOnly>(0));
        Refuses<TimeOnly>(TimeOnly.MaxValue.Ticks + 1, position);
        Refuses<TimeOnly>(-1, position);
        Refuses<TimeOnly>(long.MinValue, position);
        Refuses<TimeOnly>(long.MaxValue, position);
    }

    private static T Decoded<T>(long number)
        where T : unmanaged
    {
        Assert.Equal([number], MessagePackArrayDecoder.Decode<long>(MessagePackArrayEncoder.Encode<T>(
            MessagePackArrayDecoder.Decode<T>(MessagePackArrayEncoder.Encode<long>([number]), out _)), out _)!);
        return MessagePackArrayDecoder.Decode<T>(MessagePackArrayEncoder.Encode<long>([number]), out _)![0];
    }

    private static void Refuses<T>(long bad, int position)
        where T : unmanaged
    {
        foreach (string distribution in new[] { "random", "mixed_width", "small" })
        {
            T[] values = LargeInput.Create<T>(distribution, Count, 7);
            List<byte[]> tokens = [.. values.Select(value => MessagePackArrayEncoder.Encode<T>([value])[1..])];
            tokens[position] = MessagePackArrayEncoder.Encode<long>([bad])[1..];
            byte[] source = [.. tokens.SelectMany(token => token)];
            int before = tokens.Take(position).Sum(token => token.Length);

            var elements = new T[Count];
            Assert.Equal(OperationStatus.InvalidData, MessagePackArrayDecoder.DecodeElements<T>(source, elements, out int consumed, out int written));
            Assert.Equal((position, before), (written, consumed));
            Assert.True(elements.AsSpan(0, position).SequenceEqual(values.AsSpan(0, position)));

            var nullable = new T?[Count];
            Assert.Equal(OperationStatus.InvalidData, MessagePackArrayDecoder.DecodeNullableElements<T>(source, nullable, out consumed, out written));
            Assert.Equal((position, before), (written, consumed));
            Assert.True(nullable.Take(position).SequenceEqual(values.Take(position).Select(value => (T?)value)));

            ReadOnlySequence<byte> segments = Segmentation.InPieces<byte>(source, 1000);
            Assert.Equal(OperationStatus.InvalidData, MessagePackArrayDecoder.DecodeElements<T>(segments, elements, out long consumedOfSegments, out written));
            Assert.Equal((position, before), (written, consumedOfSegments));

            var e = Assert.Throws<OverflowException>(() => MessagePackArrayDecoder.Decode<T>([0xdc, Count >> 8, Count & 255, .. source], out _));
            Assert.Contains($"element {position} of {Count}, at byte {3 + before} ", e.Message, StringComparison.Ordinal);
        }
    }
}
