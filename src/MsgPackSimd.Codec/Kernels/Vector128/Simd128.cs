using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The few 128-bit operations that x64 and arm64 spell differently. Everything else in the 128-bit kernels is portable <c>Vector128</c> code, except for
/// blends by constant masks in <see cref="MixedWidthDecoderVector128{TLane, TSignedness}"/> and <see cref="FullWidthDecoderVector128{TLane, TForm}"/>, and
/// where a kernel does a part of its work with vectors of 256 bits if there are any (<see cref="KernelDispatch"/> names such kernels).
/// </summary>
/// <remarks>
/// Each operation asks for x64 first, by a property that the compiler knows to be constant before it looks further. So what <see cref="AdvSimd128"/> does
/// instead on arm64 is never looked at on x64, which would take time.
/// </remarks>
internal static class Simd128
{
    /// <summary>Gets whether bytes can be moved within a register by a variable pattern: SSSE3 or AdvSimd.</summary>
    public static bool HasShuffle
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Ssse3.IsSupported || AdvSimd128.IsSupported;
    }

    /// <summary>
    /// Each byte of the result is the byte of <paramref name="value"/> that the same byte of <paramref name="indices"/> names, or 0.
    /// </summary>
    /// <param name="value">The bytes to choose from.</param>
    /// <param name="indices">
    /// 0 to 15, or 0x80 and above for a zero byte. Where others can occur, the result must not matter: <c>pshufb</c> clears on bit 7 and otherwise takes the
    /// low four bits, <c>tbl</c> clears on 16 and above.
    /// </param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices) =>
        Ssse3.IsSupported ? Ssse3.Shuffle(value, indices) : AdvSimd128.Shuffle(value, indices);

    /// <summary>Adapts indices up to 31 so that <see cref="Shuffle"/> makes zeros for those above 15.</summary>
    /// <param name="indices">0 to 31.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> IndexOrClear(Vector128<byte> indices) =>
        Ssse3.IsSupported ? indices + Vector128.Create((byte)(0x80 - 16)) : indices;

    /// <summary>A bit for each byte, the first one's lowest, which is set if the byte's top bit is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Mask(Vector128<byte> value) =>
        Sse2.IsSupported || !AdvSimd128.IsSupported ? value.ExtractMostSignificantBits() : AdvSimd128.Mask(value);

    /// <summary>The same for 64 bytes, each of which has all bits set or none.</summary>
    /// <param name="first">The first 16 bytes.</param>
    /// <param name="second">The next.</param>
    /// <param name="third">The next but one.</param>
    /// <param name="fourth">The last.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Mask(Vector128<byte> first, Vector128<byte> second, Vector128<byte> third, Vector128<byte> fourth)
    {
        if (Sse2.IsSupported || !AdvSimd128.IsSupported)
        {
            uint lower = first.ExtractMostSignificantBits() | (second.ExtractMostSignificantBits() << 16);
            return lower | ((ulong)(third.ExtractMostSignificantBits() | (fourth.ExtractMostSignificantBits() << 16)) << 32);
        }

        return AdvSimd128.Mask(first, second, third, fourth);
    }

    /// <summary>How many bytes have their top bit set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountTopBits(Vector128<byte> value) =>
        Sse2.IsSupported || !AdvSimd128.IsSupported
            ? BitOperations.PopCount(value.ExtractMostSignificantBits())
            : AdvSimd128.CountTopBits(value);

    /// <summary>How many bits of a mask are set.</summary>
    /// <param name="mask">The mask; on arm64, of 16 bits at most.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint CountBits(uint mask) =>
        Sse2.IsSupported || !AdvSimd128.IsSupported ? (uint)BitOperations.PopCount(mask) : AdvSimd128.CountBits(mask);

    /// <summary>How many bits of a byte are set.</summary>
    /// <param name="bits">The byte. (On x64, any number.)</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint CountBitsOfByte(nuint bits) =>
        Sse2.IsSupported || !AdvSimd128.IsSupported
            ? (uint)BitOperations.PopCount((uint)bits)
            : AdvSimd128.CountBitsOfByte(bits);

    /// <summary>Whether the top bits of some of the bytes are set.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="places">A bit for each byte that is looked at, the first one's lowest; a constant.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreSet(Vector128<byte> bytes, [ConstantExpected] uint places) =>
        Sse2.IsSupported || !AdvSimd128.IsSupported
            ? (bytes.ExtractMostSignificantBits() & places) == places
            : AdvSimd128.AreSet(bytes, places);

    /// <summary>Whether all lanes have all bits set, each of which has all or none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreAllSet(Vector128<int> lanes) =>
        Sse2.IsSupported || !AdvSimd128.IsSupported
            ? lanes.ExtractMostSignificantBits() == 0b1111
            : AdvSimd128.AreAllSet(lanes);

    /// <summary>The lower halves of both, one behind the other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LowerHalves(Vector128<byte> lower, Vector128<byte> upper) =>
        Sse2.IsSupported
            ? Sse2.UnpackLow(lower.AsUInt64(), upper.AsUInt64()).AsByte()
            : AdvSimd128.LowerHalves(lower, upper);

    /// <summary>The bytes of the lower halves of both in turn, one of the first and one of the second.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveLower(Vector128<byte> first, Vector128<byte> second) =>
        Sse2.IsSupported ? Sse2.UnpackLow(first, second) : AdvSimd128.InterleaveLower(first, second);

    /// <summary>The bytes of the upper halves of both in turn, one of the first and one of the second.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveUpper(Vector128<byte> first, Vector128<byte> second) =>
        Sse2.IsSupported ? Sse2.UnpackHigh(first, second) : AdvSimd128.InterleaveUpper(first, second);

    /// <summary>The upper halves of both, one behind the other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> UpperHalves(Vector128<byte> lower, Vector128<byte> upper) =>
        Sse2.IsSupported
            ? Sse2.UnpackHigh(lower.AsUInt64(), upper.AsUInt64()).AsByte()
            : AdvSimd128.UpperHalves(lower, upper);

    /// <summary>The even lanes of both, those of the first and then those of the second.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<int> EvenLanes(Vector128<int> first, Vector128<int> second) =>
        Sse.IsSupported
            ? Sse.Shuffle(first.AsSingle(), second.AsSingle(), 0b10_00_10_00).AsInt32()
            : AdvSimd128.EvenLanes(first, second);

    /// <summary>The odd lanes of both, those of the first and then those of the second.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<int> OddLanes(Vector128<int> first, Vector128<int> second) =>
        Sse.IsSupported
            ? Sse.Shuffle(first.AsSingle(), second.AsSingle(), 0b11_01_11_01).AsInt32()
            : AdvSimd128.OddLanes(first, second);

    /// <summary>Each lane from <paramref name="ifNegative"/> where that of <paramref name="values"/> is negative, else from <paramref name="ifNot"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<int> SelectBySign(Vector128<int> values, Vector128<int> ifNot, Vector128<int> ifNegative) =>
        Sse41.IsSupported
            ? Sse41.BlendVariable(ifNot.AsSingle(), ifNegative.AsSingle(), values.AsSingle()).AsInt32()
            : Vector128.ConditionalSelect(Vector128.LessThan(values, Vector128<int>.Zero), ifNegative, ifNot);

    /// <inheritdoc cref="SelectBySign(Vector128{int}, Vector128{int}, Vector128{int})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<long> SelectBySign(Vector128<long> values, Vector128<long> ifNot, Vector128<long> ifNegative) =>
        Sse41.IsSupported
            ? Sse41.BlendVariable(ifNot.AsDouble(), ifNegative.AsDouble(), values.AsDouble()).AsInt64()
            : Vector128.ConditionalSelect(Vector128.LessThan(values, Vector128<long>.Zero), ifNegative, ifNot);
}
