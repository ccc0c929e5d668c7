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
        Vector512<byte> jump8 = nextJ8;
        Vector512<byte> jump16 = nextJ16;
        Vector512<byte> jump32 = nextJ32;
        Vector512<byte> nextEntry = Permute(Permute(nextJ32, nextJ32) - stride, Vector512<byte>.Zero);
        nextJ1 = tables.LookUp(Vector512.LoadUnsafe(ref source, (nuint)Math.Min(Stride, lastFrom)), out Vector512<byte> nextClasses);
        Double(nextJ1, out nextJ2, out nextJ4, out nextJ8, out nextJ16, out nextJ32);
        Vector512<byte> secondJ1 = tables.LookUp(Vector512.LoadUnsafe(ref source, (nuint)Math.Min(2 * Stride, lastFrom)), out Vector512<byte> secondClasses);
        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, Window, length);
            Bounds.Assert(to, Unsafe.SizeOf<TLane>() == sizeof(long) ? 7 * Lanes : MaxTokens, room);
            Vector512<byte> thirdJ1 = tables.LookUp(
                Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + (3 * Stride), lastFrom)), out Vector512<byte> thirdClasses);

            // 64-bit elements, for which there are not enough registers, leave this to the end.
            Vector512<byte> secondJ2 = secondJ1;
            Vector512<byte> secondJ4 = secondJ1;
            Vector512<byte> secondJ8 = secondJ1;
            Vector512<byte> secondJ16 = secondJ1;
            Vector512<byte> secondJ32 = secondJ1;
            if (Unsafe.SizeOf<TLane>() < sizeof(long))
            {
                Double(secondJ1, out secondJ2, out secondJ4, out secondJ8, out secondJ16, out secondJ32);
            }

            nint nextPosition = nextEntry.ToScalar();
            Vector512<byte> nextTokens = Advance(nextEntry, nextJ1, odd1);
            Vector512<byte> secondEntry = Permute(Permute(nextJ32, nextJ32) - stride, nextEntry);
            nextTokens = Advance(nextTokens, nextJ2, odd2);
            nextTokens = Advance(nextTokens, nextJ4, odd4);
            nextTokens = Lanes > 8 ? Advance(nextTokens, nextJ8, odd8) : nextTokens;
            nextTokens = Lanes > 16 ? Advance(nextTokens, nextJ16, odd16) : nextTokens;

            Vector512<byte> window = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> signs = WindowTables.Signs(window);

            ref byte block = ref Unsafe.Add(ref target, to * Unsafe.SizeOf<TLane>());
            Vector512<byte> bad = Store(window, signs, tokens, classes, tables.Offsets, ref block);
            nint count;
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                Vector512<byte> tokens32 = Permute(jump32, tokens);
                bad |= Store(window, signs, tokens32, classes, tables.Offsets, ref Unsafe.Add(ref block, Vector512<byte>.Count));
                count = CountInside(tokens, tokens32, stride);
            }
            else if (Unsafe.SizeOf<TLane>() == sizeof(int))
            {
                Vector512<byte> tokens16 = Permute(jump16, tokens);
                Vector512<byte> tokens32 = Permute(jump32, tokens);
                Vector512<byte> tokens48 = Permute(jump32, tokens16);
                bad |= Store(window, signs, tokens16, classes, tables.Offsets, ref Unsafe.Add(ref block, Vector512<byte>.Count));
                bad |= Store(window, signs, tokens32, classes, tables.Offsets, ref Unsafe.Add(ref block, 2 * Vector512<byte>.Count));
                bad |= Store(window, signs, tokens48, classes, tables.Offsets, ref Unsafe.Add(ref block, 3 * Vector512<byte>.Count));
                count = CountInside(tokens, tokens16, tokens32, tokens48, stride);
            }
            else
            {
                // No more than 55 tokens of 64-bit elements begin in a window, so that seven registers hold them. Each is done with as early as possible: all
                // of them at once are more than there are registers for. To count them, a byte of each lane is taken from each.
                Vector512<byte> counted = Mix(0x0000_0000_0000_00ffUL, tokens, stride);
                Vector512<byte> tokens8 = Permute(jump8, tokens);
                Vector512<byte> tokens16 = Permute(jump16, tokens);
                Vector512<byte> tokens24 = Permute(jump16, tokens8);
                bad |= Store(window, signs, tokens24, classes, tables.Offsets, ref Unsafe.Add(ref block, 3 * Vector512<byte>.Count));
                counted = Mix(0x0000_0000_ff00_0000UL, tokens24, counted);
                Vector512<byte> tokens32 = Permute(jump32, tokens);
                bad |= Store(window, signs, tokens32, classes, tables.Offsets, ref Unsafe.Add(ref block, 4 * Vector512<byte>.Count));
                counted = Mix(0x0000_00ff_0000_0000UL, tokens32, counted);
                Vector512<byte> tokens40 = Permute(jump32, tokens8);
                bad |= Store(window, signs, tokens8, classes, tables.Offsets, ref Unsafe.Add(ref block, Vector512<byte>.Count));
                counted = Mix(0x0000_0000_0000_ff00UL, tokens8, counted);
                bad |= Store(window, signs, tokens40, classes, tables.Offsets, ref Unsafe.Add(ref block, 5 * Vector512<byte>.Count));
                counted = Mix(0x0000_ff00_0000_0000UL, tokens40, counted);
                Vector512<byte> tokens48 = Permute(jump32, tokens16);
                bad |= Store(window, signs, tokens16, classes, tables.Offsets, ref Unsafe.Add(ref block, 2 * Vector512<byte>.Count));
                counted = Mix(0x0000_0000_00ff_0000UL, tokens16, counted);
                bad |= Store(window, signs, tokens48, classes, tables.Offsets, ref Unsafe.Add(ref block, 6 * Vector512<byte>.Count));
                counted = Mix(0x00ff_0000_0000_0000UL, tokens48, counted);
                count = (nint)CountInside(counted, stride);

                // This late, because these vectors would not all find a register beside those above.
                Double(secondJ1, out secondJ2, out secondJ4, out secondJ8, out secondJ16, out secondJ32);
            }

            if (LaneBits(bad) != 0)
            {
                break;
            }

            to += count;
            from += Stride;
            tokens = nextTokens;
            classes = nextClasses;
            (jump8, jump16, jump32) = (nextJ8, nextJ16, nextJ32);
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
