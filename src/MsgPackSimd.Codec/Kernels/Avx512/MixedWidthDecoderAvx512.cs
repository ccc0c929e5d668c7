using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers whose tokens are of mixed widths, up to a whole window of 64 bytes at a time (AVX-512 VBMI). What a token's first byte says is looked
/// up for every byte of the window, as if a token began at each; where they really begin follows by pointer doubling.
/// </summary>
/// <remarks>
/// <code>
///   window     05 cd 12 34 ff d0 81 …       position  0  1  2  3  4  5  6
///   J1          1  4  3  4  5  7  7 …       where the next token begins, if one begins here
///   J2          4  5  4  5  7  8  8 …       J1[J1]: where the one after the next begins; J4 = J2[J2], …, J32
///   E           0  0  0  0  0  0  0 …       where the first token begins, in every byte
///   T           0  1  4  5 …                lane k: where token k begins. J1 moves on each odd lane, J2 each second pair of lanes, …
/// </code>
/// The stride from window to window is fixed, and positions past it point to themselves: all that a window tells the next is at what position
/// the first token begins, J32[E] less the stride. That one permute is all that waits for the window before; the rest overlaps. (Moving on by what
/// was consumed instead costs the latency of all the steps for each window.) For each token, the class that was looked up for its first byte names
/// a row of offsets, which added to the token's position say where each byte of the value comes from: the window, which reverses it; the window's
/// sign bits, which extends it; or a zero. The loops take two windows a round, A and B, and the last one by itself.
/// <c>docs/algorithms/decode.md</c> draws it.
/// </remarks>
internal readonly struct MixedWidthDecoderAvx512<TLane, TSignedness> : IMixedWidthDecoder<TLane>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>How many bytes a window has.</summary>
    private const int Window = 64;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.IsSupported && Unsafe.SizeOf<TLane>() > sizeof(sbyte);
    }

    public static int MinLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Window;
    }

    public static int MinRoom
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Window;
    }

    public static int SparseDensity
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 16 * SparseCount * 3 / 4 / Stride;
    }

    /// <summary>
    /// Gets how many bytes lie between the beginnings of two windows: the longest token that begins before it ends within the window, and so does
    /// the position behind it.
    /// </summary>
    private static int Stride
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Window - 1 - Unsafe.SizeOf<TLane>();
    }

    /// <summary>Gets how many elements a register holds.</summary>
    private static int Lanes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Window / Unsafe.SizeOf<TLane>();
    }

    /// <summary>Gets how many tokens <see cref="DecodeSparse"/> expects in a window at the most.</summary>
    private static int SparseCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(short) ? Lanes : 2 * Lanes;
    }

    private static ref byte Classes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => TSignedness.IsSigned ? MixedWidthTable.Int16Classes : MixedWidthTable.UInt16Classes,
            sizeof(int) => TSignedness.IsSigned ? MixedWidthTable.Int32Classes : MixedWidthTable.UInt32Classes,
            _ => TSignedness.IsSigned ? MixedWidthTable.Int64Classes : MixedWidthTable.UInt64Classes,
        });
    }

    private static ref byte Offsets
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => MixedWidthTable.Offsets16,
            sizeof(int) => MixedWidthTable.Offsets32,
            _ => MixedWidthTable.Offsets64,
        });
    }

    private static Vector512<byte> OddWords
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0xffff_0000).AsByte();
    }

    private static Vector512<byte> OddDwords
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0xffff_ffff_0000_0000UL).AsByte();
    }

    private static Vector512<byte> OddQwords
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0, ulong.MaxValue, 0, ulong.MaxValue, 0, ulong.MaxValue, 0, ulong.MaxValue).AsByte();
    }

    private static Vector512<byte> OddQuarters
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0, 0, ulong.MaxValue, ulong.MaxValue, 0, 0, ulong.MaxValue, ulong.MaxValue).AsByte();
    }

    private static Vector512<byte> UpperHalf
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0, 0, 0, 0, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue).AsByte();
    }

    /// <summary>
    /// Decodes windows that hold no more tokens than <see cref="SparseCount"/>, until a window does, or there is a token in it that is not decoded
    /// here, or too few bytes or too little room are left for a whole one.
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
        Rows rows = new(ref Classes, ref Offsets);
        Vector512<byte> stride = Vector512.Create((byte)Stride);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        Vector512<byte> entry = Vector512<byte>.Zero;
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - Window;
        nint lastTo = room - SparseCount;

        // Two windows a round, step by step in turn, since in each window a step waits for the one before (decode.md has what that gave). Whatever this loop
        // can't finish is left to the one below, which finds out which window it is.
        while (from <= lastFrom - Stride && to <= lastTo - SparseCount)
        {
            Bounds.Assert(from, Stride + Window, length);
            Bounds.Assert(to, 2 * SparseCount, room);
            Vector512<byte> windowA = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> windowB = Vector512.LoadUnsafe(ref source, (nuint)(from + Stride));
            Vector512<byte> j1A = rows.LookUp(windowA, out Vector512<byte> foundA, out Vector512<byte> signsA);
            Vector512<byte> j1B = rows.LookUp(windowB, out Vector512<byte> foundB, out Vector512<byte> signsB);
            Jumps.Double(j1A, j1B, out Jumps jumpsA, out Jumps jumpsB);
            Vector512<byte> exitA = (Unsafe.SizeOf<TLane>() == sizeof(long) ? jumpsA.J16 : Permute(jumpsA.J16, jumpsA.J16)) - stride;
            Vector512<byte> exitB = (Unsafe.SizeOf<TLane>() == sizeof(long) ? jumpsB.J16 : Permute(jumpsB.J16, jumpsB.J16)) - stride;
            Vector512<byte> entryB = Permute(exitA, entry);
            Vector512<byte> next = Permute(exitB, entryB);

            Vector512<byte> lowerA = entry;
            Vector512<byte> lowerB = entryB;
            Tokens(ref lowerA, jumpsA, ref lowerB, jumpsB);
            Vector512<byte> lowerClassA = Permute(foundA, lowerA);
            Vector512<byte> lowerClassB = Permute(foundB, lowerB);
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                Vector512<byte> valuesA = Values(windowA, signsA, lowerA, lowerClassA, rows.Offsets);
                Vector512<byte> valuesB = Values(windowB, signsB, lowerB, lowerClassB, rows.Offsets);
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
                Vector512<byte> upperClassA = Permute(foundA, upperA);
                Vector512<byte> upperClassB = Permute(foundB, upperB);
                Vector512<byte> lowerValuesA = Values(windowA, signsA, lowerA, lowerClassA, rows.Offsets);
                Vector512<byte> lowerValuesB = Values(windowB, signsB, lowerB, lowerClassB, rows.Offsets);
                Vector512<byte> upperValuesA = Values(windowA, signsA, upperA, upperClassA, rows.Offsets);
                Vector512<byte> upperValuesB = Values(windowB, signsB, upperB, upperClassB, rows.Offsets);
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
            Vector512<byte> j1 = rows.LookUp(window, out Vector512<byte> found, out Vector512<byte> signs);

            Vector512<byte> j2 = Permute(j1, j1);
            Vector512<byte> j4 = Permute(j2, j2);
            Vector512<byte> j8 = Permute(j4, j4);
            Vector512<byte> j16 = Permute(j8, j8);
            Vector512<byte> exit = (Unsafe.SizeOf<TLane>() == sizeof(long) ? j16 : Permute(j16, j16)) - stride;
            Vector512<byte> next = Permute(exit, entry);

            Vector512<byte> lower = Tokens(entry, j1, j2, j4, j8, j16);
            Vector512<byte> lowerClass = Permute(found, lower);
            Vector512<byte> lowerValues = Values(window, signs, lower, lowerClass, rows.Offsets);
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
                Vector512<byte> upperClass = Permute(found, upper);
                Vector512<byte> upperValues = Values(window, signs, upper, upperClass, rows.Offsets);
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

    /// <summary>
    /// Decodes windows, however many tokens they hold, until there is a token that is not decoded here, or too few bytes or too little room are
    /// left for a whole window.
    /// </summary>
    /// <inheritdoc cref="DecodeSparse"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeDense(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Rows rows = new(ref Classes, ref Offsets);
        Vector512<byte> stride = Vector512.Create((byte)Stride);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        Vector512<byte> entry = Vector512<byte>.Zero;
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - Window;
        nint lastTo = room - Window;

        // Two windows a round here too. With 64-bit elements one window has seven registers of tokens, and this was not tried.
        while (Unsafe.SizeOf<TLane>() != sizeof(long) && from <= lastFrom - Stride && to <= lastTo - Window)
        {
            Bounds.Assert(from, Stride + Window, length);
            Bounds.Assert(to, 2 * Window, room);
            Vector512<byte> windowA = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> windowB = Vector512.LoadUnsafe(ref source, (nuint)(from + Stride));
            Vector512<byte> j1A = rows.LookUp(windowA, out Vector512<byte> foundA, out Vector512<byte> signsA);
            Vector512<byte> j1B = rows.LookUp(windowB, out Vector512<byte> foundB, out Vector512<byte> signsB);
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
                Vector512<byte> badA = Store(windowA, signsA, tokensA, foundA, rows.Offsets, ref blockA);
                badA |= Store(windowA, signsA, tokens32A, foundA, rows.Offsets, ref Unsafe.Add(ref blockA, Window));
                bad = Store(windowB, signsB, tokensB, foundB, rows.Offsets, ref blockB);
                bad |= badA | Store(windowB, signsB, tokens32B, foundB, rows.Offsets, ref Unsafe.Add(ref blockB, Window));
            }
            else
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
                Vector512<byte> badA = Store(windowA, signsA, tokensA, foundA, rows.Offsets, ref blockA);
                badA |= Store(windowA, signsA, tokens16A, foundA, rows.Offsets, ref Unsafe.Add(ref blockA, Window));
                badA |= Store(windowA, signsA, tokens32A, foundA, rows.Offsets, ref Unsafe.Add(ref blockA, 2 * Window));
                badA |= Store(windowA, signsA, tokens48A, foundA, rows.Offsets, ref Unsafe.Add(ref blockA, 3 * Window));
                bad = Store(windowB, signsB, tokensB, foundB, rows.Offsets, ref blockB);
                bad |= Store(windowB, signsB, tokens16B, foundB, rows.Offsets, ref Unsafe.Add(ref blockB, Window));
                bad |= Store(windowB, signsB, tokens32B, foundB, rows.Offsets, ref Unsafe.Add(ref blockB, 2 * Window));
                bad |= badA | Store(windowB, signsB, tokens48B, foundB, rows.Offsets, ref Unsafe.Add(ref blockB, 3 * Window));
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
            Bounds.Assert(to, Unsafe.SizeOf<TLane>() == sizeof(long) ? 7 * Lanes : Window, room);
            Vector512<byte> window = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> j1 = rows.LookUp(window, out Vector512<byte> found, out Vector512<byte> signs);

            Vector512<byte> j2 = Permute(j1, j1);
            Vector512<byte> j4 = Permute(j2, j2);
            Vector512<byte> j8 = Permute(j4, j4);
            Vector512<byte> j16 = Permute(j8, j8);
            Vector512<byte> j32 = Permute(j16, j16);
            Vector512<byte> next = Permute(Permute(j32, j32) - stride, entry);

            ref byte block = ref Unsafe.Add(ref target, to * Unsafe.SizeOf<TLane>());
            Vector512<byte> tokens = Tokens(entry, j1, j2, j4, j8, j16);
            Vector512<byte> bad = Store(window, signs, tokens, found, rows.Offsets, ref block);
            nuint count;
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                Vector512<byte> tokens32 = Permute(j32, tokens);
                bad |= Store(window, signs, tokens32, found, rows.Offsets, ref Unsafe.Add(ref block, Window));
                count = (nuint)CountInside(tokens, tokens32, stride);
            }
            else if (Unsafe.SizeOf<TLane>() == sizeof(int))
            {
                Vector512<byte> tokens16 = Permute(j16, tokens);
                bad |= Store(window, signs, tokens16, found, rows.Offsets, ref Unsafe.Add(ref block, Window));
                Vector512<byte> tokens32 = Permute(j32, tokens);
                bad |= Store(window, signs, tokens32, found, rows.Offsets, ref Unsafe.Add(ref block, 2 * Window));
                Vector512<byte> tokens48 = Permute(j32, tokens16);
                bad |= Store(window, signs, tokens48, found, rows.Offsets, ref Unsafe.Add(ref block, 3 * Window));

                count = (nuint)CountInside(tokens, tokens16, tokens32, tokens48, stride);
            }
            else
            {
                // No more than 55 tokens begin in a window, so that seven registers hold them.
                Vector512<byte> tokens8 = Permute(j8, tokens);
                bad |= Store(window, signs, tokens8, found, rows.Offsets, ref Unsafe.Add(ref block, Window));
                Vector512<byte> all = Select(stride, tokens, Vector512.Create(0x0000_0000_0000_00ffUL).AsByte());
                all = Select(all, tokens8, Vector512.Create(0x0000_0000_0000_ff00UL).AsByte());
                Vector512<byte> tokens16 = Permute(j16, tokens);
                bad |= Store(window, signs, tokens16, found, rows.Offsets, ref Unsafe.Add(ref block, 2 * Window));
                all = Select(all, tokens16, Vector512.Create(0x0000_0000_00ff_0000UL).AsByte());
                Vector512<byte> tokens24 = Permute(j16, tokens8);
                bad |= Store(window, signs, tokens24, found, rows.Offsets, ref Unsafe.Add(ref block, 3 * Window));
                all = Select(all, tokens24, Vector512.Create(0x0000_0000_ff00_0000UL).AsByte());
                tokens = Permute(j32, tokens);
                bad |= Store(window, signs, tokens, found, rows.Offsets, ref Unsafe.Add(ref block, 4 * Window));
                all = Select(all, tokens, Vector512.Create(0x0000_00ff_0000_0000UL).AsByte());
                tokens8 = Permute(j32, tokens8);
                bad |= Store(window, signs, tokens8, found, rows.Offsets, ref Unsafe.Add(ref block, 5 * Window));
                all = Select(all, tokens8, Vector512.Create(0x0000_ff00_0000_0000UL).AsByte());
                tokens16 = Permute(j32, tokens16);
                bad |= Store(window, signs, tokens16, found, rows.Offsets, ref Unsafe.Add(ref block, 6 * Window));
                all = Select(all, tokens16, Vector512.Create(0x00ff_0000_0000_0000UL).AsByte());
                count = CountInside(all, stride);
            }

            if (LaneBits(bad) != 0)
            {
                break;
            }

            to += (nint)count;
            entry = next;
            from += Stride;
        }

        consumed = from + entry.ToScalar();
        return to;
    }

    /// <summary>
    /// Decodes windows, a register of tokens after the other, with masked loads and stores: any number of bytes and any room will do, and what comes before a
    /// token that is not decoded here is decoded.
    /// </summary>
    /// <inheritdoc cref="DecodeSparse"/>
    /// <returns>How many elements were decoded: all that there are bytes and room for, or those before a token that is cut short or not decoded here.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe nint DecodeRest(ref byte source, nint length, ref TLane destination, nint room, bool dense, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Rows rows = new(ref Classes, ref Offsets);
        Vector512<byte> stride = Vector512.Create((byte)Stride);
        Vector512<byte> entry = Vector512<byte>.Zero;
        nint from = 0;
        nint to = 0;
        fixed (byte* bytes = &source)
        fixed (TLane* elements = &destination)
        {
            while (true)
            {
                // Beyond the end there are zeros, which are fixints; that they are none is known from where they end.
                nint left = Math.Min(length - from, Window);
                Bounds.Assert(from, left, length);
                Vector512<byte> ends = Vector512.Create((byte)left);
                Vector512<byte> window = Masked512.LoadFirst(bytes + from, left, Vector512<byte>.Zero);
                Vector512<byte> j1 = rows.LookUp(window, out Vector512<byte> found, out Vector512<byte> signs);

                Vector512<byte> j2 = Permute(j1, j1);
                Vector512<byte> j4 = Permute(j2, j2);
                Vector512<byte> j8 = Permute(j4, j4);
                Vector512<byte> j16 = Permute(j8, j8);
                Vector512<byte> j32 = Permute(j16, j16);
                Vector512<byte> next = Permute(Permute(j32, j32) - stride, entry);
                Vector512<byte> jump = Unsafe.SizeOf<TLane>() switch
                {
                    sizeof(short) => j32,
                    sizeof(int) => j16,
                    _ => j8,
                };

                // As many registers of tokens as the window has. How many it has is known by a branch, which is predicted: the next window does not wait for it.
                Vector512<byte> tokens = Tokens(entry, j1, j2, j4, j8, j16);
                nint count;
                while (true)
                {
                    Vector512<byte> tokenClasses = Permute(found, tokens);
                    Vector512<byte> values = Values(window, signs, tokens, tokenClasses, rows.Offsets);

                    // The top bit of a lane is set if the token begins past the stride or ends past the end, or is not decoded here.
                    ulong bad = LaneBits((stride - Vector512<byte>.One - tokens) | (ends - Permute(j1, tokens)) | (values & tokenClasses));
                    nint fit = Math.Min(room - to, Lanes);
                    count = Math.Min(BitOperations.TrailingZeroCount(bad | 1UL << Lanes), fit);
                    Bounds.Assert(to, fit, room);
                    Masked512.StoreFirst(values, (byte*)(elements + to), fit * Unsafe.SizeOf<TLane>());
                    to += count;
                    if (count < Lanes)
                    {
                        break;
                    }

                    tokens = Permute(jump, tokens);
                }

                // Where the first token that was not decoded begins: past the stride it is the next window's.
                nint position = Permute(tokens, Vector512.Create((byte)(count * Unsafe.SizeOf<TLane>()))).ToScalar();
                if (position < Stride || to == room || length - from <= Stride)
                {
                    consumed = from + position;
                    return to;
                }

                entry = next;
                from += Stride;
            }
        }
    }

    /// <summary>The top bits of the lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong LaneBits(Vector512<byte> vector) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(short) => vector.AsInt16().ExtractMostSignificantBits(),
        sizeof(int) => vector.AsInt32().ExtractMostSignificantBits(),
        _ => vector.AsInt64().ExtractMostSignificantBits(),
    };

    /// <summary>How many of 64 positions lie before the stride.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint CountInside(Vector512<byte> positions, Vector512<byte> stride) =>
        (uint)BitOperations.PopCount((positions - stride).ExtractMostSignificantBits());

    /// <summary>How many tokens of two registers begin before the stride: half of each lane's bytes are taken from either.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint CountInside(Vector512<byte> lower, Vector512<byte> upper, Vector512<byte> stride)
    {
        Vector512<byte> upperHalves = Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => Vector512.Create((ushort)0xff00).AsByte(),
            sizeof(int) => OddWords,
            _ => OddDwords,
        };
        return (nint)(CountInside(Select(lower, upper, upperHalves), stride) / (nuint)(Unsafe.SizeOf<TLane>() / 2));
    }

    /// <summary>How many tokens of four registers of 32-bit lanes begin before the stride: a byte of each lane is taken from each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint CountInside(
        Vector512<byte> first, Vector512<byte> second, Vector512<byte> third, Vector512<byte> fourth, Vector512<byte> stride)
    {
        Vector512<byte> all = Select(first, second, Vector512.Create(0x0000_ff00).AsByte());
        all = Select(all, third, Vector512.Create(0x00ff_0000).AsByte());
        return (nint)CountInside(Select(all, fourth, Vector512.Create(0xff00_0000).AsByte()), stride);
    }

    /// <summary>Stores the values of the tokens at these positions.</summary>
    /// <returns>The top bit of a lane is set where the token is not decoded here, or its value does not fit.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Store(
        Vector512<byte> window,
        Vector512<byte> signs,
        Vector512<byte> tokens,
        Vector512<byte> found,
        Vector512<byte> offsets,
        ref byte target)
    {
        Vector512<byte> tokenClasses = Permute(found, tokens);
        Vector512<byte> values = Values(window, signs, tokens, tokenClasses, offsets);
        values.StoreUnsafe(ref target);
        return values & tokenClasses;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Permute(Vector512<byte> table, Vector512<byte> indices) => Avx512Vbmi.PermuteVar64x8(table, indices);

    /// <summary>All bytes but the last, which makes the zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> AllButLast() => Vector512.Create(
        ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue >> 8)
        .AsByte();

    /// <summary>a &amp; b | c.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> AndOr(Vector512<byte> a, Vector512<byte> b, Vector512<byte> c) => Avx512F.TernaryLogic(a, b, c, 0xEA);

    /// <summary>
    /// Where the tokens begin, the position of each in all bytes of its lane. A lane's number in binary says which jumps lead to its token.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Tokens(
        Vector512<byte> entry, Vector512<byte> j1, Vector512<byte> j2, Vector512<byte> j4, Vector512<byte> j8, Vector512<byte> j16)
    {
        Vector512<byte> tokens = entry;
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            tokens = Advance(tokens, j1, OddWords);
            tokens = Advance(tokens, j2, OddDwords);
            tokens = Advance(tokens, j4, OddQwords);
            tokens = Advance(tokens, j8, OddQuarters);
            return Advance(tokens, j16, UpperHalf);
        }

        if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            tokens = Advance(tokens, j1, OddDwords);
            tokens = Advance(tokens, j2, OddQwords);
            tokens = Advance(tokens, j4, OddQuarters);
            return Advance(tokens, j8, UpperHalf);
        }

        tokens = Advance(tokens, j1, OddQwords);
        tokens = Advance(tokens, j2, OddQuarters);
        return Advance(tokens, j4, UpperHalf);
    }

    /// <summary>The same for two windows, in turn. The tokens that come in are where the first ones begin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Tokens(ref Vector512<byte> tokensA, in Jumps jumpsA, ref Vector512<byte> tokensB, in Jumps jumpsB)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            tokensA = Advance(tokensA, jumpsA.J1, OddWords);
            tokensB = Advance(tokensB, jumpsB.J1, OddWords);
            tokensA = Advance(tokensA, jumpsA.J2, OddDwords);
            tokensB = Advance(tokensB, jumpsB.J2, OddDwords);
            tokensA = Advance(tokensA, jumpsA.J4, OddQwords);
            tokensB = Advance(tokensB, jumpsB.J4, OddQwords);
            tokensA = Advance(tokensA, jumpsA.J8, OddQuarters);
            tokensB = Advance(tokensB, jumpsB.J8, OddQuarters);
            tokensA = Advance(tokensA, jumpsA.J16, UpperHalf);
            tokensB = Advance(tokensB, jumpsB.J16, UpperHalf);
        }
        else if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            tokensA = Advance(tokensA, jumpsA.J1, OddDwords);
            tokensB = Advance(tokensB, jumpsB.J1, OddDwords);
            tokensA = Advance(tokensA, jumpsA.J2, OddQwords);
            tokensB = Advance(tokensB, jumpsB.J2, OddQwords);
            tokensA = Advance(tokensA, jumpsA.J4, OddQuarters);
            tokensB = Advance(tokensB, jumpsB.J4, OddQuarters);
            tokensA = Advance(tokensA, jumpsA.J8, UpperHalf);
            tokensB = Advance(tokensB, jumpsB.J8, UpperHalf);
        }
        else
        {
            tokensA = Advance(tokensA, jumpsA.J1, OddQwords);
            tokensB = Advance(tokensB, jumpsB.J1, OddQwords);
            tokensA = Advance(tokensA, jumpsA.J2, OddQuarters);
            tokensB = Advance(tokensB, jumpsB.J2, OddQuarters);
            tokensA = Advance(tokensA, jumpsA.J4, UpperHalf);
            tokensB = Advance(tokensB, jumpsB.J4, UpperHalf);
        }
    }

    /// <summary>
    /// Moves the tokens of some lanes on. With the lanes in a mask register, that is one instruction, a permute that keeps the other lanes; which is why
    /// <see cref="Select"/> is a blend, and not a ternary of three vectors.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Advance(Vector512<byte> tokens, Vector512<byte> jump, Vector512<byte> lanes) =>
        Select(tokens, Permute(jump, tokens), lanes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Select(Vector512<byte> old, Vector512<byte> other, Vector512<byte> mask) =>
        Avx512BW.BlendVariable(old, other, mask);

    /// <summary>The values of the tokens at these positions: by class a row of offsets, which name bytes of the window, of its signs, or a zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Values(
        Vector512<byte> window, Vector512<byte> signs, Vector512<byte> tokens, Vector512<byte> tokenClasses, Vector512<byte> offsets)
    {
        Vector512<byte> rows = Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => Avx512BW.PermuteVar32x16(offsets.AsUInt16(), tokenClasses.AsUInt16()).AsByte(),
            sizeof(int) => Avx512F.PermuteVar16x32(offsets.AsUInt32(), tokenClasses.AsUInt32()).AsByte(),
            _ => Avx512F.PermuteVar8x64(offsets.AsUInt64(), tokenClasses.AsUInt64()).AsByte(),
        };
        return Avx512Vbmi.PermuteVar64x8x2(window, Avx512BW.AddSaturate(tokens, rows), signs);
    }

    /// <summary>Where jumps over 1, 2, 4, 8 and 16 tokens lead from every position of a window.</summary>
    private readonly struct Jumps
    {
        public readonly Vector512<byte> J1;
        public readonly Vector512<byte> J2;
        public readonly Vector512<byte> J4;
        public readonly Vector512<byte> J8;
        public readonly Vector512<byte> J16;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private Jumps(Vector512<byte> j1, Vector512<byte> j2, Vector512<byte> j4, Vector512<byte> j8, Vector512<byte> j16)
        {
            J1 = j1;
            J2 = j2;
            J4 = j4;
            J8 = j8;
            J16 = j16;
        }

        /// <summary>Doubles the jumps of two windows, in turn.</summary>
        /// <param name="j1A">Where the next token begins.</param>
        /// <param name="j1B">The other window's.</param>
        /// <param name="a">Receives the first window's jumps.</param>
        /// <param name="b">Receives the other's.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Double(Vector512<byte> j1A, Vector512<byte> j1B, out Jumps a, out Jumps b)
        {
            Vector512<byte> j2A = Permute(j1A, j1A);
            Vector512<byte> j2B = Permute(j1B, j1B);
            Vector512<byte> j4A = Permute(j2A, j2A);
            Vector512<byte> j4B = Permute(j2B, j2B);
            Vector512<byte> j8A = Permute(j4A, j4A);
            Vector512<byte> j8B = Permute(j4B, j4B);
            a = new Jumps(j1A, j2A, j4A, j8A, Permute(j8A, j8A));
            b = new Jumps(j1B, j2B, j4B, j8B, Permute(j8B, j8B));
        }
    }

    /// <summary>What is looked up for the bytes of a window, in registers ahead of the loops.</summary>
    private readonly struct Rows
    {
        /// <summary>By class, where the bytes of a token's value come from.</summary>
        public readonly Vector512<byte> Offsets;

        private readonly Vector512<byte> classes;
        private readonly Vector512<byte> lengths;
        private readonly Vector512<byte> inside;
        private readonly Vector512<byte> lengthInside;
        private readonly Vector512<byte> nextByte;
        private readonly Vector512<byte> fixInt;

        /// <summary>Initializes a new instance of the <see cref="Rows"/> struct.</summary>
        /// <param name="classes">The classes of the first bytes.</param>
        /// <param name="offsets">The offsets of the classes.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Rows(ref byte classes, ref byte offsets)
        {
            this.classes = Vector512.LoadUnsafe(ref classes);
            lengths = Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(MixedWidthTable.LengthsLessOne));
            Offsets = Vector512.LoadUnsafe(ref offsets);
            inside = Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)Stride));
            lengthInside = inside & Vector512.Create((byte)0x07);
            nextByte = Vector512<byte>.Indices - inside;
            fixInt = Vector512.Create(MixedWidthTable.FixIntCode);
        }

        /// <summary>Looks up what each byte of a window is if a token begins with it. Past the stride there is nothing: no class, and the next token is where this is.</summary>
        /// <param name="window">The window.</param>
        /// <param name="found">Receives the classes.</param>
        /// <param name="signs">Receives the sign of each byte, all zeros or all ones, and a zero in the last.</param>
        /// <returns>J1: where the next token begins.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<byte> LookUp(Vector512<byte> window, out Vector512<byte> found, out Vector512<byte> signs)
        {
            Vector512<byte> first = Vector512.Max(window, fixInt);
            Vector512<byte> all = Permute(classes, first);
            Vector512<byte> step = Unsafe.SizeOf<TLane>() == sizeof(long) ? Permute(lengths, first) & inside : all & lengthInside;
            found = all & inside;

            // Not a blend with zero, for which the compiler names a register besides that the instruction does not need, and the CPU waits for.
            signs = Vector512.LessThan(window.AsSByte(), Vector512<sbyte>.Zero).AsByte() & AllButLast();
            return nextByte + step;
        }
    }
}
