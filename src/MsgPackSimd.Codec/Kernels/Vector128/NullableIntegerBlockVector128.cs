using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A vector's worth of integers of 16 bits or more that may be missing: flags and values, which lie beside each other, are brought into a vector each.
/// </summary>
/// <remarks>
/// <code>
///   memory       1 - - -  a a a a  1 - - -  b b b b | 0 - - -  - - - -  1 - - -  d d d d       of int?
///   values       a  b c0  d      nil, for the one that is missing
///   flags        1  1  0  1
/// </code>
/// </remarks>
internal readonly struct NullableIntegerBlockVector128<TLane, TSignedness> : INullableBlock<TLane, NullableIntegerBlockVector128<TLane, TSignedness>>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    private readonly Vector128<byte> values;
    private readonly Vector128<byte> presence;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private NullableIntegerBlockVector128(Vector128<byte> values, Vector128<byte> presence)
    {
        this.values = values;
        this.presence = presence;
    }

    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle;
    }

    public static int BlockLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => LaneCount.Of128<TLane>();
    }

    public static int Room
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get =>
            Unsafe.SizeOf<TLane>() == sizeof(short) ? Int16EncoderVector128<TSignedness>.Room
                : Unsafe.SizeOf<TLane>() == sizeof(int) ? Int32EncoderVector128<TSignedness>.Room
                : Int64EncoderVector128<TSignedness>.Room;
    }

    public static ReadOnlySpan<byte> Rows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get =>
            Unsafe.SizeOf<TLane>() == sizeof(short) ? AlignedRows.Int16Quads
                : Unsafe.SizeOf<TLane>() == sizeof(int) ? AlignedRows.Int32Pairs
                : AlignedRows.Int64s;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static NullableIntegerBlockVector128<TLane, TSignedness> Load(ref NullableLane<TLane> source)
    {
        ref byte memory = ref Unsafe.As<NullableLane<TLane>, byte>(ref source);
        Vector128<byte> first = Vector128.LoadUnsafe(ref memory);
        Vector128<byte> second = Vector128.LoadUnsafe(ref memory, 16);
        switch (Unsafe.SizeOf<TLane>())
        {
            case sizeof(short):
                Vector128<short> values16 = Vector128.Narrow(first.AsUInt32() >>> 16, second.AsUInt32() >>> 16).AsInt16();
                Vector128<short> flags16 = Vector128.Narrow(first.AsUInt32(), second.AsUInt32()).AsInt16() & Vector128.Create((short)0xff);
                Vector128<short> isMissing16 = Vector128.Equals(flags16, Vector128<short>.Zero);
                values16 = Vector128.ConditionalSelect(isMissing16, Vector128.Create((short)MessagePackFirstByte.Nil), values16);
                return new(values16.AsByte(), (~isMissing16).AsByte());
            case sizeof(int):
                Vector128<int> values32 = Simd128.OddLanes(first.AsInt32(), second.AsInt32());
                Vector128<int> flags32 = Simd128.EvenLanes(first.AsInt32(), second.AsInt32()) & Vector128.Create(0xff);
                Vector128<int> isMissing32 = Vector128.Equals(flags32, Vector128<int>.Zero);
                values32 = Vector128.ConditionalSelect(isMissing32, Vector128.Create((int)MessagePackFirstByte.Nil), values32);
                return new(values32.AsByte(), (~isMissing32).AsByte());
            default:
                Vector128<long> values64 = Simd128.UpperHalves(first.AsByte(), second.AsByte()).AsInt64();
                Vector128<long> flags64 = Simd128.LowerHalves(first.AsByte(), second.AsByte()).AsInt64() & Vector128.Create(0xffL);
                Vector128<long> isMissing64 = Vector128.Equals(flags64, Vector128<long>.Zero);
                values64 = Vector128.ConditionalSelect(isMissing64, Vector128.Create((long)MessagePackFirstByte.Nil), values64);
                return new(values64.AsByte(), (~isMissing64).AsByte());
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Encode(NullableIntegerBlockVector128<TLane, TSignedness> block, ref byte destination, ref byte rows) =>
        Unsafe.SizeOf<TLane>() == sizeof(short)
            ? Int16EncoderVector128<TSignedness>.EncodeValues(block.values.AsInt16(), block.presence.AsInt16(), ref destination, ref rows)
        : Unsafe.SizeOf<TLane>() == sizeof(int)
            ? Int32EncoderVector128<TSignedness>.EncodeValues(block.values.AsInt32(), block.presence.AsInt32(), ref destination, ref rows)
        : Int64EncoderVector128<TSignedness>.EncodeValues(block.values.AsInt64(), block.presence.AsInt64(), ref destination, ref rows);
}
