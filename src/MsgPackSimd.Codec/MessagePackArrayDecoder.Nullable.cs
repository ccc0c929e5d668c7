using System;
using System.Buffers;
using System.IO;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Codec;

/// <content>Arrays some of whose elements may be missing: nil stands for them.</content>
public static partial class MessagePackArrayDecoder
{
    /// <summary>
    /// Decodes an array, header included, into a new array. Nil is decoded as a missing element
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="source">The bytes to read from; the array header is at the start, and bytes may follow the array.</param>
    /// <param name="bytesConsumed">Receives the length of header and elements, in bytes.</param>
    /// <returns>The elements; <see langword="null"/> if there is nil in place of the array.</returns>
    /// <exception cref="FormatException">
    /// The source begins with neither an array nor nil, or an element is a token, other than nil, that <typeparamref name="T"/> is not read from.
    /// </exception>
    /// <exception cref="OverflowException">
    /// A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.
    /// </exception>
    /// <exception cref="EndOfStreamException">
    /// The source ends early, or the header declares more elements than there are bytes after it. (As in MessagePack-CSharp, the token of a <see
    /// cref="DateTime"/> is not looked at before two bytes of it are there: a source that ends behind the first one ends early, whatever that byte is but nil.)
    /// </exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    /// <exception cref="OutOfMemoryException">There are more than <see cref="Array.MaxLength"/> elements, or there is not enough memory for them.</exception>
    public static T?[]? DecodeNullable<T>(ReadOnlySpan<byte> source, out int bytesConsumed)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return DecodeNew<T, T?, MaybeMissing<T>>(source, out bytesConsumed);
    }

    /// <inheritdoc cref="DecodeNullable{T}(ReadOnlySpan{byte}, out int)"/>
    public static T?[]? DecodeNullable<T>(in ReadOnlySequence<byte> source, out long bytesConsumed)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return DecodeNew<T, T?, MaybeMissing<T>>(source, out bytesConsumed);
    }

    /// <summary>
    /// Decodes an array, header included, into the caller's span. Nil is decoded as a missing element
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>). Nothing is allocated.
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="source">The bytes to read from; the array header is at the start, and bytes may follow the array.</param>
    /// <param name="destination">
    /// Where the elements go; it may be longer than the array, and must not overlap <paramref name="source"/>. If an exception is thrown, its content is
    /// unspecified.
    /// </param>
    /// <param name="bytesConsumed">Receives the length of header and elements, in bytes.</param>
    /// <returns>The number of elements, missing ones included; -1 if there is nil in place of the array.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than the array; nothing was written to it.</exception>
    /// <exception cref="FormatException">
    /// The source begins with neither an array nor nil, or an element is a token, other than nil, that <typeparamref name="T"/> is not read from.
    /// </exception>
    /// <exception cref="OverflowException">
    /// A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.
    /// </exception>
    /// <exception cref="EndOfStreamException">
    /// The source ends early, or the header declares more elements than there are bytes after it. (As in MessagePack-CSharp, the token of a <see
    /// cref="DateTime"/> is not looked at before two bytes of it are there: a source that ends behind the first one ends early, whatever that byte is but nil.)
    /// </exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static int DecodeNullable<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return DecodeInto<T, T?, MaybeMissing<T>>(source, destination, out bytesConsumed);
    }

    /// <inheritdoc cref="DecodeNullable{T}(ReadOnlySpan{byte}, Span{T?}, out int)"/>
    public static int DecodeNullable<T>(in ReadOnlySequence<byte> source, Span<T?> destination, out long bytesConsumed)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return DecodeInto<T, T?, MaybeMissing<T>>(source, destination, out bytesConsumed);
    }

    /// <summary>
    /// Decodes only elements, some of which may be missing, without a header, until <paramref name="destination"/> is full or the source ends. Nil is decoded
    /// as a missing element
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="source">The tokens, starting with that of the first element.</param>
    /// <param name="destination">
    /// Where the elements go; it must not overlap <paramref name="source"/>. Its content past <paramref name="valuesWritten"/> is unspecified afterwards.
    /// </param>
    /// <param name="bytesConsumed">Receives the length of the tokens that were decoded, in bytes.</param>
    /// <param name="valuesWritten">Receives the number of elements that were decoded, missing ones included.</param>
    /// <returns>
    /// The same as for <see cref="DecodeElements{T}(ReadOnlySpan{byte}, Span{T}, out int, out int)"/>, except that nil never causes
    /// <see cref="OperationStatus.InvalidData"/>.
    /// </returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static OperationStatus DecodeNullableElements<T>(
        ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return KernelDispatch.DecodeNullable(source, destination, out bytesConsumed, out valuesWritten).ToOperationStatus();
    }

    /// <inheritdoc cref="DecodeNullableElements{T}(ReadOnlySpan{byte}, Span{T?}, out int, out int)"/>
    public static OperationStatus DecodeNullableElements<T>(
        in ReadOnlySequence<byte> source, Span<T?> destination, out long bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return SegmentDecoding.Decode<T, T?, MaybeMissing<T>>(source, destination, out bytesConsumed, out valuesWritten).ToOperationStatus();
    }
}
