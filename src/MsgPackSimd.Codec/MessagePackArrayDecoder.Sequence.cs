using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Codec;

/// <content>
/// The same methods for a <see cref="ReadOnlySequence{T}"/>, however it is segmented. Segments are decoded in place; only a token that crosses a boundary between
/// segments is put together in a few bytes on the stack.
/// </content>
public static partial class MessagePackArrayDecoder
{
    /// <summary>The longest token of any element type except <see cref="DateTime"/>, in bytes: a first byte and eight of payload.</summary>
    private const int MaxTokenLength = 1 + sizeof(ulong);

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
        return DecodeSegments(source, destination, out bytesConsumed, out valuesWritten).ToOperationStatus();
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
        MessagePackReadStatus status = DecodeSegments(source.Slice(bytesConsumed), destination, out long elementBytes, out int valuesWritten);
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

    /// <summary>Decodes segment by segment.</summary>
    /// <inheritdoc cref="Kernels.Scalar.ScalarDecoder.Decode{T}" path="/returns"/>
    private static MessagePackReadStatus DecodeSegments<T>(
        in ReadOnlySequence<byte> source, Span<T> destination, out long bytesConsumed, out int valuesWritten)
    {
        if (source.IsSingleSegment)
        {
            MessagePackReadStatus status = KernelDispatch.Decode(source.FirstSpan, destination, out int consumed, out valuesWritten);
            bytesConsumed = consumed;
            return status;
        }

        return typeof(T) == typeof(DateTime)
            ? DecodeManySegmentsOfTimestamps(source, destination, out bytesConsumed, out valuesWritten)
            : DecodeManySegments(source, destination, out bytesConsumed, out valuesWritten);
    }

    /// <summary>
    /// Decodes many segments like <see cref="DecodeManySegments"/>, but tokens that may be longer than two registers: the start of a token that is cut short
    /// is kept on the stack.
    /// </summary>
    /// <inheritdoc cref="DecodeSegments{T}"/>
    private static MessagePackReadStatus DecodeManySegmentsOfTimestamps<T>(
        in ReadOnlySequence<byte> source, Span<T> destination, out long bytesConsumed, out int valuesWritten)
    {
        bytesConsumed = 0;
        valuesWritten = 0;
        Span<byte> token = stackalloc byte[MessagePackSpec.MaxReadTimestampLength];
        int cutLength = 0;
        foreach (ReadOnlyMemory<byte> memory in source)
        {
            ReadOnlySpan<byte> segment = memory.Span;
            if (valuesWritten == destination.Length)
            {
                break;
            }

            if (cutLength > 0)
            {
                // As much as the token can still need. More than it needs does no harm, since only one element is read.
                int length = Math.Min(segment.Length, token.Length - cutLength);
                segment[..length].CopyTo(token[cutLength..]);
                MessagePackReadStatus cutStatus = Element<T>.TryReadToken(token[..(cutLength + length)], out T value, out int tokenLength);
                if (cutStatus == MessagePackReadStatus.NeedMoreData)
                {
                    Debug.Assert(length == segment.Length, "A token is never longer than MaxReadTimestampLength.");
                    cutLength += length;
                    continue;
                }

                if (cutStatus != MessagePackReadStatus.Done)
                {
                    return cutStatus;
                }

                destination[valuesWritten++] = value;
                bytesConsumed += tokenLength;
                segment = segment[(tokenLength - cutLength)..];
                cutLength = 0;
            }

            MessagePackReadStatus status = KernelDispatch.Decode(segment, destination[valuesWritten..], out int consumed, out int written);
            bytesConsumed += consumed;
            valuesWritten += written;
            if (status is MessagePackReadStatus.WrongToken or MessagePackReadStatus.DoesNotFit)
            {
                return status;
            }

            if (status == MessagePackReadStatus.NeedMoreData)
            {
                segment = segment[consumed..];
                segment.CopyTo(token);
                cutLength = segment.Length;
            }
        }

        return cutLength > 0 ? MessagePackReadStatus.NeedMoreData : MessagePackReadStatus.Done;
    }

