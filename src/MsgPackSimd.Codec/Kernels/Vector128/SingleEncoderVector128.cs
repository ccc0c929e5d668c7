using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float</c>: sixteen at a time become five 16-byte stores side by side. A byte shuffle reverses each element and leaves a gap in front of it, into
/// which the prefix 0xca is put by OR. Of the rest, three at a time become 15 bytes of such a store.
/// </summary>
/// <remarks>
/// <code>
///   load    a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3 d0 d1 d2 d3
///   shuffle  - a3 a2 a1 a0  - b3 b2 b1 b0  - c3 c2 c1 c0  -
///   or      ca a3 a2 a1 a0 ca b3 b2 b1 b0 ca c3 c2 c1 c0 ca        store 0, from byte 0 of a token on; byte 15 is d's prefix
/// </code>
/// Sixteen tokens are 80 bytes, five vectors, each of which begins at a different byte of a token:
/// <code>
///   load    d0 d1 d2 d3 e0 e1 e2 e3 f0 f1 f2 f3 g0 g1 g2 g3
///   shuffle d3 d2 d1 d0  - e3 e2 e1 e0  - f3 f2 f1 f0  - g3        store 1: <see cref="Order"/> from 1 on
/// </code>
/// The end is overlapped: a last step takes the last three elements, whether they were already encoded or not, and its first byte is the last
/// one of the element before them, so that the store ends exactly where the tokens do.
/// </remarks>
internal static class SingleEncoderVector128
{
    /// <summary>With fewer elements there is nothing to overlap with.</summary>
    public const int MinCount = 4;

    private const int TokenLength = 5;

    /// <summary>As many elements as it takes for their tokens to fill whole vectors.</summary>
    private const int GroupLength = 16;

    /// <summary>With fewer elements it is not worth aligning the stores so that each lies in one cache line.</summary>
    private const int MinAlignedCount = 128;

    /// <summary>With fewer elements the call is not worth it.</summary>
    private const int MinGroupedCount = 3 * GroupLength;

    /// <summary>
    /// The order in which the bytes of four elements stand in their tokens. Sixteen of these from n on are for a store that begins at byte n of a token.
    /// </summary>
    private static ReadOnlySpan<byte> Order => [0x80, 3, 2, 1, 0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80, 15, 14, 13, 12];

    /// <summary>Four tokens with zeros behind their prefixes.</summary>
    private static ReadOnlySpan<byte> Prefixes => [0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0];

    /// <summary>Encodes all elements.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements, at least <see cref="MinCount"/>.</param>
    /// <param name="destination">Where the tokens go: five bytes an element, and no byte more is written.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encode(ref uint source, nint count, ref byte destination)
    {
        nint read = count >= MinGroupedCount ? EncodeGroups(ref source, count, ref destination) : 0;
        while (count - read >= 4)
        {
            Step(ref source, read, count, ref destination);
            read += 3;
        }

        if (read < count)
        {
            LastThree(ref source, count, ref destination);
        }
    }

    /// <summary>Encodes whole groups.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <returns>The number of elements encoded.</returns>
    public static nint EncodeGroups(ref uint source, nint count, ref byte destination) =>
        EncodeGroups(ref MemoryMarshal.GetReference(Order), ref MemoryMarshal.GetReference(Prefixes), ref source, count, ref destination);

