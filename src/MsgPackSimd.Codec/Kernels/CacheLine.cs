using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Where cache lines begin. A vector as wide as a line, stored anywhere else, goes into two of them and takes up to twice the time, and .NET's arrays begin
/// anywhere: long stretches therefore store their first few elements apart, and all the others where a line begins.
/// </summary>
/// <remarks>
/// For addresses that only the time depends on: the garbage collector may move an array at any moment, and takes the lines' borders elsewhere.
/// </remarks>
internal static class CacheLine
{
    /// <summary>In bytes, on x64; where lines are longer, as on some arm64, what lies in one of these lies in one of them too.</summary>
    public const int Length = 64;

    /// <summary>With fewer bytes to load or store, to begin at a line saves less than the elements cost that are done twice.</summary>
    public const int MinLength = 4096;

    /// <summary>How many bytes there are before a line begins, from 0 to 63.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe int BytesTo<T>(ref readonly T place)
    {
#pragma warning disable CS8500 // Only the address is of interest.
        fixed (T* address = &place)
        {
            return (int)(-(nint)address & (Length - 1));
        }
#pragma warning restore CS8500
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

    /// <summary>How many elements further the second step of a loop begins, so that it and all others store where a line begins.</summary>
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
