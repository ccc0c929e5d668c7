using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float?</c> and <c>double?</c>: their prefixes say how many bytes follow in the same bits as those of integers (ca says four, like ce; cb says eight,
/// like cf).
/// </summary>
internal readonly struct FloatLayout<TLane, TForm> : INullableLayout<TLane>
    where TLane : unmanaged
    where TForm : ITokenForm
{
    public static int BlockLength => 64 / (1 + Unsafe.SizeOf<TLane>());

    public static ReadOnlySpan<byte> Table => Unsafe.SizeOf<TLane>() == sizeof(float) ? TokenLaneTable.Int32 : TokenLaneTable.Int64;

    public static Vector512<byte> LayOut(in TokenLanes lanes, Vector512<TLane> values, Vector512<byte> presence, out Vector512<byte> kept) =>
        lanes.LayOut(values.AsByte(), presence & Vector512.Create(TForm.Prefix), out kept);
}
