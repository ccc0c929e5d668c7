using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The only token with a prefix that an element of one byte has: <c>d0</c> before an <c>sbyte</c> below -32, <c>cc</c> before a <c>byte</c> above 127. Read as
/// signed numbers, which are what x64 compares, both kinds of elements are less than the least fixint.
/// </summary>
/// <remarks>
/// <code>
///   sbyte    -128 …  -33 | -32 …  -1   0 … 127
///   byte      128 …  223   224 … 255 | 0 … 127
///            ^ with a prefix         ^ fixints, from the bar on
/// </code>
/// </remarks>
internal static class Int8Token<TSignedness>
    where TSignedness : ISignedness
{
    /// <summary>Gets the prefix behind which every value fits.</summary>
    public static byte Prefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSignedness.IsSigned ? MessagePackFirstByte.Int8 : MessagePackFirstByte.UInt8;
    }
}
