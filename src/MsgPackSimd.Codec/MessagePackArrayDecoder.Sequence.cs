using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Kernels;

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
        return DecodeNew<T, T, AllPresent<T>>(source, out bytesConsumed);
    }

    /// <inheritdoc cref="Decode{T}(ReadOnlySpan{byte}, Span{T}, out int)"/>
    public static int Decode<T>(in ReadOnlySequence<byte> source, Span<T> destination, out long bytesConsumed)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return DecodeInto<T, T, AllPresent<T>>(source, destination, out bytesConsumed);
    }

    /// <inheritdoc cref="TryReadHeader(ReadOnlySpan{byte}, out int, out int)"/>
    public static OperationStatus TryReadHeader(in ReadOnlySequence<byte> source, out int count, out long bytesConsumed) =>
        TryReadHeader(source, out count, out bytesConsumed, out _).ToOperationStatus();

    /// <inheritdoc cref="DecodeElements{T}(ReadOnlySpan{byte}, Span{T}, out int, out int)"/>
    public static OperationStatus DecodeElements<T>(
        in ReadOnlySequence<byte> source, Span<T> destination, out long bytesConsumed, out int valuesWritten)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return SegmentDecoding.Decode<T, T, AllPresent<T>>(source, destination, out bytesConsumed, out valuesWritten).ToOperationStatus();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TElement[]? DecodeNew<T, TElement, TPresence>(in ReadOnlySequence<byte> source, out long bytesConsumed)
        where TPresence : IElementPresence<T, TElement>
    {
        int count = ReadHeaderOrThrow(source, out bytesConsumed);
        if (count <= 0)
        {
            return count < 0 ? null : [];
        }

        TElement[] values = GC.AllocateUninitializedArray<TElement>(count);
        DecodeAllOrThrow<T, TElement, TPresence>(source, values, ref bytesConsumed);
        return values;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int DecodeInto<T, TElement, TPresence>(in ReadOnlySequence<byte> source, Span<TElement> destination, out long bytesConsumed)
        where TPresence : IElementPresence<T, TElement>
    {
        int count = ReadHeaderOrThrow(source, out bytesConsumed);
        if (count > destination.Length)
        {
            ThrowHelper.ThrowDestinationTooShort(count, destination.Length, nameof(destination));
        }

        if (count > 0)
        {
            DecodeAllOrThrow<T, TElement, TPresence>(source, destination[..count], ref bytesConsumed);
        }

        return count;
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

    private static void DecodeAllOrThrow<T, TElement, TPresence>(in ReadOnlySequence<byte> source, Span<TElement> destination, ref long bytesConsumed)
        where TPresence : IElementPresence<T, TElement>
    {
        MessagePackReadStatus status = SegmentDecoding.Decode<T, TElement, TPresence>(
            source.Slice(bytesConsumed), destination, out long elementBytes, out int valuesWritten);
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
