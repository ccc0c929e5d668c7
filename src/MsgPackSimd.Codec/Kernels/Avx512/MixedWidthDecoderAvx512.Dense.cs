using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <content>The loop for windows of many tokens, with registers for as many tokens as can begin in a window.</content>
internal readonly partial struct MixedWidthDecoderAvx512<TLane, TSignedness>
{
    /// <summary>
    /// Decodes windows, however many tokens they hold, until there is a token that is not decoded here, or too few bytes or too little room are
    /// left for a whole window.
    /// </summary>
    /// <inheritdoc cref="DecodeSparse"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint DecodeDense(ref byte source, nint length, ref TLane destination, nint room, out nint consumed) =>
        DecodeDenseWindows(ref MemoryMarshal.GetReference(Positions), ref source, length, ref destination, room, out consumed);

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeDenseWindows(ref byte positionRow, ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        nint lastFrom = length - Window;
        nint lastTo = room - MaxTokens;
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
            Bounds.Assert(to, Unsafe.SizeOf<TLane>() == sizeof(long) ? 7 * Lanes : MaxTokens, room);
            // The next window (or once more the last), and its jumps step by step with the tokens of this one (docs/algorithms/decode.md says why).
            Vector512<byte> nextWindow = Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + Stride, lastFrom));
            Vector512<byte> nextEntry = Permute(Permute(j32, j32) - stride, entry);
            Vector512<byte> nextJ1 = tables.LookUp(nextWindow, out Vector512<byte> nextClasses, out Vector512<byte> nextSigns);
            Vector512<byte> tokens = Advance(entry, j1, odd1);
            Vector512<byte> nextJ2 = Permute(nextJ1, nextJ1);
            tokens = Advance(tokens, j2, odd2);
            Vector512<byte> nextJ4 = Permute(nextJ2, nextJ2);
            tokens = Advance(tokens, j4, odd4);
            Vector512<byte> nextJ8 = Permute(nextJ4, nextJ4);
            tokens = Lanes > 8 ? Advance(tokens, j8, odd8) : tokens;
            Vector512<byte> nextJ16 = Permute(nextJ8, nextJ8);
            tokens = Lanes > 16 ? Advance(tokens, j16, odd16) : tokens;
            Vector512<byte> nextJ32 = Permute(nextJ16, nextJ16);

            ref byte block = ref Unsafe.Add(ref target, to * Unsafe.SizeOf<TLane>());
            Vector512<byte> bad = Store(window, signs, tokens, classes, tables.Offsets, ref block);
            nint count;
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                Vector512<byte> tokens32 = Permute(j32, tokens);
                bad |= Store(window, signs, tokens32, classes, tables.Offsets, ref Unsafe.Add(ref block, Vector512<byte>.Count));
                count = CountInside(tokens, tokens32, stride);
            }
            else if (Unsafe.SizeOf<TLane>() == sizeof(int))
            {
                Vector512<byte> tokens16 = Permute(j16, tokens);
                Vector512<byte> tokens32 = Permute(j32, tokens);
                Vector512<byte> tokens48 = Permute(j32, tokens16);
                bad |= Store(window, signs, tokens16, classes, tables.Offsets, ref Unsafe.Add(ref block, Vector512<byte>.Count));
                bad |= Store(window, signs, tokens32, classes, tables.Offsets, ref Unsafe.Add(ref block, 2 * Vector512<byte>.Count));
                bad |= Store(window, signs, tokens48, classes, tables.Offsets, ref Unsafe.Add(ref block, 3 * Vector512<byte>.Count));
                count = CountInside(tokens, tokens16, tokens32, tokens48, stride);
            }
            else
            {
                // No more than 55 tokens of 64-bit elements begin in a window, so that seven registers hold them. Each is done with as early as possible: all of them
                // at once are more than there are registers for. To count them, a byte of each lane is taken from each.
                Vector512<byte> counted = Mix(0x0000_0000_0000_00ffUL, tokens, stride);
                Vector512<byte> tokens8 = Permute(j8, tokens);
                Vector512<byte> tokens16 = Permute(j16, tokens);
                Vector512<byte> tokens24 = Permute(j16, tokens8);
                bad |= Store(window, signs, tokens24, classes, tables.Offsets, ref Unsafe.Add(ref block, 3 * Vector512<byte>.Count));
                counted = Mix(0x0000_0000_ff00_0000UL, tokens24, counted);
                Vector512<byte> tokens32 = Permute(j32, tokens);
                bad |= Store(window, signs, tokens32, classes, tables.Offsets, ref Unsafe.Add(ref block, 4 * Vector512<byte>.Count));
                counted = Mix(0x0000_00ff_0000_0000UL, tokens32, counted);
                Vector512<byte> tokens40 = Permute(j32, tokens8);
                bad |= Store(window, signs, tokens8, classes, tables.Offsets, ref Unsafe.Add(ref block, Vector512<byte>.Count));
                counted = Mix(0x0000_0000_0000_ff00UL, tokens8, counted);
                bad |= Store(window, signs, tokens40, classes, tables.Offsets, ref Unsafe.Add(ref block, 5 * Vector512<byte>.Count));
                counted = Mix(0x0000_ff00_0000_0000UL, tokens40, counted);
                Vector512<byte> tokens48 = Permute(j32, tokens16);
                bad |= Store(window, signs, tokens16, classes, tables.Offsets, ref Unsafe.Add(ref block, 2 * Vector512<byte>.Count));
                counted = Mix(0x0000_0000_00ff_0000UL, tokens16, counted);
                bad |= Store(window, signs, tokens48, classes, tables.Offsets, ref Unsafe.Add(ref block, 6 * Vector512<byte>.Count));
                counted = Mix(0x00ff_0000_0000_0000UL, tokens48, counted);
                count = (nint)CountInside(counted, stride);
            }

            if (LaneBits(bad) != 0)
            {
                break;
            }

            to += count;
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

    /// <summary>Stores the values of the tokens at these positions.</summary>
    /// <returns>The top bit of a lane is set where the token is not decoded here, or its value does not fit.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Store(
        Vector512<byte> window,
        Vector512<byte> signs,
        Vector512<byte> tokens,
        Vector512<byte> classes,
        Vector512<byte> offsets,
        ref byte target)
    {
        Vector512<byte> tokenClasses = Permute(classes, tokens);
        Vector512<byte> values = Values(window, signs, tokens, tokenClasses, offsets);
        values.StoreUnsafe(ref target);
        return values & tokenClasses;
    }
}
