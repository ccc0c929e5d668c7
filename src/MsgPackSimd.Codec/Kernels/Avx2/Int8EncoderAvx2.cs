using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte</c> and <c>byte</c>: <see cref="Int8EncoderVector128{TSignedness}"/> on 32 elements, four octets. Unpacking stays within each half of a 256-bit
/// register, so the octets come out as 0, 2 (lower halves) and 1, 3 (upper halves).
/// </summary>
internal readonly struct Int8EncoderAvx2<TSignedness> : IBlockEncoder<sbyte>
    where TSignedness : ISignedness
{
    public static int BlockLength => 32;

    /// <summary>The last store begins behind 24 tokens, and is 16 bytes wide.</summary>
    public static int Room => (24 * 2) + Vector128<byte>.Count;

    public static ReadOnlySpan<byte> Rows => AlignedRows.Int8Octets;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeBlock(ref sbyte source, ref byte destination, ref byte rows) =>
        EncodeValues(Vector256.LoadUnsafe(ref source), ref destination, ref rows);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeLastBlock(ref sbyte source, nint skip, ref byte destination, ref byte rows) =>
        EncodeValues(LastBlock.Load256(ref Unsafe.As<sbyte, byte>(ref source), skip).AsSByte(), ref destination, ref rows);

    /// <inheritdoc cref="Int8EncoderVector128{TSignedness}.EncodeValues"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint EncodeValues(Vector256<sbyte> values, ref byte destination, ref byte rows)
    {
        uint mask = Vector256.LessThan(values, Vector256.Create(TSignedness.LeastFixInt)).ExtractMostSignificantBits();
        ShuffleRow.Store(
            values.AsByte(), Vector256.Create(Int8Token<TSignedness>.Prefix), mask, 8, ref rows, Int8OctetTable.RowSpacing, ref destination);
        return mask;
    }

    /// <summary>Fixints are copied, 128 at a time. (With a check for each 64, 4 Ki took 1.2 times as long on a Zen 5.)</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref sbyte source, nint count, ref byte destination, nint room)
    {
        Vector256<sbyte> least = Vector256.Create(TSignedness.LeastFixInt);
        nint taken = 0;
        if (count >= CacheLine.MinLength / (2 * sizeof(sbyte)) && room >= 32 && TryEncodeThirtyTwoFixInts(ref source, 0, count, ref destination, room))
        {
            // From here on each vector that is stored lies in one cache line.
            taken = CacheLine.ElementsTo(in destination, Vector256<byte>.Count);
        }

        nint limit = Math.Min(count, room);
        for (; taken <= limit - 128; taken += 128)
        {
            Bounds.Assert(taken, 128, count);
            Bounds.Assert(taken, 128, room);
            Vector256<sbyte> a = Vector256.LoadUnsafe(ref source, (nuint)taken);
            Vector256<sbyte> b = Vector256.LoadUnsafe(ref source, (nuint)taken + 32);
            Vector256<sbyte> c = Vector256.LoadUnsafe(ref source, (nuint)taken + 64);
            Vector256<sbyte> d = Vector256.LoadUnsafe(ref source, (nuint)taken + 96);
            if (Vector256.LessThanAny(Vector256.Min(Vector256.Min(a, b), Vector256.Min(c, d)), least))
            {
                break;
            }

            a.AsByte().StoreUnsafe(ref destination, (nuint)taken);
            b.AsByte().StoreUnsafe(ref destination, (nuint)taken + 32);
            c.AsByte().StoreUnsafe(ref destination, (nuint)taken + 64);
            d.AsByte().StoreUnsafe(ref destination, (nuint)taken + 96);
        }

        // With 32 at a time instead, 96 to 127 took some 1.1 times as long.
        if (taken <= limit - 64)
        {
            Bounds.Assert(taken, 64, count);
            Bounds.Assert(taken, 64, room);
            Vector256<sbyte> a = Vector256.LoadUnsafe(ref source, (nuint)taken);
            Vector256<sbyte> b = Vector256.LoadUnsafe(ref source, (nuint)taken + 32);
            if (!Vector256.LessThanAny(Vector256.Min(a, b), least))
            {
                a.AsByte().StoreUnsafe(ref destination, (nuint)taken);
                b.AsByte().StoreUnsafe(ref destination, (nuint)taken + 32);
                taken += 64;
            }
        }

        while (count - taken >= 32 && room - taken >= 32 && TryEncodeThirtyTwoFixInts(ref source, taken, count, ref destination, room))
        {
            taken += 32;
        }

        // The rest overlaps what is encoded already: the elements before it are fixints too, and each keeps its own index.
        if (taken >= 32 && count - taken is > 0 and < 32 && count <= room && TryEncodeThirtyTwoFixInts(ref source, count - 32, count, ref destination, room))
        {
            taken = count;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncodeThirtyTwoFixInts(ref sbyte source, nint index, nint count, ref byte destination, nint room)
    {
        Bounds.Assert(index, 32, count);
        Bounds.Assert(index, 32, room);
        Vector256<sbyte> values = Vector256.LoadUnsafe(ref source, (nuint)index);
        if (Vector256.LessThanAny(values, Vector256.Create(TSignedness.LeastFixInt)))
        {
            return false;
        }

        values.AsByte().StoreUnsafe(ref destination, (nuint)index);
        return true;
    }

    /// <summary>Always false: there is no loop for full width.</summary>
    public static bool HasFullWidth(sbyte value) => false;

    /// <inheritdoc cref="Int8EncoderVector128{TSignedness}.EncodeFullWidth"/>
    public static nint EncodeFullWidth(ref sbyte source, nint count, ref byte destination, nint room) => 0;
}
