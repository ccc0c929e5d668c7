using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Codec;

/// <content>Arrays some of whose elements may be missing: nil stands for them.</content>
public static partial class MessagePackArrayEncoder
{
    /// <summary>How many bytes of tokens are written, and forgotten, at once by <see cref="GetNullableEncodedLength"/>.</summary>
    private const int CountedChunkLength = 4096;

    /// <summary>
    /// Gets the exact number of bytes that <paramref name="values"/> take as an array, header included; a missing element takes one. To find out, the
    /// elements are encoded.
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements.</param>
    /// <returns>
    /// The length of the array that <see cref="EncodeNullable{T}(ReadOnlySpan{T?})"/> would return, in bytes; it may be more than an array can hold.
    /// <see cref="GetMaxEncodedLength{T}"/> bytes are always enough, and known at once.
    /// </returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    [SkipLocalsInit]
    public static long GetNullableEncodedLength<T>(ReadOnlySpan<T?> values)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        long length = ArrayHeader.GetLength(values.Length);
        Span<byte> tokens = stackalloc byte[CountedChunkLength];
        while (!values.IsEmpty)
        {
            KernelDispatch.EncodeNullable(values, tokens, out int valuesRead, out int bytesWritten);
            length += bytesWritten;
            values = values[valuesRead..];
        }

        return length;
    }

    /// <summary>
    /// Encodes an array some of whose elements may be missing into a new <c>byte[]</c> of exactly its length. A missing element is written as nil
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <inheritdoc cref="Encode{T}(ReadOnlySpan{T})"/>
    public static byte[] EncodeNullable<T>(ReadOnlySpan<T?> values)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();

        // (To count first is to encode twice.)
        if (values.Length <= MaxPooledCount<T>())
        {
            return EncodeThroughPool<T, T?, MaybeMissing<T>>(values);
        }

        byte[] encoded = AllocateResult(GetNullableEncodedLength(values));
        if (!TryEncodeNullable(values, encoded, out int bytesWritten) || bytesWritten != encoded.Length)
        {
            // The caller's memory was changed by another thread between counting and writing.
            ThrowHelper.ThrowChangedWhileEncoding();
        }

        return encoded;
    }

    /// <summary>
    /// Encodes an array some of whose elements may be missing into <paramref name="destination"/>, if there is room for all of it. A missing element is written
    /// as nil (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <inheritdoc cref="TryEncode{T}"/>
    public static bool TryEncodeNullable<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int bytesWritten)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        if (ArrayHeader.TryWrite(destination, values.Length, out int headerLength)
            && KernelDispatch.EncodeNullable(values, destination[headerLength..], out _, out int elementBytes) == OperationStatus.Done)
        {
            bytesWritten = headerLength + elementBytes;
            return true;
        }

        bytesWritten = 0;
        return false;
    }

    /// <summary>
    /// Encodes an array some of whose elements may be missing into a buffer writer, in chunks of bounded size. A missing element is written as nil
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <inheritdoc cref="Encode{T}(ReadOnlySpan{T}, IBufferWriter{byte})"/>
    public static void EncodeNullable<T>(ReadOnlySpan<T?> values, IBufferWriter<byte> output)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        ArgumentNullException.ThrowIfNull(output);
        EncodeInChunks<T, T?, MaybeMissing<T>>(values, output);
    }

    /// <summary>
    /// Writes only the tokens of elements, some of which may be missing, as far as there is room, without a header (<see cref="TryWriteHeader"/>). A missing
    /// element is written as nil (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <inheritdoc cref="EncodeElements{T}(ReadOnlySpan{T}, Span{byte}, out int, out int)"/>
    public static OperationStatus EncodeNullableElements<T>(
        ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return KernelDispatch.EncodeNullable(values, destination, out valuesRead, out bytesWritten);
    }
}
