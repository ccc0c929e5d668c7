using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Codec;

/// <summary>
/// Decodes a <see cref="ReadOnlySequence{T}"/> segment by segment, in place; only a token that crosses a boundary between segments is put together in two
/// registers, or a few bytes on the stack. Short segments in a row are copied to the stack and decoded together.
/// </summary>
/// <remarks>
/// The code is the same whether elements may be missing or not: nil takes one byte, so a token that is cut is never nil.
/// <see cref="IElementPresence{T, TElement}"/> has what differs.
/// </remarks>
internal static class SegmentDecoding
{
    /// <summary>The longest token of any element type except <see cref="DateTime"/>, in bytes: a first byte and eight of payload.</summary>
    private const int MaxTokenLength = MessagePackSpec.UInt64TokenLength;

    /// <summary>
    /// Segments shorter than this, in bytes, are copied and decoded together, if there are two or more in a row: a border takes as long as copying 1 to 2 KiB.
    /// </summary>
    internal const int MinLengthApart = 1024;

    /// <summary>The most bytes that are decoded together.</summary>
    private const int MaxGatheredLength = 4096;

    /// <summary>Decodes elements until <paramref name="destination"/> is full or the source ends.</summary>
    /// <inheritdoc cref="Kernels.ScalarDecoder.Decode{T}" path="/returns"/>
    public static MessagePackReadStatus Decode<T, TElement, TPresence>(
        in ReadOnlySequence<byte> source, Span<TElement> destination, out long bytesConsumed, out int valuesWritten)
        where TPresence : IElementPresence<T, TElement>
    {
        if (source.IsSingleSegment)
        {
            MessagePackReadStatus status = TPresence.Decode(source.FirstSpan, destination, out int consumed, out valuesWritten);
            bytesConsumed = consumed;
            return status;
        }

        return typeof(T) == typeof(DateTime)
            ? DecodeTimestampSegments<T, TElement, TPresence>(source, destination, out bytesConsumed, out valuesWritten)
            : DecodeSegments<T, TElement, TPresence>(source, destination, out bytesConsumed, out valuesWritten);
    }

    /// <summary>
    /// Decodes many segments like <see cref="DecodeSegments"/>, but tokens that may be longer than two registers: the start of a token that is cut short is
    /// kept on the stack.
    /// </summary>
    /// <inheritdoc cref="Decode"/>
    [SkipLocalsInit] // Zeroing the bytes takes as long as decoding a few segments.
    private static MessagePackReadStatus DecodeTimestampSegments<T, TElement, TPresence>(
        in ReadOnlySequence<byte> source, Span<TElement> destination, out long bytesConsumed, out int valuesWritten)
        where TPresence : IElementPresence<T, TElement>
    {
        bytesConsumed = 0;
        valuesWritten = 0;

        // The start of a token that is cut short is at the beginning.
        Span<byte> gathered = stackalloc byte[MaxGatheredLength];
        int cutLength = 0;
        var segments = new SegmentCursor(source);
        while (valuesWritten < destination.Length && segments.TryRead(out scoped ReadOnlySpan<byte> segment))
        {
            if (segment.Length < MinLengthApart && segments.IsNextShorterThan(MinLengthApart))
            {
                int length = Gather(
                    ref segments, segment, gathered, cutLength, (long)MessagePackSpec.MaxReadTimestampLength * (destination.Length - valuesWritten));
                segment = gathered[..length];
                cutLength = 0;
            }
            else if (cutLength > 0)
            {
                // As much as the token can still need. More than it needs does no harm, since only one element is read.
                int length = Math.Min(segment.Length, MessagePackSpec.MaxReadTimestampLength - cutLength);
                segment[..length].CopyTo(gathered[cutLength..]);
                MessagePackReadStatus cutStatus = Element<T>.TryReadToken(gathered[..(cutLength + length)], out T value, out int tokenLength);
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

                destination[valuesWritten++] = TPresence.FromValue(value);
                bytesConsumed += tokenLength;
                segment = segment[GetUsed(tokenLength, cutLength)..];
                cutLength = 0;
            }

            MessagePackReadStatus status = TPresence.Decode(segment, destination[valuesWritten..], out int consumed, out int written);
            bytesConsumed += consumed;
            valuesWritten += written;
            if (status is MessagePackReadStatus.WrongToken or MessagePackReadStatus.DoesNotFit)
            {
                return status;
            }

            if (status == MessagePackReadStatus.NeedMoreData)
            {
                segment = segment[consumed..];
                segment.CopyTo(gathered);
                cutLength = segment.Length;
            }
        }

        return cutLength > 0 ? MessagePackReadStatus.NeedMoreData : MessagePackReadStatus.Done;
    }

