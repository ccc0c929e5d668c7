using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Where cache lines begin. A vector as wide as a line, stored anywhere else, goes into two of them and takes up to twice the time, and .NET's arrays begin
/// anywhere. In long stretches, the first few elements are therefore stored apart, and all others where a line begins.
/// </summary>
/// <remarks>
/// Only the time may depend on these addresses: the garbage collector may move an array at any moment, and lines then begin elsewhere in it.
/// </remarks>
internal static class CacheLine
{
    /// <summary>
    /// In bytes, on x64. Where lines are longer, as on some arm64 CPUs, what lies within one line of this length lies within one of theirs too.
    /// </summary>
    public const int Length = 64;

    /// <summary>With fewer bytes to load or store, beginning at a line saves less time than it costs to process some elements twice.</summary>
    public const int MinLength = 4096;

    /// <summary>How many bytes there are before a line begins, from 0 to 63.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe int BytesTo<T>(ref readonly T place)
        where T : unmanaged
    {
        fixed (T* address = &place)
        {
            return (int)(-(nint)address & (Length - 1));
        }
    }

    /// <summary>How many tokens of one length there are before the first that begins where a line does, from 0 to 63.</summary>
    /// <param name="place">Where the tokens go.</param>
    /// <param name="tokenLength">Their length in bytes: 3, 5 or 9.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TokensTo(ref readonly byte place, int tokenLength)
    {
        // Such lengths are odd, so in 64 tokens each place of a line comes up once: length times inverse is 1, modulo 64.
        int inverse = tokenLength == 3 ? 43 : tokenLength == 5 ? 13 : 57;
        return (BytesTo(in place) * inverse) % Length;
    }

    /// <summary>How many elements there are before the first that begins where a vector of so many bytes lies in one line.</summary>
    /// <param name="place">The first element, at a multiple of its size.</param>
    /// <param name="vectorLength">The length of a vector in bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ElementsTo<T>(ref readonly T place, int vectorLength)
        where T : unmanaged => BytesTo(in place) % vectorLength / Unsafe.SizeOf<T>();

    /// <summary>How many elements after the first step the second step of a loop begins, so that it and all later ones store where a line begins.</summary>
    /// <param name="place">The first element, at a multiple of its size.</param>
    /// <param name="count">The number of elements; if there are few, steps are taken as they come.</param>
    /// <param name="step">How many elements a step takes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint FirstStep<T>(ref readonly T place, nint count, int step)
        where T : unmanaged
    {
        if (count < MinLength / Unsafe.SizeOf<T>())
        {
            return step;
        }

        int toLine = ElementsTo(in place, Length);
        return toLine == 0 ? step : toLine;
    }
}
