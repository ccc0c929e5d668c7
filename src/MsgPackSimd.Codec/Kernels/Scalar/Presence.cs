using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>What all forms of nullable tokens have in common.</summary>
internal static class Presence
{
    /// <summary>The bits of nil's code if the element is missing; none if it is present.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte NilBits(long presence) => (byte)(~presence & MessagePackFirstByte.Nil);

    /// <summary>All bits set for any code but nil's: the difference from that code, less one, is negative for nil only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long OfCode(nint code) => ~((long)((code ^ MessagePackFirstByte.Nil) - 1) >> 63);

    /// <summary>1, plus the payload's length if the element is present.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint TokenLength(int payload, long presence) => 1 + (payload & (nint)presence);
}
