using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The prefixes of integers that all have full width, by sign: ce or d2 for 32 bits, cf or d3 for 64. The shuffle that lays the values out leaves each value's
/// top byte in the place of its prefix; of this byte, only the sign bit is needed. (For 256-bit registers; in 128 bits a second shuffle for the prefixes takes
/// no longer.)
/// </summary>
/// <remarks>
/// An addition that stops at ff turns the sign into a difference of 4, which is the difference of the prefixes:
/// <code>
///   shuffled            a3 a3 a2 a1 a0
///   and                 80 a3 a2 a1 a0     if a is negative; else 00
///   plus, at most ff    ff a3 a2 a1 a0     80 or 00, plus fb; the other bytes plus 0
///   plus                d2 a3 a2 a1 a0     ff or fb, plus d3: d2 or ce
/// </code>
/// </remarks>
internal static class FullWidthPrefix
{
    /// <summary>What the first addition adds: 4 less than where it stops.</summary>
    private const byte Step = 0xfb;

    /// <summary>The order for the shuffle: for unsigned elements it leaves 0 in the places of prefixes.</summary>
    /// <param name="order">The order that puts the values' top bytes into the places of prefixes.</param>
    /// <param name="lanes">All ones in the places of prefixes, else 0.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Order<TSignedness>(Vector256<byte> order, Vector256<byte> lanes)
        where TSignedness : ISignedness => TSignedness.IsSigned ? order : order | (lanes & Vector256.Create((byte)0x80));

    /// <summary>Puts the prefixes into their places.</summary>
    /// <param name="shuffled">The values as they stand in tokens, shuffled by <see cref="Order{TSignedness}"/>.</param>
    /// <param name="lanes">All ones in the places of prefixes, else 0.</param>
    /// <param name="prefix">The prefix of a value that is not negative; that of a negative one is 4 more.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Put<TSignedness>(Vector256<byte> shuffled, Vector256<byte> lanes, byte prefix)
        where TSignedness : ISignedness => TSignedness.IsSigned
            ? Vector256.AddSaturate(shuffled & (~lanes | Vector256.Create((byte)0x80)), lanes & Vector256.Create(Step))
                + (lanes & Vector256.Create(unchecked((byte)(prefix - Step))))
            : shuffled | (lanes & Vector256.Create(prefix));
}
