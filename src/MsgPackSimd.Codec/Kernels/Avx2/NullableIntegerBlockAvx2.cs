using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><see cref="NullableIntegerBlockVector128{TLane, TSignedness}"/> on twice as many elements.</summary>
/// <remarks>
/// Instructions on 256 bits combine two registers half by half. So each half is loaded with the 16 bytes that belong there, and the result is in order:
/// <code>
///   memory       A  B  C  D            16 bytes each
///   first        A  C
///   second       B  D
///   values       AB  CD                flags likewise
/// </code>
/// </remarks>
internal readonly struct NullableIntegerBlockAvx2<TLane, TSignedness> : INullableBlock<TLane, NullableIntegerBlockAvx2<TLane, TSignedness>>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    private readonly Vector256<byte> values;
    private readonly Vector256<byte> presence;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private NullableIntegerBlockAvx2(Vector256<byte> values, Vector256<byte> presence)
    {
        this.values = values;
        this.presence = presence;
    }

    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx2.IsSupported;
    }

    public static int BlockLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => LaneCount.Of256<TLane>();
    }

    public static int Room
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get =>
            Unsafe.SizeOf<TLane>() == sizeof(short) ? Int16EncoderAvx2<TSignedness>.Room
                : Unsafe.SizeOf<TLane>() == sizeof(int) ? Int32EncoderAvx2<TSignedness>.Room
                : Int64EncoderAvx2<TSignedness>.Room;
    }

    public static ReadOnlySpan<byte> Rows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => NullableIntegerBlockVector128<TLane, TSignedness>.Rows;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static NullableIntegerBlockAvx2<TLane, TSignedness> Load(ref NullableLane<TLane> source)
    {
        ref byte memory = ref Unsafe.As<NullableLane<TLane>, byte>(ref source);
        Vector256<byte> first = HalvesAvx2.Load(ref memory, 0, 32);
        Vector256<byte> second = HalvesAvx2.Load(ref memory, 16, 32);
        switch (Unsafe.SizeOf<TLane>())
        {
            case sizeof(short):
                Vector256<short> values16 = Avx2.PackSignedSaturate(first.AsInt32() >> 16, second.AsInt32() >> 16);
                Vector256<int> flag = Vector256.Create(0xff);
                Vector256<short> flags16 = Avx2.PackSignedSaturate(first.AsInt32() & flag, second.AsInt32() & flag);
                Vector256<short> isMissing16 = Vector256.Equals(flags16, Vector256<short>.Zero);
                values16 = Vector256.ConditionalSelect(isMissing16, Vector256.Create((short)MessagePackFirstByte.Nil), values16);
                return new(values16.AsByte(), (~isMissing16).AsByte());
            case sizeof(int):
                Vector256<int> values32 = Avx.Shuffle(first.AsSingle(), second.AsSingle(), 0b11_01_11_01).AsInt32();
                Vector256<int> flags32 = Avx.Shuffle(first.AsSingle(), second.AsSingle(), 0b10_00_10_00).AsInt32() & Vector256.Create(0xff);
                Vector256<int> isMissing32 = Vector256.Equals(flags32, Vector256<int>.Zero);
                values32 = Vector256.ConditionalSelect(isMissing32, Vector256.Create((int)MessagePackFirstByte.Nil), values32);
                return new(values32.AsByte(), (~isMissing32).AsByte());
            default:
                Vector256<long> values64 = Avx2.UnpackHigh(first.AsInt64(), second.AsInt64());
                Vector256<long> flags64 = Avx2.UnpackLow(first.AsInt64(), second.AsInt64()) & Vector256.Create(0xffL);
                Vector256<long> isMissing64 = Vector256.Equals(flags64, Vector256<long>.Zero);
                values64 = Vector256.ConditionalSelect(isMissing64, Vector256.Create((long)MessagePackFirstByte.Nil), values64);
                return new(values64.AsByte(), (~isMissing64).AsByte());
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Encode(NullableIntegerBlockAvx2<TLane, TSignedness> block, ref byte destination, ref byte rows) =>
        Unsafe.SizeOf<TLane>() == sizeof(short)
            ? Int16EncoderAvx2<TSignedness>.EncodeValues(block.values.AsInt16(), block.presence.AsInt16(), ref destination, ref rows)
        : Unsafe.SizeOf<TLane>() == sizeof(int)
            ? Int32EncoderAvx2<TSignedness>.EncodeValues(block.values.AsInt32(), block.presence.AsInt32(), ref destination, ref rows)
        : Int64EncoderAvx2<TSignedness>.EncodeValues(block.values.AsInt64(), block.presence.AsInt64(), ref destination, ref rows);
}
