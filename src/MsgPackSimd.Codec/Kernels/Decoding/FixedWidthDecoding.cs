using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Decodes <c>float</c>, <c>double</c> and <c>bool</c>, whose tokens all have one length unless the writer wrote integers, or the other float: the kernels
/// stop at the first token of another form, and <see cref="MixedNumberDecoding"/> goes on there.
/// </summary>
internal static class FixedWidthDecoding
{
    /// <summary>
    /// Decodes <c>float</c>, <c>double</c> or <c>bool</c>. Where one stretch is all there is, which is the usual case, the kernel is all that is called.
    /// </summary>
    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        int taken = (int)DecodeStretch(
            ref MemoryMarshal.GetReference(source), source.Length, ref MemoryMarshal.GetReference(destination), destination.Length, out int length);
        if (taken == destination.Length || length == source.Length)
        {
            bytesConsumed = length;
            valuesWritten = taken;
            return MessagePackReadStatus.Done;
        }

        if (IsCut<T>(source[length..]))
        {
            bytesConsumed = length;
            valuesWritten = taken;
            return MessagePackReadStatus.NeedMoreData;
        }

        if (typeof(T) == typeof(float))
        {
            return MixedNumberDecoding.DecodeFrom(
                source, Unsafe.BitCast<Span<T>, Span<float>>(destination), length, taken, out bytesConsumed, out valuesWritten);
        }

        if (typeof(T) == typeof(double))
        {
            return MixedNumberDecoding.DecodeFrom(
                source, Unsafe.BitCast<Span<T>, Span<double>>(destination), length, taken, out bytesConsumed, out valuesWritten);
        }

        // A bool has no other form: these are the last few, or one of the next is no bool, and which is the scalar decoder's to say.
        MessagePackReadStatus status = ScalarFallback.Decode(source[length..], destination[taken..], out bytesConsumed, out valuesWritten);
        bytesConsumed += length;
        valuesWritten += taken;
        return status;
    }

    /// <summary>Whether a source ends within a token of the element's own form, as most segments of a sequence do.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsCut<T>(ReadOnlySpan<byte> rest) =>
        typeof(T) == typeof(float) ? rest.Length < FloatToken<float>.Length && rest[0] == FloatToken<float>.Prefix
            : typeof(T) == typeof(double) && rest.Length < FloatToken<double>.Length && rest[0] == FloatToken<double>.Prefix;

    /// <summary>
    /// Decodes tokens of the element's own form, up to any other, with the widest kernel for them. Without a byte shuffle there is none but for <c>bool</c>.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were stored.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint DecodeStretch<T>(ref byte source, nint length, ref T destination, nint room, out int consumed)
    {
        nint taken;
        if (typeof(T) == typeof(bool))
        {
            nint count = Math.Min(length, room);
            taken = Avx2.IsSupported && count >= BooleanDecoderAvx2.MinCount
                ? BooleanDecoderAvx2.Decode(ref source, count, ref Unsafe.As<T, byte>(ref destination))
                : BooleanDecoderVector128.Decode(ref source, count, ref Unsafe.As<T, byte>(ref destination));
            consumed = (int)taken;
        }
        else if (typeof(T) == typeof(float))
        {
            taken = Simd128.HasShuffle
                ? UniformDecoding.DecodeFullWidth<uint, SingleForm>(ref source, length, ref Unsafe.As<T, uint>(ref destination), room)
                : 0;
            consumed = (int)(taken * (1 + sizeof(float)));
        }
        else
        {
            taken = Simd128.HasShuffle
                ? UniformDecoding.DecodeFullWidth<ulong, DoubleForm>(ref source, length, ref Unsafe.As<T, ulong>(ref destination), room)
                : 0;
            consumed = (int)(taken * (1 + sizeof(double)));
        }

        return taken;
    }
}
