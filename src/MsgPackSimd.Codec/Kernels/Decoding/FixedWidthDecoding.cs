using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Decodes <c>float</c>, <c>double</c> and <c>bool</c>, whose tokens all have one length unless the writer wrote integers. The kernels decode a stretch and
/// stop at the first token of another form; the scalar decoder reads that one and a few more, and the kernels go on.
/// </summary>
internal static class FixedWidthDecoding
{
    /// <summary>How many tokens the scalar decoder reads before the kernels are tried again.</summary>
    private const int ScalarRun = 8;

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

        return DecodeFrom(source, destination, length, taken, out bytesConsumed, out valuesWritten);
    }

    /// <summary>Goes on after the first stretch, which has taken <paramref name="from"/> bytes and given <paramref name="to"/> elements.</summary>
    private static MessagePackReadStatus DecodeFrom<T>(
        ReadOnlySpan<byte> source, Span<T> destination, int from, int to, out int bytesConsumed, out int valuesWritten)
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref T values = ref MemoryMarshal.GetReference(destination);
        MessagePackReadStatus status;
        do
        {
            Span<T> run = destination.Slice(to, Math.Min(ScalarRun, destination.Length - to));
            status = ScalarDecoder.Decode(source[from..], run, out int length, out int taken);
            from += length;
            to += taken;
            if (status != MessagePackReadStatus.Done || to == destination.Length || from == source.Length)
            {
                break;
            }

            to += (int)DecodeStretch(
                ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, out length);
            from += length;
        }
        while (to < destination.Length && from < source.Length);

        bytesConsumed = from;
        valuesWritten = to;
        return status;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeStretch<T>(ref byte source, nint length, ref T destination, nint room, out int consumed)
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
