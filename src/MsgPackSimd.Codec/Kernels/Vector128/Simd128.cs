using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The few 128-bit operations that x64 and arm64 spell differently. Everything else in the 128-bit kernels is portable <c>Vector128</c> code.
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
    /// 0 to 15, or 0x80 and above for a zero byte. Other values are not to be used: <c>pshufb</c> clears on bit 7 and else takes the low four bits,
    /// <c>tbl</c> clears on 16 and above.
    /// </param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices) =>
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.VectorTableLookup(value, indices) : Ssse3.Shuffle(value, indices);

    /// <summary>The lower halves of both, one behind the other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LowerHalves(Vector128<byte> lower, Vector128<byte> upper) =>
        AdvSimd.Arm64.IsSupported
            ? AdvSimd.Arm64.ZipLow(lower.AsUInt64(), upper.AsUInt64()).AsByte()
            : Sse2.UnpackLow(lower.AsUInt64(), upper.AsUInt64()).AsByte();

    /// <summary>The upper halves of both, one behind the other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> UpperHalves(Vector128<byte> lower, Vector128<byte> upper) =>
        AdvSimd.Arm64.IsSupported
            ? AdvSimd.Arm64.ZipHigh(lower.AsUInt64(), upper.AsUInt64()).AsByte()
            : Sse2.UnpackHigh(lower.AsUInt64(), upper.AsUInt64()).AsByte();

    /// <summary>The first eight bytes of both in turn: a0 b0 a1 b1 … a7 b7.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveLower(Vector128<byte> a, Vector128<byte> b) =>
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.ZipLow(a, b) : Sse2.UnpackLow(a, b);

    /// <summary>The last eight bytes of both in turn: a8 b8 a9 b9 … a15 b15.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveUpper(Vector128<byte> a, Vector128<byte> b) =>
        AdvSimd.Arm64.IsSupported ? AdvSimd.Arm64.ZipHigh(a, b) : Sse2.UnpackHigh(a, b);
}
