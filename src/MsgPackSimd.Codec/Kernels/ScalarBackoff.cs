using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// How many elements or tokens the scalar code takes before the kernels are tried again: one, so that a single one that the kernels do not take costs no more
/// than that; and more and more where only such come, for example times of a form that is rare. To try the kernels for each of these takes longer than to
/// decode it.
/// </summary>
internal static class ScalarBackoff
{
    private const int MaxCount = 64;

    private const int MaxForeignCount = 256;

    /// <summary>How many come next.</summary>
    /// <param name="last">How many the scalar code took, or was to take, the last time.</param>
    /// <param name="length">How many bytes the kernels have taken or written since.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Next(int last, nint length) => length == 0 ? Math.Min(2 * last, MaxCount) : 1;

    /// <summary>
    /// How many come next where another way than the kernels' is not much slower, as <see cref="WideIntegerDecoding"/> is for tokens that they do not take:
    /// more and more also if the kernels come a little way from one such token to the next, but not far enough to make up for being begun.
    /// </summary>
    /// <param name="last">How many were to go the other way the last time.</param>
    /// <param name="length">How many bytes the kernels have taken since.</param>
    /// <param name="minLength">With fewer bytes, the kernels took longer than the other way would have.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int NextForeign(int last, nint length, int minLength) => length < minLength ? Math.Min(2 * last, MaxForeignCount) : Math.Max(1, last / 2);
}
