using System;
using System.Runtime.InteropServices;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Compares arrays by their memory, so that two NaNs are equal only with the same bits, and a bool that is neither 0 nor 1 is caught.</summary>
internal static class AssertBits
{
    public static void Equal<T>(ReadOnlySpan<T> expected, ReadOnlySpan<T> actual, string? because = null)
        where T : unmanaged
    {
        int same = MemoryMarshal.AsBytes(expected).CommonPrefixLength(MemoryMarshal.AsBytes(actual)) / Math.Max(1, SizeOf<T>());
        if (same != expected.Length || same != actual.Length)
        {
            Assert.Fail(
                $"{because} expected {expected.Length} elements, got {actual.Length}, the same up to {same}"
                + (same < expected.Length && same < actual.Length ? $": {expected[same]} is {actual[same]}" : string.Empty));
        }
    }

    public static void Equal<T>(T[] expected, T[]? actual, string? because = null)
        where T : unmanaged
    {
        Assert.NotNull(actual);
        Equal<T>(expected, actual.AsSpan(), because);
    }

    private static unsafe int SizeOf<T>()
        where T : unmanaged =>
        sizeof(T);
}
