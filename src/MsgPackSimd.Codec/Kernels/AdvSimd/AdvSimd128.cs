using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// How arm64 does the operations of <see cref="Simd128"/>, which says what they are. (A class of its own, since <c>AdvSimd</c> has so many methods that the
/// runtime takes almost two milliseconds to load it. The compiler has it loaded for every method that it looks at to inline it and that names <c>AdvSimd</c>,
/// even behind a condition that does not hold on x64.)
/// </summary>
internal static class AdvSimd128
{
    /// <summary>Gets whether the operations can be used.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => AdvSimd.Arm64.IsSupported;
    }

    /// <inheritdoc cref="Simd128.Shuffle"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Shuffle(Vector128<byte> value, Vector128<byte> indices) => AdvSimd.Arm64.VectorTableLookup(value, indices);

    /// <summary>
    /// A bit for each byte, the first one's lowest, which is set if the byte's top bit is. No instruction does that. Each byte keeps one bit at another place,
    /// and eight of them are added up in three steps:
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
        Vector128<byte> bits = BitsOfMask(AdvSimd.ShiftRightArithmetic(value.AsSByte(), 7).AsByte());
        bits = AdvSimd.Arm64.AddPairwise(bits, bits);
        bits = AdvSimd.Arm64.AddPairwise(bits, bits);
        return AdvSimd.Arm64.AddPairwise(bits, bits).AsUInt16().ToScalar();
    }

    /// <inheritdoc cref="Simd128.Mask(Vector128{byte}, Vector128{byte}, Vector128{byte}, Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Mask(Vector128<byte> first, Vector128<byte> second, Vector128<byte> third, Vector128<byte> fourth)
    {
        Vector128<byte> pairs = AdvSimd.Arm64.AddPairwise(
            AdvSimd.Arm64.AddPairwise(BitsOfMask(first), BitsOfMask(second)), AdvSimd.Arm64.AddPairwise(BitsOfMask(third), BitsOfMask(fourth)));
        return AdvSimd.Arm64.AddPairwise(pairs, pairs).AsUInt64().ToScalar();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> BitsOfMask(Vector128<byte> allOrNone) => allOrNone & Vector128.Create(0x80402010_08040201UL).AsByte();

    /// <inheritdoc cref="Simd128.CountTopBits"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountTopBits(Vector128<byte> value) => AdvSimd.Arm64.AddAcross(AdvSimd.ShiftRightLogical(value, 7)).ToScalar();

    /// <inheritdoc cref="Simd128.CountBits"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint CountBits(uint mask)
    {
        Debug.Assert(mask <= ushort.MaxValue);
        return CountBitsOfByte((byte)mask) + CountBitsOfByte(mask >> 8);
    }

    /// <inheritdoc cref="Simd128.CountBitsOfByte"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint CountBitsOfByte(nuint bits) => Unsafe.Add(ref MemoryMarshal.GetReference(BitCountTable.Counts), bits);

    /// <summary>
    /// Whether the top bits of some of the bytes are set. A mask of four bits a byte is at hand: of every two bytes, the bits in their middle.
    /// </summary>
    /// <inheritdoc cref="Simd128.AreSet" path="/param"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreSet(Vector128<byte> bytes, [ConstantExpected] uint places)
    {
        // The bits are moved apart, until there are three others behind each, which are then set.
        ulong bits = (places | ((ulong)places << 24)) & 0x000000ff_000000ff;
        bits = (bits | (bits << 12)) & 0x000f000f_000f000f;
        bits = (bits | (bits << 6)) & 0x03030303_03030303;
        bits = ((bits | (bits << 3)) & 0x11111111_11111111) * 0xf;
        Vector128<ushort> allOrNone = AdvSimd.ShiftRightArithmetic(bytes.AsSByte(), 7).AsUInt16();
        return (AdvSimd.ShiftRightLogicalNarrowingLower(allOrNone, 4).AsUInt64().ToScalar() & bits) == bits;
    }

    /// <inheritdoc cref="Simd128.AreAllSet"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreAllSet(Vector128<int> lanes) => AdvSimd.Arm64.MinAcross(lanes.AsUInt32()).ToScalar() != 0;

    /// <inheritdoc cref="Simd128.LowerHalves"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LowerHalves(Vector128<byte> lower, Vector128<byte> upper) =>
        AdvSimd.Arm64.ZipLow(lower.AsUInt64(), upper.AsUInt64()).AsByte();

    /// <inheritdoc cref="Simd128.UpperHalves"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> UpperHalves(Vector128<byte> lower, Vector128<byte> upper) =>
        AdvSimd.Arm64.ZipHigh(lower.AsUInt64(), upper.AsUInt64()).AsByte();

    /// <inheritdoc cref="Simd128.InterleaveLower"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveLower(Vector128<byte> first, Vector128<byte> second) => AdvSimd.Arm64.ZipLow(first, second);

    /// <inheritdoc cref="Simd128.InterleaveUpper"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> InterleaveUpper(Vector128<byte> first, Vector128<byte> second) => AdvSimd.Arm64.ZipHigh(first, second);

    /// <inheritdoc cref="Simd128.EvenLanes"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<int> EvenLanes(Vector128<int> first, Vector128<int> second) => AdvSimd.Arm64.UnzipEven(first, second);

    /// <inheritdoc cref="Simd128.OddLanes"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<int> OddLanes(Vector128<int> first, Vector128<int> second) => AdvSimd.Arm64.UnzipOdd(first, second);
}