    /// <inheritdoc cref="EncodeGroups(ref uint, nint, ref byte)"/>
    /// <remarks>The rows are passed by reference, since the compiler would load constants again for each store, which doubled the time.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeGroups(ref byte order, ref byte prefixes, ref uint source, nint count, ref byte destination)
    {
        Vector128<byte> order0 = Vector128.LoadUnsafe(ref order, 0);
        Vector128<byte> order1 = Vector128.LoadUnsafe(ref order, 1);
        Vector128<byte> order2 = Vector128.LoadUnsafe(ref order, 2);
        Vector128<byte> order3 = Vector128.LoadUnsafe(ref order, 3);
        Vector128<byte> order4 = Vector128.LoadUnsafe(ref order, 4);
        Vector128<byte> prefixes0 = Vector128.LoadUnsafe(ref prefixes, 0);
        Vector128<byte> prefixes1 = Vector128.LoadUnsafe(ref prefixes, 1);
        Vector128<byte> prefixes2 = Vector128.LoadUnsafe(ref prefixes, 2);
        Vector128<byte> prefixes3 = Vector128.LoadUnsafe(ref prefixes, 3);
        Vector128<byte> prefixes4 = Vector128.LoadUnsafe(ref prefixes, 4);
        nint read = 0;
        if (count >= MinAlignedCount)
        {
            // The surplus bytes of each store are overwritten.
            nint before = CacheLine.TokensTo(in destination, TokenLength) % GroupLength;
            for (; read < before; read += 3)
            {
                Bounds.Assert(read, 4, count);
                Bounds.Assert(read * TokenLength, Vector128<byte>.Count, count * TokenLength);
                (Shuffle(ref Unsafe.Add(ref source, read), 0, order0) | prefixes0).StoreUnsafe(ref destination, (nuint)(read * TokenLength));
            }

            read = before;
        }

        for (; count - read >= GroupLength; read += GroupLength)
        {
            Bounds.Assert(read, GroupLength, count);
            Bounds.Assert(read * TokenLength, GroupLength * TokenLength, count * TokenLength);
            ref uint group = ref Unsafe.Add(ref source, read);
            ref byte tokens = ref Unsafe.Add(ref destination, read * TokenLength);
            (Shuffle(ref group, 0, order0) | prefixes0).StoreUnsafe(ref tokens);
            (Shuffle(ref group, 3, order1) | prefixes1).StoreUnsafe(ref tokens, 16);
            (Shuffle(ref group, 6, order2) | prefixes2).StoreUnsafe(ref tokens, 32);
            (Shuffle(ref group, 9, order3) | prefixes3).StoreUnsafe(ref tokens, 48);
            (Shuffle(ref group, 12, order4) | prefixes4).StoreUnsafe(ref tokens, 64);
        }

        return read;
    }

    /// <summary>Loads four elements and puts their bytes in order.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Shuffle(ref uint group, nuint element, Vector128<byte> order) =>
        Simd128.Shuffle(Vector128.LoadUnsafe(ref group, element).AsByte(), order);

    /// <summary>Encodes the three elements from <paramref name="index"/> on. One more element is loaded, and one more byte is written.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Step(ref uint source, nint index, nint count, ref byte destination)
    {
        Bounds.Assert(index, 4, count);
        Bounds.Assert(index * TokenLength, 16, count * TokenLength);
        Vector128<byte> prefixes = Vector128.Create((byte)0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0);
        Vector128<byte> order = Vector128.Create((byte)0x80, 3, 2, 1, 0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80);
        Vector128<byte> values = Vector128.LoadUnsafe(ref source, (nuint)index).AsByte();
        (Simd128.Shuffle(values, order) | prefixes).StoreUnsafe(ref destination, (nuint)(index * TokenLength));
    }

    /// <summary>Encodes the last three of at least four elements, and the last byte of the one before.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void LastThree(ref uint source, nint count, ref byte destination)
    {
        Bounds.Assert(count - 4, 4, count);
        Bounds.Assert((count * TokenLength) - 16, 16, count * TokenLength);
        Vector128<byte> prefixes = Vector128.Create((byte)0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0);
        Vector128<byte> order = Vector128.Create((byte)0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80, 15, 14, 13, 12);
        Vector128<byte> values = Vector128.LoadUnsafe(ref source, (nuint)(count - 4)).AsByte();
        (Simd128.Shuffle(values, order) | prefixes).StoreUnsafe(ref destination, (nuint)((count * TokenLength) - 16));
    }
}
