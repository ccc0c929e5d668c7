using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>int</c> and <c>uint</c>: the algorithm of <see cref="Int32EncoderVector128{TSignedness}"/> on eight elements, four pairs. Unpacking
/// stays within each half of a 256-bit register, so the pairs come out as 0, 2 (lower halves) and 1, 3 (upper halves).
/// </summary>
internal readonly struct Int32EncoderAvx2<TSignedness> : IBlockEncoder<int>, IPackEncoderAvx2<int>
    where TSignedness : ISignedness
{
    public static int BlockLength => 8;

    /// <summary>The last store begins behind six tokens, and is 16 bytes wide.</summary>
    public static int Room => (6 * 5) + Vector128<byte>.Count;

    public static ReadOnlySpan<byte> Rows => AlignedRows.Int32Pairs;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeBlock(ref int source, ref byte destination, ref byte rows) =>
        EncodeValues(Vector256.LoadUnsafe(ref source), Vector256<int>.AllBitsSet, ref destination, ref rows);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeLastBlock(ref int source, nint skip, ref byte destination, ref byte rows) =>
        EncodeValues(
            LastBlock.Load256(ref Unsafe.As<int, byte>(ref source), skip * sizeof(int)).AsInt32(), Vector256<int>.AllBitsSet, ref destination, ref rows);

    /// <inheritdoc cref="Int32EncoderVector128{TSignedness}.EncodeValues"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeValues(Vector256<int> values, Vector256<int> presence, ref byte destination, ref byte rows)
    {
        // In each lane the prefixes of one, two and four bytes of payload, of which the row takes one.
        Vector256<int> prefixes = Vector256.Create(0x00cecdcc);
        if (TSignedness.IsSigned)
        {
            prefixes = Avx.BlendVariable(prefixes.AsSingle(), Vector256.Create(0x00d2d1d0).AsSingle(), values.AsSingle()).AsInt32();
        }

        uint mask = TSignedness.IsSigned ? SignedMask(values, presence) : UnsignedTokenMask.Of((values & presence).AsUInt32());
        ShuffleRow.Store(values.AsByte(), prefixes.AsByte(), mask, 2, ref rows, Int32PairTable.RowSpacing, ref destination);
        return mask;
    }

    /// <summary>The mask of signed elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SignedMask(Vector256<int> values, Vector256<int> presence)
    {
        Vector256<int> beyond1 = ElementRange.IsOutside(values, TSignedness.LeastFixInt, 127);
        Vector256<int> beyond2 = ElementRange.IsOutside(values, -128, 255);
        Vector256<int> beyond3 = Beyond3(values);

        // How many of the limits an element exceeds, negated, in all bytes of its lane. After 2, 0, 1, 2 are added (to bytes 0 to 3), the bytes that are still
        // negative make the mask: four bits an element, of which as many are set as its token has bytes beyond one.
        Vector256<sbyte> beyond = (beyond1.AsSByte() + beyond2.AsSByte() + beyond3.AsSByte()) & presence.AsSByte();
        return (beyond + Vector256.Create(0x02010002).AsSByte()).ExtractMostSignificantBits();
    }

    /// <summary>-1 where the value needs a five-byte token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<int> Beyond3(Vector256<int> values) => ElementRange.IsOutside(values, TSignedness.IsSigned ? -32768 : 0, 65535);

    /// <summary>Fixints: 32 at a time are narrowed to bytes.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref int source, nint count, ref byte destination, nint room)
    {
        nint taken = 0;
        if (count >= CacheLine.MinLength / sizeof(int) && room >= 8 && TryEncodeEightFixInts(ref source, 0, count, ref destination, room))
        {
            // From here on each vector that is loaded lies in one cache line.
            taken = CacheLine.ElementsTo(in source, Vector256<byte>.Count);
        }

        taken = PackedFixIntsAvx2<int, TSignedness, Int32EncoderAvx2<TSignedness>>.Encode(ref source, taken, count, ref destination, room);
        while (count - taken >= 8 && room - taken >= 8 && TryEncodeEightFixInts(ref source, taken, count, ref destination, room))
        {
            taken += 8;
        }

        // The rest overlaps what is encoded already: the elements before it are fixints too, and each keeps its own index.
        if (taken >= 8 && count - taken is > 0 and < 8 && count <= room && TryEncodeEightFixInts(ref source, count - 8, count, ref destination, room))
        {
            taken = count;
        }

        return taken;
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void LoadWords(ref int source, out Vector256<short> lower, out Vector256<short> upper)
    {
        lower = Avx2.PackSignedSaturate(Vector256.LoadUnsafe(ref source), Vector256.LoadUnsafe(ref source, 8));
        upper = Avx2.PackSignedSaturate(Vector256.LoadUnsafe(ref source, 16), Vector256.LoadUnsafe(ref source, 24));
    }

    /// <summary>Packing works within halves; this puts the dwords of the result back in order.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Order(Vector256<sbyte> packed) =>
        Avx2.PermuteVar8x32(packed.AsInt32(), Vector256.Create(0, 4, 1, 5, 2, 6, 3, 7)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncodeEightFixInts(ref int source, nint index, nint count, ref byte destination, nint room)
    {
        Bounds.Assert(index, 8, count);
        Bounds.Assert(index, 8, room);
        Vector256<int> values = Vector256.LoadUnsafe(ref source, (nuint)index);
        Vector256<int> least = Vector256.Create((int)TSignedness.LeastFixInt);
        if ((Vector256.GreaterThan(values, Vector256.Create(127)) | Vector256.LessThan(values, least)) != Vector256<int>.Zero)
        {
            return false;
        }

        Vector128<short> words = Sse2.PackSignedSaturate(values.GetLower(), values.GetUpper());
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, index), Sse2.PackSignedSaturate(words, words).AsUInt64().ToScalar());
        return true;
    }

    /// <inheritdoc/>
    public static int MaxOthers => 7;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowSixtyFour(ref int source, ref byte destination) =>
        FixIntNarrowingAvx2.Narrow<int, TSignedness, Int32EncoderAvx2<TSignedness>>(ref source, ref destination);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint StoreToken(ref byte destination, int value) => BranchFreeIntegerEncoder<int, TSignedness>.StoreToken(ref destination, value);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasFullWidth(int value) => IntegerLane<int, TSignedness>.HasFullWidth(IntegerLane<int, TSignedness>.Extend(value));

    /// <summary>
    /// Full width, with a prefix by sign: groups of 32, then what these leave, six at a time as in <see cref="SingleEncoderAvx2"/>.
    /// </summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFullWidth(ref int source, nint count, ref byte destination, nint room)
    {
        // Without VBMI2 there is no AVX-512 kernel for mixes, but VBMI is enough for this.
        if (Avx512Vbmi.IsSupported)
        {
            return FullWidthEncoderAvx512<int, Int32Form<TSignedness>>.EncodeStretch(ref source, count, ref destination, room);
        }

        nint taken = count >= FullWidthEncoderAvx2<Int32Form<TSignedness>>.MinCount
            ? FullWidthEncoderAvx2<Int32Form<TSignedness>>.EncodeGroups(ref source, count, ref destination, room)
            : 0;
        nint to = taken * 5;
        taken += EncodeSixes(ref Unsafe.Add(ref source, taken), count - taken, ref Unsafe.Add(ref destination, to), room - to);
        if (taken == 0 || taken == count || count - taken >= 8)
        {
            return taken;
        }

        // Less than a block is left. It is encoded in half of the width, beginning with the last three elements that are encoded already, so that there is
        // something to overlap with.
        taken -= 3;
        to = taken * 5;
        return taken + Int32EncoderVector128<TSignedness>.EncodeFullWidth(
            ref Unsafe.Add(ref source, taken), count - taken, ref Unsafe.Add(ref destination, to), room - to);
    }

    /// <inheritdoc cref="EncodeFullWidth"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeSixes(ref int source, nint count, ref byte destination, nint room)
    {
        // Two vectors a round, since everything else in a round costs as much as laying out one of them. The second begins at the seventh element, with eight
        // of which six are used, and its store of 32 bytes behind 30.
        nint taken = 0;
        nint to = 0;
        for (; count - taken >= 14 && room - to >= 62; taken += 12, to += 60)
        {
            Bounds.Assert(taken, 14, count);
            Bounds.Assert(to, 62, room);
            Vector256<int> first = Vector256.LoadUnsafe(ref source, (nuint)taken);
            Vector256<int> second = Vector256.LoadUnsafe(ref source, (nuint)taken + 6);
            if ((Beyond3(first) & Beyond3(second)).ExtractMostSignificantBits() != 0xff)
            {
                break;
            }

            LayOut(first).StoreUnsafe(ref destination, (nuint)to);
            LayOut(second).StoreUnsafe(ref destination, (nuint)to + 30);
        }

        for (; count - taken >= 8 && room - to >= 32; taken += 6, to += 30)
        {
            Bounds.Assert(taken, 8, count);
            Bounds.Assert(to, 32, room);
            Vector256<int> values = Vector256.LoadUnsafe(ref source, (nuint)taken);
            if (Beyond3(values).ExtractMostSignificantBits() != 0xff)
            {
                break;
            }

            LayOut(values).StoreUnsafe(ref destination, (nuint)to);
        }

        return taken;
    }

    /// <summary>The tokens of the first six values, all of full width.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> LayOut(Vector256<int> values)
    {
        // The prefix of the fourth value is the last byte of the lower half; the value itself is the first bytes of the upper half.
        Vector256<int> spread = Vector256.Create(0, 1, 2, 3, 3, 4, 5, 5);
        Vector256<byte> order = Vector256.Create(
            (byte)3, 3, 2, 1, 0, 7, 7, 6, 5, 4, 11, 11, 10, 9, 8, 15,
            3, 2, 1, 0, 7, 7, 6, 5, 4, 11, 11, 10, 9, 8, 0x80, 0x80);
        Vector256<byte> prefixLanes = Vector256.Create(
            byte.MaxValue, 0, 0, 0, 0, byte.MaxValue, 0, 0, 0, 0, byte.MaxValue, 0, 0, 0, 0, byte.MaxValue,
            0, 0, 0, 0, byte.MaxValue, 0, 0, 0, 0, byte.MaxValue, 0, 0, 0, 0, 0, 0);
        Vector256<byte> shuffled = Avx2.Shuffle(
            Avx2.PermuteVar8x32(values, spread).AsByte(), FullWidthPrefix.Order<TSignedness>(order, prefixLanes));
        return FullWidthPrefix.Put<TSignedness>(shuffled, prefixLanes, MessagePackFirstByte.UInt32);
    }
}
