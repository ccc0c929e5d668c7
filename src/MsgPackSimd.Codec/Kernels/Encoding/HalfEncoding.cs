using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// MessagePack has no number of 16 bits with a fraction: a <see cref="Half"/> is written as the <c>float</c> that it is equal to. Block by block, the
/// halves are widened to <c>float</c>s on the stack, in the first level cache, and those go to their own kernels.
/// </summary>
internal static class HalfEncoding
{
    /// <summary>
    /// How many elements are on the stack at once, widened or to be narrowed: enough that the calls of the kernels do not show, and no more than 2
    /// KiB, or 4 where they may be missing.
    /// </summary>
    public const int BlockLength = 512;

    /// <summary>Up to this many elements, the casts of C# widen in less time than the calls take.</summary>
    private const int MaxScalarCount = 3;

    /// <summary>The same where elements may be missing: the kernels for those take longer to start.</summary>
    private const int MaxScalarNullableCount = 8;

    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Encode(ReadOnlySpan<Half> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        if (values.Length > MaxScalarCount || destination.Length < values.Length * MessagePackSpec.SingleLength)
        {
            return EncodeBlocks(values, destination, out valuesRead, out bytesWritten);
        }

        for (int i = 0; i < values.Length; i++)
        {
            MessagePackSpec.WriteSingle(destination[(i * MessagePackSpec.SingleLength)..], (float)values[i]);
        }

        valuesRead = values.Length;
        bytesWritten = values.Length * MessagePackSpec.SingleLength;
        return OperationStatus.Done;
    }

    /// <summary>A method of its own, so that one to three elements do not pay for its stack.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static OperationStatus EncodeBlocks(ReadOnlySpan<Half> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        Span<float> block = stackalloc float[BlockLength];
        valuesRead = 0;
        bytesWritten = 0;
        OperationStatus status;
        do
        {
            ReadOnlySpan<Half> halves = values.Slice(valuesRead, Math.Min(BlockLength, values.Length - valuesRead));
            HalfConversion.Widen(
                ref Unsafe.As<Half, short>(ref MemoryMarshal.GetReference(halves)),
                halves.Length,
                ref Unsafe.As<float, int>(ref MemoryMarshal.GetReference(block)));
            status = KernelDispatch.EncodeWarm<float>(block[..halves.Length], destination[bytesWritten..], out int read, out int written);
            valuesRead += read;
            bytesWritten += written;
        }
        while (status == OperationStatus.Done && valuesRead < values.Length);

        return status;
    }

    /// <inheritdoc cref="ScalarNullable.Encode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Encode(ReadOnlySpan<Half?> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        values.Length <= MaxScalarNullableCount
            ? ScalarNullable.Encode(values, destination, out valuesRead, out bytesWritten)
            : EncodeBlocks(values, destination, out valuesRead, out bytesWritten);

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static OperationStatus EncodeBlocks(ReadOnlySpan<Half?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        Span<float?> block = stackalloc float?[BlockLength];
        valuesRead = 0;
        bytesWritten = 0;
        OperationStatus status;
        do
        {
            ReadOnlySpan<Half?> halves = values.Slice(valuesRead, Math.Min(BlockLength, values.Length - valuesRead));
            HalfConversion.Widen(
                ref Unsafe.As<Half?, NullableLane<short>>(ref MemoryMarshal.GetReference(halves)),
                halves.Length,
                ref Unsafe.As<float?, NullableLane<int>>(ref MemoryMarshal.GetReference(block)));
            status = KernelDispatch.EncodeNullableWarm<float>(block[..halves.Length], destination[bytesWritten..], out int read, out int written);
            valuesRead += read;
            bytesWritten += written;
        }
        while (status == OperationStatus.Done && valuesRead < values.Length);

        return status;
    }
}
