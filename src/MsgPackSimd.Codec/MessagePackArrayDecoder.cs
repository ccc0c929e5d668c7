using System;
using System.Buffers;
using System.IO;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Codec;

/// <summary>
/// Decodes MessagePack arrays of primitive values, exactly as leniently as MessagePack-CSharp's own formatters do.
/// </summary>
/// <remarks>
/// <para>
/// The element types are those of <see cref="MessagePackArrayEncoder"/>; for any other type, every generic method throws
/// <see cref="NotSupportedException"/>.
/// </para>
/// <para>
/// An array is a header with the number of elements (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array
/// format family</see>), in any of its forms, and the tokens of the elements. An integer (or <see cref="char"/>, <see cref="TimeSpan"/>, <see
/// cref="DateOnly"/>, <see cref="TimeOnly"/> or enum) element is read from an integer token of any form and width, as long as its value fits (<see
/// href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>); an enum need not name it. A <see cref="float"/> or
/// <see cref="double"/> is read from a float token of either width, narrowed or widened if necessary, and from every integer token; a <see cref="Half"/> is
/// read as a <see cref="float"/>, which is then rounded to it (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float
/// format family</see>). A <see cref="bool"/> is read from a bool token (<see
/// href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>), and a <see cref="DateTime"/> from a timestamp of
/// any form, as long as it is in the years 1 to 9999; it is rounded down to 100 nanoseconds, and its kind is <see cref="DateTimeKind.Utc"/> (<see
/// href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">timestamp extension type</see>). Nil may take the place of the whole
/// array; in place of an element, only the methods for elements that may be missing accept it, such as <see cref="DecodeNullable{T}(ReadOnlySpan{byte}, out
/// int)"/>.
/// </para>
/// <para>
/// No memory is allocated based on the header alone: if it declares more elements than there are bytes after it, that is an error, raised before any
/// allocation. Bytes after the array are not read. A destination must not overlap the source. All members are safe to call from multiple threads at the same
/// time.
/// </para>
/// </remarks>
public static partial class MessagePackArrayDecoder
{
    /// <summary>
    /// Decodes an array, header included, into a new array
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="source">The bytes to read from; the array header is at the start, and bytes may follow the array.</param>
    /// <param name="bytesConsumed">Receives the length of header and elements, in bytes.</param>
    /// <returns>The elements; <see langword="null"/> if there is nil in place of an array.</returns>
    /// <exception cref="FormatException">
    /// The source begins with neither an array nor nil, or an element is a token (such as nil) that <typeparamref name="T"/> is not read from.
    /// </exception>
    /// <exception cref="OverflowException">
    /// A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.
    /// </exception>
    /// <exception cref="EndOfStreamException">
    /// The source ends early, or the header declares more elements than there are bytes after it. (As in MessagePack-CSharp, the token of a <see
    /// cref="DateTime"/> is not looked at before two bytes of it are there: a source that ends behind the first one ends early, whatever that byte is.)
    /// </exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    /// <exception cref="OutOfMemoryException">There are more than <see cref="Array.MaxLength"/> elements, or there is not enough memory for them.</exception>
    public static T[]? Decode<T>(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return DecodeNew<T, T, AllPresent<T>>(source, out bytesConsumed);
    }

