using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
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
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeSparse(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        WindowTables tables = new(ref Classes, ref Offsets);
        Vector512<byte> stride = Vector512.Create((byte)Stride);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        Vector512<byte> entry = Vector512<byte>.Zero;
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - Window;
        nint lastTo = room - SparseCount;

        // Two windows a round, step by step in turn, since in each window a step waits for the one before (docs/algorithms/experiments.md says what that gave).
        // Whatever this loop can't finish is left to the loop below, which finds out which of the two windows is the reason.
        while (from <= lastFrom - Stride && to <= lastTo - SparseCount)
        {
            Bounds.Assert(from, Stride + Window, length);
            Bounds.Assert(to, 2 * SparseCount, room);
            Vector512<byte> windowA = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> windowB = Vector512.LoadUnsafe(ref source, (nuint)(from + Stride));
            Vector512<byte> j1A = tables.LookUp(windowA, out Vector512<byte> classesA, out Vector512<byte> signsA);
            Vector512<byte> j1B = tables.LookUp(windowB, out Vector512<byte> classesB, out Vector512<byte> signsB);
            Jumps.Double(j1A, j1B, out Jumps jumpsA, out Jumps jumpsB);
            Vector512<byte> exitA = (Unsafe.SizeOf<TLane>() == sizeof(long) ? jumpsA.J16 : Permute(jumpsA.J16, jumpsA.J16)) - stride;
            Vector512<byte> exitB = (Unsafe.SizeOf<TLane>() == sizeof(long) ? jumpsB.J16 : Permute(jumpsB.J16, jumpsB.J16)) - stride;
            Vector512<byte> entryB = Permute(exitA, entry);
            Vector512<byte> next = Permute(exitB, entryB);

            Vector512<byte> lowerA = entry;
            Vector512<byte> lowerB = entryB;
            Tokens(ref lowerA, jumpsA, ref lowerB, jumpsB);
            Vector512<byte> lowerClassA = Permute(classesA, lowerA);
            Vector512<byte> lowerClassB = Permute(classesB, lowerB);
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                Vector512<byte> valuesA = Values(windowA, signsA, lowerA, lowerClassA, tables.Offsets);
                Vector512<byte> valuesB = Values(windowB, signsB, lowerB, lowerClassB, tables.Offsets);
                if (LaneBits(AndOr(valuesA, lowerClassA, entryB) | AndOr(valuesB, lowerClassB, next)) != 0)
                {
                    break;
                }

                valuesA.StoreUnsafe(ref target, (nuint)(to * Unsafe.SizeOf<TLane>()));
                to += BitOperations.PopCount((lowerA - stride).AsInt16().ExtractMostSignificantBits());
                valuesB.StoreUnsafe(ref target, (nuint)(to * Unsafe.SizeOf<TLane>()));
                to += BitOperations.PopCount((lowerB - stride).AsInt16().ExtractMostSignificantBits());
            }
            else
            {
                Vector512<byte> upperA = Permute(Unsafe.SizeOf<TLane>() == sizeof(long) ? jumpsA.J8 : jumpsA.J16, lowerA);
                Vector512<byte> upperB = Permute(Unsafe.SizeOf<TLane>() == sizeof(long) ? jumpsB.J8 : jumpsB.J16, lowerB);
                Vector512<byte> upperClassA = Permute(classesA, upperA);
                Vector512<byte> upperClassB = Permute(classesB, upperB);
                Vector512<byte> lowerValuesA = Values(windowA, signsA, lowerA, lowerClassA, tables.Offsets);
                Vector512<byte> lowerValuesB = Values(windowB, signsB, lowerB, lowerClassB, tables.Offsets);
                Vector512<byte> upperValuesA = Values(windowA, signsA, upperA, upperClassA, tables.Offsets);
                Vector512<byte> upperValuesB = Values(windowB, signsB, upperB, upperClassB, tables.Offsets);
                Vector512<byte> badA = AndOr(upperValuesA, upperClassA, AndOr(lowerValuesA, lowerClassA, entryB));
                Vector512<byte> badB = AndOr(upperValuesB, upperClassB, AndOr(lowerValuesB, lowerClassB, next));
                if (LaneBits(badA | badB) != 0)
                {
                    break;
                }

                lowerValuesA.StoreUnsafe(ref target, (nuint)(to * Unsafe.SizeOf<TLane>()));
                upperValuesA.StoreUnsafe(ref target, (nuint)((to + Lanes) * Unsafe.SizeOf<TLane>()));
                to += CountInside(lowerA, upperA, stride);
                lowerValuesB.StoreUnsafe(ref target, (nuint)(to * Unsafe.SizeOf<TLane>()));
                upperValuesB.StoreUnsafe(ref target, (nuint)((to + Lanes) * Unsafe.SizeOf<TLane>()));
                to += CountInside(lowerB, upperB, stride);
            }

            entry = next;
            from += 2 * Stride;
        }

        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, Window, length);
            Bounds.Assert(to, SparseCount, room);
            Vector512<byte> window = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> j1 = tables.LookUp(window, out Vector512<byte> classes, out Vector512<byte> signs);

            Vector512<byte> j2 = Permute(j1, j1);
            Vector512<byte> j4 = Permute(j2, j2);
            Vector512<byte> j8 = Permute(j4, j4);
            Vector512<byte> j16 = Permute(j8, j8);
            Vector512<byte> exit = (Unsafe.SizeOf<TLane>() == sizeof(long) ? j16 : Permute(j16, j16)) - stride;
            Vector512<byte> next = Permute(exit, entry);

            Vector512<byte> lower = Tokens(entry, j1, j2, j4, j8, j16);
            Vector512<byte> lowerClass = Permute(classes, lower);
            Vector512<byte> lowerValues = Values(window, signs, lower, lowerClass, tables.Offsets);
            Vector512<byte> bad = AndOr(lowerValues, lowerClass, next);
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                if (LaneBits(bad) != 0)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref target, (nuint)(to * Unsafe.SizeOf<TLane>()));
                to += BitOperations.PopCount((lower - stride).AsInt16().ExtractMostSignificantBits());
            }
            else
            {
                Vector512<byte> upper = Permute(Unsafe.SizeOf<TLane>() == sizeof(long) ? j8 : j16, lower);
                Vector512<byte> upperClass = Permute(classes, upper);
                Vector512<byte> upperValues = Values(window, signs, upper, upperClass, tables.Offsets);
                bad = AndOr(upperValues, upperClass, bad);
                if (LaneBits(bad) != 0)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref target, (nuint)(to * Unsafe.SizeOf<TLane>()));
                upperValues.StoreUnsafe(ref target, (nuint)((to + Lanes) * Unsafe.SizeOf<TLane>()));
                to += CountInside(lower, upper, stride);
            }

            entry = next;
            from += Stride;
        }

        consumed = from + entry.ToScalar();
        return to;
    }
}
