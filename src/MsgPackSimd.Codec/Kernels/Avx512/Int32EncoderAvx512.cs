using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>int</c> and <c>uint</c>: twelve at a time, laid out in five bytes each. <see cref="TokenLanes"/> has the picture.
/// </summary>
internal readonly struct Int32EncoderAvx512<TSignedness> : IPackEncoderAvx512<int>
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
        // Moved so that they begin at 0, fixints end at 127 + 32.
        Vector512<int> lowest = Vector512.Create((int)TSignedness.LeastFixInt);
        bytes = Avx512F.ConvertToVector128SByte(values).AsByte().ToVector256Unsafe().ToVector512Unsafe();
        return Vector512.LessThanOrEqualAll((values - lowest).AsUInt32(), Vector512.Create((uint)(TSignedness.IsSigned ? 159 : 127)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HaveFullWidth(Vector512<int> values) => FullWidthEncoderAvx512<int, Int32Form<TSignedness>>.HaveFullWidth(values);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref int source, nint count, ref byte destination, nint room) =>
        PackedFixIntsAvx512<int, TSignedness, Int32EncoderAvx512<TSignedness>>.EncodeStretch(ref source, count, ref destination, room);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void LoadWords(ref int source, out Vector512<short> lower, out Vector512<short> upper)
    {
        lower = Avx512BW.PackSignedSaturate(Vector512.LoadUnsafe(ref source), Vector512.LoadUnsafe(ref source, 16));
        upper = Avx512BW.PackSignedSaturate(Vector512.LoadUnsafe(ref source, 32), Vector512.LoadUnsafe(ref source, 48));
    }

    /// <summary>Packing works within quarters; this puts the dwords of the result back in order.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Order(Vector512<sbyte> packed) =>
        Avx512F.PermuteVar16x32(packed.AsInt32(), Vector512.Create(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)).AsByte();

    /// <inheritdoc cref="FullWidthEncoderAvx512{TLane, TForm}.EncodeStretch"/>
    public static nint EncodeFullWidth(ref int source, nint count, ref byte destination, nint room) =>
        FullWidthEncoderAvx512<int, Int32Form<TSignedness>>.EncodeStretch(ref source, count, ref destination, room);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEncodeFullWidth(ref int source, nint count, ref byte destination, nint room) =>
        FullWidthEncoderAvx512<int, Int32Form<TSignedness>>.IsArrayLength(count)
        && FullWidthEncoderAvx512<int, Int32Form<TSignedness>>.TryEncodeArray(ref source, count, ref destination, room);
}
