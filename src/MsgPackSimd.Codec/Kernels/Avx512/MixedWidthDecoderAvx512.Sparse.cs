using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <content>The loop for windows of few tokens: two registers of them, of 16-bit elements one.</content>
internal readonly partial struct MixedWidthDecoderAvx512<TLane, TSignedness>
{
    /// <summary>
    /// Decodes windows that hold at most <see cref="SparseCount"/> tokens, until a window holds more, or has a token that is not decoded here, or
    /// until too few bytes or too little room are left for a whole window.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint DecodeSparse(ref byte source, nint length, ref TLane destination, nint room, out nint consumed) =>
        DecodeSparseWindows(ref MemoryMarshal.GetReference(Positions), ref source, length, ref destination, room, out consumed);

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeSparseWindows(ref byte positionRow, ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        nint lastFrom = length - Window;
        nint lastTo = room - SparseCount;
        if (lastFrom < 0)
        {
            consumed = 0;
            return 0;
        }

        WindowTables tables = new(ref Classes, ref Offsets);
        Vector512<byte> stride = Vector512.Create((byte)Stride);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint from = 0;
        nint to = 0;
        Vector512<byte> positions = Vector512.LoadUnsafe(ref positionRow);
        Vector512<byte> odd1 = LanesWith(positions, 1);
        Vector512<byte> odd2 = LanesWith(positions, 2);
        Vector512<byte> odd4 = LanesWith(positions, 4);
        Vector512<byte> odd8 = LanesWith(positions, 8);
        Vector512<byte> odd16 = LanesWith(positions, 16);

        // Four windows at a time (docs/algorithms/decode.md says why). When a round begins, the tokens of this one are known, the jumps of the next, and what
        // the second says of its bytes. Each gets a step further, and the third is looked up. Past the last window, it stands for all those that are not there.
        nint position = 0;
        Vector512<byte> nextJ1 = tables.LookUp(Vector512.LoadUnsafe(ref source), out Vector512<byte> classes);
        Double(
            nextJ1, out Vector512<byte> nextJ2, out Vector512<byte> nextJ4,
            out Vector512<byte> nextJ8, out Vector512<byte> nextJ16, out Vector512<byte> nextJ32);
        Vector512<byte> tokens = Tokens(Vector512<byte>.Zero, nextJ1, nextJ2, nextJ4, nextJ8, nextJ16);
        Vector512<byte> jump = Lanes > 8 ? nextJ16 : nextJ8;
        Vector512<byte> nextEntry = Permute((Lanes > 8 ? nextJ32 : nextJ16) - stride, Vector512<byte>.Zero);
        nextJ1 = tables.LookUp(Vector512.LoadUnsafe(ref source, (nuint)Math.Min(Stride, lastFrom)), out Vector512<byte> nextClasses);
        Double(nextJ1, out nextJ2, out nextJ4, out nextJ8, out nextJ16, out nextJ32);
        Vector512<byte> secondJ1 = tables.LookUp(Vector512.LoadUnsafe(ref source, (nuint)Math.Min(2 * Stride, lastFrom)), out Vector512<byte> secondClasses);
        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, Window, length);
            Bounds.Assert(to, SparseCount, room);
            Vector512<byte> thirdJ1 = tables.LookUp(
                Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + (3 * Stride), lastFrom)), out Vector512<byte> thirdClasses);
            Double(
                secondJ1,
                out Vector512<byte> secondJ2,
                out Vector512<byte> secondJ4,
                out Vector512<byte> secondJ8,
                out Vector512<byte> secondJ16,
                out Vector512<byte> secondJ32);
            nint nextPosition = nextEntry.ToScalar();
            Vector512<byte> nextTokens = Advance(nextEntry, nextJ1, odd1);
            Vector512<byte> secondEntry = Permute((Lanes > 8 ? nextJ32 : nextJ16) - stride, nextEntry);
            nextTokens = Advance(nextTokens, nextJ2, odd2);
            nextTokens = Advance(nextTokens, nextJ4, odd4);
            nextTokens = Lanes > 8 ? Advance(nextTokens, nextJ8, odd8) : nextTokens;
            nextTokens = Lanes > 16 ? Advance(nextTokens, nextJ16, odd16) : nextTokens;

            Vector512<byte> window = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> signs = WindowTables.Signs(window);

            ref byte block = ref Unsafe.Add(ref target, to * Unsafe.SizeOf<TLane>());
            Vector512<byte> lowerClass = Permute(classes, tokens);
            Vector512<byte> lowerValues = Values(window, signs, tokens, lowerClass, tables.Offsets);
            Vector512<byte> bad = AndOr(lowerValues, lowerClass, nextEntry);
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                if (LaneBits(bad) != 0)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref block);
                to += BitOperations.PopCount((tokens - stride).AsInt16().ExtractMostSignificantBits());
            }
            else
            {
                Vector512<byte> upper = Permute(jump, tokens);
                Vector512<byte> upperClass = Permute(classes, upper);
                Vector512<byte> upperValues = Values(window, signs, upper, upperClass, tables.Offsets);
                bad = AndOr(upperValues, upperClass, bad);
                if (LaneBits(bad) != 0)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref block);
                upperValues.StoreUnsafe(ref Unsafe.Add(ref block, Vector512<byte>.Count));
                to += CountInside(tokens, upper, stride);
            }

            from += Stride;
            tokens = nextTokens;
            classes = nextClasses;
            jump = Lanes > 8 ? nextJ16 : nextJ8;
            position = nextPosition;
            nextEntry = secondEntry;
            nextClasses = secondClasses;
            (nextJ1, nextJ2, nextJ4, nextJ8, nextJ16, nextJ32) = (secondJ1, secondJ2, secondJ4, secondJ8, secondJ16, secondJ32);
            secondJ1 = thirdJ1;
            secondClasses = thirdClasses;
        }

        consumed = from + position;
        return to;
    }
}
