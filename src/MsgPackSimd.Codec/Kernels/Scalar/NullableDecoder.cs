using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Tokens some of which are nil, one at a time and without a branch on whether a token is nil. The limit is the path from one token to the next: first byte,
/// length, address.
/// </summary>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
/// <typeparam name="TReader">How a token is read.</typeparam>
internal static class NullableDecoder<TLane, TReader>
    where TLane : unmanaged
    where TReader : INullableTokenReader<TLane>
{
    /// <summary>
    /// Decodes tokens until the destination is full, there are too few bytes, a token can't be decoded here, or <paramref name="streak"/> tokens in a row were
    /// all nil or all not nil.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="streak">How many tokens in a row, all nil or all not nil, end the loop.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    /// <returns>Whether <paramref name="streak"/> tokens in a row were all nil or all not nil.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static bool Decode(
        ref byte source, nint length, ref NullableLane<TLane> destination, nint room, nint streak, out nint consumed, out nint written)
    {
        consumed = 0;
        written = 0;
        if (length < TReader.Reach)
        {
            return false;
        }

        // References, not offsets: with two registers fewer in use, nothing that the next token waits for goes through memory.
        ref byte token = ref source;
        ref byte last = ref Unsafe.Add(ref source, length - TReader.Reach);
        ref NullableLane<TLane> element = ref destination;
        ref NullableLane<TLane> end = ref Unsafe.Add(ref destination, room);
        nint same = 0;
        long previous = 0;
        while (Unsafe.IsAddressLessThan(ref element, ref end) && !Unsafe.IsAddressGreaterThan(ref token, ref last) && same < streak)
        {
            Bounds.Assert(Unsafe.ByteOffset(ref source, ref token), TReader.Reach, length);
            if (!TReader.TryRead(ref token, out TLane value, out long presence, out nint tokenLength))
            {
                break;
            }

            token = ref Unsafe.Add(ref token, tokenLength);
            element.HasValue = (byte)(presence & 1);
            element.Value = value;
            element = ref Unsafe.Add(ref element, 1);
            same = (same & (nint)~(presence ^ previous)) + 1;
            previous = presence;
        }

        consumed = Unsafe.ByteOffset(ref source, ref token);
        written = Unsafe.ByteOffset(ref destination, ref element) / Unsafe.SizeOf<NullableLane<TLane>>();
        Bounds.Assert(0, consumed, length);
        Bounds.Assert(0, written, room);
        return same == streak;
    }
}
