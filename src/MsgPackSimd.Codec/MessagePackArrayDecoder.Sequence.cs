using System;
using System.Buffers;

namespace MsgPackSimd.Codec;

/// <content>
/// The same methods for a <see cref="ReadOnlySequence{T}"/>, however it is segmented (<see cref="SegmentDecoding"/>).
/// </content>
public static partial class MessagePackArrayDecoder
{
    /// <inheritdoc cref="Decode{T}(ReadOnlySpan{byte}, out int)"/>
    public static T[]? Decode<T>(in ReadOnlySequence<byte> source, out long bytesConsumed)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        int count = ReadHeaderOrThrow(source, out bytesConsumed);
        if (count <= 0)
        {
            return count < 0 ? null : [];
        }

        T[] values = GC.AllocateUninitializedArray<T>(count);
        DecodeAllOrThrow<T>(source, values, ref bytesConsumed);
        return values;
    }

    /// <inheritdoc cref="Decode{T}(ReadOnlySpan{byte}, Span{T}, out int)"/>
    public static int Decode<T>(in ReadOnlySequence<byte> source, Span<T> destination, out long bytesConsumed)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        int count = ReadHeaderOrThrow(source, out bytesConsumed);
        if (count > destination.Length)
        {
            ThrowHelper.ThrowDestinationTooShort(count, destination.Length, nameof(destination));
        }

        if (count > 0)
        {
            DecodeAllOrThrow(source, destination[..count], ref bytesConsumed);
        }

        return count;
    }

    /// <inheritdoc cref="TryReadHeader(ReadOnlySpan{byte}, out int, out int)"/>
    public static OperationStatus TryReadHeader(in ReadOnlySequence<byte> source, out int count, out long bytesConsumed) =>
        TryReadHeader(source, out count, out bytesConsumed, out _).ToOperationStatus();

    /// <inheritdoc cref="DecodeElements{T}(ReadOnlySpan{byte}, Span{T}, out int, out int)"/>
    public static OperationStatus DecodeElements<T>(
        in ReadOnlySequence<byte> source, Span<T> destination, out long bytesConsumed, out int valuesWritten)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return SegmentDecoding.Decode(source, destination, out bytesConsumed, out valuesWritten).ToOperationStatus();
    }

    /// <inheritdoc cref="DecodeNullableElements{T}(ReadOnlySpan{byte}, Span{T?}, out int, out int)"/>
    public static OperationStatus DecodeNullableElements<T>(
        in ReadOnlySequence<byte> source, Span<T?> destination, out long bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return SegmentDecoding.DecodeNullable(source, destination, out bytesConsumed, out valuesWritten).ToOperationStatus();
    }

    private static MessagePackReadStatus TryReadHeader(in ReadOnlySequence<byte> source, out int count, out long length, out byte code)
    {
        // FirstSpan may be empty or end inside the header, so the header is put together first.
        Span<byte> header = stackalloc byte[ArrayHeader.MaxLength];
        ReadOnlySequence<byte> start = source.Slice(0, Math.Min(ArrayHeader.MaxLength, source.Length));
        start.CopyTo(header);
        header = header[..(int)start.Length];

        MessagePackReadStatus status = ArrayHeader.TryRead(header, out count, out int headerLength);
        code = header.IsEmpty ? default : header[0];
        length = headerLength;
        return status;
    }

    private static int ReadHeaderOrThrow(in ReadOnlySequence<byte> source, out long headerLength)
    {
        MessagePackReadStatus status = TryReadHeader(source, out int count, out headerLength, out byte code);
        if (status != MessagePackReadStatus.Done)
        {
            ThrowHelper.ThrowHeader(status, code);
        }

        long bytesLeft = source.Length - headerLength;
        if (count > bytesLeft)
        {
            ThrowHelper.ThrowTooFewBytes(count, bytesLeft);
        }

        return count;
    }

    private static void DecodeAllOrThrow<T>(in ReadOnlySequence<byte> source, Span<T> destination, ref long bytesConsumed)
    {
        MessagePackReadStatus status = SegmentDecoding.Decode(source.Slice(bytesConsumed), destination, out long elementBytes, out int valuesWritten);
        bytesConsumed += elementBytes;
        if (valuesWritten < destination.Length)
        {
            ReadOnlySequence<byte> rest = source.Slice(bytesConsumed);
            byte code = default;
            if (!rest.IsEmpty)
            {
                rest.Slice(0, 1).CopyTo(new Span<byte>(ref code));
            }

            ThrowHelper.ThrowElement<T>(status, code, valuesWritten, destination.Length, bytesConsumed);
        }
    }
}
