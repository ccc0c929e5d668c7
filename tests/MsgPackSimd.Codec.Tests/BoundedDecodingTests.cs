using System;
using System.Buffers;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Numbers that are no day or no time of day, wherever they stand: the kernels decode them as integers like any others.</summary>
public class BoundedDecodingTests
{
    private const int Count = 10_000;

    private const byte Nil = 0xc0;

    private static readonly byte[] Header = [0xdc, Count >> 8, Count & 255];

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
        byte[] message = ReferenceCodec.Encode<long>([number]);
        T value = MessagePackArrayDecoder.Decode<T>(message, out int _)![0];
        Assert.Equal(message, MessagePackArrayEncoder.Encode<T>([value]));
        return value;
    }

    private static void Refuses<T>(long bad, int position)
        where T : unmanaged
    {
        foreach (string distribution in new[] { "random", "mixed_width", "small" })
        {
            T[] values = LargeInput.Create<T>(distribution, Count, 7);
            byte[][] tokens = [.. values.Select(value => ReferenceCodec.EncodeElements<T>([value]))];
            tokens[position] = ReferenceCodec.EncodeElements<long>([bad]);
            RefusesElements(values, tokens, position);
            RefusesNullable([.. values.Select(value => (T?)value)], tokens, position);

            // Where elements are missing, other code decodes those between them.
            byte[][] someMissing = [.. tokens.Select((token, i) => i % 5 == (position + 3) % 5 ? [Nil] : token)];
            RefusesNullable([.. values.Select((value, i) => i % 5 == (position + 3) % 5 ? (T?)null : value)], someMissing, position);
        }
    }

    private static void RefusesElements<T>(T[] values, byte[][] tokens, int position)
        where T : unmanaged
    {
        (byte[] source, ReadOnlySequence<byte> segments, int before) = Join(tokens, position);
        var elements = new T[Count];
        Assert.Equal(OperationStatus.InvalidData, MessagePackArrayDecoder.DecodeElements<T>(source, elements, out int consumed, out int written));
        Assert.Equal((position, before), (written, consumed));
        Assert.True(elements.AsSpan(0, position).SequenceEqual(values.AsSpan(0, position)));

        Array.Clear(elements);
        Assert.Equal(OperationStatus.InvalidData, MessagePackArrayDecoder.DecodeElements<T>(segments, elements, out long consumedOfSegments, out written));
        Assert.Equal((position, before), (written, consumedOfSegments));
        Assert.True(elements.AsSpan(0, position).SequenceEqual(values.AsSpan(0, position)));

        (byte[] message, ReadOnlySequence<byte> pieces, _) = Join([Header, .. tokens], position + 1);
        Throws(
            position,
            before,
            () => MessagePackArrayDecoder.Decode<T>(message, out int _),
            () => MessagePackArrayDecoder.Decode<T>(message, elements, out int _),
            () => MessagePackArrayDecoder.Decode<T>(pieces, out long _),
            () => MessagePackArrayDecoder.Decode<T>(pieces, elements, out long _));
    }

    private static void RefusesNullable<T>(T?[] values, byte[][] tokens, int position)
        where T : unmanaged
    {
        (byte[] source, ReadOnlySequence<byte> segments, int before) = Join(tokens, position);
        var elements = new T?[Count];
        Assert.Equal(OperationStatus.InvalidData, MessagePackArrayDecoder.DecodeNullableElements<T>(source, elements, out int consumed, out int written));
        Assert.Equal((position, before), (written, consumed));
        Assert.True(elements.Take(position).SequenceEqual(values.Take(position)));

        Array.Clear(elements);
        Assert.Equal(
            OperationStatus.InvalidData, MessagePackArrayDecoder.DecodeNullableElements<T>(segments, elements, out long consumedOfSegments, out written));
        Assert.Equal((position, before), (written, consumedOfSegments));
        Assert.True(elements.Take(position).SequenceEqual(values.Take(position)));

        (byte[] message, ReadOnlySequence<byte> pieces, _) = Join([Header, .. tokens], position + 1);
        Throws(
            position,
            before,
            () => MessagePackArrayDecoder.DecodeNullable<T>(message, out int _),
            () => MessagePackArrayDecoder.DecodeNullable<T>(message, elements, out int _),
            () => MessagePackArrayDecoder.DecodeNullable<T>(pieces, out long _),
            () => MessagePackArrayDecoder.DecodeNullable<T>(pieces, elements, out long _));
    }

    private static void Throws(int position, int before, params Action[] decodings)
    {
        foreach (Action decoding in decodings)
        {
            var thrown = Assert.Throws<OverflowException>(decoding);
            Assert.Contains($"element {position} of {Count}, at byte {Header.Length + before} ", thrown.Message, StringComparison.Ordinal);
        }
    }

    /// <summary>The bytes of all parts, in one piece and in many, and how many of them stand before the part at <paramref name="position"/>.</summary>
    private static (byte[] Whole, ReadOnlySequence<byte> Segments, int Before) Join(byte[][] parts, int position)
    {
        byte[] whole = [.. parts.SelectMany(part => part)];
        return (whole, Segmentation.InPieces(whole, 1000), parts.Take(position).Sum(part => part.Length));
    }
}
