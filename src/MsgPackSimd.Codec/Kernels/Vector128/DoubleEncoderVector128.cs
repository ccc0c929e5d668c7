using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>double</c>: sixteen at a time become nine 16-byte stores side by side; of the rest, one at a time becomes the first nine bytes of such a
/// store, and the next one's store overwrites what is behind them.
/// </summary>
/// <remarks>
/// <code>
///   load    a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7
///   shuffle  - a7 a6 a5 a4 a3 a2 a1 a0  - b7 b6 b5 b4 b3 b2
///   or      cb a7 a6 a5 a4 a3 a2 a1 a0 cb b7 b6 b5 b4 b3 b2
/// </code>
/// Sixteen tokens are 144 bytes, nine vectors. Each of these begins at another byte of a token, and has bytes of two or three elements in it:
/// <code>
///   store 1      b1 b0 cb c7 c6 c5 c4 c3 c2 c1 c0 cb d7 d6 d5 d4         from byte 16 on, which is byte 7 of b's token
///   load b c      1  0  - 15 14 13 12 11 10  9  8  -  -  -  -  -         <see cref="Order"/> from 9 + 7 on
///   load c d      -  -  -  7  6  5  4  3  2  1  0  - 15 14 13 12         <see cref="Order"/> from 7 on
/// </code>
/// An element that both loads have comes out the same from both. Where a store begins at byte 0 to 3 of a token, the first load is enough.
/// The last element's store begins in the element before it and ends exactly where the tokens do.
/// </remarks>
internal static class DoubleEncoderVector128
{
    /// <summary>With fewer elements there is nothing to overlap with.</summary>
    public const int MinCount = 2;

    private const int TokenLength = 9;

    /// <summary>As many elements as take whole vectors of tokens.</summary>
    private const int GroupLength = 16;

    /// <summary>With fewer elements it is not worth it to store where vectors begin that lie in one cache line each.</summary>
    private const int MinAlignedCount = 128;

    /// <summary>
    /// The order in which the bytes of two elements stand in their tokens, and none before and behind. Sixteen of these from 9 + n on
    /// give the bytes from byte n of the first element's token on; from n on, those of tokens of which the first element's was left out.
    /// </summary>
    private static ReadOnlySpan<byte> Order =>
    [
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
        0x80, 7, 6, 5, 4, 3, 2, 1, 0,
        0x80, 15, 14, 13, 12, 11, 10, 9, 8,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
    ];

    /// <summary>Three tokens of which only the prefixes are there.</summary>
    private static ReadOnlySpan<byte> Prefixes =>
    [
        0xcb, 0, 0, 0, 0, 0, 0, 0, 0,
        0xcb, 0, 0, 0, 0, 0, 0, 0, 0,
        0xcb, 0, 0, 0, 0, 0, 0, 0, 0,
    ];

    /// <summary>Encodes all elements from <paramref name="read"/> on.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="read">How many elements are encoded already.</param>
    /// <param name="count">The number of elements in all, at least <see cref="MinCount"/>.</param>
    /// <param name="destination">Where the tokens go: nine bytes an element, and no byte more is written.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encode(ref ulong source, nint read, nint count, ref byte destination)
    {
        if (count - read >= GroupLength)
        {
            read += EncodeGroups(ref Unsafe.Add(ref source, read), count - read, ref Unsafe.Add(ref destination, read * TokenLength));
        }

        Vector128<byte> prefixes = Vector128.Create((byte)0xcb, 0, 0, 0, 0, 0, 0, 0, 0, 0xcb, 0, 0, 0, 0, 0, 0);
        Vector128<byte> order = Vector128.Create((byte)0x80, 7, 6, 5, 4, 3, 2, 1, 0, 0x80, 15, 14, 13, 12, 11, 10);

        // Two a round: what a round of one costs besides its store is half of it.
        for (; count - read >= 3; read += 2)
        {
            Bounds.Assert(read, 3, count);
            Bounds.Assert(read * TokenLength, TokenLength + 16, count * TokenLength);
            ref byte target = ref Unsafe.Add(ref destination, read * TokenLength);
            Vector128<byte> first = Vector128.LoadUnsafe(ref source, (nuint)read).AsByte();
            Vector128<byte> second = Vector128.LoadUnsafe(ref source, (nuint)read + 1).AsByte();
            (Simd128.Shuffle(first, order) | prefixes).StoreUnsafe(ref target);
            (Simd128.Shuffle(second, order) | prefixes).StoreUnsafe(ref target, TokenLength);
        }

        while (count - read >= 2)
        {
            Bounds.Assert(read, 2, count);
            Bounds.Assert(read * TokenLength, 16, count * TokenLength);
            Vector128<byte> values = Vector128.LoadUnsafe(ref source, (nuint)read).AsByte();
            (Simd128.Shuffle(values, order) | prefixes).StoreUnsafe(ref destination, (nuint)(read * TokenLength));
            read++;
        }

        if (read < count)
        {
            Bounds.Assert(count - 2, 2, count);
            Bounds.Assert((count * TokenLength) - 16, 16, count * TokenLength);
            prefixes = Vector128.Create((byte)0, 0, 0, 0, 0, 0, 0, 0xcb, 0, 0, 0, 0, 0, 0, 0, 0);
            order = Vector128.Create((byte)6, 5, 4, 3, 2, 1, 0, 0x80, 15, 14, 13, 12, 11, 10, 9, 8);
            Vector128<byte> values = Vector128.LoadUnsafe(ref source, (nuint)(count - 2)).AsByte();
            (Simd128.Shuffle(values, order) | prefixes).StoreUnsafe(ref destination, (nuint)((count * TokenLength) - 16));
        }
    }

