using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

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

    /// <summary>
    /// A bit for each byte, the first one's lowest, which is set if the byte's top bit is. On arm64, where no instruction does that, each byte keeps one bit at
    /// another place, and eight of them are added up in three steps:
    /// <code>
    ///   top bits      1  0  0  1  1  0  0  0  …          all bits of the byte, or none
    ///   &amp;             01 02 04 08 10 20 40 80 …          01 00 00 08 10 00 00 00 …
    ///   added twice   09       10       …                in pairs, and pairs of pairs
    ///   once more     19                …                a byte of the mask for each half
    /// </code>
    /// (The framework's method has the same result, in three instructions more.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Mask(Vector128<byte> value)
    {
        if (!AdvSimd.Arm64.IsSupported)
        {
            return value.ExtractMostSignificantBits();
        }

        Vector128<byte> bits = BitsOfMask(AdvSimd.ShiftRightArithmetic(value.AsSByte(), 7).AsByte());
        bits = AdvSimd.Arm64.AddPairwise(bits, bits);
        bits = AdvSimd.Arm64.AddPairwise(bits, bits);
        return AdvSimd.Arm64.AddPairwise(bits, bits).AsUInt16().ToScalar();
    }

    /// <summary>The same for 64 bytes, each of which has all bits set or none.</summary>
    /// <param name="first">The first 16 bytes.</param>
    /// <param name="second">The next.</param>
    /// <param name="third">The next but one.</param>
    /// <param name="fourth">The last.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Mask(Vector128<byte> first, Vector128<byte> second, Vector128<byte> third, Vector128<byte> fourth)
    {
        if (!AdvSimd.Arm64.IsSupported)
        {
            uint lower = first.ExtractMostSignificantBits() | (second.ExtractMostSignificantBits() << 16);
            return lower | ((ulong)(third.ExtractMostSignificantBits() | (fourth.ExtractMostSignificantBits() << 16)) << 32);
        }

        Vector128<byte> pairs = AdvSimd.Arm64.AddPairwise(
            AdvSimd.Arm64.AddPairwise(BitsOfMask(first), BitsOfMask(second)), AdvSimd.Arm64.AddPairwise(BitsOfMask(third), BitsOfMask(fourth)));
        return AdvSimd.Arm64.AddPairwise(pairs, pairs).AsUInt64().ToScalar();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> BitsOfMask(Vector128<byte> allOrNone) => allOrNone & Vector128.Create(0x80402010_08040201UL).AsByte();

    /// <summary>How many bytes have their top bit set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountTopBits(Vector128<byte> value) =>
        AdvSimd.Arm64.IsSupported
            ? AdvSimd.Arm64.AddAcross(AdvSimd.ShiftRightLogical(value, 7)).ToScalar()
            : BitOperations.PopCount(value.ExtractMostSignificantBits());

    /// <summary>How many bits of a mask are set.</summary>
    /// <param name="mask">The mask; on arm64, of 16 bits at most.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint CountBits(uint mask)
    {
        if (!AdvSimd.IsSupported)
        {
            return (uint)BitOperations.PopCount(mask);
        }

        Debug.Assert(mask <= ushort.MaxValue);
        return CountBitsOfByte((byte)mask) + CountBitsOfByte(mask >> 8);
    }

    /// <summary>How many bits of a byte are set.</summary>
    /// <param name="bits">The byte. (On x64, any number.)</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint CountBitsOfByte(nuint bits) =>
        AdvSimd.IsSupported
            ? Unsafe.Add(ref MemoryMarshal.GetReference(BitCountTable.Counts), bits)
            : (uint)BitOperations.PopCount((uint)bits);

    /// <summary>
    /// Whether the top bits of some of the bytes are set. (On arm64 a mask of four bits a byte is at hand: of every two bytes, the bits in their middle.)
    /// </summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="places">A bit for each byte that is looked at, the first one's lowest; a constant.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreSet(Vector128<byte> bytes, [ConstantExpected] uint places)
    {
        if (!AdvSimd.Arm64.IsSupported)
        {
            return (bytes.ExtractMostSignificantBits() & places) == places;
        }

        // The bits are moved apart, until there are three others behind each, which are then set.
        ulong bits = (places | ((ulong)places << 24)) & 0x000000ff_000000ff;
        bits = (bits | (bits << 12)) & 0x000f000f_000f000f;
        bits = (bits | (bits << 6)) & 0x03030303_03030303;
        bits = ((bits | (bits << 3)) & 0x11111111_11111111) * 0xf;
        Vector128<ushort> allOrNone = AdvSimd.ShiftRightArithmetic(bytes.AsSByte(), 7).AsUInt16();
        return (AdvSimd.ShiftRightLogicalNarrowingLower(allOrNone, 4).AsUInt64().ToScalar() & bits) == bits;
    }

    /// <summary>Whether all lanes have all bits set, each of which has all or none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreAllSet(Vector128<int> lanes) =>
        AdvSimd.Arm64.IsSupported
            ? AdvSimd.Arm64.MinAcross(lanes.AsUInt32()).ToScalar() != 0
            : lanes.ExtractMostSignificantBits() == 0b1111;

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
