using System;
using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Hands times to their kernels, which take the two shorter forms, and to the scalar code.</summary>
internal static class TimestampEncoding
{
    /// <summary>How many times the widest block has.</summary>
    private const int MaxBlockLength = 8;

    /// <inheritdoc cref="KernelDispatch.EncodeAll{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeAll(ReadOnlySpan<DateTime> values, Span<byte> destination)
    {
        nint read = EncodeStretch(
            ref Unsafe.As<DateTime, ulong>(ref MemoryMarshal.GetReference(values)),
            values.Length,
            ref MemoryMarshal.GetReference(destination),
            destination.Length,
            out nint written);
        return read == values.Length ? (int)written : EncodeAllFrom(values, destination, (int)read, (int)written);
    }

    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    public static OperationStatus Encode(ReadOnlySpan<DateTime> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        EncodeFrom(values, destination, 0, 0, out valuesRead, out bytesWritten);

    /// <inheritdoc cref="ScalarEncoder.GetEncodedLength{T}"/>
    public static long GetEncodedLength(ReadOnlySpan<DateTime> values)
    {
        long length = 0;
        while (!values.IsEmpty)
        {
            int count = (int)TimestampEncoder.GetLength(
                ref Unsafe.As<DateTime, ulong>(ref MemoryMarshal.GetReference(values)), values.Length, out long some);
            length += some;
            if (count < values.Length)
            {
                length += ScalarEncoder.GetEncodedLength(values.Slice(count++, 1));
            }

            values = values[count..];
        }

        return length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeAllFrom(ReadOnlySpan<DateTime> values, Span<byte> destination, int read, int written) =>
        EncodeFrom(values, destination, read, written, out _, out int bytesWritten) == OperationStatus.Done ? bytesWritten : -1;

    /// <summary>Encodes the rest, which includes times that the kernels do not take and those for which there is too little room.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static OperationStatus EncodeFrom(
        ReadOnlySpan<DateTime> values, Span<byte> destination, int read, int written, out int valuesRead, out int bytesWritten)
    {
        ref ulong source = ref Unsafe.As<DateTime, ulong>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        var status = OperationStatus.Done;
        int scalarCount = 1;
        while (read < values.Length && status == OperationStatus.Done)
        {
            int taken = (int)EncodeStretch(
                ref Unsafe.Add(ref source, read), values.Length - read, ref Unsafe.Add(ref target, written), destination.Length - written, out nint length);
            read += taken;
            written += (int)length;
            scalarCount = ScalarBackoff.Next(scalarCount, length);

            // At least the block that the kernel refused; then a local time, or one for which there is too little room.
            int block = Math.Min(values.Length - read, MaxBlockLength * scalarCount);
            taken = (int)TimestampEncoder.Encode(
                ref Unsafe.Add(ref source, read), block, ref Unsafe.Add(ref target, written), destination.Length - written, out length);
            read += taken;
            written += (int)length;
            if (taken < block)
            {
                status = ScalarEncoder.Encode(
                    values.Slice(read, Math.Min(scalarCount, values.Length - read)), destination[written..], out taken, out int bytes);
                read += taken;
                written += bytes;
            }
        }

        valuesRead = read;
        bytesWritten = written;
        return status;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint EncodeStretch(ref ulong source, nint count, ref byte destination, nint room, out nint written)
    {
        if (TimestampEncoderAvx512.IsSupported && count >= TimestampEncoderAvx512.MinCount)
        {
            return EncodeBlocks<TimestampEncoderAvx512>(ref source, count, ref destination, room, out written);
        }

        return Avx2.IsSupported && count >= TimestampEncoderAvx2.BlockLength
            ? EncodeBlocks<TimestampEncoderAvx2>(ref source, count, ref destination, room, out written)
            : TimestampEncoder.Encode(ref source, count, ref destination, room, out written);
    }

    /// <summary>Encodes block by block, until one is refused or there is too little room for one.</summary>
    /// <inheritdoc cref="TimestampEncoder.Encode"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeBlocks<TKernel>(ref ulong source, nint count, ref byte destination, nint room, out nint length)
        where TKernel : ITimestampEncoder
    {
        nint lastFrom = count - TKernel.BlockLength;
        nint lastTo = room - TKernel.Room;
        nint from = 0;
        nint to = 0;
        for (; from <= lastFrom && to <= lastTo; from += TKernel.BlockLength)
        {
            Bounds.Assert(from, TKernel.BlockLength, count);
            Bounds.Assert(to, TKernel.Room, room);
            int block = TKernel.EncodeBlock(ref Unsafe.Add(ref source, from), TKernel.BlockLength, ref Unsafe.Add(ref destination, to));
            if (block == 0)
            {
                length = to;
                return from;
            }

            to += block;
        }

        if (from > lastFrom && from < count && to <= lastTo)
        {
            Bounds.Assert(from, count - from, count);
            Bounds.Assert(to, TKernel.Room, room);
            int block = TKernel.EncodeBlock(ref Unsafe.Add(ref source, from), count - from, ref Unsafe.Add(ref destination, to));
            from = block == 0 ? from : count;
            to += block;
        }

        Debug.Assert(from <= count && to <= room);
        length = to;
        return from;
    }
}
