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
        Vector512<byte> entry = Vector512<byte>.Zero;
        nint from = 0;
        nint to = 0;
        Vector512<byte> positions = Vector512.LoadUnsafe(ref positionRow);
        Vector512<byte> odd1 = LanesWith(positions, 1);
        Vector512<byte> odd2 = LanesWith(positions, 2);
        Vector512<byte> odd4 = LanesWith(positions, 4);
        Vector512<byte> odd8 = LanesWith(positions, 8);
        Vector512<byte> odd16 = LanesWith(positions, 16);
        Vector512<byte> window = Vector512.LoadUnsafe(ref source);
        Vector512<byte> j1 = tables.LookUp(window, out Vector512<byte> classes, out Vector512<byte> signs);
        Double(j1, out Vector512<byte> j2, out Vector512<byte> j4, out Vector512<byte> j8, out Vector512<byte> j16, out Vector512<byte> j32);
        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, Window, length);
            Bounds.Assert(to, SparseCount, room);
            // The next window (or once more the last), and its jumps step by step with the tokens of this one (docs/algorithms/decode.md says why).
            Vector512<byte> nextWindow = Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + Stride, lastFrom));
            Vector512<byte> nextEntry = Permute((Lanes > 8 ? j32 : j16) - stride, entry);
            Vector512<byte> nextJ1 = tables.LookUp(nextWindow, out Vector512<byte> nextClasses, out Vector512<byte> nextSigns);
            Vector512<byte> lower = Advance(entry, j1, odd1);
            Vector512<byte> nextJ2 = Permute(nextJ1, nextJ1);
            lower = Advance(lower, j2, odd2);
            Vector512<byte> nextJ4 = Permute(nextJ2, nextJ2);
            lower = Advance(lower, j4, odd4);
            Vector512<byte> nextJ8 = Permute(nextJ4, nextJ4);
            lower = Lanes > 8 ? Advance(lower, j8, odd8) : lower;
            Vector512<byte> nextJ16 = Permute(nextJ8, nextJ8);
            lower = Lanes > 16 ? Advance(lower, j16, odd16) : lower;
            Vector512<byte> nextJ32 = Permute(nextJ16, nextJ16);

            ref byte block = ref Unsafe.Add(ref target, to * Unsafe.SizeOf<TLane>());
            Vector512<byte> lowerClass = Permute(classes, lower);
            Vector512<byte> lowerValues = Values(window, signs, lower, lowerClass, tables.Offsets);
            Vector512<byte> bad = AndOr(lowerValues, lowerClass, nextEntry);
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                if (LaneBits(bad) != 0)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref block);
                to += BitOperations.PopCount((lower - stride).AsInt16().ExtractMostSignificantBits());
            }
            else
            {
                Vector512<byte> upper = Permute(Lanes > 8 ? j16 : j8, lower);
                Vector512<byte> upperClass = Permute(classes, upper);
                Vector512<byte> upperValues = Values(window, signs, upper, upperClass, tables.Offsets);
                bad = AndOr(upperValues, upperClass, bad);
                if (LaneBits(bad) != 0)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref block);
                upperValues.StoreUnsafe(ref Unsafe.Add(ref block, Vector512<byte>.Count));
                to += CountInside(lower, upper, stride);
            }

            entry = nextEntry;
            from += Stride;
            window = nextWindow;
            classes = nextClasses;
            signs = nextSigns;
            (j1, j2, j4, j8, j16, j32) = (nextJ1, nextJ2, nextJ4, nextJ8, nextJ16, nextJ32);
        }

        consumed = from + entry.ToScalar();
        return to;
    }
}
