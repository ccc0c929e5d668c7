using System;
using System.Buffers;
using System.IO;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Codec;

/// <summary>
/// Decodes MessagePack arrays of primitive values, as leniently as MessagePack-CSharp's own formatters do, and no more so.
/// </summary>
/// <remarks>
/// <para>
/// The element types are those of <see cref="MessagePackArrayEncoder"/>; for any other type every method throws
/// <see cref="NotSupportedException"/>.
/// </para>
/// <para>
/// An integer (or <see cref="char"/>) element is read from an integer token of any form and width, as long as its value fits. A
/// <see cref="float"/> or <see cref="double"/> is read from a float token of either width, narrowed or widened where need be, and from
/// every integer token. A <see cref="bool"/> is read from a bool token. See the
/// <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#formats">formats of the specification</see>.
/// </para>
/// <para>
/// Nothing is allocated on the word of a header: a header that declares more elements than bytes follow it is an error first. Bytes after
/// the array are left unread. All members are safe to call from many threads at once.
/// </para>
/// </remarks>
public static partial class MessagePackArrayDecoder
{
    /// <summary>Decodes an array, header included, into a new array.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="source">The bytes to read; the array header is at the start, and bytes may follow the array.</param>
    /// <param name="bytesConsumed">Receives the length of header and elements, in bytes.</param>
    /// <returns>The elements; <see langword="null"/> where nil stands in place of an array.</returns>
    /// <exception cref="FormatException">Neither an array nor nil begins here, or a token is of a kind that <typeparamref name="T"/> is not read from.</exception>
    /// <exception cref="OverflowException">A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.</exception>
    /// <exception cref="EndOfStreamException">The data ends early, or the header declares more elements than bytes follow it.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static T[]? Decode<T>(ReadOnlySpan<byte> source, out int bytesConsumed)
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

    /// <summary>Decodes an array, header included, into a span of the caller's. Nothing is allocated.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="source">The bytes to read; the array header is at the start, and bytes may follow the array.</param>
    /// <param name="destination">Where the elements go; it may be longer than the array. When an exception is thrown, its content is unspecified.</param>
    /// <param name="bytesConsumed">Receives the length of header and elements, in bytes.</param>
    /// <returns>The number of elements; -1 where nil stands in place of an array.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than the array; nothing was written to it.</exception>
    /// <inheritdoc cref="Decode{T}(ReadOnlySpan{byte}, out int)" path="/exception"/>
    public static int Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed)
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

    /// <summary>Reads an array header, or nil.</summary>
    /// <param name="source">The bytes to read; the header is at the start.</param>
    /// <param name="count">
    /// Receives the number of elements that the header declares, -1 for nil, or 0 on anything but <see cref="OperationStatus.Done"/>. It is
    /// not compared with the bytes that are left: check it before you allocate by it.
    /// </param>
    /// <param name="bytesConsumed">Receives the length of the header, in bytes; 0 on anything but <see cref="OperationStatus.Done"/>.</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/>; <see cref="OperationStatus.NeedMoreData"/> when the header is cut short;
    /// <see cref="OperationStatus.InvalidData"/> when neither an array nor nil begins here, or the count is over <see cref="int.MaxValue"/>.
    /// </returns>
    public static OperationStatus TryReadHeader(ReadOnlySpan<byte> source, out int count, out int bytesConsumed) =>
        ArrayHeader.TryRead(source, out count, out bytesConsumed).ToOperationStatus();

    /// <summary>Decodes elements alone, without a header, until <paramref name="destination"/> is full or the bytes end.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="source">The tokens, from the first element on.</param>
    /// <param name="destination">Where the elements go; those past <paramref name="valuesWritten"/> are unspecified afterwards.</param>
    /// <param name="bytesConsumed">Receives the length of the tokens that were decoded, in bytes.</param>
    /// <param name="valuesWritten">Receives how many elements were decoded.</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/> when the destination is full, whatever follows, or the source ends between two tokens. With room
    /// left: <see cref="OperationStatus.InvalidData"/> when the next token is of a kind that <typeparamref name="T"/> is not read from (even
    /// cut short), or is whole and its value does not fit; <see cref="OperationStatus.NeedMoreData"/> when it is of an accepted kind and cut
    /// short. The counts stop before that token. Never <see cref="OperationStatus.DestinationTooSmall"/>.
    /// </returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static OperationStatus DecodeElements<T>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return KernelDispatch.Decode(source, destination, out bytesConsumed, out valuesWritten).ToOperationStatus();
    }

    /// <summary>Reads the header and compares its count with the bytes that follow, so that the caller may allocate by it.</summary>
    private static int ReadHeaderOrThrow(ReadOnlySpan<byte> source, out int headerLength)
    {
        MessagePackReadStatus status = ArrayHeader.TryRead(source, out int count, out headerLength);
        if (status != MessagePackReadStatus.Done)
        {
            ThrowHelper.ThrowHeader(status, source.IsEmpty ? default : source[0]);
        }

        int bytesLeft = source.Length - headerLength;
        if (count > bytesLeft)
        {
            ThrowHelper.ThrowTooFewBytes(count, bytesLeft);
        }

        return count;
    }

    /// <summary>Fills all of <paramref name="destination"/> from the tokens behind the header, or throws.</summary>
    private static void DecodeAllOrThrow<T>(ReadOnlySpan<byte> source, Span<T> destination, ref int bytesConsumed)
    {
        MessagePackReadStatus status = KernelDispatch.Decode(source[bytesConsumed..], destination, out int elementBytes, out int valuesWritten);
        bytesConsumed += elementBytes;
        if (valuesWritten < destination.Length)
        {
            byte code = bytesConsumed < source.Length ? source[bytesConsumed] : default;
            ThrowHelper.ThrowElement<T>(status, code, valuesWritten, destination.Length, bytesConsumed);
        }
    }
}
