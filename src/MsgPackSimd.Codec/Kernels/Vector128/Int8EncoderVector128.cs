using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte</c> and <c>byte</c>: sixteen at a time, as two octets. The prefix (<see cref="Int8Token{TSignedness}"/>; drawn for <c>sbyte</c>) is laid behind the
/// values, and the rows of <see cref="Int8OctetTable"/> put it before those that need it. A stretch of fixints is copied: they are their own tokens.
/// </summary>
/// <remarks>
/// <code>
///   values       a  b  c  d  e  f  g  h  …                      sixteen bytes
///   mask         1  0  0  1  0  0  0  0  …                      less than -32
///   with prefix  a b c d e f g h d0 d0 d0 d0 d0 d0 d0 d0        the first octet
///   shuffled     d0 a b c d0 d e f g h . . . . . .              by the row of mask bits 0 to 7; advance by 8 + the number of bits set
/// </code>
/// </remarks>
internal readonly struct Int8EncoderVector128<TSignedness> : IBlockEncoder<sbyte>
    where TSignedness : ISignedness
{
    public static int BlockLength => 16;

    /// <summary>The last store begins behind eight tokens, and is 16 bytes wide.</summary>
    public static int Room => (8 * 2) + Vector128<byte>.Count;

    public static ReadOnlySpan<byte> Rows => AlignedRows.Int8Octets;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeBlock(ref sbyte source, ref byte destination, ref byte rows) =>
        EncodeValues(Vector128.LoadUnsafe(ref source), ref destination, ref rows);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeLastBlock(ref sbyte source, nint skip, ref byte destination, ref byte rows) =>
        EncodeValues(LastBlock.Load128(ref Unsafe.As<sbyte, byte>(ref source), skip).AsSByte(), ref destination, ref rows);

    /// <summary>Encodes a block of elements that are in a register.</summary>
    /// <inheritdoc cref="IBlockEncoder{T}.EncodeBlock"/>
    /// <param name="values">The elements.</param>
    /// <param name="destination">Where their tokens go.</param>
    /// <param name="rows">The first byte of the table.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeValues(Vector128<sbyte> values, ref byte destination, ref byte rows)
    {
        uint mask = Simd128.Mask(Vector128.LessThan(values, Vector128.Create(TSignedness.LeastFixInt)).AsByte());
        ShuffleRow.Store(
            values.AsByte(), Vector128.Create(Int8Token<TSignedness>.Prefix), mask, 8, ref rows, Int8OctetTable.RowSpacing, ref destination);
        return mask;
    }

    /// <summary>Fixints: 64 at a time are copied, then sixteen.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref sbyte source, nint count, ref byte destination, nint room)
    {
        Vector128<sbyte> least = Vector128.Create(TSignedness.LeastFixInt);
        nint taken = 0;
        for (nint last = Math.Min(count, room) - 64; taken <= last; taken += 64)
        {
            Bounds.Assert(taken, 64, count);
            Bounds.Assert(taken, 64, room);
            ref sbyte from = ref Unsafe.Add(ref source, taken);
            ref byte to = ref Unsafe.Add(ref destination, taken);
            Vector128<sbyte> a = Vector128.LoadUnsafe(ref from);
            Vector128<sbyte> b = Vector128.LoadUnsafe(ref from, 16);
            Vector128<sbyte> c = Vector128.LoadUnsafe(ref from, 32);
            Vector128<sbyte> d = Vector128.LoadUnsafe(ref from, 48);
            if (((Vector128.LessThan(a, least) | Vector128.LessThan(b, least)) | (Vector128.LessThan(c, least) | Vector128.LessThan(d, least)))
                != Vector128<sbyte>.Zero)
            {
                break;
            }

            a.AsByte().StoreUnsafe(ref to);
            b.AsByte().StoreUnsafe(ref to, 16);
            c.AsByte().StoreUnsafe(ref to, 32);
            d.AsByte().StoreUnsafe(ref to, 48);
        }

        while (count - taken >= 16 && room - taken >= 16 && TryEncodeSixteenFixInts(ref source, taken, count, ref destination, room))
        {
            taken += 16;
        }

        // The rest is overlapped: the elements before it are fixints too, each at its own index.
        if (taken >= 16 && count - taken is > 0 and < 16 && count <= room && TryEncodeSixteenFixInts(ref source, count - 16, count, ref destination, room))
        {
            taken = count;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncodeSixteenFixInts(ref sbyte source, nint index, nint count, ref byte destination, nint room)
    {
        Bounds.Assert(index, 16, count);
        Bounds.Assert(index, 16, room);
        Vector128<sbyte> values = Vector128.LoadUnsafe(ref source, (nuint)index);
        if (Vector128.LessThanAny(values, Vector128.Create(TSignedness.LeastFixInt)))
        {
            return false;
        }

        values.AsByte().StoreUnsafe(ref destination, (nuint)index);
        return true;
    }

    /// <summary>Always false: the kernel has no better way for tokens of full width.</summary>
    public static bool HasFullWidth(sbyte value) => false;

    /// <summary>Two-byte tokens go through the blocks: eight of them fill a 16-byte store.</summary>
    public static nint EncodeFullWidth(ref sbyte source, nint count, ref byte destination, nint room) => 0;
}
