using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A <see cref="Half"/> is read from tokens of any form that a <c>float</c> is read from, and rounded. Block by block, the kernels for <c>float</c> decode the
/// tokens to the stack, from where they are narrowed.
/// </summary>
internal static class HalfDecoding
{
    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static MessagePackReadStatus Decode(ReadOnlySpan<byte> source, Span<Half> destination, out int bytesConsumed, out int valuesWritten)
    {
        Span<float> block = stackalloc float[HalfEncoding.BlockLength];
        bytesConsumed = 0;
        valuesWritten = 0;
        MessagePackReadStatus status;
        do
        {
            Span<Half> halves = destination[valuesWritten..];
            Span<float> rest = block[..Math.Min(HalfEncoding.BlockLength, halves.Length)];
            status = KernelDispatch.DecodeWarm(source[bytesConsumed..], rest, out int consumed, out int written);
            HalfConversion.Narrow(
                ref Unsafe.As<float, int>(ref MemoryMarshal.GetReference(block)),
                written,
                ref Unsafe.As<Half, short>(ref MemoryMarshal.GetReference(halves)));
            bytesConsumed += consumed;
            valuesWritten += written;
        }
        while (status == MessagePackReadStatus.Done && valuesWritten < destination.Length && bytesConsumed < source.Length);

        return status;
    }

    /// <inheritdoc cref="ScalarNullable.Decode{T}"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static MessagePackReadStatus Decode(ReadOnlySpan<byte> source, Span<Half?> destination, out int bytesConsumed, out int valuesWritten)
    {
        Span<float?> block = stackalloc float?[HalfEncoding.BlockLength];
        bytesConsumed = 0;
        valuesWritten = 0;
        MessagePackReadStatus status;
        do
        {
            Span<Half?> halves = destination[valuesWritten..];
            Span<float?> rest = block[..Math.Min(HalfEncoding.BlockLength, halves.Length)];
            status = KernelDispatch.DecodeNullableWarm<float>(source[bytesConsumed..], rest, out int consumed, out int written);
            HalfConversion.Narrow(
                ref Unsafe.As<float?, NullableLane<int>>(ref MemoryMarshal.GetReference(block)),
                written,
                ref Unsafe.As<Half?, NullableLane<short>>(ref MemoryMarshal.GetReference(halves)));
            bytesConsumed += consumed;
            valuesWritten += written;
        }
        while (status == MessagePackReadStatus.Done && valuesWritten < destination.Length && bytesConsumed < source.Length);

        return status;
    }
}
