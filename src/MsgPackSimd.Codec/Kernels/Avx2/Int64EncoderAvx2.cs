using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>long</c> and <c>ulong</c>: the algorithm of <see cref="Int64EncoderVector128{TSignedness}"/> on four elements. Unpacking stays
/// within each half of a 256-bit register, so the elements come out as 0, 2 (lower halves) and 1, 3 (upper halves).
/// </summary>
internal readonly struct Int64EncoderAvx2<TSignedness> : IBlockEncoder<long>
    where TSignedness : ISignedness
{
    public static int BlockLength => 4;

    /// <summary>The last store begins behind three tokens, and is 16 bytes wide.</summary>
    public static int Room => (3 * 9) + Vector128<byte>.Count;

    public static ReadOnlySpan<byte> Rows => AlignedRows.Int64s;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeBlock(ref long source, ref byte destination, ref byte rows) =>
        EncodeValues(Vector256.LoadUnsafe(ref source), Vector256<long>.AllBitsSet, ref destination, ref rows);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeLastBlock(ref long source, nint skip, ref byte destination, ref byte rows) =>
        EncodeValues(
            LastBlock.Load256(ref Unsafe.As<long, byte>(ref source), skip * sizeof(long)).AsInt64(), Vector256<long>.AllBitsSet, ref destination, ref rows);

    /// <inheritdoc cref="Int32EncoderVector128{TSignedness}.EncodeValues"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeValues(Vector256<long> values, Vector256<long> presence, ref byte destination, ref byte rows)
    {
        Vector256<long> prefixes = Vector256.Create(0xcfcecdccL);
        if (TSignedness.IsSigned)
        {
            prefixes = Avx.BlendVariable(prefixes.AsDouble(), Vector256.Create(0xd3d2d1d0L).AsDouble(), values.AsDouble()).AsInt64();
        }

        uint mask = TSignedness.IsSigned ? SignedMask(values, presence) : UnsignedTokenMask.Of((values & presence).AsUInt64());
        ShuffleRow.Store(values.AsByte(), prefixes.AsByte(), mask, 1, ref rows, Int64Table.RowSpacing, ref destination);
        return mask;
    }

    /// <summary>The mask of signed elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SignedMask(Vector256<long> values, Vector256<long> presence)
    {
        Vector256<long> beyond1 = ElementRange.IsOutside(values, TSignedness.LeastFixInt, 127);
        Vector256<long> beyond2 = ElementRange.IsOutside(values, -128, 255);
        Vector256<long> beyond3 = ElementRange.IsOutside(values, -32768, 65535);
        Vector256<long> beyond5 = Beyond5(values);

        // How many of the limits an element exceeds, negated, in all bytes of its lane. After 3, 0, 1, 2, 2, 3, 3, 3 are added (to bytes 0 to 7), the bytes
        // that are still negative make the mask: eight bits an element, of which as many are set as its token has bytes beyond one.
        Vector256<sbyte> beyond = ((beyond1.AsSByte() + beyond2.AsSByte()) + (beyond3.AsSByte() + beyond5.AsSByte())) & presence.AsSByte();
        return (beyond + Vector256.Create(0x03030302_02010003).AsSByte()).ExtractMostSignificantBits();
    }

    /// <summary>-1 where the value needs a nine-byte token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> Beyond5(Vector256<long> values) =>
        ElementRange.IsOutside(values, TSignedness.IsSigned ? int.MinValue : 0, uint.MaxValue);

    /// <summary>Fixints: sixteen at a time are narrowed to bytes.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref long source, nint count, ref byte destination, nint room)
    {
        // With 32 added, signed fixints are 0 to 159. Any other value has a greater lowest byte, or a bit set above it.
        Vector256<long> up = Vector256.Create(TSignedness.IsSigned ? 32L : 0L);
        Vector128<byte> down = Vector128.Create((byte)(TSignedness.IsSigned ? 32 : 0));
        Vector128<byte> limit = Vector128.Create((byte)(TSignedness.IsSigned ? 159 : 127));
        nint taken = 0;
        if (count >= CacheLine.MinLength / sizeof(long) && room >= 4 && TryEncodeFourFixInts(ref source, 0, count, ref destination, room))
        {
            // From here on each vector that is loaded lies in one cache line.
            taken = CacheLine.ElementsTo(in source, Vector256<byte>.Count);
        }

        for (nint last = Math.Min(count, room) - 16; taken <= last; taken += 16)
        {
            Bounds.Assert(taken, 16, count);
            Bounds.Assert(taken, 16, room);
            Vector256<long> a = Vector256.LoadUnsafe(ref source, (nuint)taken) + up;
            Vector256<long> b = Vector256.LoadUnsafe(ref source, (nuint)taken + 4) + up;
            Vector256<long> c = Vector256.LoadUnsafe(ref source, (nuint)taken + 8) + up;
            Vector256<long> d = Vector256.LoadUnsafe(ref source, (nuint)taken + 12) + up;
            if (((a | b | c | d) & Vector256.Create(~0xffL)) != Vector256<long>.Zero)
            {
                break;
            }

            // The low dwords are taken, then their words, then their bytes, all within halves: the lower half becomes a0 a1 b0 b1 c0 c1 d0 d1, the upper half
            // a2 a3 b2 b3 …
            Vector256<int> ab = Avx.Shuffle(a.AsSingle(), b.AsSingle(), 0b10_00_10_00).AsInt32();
            Vector256<int> cd = Avx.Shuffle(c.AsSingle(), d.AsSingle(), 0b10_00_10_00).AsInt32();
            Vector256<short> words = Avx2.PackSignedSaturate(ab, cd);
            Vector256<byte> halves = Avx2.PackUnsignedSaturate(words, words);
            Vector128<byte> bytes = Sse2.UnpackLow(halves.GetLower().AsUInt16(), halves.GetUpper().AsUInt16()).AsByte();
            if (Vector128.Max(bytes, limit) != limit)
            {
                break;
            }

            (bytes - down).StoreUnsafe(ref destination, (nuint)taken);
        }

        while (count - taken >= 4 && room - taken >= 4 && TryEncodeFourFixInts(ref source, taken, count, ref destination, room))
        {
            taken += 4;
        }

        // The rest overlaps what is encoded already: the elements before it are fixints too, and each keeps its own index.
        if (taken >= 4 && count - taken is > 0 and < 4 && count <= room && TryEncodeFourFixInts(ref source, count - 4, count, ref destination, room))
        {
            taken = count;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncodeFourFixInts(ref long source, nint index, nint count, ref byte destination, nint room)
    {
        Bounds.Assert(index, 4, count);
        Bounds.Assert(index, 4, room);
        Vector256<long> values = Vector256.LoadUnsafe(ref source, (nuint)index);
        Vector256<long> least = Vector256.Create((long)TSignedness.LeastFixInt);
        if ((Vector256.GreaterThan(values, Vector256.Create(127L)) | Vector256.LessThan(values, least)) != Vector256<long>.Zero)
        {
            return false;
        }

        // The lowest byte of each element.
        Vector128<byte> lowest = Vector128.Create(
            (byte)0, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        Vector128<byte> lower = Ssse3.Shuffle(values.GetLower().AsByte(), lowest);
        Vector128<byte> upper = Ssse3.Shuffle(values.GetUpper().AsByte(), lowest);
        Unsafe.WriteUnaligned(
            ref Unsafe.Add(ref destination, index), Sse2.UnpackLow(lower.AsUInt16(), upper.AsUInt16()).AsUInt32().ToScalar());
        return true;
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint EncodeNarrow(ref long source, nint count, Span<byte> destination, out int bytesWritten) =>
        NarrowedEncoding.EncodeStretch<TSignedness>(ref source, count, destination, out bytesWritten);

    /// <inheritdoc/>
    public static int MaxOthers => 16;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowSixtyFour(ref long source, ref byte destination) =>
        FixIntNarrowingAvx2.Narrow<TSignedness>(ref source, ref destination);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint StoreToken(ref byte destination, long value) => BranchFreeIntegerEncoder<long, TSignedness>.StoreToken(ref destination, value);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasFullWidth(long value) => IntegerLane<long, TSignedness>.HasFullWidth(value);

    /// <summary>
    /// Full width: three at a time as in <see cref="DoubleEncoderAvx2"/>, with a prefix by sign.
    /// </summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFullWidth(ref long source, nint count, ref byte destination, nint room)
    {
        // Without VBMI2 there is no AVX-512 kernel for mixes, but VBMI is enough for this.
        if (Avx512Vbmi.IsSupported)
        {
            return FullWidthEncoderAvx512<long, Int64Form<TSignedness>>.EncodeStretch(ref source, count, ref destination, room);
        }

        // Two vectors a round, since everything else in a round costs as much as laying out one of them.
        nint taken = 0;
        nint to = 0;
        for (; count - taken >= 7 && room - to >= 59; taken += 6, to += 54)
        {
            Bounds.Assert(taken, 7, count);
            Bounds.Assert(to, 59, room);
            Vector256<long> first = Vector256.LoadUnsafe(ref source, (nuint)taken);
            Vector256<long> second = Vector256.LoadUnsafe(ref source, (nuint)taken + 3);
            if ((Beyond5(first) & Beyond5(second)).ExtractMostSignificantBits() != 0b1111)
            {
                break;
            }

            LayOut(first).StoreUnsafe(ref destination, (nuint)to);
            LayOut(second).StoreUnsafe(ref destination, (nuint)to + 27);
        }

        for (; count - taken >= 4 && room - to >= 32; taken += 3, to += 27)
        {
            Bounds.Assert(taken, 4, count);
            Bounds.Assert(to, 32, room);
            Vector256<long> values = Vector256.LoadUnsafe(ref source, (nuint)taken);
            if (Beyond5(values).ExtractMostSignificantBits() != 0b1111)
            {
                break;
            }

            LayOut(values).StoreUnsafe(ref destination, (nuint)to);
        }

        // Less than a block is left, or the next element is another.
        return count - taken >= 4
            ? taken
            : taken + Int64EncoderVector128<TSignedness>.EncodeFullWidth(
                ref Unsafe.Add(ref source, taken), count - taken, ref Unsafe.Add(ref destination, to), room - to);
    }

    /// <summary>The tokens of the first three values, all of full width.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> LayOut(Vector256<long> values)
    {
        Vector256<byte> order = Vector256.Create(
            (byte)7, 7, 6, 5, 4, 3, 2, 1, 0, 15, 15, 14, 13, 12, 11, 10,
            1, 0, 15, 15, 14, 13, 12, 11, 10, 9, 8, 0x80, 0x80, 0x80, 0x80, 0x80);
        Vector256<byte> prefixLanes = Vector256.Create(
            byte.MaxValue, 0, 0, 0, 0, 0, 0, 0, 0, byte.MaxValue, 0, 0, 0, 0, 0, 0,
            0, 0, byte.MaxValue, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        Vector256<byte> shuffled = Avx2.Shuffle(
            Avx2.Permute4x64(values, DoubleEncoderAvx2.Spread).AsByte(), FullWidthPrefix.Order<TSignedness>(order, prefixLanes));
        return FullWidthPrefix.Put<TSignedness>(shuffled, prefixLanes, MessagePackFirstByte.UInt64);
    }
}
