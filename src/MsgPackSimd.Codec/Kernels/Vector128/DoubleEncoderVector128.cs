using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>double</c>: eight at a time become four 16-byte stores and one of 8 bytes side by side. The rest are encoded one at a time, each as the first nine bytes
/// of a 16-byte store; the next one's store overwrites what is behind them.
/// </summary>
/// <remarks>
/// <code>
///   load    a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7
///   shuffle  - a7 a6 a5 a4 a3 a2 a1 a0  - b7 b6 b5 b4 b3 b2
///   or      cb a7 a6 a5 a4 a3 a2 a1 a0 cb b7 b6 b5 b4 b3 b2
/// </code>
/// Eight tokens are 72 bytes, four vectors and half of one. Each of these begins at a different byte of a token, and has bytes of two or three elements in it:
/// <code>
///   store 1      b1 b0 cb c7 c6 c5 c4 c3 c2 c1 c0 cb d7 d6 d5 d4         from byte 16 on, which is byte 7 of b's token
///   load b c      1  0  - 15 14 13 12 11 10  9  8  -  -  -  -  -         <see cref="Order"/> from 9 + 7 on
///   load c d      -  -  -  7  6  5  4  3  2  1  0  - 15 14 13 12         <see cref="Order"/> from 7 on
///
///   store        0         1         2         3         4 (8 bytes)
///   from byte    0 of a    7 of b    5 of d    3 of f    1 of h: its element, reversed
///   loads        a b       b c, c d  d e, e f  f g
/// </code>
/// An element that is in both loads comes out the same from both. Where a store begins at byte 0 to 3 of a token, the first load is enough. Groups of
/// sixteen elements, nine whole vectors, would need more orders and prefixes than there are registers.
/// The last element's store begins in the element before it and ends exactly where the tokens do.
/// </remarks>
internal static class DoubleEncoderVector128
{
    /// <summary>With fewer elements there is nothing to overlap with.</summary>
    public const int MinCount = 2;

    private const int TokenLength = 9;

    /// <summary>As many elements as it takes for their tokens to fill whole vectors, and half of one.</summary>
    private const int GroupLength = 8;

    /// <summary>With fewer elements the call is not worth it.</summary>
    private const int MinGroupedCount = 2 * GroupLength;

    /// <summary>With fewer elements it is not worth storing at multiples of eight bytes, where fewer vectors lie in two cache lines.</summary>
    private const int MinAlignedCount = 128;

    /// <summary>
    /// The order in which the bytes of two elements stand in their tokens, with a token of zeros before and behind. Sixteen of these from 9 + n on
    /// give the bytes from byte n of the first element's token on. From n on, they give the bytes from byte n of the zeros before that token.
    /// </summary>
    private static ReadOnlySpan<byte> Order =>
    [
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
        0x80, 7, 6, 5, 4, 3, 2, 1, 0,
        0x80, 15, 14, 13, 12, 11, 10, 9, 8,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
    ];

    /// <summary>Three tokens with zeros behind their prefixes.</summary>
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
        if (count - read >= MinGroupedCount)
        {
            read += EncodeGroups(ref Unsafe.Add(ref source, read), count - read, ref Unsafe.Add(ref destination, read * TokenLength));
        }

        Vector128<byte> prefixes = Vector128.Create((byte)0xcb, 0, 0, 0, 0, 0, 0, 0, 0, 0xcb, 0, 0, 0, 0, 0, 0);
        Vector128<byte> order = Vector128.Create((byte)0x80, 7, 6, 5, 4, 3, 2, 1, 0, 0x80, 15, 14, 13, 12, 11, 10);

        // Two a round, since in a round of one half of the cost would not be its store.
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

    /// <summary>Encodes whole groups.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <returns>The number of elements encoded.</returns>
    public static nint EncodeGroups(ref ulong source, nint count, ref byte destination) =>
        EncodeGroups(ref MemoryMarshal.GetReference(Order), ref MemoryMarshal.GetReference(Prefixes), ref source, count, ref destination);

    /// <inheritdoc cref="EncodeGroups(ref ulong, nint, ref byte)"/>
    /// <remarks>
    /// The rows are passed by reference, since the compiler would load constants again for each store. These loads, two for each store and three where it takes
    /// two shuffles, doubled the time.
    /// </remarks>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeGroups(ref byte order, ref byte prefixes, ref ulong source, nint count, ref byte destination)
    {
        Vector128<byte> order0 = Vector128.LoadUnsafe(ref order, TokenLength + 0);
        Vector128<byte> order1 = Vector128.LoadUnsafe(ref order, TokenLength + 7);
        Vector128<byte> order1Rest = Vector128.LoadUnsafe(ref order, 7);
        Vector128<byte> order2 = Vector128.LoadUnsafe(ref order, TokenLength + 5);
        Vector128<byte> order2Rest = Vector128.LoadUnsafe(ref order, 5);
        Vector128<byte> order3 = Vector128.LoadUnsafe(ref order, TokenLength + 3);
        Vector128<byte> prefixes0 = Vector128.LoadUnsafe(ref prefixes, 0);
        Vector128<byte> prefixes1 = Vector128.LoadUnsafe(ref prefixes, 7);
        Vector128<byte> prefixes2 = Vector128.LoadUnsafe(ref prefixes, 5);
        Vector128<byte> prefixes3 = Vector128.LoadUnsafe(ref prefixes, 3);
        nint read = 0;
        if (count >= MinAlignedCount)
        {
            // The surplus bytes of each store are overwritten.
            nint before = CacheLine.TokensTo(in destination, TokenLength) % GroupLength;
            for (; read < before; read++)
            {
                Bounds.Assert(read, 2, count);
                Bounds.Assert(read * TokenLength, Vector128<byte>.Count, count * TokenLength);
                (Shuffle(ref Unsafe.Add(ref source, read), 0, order0) | prefixes0).StoreUnsafe(ref destination, (nuint)(read * TokenLength));
            }
        }

        for (; count - read >= GroupLength; read += GroupLength)
        {
            Bounds.Assert(read, GroupLength, count);
            Bounds.Assert(read * TokenLength, GroupLength * TokenLength, count * TokenLength);
            ref ulong group = ref Unsafe.Add(ref source, read);
            ref byte tokens = ref Unsafe.Add(ref destination, read * TokenLength);
            (Shuffle(ref group, 0, order0) | prefixes0).StoreUnsafe(ref tokens);
            (Shuffle(ref group, 1, order1) | Shuffle(ref group, 2, order1Rest) | prefixes1).StoreUnsafe(ref tokens, 16);
            (Shuffle(ref group, 3, order2) | Shuffle(ref group, 4, order2Rest) | prefixes2).StoreUnsafe(ref tokens, 32);
            (Shuffle(ref group, 5, order3) | prefixes3).StoreUnsafe(ref tokens, 48);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref tokens, 64), BinaryPrimitives.ReverseEndianness(Unsafe.Add(ref group, 7)));
        }

        return read;
    }

    /// <summary>Loads two elements and puts their bytes in order.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Shuffle(ref ulong group, nuint element, Vector128<byte> order) =>
        Simd128.Shuffle(Vector128.LoadUnsafe(ref group, element).AsByte(), order);
}
