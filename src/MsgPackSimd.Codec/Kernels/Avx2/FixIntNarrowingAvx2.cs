using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// 64 integers as bytes, and which of them are no fixints, for <see cref="FixIntRunEncoding"/>. <see cref="FixIntNarrowingVector128"/> says how one is told
/// from the other; here it is 32 at a time.
/// </summary>
/// <remarks>
/// Packing works within halves. Elements of 16 and 32 bits are put in order by what their kernel has for its own fixints. Those of 64 bits:
/// <code>
///   vectors      0 1 | 2 3     4 5 | 6 7     8 9 | 10 11     12 13 | 14 15   …
///   words        0 1 4 5 8 9 12 13                       |   2 3 6 7 10 11 14 15
///   bytes        0 1 4 5 8 9 12 13  16 17 20 … 29        |   2 3 6 7 10 11 14 15  18 19 22 … 31
///   permuted     0 1 4 5 8 9 12 13  2 3 6 7 10 11 14 15  |   16 17 20 … 29  18 19 22 … 31
///   shuffled     0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15   |   16 17 18 …
/// </code>
/// </remarks>
internal static class FixIntNarrowingAvx2
{
    /// <summary>Elements of 16 or 32 bits.</summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.NarrowSixtyFour"/>
    /// <typeparam name="TLane">The integer of the element's size.</typeparam>
    /// <typeparam name="TSignedness">Whether the elements are signed.</typeparam>
    /// <typeparam name="TKernel">Their kernel.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Narrow<TLane, TSignedness, TKernel>(ref TLane source, ref byte destination)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TKernel : IPackEncoderAvx2<TLane>
    {
        uint lower = NarrowHalf<TLane, TSignedness, TKernel>(ref source, ref destination);
        uint upper = NarrowHalf<TLane, TSignedness, TKernel>(ref Unsafe.Add(ref source, 32), ref Unsafe.Add(ref destination, 32));
        return lower | ((ulong)upper << 32);
    }

    /// <summary>Elements of 64 bits.</summary>
    /// <inheritdoc cref="Narrow{TLane, TSignedness, TKernel}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Narrow<TSignedness>(ref long source, ref byte destination)
        where TSignedness : ISignedness
    {
        uint lower = NarrowHalf<TSignedness>(ref source, ref destination);
        uint upper = NarrowHalf<TSignedness>(ref Unsafe.Add(ref source, 32), ref Unsafe.Add(ref destination, 32));
        return lower | ((ulong)upper << 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint NarrowHalf<TLane, TSignedness, TKernel>(ref TLane source, ref byte destination)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TKernel : IPackEncoderAvx2<TLane>
    {
        TKernel.LoadWords(ref source, out Vector256<short> lower, out Vector256<short> upper);
        var middle = Vector256.Create(FixIntNarrowingVector128.Middle<TSignedness>());
        return Store<TSignedness>(TKernel.Order(Avx2.PackSignedSaturate(lower - middle, upper - middle)), ref destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint NarrowHalf<TSignedness>(ref long source, ref byte destination)
        where TSignedness : ISignedness
    {
        var middle = Vector256.Create(FixIntNarrowingVector128.MiddleOfPositive<TSignedness>());
        Vector256<short> lower = NarrowSixteen<TSignedness>(ref source);
        Vector256<short> upper = NarrowSixteen<TSignedness>(ref Unsafe.Add(ref source, 16));
        Vector256<long> packed = Avx2.PackSignedSaturate(lower - middle, upper - middle).AsInt64();
        Vector256<byte> order = Vector256.Create(
            (byte)0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
            0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
        return Store<TSignedness>(Avx2.Shuffle(Avx2.Permute4x64(packed, 0b11_01_10_00).AsByte(), order), ref destination);
    }

    /// <summary>Sixteen elements as words, positive if they are fixints.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<short> NarrowSixteen<TSignedness>(ref long source)
        where TSignedness : ISignedness =>
        Avx2.PackSignedSaturate(NarrowEight<TSignedness>(ref source), NarrowEight<TSignedness>(ref Unsafe.Add(ref source, 8)));

    /// <inheritdoc cref="FixIntNarrowingVector128.NarrowFour"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<int> NarrowEight<TSignedness>(ref long source)
        where TSignedness : ISignedness
    {
        var up = Vector256.Create(1L - TSignedness.LeastFixInt);
        Vector256<float> lower = (Vector256.LoadUnsafe(ref source) + up).AsSingle();
        Vector256<float> upper = (Vector256.LoadUnsafe(ref source, 4) + up).AsSingle();
        return Avx.Shuffle(lower, upper, 0b10_00_10_00).AsInt32()
            & Vector256.Equals(Avx.Shuffle(lower, upper, 0b11_01_11_01).AsInt32(), Vector256<int>.Zero);
    }

    /// <inheritdoc cref="FixIntNarrowingVector128.Store"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Store<TSignedness>(Vector256<byte> packed, ref byte destination)
        where TSignedness : ISignedness
    {
        Vector256<sbyte> bytes = packed.AsSByte() + Vector256.Create((sbyte)FixIntNarrowingVector128.Middle<TSignedness>());
        bytes.AsByte().StoreUnsafe(ref destination);
        return Vector256.LessThan(bytes, Vector256.Create(TSignedness.LeastFixInt)).ExtractMostSignificantBits();
    }
}
