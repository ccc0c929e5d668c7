using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels.Scalar;

/// <summary>What all forms of nullable tokens have in common.</summary>
internal static class NullableToken
{
    /// <summary>The bits of nil's code if the element is missing; none of any other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte NilBits(long presence) => (byte)(~presence & MessagePackCode.Nil);

    /// <summary>All bits set of any code but that of nil: the difference from it, less one, is negative only of nil's.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long Presence(nint code) => ~((long)((code ^ MessagePackCode.Nil) - 1) >> 63);

    /// <summary>1, and so many more bytes if the element is there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Length(int payload, long presence) => 1 + (payload & (nint)presence);
}
