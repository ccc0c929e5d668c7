using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Sixteen <c>long</c> or <c>ulong</c> elements as bytes, and which of them are no fixints, for <see cref="FixIntRunEncoding"/>.</summary>
/// <remarks>
/// Everything is narrowed within halves, the elements and the results of their compares (-1 where an element is outside the range of fixints) alike:
/// <code>
///   vectors      0 1 | 2 3     4 5 | 6 7     8 9 | 10 11     12 13 | 14 15
///   words        0 1 4 5 8 9 12 13   |   2 3 6 7 10 11 14 15                  saturated from the lower dwords
///   bytes        0 1 4 5 8 9 12 13  and their compares   |   2 3 6 7 10 11 14 15  and theirs
///   unpacked     0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15                        pairs of bytes, of both halves in turn: of their lower halves the elements,
///                                                                             of their upper halves the compares
/// </code>
/// </remarks>
internal static class Int64FixIntNarrowingAvx2
{
    /// <inheritdoc cref="FixIntNarrowingVector128.Narrow{TSignedness}(ref short, out uint)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Narrow<TSignedness>(ref long source, out uint others)
        where TSignedness : ISignedness
    {
        Vector256<long> a = Vector256.LoadUnsafe(ref source);
        Vector256<long> b = Vector256.LoadUnsafe(ref source, 4);
        Vector256<long> c = Vector256.LoadUnsafe(ref source, 8);
        Vector256<long> d = Vector256.LoadUnsafe(ref source, 12);
        Vector256<short> isOutside = Narrow(
            ElementRange.IsOutside(a, TSignedness.LeastFixInt, 127),
            ElementRange.IsOutside(b, TSignedness.LeastFixInt, 127),
            ElementRange.IsOutside(c, TSignedness.LeastFixInt, 127),
            ElementRange.IsOutside(d, TSignedness.LeastFixInt, 127));
        Vector256<ushort> both = Avx2.PackSignedSaturate(Narrow(a, b, c, d), isOutside).AsUInt16();
        others = Sse2.UnpackHigh(both.GetLower(), both.GetUpper()).AsByte().ExtractMostSignificantBits();
        return Sse2.UnpackLow(both.GetLower(), both.GetUpper()).AsByte();
    }

    /// <summary>The lower dwords, saturated to words, within halves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<short> Narrow(Vector256<long> a, Vector256<long> b, Vector256<long> c, Vector256<long> d) =>
        Avx2.PackSignedSaturate(
            Avx.Shuffle(a.AsSingle(), b.AsSingle(), 0b10_00_10_00).AsInt32(),
            Avx.Shuffle(c.AsSingle(), d.AsSingle(), 0b10_00_10_00).AsInt32());
}
