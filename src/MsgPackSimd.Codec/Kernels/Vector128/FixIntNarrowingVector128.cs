using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>64 integers as bytes, and which of them are no fixints, for <see cref="FixIntRunEncoding"/>.</summary>
/// <remarks>
/// What is no fixint has to remain one that is told from a fixint, though a byte has no room for both. So all elements are moved down, by what makes fixints
/// lie around 0, saturated, and moved up again:
/// <code>
///                  … -33   -32 …   0 … 127   128 …
///   less 95        …-128  -127 … -95 …  32    33 …      words; what wraps around is far away from the fixints as well
///   as bytes        -128  -127 … -95 …  32    33 … 127  saturated: on either side one number at least is left for what is none
///   plus 95          -33   -32 …   0 … 127  -128 … -34  and all of these are less than -32
/// </code>
/// Unsigned elements are moved by 127, and all that are no fixints come out negative.
/// <para>
/// No instruction narrows 64 bits by saturation. There the elements are moved up first, so that fixints begin at 1 and have an upper dword of 0. The lower
/// dword of what has another upper dword becomes 0, so it is none:
/// </para>
/// <code>
///                        -32         127      2^40 + 5              -2^40
///   plus 33                1         160     2^40 + 38       -2^40 + 33
///   upper dwords           0           0           256             -256
///   lower dwords           1         160             0                0
/// </code>
/// </remarks>
internal static class FixIntNarrowingVector128
{
    /// <summary>What elements are moved down by.</summary>
    /// <typeparam name="TSignedness">Whether the elements are signed.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static short Middle<TSignedness>()
        where TSignedness : ISignedness => (short)(TSignedness.LeastFixInt + 127);

    /// <summary>The same for elements that have been moved up, so that the least fixint is 1.</summary>
    /// <inheritdoc cref="Middle"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static short MiddleOfPositive<TSignedness>()
        where TSignedness : ISignedness => (short)(Middle<TSignedness>() + 1 - TSignedness.LeastFixInt);

    /// <inheritdoc cref="IBlockEncoder{TLane}.NarrowSixtyFour"/>
    /// <typeparam name="TLane">The integer of the element's size: 16, 32 or 64 bits.</typeparam>
    /// <typeparam name="TSignedness">Whether the elements are signed.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Narrow<TLane, TSignedness>(ref TLane source, ref byte destination)
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Simd128.Mask(
            NarrowSixteen<TLane, TSignedness>(ref source, ref destination, 0),
            NarrowSixteen<TLane, TSignedness>(ref source, ref destination, 16),
            NarrowSixteen<TLane, TSignedness>(ref source, ref destination, 32),
            NarrowSixteen<TLane, TSignedness>(ref source, ref destination, 48));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> NarrowSixteen<TLane, TSignedness>(ref TLane source, ref byte destination, nuint index)
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Store<TSignedness>(
            NarrowEight<TLane, TSignedness>(ref source, index), NarrowEight<TLane, TSignedness>(ref source, index + 8), ref destination, index);

    /// <summary>Elements as words, moved down. (Unsigned ones that look negative are saturated to negative numbers, which are no fixints either.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<short> NarrowEight<TLane, TSignedness>(ref TLane source, nuint index)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(long))
        {
            ref long longs = ref Unsafe.As<TLane, long>(ref source);
            return Vector128.NarrowWithSaturation(NarrowFour<TSignedness>(ref longs, index), NarrowFour<TSignedness>(ref longs, index + 4))
                - Vector128.Create(MiddleOfPositive<TSignedness>());
        }

        ref int ints = ref Unsafe.As<TLane, int>(ref source);
        Vector128<short> words = Unsafe.SizeOf<TLane>() == sizeof(int)
            ? Vector128.NarrowWithSaturation(Vector128.LoadUnsafe(ref ints, index), Vector128.LoadUnsafe(ref ints, index + 4))
            : Vector128.LoadUnsafe(ref Unsafe.As<TLane, short>(ref source), index);
        return words - Vector128.Create(Middle<TSignedness>());
    }

    /// <summary>The lower dwords of elements that have been moved up; 0 if the upper one is not 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<int> NarrowFour<TSignedness>(ref long source, nuint index)
        where TSignedness : ISignedness
    {
        var up = Vector128.Create(1L - TSignedness.LeastFixInt);
        Vector128<int> lower = (Vector128.LoadUnsafe(ref source, index) + up).AsInt32();
        Vector128<int> upper = (Vector128.LoadUnsafe(ref source, index + 2) + up).AsInt32();
        return Simd128.EvenLanes(lower, upper) & Vector128.Equals(Simd128.OddLanes(lower, upper), Vector128<int>.Zero);
    }

    /// <summary>Saturates words to bytes, moves them up again and stores them.</summary>
    /// <returns>All bits set in the bytes of those that are no fixints; none in those of others.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Store<TSignedness>(Vector128<short> lower, Vector128<short> upper, ref byte destination, nuint index)
        where TSignedness : ISignedness
    {
        Vector128<sbyte> bytes = Vector128.NarrowWithSaturation(lower, upper) + Vector128.Create((sbyte)Middle<TSignedness>());
        bytes.AsByte().StoreUnsafe(ref destination, index);
        return Vector128.LessThan(bytes, Vector128.Create(TSignedness.LeastFixInt)).AsByte();
    }
}
