using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>double</c>: one at a time becomes the first nine bytes of a 16-byte store; the next one's store overwrites the rest.
/// </summary>
/// <remarks>
/// <code>
///   load    a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7
///   shuffle  - a7 a6 a5 a4 a3 a2 a1 a0  - b7 b6 b5 b4 b3 b2
///   or      cb a7 a6 a5 a4 a3 a2 a1 a0 cb b7 b6 b5 b4 b3 b2
/// </code>
/// The last element's store begins in the element before it and ends exactly where the tokens do.
/// </remarks>
internal static class DoubleEncoderVector128
{
    /// <summary>With fewer elements there is nothing to overlap with.</summary>
    public const int MinCount = 2;

    private const int TokenLength = 9;

    /// <summary>Encodes all elements from <paramref name="read"/> on.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="read">How many elements are encoded already.</param>
    /// <param name="count">The number of elements in all, at least <see cref="MinCount"/>.</param>
    /// <param name="destination">Where the tokens go: nine bytes an element, and no byte more is written.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encode(ref ulong source, nint read, nint count, ref byte destination)
    {
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
}
