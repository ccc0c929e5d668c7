using System;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Integers that may be missing, laid out by the kernel for those that can't be. A missing integer is made 0, of which one byte is kept.</summary>
internal readonly struct NullableIntegerLayout<TLane, TKernel> : INullableLayout<TLane>
    where TLane : unmanaged
    where TKernel : ICompressEncoder<TLane>
{
    public static int BlockLength => TKernel.BlockLength;

    public static ReadOnlySpan<byte> Table => TKernel.Table;

    public static Vector512<byte> LayOut(in TokenLanes lanes, Vector512<TLane> values, Vector512<byte> presence, out Vector512<byte> kept) =>
        TKernel.LayOut(lanes, values & presence.As<byte, TLane>(), out kept);
}
