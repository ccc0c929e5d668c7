using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Tokens some of which are nil, a window of 64 bytes at a time (AVX-512 VBMI). <see cref="MixedWidthDecoderAvx512{TLane, TSignedness}"/> explains how to find
/// where tokens begin. Their first bytes show which of them are nil; that goes beside each value, into the byte that says whether the element is present.
/// </summary>
/// <remarks>
/// <code>
///   window     cd 03 e8 c0 05 …
///   tokens      0  0  0  0   3  3  3  3   4  4  4  4  …    where they begin, in all bytes of their lanes
///   first      cd cd cd cd  c0 c0 c0 c0  05 05 05 05  …
///   presence    1  .  .  .   .  .  .  .   1  .  .  .  …    not c0
///   values     e8 03  .  .   .  .  .  .  05  .  .  .  …
///   memory      1  .  .  .  e8 03  .  .   .  .  .  .   .  .  .  .   1  .  .  .  05  .  .  .  …    two vectors
/// </code>
/// </remarks>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
/// <typeparam name="TTables">Which tokens they are.</typeparam>
internal static class NullableDecoderAvx512<TLane, TTables>
    where TLane : unmanaged
    where TTables : struct, INullableTokenTables<TLane, TTables>
{
    // What is used of that decoder here does not depend on whether integers are signed.

    /// <summary>From how many bytes on the loop over windows is worth beginning.</summary>
    public const int MinLength = 2 * Window;

    /// <summary>How many elements there must be room for.</summary>
    public const int MinRoom = MixedWidthDecoderAvx512<TLane, Unsigned>.MaxTokens;

    private const int Window = MixedWidthDecoderAvx512<TLane, Unsigned>.Window;

    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MixedWidthDecoderAvx512<TLane, Unsigned>.IsSupported;
    }

    /// <summary>Decodes windows, until one has a token that is not decoded here, or too few bytes or too little room are left for a whole one.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Decode(ref byte source, nint length, ref NullableLane<TLane> destination, nint room, out nint consumed) =>
        DecodeWindows(
            ref MemoryMarshal.GetReference(MixedWidthDecoderAvx512<TLane, Unsigned>.Positions), ref source, length, ref destination, room, out consumed);

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeWindows(
        ref byte positionRow, ref byte source, nint length, ref NullableLane<TLane> destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        int lanes = LaneCount.Of512<TLane>();
        nint lastFrom = length - Window;
        nint lastTo = room - MinRoom;
        if (lastFrom < 0)
        {
            consumed = 0;
            return 0;
        }

        TTables tables = TTables.Create();
        Vector512<byte> stride = Vector512.Create((byte)MixedWidthDecoderAvx512<TLane, Unsigned>.Stride);
        Vector512<byte> nil = Vector512.Create(MessagePackFirstByte.Nil);
        Vector512<byte> one = First();
        Vector512<byte> lowerOrder = InterleavedOrder(0);
        Vector512<byte> upperOrder = InterleavedOrder(lanes / 2);
        ref byte target = ref Unsafe.As<NullableLane<TLane>, byte>(ref destination);
        nint from = 0;
        nint to = 0;
        nint strideLength = MixedWidthDecoderAvx512<TLane, Unsigned>.Stride;
        Vector512<byte> positions = Vector512.LoadUnsafe(ref positionRow);
        Vector512<byte> odd1 = MixedWidthDecoderAvx512<TLane, Unsigned>.LanesWith(positions, 1);
        Vector512<byte> odd2 = MixedWidthDecoderAvx512<TLane, Unsigned>.LanesWith(positions, 2);
        Vector512<byte> odd4 = MixedWidthDecoderAvx512<TLane, Unsigned>.LanesWith(positions, 4);
        Vector512<byte> odd8 = MixedWidthDecoderAvx512<TLane, Unsigned>.LanesWith(positions, 8);
        Vector512<byte> odd16 = MixedWidthDecoderAvx512<TLane, Unsigned>.LanesWith(positions, 16);

        // Four windows at a time, as in the loops of that decoder.
        nint position = 0;
        Vector512<byte> nextJ1 = tables.LookUp(Vector512.LoadUnsafe(ref source), out Vector512<byte> classes);
        MixedWidthDecoderAvx512<TLane, Unsigned>.Double(
            nextJ1, out Vector512<byte> nextJ2, out Vector512<byte> nextJ4,
            out Vector512<byte> nextJ8, out Vector512<byte> nextJ16, out Vector512<byte> nextJ32);
        Vector512<byte> tokens = MixedWidthDecoderAvx512<TLane, Unsigned>.Tokens(Vector512<byte>.Zero, nextJ1, nextJ2, nextJ4, nextJ8, nextJ16);
        Vector512<byte> jump = lanes == 32 ? nextJ32 : lanes == 16 ? nextJ16 : nextJ8;
        Vector512<byte> nextEntry = Permute(Permute(nextJ32, nextJ32) - stride, Vector512<byte>.Zero);
        nextJ1 = tables.LookUp(Vector512.LoadUnsafe(ref source, (nuint)Math.Min(strideLength, lastFrom)), out Vector512<byte> nextClasses);
        MixedWidthDecoderAvx512<TLane, Unsigned>.Double(nextJ1, out nextJ2, out nextJ4, out nextJ8, out nextJ16, out nextJ32);
        Vector512<byte> secondJ1 =
            tables.LookUp(Vector512.LoadUnsafe(ref source, (nuint)Math.Min(2 * strideLength, lastFrom)), out Vector512<byte> secondClasses);
        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, Window, length);
            Bounds.Assert(to, MinRoom, room);
            Vector512<byte> thirdJ1 = tables.LookUp(
                Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + (3 * strideLength), lastFrom)), out Vector512<byte> thirdClasses);
            MixedWidthDecoderAvx512<TLane, Unsigned>.Double(
                secondJ1,
                out Vector512<byte> secondJ2,
                out Vector512<byte> secondJ4,
                out Vector512<byte> secondJ8,
                out Vector512<byte> secondJ16,
                out Vector512<byte> secondJ32);
            nint nextPosition = nextEntry.ToScalar();
            Vector512<byte> nextTokens = MixedWidthDecoderAvx512<TLane, Unsigned>.Advance(nextEntry, nextJ1, odd1);
            Vector512<byte> secondEntry = Permute(Permute(nextJ32, nextJ32) - stride, nextEntry);
            nextTokens = MixedWidthDecoderAvx512<TLane, Unsigned>.Advance(nextTokens, nextJ2, odd2);
            nextTokens = MixedWidthDecoderAvx512<TLane, Unsigned>.Advance(nextTokens, nextJ4, odd4);
            nextTokens = lanes > 8 ? MixedWidthDecoderAvx512<TLane, Unsigned>.Advance(nextTokens, nextJ8, odd8) : nextTokens;
            nextTokens = lanes > 16 ? MixedWidthDecoderAvx512<TLane, Unsigned>.Advance(nextTokens, nextJ16, odd16) : nextTokens;

            Vector512<byte> window = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> signs = TTables.Signs(window);

            // As many registers of tokens as the window has. Whether there is another is a branch, which is predicted: the next window does not wait for it.
            nint taken = to;
            ulong inside;
            bool isBad;
            do
            {
                Vector512<byte> first = Permute(window, tokens);
                Vector512<byte> presence = ~Vector512.Equals(first, nil);
                Vector512<byte> values = tables.Values(window, classes, signs, tokens, first, presence, out Vector512<byte> bad);
                Vector512<byte> hasValue = presence & one;
                ref byte place = ref Unsafe.Add(ref target, 2 * taken * Unsafe.SizeOf<TLane>());
                Interleave(hasValue, lowerOrder, values).StoreUnsafe(ref place);
                Interleave(hasValue, upperOrder, values).StoreUnsafe(ref place, (nuint)Vector512<byte>.Count);
                inside = MixedWidthDecoderAvx512<TLane, Unsigned>.LaneBits(tokens - stride);
                isBad = (MixedWidthDecoderAvx512<TLane, Unsigned>.LaneBits(bad) & inside) != 0;
                taken += BitOperations.PopCount(inside);
                tokens = Permute(jump, tokens);
            }
            while (inside == (1UL << lanes) - 1 && !isBad);

            if (isBad)
            {
                break;
            }

            to = taken;
            from += strideLength;
            tokens = nextTokens;
            classes = nextClasses;
            jump = lanes == 32 ? nextJ32 : lanes == 16 ? nextJ16 : nextJ8;
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

    /// <summary>
    /// Decodes windows with masked loads and stores. Any number of bytes and any room will do, and all that comes before a token not decoded here is decoded.
    /// (<see cref="MixedWidthDecoderAvx512{TLane, TSignedness}.DecodeRest"/> does the same for elements that can't be missing.)
    /// </summary>
    /// <inheritdoc cref="Decode"/>
    /// <returns>How many elements were decoded: all that there are bytes and room for, or those before a token that is cut short or not decoded here.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe nint DecodeRest(ref byte source, nint length, ref NullableLane<TLane> destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        int lanes = LaneCount.Of512<TLane>();
        nint size = Unsafe.SizeOf<TLane>();
        nint strideLength = MixedWidthDecoderAvx512<TLane, Unsigned>.Stride;
        TTables tables = TTables.Create();
        Vector512<byte> stride = Vector512.Create((byte)strideLength);
        Vector512<byte> nil = Vector512.Create(MessagePackFirstByte.Nil);
        Vector512<byte> one = First();
        Vector512<byte> lowerOrder = InterleavedOrder(0);
        Vector512<byte> upperOrder = InterleavedOrder(lanes / 2);
        Vector512<byte> entry = Vector512<byte>.Zero;
        nint from = 0;
        nint to = 0;
        fixed (byte* bytes = &source)
        fixed (byte* elements = &Unsafe.As<NullableLane<TLane>, byte>(ref destination))
        {
            while (true)
            {
                // Beyond the last byte the window has zeros. Since they end behind that byte, they do not count as tokens.
                nint left = Math.Min(length - from, Window);
                Bounds.Assert(from, left, length);
                Vector512<byte> ends = Vector512.Create((byte)left);
                Vector512<byte> window = Masked512.LoadFirst(bytes + from, left, Vector512<byte>.Zero);
                Vector512<byte> j1 = tables.LookUp(window, out Vector512<byte> classes);
                Vector512<byte> signs = TTables.Signs(window);
                Vector512<byte> tokens = FindTokens(entry, j1, stride, out Vector512<byte> jump, out Vector512<byte> next);
                nint count;
                while (true)
                {
                    Vector512<byte> first = Permute(window, tokens);
                    Vector512<byte> presence = ~Vector512.Equals(first, nil);
                    Vector512<byte> values = tables.Values(window, classes, signs, tokens, first, presence, out Vector512<byte> bad);

                    // The top bit of a lane is set if the token begins past the stride or ends past the end, or is not decoded here.
                    ulong stop = MixedWidthDecoderAvx512<TLane, Unsigned>.LaneBits(
                        (stride - Vector512<byte>.One - tokens) | (ends - Permute(j1, tokens)) | bad);
                    nint fit = Math.Min(room - to, lanes);
                    count = Math.Min(BitOperations.TrailingZeroCount(stop | 1UL << lanes), fit);
                    nint storedLength = 2 * fit * size;
                    Bounds.Assert(to, fit, room);
                    Vector512<byte> hasValue = presence & one;
                    byte* place = elements + (2 * to * size);
                    Masked512.StoreFirst(Interleave(hasValue, lowerOrder, values), place, Math.Min(storedLength, Vector512<byte>.Count));
                    if (storedLength > Vector512<byte>.Count)
                    {
                        Masked512.StoreFirst(
                            Interleave(hasValue, upperOrder, values), place + Vector512<byte>.Count, storedLength - Vector512<byte>.Count);
                    }

                    to += count;
                    if (count < lanes)
                    {
                        break;
                    }

                    tokens = Permute(jump, tokens);
                }

                // Where the first token that was not decoded begins. Past the stride, it belongs to the next window.
                nint position = Permute(tokens, Vector512.Create((byte)(count * size))).ToScalar();
                if (position < strideLength || to == room || length - from <= strideLength)
                {
                    consumed = from + position;
                    return to;
                }

                entry = next;
                from += strideLength;
            }
        }
    }

    /// <summary>Where the first tokens of a window begin, as many as a register has lanes.</summary>
    /// <param name="entry">Where the first one begins.</param>
    /// <param name="j1">For each position, where the next token begins.</param>
    /// <param name="stride">How far it is to the next window.</param>
    /// <param name="jump">Receives, for each position, where the token begins that is as many tokens further on as a register has lanes.</param>
    /// <param name="next">Receives where the first token of the next window begins.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> FindTokens(
        Vector512<byte> entry, Vector512<byte> j1, Vector512<byte> stride, out Vector512<byte> jump, out Vector512<byte> next)
    {
        Vector512<byte> j2 = Permute(j1, j1);
        Vector512<byte> j4 = Permute(j2, j2);
        Vector512<byte> j8 = Permute(j4, j4);
        Vector512<byte> j16 = Permute(j8, j8);
        Vector512<byte> j32 = Permute(j16, j16);
        next = Permute(Permute(j32, j32) - stride, entry);
        jump = Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => j32,
            sizeof(int) => j16,
            _ => j8,
        };
        return MixedWidthDecoderAvx512<TLane, Unsigned>.Tokens(entry, j1, j2, j4, j8, j16);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Permute(Vector512<byte> table, Vector512<byte> indices) => MixedWidthDecoderAvx512<TLane, Unsigned>.Permute(table, indices);

    /// <summary>1 in the first byte of each lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> First() => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(short) => Vector512.Create((ushort)1).AsByte(),
        sizeof(int) => Vector512.Create(1U).AsByte(),
        _ => Vector512.Create(1UL).AsByte(),
    };

    /// <summary>The order that takes lanes of two vectors in turn, from this lane on: one of the first vector, the same one of the second, and so on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> InterleavedOrder(int from) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(short) =>
            ((Vector512<ushort>.Indices >>> 1) + ((Vector512<ushort>.Indices & Vector512<ushort>.One) << 5) + Vector512.Create((ushort)from)).AsByte(),
        sizeof(int) => ((Vector512<uint>.Indices >>> 1) + ((Vector512<uint>.Indices & Vector512<uint>.One) << 4) + Vector512.Create((uint)from)).AsByte(),
        _ => ((Vector512<ulong>.Indices >>> 1) + ((Vector512<ulong>.Indices & Vector512<ulong>.One) << 3) + Vector512.Create((ulong)from)).AsByte(),
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Interleave(Vector512<byte> first, Vector512<byte> order, Vector512<byte> second) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(short) => Avx512BW.PermuteVar32x16x2(first.AsUInt16(), order.AsUInt16(), second.AsUInt16()).AsByte(),
        sizeof(int) => Avx512F.PermuteVar16x32x2(first.AsUInt32(), order.AsUInt32(), second.AsUInt32()).AsByte(),
        _ => Avx512F.PermuteVar8x64x2(first.AsUInt64(), order.AsUInt64(), second.AsUInt64()).AsByte(),
    };
}
