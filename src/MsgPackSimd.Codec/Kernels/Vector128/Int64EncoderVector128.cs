using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>long</c> and <c>ulong</c>: two at a time, each of which becomes one token by a row of <see cref="Int64Table"/>. The same as
/// <see cref="Int32EncoderVector128{TSignedness}"/> does for pairs, with one limit more.
/// </summary>
/// <remarks>
/// <code>
///   values      a  b                                 two qwords
///   beyond      0..4 each: how many of the limits of 1-, 2-, 3- and 5-byte tokens the value exceeds
///   mask        eight bits each, 0, 2, 6, 1e or ff               as many set as the token has bytes beyond one
///   prefixes    cc cd ce cf in each (d0 d1 d2 d3 if negative)    the row takes one of them
///   part 0      a pa -> shuffle by row mask[0..7]  -> store, advance by 1 + the bits set in mask[0..7]
///   part 1      b pb -> shuffle by row mask[8..15] -> store, advance likewise
/// </code>
/// </remarks>
internal readonly struct Int64EncoderVector128<TSignedness> : IBlockEncoder<long>
    where TSignedness : ISignedness
{
    private const int TokenLength = 1 + sizeof(long);

    public static int BlockLength => 2;

    /// <summary>The last store begins behind one token, and is 16 bytes wide.</summary>
    public static int Room => 9 + Vector128<byte>.Count;

    public static ReadOnlySpan<byte> Rows => AlignedRows.Int64s;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeBlock(ref long source, ref byte destination, ref byte rows) =>
        EncodeValues(Vector128.LoadUnsafe(ref source), Vector128<long>.AllBitsSet, ref destination, ref rows);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeLastBlock(ref long source, nint skip, ref byte destination, ref byte rows) =>
        EncodeValues(
            LastBlock.Load128(ref Unsafe.As<long, byte>(ref source), skip * sizeof(long)).AsInt64(), Vector128<long>.AllBitsSet, ref destination, ref rows);

    /// <inheritdoc cref="Int32EncoderVector128{TSignedness}.EncodeValues"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeValues(Vector128<long> values, Vector128<long> presence, ref byte destination, ref byte rows)
    {
        Vector128<long> prefixes = Vector128.Create(0xcfcecdccL);
        if (TSignedness.IsSigned)
        {
            prefixes = Simd128.SelectBySign(values, prefixes, Vector128.Create(0xd3d2d1d0L));
        }

        uint mask = TSignedness.IsSigned ? SignedMask(values, presence) : UnsignedTokenMask.Of((values & presence).AsUInt64());
        ShuffleRow.Store(values.AsByte(), prefixes.AsByte(), mask, 1, ref rows, Int64Table.RowSpacing, ref destination);
        return mask;
    }

    /// <summary>The mask of signed elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SignedMask(Vector128<long> values, Vector128<long> presence)
    {
        Vector128<long> beyond1 = ElementRange.IsOutside(values, TSignedness.LeastFixInt, 127);
        Vector128<long> beyond2 = ElementRange.IsOutside(values, -128, 255);
        Vector128<long> beyond3 = ElementRange.IsOutside(values, -32768, 65535);
        Vector128<long> beyond5 = Beyond5(values);

        // All bytes of a lane hold the number of limits that its element is beyond, negated. After 3, 0, 1, 2, 2, 3, 3, 3 are added to them (byte 0 to 7),
        // those still negative make the mask: eight bits an element, of which as many are set as its token has bytes beyond one.
        Vector128<sbyte> beyond = ((beyond1.AsSByte() + beyond2.AsSByte()) + (beyond3.AsSByte() + beyond5.AsSByte())) & presence.AsSByte();
        return Simd128.Mask((beyond + Vector128.Create(0x03030302_02010003).AsSByte()).AsByte());
    }

    /// <summary>-1 where the value needs a nine-byte token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<long> Beyond5(Vector128<long> values) =>
        ElementRange.IsOutside(values, TSignedness.IsSigned ? int.MinValue : 0, uint.MaxValue);

    /// <summary>Fixints: eight at a time are narrowed to bytes.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref long source, nint count, ref byte destination, nint room)
    {
        nint taken = 0;
        nint last = Math.Min(count, room) - 8;
        while (taken <= last && TryEncodeEightFixInts(ref source, taken, count, ref destination, room))
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
    private static bool TryEncodeEightFixInts(ref long source, nint index, nint count, ref byte destination, nint room)
    {
        Bounds.Assert(index, 8, count);
        Bounds.Assert(index, 8, room);

        // Moved up by 32, signed fixints are 0 to 159; everything else has a bit above the lowest byte, or more than 159 in it.
        Vector128<long> up = Vector128.Create(TSignedness.IsSigned ? 32L : 0L);
        Vector128<ushort> down = Vector128.Create((ushort)(TSignedness.IsSigned ? 32 : 0));
        Vector128<ushort> limit = Vector128.Create((ushort)(TSignedness.IsSigned ? 159 : 127));
        Vector128<long> a = Vector128.LoadUnsafe(ref source, (nuint)index) + up;
        Vector128<long> b = Vector128.LoadUnsafe(ref source, (nuint)index + 2) + up;
        Vector128<long> c = Vector128.LoadUnsafe(ref source, (nuint)index + 4) + up;
        Vector128<long> d = Vector128.LoadUnsafe(ref source, (nuint)index + 6) + up;
        if (((a | b | c | d) & Vector128.Create(~0xffL)) != Vector128<long>.Zero)
        {
            return false;
        }

        Vector128<ushort> words = Vector128.Narrow(
            Vector128.Narrow(a.AsUInt64(), b.AsUInt64()), Vector128.Narrow(c.AsUInt64(), d.AsUInt64()));
        if (Vector128.GreaterThanAny(words, limit))
        {
            return false;
        }

        Vector128<byte> bytes = Vector128.Narrow(words - down, words);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, index), bytes.AsUInt64().ToScalar());
        return true;
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint EncodeNarrow(ref long source, nint count, Span<byte> destination, out int bytesWritten) =>
        NarrowedEncoding.EncodeStretch<TSignedness>(ref source, count, destination, out bytesWritten);

    /// <inheritdoc/>
    public static int MaxOthers => 12;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowSixtyFour(ref long source, ref byte destination) =>
        FixIntNarrowingVector128.Narrow<long, TSignedness>(ref source, ref destination);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint StoreToken(ref byte destination, long value) => BranchFreeIntegerEncoder<long, TSignedness>.StoreToken(ref destination, value);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasFullWidth(long value) => IntegerLane<long, TSignedness>.HasFullWidth(value);

    /// <summary>
    /// Full width: one at a time, without vectors. A vector has room for one such token, and signs and limits of two elements take more instructions there than
    /// here. Nothing is stored beyond a token, so it takes any number of elements.
    /// </summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFullWidth(ref long source, nint count, ref byte destination, nint room)
    {
        nint taken = 0;
        nint end = Math.Min(count, (nint)((nuint)room / TokenLength));
        ref byte target = ref destination;
        for (; taken <= end - 4; taken += 4)
        {
            Bounds.Assert(taken, 4, count);
            Bounds.Assert(taken * TokenLength, 4 * TokenLength, room);
            ref long values = ref Unsafe.Add(ref source, taken);
            long a = values;
            long b = Unsafe.Add(ref values, 1);
            long c = Unsafe.Add(ref values, 2);
            long d = Unsafe.Add(ref values, 3);

            // Predictable, and quicker than one branch for all four.
            if (!HasFullWidth(a) || !HasFullWidth(b) || !HasFullWidth(c) || !HasFullWidth(d))
            {
                break;
            }

            StoreFullWidth(ref target, a);
            StoreFullWidth(ref Unsafe.Add(ref target, TokenLength), b);
            StoreFullWidth(ref Unsafe.Add(ref target, 2 * TokenLength), c);
            StoreFullWidth(ref Unsafe.Add(ref target, 3 * TokenLength), d);
            target = ref Unsafe.Add(ref target, 4 * TokenLength);
        }

        for (; taken < end && HasFullWidth(Unsafe.Add(ref source, taken)); taken++)
        {
            Bounds.Assert(taken, 1, count);
            Bounds.Assert(taken * TokenLength, TokenLength, room);
            StoreFullWidth(ref target, Unsafe.Add(ref source, taken));
            target = ref Unsafe.Add(ref target, TokenLength);
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreFullWidth(ref byte token, long value)
    {
        token = (byte)(MessagePackFirstByte.UInt64 + (TSignedness.IsSigned ? (value >>> 63) * (MessagePackFirstByte.Int64 - MessagePackFirstByte.UInt64) : 0));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref token, 1), BinaryPrimitives.ReverseEndianness(value));
    }
}
