using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Format;
using MsgPackSimd.Codec.Kernels.Scalar;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The one place where an instruction set is chosen. The <c>IsSupported</c> properties of the instruction sets are constants to the JIT,
/// so a choice made here costs nothing at run time: no delegate, no virtual call, no static field.
/// </summary>
internal static class KernelDispatch
{
    /// <summary>Up to so many integers the plain scalar code is as quick as anything.</summary>
    private const int MaxScalarCount = 2;

    /// <summary>Gets whether any kernel but the scalar one runs here: all of them are written for little-endian lanes.</summary>
    private static bool HasVectors
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;
    }

    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        if (HasVectors && !Element<T>.IsSigned && !Element<T>.IsUnsigned && FixedWidthEncoding.IsSupported<T>())
        {
            return FixedWidthEncoding.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        if (HasVectors && values.Length > MaxScalarCount)
        {
            if (Element<T>.IsSigned)
            {
                return EncodeIntegers<T, Signed>(values, destination, out valuesRead, out bytesWritten);
            }

            if (Element<T>.IsUnsigned)
            {
                return EncodeIntegers<T, Unsigned>(values, destination, out valuesRead, out bytesWritten);
            }
        }

        return ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten);
    }

    /// <inheritdoc cref="ScalarEncoder.GetEncodedLength{T}"/>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values) => ScalarEncoder.GetEncodedLength(values);

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    public static TokenStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten) =>
        ScalarDecoder.Decode(source, destination, out bytesConsumed, out valuesWritten);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static OperationStatus EncodeIntegers<T, TSignedness>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TSignedness : ISignedness
    {
        if (Unsafe.SizeOf<T>() == sizeof(sbyte))
        {
            return Avx2.IsSupported
                ? BlockEncoding.Encode<T, sbyte, SByteEncoderAvx2>(values, destination, out valuesRead, out bytesWritten)
                : Simd128.HasShuffle
                ? BlockEncoding.Encode<T, sbyte, SByteEncoderVector128>(values, destination, out valuesRead, out bytesWritten)
                : BlockEncoding.Encode<T, sbyte, BranchFreeIntegerEncoder<sbyte, TSignedness>>(
                    values, destination, out valuesRead, out bytesWritten);
        }

        if (Unsafe.SizeOf<T>() == sizeof(short))
        {
            return Avx2.IsSupported
                ? BlockEncoding.Encode<T, short, Int16EncoderAvx2<TSignedness>>(values, destination, out valuesRead, out bytesWritten)
                : Simd128.HasShuffle
                ? BlockEncoding.Encode<T, short, Int16EncoderVector128<TSignedness>>(values, destination, out valuesRead, out bytesWritten)
                : BlockEncoding.Encode<T, short, BranchFreeIntegerEncoder<short, TSignedness>>(
                    values, destination, out valuesRead, out bytesWritten);
        }

        if (Unsafe.SizeOf<T>() == sizeof(int))
        {
            return Avx2.IsSupported
                ? BlockEncoding.Encode<T, int, Int32EncoderAvx2<TSignedness>>(values, destination, out valuesRead, out bytesWritten)
                : Simd128.HasShuffle
                ? BlockEncoding.Encode<T, int, Int32EncoderVector128<TSignedness>>(values, destination, out valuesRead, out bytesWritten)
                : BlockEncoding.Encode<T, int, BranchFreeIntegerEncoder<int, TSignedness>>(
                    values, destination, out valuesRead, out bytesWritten);
        }

        return Avx2.IsSupported
            ? BlockEncoding.Encode<T, long, Int64EncoderAvx2<TSignedness>>(values, destination, out valuesRead, out bytesWritten)
            : Simd128.HasShuffle
            ? BlockEncoding.Encode<T, long, Int64EncoderVector128<TSignedness>>(values, destination, out valuesRead, out bytesWritten)
            : BlockEncoding.Encode<T, long, BranchFreeIntegerEncoder<long, TSignedness>>(
                values, destination, out valuesRead, out bytesWritten);
    }
}
