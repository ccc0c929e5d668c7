using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The few 128-bit operations that x64 and arm64 spell differently. Everything else in the 128-bit kernels is portable <c>Vector128</c> code, except for
/// blends by constant masks in <see cref="MixedWidthDecoderVector128{TLane, TSignedness}"/> and <see cref="FullWidthDecoderVector128{TLane, TForm}"/>.
/// </summary>
internal static class Simd128
{
    /// <summary>Gets whether bytes can be moved within a register by a variable pattern: SSSE3 or AdvSimd.</summary>
    public static bool HasShuffle
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Ssse3.IsSupported || AdvSimd.Arm64.IsSupported;
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
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.VectorTableLookup(value, indices) : Ssse3.Shuffle(value, indices);

    /// <summary>Adapts indices up to 31 so that <see cref="Shuffle"/> makes zeros for those above 15.</summary>
    /// <param name="indices">0 to 31.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> IndexOrClear(Vector128<byte> indices) =>
        AdvSimd.Arm64.IsSupported ? indices : indices + Vector128.Create((byte)(0x80 - 16));

    /// <summary>The 16 bytes from some byte of the first vector on, the last of which come from the second.</summary>
    /// <param name="first">The first 16 bytes.</param>
    /// <param name="second">The 16 bytes behind them.</param>
    /// <param name="distance">How many bytes of the first vector are left out.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Behind(Vector128<byte> first, Vector128<byte> second, [ConstantExpected(Max = (byte)15)] byte distance) =>
        AdvSimd.IsSupported ? AdvSimd.ExtractVector128(first, second, distance) : Ssse3.AlignRight(second, first, distance);

    /// <summary>The lower halves of both, one behind the other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LowerHalves(Vector128<byte> lower, Vector128<byte> upper) =>
        AdvSimd.Arm64.IsSupported
            ? AdvSimd.Arm64.ZipLow(lower.AsUInt64(), upper.AsUInt64()).AsByte()
            : Sse2.UnpackLow(lower.AsUInt64(), upper.AsUInt64()).AsByte();

    /// <summary>The bytes of the lower halves of both in turn, one of the first and one of the second.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveLower(Vector128<byte> first, Vector128<byte> second) =>
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.ZipLow(first, second) : Sse2.UnpackLow(first, second);

    /// <summary>The upper halves of both, one behind the other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> UpperHalves(Vector128<byte> lower, Vector128<byte> upper) =>
        AdvSimd.Arm64.IsSupported
            ? AdvSimd.Arm64.ZipHigh(lower.AsUInt64(), upper.AsUInt64()).AsByte()
            : Sse2.UnpackHigh(lower.AsUInt64(), upper.AsUInt64()).AsByte();

    /// <summary>The even lanes of both, those of the first and then those of the second.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<int> EvenLanes(Vector128<int> first, Vector128<int> second) =>
        AdvSimd.Arm64.IsSupported
            ? AdvSimd.Arm64.UnzipEven(first, second)
            : Sse.Shuffle(first.AsSingle(), second.AsSingle(), 0b10_00_10_00).AsInt32();

    /// <summary>The odd lanes of both, those of the first and then those of the second.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<int> OddLanes(Vector128<int> first, Vector128<int> second) =>
        AdvSimd.Arm64.IsSupported
            ? AdvSimd.Arm64.UnzipOdd(first, second)
            : Sse.Shuffle(first.AsSingle(), second.AsSingle(), 0b11_01_11_01).AsInt32();

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
