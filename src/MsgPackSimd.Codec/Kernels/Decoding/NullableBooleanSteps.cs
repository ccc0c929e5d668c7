using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>bool?</c>: every token is one byte, so there is a kernel wherever there are vectors.</summary>
internal readonly struct NullableBooleanSteps<T> : INullableSteps<T, NullableBooleanSteps<T>>
    where T : unmanaged
{
    public static NullableBooleanSteps<T> Start(ReadOnlySpan<byte> source, Span<T?> destination) => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        int count = Math.Min(source.Length, destination.Length);
        if (count < NullableBooleanDecoderVector128.BlockLength)
        {
            NullableTokenDecoding.Decode<T, byte, NullableBoolean>(source, destination, nint.MaxValue, out consumed, out written);
            return false;
        }

        written = (int)NullableBooleanDecoderVector128.Decode(
            ref MemoryMarshal.GetReference(source), count, ref Unsafe.As<T?, NullableLane<byte>>(ref MemoryMarshal.GetReference(destination)));
        consumed = written;
        return false;
    }
}
