using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Drives the kernels for <c>float</c>, <c>double</c> and <c>bool</c>, whose tokens all have one length: how many fit is known before the first
/// is written, so a kernel is only ever given what fits, and ends exactly where the tokens do.
/// </summary>
internal static class FixedWidthEncoding
{
    /// <summary>Gets whether a kernel for <typeparamref name="T"/> runs here.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsSupported<T>() => typeof(T) == typeof(bool) ? Vector128.IsHardwareAccelerated : Simd128.HasShuffle;

    /// <inheritdoc cref="KernelDispatch.EncodeAll{T}"/>
    /// <remarks>This takes no division, and keeps no count in memory; that shows in a short array.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeAll<T>(ReadOnlySpan<T> values, Span<byte> destination)
    {
        long length = (long)values.Length * Element<T>.MaxTokenLength;
        if (length > destination.Length)
        {
            return -1;
        }

        EncodeFitting(ref MemoryMarshal.GetReference(values), values.Length, ref MemoryMarshal.GetReference(destination));
        return (int)length;
    }

    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        int count = Math.Min(values.Length, destination.Length / Element<T>.MaxTokenLength);
        ref T source = ref MemoryMarshal.GetReference(values);
        ref byte target = ref MemoryMarshal.GetReference(destination);
        EncodeFitting(ref source, count, ref target);
        valuesRead = count;
        bytesWritten = count * Element<T>.MaxTokenLength;
        return count == values.Length ? OperationStatus.Done : OperationStatus.DestinationTooSmall;
    }

    /// <summary>Hands all elements to the widest kernel that they fill; what fills none is stored value by value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void EncodeFitting<T>(ref T source, nint count, ref byte destination)
    {
        if (typeof(T) == typeof(float))
        {
            ref uint bits = ref Unsafe.As<T, uint>(ref source);
            if (Avx512Vbmi.IsSupported && count >= FullWidthEncoderAvx512<uint, SingleForm>.MinFloats)
            {
                FullWidthEncoderAvx512<uint, SingleForm>.EncodeAll(ref bits, count, ref destination);
            }
            else if (Avx2.IsSupported && count >= SingleEncoderAvx2.MinCount)
            {
                SingleEncoderAvx2.Encode(ref bits, count, ref destination);
            }
            else if (count >= SingleEncoderVector128.MinCount)
            {
                SingleEncoderVector128.Encode(ref bits, count, ref destination);
            }
            else
            {
                for (nint i = 0; i < count; i++)
                {
                    ref byte token = ref Unsafe.Add(ref destination, i * Element<T>.MaxTokenLength);
                    token = MessagePackFirstByte.Float32;
                    Unsafe.WriteUnaligned(ref Unsafe.Add(ref token, 1), BinaryPrimitives.ReverseEndianness(Unsafe.Add(ref bits, i)));
                }
            }
        }
        else if (typeof(T) == typeof(double))
        {
            ref ulong bits = ref Unsafe.As<T, ulong>(ref source);
            if (Avx512Vbmi.IsSupported && count >= FullWidthEncoderAvx512<ulong, DoubleForm>.MinFloats)
            {
                FullWidthEncoderAvx512<ulong, DoubleForm>.EncodeAll(ref bits, count, ref destination);
            }
            else if (Avx2.IsSupported && count >= DoubleEncoderAvx2.MinCount)
            {
                DoubleEncoderAvx2.Encode(ref bits, count, ref destination);
            }
            else if (count >= DoubleEncoderVector128.MinCount)
            {
                DoubleEncoderVector128.Encode(ref bits, 0, count, ref destination);
            }
            else if (count > 0)
            {
                destination = MessagePackFirstByte.Float64;
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 1), BinaryPrimitives.ReverseEndianness(bits));
            }
        }
        else
        {
            ref byte bytes = ref Unsafe.As<T, byte>(ref source);
            if (Avx2.IsSupported && count >= BooleanEncoderAvx2.MinCount)
            {
                BooleanEncoderAvx2.Encode(ref bytes, count, ref destination);
            }
            else if (count >= BooleanEncoderVector128.MinCount)
            {
                BooleanEncoderVector128.Encode(ref bytes, count, ref destination);
            }
            else
            {
                for (nint i = 0; i < count; i++)
                {
                    Unsafe.Add(ref destination, i) =
                        Unsafe.Add(ref bytes, i) != 0 ? MessagePackFirstByte.True : MessagePackFirstByte.False;
                }
            }
        }
    }
}
