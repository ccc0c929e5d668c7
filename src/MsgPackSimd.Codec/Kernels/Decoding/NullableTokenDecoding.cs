using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Tokens some of which are nil, one or two at a time, up to the last byte.</summary>
internal static class NullableTokenDecoding
{
    /// <summary>
    /// Decodes tokens until the destination is full, none is left, a token is cut short or can't be decoded here, or <paramref name="streak"/> tokens in a row
    /// were all nil or all not nil.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="streak">How many tokens in a row, all nil or all not nil, end the loop.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    /// <returns>Whether <paramref name="streak"/> tokens in a row were all nil or all not nil.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Decode<T, TLane, TReader>(ReadOnlySpan<byte> source, Span<T?> destination, nint streak, out int consumed, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TReader : INullableTokenReader<TLane>
    {
        ref NullableLane<TLane> lanes = ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination));
        bool areAlike = NullableDecoder<TLane, TReader>.Decode(
            ref MemoryMarshal.GetReference(source), source.Length, ref lanes, destination.Length, streak, out nint from, out nint to);
        consumed = (int)from;
        written = (int)to;
        DecodeLast<T, TLane, TReader>(source, destination, ref consumed, ref written);
        return areAlike;
    }

    /// <summary>Decodes tokens two at a time by the length scan, and only those in the last few bytes one at a time. Needs a byte shuffle.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void DecodeByScan<T, TLane, TReader, TScan>(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TReader : INullableTokenReader<TLane>
        where TScan : ILengthScan<NullableLane<TLane>>
    {
        Scan<T, TLane, TScan>(source, destination, out consumed, out written);
        if (written < destination.Length && source.Length - consumed < LengthScanDecoderVector128<NullableLane<TLane>, TScan>.Reach)
        {
            Decode<T, TLane, TReader>(source[consumed..], destination[written..], nint.MaxValue, out int restLength, out int restCount);
            consumed += restLength;
            written += restCount;
        }
    }

    /// <summary>Decodes tokens two at a time by the length scan, but not the last few bytes. Needs a byte shuffle.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Scan<T, TLane, TScan>(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TScan : ILengthScan<NullableLane<TLane>>
    {
        written = (int)LengthScanDecoderVector128<NullableLane<TLane>, TScan>.Decode(
            ref MemoryMarshal.GetReference(source),
            source.Length,
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination)),
            destination.Length,
            destination.Length,
            out nint length);
        consumed = (int)length;
    }

    /// <summary>Decodes the last bytes, if fewer are left than are otherwise read for a token. No byte behind them is read.</summary>
    /// <param name="source">All tokens.</param>
    /// <param name="destination">Where all elements go.</param>
    /// <param name="consumed">The length of the tokens that were decoded before; receives the length of all.</param>
    /// <param name="written">How many elements were stored before; receives how many in all, the same number if the last token is cut short.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void DecodeLast<T, TLane, TReader>(ReadOnlySpan<byte> source, Span<T?> destination, ref int consumed, ref int written)
        where T : unmanaged
        where TLane : unmanaged
        where TReader : INullableTokenReader<TLane>
    {
        int left = source.Length - consumed;
        if (left >= TReader.Reach || left == 0)
        {
            return;
        }

        // Often they are nil, of which as many as that fit there.
        while (left > 0 && written < destination.Length && source[consumed] == MessagePackFirstByte.Nil)
        {
            destination[written++] = null;
            consumed++;
            left--;
        }

        if (left > 0 && written < destination.Length)
        {
            ref NullableLane<TLane> lanes = ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination));
            written += (int)DecodePadded<TLane, TReader>(source[consumed..], ref Unsafe.Add(ref lanes, written), destination.Length - written, out nint last);
            consumed += (int)last;
        }
    }

    /// <summary>Decodes from a copy with zeros behind it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint DecodePadded<TLane, TReader>(ReadOnlySpan<byte> source, ref NullableLane<TLane> destination, nint room, out nint consumed)
        where TLane : unmanaged
        where TReader : INullableTokenReader<TLane>
    {
        // The tokens, fewer bytes than are read for one, and zeros up to where a token that begins with the last of these bytes is read.
        Debug.Assert(source.Length < TReader.Reach && 2 * TReader.Reach <= 32);
        Span<byte> padded = stackalloc byte[32];
        padded.Clear();
        source.CopyTo(padded);
        NullableDecoder<TLane, TReader>.Decode(
            ref MemoryMarshal.GetReference(padded), source.Length + TReader.Reach - 1, ref destination, room, nint.MaxValue, out consumed, out nint written);
        if (consumed > source.Length)
        {
            consumed = 0;
            return 0;
        }

        return written;
    }
}
