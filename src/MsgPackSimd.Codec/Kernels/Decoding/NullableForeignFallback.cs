using System;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Tokens as other writers make them, integers in more bytes than the element has, integers and the other float among floats, with nil and any others between
/// them. Where none is missing for a while, they are decoded as those of an array.
/// </summary>
/// <remarks>
/// <code>
///   one to 15    one at a time
///   more         two at a time, by the length scan --> if the last 32 were present: as an array, as long as 32 or more in a row are
///                 '--> what that leaves, one at a time; with few bytes between such tokens, more and more
/// </code>
/// </remarks>
/// <typeparam name="T">The elements' type.</typeparam>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
/// <typeparam name="TReader">How a token of any form is read.</typeparam>
/// <typeparam name="TScan">How tokens of any form are decoded two at a time.</typeparam>
internal readonly struct NullableForeignFallback<T, TLane, TReader, TScan> : INullableFallback<T>
    where T : unmanaged
    where TLane : unmanaged
    where TReader : INullableTokenReader<TLane>
    where TScan : ILengthScan<NullableLane<TLane>>
{
    /// <summary>Fewer elements than this are decoded one at a time.</summary>
    private const int MinScanCount = 16;

    /// <summary>How many bytes are given to the scan for each element that is asked for.</summary>
    private const int BytesPerElement = 8;

    /// <summary>After so many present elements in a row, more are expected: as an array that has no nil.</summary>
    private const int MinRun = 32;

    /// <summary>How many times as many they have to be after a run that was too short.</summary>
    private const int RunGrowth = 4;

    /// <summary>From how many tokens the first number of them that are decoded one at a time, behind one that the scan does not take, is reckoned.</summary>
    private const int StartSingles = 8;

    /// <summary>How far the scan has to come from one token that it does not take to the next, in bytes, to be quicker than decoding one at a time.</summary>
    private const int MinScanLength = 48;

    public static int MinCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 64;
    }

    public static int StartCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 16;
    }

    public static int MaxCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 1024;
    }

    public static MessagePackReadStatus Decode(ReadOnlySpan<byte> source, Span<T?> destination, int count, out int bytesConsumed, out int valuesWritten)
    {
        int from = 0;
        int to = 0;
        MessagePackReadStatus status = count < MinScanCount || !LengthScanDecoderVector128<NullableLane<TLane>, TScan>.IsSupported
            ? DecodeSingles(source, destination, count, ref from, ref to)
            : DecodeMany(source, destination, count, ref from, ref to);
        bytesConsumed = from;
        valuesWritten = to;
        return status;
    }

    /// <summary>Decodes <paramref name="count"/> tokens, or fewer if they are long, and what is left of a run of elements that are all present.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static MessagePackReadStatus DecodeMany(ReadOnlySpan<byte> source, Span<T?> destination, int count, ref int from, ref int to)
    {
        ReadOnlySpan<byte> some = source[..Math.Min(source.Length, count * BytesPerElement)];
        int end = Math.Min(destination.Length, count);
        int minRun = MinRun;
        int singles = StartSingles;
        bool isRun = false;
        var status = MessagePackReadStatus.Done;
        while ((isRun ? to < destination.Length && from < source.Length : to < end && from < some.Length) && status == MessagePackReadStatus.Done)
        {
            int taken;
            int consumed;
            if (isRun)
            {
                NullableRunDecoding.DecodeAnyRun(source[from..], destination[to..], out consumed, out taken);
                isRun = taken >= MinRun;
                minRun = isRun ? MinRun : RunGrowth * minRun;
            }
            else
            {
                Span<T?> room = destination[to..end];
                NullableTokenDecoding.Scan<T, TLane, TScan>(some[from..], room, out consumed, out taken);
                isRun = taken >= minRun && NullableSample.AreAllPresent<T>(room.Slice(taken - minRun, minRun));
            }

            from += consumed;
            to += taken;
            if (!isRun && to < destination.Length && from < source.Length)
            {
                // Few bytes, a nil behind a run, or a token that can't be decoded there.
                singles = ScalarBackoff.NextForeign(singles, consumed, MinScanLength);
                status = DecodeSingles(source, destination, singles, ref from, ref to);
            }
        }

        return status;
    }

    /// <summary>Decodes tokens one at a time.</summary>
    private static MessagePackReadStatus DecodeSingles(ReadOnlySpan<byte> source, Span<T?> destination, int count, ref int from, ref int to)
    {
        Span<T?> some = destination.Slice(to, Math.Min(count, destination.Length - to));
        NullableTokenDecoding.Decode<T, TLane, TReader>(source[from..], some, nint.MaxValue, out int length, out int taken);
        MessagePackReadStatus status =
            taken == 0 ? ScalarNullable.Decode(source[from..], some[..1], out length, out taken) : MessagePackReadStatus.Done;
        from += length;
        to += taken;
        return status;
    }
}
