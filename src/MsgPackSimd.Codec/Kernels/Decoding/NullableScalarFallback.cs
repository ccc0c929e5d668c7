using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The scalar decoder, for elements whose other forms are rare (times) or that have none. It is not much slower than the steps where most elements are missing,
/// and a step takes a while to begin.
/// </summary>
internal readonly struct NullableScalarFallback<T> : INullableFallback<T>
    where T : unmanaged
{
    public static int MinCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 32;
    }

    public static int StartCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 1;
    }

    public static int MaxCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 64;
    }

    public static MessagePackReadStatus Decode(ReadOnlySpan<byte> source, Span<T?> destination, int count, out int bytesConsumed, out int valuesWritten) =>
        ScalarNullable.Decode(source, destination[..Math.Min(count, destination.Length)], out bytesConsumed, out valuesWritten);
}
