using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>short</c>, <c>ushort</c> and <c>char</c>: eight at a time, as two quads. The same as <see cref="Int32EncoderVector128{TSignedness}"/> with one limit
/// less, twice as many lanes, and the rows of <see cref="Int16QuadTable"/>.
/// </summary>
/// <remarks>
/// <code>
///   values      a  b  c  d  e  f  g  h               eight words
///   beyond      0..2 each: how many of the limits of 1- and 2-byte tokens the value exceeds
///   mask        two bits each, 0, 1 or 3             as many set as the token has bytes beyond one
///   prefixes    cc cd in each (d0 d1 if negative)    the row takes one of them
///   part 0      a b c d pa pb pc pd  -> shuffle by row mask[0..7]  -> store, advance by 4 + the bits set in mask[0..7]
///   part 1      e f g h pe pf pg ph  -> shuffle by row mask[8..15] -> store, advance likewise
/// </code>
/// </remarks>
internal readonly struct Int16EncoderVector128<TSignedness> : IBlockEncoder<short>
    where TSignedness : ISignedness
{
    public static int BlockLength => 8;

    /// <summary>The last store begins behind four tokens, and is 16 bytes wide.</summary>
    public static int Room => (4 * 3) + Vector128<byte>.Count;

    public static ReadOnlySpan<byte> Rows => AlignedRows.Int16Quads;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeBlock(ref short source, ref byte destination, ref byte rows) =>
        EncodeValues(Vector128.LoadUnsafe(ref source), Vector128<short>.AllBitsSet, ref destination, ref rows);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeLastBlock(ref short source, nint skip, ref byte destination, ref byte rows) =>
        EncodeValues(
            LastBlock.Load128(ref Unsafe.As<short, byte>(ref source), skip * sizeof(short)).AsInt16(), Vector128<short>.AllBitsSet, ref destination, ref rows);

    /// <inheritdoc cref="Int32EncoderVector128{TSignedness}.EncodeValues"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeValues(Vector128<short> values, Vector128<short> presence, ref byte destination, ref byte rows)
    {
        Vector128<short> prefixes = Vector128.Create(unchecked((short)0xcdcc));
        if (TSignedness.IsSigned)
        {
            prefixes += Vector128.ShiftRightArithmetic(values, 15) & Vector128.Create((short)0x0404);
        }

        uint mask = TSignedness.IsSigned ? SignedMask(values, presence) : UnsignedTokenMask.Of((values & presence).AsUInt16());
        ShuffleRow.Store(values.AsByte(), prefixes.AsByte(), mask, 4, ref rows, Int16QuadTable.RowSpacing, ref destination);
        return mask;
    }

    /// <summary>The mask of signed elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SignedMask(Vector128<short> values, Vector128<short> presence)
    {
        Vector128<short> beyond1 = ElementRange.IsOutside(values, TSignedness.LeastFixInt, 127);
        Vector128<short> beyond2 = ElementRange.IsOutside(values, -128, 255);

        // Both bytes of a lane hold the token's number of bytes beyond one, negated. After 1 is added to the second byte, the signs make the mask: the first
        // byte's bit is set for 1 or 2 bytes beyond one, the second's only for 2.
        Vector128<sbyte> beyond = (beyond1.AsSByte() + beyond2.AsSByte()) & presence.AsSByte();
        return Simd128.Mask((beyond + Vector128.Create((short)0x0100).AsSByte()).AsByte());
    }

    /// <summary>Fixints: sixteen at a time are narrowed to bytes.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref short source, nint count, ref byte destination, nint room)
    {
        nint taken = 0;
        for (nint last = Math.Min(count, room) - 16; taken <= last; taken += 16)
        {
            Bounds.Assert(taken, 16, count);
            Bounds.Assert(taken, 16, room);
            Vector128<short> lower = Vector128.LoadUnsafe(ref source, (nuint)taken);
            Vector128<short> upper = Vector128.LoadUnsafe(ref source, (nuint)taken + 8);

            Vector128<sbyte> packed = Vector128.NarrowWithSaturation(lower, upper);
            if (ElementRange.BeyondFixInts<TSignedness>(lower, upper, packed) != Vector128<short>.Zero)
            {
                break;
            }

            packed.StoreUnsafe(ref Unsafe.As<byte, sbyte>(ref destination), (nuint)taken);
        }

        while (count - taken >= 8 && room - taken >= 8 && TryEncodeEightFixInts(ref source, taken, count, ref destination, room))
        {
            taken += 8;
        }

        // The rest is overlapped: the elements before it are fixints too, each at its own index.
        if (taken >= 8 && count - taken is > 0 and < 8 && count <= room && TryEncodeEightFixInts(ref source, count - 8, count, ref destination, room))
        {
            taken = count;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncodeEightFixInts(ref short source, nint index, nint count, ref byte destination, nint room)
    {
        Bounds.Assert(index, 8, count);
        Bounds.Assert(index, 8, room);
        Vector128<short> values = Vector128.LoadUnsafe(ref source, (nuint)index);
        Vector128<short> least = Vector128.Create((short)TSignedness.LeastFixInt);
        if ((Vector128.GreaterThan(values, Vector128.Create((short)127)) | Vector128.LessThan(values, least)) != Vector128<short>.Zero)
        {
            return false;
        }

        Unsafe.WriteUnaligned(
            ref Unsafe.Add(ref destination, index), Vector128.NarrowWithSaturation(values, values).AsUInt64().ToScalar());
        return true;
    }

    /// <inheritdoc/>
    public static int MaxOthers => 4;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowSixtyFour(ref short source, ref byte destination) =>
        FixIntNarrowingVector128.Narrow<short, TSignedness>(ref source, ref destination);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint StoreToken(ref byte destination, short value) => BranchFreeIntegerEncoder<short, TSignedness>.StoreToken(ref destination, value);

    /// <summary>Always false: the kernel has no better way for tokens of full width.</summary>
    public static bool HasFullWidth(short value) => false;

    /// <summary>Three-byte tokens go through the blocks: four of them fill a 16-byte store.</summary>
    public static nint EncodeFullWidth(ref short source, nint count, ref byte destination, nint room) => 0;
}