    /// <inheritdoc cref="Decode"/>
    private static MessagePackReadStatus DecodeSegments<T, TElement, TPresence>(
        in ReadOnlySequence<byte> source, Span<TElement> destination, out long bytesConsumed, out int valuesWritten)
        where TPresence : IElementPresence<T, TElement>
    {
        bytesConsumed = 0;
        valuesWritten = 0;

        // The start of a token that the segments so far have cut short, its first byte lowest. It is put together in a register, because the CPU is slow
        // to load at once what was stored a few bytes at a time.
        ulong cut = 0;
        int cutLength = 0;
        int segmentStart = WindowDecoding.ArrayStart;

        var segments = new SegmentCursor(source);
        while (valuesWritten < destination.Length && segments.TryRead(out ReadOnlySpan<byte> segment))
        {
            MessagePackReadStatus status;
            int consumed;
            int written;
            if (segment.Length < MinLengthApart && segments.IsNextShorterThan(MinLengthApart))
            {
                // (Copies, so that what they are made of stays in registers.)
                SegmentCursor following = segments;
                ulong rest = cut;
                int restLength = cutLength;
                status = DecodeGathered<T, TElement, TPresence>(
                    ref following, segment, destination[valuesWritten..], segmentStart, ref rest, ref restLength, out consumed, out written);
                segments = following;
                cut = rest;
                cutLength = restLength;
            }
            else
            {
                int used = 0;
                if (cutLength > 0)
                {
                    // As much as the token can still need. More than it needs does no harm, since only one element is read.
                    ulong continuation = LoadFirst(segment, out int length);
                    ulong begun = cutLength < sizeof(ulong) ? cut | (continuation << (8 * cutLength)) : cut;
                    MessagePackReadStatus cutStatus = ReadCut(
                        begun, continuation >> (64 - (8 * cutLength)), cutLength + length, out T value, out int tokenLength);
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

                    destination[valuesWritten++] = TPresence.FromValue(value);
                    bytesConsumed += tokenLength;
                    used = GetUsed(tokenLength, cutLength);
                    cutLength = 0;
                }

                status = TPresence.DecodeSegment(segment[used..], destination[valuesWritten..], segmentStart, out consumed, out written);
                if (status == MessagePackReadStatus.NeedMoreData)
                {
                    cutLength = segment.Length - used - consumed;
                    cut = LoadLast(segment, cutLength);
                }
            }

            bytesConsumed += consumed;
            valuesWritten += written;
            segmentStart = TPresence.GetSegmentStart(consumed, written);
            if (status is MessagePackReadStatus.WrongToken or MessagePackReadStatus.DoesNotFit)
            {
                return status;
            }
        }

        return cutLength > 0 ? MessagePackReadStatus.NeedMoreData : MessagePackReadStatus.Done;
    }

