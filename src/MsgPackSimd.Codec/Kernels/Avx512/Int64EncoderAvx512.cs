using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>long</c> and <c>ulong</c>: seven at a time, laid out in nine bytes each. <see cref="TokenLanes"/> has the picture.
/// </summary>
internal readonly struct Int64EncoderAvx512<TSignedness> : ICompressEncoder<long>
    where TSignedness : ISignedness
{
    public static int BlockLength => 7;

    public static ReadOnlySpan<byte> Table => TSignedness.IsSigned ? TokenLaneTable.Int64 : TokenLaneTable.UInt64;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> LayOut(in TokenLanes lanes, Vector512<long> values, out Vector512<byte> kept)
    {
        // The code is looked up by leading zeros and sign. There are 64 rows for 65 numbers of zeros and two signs. So bit 4 is set, which leaves at
        // most 59 zeros, and all numbers up to 28 are one class.
        Vector512<long> bit4 = Vector512.Create(16L);
        Vector512<byte> codes;
        if (TSignedness.IsSigned)
        {
            Vector512<long> sign = Vector512.ShiftRightArithmetic(values, 63);
            Vector512<byte> zeros = Avx512CD.LeadingZeroCount(((values ^ sign) | bit4).AsUInt64()).AsByte();
            zeros = Avx512BW.SubtractSaturate(zeros, Vector512.Create((byte)28));
            codes = Avx512Vbmi.PermuteVar64x8(lanes.Codes, zeros | (sign & Vector512.Create(32L)).AsByte());
        }
        else
        {
            Vector512<byte> zeros = Avx512CD.LeadingZeroCount((values | bit4).AsUInt64()).AsByte();
            codes = Avx512Vbmi.PermuteVar64x8(lanes.Codes, Avx512BW.SubtractSaturate(zeros, Vector512.Create((byte)28)));
        }

        return lanes.LayOut(values.AsByte(), codes, out kept);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(Vector512<long> values, out Vector512<byte> bytes)
    {
        Vector512<long> lowest = Vector512.Create((long)TSignedness.LeastFixInt);
        bytes = Avx512F.ConvertToVector128SByte(values).AsByte().ToVector256Unsafe().ToVector512Unsafe();
        return Vector512.LessThanOrEqualAll((values - lowest).AsUInt64(), Vector512.Create((ulong)(127 - TSignedness.LeastFixInt)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HaveFullWidth(Vector512<long> values) => FullWidthEncoderAvx512<long, Int64Form<TSignedness>>.HaveFullWidth(values);

    /// <summary>Fixints: 32 at a time are narrowed to bytes. The last 32 overlap those before.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref long source, nint count, ref byte destination, nint room)
    {
        nint limit = Math.Min(count, room);
        nint taken = FixIntStretchAvx512<long, Int64EncoderAvx512<TSignedness>>.EncodeToCacheLine(ref source, count, ref destination, room);
        while (taken <= limit - 32 && TryEncode32FixInts(ref source, taken, count, ref destination, room))
        {
            taken += 32;
        }

        // Each of the elements that are encoded twice keeps its own index.
        if (limit >= 32 && taken < limit && taken > limit - 32 && TryEncode32FixInts(ref source, limit - 32, count, ref destination, room))
        {
            return limit;
        }

        return FixIntStretchAvx512<long, Int64EncoderAvx512<TSignedness>>.EncodeRest(ref source, taken, count, ref destination, room);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncode32FixInts(ref long source, nint index, nint count, ref byte destination, nint room)
    {
        Bounds.Assert(index, 32, count);
        Bounds.Assert(index, 32, room);
        ref long first = ref Unsafe.Add(ref source, index);
        Vector512<long> a = Vector512.LoadUnsafe(ref first);
        Vector512<long> b = Vector512.LoadUnsafe(ref first, 8);
        Vector512<long> c = Vector512.LoadUnsafe(ref first, 16);
        Vector512<long> d = Vector512.LoadUnsafe(ref first, 24);

        // Without a sign, all bits of the limit are ones up to its top bit: the values combined by OR exceed it if any of them does.
        Vector512<long> lowest = Vector512.Create((long)TSignedness.LeastFixInt);
        Vector512<ulong> greatest = TSignedness.IsSigned
            ? Vector512.Max(
                Vector512.Max((a - lowest).AsUInt64(), (b - lowest).AsUInt64()),
                Vector512.Max((c - lowest).AsUInt64(), (d - lowest).AsUInt64()))
            : (a | b | c | d).AsUInt64();
        if (Vector512.GreaterThanAny(greatest, Vector512.Create(TSignedness.IsSigned ? 159UL : 127)))
        {
            return false;
        }

        // A fixint's low byte is at the same place in every element: one permute gathers those of two vectors.
        Vector512<byte> lowBytes = Vector512.Create(
            0x38302820_18100800, 0x78706860_58504840, 0x38302820_18100800, 0x78706860_58504840,
            0x38302820_18100800, 0x78706860_58504840, 0x38302820_18100800, 0x78706860_58504840).AsByte();
        Vector128<byte> lower = Avx512Vbmi.PermuteVar64x8x2(a.AsByte(), lowBytes, b.AsByte()).GetLower().GetLower();
        Vector128<byte> upper = Avx512Vbmi.PermuteVar64x8x2(c.AsByte(), lowBytes, d.AsByte()).GetLower().GetLower();
        lower.StoreUnsafe(ref destination, (nuint)index);
        upper.StoreUnsafe(ref destination, (nuint)index + 16);
        return true;
    }

    /// <inheritdoc cref="FullWidthEncoderAvx512{TLane, TForm}.EncodeStretch"/>
    public static nint EncodeFullWidth(ref long source, nint count, ref byte destination, nint room) =>
        FullWidthEncoderAvx512<long, Int64Form<TSignedness>>.EncodeStretch(ref source, count, ref destination, room);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEncodeFullWidth(ref long source, nint count, ref byte destination, nint room) =>
        FullWidthEncoderAvx512<long, Int64Form<TSignedness>>.IsArrayLength(count)
        && FullWidthEncoderAvx512<long, Int64Form<TSignedness>>.TryEncodeArray(ref source, count, ref destination, room);
}
