using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The mask of a block of unsigned elements. Their limits, all but the fixints', lie between bytes, so that the highest byte that is not 0 tells a token's
/// length; no limit is compared on its own.
/// </summary>
/// <remarks>
/// <code>
///   1000 as uint  e8 03 00 00     from byte 0 up
///   &amp; ~7f         80 03 00 00     so that a fixint is 0
///   shuffle       00 00 03 80     the highest byte first, where a number's lowest is
///   | negated     00 00 fd ff     all bits from the lowest that is set on: in each byte from the highest that is not 0 down, the sign
///   shuffle       00 ff fd 00     a byte for each bit of the mask: of 2, 0, 1 and 2, as in docs/algorithms/encode.md
///   mask           0  1  1  0
/// </code>
/// x | -x is from Henry S. Warren, Hacker's Delight, "Manipulating Rightmost Bits".
/// (One generic method for 32 and 64 bits, which gets the orders of the bytes, would take 3 to 6 % longer.)
/// </remarks>
internal static class UnsignedTokenMask
{
    /// <summary>The mask of 16-bit elements, two bits each: 0, 1 or 3.</summary>
    /// <param name="values">The elements; 0 where there is none.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(Vector128<ushort> values)
    {
        // The sign of the upper byte is set if the byte was not 0, and that of the lower one as in a value beyond 127.
        Vector128<ushort> beyond = Vector128.AddSaturate(values.AsByte(), Vector128.Create((ushort)0x7f00).AsByte()).AsUInt16();
        return Simd128.Mask((beyond | Vector128.ShiftRightLogical(beyond, 8)).AsByte());
    }

    /// <inheritdoc cref="Of(Vector128{ushort})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(Vector256<ushort> values)
    {
        Vector256<ushort> beyond = Vector256.AddSaturate(values.AsByte(), Vector256.Create((ushort)0x7f00).AsByte()).AsUInt16();
        return (beyond | Vector256.ShiftRightLogical(beyond, 8)).AsByte().ExtractMostSignificantBits();
    }

    /// <summary>The mask of 32-bit elements, four bits each: 0, 2, 6 or f.</summary>
    /// <param name="values">The elements; 0 where there is none.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(Vector128<uint> values)
    {
        Vector128<uint> reversed = Simd128.Shuffle(
            (values & Vector128.Create(~0x7fu)).AsByte(), Vector128.Create((byte)3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)).AsUInt32();
        return Simd128.Mask(
            Simd128.Shuffle((reversed | -reversed).AsByte(), Vector128.Create((byte)1, 3, 2, 1, 5, 7, 6, 5, 9, 11, 10, 9, 13, 15, 14, 13)));
    }

    /// <inheritdoc cref="Of(Vector128{uint})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(Vector256<uint> values)
    {
        Vector256<uint> reversed = Avx2.Shuffle(
            (values & Vector256.Create(~0x7fu)).AsByte(),
            Vector256.Create(Vector128.Create((byte)3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12))).AsUInt32();
        return Avx2.Shuffle(
            (reversed | -reversed).AsByte(), Vector256.Create(Vector128.Create((byte)1, 3, 2, 1, 5, 7, 6, 5, 9, 11, 10, 9, 13, 15, 14, 13)))
            .ExtractMostSignificantBits();
    }

    /// <summary>The mask of 64-bit elements, eight bits each: 0, 2, 6, 1e or ff, from bytes 4, 0, 1, 2, 2, 4, 4 and 4.</summary>
    /// <param name="values">The elements; 0 where there is none.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(Vector128<ulong> values)
    {
        Vector128<ulong> reversed = Simd128.Shuffle(
            (values & Vector128.Create(~0x7ful)).AsByte(), Vector128.Create((byte)7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)).AsUInt64();
        return Simd128.Mask(
            Simd128.Shuffle((reversed | -reversed).AsByte(), Vector128.Create((byte)3, 7, 6, 5, 5, 3, 3, 3, 11, 15, 14, 13, 13, 11, 11, 11)));
    }

    /// <inheritdoc cref="Of(Vector128{ulong})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Of(Vector256<ulong> values)
    {
        Vector256<ulong> reversed = Avx2.Shuffle(
            (values & Vector256.Create(~0x7ful)).AsByte(),
            Vector256.Create(Vector128.Create((byte)7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8))).AsUInt64();
        return Avx2.Shuffle(
            (reversed | -reversed).AsByte(), Vector256.Create(Vector128.Create((byte)3, 7, 6, 5, 5, 3, 3, 3, 11, 15, 14, 13, 13, 11, 11, 11)))
            .ExtractMostSignificantBits();
    }
}
