using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Sixteen integers as bytes, and which of them are no fixints, for <see cref="FixIntRunEncoding"/>.</summary>
/// <remarks>
/// <code>
///   int          7         -1      1000        -40                       four vectors of four
///   short        7         -1      1000        -40      saturated: what is outside the range of fixints remains outside
///   outside     00 00      00 00    ff ff      ff ff    by <see cref="ElementRange"/>
///   bytes       07         ff       7f          d8      those of the others don't matter
///   others       .          .        1           1
/// </code>
/// Since two vectors of 16 bits are all that is left of them, elements of 16 and 32 bits gain nothing from wider vectors.
/// </remarks>
internal static class FixIntNarrowingVector128
{
    /// <summary>Elements of 16 bits.</summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.NarrowSixteen"/>
    /// <typeparam name="TSignedness">Whether the elements are signed.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Narrow<TSignedness>(ref short source, out uint others)
        where TSignedness : ISignedness =>
        Narrow<TSignedness>(Vector128.LoadUnsafe(ref source), Vector128.LoadUnsafe(ref source, 8), out others);

    /// <summary>Elements of 32 bits. (Unsigned ones that look negative are saturated to negative numbers, which are outside too.)</summary>
    /// <inheritdoc cref="Narrow{TSignedness}(ref short, out uint)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Narrow<TSignedness>(ref int source, out uint others)
        where TSignedness : ISignedness =>
        Narrow<TSignedness>(
            Vector128.NarrowWithSaturation(Vector128.LoadUnsafe(ref source), Vector128.LoadUnsafe(ref source, 4)),
            Vector128.NarrowWithSaturation(Vector128.LoadUnsafe(ref source, 8), Vector128.LoadUnsafe(ref source, 12)),
            out others);

    /// <summary>Elements of 64 bits, which are compared before they are narrowed: no instruction saturates them.</summary>
    /// <inheritdoc cref="Narrow{TSignedness}(ref short, out uint)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Narrow<TSignedness>(ref long source, out uint others)
        where TSignedness : ISignedness
    {
        Vector128<short> lower = NarrowEight<TSignedness>(ref source, out Vector128<short> isLowerOutside);
        Vector128<short> upper = NarrowEight<TSignedness>(ref Unsafe.Add(ref source, 8), out Vector128<short> isUpperOutside);
        others = Vector128.NarrowWithSaturation(isLowerOutside, isUpperOutside).ExtractMostSignificantBits();
        return Vector128.NarrowWithSaturation(lower, upper).AsByte();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Narrow<TSignedness>(Vector128<short> lower, Vector128<short> upper, out uint others)
        where TSignedness : ISignedness
    {
        others = Vector128.NarrowWithSaturation(
            ElementRange.IsOutside(lower, TSignedness.LeastFixInt, 127),
            ElementRange.IsOutside(upper, TSignedness.LeastFixInt, 127)).ExtractMostSignificantBits();
        return Vector128.NarrowWithSaturation(lower, upper).AsByte();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<short> NarrowEight<TSignedness>(ref long source, out Vector128<short> isOutside)
        where TSignedness : ISignedness
    {
        Vector128<long> a = Vector128.LoadUnsafe(ref source);
        Vector128<long> b = Vector128.LoadUnsafe(ref source, 2);
        Vector128<long> c = Vector128.LoadUnsafe(ref source, 4);
        Vector128<long> d = Vector128.LoadUnsafe(ref source, 6);
        isOutside = Narrow(
            ElementRange.IsOutside(a, TSignedness.LeastFixInt, 127),
            ElementRange.IsOutside(b, TSignedness.LeastFixInt, 127),
            ElementRange.IsOutside(c, TSignedness.LeastFixInt, 127),
            ElementRange.IsOutside(d, TSignedness.LeastFixInt, 127));
        return Narrow(a, b, c, d);
    }

    /// <summary>The lower halves, saturated to 16 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<short> Narrow(Vector128<long> a, Vector128<long> b, Vector128<long> c, Vector128<long> d) =>
        Vector128.NarrowWithSaturation(Simd128.EvenLanes(a.AsInt32(), b.AsInt32()), Simd128.EvenLanes(c.AsInt32(), d.AsInt32()));
}
