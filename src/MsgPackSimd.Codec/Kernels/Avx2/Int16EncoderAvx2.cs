using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>short</c>, <c>ushort</c> and <c>char</c>: the algorithm of <see cref="Int16EncoderVector128{TSignedness}"/> on sixteen elements, four quads.
/// Unpacking stays within each half of a 256-bit register, so the quads come out as 0, 2 (lower halves) and 1, 3 (upper halves).
/// </summary>
internal readonly struct Int16EncoderAvx2<TSignedness> : IBlockEncoder<short>, IPackEncoderAvx2<short>
    where TSignedness : ISignedness
{
    public static int BlockLength => 16;

    /// <summary>The last store begins behind twelve tokens, and is 16 bytes wide.</summary>
    public static int Room => (12 * 3) + Vector128<byte>.Count;

    public static ReadOnlySpan<byte> Rows => AlignedRows.Int16Quads;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeBlock(ref short source, ref byte destination, ref byte rows) =>
        EncodeValues(Vector256.LoadUnsafe(ref source), Vector256<short>.AllBitsSet, ref destination, ref rows);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeLastBlock(ref short source, nint skip, ref byte destination, ref byte rows) =>
        EncodeValues(
            LastBlock.Load256(ref Unsafe.As<short, byte>(ref source), skip * sizeof(short)).AsInt16(), Vector256<short>.AllBitsSet, ref destination, ref rows);

    /// <inheritdoc cref="Int32EncoderVector128{TSignedness}.EncodeValues"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeValues(Vector256<short> values, Vector256<short> presence, ref byte destination, ref byte rows)
    {
        Vector256<short> prefixes = Vector256.Create(unchecked((short)0xcdcc));
        if (TSignedness.IsSigned)
        {
            prefixes += Vector256.ShiftRightArithmetic(values, 15) & Vector256.Create((short)0x0404);
        }

        uint mask = TSignedness.IsSigned ? SignedMask(values, presence) : UnsignedTokenMask.Of((values & presence).AsUInt16());
        ShuffleRow.Store(values.AsByte(), prefixes.AsByte(), mask, 4, ref rows, Int16QuadTable.RowSpacing, ref destination);
        return mask;
    }

    /// <summary>The mask of signed elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SignedMask(Vector256<short> values, Vector256<short> presence)
    {
        Vector256<short> beyond1 = ElementRange.IsOutside(values, TSignedness.LeastFixInt, 127);
        Vector256<short> beyond2 = ElementRange.IsOutside(values, -128, 255);

        // How many bytes an element's token has beyond one, negated, in both bytes of its lane. After 1 is added to the second byte, the bytes that are still
        // negative make the mask: the first byte's bit is set if there are 1 or 2, the second's if there are 2.
        Vector256<sbyte> beyond = (beyond1.AsSByte() + beyond2.AsSByte()) & presence.AsSByte();
        return (beyond + Vector256.Create((short)0x0100).AsSByte()).ExtractMostSignificantBits();
    }

    /// <summary>Fixints: 32 at a time are narrowed to bytes.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref short source, nint count, ref byte destination, nint room)
    {
        nint taken = 0;
        if (count >= CacheLine.MinLength / sizeof(short) && room >= 16 && TryEncodeSixteenFixInts(ref source, 0, count, ref destination, room))
        {
            // From here on each vector that is loaded lies in one cache line.
            taken = CacheLine.ElementsTo(in source, Vector256<byte>.Count);
        }

        taken = PackedFixIntsAvx2<short, TSignedness, Int16EncoderAvx2<TSignedness>>.Encode(ref source, taken, count, ref destination, room);
        while (count - taken >= 16 && room - taken >= 16 && TryEncodeSixteenFixInts(ref source, taken, count, ref destination, room))
        {
            taken += 16;
        }

        // The rest overlaps what is encoded already: the elements before it are fixints too, and each keeps its own index.
        if (taken >= 16 && count - taken is > 0 and < 16 && count <= room && TryEncodeSixteenFixInts(ref source, count - 16, count, ref destination, room))
        {
            taken = count;
        }

        return taken;
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void LoadWords(ref short source, out Vector256<short> lower, out Vector256<short> upper)
    {
        lower = Vector256.LoadUnsafe(ref source);
        upper = Vector256.LoadUnsafe(ref source, 16);
    }

    /// <summary>Packing works within halves; this puts the qwords of the result back in order.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Order(Vector256<sbyte> packed) =>
        Avx2.Permute4x64(packed.AsInt64(), 0b11_01_10_00).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncodeSixteenFixInts(ref short source, nint index, nint count, ref byte destination, nint room)
    {
        Bounds.Assert(index, 16, count);
        Bounds.Assert(index, 16, room);
        Vector256<short> values = Vector256.LoadUnsafe(ref source, (nuint)index);
        Vector256<short> least = Vector256.Create((short)TSignedness.LeastFixInt);
        if ((Vector256.GreaterThan(values, Vector256.Create((short)127)) | Vector256.LessThan(values, least)) != Vector256<short>.Zero)
        {
            return false;
        }

        Sse2.PackSignedSaturate(values.GetLower(), values.GetUpper()).AsByte().StoreUnsafe(ref destination, (nuint)index);
        return true;
    }

    /// <inheritdoc/>
    public static int MaxOthers => 3;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowSixtyFour(ref short source, ref byte destination) =>
        FixIntNarrowingAvx2.Narrow<short, TSignedness, Int16EncoderAvx2<TSignedness>>(ref source, ref destination);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint StoreToken(ref byte destination, short value) => BranchFreeIntegerEncoder<short, TSignedness>.StoreToken(ref destination, value);

    /// <summary>Always false: there is no loop for full width.</summary>
    public static bool HasFullWidth(short value) => false;

    /// <summary>Three-byte tokens go through the blocks: four of them fill a 16-byte store.</summary>
    public static nint EncodeFullWidth(ref short source, nint count, ref byte destination, nint room) => 0;
}
