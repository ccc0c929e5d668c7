using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// How many elements or tokens the scalar code takes before the kernels are tried again: one, so that a single one that the kernels do not take costs no more
/// than that; and more and more where only such come, for example integers that were written in more bytes than the element has. To try the kernels for each of
/// these takes longer than to decode it.
/// </summary>
internal static class ScalarBackoff
{
    private const int MaxCount = 64;

    /// <summary>How many come next.</summary>
    /// <param name="last">How many the scalar code took, or was to take, the last time.</param>
    /// <param name="length">How many bytes the kernels have taken or written since.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Next(int last, nint length) => length == 0 ? Math.Min(2 * last, MaxCount) : 1;
}
