using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
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
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeDense(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        WindowTables tables = new(ref Classes, ref Offsets);
        Vector512<byte> stride = Vector512.Create((byte)Stride);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        Vector512<byte> entry = Vector512<byte>.Zero;
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - Window;
        nint lastTo = room - MaxTokens;

        // Two windows a round here too. No more than 55 tokens of 64-bit elements begin in a window, so that seven registers hold them.
        while (from <= lastFrom - Stride && to <= lastTo - MaxTokens)
        {
            Bounds.Assert(from, Stride + Window, length);
            Bounds.Assert(to, 2 * MaxTokens, room);
            Vector512<byte> windowA = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> windowB = Vector512.LoadUnsafe(ref source, (nuint)(from + Stride));
            Vector512<byte> j1A = tables.LookUp(windowA, out Vector512<byte> classesA, out Vector512<byte> signsA);
            Vector512<byte> j1B = tables.LookUp(windowB, out Vector512<byte> classesB, out Vector512<byte> signsB);
            Jumps.Double(j1A, j1B, out Jumps jumpsA, out Jumps jumpsB);
            Vector512<byte> j32A = Permute(jumpsA.J16, jumpsA.J16);
            Vector512<byte> j32B = Permute(jumpsB.J16, jumpsB.J16);
            Vector512<byte> exitA = Permute(j32A, j32A) - stride;
            Vector512<byte> exitB = Permute(j32B, j32B) - stride;
            Vector512<byte> tokensA = entry;
            Vector512<byte> tokensB = Permute(exitA, entry);
            Vector512<byte> next = Permute(exitB, tokensB);
            Tokens(ref tokensA, jumpsA, ref tokensB, jumpsB);

            ref byte blockA = ref Unsafe.Add(ref target, to * Unsafe.SizeOf<TLane>());
            Vector512<byte> bad;
            nint count;
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                Vector512<byte> tokens32A = Permute(j32A, tokensA);
                Vector512<byte> tokens32B = Permute(j32B, tokensB);
                nint countA = CountInside(tokensA, tokens32A, stride);
                ref byte blockB = ref Unsafe.Add(ref blockA, countA * Unsafe.SizeOf<TLane>());
                count = countA + CountInside(tokensB, tokens32B, stride);
                Vector512<byte> badA = Store(windowA, signsA, tokensA, classesA, tables.Offsets, ref blockA);
                badA |= Store(windowA, signsA, tokens32A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, Vector512<byte>.Count));
                bad = Store(windowB, signsB, tokensB, classesB, tables.Offsets, ref blockB);
                bad |= badA | Store(windowB, signsB, tokens32B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, Vector512<byte>.Count));
            }
            else if (Unsafe.SizeOf<TLane>() == sizeof(int))
            {
                Vector512<byte> tokens16A = Permute(jumpsA.J16, tokensA);
                Vector512<byte> tokens16B = Permute(jumpsB.J16, tokensB);
                Vector512<byte> tokens32A = Permute(j32A, tokensA);
                Vector512<byte> tokens32B = Permute(j32B, tokensB);
                Vector512<byte> tokens48A = Permute(j32A, tokens16A);
                Vector512<byte> tokens48B = Permute(j32B, tokens16B);
                nint countA = CountInside(tokensA, tokens16A, tokens32A, tokens48A, stride);
                ref byte blockB = ref Unsafe.Add(ref blockA, countA * Unsafe.SizeOf<TLane>());
                count = countA + CountInside(tokensB, tokens16B, tokens32B, tokens48B, stride);
                Vector512<byte> badA = Store(windowA, signsA, tokensA, classesA, tables.Offsets, ref blockA);
                badA |= Store(windowA, signsA, tokens16A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, Vector512<byte>.Count));
                badA |= Store(windowA, signsA, tokens32A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, 2 * Vector512<byte>.Count));
                badA |= Store(windowA, signsA, tokens48A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, 3 * Vector512<byte>.Count));
                bad = Store(windowB, signsB, tokensB, classesB, tables.Offsets, ref blockB);
                bad |= Store(windowB, signsB, tokens16B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, Vector512<byte>.Count));
                bad |= Store(windowB, signsB, tokens32B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, 2 * Vector512<byte>.Count));
                bad |= badA | Store(windowB, signsB, tokens48B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, 3 * Vector512<byte>.Count));
            }
            else
            {
                Vector512<byte> tokens8A = Permute(jumpsA.J8, tokensA);
                Vector512<byte> tokens8B = Permute(jumpsB.J8, tokensB);
                Vector512<byte> tokens16A = Permute(jumpsA.J16, tokensA);
                Vector512<byte> tokens16B = Permute(jumpsB.J16, tokensB);
                Vector512<byte> tokens24A = Permute(jumpsA.J16, tokens8A);
                Vector512<byte> tokens24B = Permute(jumpsB.J16, tokens8B);
                Vector512<byte> tokens32A = Permute(j32A, tokensA);
                Vector512<byte> tokens32B = Permute(j32B, tokensB);
                Vector512<byte> tokens40A = Permute(j32A, tokens8A);
                Vector512<byte> tokens40B = Permute(j32B, tokens8B);
                Vector512<byte> tokens48A = Permute(j32A, tokens16A);
                Vector512<byte> tokens48B = Permute(j32B, tokens16B);
                nint countA = CountInside(tokensA, tokens8A, tokens16A, tokens24A, tokens32A, tokens40A, tokens48A, stride);
                ref byte blockB = ref Unsafe.Add(ref blockA, countA * Unsafe.SizeOf<TLane>());
                count = countA + CountInside(tokensB, tokens8B, tokens16B, tokens24B, tokens32B, tokens40B, tokens48B, stride);
                Vector512<byte> badA = Store(windowA, signsA, tokensA, classesA, tables.Offsets, ref blockA);
                badA |= Store(windowA, signsA, tokens8A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, Vector512<byte>.Count));
                badA |= Store(windowA, signsA, tokens16A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, 2 * Vector512<byte>.Count));
                badA |= Store(windowA, signsA, tokens24A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, 3 * Vector512<byte>.Count));
                badA |= Store(windowA, signsA, tokens32A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, 4 * Vector512<byte>.Count));
                badA |= Store(windowA, signsA, tokens40A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, 5 * Vector512<byte>.Count));
                badA |= Store(windowA, signsA, tokens48A, classesA, tables.Offsets, ref Unsafe.Add(ref blockA, 6 * Vector512<byte>.Count));
                bad = Store(windowB, signsB, tokensB, classesB, tables.Offsets, ref blockB);
                bad |= Store(windowB, signsB, tokens8B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, Vector512<byte>.Count));
                bad |= Store(windowB, signsB, tokens16B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, 2 * Vector512<byte>.Count));
                bad |= Store(windowB, signsB, tokens24B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, 3 * Vector512<byte>.Count));
                bad |= Store(windowB, signsB, tokens32B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, 4 * Vector512<byte>.Count));
                bad |= Store(windowB, signsB, tokens40B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, 5 * Vector512<byte>.Count));
                bad |= badA | Store(windowB, signsB, tokens48B, classesB, tables.Offsets, ref Unsafe.Add(ref blockB, 6 * Vector512<byte>.Count));
            }

            if (LaneBits(bad) != 0)
            {
                break;
            }

            to += count;
            entry = next;
            from += 2 * Stride;
        }

        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, Window, length);
            Bounds.Assert(to, Unsafe.SizeOf<TLane>() == sizeof(long) ? 7 * Lanes : MaxTokens, room);
            Vector512<byte> window = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> j1 = tables.LookUp(window, out Vector512<byte> classes, out Vector512<byte> signs);

            Vector512<byte> j2 = Permute(j1, j1);
            Vector512<byte> j4 = Permute(j2, j2);
            Vector512<byte> j8 = Permute(j4, j4);
            Vector512<byte> j16 = Permute(j8, j8);
            Vector512<byte> j32 = Permute(j16, j16);
            Vector512<byte> next = Permute(Permute(j32, j32) - stride, entry);

            ref byte block = ref Unsafe.Add(ref target, to * Unsafe.SizeOf<TLane>());
            Vector512<byte> tokens = Tokens(entry, j1, j2, j4, j8, j16);
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
                bad |= Store(window, signs, tokens16, classes, tables.Offsets, ref Unsafe.Add(ref block, Vector512<byte>.Count));
                Vector512<byte> tokens32 = Permute(j32, tokens);
                bad |= Store(window, signs, tokens32, classes, tables.Offsets, ref Unsafe.Add(ref block, 2 * Vector512<byte>.Count));
                Vector512<byte> tokens48 = Permute(j32, tokens16);
                bad |= Store(window, signs, tokens48, classes, tables.Offsets, ref Unsafe.Add(ref block, 3 * Vector512<byte>.Count));

                count = CountInside(tokens, tokens16, tokens32, tokens48, stride);
            }
            else
            {
                Vector512<byte> tokens8 = Permute(j8, tokens);
                Vector512<byte> tokens16 = Permute(j16, tokens);
                Vector512<byte> tokens24 = Permute(j16, tokens8);
                Vector512<byte> tokens32 = Permute(j32, tokens);
                Vector512<byte> tokens40 = Permute(j32, tokens8);
                Vector512<byte> tokens48 = Permute(j32, tokens16);
                bad |= Store(window, signs, tokens8, classes, tables.Offsets, ref Unsafe.Add(ref block, Vector512<byte>.Count));
                bad |= Store(window, signs, tokens16, classes, tables.Offsets, ref Unsafe.Add(ref block, 2 * Vector512<byte>.Count));
                bad |= Store(window, signs, tokens24, classes, tables.Offsets, ref Unsafe.Add(ref block, 3 * Vector512<byte>.Count));
                bad |= Store(window, signs, tokens32, classes, tables.Offsets, ref Unsafe.Add(ref block, 4 * Vector512<byte>.Count));
                bad |= Store(window, signs, tokens40, classes, tables.Offsets, ref Unsafe.Add(ref block, 5 * Vector512<byte>.Count));
                bad |= Store(window, signs, tokens48, classes, tables.Offsets, ref Unsafe.Add(ref block, 6 * Vector512<byte>.Count));
                count = CountInside(tokens, tokens8, tokens16, tokens24, tokens32, tokens40, tokens48, stride);
            }

            if (LaneBits(bad) != 0)
            {
                break;
            }

            to += count;
            entry = next;
            from += Stride;
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
