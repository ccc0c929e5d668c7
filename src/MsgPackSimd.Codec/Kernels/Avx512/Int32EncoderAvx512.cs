using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>int</c> and <c>uint</c>: twelve at a time, laid out in five bytes each. <see cref="TokenLanes"/> has the picture.
/// </summary>
internal readonly struct Int32EncoderAvx512<TSignedness> : ICompressEncoder<int>
    where TSignedness : ISignedness
{
    public static int BlockLength => 12;

    public static ReadOnlySpan<byte> Table => TSignedness.IsSigned ? TokenLaneTable.Int32 : TokenLaneTable.UInt32;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> LayOut(in TokenLanes lanes, Vector512<int> values, out Vector512<byte> kept)
    {
        // A value's class is the number of bits that it takes besides its sign, together with the sign. There are 64 classes, as many as a permute has rows.
        Vector512<byte> codes;
        if (TSignedness.IsSigned)
        {
            Vector512<int> sign = Vector512.ShiftRightArithmetic(values, 31);
            Vector512<int> zeros = Avx512CD.LeadingZeroCount((values ^ sign).AsUInt32()).AsInt32();
            codes = Avx512Vbmi.PermuteVar64x8(lanes.Codes, (zeros ^ (sign & Vector512.Create(32))).AsByte());
        }
        else
        {
            codes = Avx512Vbmi.PermuteVar64x8(lanes.Codes, Avx512CD.LeadingZeroCount(values.AsUInt32()).AsByte());
        }

        return lanes.LayOut(values.AsByte(), codes, out kept);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(Vector512<int> values, out Vector512<byte> bytes)
    {
        Vector512<int> lowest = Vector512.Create((int)TSignedness.LeastFixInt);
        bytes = Avx512F.ConvertToVector128SByte(values).AsByte().ToVector256Unsafe().ToVector512Unsafe();
        return Vector512.LessThanOrEqualAll((values - lowest).AsUInt32(), Vector512.Create((uint)(TSignedness.IsSigned ? 159 : 127)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HaveFullWidth(Vector512<int> values) => FullWidthEncoderAvx512<int, Int32Form<TSignedness>>.HaveFullWidth(values);

    /// <summary>Fixints: 64 at a time are narrowed to bytes, the last 16 or fewer under a mask.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref int source, nint count, ref byte destination, nint room)
    {
        // Packing works within quarters; this puts the dwords of the result back in order.
        Vector512<int> order = Vector512.Create(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
        Vector512<sbyte> least = Vector512.Create((sbyte)-32);
        nint taken = FixIntStretchAvx512<int, Int32EncoderAvx512<TSignedness>>.EncodeToCacheLine(ref source, count, ref destination, room);
        for (nint last = Math.Min(count, room) - 64; taken <= last; taken += 64)
        {
            Bounds.Assert(taken, 64, count);
            Bounds.Assert(taken, 64, room);
            Vector512<int> a = Vector512.LoadUnsafe(ref source, (nuint)taken);
            Vector512<int> b = Vector512.LoadUnsafe(ref source, (nuint)taken + 16);
            Vector512<int> c = Vector512.LoadUnsafe(ref source, (nuint)taken + 32);
            Vector512<int> d = Vector512.LoadUnsafe(ref source, (nuint)taken + 48);

            // A value beyond either limit stays beyond it when saturated to 16 bits; when saturated to 8 bits, only below the lower limit. (Without a sign, a
            // value that is not a fixint has a bit set above the lowest seven.)
            Vector512<short> lower = Avx512BW.PackSignedSaturate(a, b);
            Vector512<short> upper = Avx512BW.PackSignedSaturate(c, d);
            Vector512<sbyte> packed = Avx512BW.PackSignedSaturate(lower, upper);
            bool areFixInts = TSignedness.IsSigned
                ? !Vector512.GreaterThanAny(Vector512.Max(lower, upper), Vector512.Create((short)127)) && !Vector512.LessThanAny(packed, least)
                : ((lower | upper) & Vector512.Create((short)~0x7f)) == Vector512<short>.Zero;
            if (!areFixInts)
            {
                break;
            }

            Avx512F.PermuteVar16x32(packed.AsInt32(), order).AsByte().StoreUnsafe(ref destination, (nuint)taken);
        }

        return FixIntStretchAvx512<int, Int32EncoderAvx512<TSignedness>>.EncodeRest(ref source, taken, count, ref destination, room);
    }

    /// <inheritdoc cref="FullWidthEncoderAvx512{TLane, TForm}.EncodeStretch"/>
    public static nint EncodeFullWidth(ref int source, nint count, ref byte destination, nint room) =>
        FullWidthEncoderAvx512<int, Int32Form<TSignedness>>.EncodeStretch(ref source, count, ref destination, room);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEncodeFullWidth(ref int source, nint count, ref byte destination, nint room) =>
        FullWidthEncoderAvx512<int, Int32Form<TSignedness>>.IsArrayLength(count)
        && FullWidthEncoderAvx512<int, Int32Form<TSignedness>>.TryEncodeArray(ref source, count, ref destination, room);
}
