using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>int</c> and <c>uint</c>: four at a time, as two pairs. Compares count how many limits each element exceeds, and a mask is made of these counts; without a
/// sign, <see cref="UnsignedTokenMask"/> makes the same mask of the bytes that are not 0. A part of it is the row of <see cref="Int32PairTable"/>, which takes
/// one of the prefixes that an element of its sign can have, and shuffles values and prefixes into tokens. No branch depends on the data.
/// </summary>
/// <remarks>
/// <code>
///   values      a       b       c       d            four dwords
///   beyond      0..3 each: how many of the limits of 1-, 2- and 3-byte tokens the value exceeds
///   mask        four bits each, 0, 2, 6 or f               as many set as the token has bytes beyond one
///   prefixes    cc cd ce in each (d0 d1 d2 if negative)    the row takes one of them
///   part 0      a b pa pb    -> shuffle by row mask[0..7]  -> store, advance by 2 + the bits set in mask[0..7]
///   part 1      c d pc pd    -> shuffle by row mask[8..15] -> store, advance likewise
/// </code>
/// docs/algorithms/encode.md draws it for real values.
/// </remarks>
internal readonly struct Int32EncoderVector128<TSignedness> : IBlockEncoder<int>
    where TSignedness : ISignedness
{
    public static int BlockLength => 4;

    /// <summary>The last store begins behind two tokens, and is 16 bytes wide.</summary>
    public static int Room => (2 * 5) + Vector128<byte>.Count;

    public static ReadOnlySpan<byte> Rows => AlignedRows.Int32Pairs;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeBlock(ref int source, ref byte destination, ref byte rows) =>
        EncodeValues(Vector128.LoadUnsafe(ref source), Vector128<int>.AllBitsSet, ref destination, ref rows);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeLastBlock(ref int source, nint skip, ref byte destination, ref byte rows) =>
        EncodeValues(
            LastBlock.Load128(ref Unsafe.As<int, byte>(ref source), skip * sizeof(int)).AsInt32(), Vector128<int>.AllBitsSet, ref destination, ref rows);

    /// <summary>Encodes the values of a block.</summary>
    /// <param name="values">The values.</param>
    /// <param name="presence">All ones in a lane; zeros where <paramref name="values"/> holds the token already, of one byte (nil).</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="rows">The first row.</param>
    /// <returns>As <see cref="EncodeBlock"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeValues(Vector128<int> values, Vector128<int> presence, ref byte destination, ref byte rows)
    {
        Vector128<int> prefixes = Vector128.Create(0x00cecdcc);
        if (TSignedness.IsSigned)
        {
            prefixes = Simd128.SelectBySign(values, prefixes, Vector128.Create(0x00d2d1d0));
        }

        uint mask = TSignedness.IsSigned ? SignedMask(values, presence) : UnsignedTokenMask.Of((values & presence).AsUInt32());
        ShuffleRow.Store(values.AsByte(), prefixes.AsByte(), mask, 2, ref rows, Int32PairTable.RowSpacing, ref destination);
        return mask;
    }

    /// <summary>The mask of signed elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SignedMask(Vector128<int> values, Vector128<int> presence)
    {
        Vector128<int> beyond1 = ElementRange.IsOutside(values, TSignedness.LeastFixInt, 127);
        Vector128<int> beyond2 = ElementRange.IsOutside(values, -128, 255);
        Vector128<int> beyond3 = Beyond3(values);

        // All bytes of a lane hold the number of limits that its element is beyond, negated. After 2, 0, 1, 2 are added to them (byte 0 to 3), those still
        // negative make the mask: four bits an element, of which as many are set as its token has bytes beyond one.
        Vector128<sbyte> beyond = (beyond1.AsSByte() + beyond2.AsSByte() + beyond3.AsSByte()) & presence.AsSByte();
        return Simd128.Mask((beyond + Vector128.Create(0x02010002).AsSByte()).AsByte());
    }

    /// <summary>-1 where the value needs a five-byte token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<int> Beyond3(Vector128<int> values) => ElementRange.IsOutside(values, TSignedness.IsSigned ? -32768 : 0, 65535);

    /// <summary>Fixints: sixteen at a time are narrowed to bytes.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref int source, nint count, ref byte destination, nint room)
    {
        nint taken = 0;
        for (nint last = Math.Min(count, room) - 16; taken <= last; taken += 16)
        {
            Bounds.Assert(taken, 16, count);
            Bounds.Assert(taken, 16, room);
            Vector128<int> a = Vector128.LoadUnsafe(ref source, (nuint)taken);
            Vector128<int> b = Vector128.LoadUnsafe(ref source, (nuint)taken + 4);
            Vector128<int> c = Vector128.LoadUnsafe(ref source, (nuint)taken + 8);
            Vector128<int> d = Vector128.LoadUnsafe(ref source, (nuint)taken + 12);

            // A value beyond the limits is still beyond them when it is saturated to 16 bits.
            Vector128<short> lower = Vector128.NarrowWithSaturation(a, b);
            Vector128<short> upper = Vector128.NarrowWithSaturation(c, d);
            Vector128<sbyte> packed = Vector128.NarrowWithSaturation(lower, upper);
            if (ElementRange.BeyondFixInts<TSignedness>(lower, upper, packed) != Vector128<short>.Zero)
            {
                break;
            }

            packed.StoreUnsafe(ref Unsafe.As<byte, sbyte>(ref destination), (nuint)taken);
        }

        while (count - taken >= 4 && room - taken >= 4 && TryEncodeFourFixInts(ref source, taken, count, ref destination, room))
        {
            taken += 4;
        }

        // The rest is overlapped: the elements before it are fixints too, each at its own index.
        if (taken >= 4 && count - taken is > 0 and < 4 && count <= room && TryEncodeFourFixInts(ref source, count - 4, count, ref destination, room))
        {
            taken = count;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncodeFourFixInts(ref int source, nint index, nint count, ref byte destination, nint room)
    {
        Bounds.Assert(index, 4, count);
        Bounds.Assert(index, 4, room);
        Vector128<int> values = Vector128.LoadUnsafe(ref source, (nuint)index);
        Vector128<int> least = Vector128.Create((int)TSignedness.LeastFixInt);
        if ((Vector128.GreaterThan(values, Vector128.Create(127)) | Vector128.LessThan(values, least)) != Vector128<int>.Zero)
        {
            return false;
        }

        Vector128<short> words = Vector128.NarrowWithSaturation(values, values);
        Unsafe.WriteUnaligned(
            ref Unsafe.Add(ref destination, index), Vector128.NarrowWithSaturation(words, words).AsUInt32().ToScalar());
        return true;
    }

    /// <inheritdoc/>
    public static int MaxOthers => 8;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowSixtyFour(ref int source, ref byte destination) =>
        FixIntNarrowingVector128.Narrow<int, TSignedness>(ref source, ref destination);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint StoreToken(ref byte destination, int value) => BranchFreeIntegerEncoder<int, TSignedness>.StoreToken(ref destination, value);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasFullWidth(int value) => IntegerLane<int, TSignedness>.HasFullWidth(IntegerLane<int, TSignedness>.Extend(value));

    /// <summary>Full width: three at a time as in <see cref="SingleEncoderVector128"/>, with a prefix by sign.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFullWidth(ref int source, nint count, ref byte destination, nint room)
    {
        Vector128<byte> valueOrder = Vector128.Create((byte)0x80, 3, 2, 1, 0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80);
        Vector128<byte> prefixOrder = Vector128.Create(
            (byte)0, 0x80, 0x80, 0x80, 0x80, 4, 0x80, 0x80, 0x80, 0x80, 8, 0x80, 0x80, 0x80, 0x80, 0x80);
        const byte Code = MessagePackFirstByte.UInt32;
        Vector128<byte> prefixes = Vector128.Create(Code, 0, 0, 0, 0, Code, 0, 0, 0, 0, Code, 0, 0, 0, 0, 0);
        nint taken = 0;
        for (nint last = Math.Min(count - 4, room < 16 ? -1 : (room - 16) / 5); taken <= last; taken += 3)
        {
            Bounds.Assert(taken, 4, count);
            Bounds.Assert(5 * taken, 16, room);
            Vector128<int> values = Vector128.LoadUnsafe(ref source, (nuint)taken);
            if (!Simd128.AreAllSet(Beyond3(values)))
            {
                return taken;
            }

            LayOut(values, valueOrder, prefixOrder, prefixes).StoreUnsafe(ref destination, (nuint)(5 * taken));
        }

        if (taken < count && count >= 4 && count <= room / 5)
        {
            // The last three tokens, and the last byte of the one before, in a store that ends where the tokens do. Those already stored are stored again.
            Bounds.Assert(count - 4, 4, count);
            Bounds.Assert((5 * count) - 16, 16, room);
            Vector128<int> values = Vector128.LoadUnsafe(ref source, (nuint)(count - 4));
            if (Simd128.AreAllSet(Beyond3(values)))
            {
                valueOrder = Vector128.Create((byte)0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80, 15, 14, 13, 12);
                prefixOrder = Vector128.Create(
                    (byte)0x80, 4, 0x80, 0x80, 0x80, 0x80, 8, 0x80, 0x80, 0x80, 0x80, 12, 0x80, 0x80, 0x80, 0x80);
                prefixes = Vector128.Create((byte)0, Code, 0, 0, 0, 0, Code, 0, 0, 0, 0, Code, 0, 0, 0, 0);
                LayOut(values, valueOrder, prefixOrder, prefixes).StoreUnsafe(ref destination, (nuint)((5 * count) - 16));
                return count;
            }
        }

        return taken;
    }

    /// <summary>The bytes of tokens of full width.</summary>
    /// <param name="values">The elements.</param>
    /// <param name="valueOrder">Where their bytes go.</param>
    /// <param name="prefixOrder">Where their prefixes go.</param>
    /// <param name="prefixes">The prefixes of unsigned elements, at their places.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LayOut(Vector128<int> values, Vector128<byte> valueOrder, Vector128<byte> prefixOrder, Vector128<byte> prefixes)
    {
        if (TSignedness.IsSigned)
        {
            Vector128<int> codes = Vector128.Create((int)MessagePackFirstByte.UInt32) + (Vector128.ShiftRightArithmetic(values, 31) & Vector128.Create(4));
            prefixes = Simd128.Shuffle(codes.AsByte(), prefixOrder);
        }

        return Simd128.Shuffle(values.AsByte(), valueOrder) | prefixes;
    }
}