    /// <summary>Decodes a short segment and the short ones that follow together.</summary>
    /// <param name="segments">Where the next segment is; moved past those that are decoded.</param>
    /// <param name="segment">The first one.</param>
    /// <param name="destination">Receives the elements; not empty.</param>
    /// <param name="start">What the segment before was like (<see cref="IElementPresence{T, TElement}.GetSegmentStart"/>).</param>
    /// <param name="cut">The start of a token that the segments so far have cut short, before and after.</param>
    /// <param name="cutLength">How many bytes of such a token there are, before and after.</param>
    /// <param name="bytesConsumed">Receives the number of bytes decoded, those of the cut token included.</param>
    /// <param name="valuesWritten">Receives the number of elements decoded.</param>
    [SkipLocalsInit] // Zeroing the bytes takes as long as decoding a few segments.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static MessagePackReadStatus DecodeGathered<T, TElement, TPresence>(
        ref SegmentCursor segments,
        ReadOnlySpan<byte> segment,
        Span<TElement> destination,
        int start,
        ref ulong cut,
        ref int cutLength,
        out int bytesConsumed,
        out int valuesWritten)
        where TPresence : IElementPresence<T, TElement>
    {
        Span<byte> bytes = stackalloc byte[MaxGatheredLength];
        StoreAtOnce(bytes, cut, 0);
        bytes = bytes[..Gather(ref segments, segment, bytes, cutLength, (long)MaxTokenLength * destination.Length)];
        MessagePackReadStatus status = TPresence.DecodeSegment(bytes, destination, start, out bytesConsumed, out valuesWritten);
        cutLength = status == MessagePackReadStatus.NeedMoreData ? bytes.Length - bytesConsumed : 0;
        cut = LoadLast(bytes, cutLength);
        return status;
    }

    /// <summary>
    /// Copies a short segment and the short ones that follow, until there are as many bytes as the elements can take, or as there is room for. To decode each
    /// of them apart would take longer than to copy it.
    /// </summary>
    /// <param name="segments">Where the next segment is; moved past those that are copied.</param>
    /// <param name="segment">The first one.</param>
    /// <param name="gathered">Receives the bytes, behind those of a token that is cut short.</param>
    /// <param name="length">How many bytes of such a token there are.</param>
    /// <param name="enough">How many bytes the elements can take that are to be read.</param>
    /// <returns>How many bytes there are now.</returns>
    private static int Gather(ref SegmentCursor segments, ReadOnlySpan<byte> segment, Span<byte> gathered, int length, long enough)
    {
        segment.CopyTo(gathered[length..]);
        length += segment.Length;
        while (length < enough && segments.IsNextShorterThan(Math.Min(MinLengthApart, gathered.Length - length + 1)) && segments.TryRead(out segment))
        {
            segment.CopyTo(gathered[length..]);
            length += segment.Length;
        }

        return length;
    }

    /// <summary>Reads a token that is in registers: its first eight bytes, the first one lowest, and those behind them.</summary>
    /// <inheritdoc cref="Element{T}.TryReadToken"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus ReadCut<T>(ulong lower, ulong upper, int length, out T value, out int tokenLength)
    {
        // An integer without branches, of which as many would be mispredicted as its length and its sign.
        if (Element<T>.IsPlainInteger
            && length >= MaxTokenLength
            && (Element<T>.IsSigned
                ? IntegerDecoding.TryRead<T, Signed>(lower, upper, out value, out tokenLength)
                : IntegerDecoding.TryRead<T, Unsigned>(lower, upper, out value, out tokenLength)))
        {
            return MessagePackReadStatus.Done;
        }

        return ReadStored(lower, upper, length, out value, out tokenLength);
    }

    /// <inheritdoc cref="ReadCut"/>
    private static MessagePackReadStatus ReadStored<T>(ulong lower, ulong upper, int length, out T value, out int tokenLength)
    {
        Span<byte> token = stackalloc byte[2 * sizeof(ulong)];
        StoreAtOnce(token, lower, upper);
        return Element<T>.TryReadToken(token[..length], out value, out tokenLength);
    }

    /// <summary>
    /// How many bytes of a token are in the segment that it ends in. (It may seem to end earlier, if another thread has changed its bytes meanwhile.)
    /// </summary>
    private static int GetUsed(int tokenLength, int cutLength) => Math.Max(0, tokenLength - cutLength);

    /// <summary>
    /// Stores 16 bytes, each half lowest byte first, at once where that is possible, so that a load across both halves need not wait for two stores.
    /// </summary>
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
