using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float</c>: three at a time become 15 bytes of a 16-byte store. A byte shuffle reverses each one and leaves a gap in front of it, into which
/// the prefix 0xca is put by OR.
/// </summary>
/// <remarks>
/// <code>
///   load    a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3 d0 d1 d2 d3
///   shuffle  - a3 a2 a1 a0  - b3 b2 b1 b0  - c3 c2 c1 c0  -
///   or      ca a3 a2 a1 a0 ca b3 b2 b1 b0 ca c3 c2 c1 c0  -        the next step's store overwrites the last byte
/// </code>
/// The end is overlapped: a last step takes the last three elements, whether they were already encoded or not, and its first byte is the last
/// one of the element before them, so that the store ends exactly where the tokens do.
/// </remarks>
internal static class SingleEncoderVector128
{
    /// <summary>With fewer elements there is nothing to overlap with.</summary>
    public const int MinCount = 4;

    private const int TokenLength = 5;

    /// <summary>Encodes all elements.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements, at least <see cref="MinCount"/>.</param>
    /// <param name="destination">Where the tokens go: five bytes an element, and no byte more is written.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encode(ref uint source, nint count, ref byte destination)
    {
        nint read = 0;
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

    /// <summary>Encodes the three elements from <paramref name="index"/> on; one more is loaded, and one byte more is written.</summary>
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
    public static void LastThree(ref uint source, nint count, ref byte destination)
    {
        Bounds.Assert(count - 4, 4, count);
        Bounds.Assert((count * TokenLength) - 16, 16, count * TokenLength);
        Vector128<byte> prefixes = Vector128.Create((byte)0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0);
        Vector128<byte> order = Vector128.Create((byte)0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80, 15, 14, 13, 12);
        Vector128<byte> values = Vector128.LoadUnsafe(ref source, (nuint)(count - 4)).AsByte();
        (Simd128.Shuffle(values, order) | prefixes).StoreUnsafe(ref destination, (nuint)((count * TokenLength) - 16));
    }
}
