using System;
using System.Buffers;
using MsgPackSimd.Codec.Format;
using MsgPackSimd.Codec.Kernels.Scalar;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The one place where an instruction set is chosen. The <c>IsSupported</c> properties of the instruction sets are constants to the JIT,
/// so a choice made here costs nothing at run time: no delegate, no virtual call, no static field.
/// </summary>
internal static class KernelDispatch
{
    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten);

    /// <inheritdoc cref="ScalarEncoder.GetEncodedLength{T}"/>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values) => ScalarEncoder.GetEncodedLength(values);

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    public static TokenStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten) =>
        ScalarDecoder.Decode(source, destination, out bytesConsumed, out valuesWritten);
}