    /// <inheritdoc cref="DecodeSegments{T}"/>
    private static MessagePackReadStatus DecodeManySegments<T>(
        in ReadOnlySequence<byte> source, Span<T> destination, out long bytesConsumed, out int valuesWritten)
    {
        bytesConsumed = 0;
        valuesWritten = 0;

        // The start of a token that the segments so far have cut short, its first byte lowest. It is put together in a register, because the CPU is slow
        // to load at once what was stored a few bytes at a time.
        ulong cut = 0;
        int cutLength = 0;
        Span<byte> token = stackalloc byte[2 * sizeof(ulong)];

        // Each segment's own reference leads to the next one: the sequence's enumerator would check each time what kind of sequence it is.
        var next = (ReadOnlySequenceSegment<byte>?)source.Start.GetObject();
        int start = source.Start.GetInteger();
        object? last = source.End.GetObject();
        while (valuesWritten < destination.Length && next is not null)
        {
            ReadOnlySpan<byte> segment = next.Memory.Span;
            bool isLast = ReferenceEquals(next, last);
            if (isLast)
            {
                segment = segment[..source.End.GetInteger()];
            }

            segment = segment[start..];
            start = 0;
            next = isLast ? null : next.Next;
            int used = 0;

            if (cutLength > 0)
            {
                // As much as the token can still need. More than it needs does no harm, since only one element is read.
                ulong continuation = LoadFirst(segment, out int length);
                ulong begun = cutLength < sizeof(ulong) ? cut | (continuation << (8 * cutLength)) : cut;
                StoreAtOnce(token, begun, continuation >> (64 - (8 * cutLength)));
                MessagePackReadStatus cutStatus = Element<T>.TryReadToken(token[..(cutLength + length)], out T value, out int tokenLength);
                if (cutStatus == MessagePackReadStatus.NeedMoreData)
                {
                    Debug.Assert(length == segment.Length && cutLength + length < MaxTokenLength, "A token is never longer than MaxTokenLength.");
                    cut = begun;
                    cutLength += length;
                    continue;
                }

                if (cutStatus != MessagePackReadStatus.Done)
                {
                    return cutStatus;
                }

                destination[valuesWritten++] = value;
                bytesConsumed += tokenLength;
                used = tokenLength - cutLength;
                cutLength = 0;
            }

            MessagePackReadStatus status = KernelDispatch.Decode(segment[used..], destination[valuesWritten..], out int consumed, out int written);
            bytesConsumed += consumed;
            valuesWritten += written;
            if (status is MessagePackReadStatus.WrongToken or MessagePackReadStatus.DoesNotFit)
            {
                return status;
            }

            if (status == MessagePackReadStatus.NeedMoreData)
            {
                cutLength = segment.Length - used - consumed;
                cut = LoadLast(segment, cutLength);
            }
        }

        return cutLength > 0 ? MessagePackReadStatus.NeedMoreData : MessagePackReadStatus.Done;
    }

    /// <summary>Stores 16 bytes, each half lowest byte first, at once where that is possible, so that a load across both halves need not wait for two stores.</summary>
    private static void StoreAtOnce(Span<byte> destination, ulong lower, ulong upper)
    {
        if (BitConverter.IsLittleEndian)
        {
            Vector128.Create(lower, upper).AsByte().CopyTo(destination);
        }
        else
        {
            BinaryPrimitives.WriteUInt64LittleEndian(destination, lower);
            BinaryPrimitives.WriteUInt64LittleEndian(destination[sizeof(ulong)..], upper);
        }
    }

    /// <summary>The first eight bytes, or as many as there are, the first byte lowest.</summary>
    private static ulong LoadFirst(ReadOnlySpan<byte> segment, out int length)
    {
        if (segment.Length >= sizeof(ulong))
        {
            length = sizeof(ulong);
            return BinaryPrimitives.ReadUInt64LittleEndian(segment);
        }

        length = segment.Length;
        return LoadLast(segment, length);
    }

    /// <summary>The last <paramref name="length"/> bytes, one to eight, the first of these bytes lowest; 0 if there are none.</summary>
    private static ulong LoadLast(ReadOnlySpan<byte> segment, int length)
    {
        Debug.Assert(length is >= 0 and <= sizeof(ulong), "A token that is cut short has fewer bytes than the longest one.");
        if (segment.Length >= sizeof(ulong) && length > 0)
        {
            return BinaryPrimitives.ReadUInt64LittleEndian(segment[^sizeof(ulong)..]) >> (64 - (8 * length));
        }

        ulong bytes = 0;
        for (int i = 0; i < length; i++)
        {
            bytes |= (ulong)segment[segment.Length - length + i] << (8 * i);
        }

        return bytes;
    }
}