    /// <summary>
    /// Decodes an array, header included, into the caller's span
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>). Nothing is allocated.
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="source">The bytes to read from; the array header is at the start, and bytes may follow the array.</param>
    /// <param name="destination">
    /// Where the elements go; it may be longer than the array, and must not overlap <paramref name="source"/>. If an exception is thrown, its content is
    /// unspecified.
    /// </param>
    /// <param name="bytesConsumed">Receives the length of header and elements, in bytes.</param>
    /// <returns>The number of elements; -1 if there is nil in place of an array.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than the array; nothing was written to it.</exception>
    /// <exception cref="FormatException">
    /// The source begins with neither an array nor nil, or an element is a token (such as nil) that <typeparamref name="T"/> is not read from.
    /// </exception>
    /// <exception cref="OverflowException">
    /// A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.
    /// </exception>
    /// <exception cref="EndOfStreamException">
    /// The source ends early, or the header declares more elements than there are bytes after it. (As in MessagePack-CSharp, the token of a <see
    /// cref="DateTime"/> is not looked at before two bytes of it are there: a source that ends behind the first one ends early, whatever that byte is.)
    /// </exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static int Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return DecodeInto<T, T, AllPresent<T>>(source, destination, out bytesConsumed);
    }

    /// <summary>
    /// Reads an array header, or nil in its place
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="count">
    /// Receives the number of elements that the header declares; -1 for nil; 0 unless the status is <see cref="OperationStatus.Done"/>. It is not
    /// compared with the bytes that are left: check it before you allocate memory for it.
    /// </param>
    /// <param name="bytesConsumed">Receives the length of the header, in bytes; 0 unless the status is <see cref="OperationStatus.Done"/>.</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/>; <see cref="OperationStatus.NeedMoreData"/> if the header is cut short;
    /// <see cref="OperationStatus.InvalidData"/> if the source begins with neither an array nor nil, or the count is greater than <see cref="int.MaxValue"/>.
    /// </returns>
    public static OperationStatus TryReadHeader(ReadOnlySpan<byte> source, out int count, out int bytesConsumed) =>
        ArrayHeader.TryRead(source, out count, out bytesConsumed).ToOperationStatus();

    /// <summary>
    /// Decodes only elements, without a header, until <paramref name="destination"/> is full or the source ends. See the remarks of
    /// <see cref="MessagePackArrayDecoder"/> for the tokens that a type is read from
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#formats">formats</see>).
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="source">The tokens, starting with that of the first element.</param>
    /// <param name="destination">
    /// Where the elements go; it must not overlap <paramref name="source"/>. Its content past <paramref name="valuesWritten"/> is unspecified afterwards.
    /// </param>
    /// <param name="bytesConsumed">Receives the length of the tokens that were decoded, in bytes.</param>
    /// <param name="valuesWritten">Receives the number of elements that were decoded.</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/> if the destination is full, whatever follows, or the source ends between two tokens, so that only <paramref
    /// name="valuesWritten"/> tells whether all elements were there. If there is room left: <see cref="OperationStatus.InvalidData"/> if the next token is of a
    /// kind that <typeparamref name="T"/> is not read from, such as nil (even if it is cut short; of a <see cref="DateTime"/>, if two bytes of it are there, or
    /// of an ext 8, 16 or 32 its whole header), or is complete and its value does not fit; <see cref="OperationStatus.NeedMoreData"/> if it is of an accepted
    /// kind and cut short. The counts do not include that token. Never <see cref="OperationStatus.DestinationTooSmall"/>.
    /// </returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static OperationStatus DecodeElements<T>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return KernelDispatch.Decode(source, destination, out bytesConsumed, out valuesWritten).ToOperationStatus();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TElement[]? DecodeNew<T, TElement, TPresence>(ReadOnlySpan<byte> source, out int bytesConsumed)
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
    private static int DecodeInto<T, TElement, TPresence>(ReadOnlySpan<byte> source, Span<TElement> destination, out int bytesConsumed)
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

    /// <summary>Reads the header and compares its count with the bytes that follow, so that the caller may allocate memory for that count.</summary>
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

    /// <summary>Fills all of <paramref name="destination"/> from the tokens after the header, or throws.</summary>
    private static void DecodeAllOrThrow<T, TElement, TPresence>(ReadOnlySpan<byte> source, Span<TElement> destination, ref int bytesConsumed)
        where TPresence : IElementPresence<T, TElement>
    {
        MessagePackReadStatus status = TPresence.Decode(source[bytesConsumed..], destination, out int elementBytes, out int valuesWritten);
        bytesConsumed += elementBytes;
        if (valuesWritten < destination.Length)
        {
            byte code = bytesConsumed < source.Length ? source[bytesConsumed] : default;
            ThrowHelper.ThrowElement<T>(status, code, valuesWritten, destination.Length, bytesConsumed);
        }
    }
}
