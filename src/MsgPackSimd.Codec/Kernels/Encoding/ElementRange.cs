using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Which elements lie outside a range, by one addition and one compare: the range is moved so that it begins at the least representable number, and what was
/// below it wraps around to the top. Signed and unsigned elements differ in the constants only, though the compare is a signed one, the only one that x64 has
/// before AVX-512.
/// </summary>
/// <remarks>
/// <code>
///   fixints       …  -33  -32  …  127  128  …
///   moved         …  127 -128  …   31   32  …       as sbyte: outside is what is greater than 31
/// </code>
/// After Henry S. Warren, Hacker's Delight, "Range Checks".
/// </remarks>
internal static class ElementRange
{
    /// <summary>-1 where an element is less than <paramref name="least"/> or greater than <paramref name="greatest"/>, else 0.</summary>
    /// <typeparam name="TLane">The signed integer of the elements' size, whether they are signed or not.</typeparam>
    /// <param name="values">The elements.</param>
    /// <param name="least">The first number of the range; 0 for unsigned elements.</param>
    /// <param name="greatest">The last number of the range.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<TLane> IsOutside<TLane>(Vector128<TLane> values, long least, long greatest)
        where TLane : unmanaged =>
        Vector128.GreaterThan(
            values + Vector128.Create(Truncate<TLane>(Least<TLane>() - least)),
            Vector128.Create(Truncate<TLane>(Least<TLane>() + (greatest - least))));

    /// <inheritdoc cref="IsOutside{TLane}(Vector128{TLane}, long, long)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<TLane> IsOutside<TLane>(Vector256<TLane> values, long least, long greatest)
        where TLane : unmanaged =>
        Vector256.GreaterThan(
            values + Vector256.Create(Truncate<TLane>(Least<TLane>() - least)),
            Vector256.Create(Truncate<TLane>(Least<TLane>() + (greatest - least))));

    /// <summary>The least number of an element's size. (Not by generic arithmetic, in which the compiler has many times as much to look at.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Least<TLane>() => long.MinValue >> (64 - (8 * Unsafe.SizeOf<TLane>()));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TLane Truncate<TLane>(long value)
        where TLane : unmanaged => IntegerLane<TLane, Signed>.Truncate(value);

    /// <summary>Has a lane that is not 0 if a value of two vectors is not a fixint.</summary>
    /// <typeparam name="TSignedness">
    /// Whether the elements are signed. If they are not, a value that is not a fixint has a bit set above the lowest seven, even when saturated to a signed
    /// number.
    /// </typeparam>
    /// <param name="lower">The first values.</param>
    /// <param name="upper">The other values.</param>
    /// <param name="packed">Both saturated to bytes, in any order: a value below the fixints stays below them.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<short> BeyondFixInts<TSignedness>(Vector256<short> lower, Vector256<short> upper, Vector256<sbyte> packed)
        where TSignedness : ISignedness => TSignedness.IsSigned
            ? Vector256.GreaterThan(Vector256.Max(lower, upper), Vector256.Create((short)127))
                | Vector256.LessThan(packed, Vector256.Create(TSignedness.LeastFixInt)).AsInt16()
            : (lower | upper) & Vector256.Create((short)~0x7f);

    /// <inheritdoc cref="BeyondFixInts{TSignedness}(Vector256{short}, Vector256{short}, Vector256{sbyte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<short> BeyondFixInts<TSignedness>(Vector128<short> lower, Vector128<short> upper, Vector128<sbyte> packed)
        where TSignedness : ISignedness => TSignedness.IsSigned
            ? Vector128.GreaterThan(Vector128.Max(lower, upper), Vector128.Create((short)127))
                | Vector128.LessThan(packed, Vector128.Create(TSignedness.LeastFixInt)).AsInt16()
            : (lower | upper) & Vector128.Create((short)~0x7f);
}
