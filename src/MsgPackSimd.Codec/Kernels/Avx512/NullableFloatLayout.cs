using System;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float?</c> and <c>double?</c>: their prefixes say how many bytes follow in the same bits as those of integers (ca says four, like ce; cb says eight,
/// like cf).
/// </summary>
internal readonly struct NullableFloatLayout<TLane> : INullableLayout<TLane>
    where TLane : unmanaged
{
    public static int BlockLength => 64 / FloatToken<TLane>.Length;

    public static ReadOnlySpan<byte> Table => FloatToken<TLane>.IsSingle ? TokenLaneTable.Int32 : TokenLaneTable.Int64;

    public static Vector512<byte> LayOut(in TokenLanes lanes, Vector512<TLane> values, Vector512<byte> presence, out Vector512<byte> kept) =>
        lanes.LayOut(values.AsByte(), presence & Vector512.Create(FloatToken<TLane>.Prefix), out kept);
}