    /// <summary>Encodes whole groups. At 64 Ki elements this takes two thirds of the time of a store for each.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <returns>The number of elements encoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeGroups(ref ulong source, nint count, ref byte destination)
    {
        ref byte order = ref MemoryMarshal.GetReference(Order);
        ref byte prefixes = ref MemoryMarshal.GetReference(Prefixes);
        nint read = 0;
        if (count >= MinAlignedCount)
        {
            // What is stored too much is overwritten.
            nint before = CacheLine.TokensTo(in destination, TokenLength) % Vector128<byte>.Count;
            for (; read < before; read += 1)
            {
                Bounds.Assert(read, 4, count);
                Bounds.Assert(read * TokenLength, Vector128<byte>.Count, count * TokenLength);
                StoreVector(ref Unsafe.Add(ref source, read), 0, ref order, ref prefixes, ref Unsafe.Add(ref destination, read * TokenLength));
            }

            read = before;
        }

        for (; count - read >= GroupLength; read += GroupLength)
        {
            Bounds.Assert(read, GroupLength, count);
            Bounds.Assert(read * TokenLength, GroupLength * TokenLength, count * TokenLength);
            ref ulong group = ref Unsafe.Add(ref source, read);
            ref byte tokens = ref Unsafe.Add(ref destination, read * TokenLength);
            StoreVector(ref group, 0, ref order, ref prefixes, ref tokens);
            StoreVector(ref group, 1, ref order, ref prefixes, ref tokens);
            StoreVector(ref group, 2, ref order, ref prefixes, ref tokens);
            StoreVector(ref group, 3, ref order, ref prefixes, ref tokens);
            StoreVector(ref group, 4, ref order, ref prefixes, ref tokens);
            StoreVector(ref group, 5, ref order, ref prefixes, ref tokens);
            StoreVector(ref group, 6, ref order, ref prefixes, ref tokens);
            StoreVector(ref group, 7, ref order, ref prefixes, ref tokens);
            StoreVector(ref group, 8, ref order, ref prefixes, ref tokens);
        }

        return read;
    }

    /// <summary>Stores one of the nine vectors of a group.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreVector(
        ref ulong group, [ConstantExpected] int vector, ref byte order, ref byte prefixes, ref byte tokens)
    {
        int element = vector * Vector128<byte>.Count / TokenLength;
        int from = vector * Vector128<byte>.Count % TokenLength;
        Vector128<byte> bytes = Vector128.LoadUnsafe(ref prefixes, (nuint)from)
            | Simd128.Shuffle(
                Vector128.LoadUnsafe(ref group, (nuint)element).AsByte(), Vector128.LoadUnsafe(ref order, (nuint)(TokenLength + from)));
        if (from + Vector128<byte>.Count > (2 * TokenLength) + 1)
        {
            bytes |= Simd128.Shuffle(
                Vector128.LoadUnsafe(ref group, (nuint)element + 1).AsByte(), Vector128.LoadUnsafe(ref order, (nuint)from));
        }

        bytes.StoreUnsafe(ref tokens, (nuint)(vector * Vector128<byte>.Count));
    }
}
