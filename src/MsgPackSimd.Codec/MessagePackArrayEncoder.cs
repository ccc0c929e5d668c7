using System;
using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Codec;

/// <summary>
/// Encodes arrays of primitive values as MessagePack, byte for byte as MessagePack-CSharp's own formatters do.
/// </summary>
/// <remarks>
/// <para>
/// The element types are <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="byte"/>, <see cref="ushort"/>, <see
/// cref="uint"/>, <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="Half"/>, <see cref="bool"/>, <see cref="char"/>, <see
/// cref="DateTime"/>, <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>, and enums. For any other type, every generic method except
/// <see cref="IsSupported{T}"/> throws <see cref="NotSupportedException"/>. (A <see cref="byte"/> is a number here, and bytes are an array of numbers, which
/// takes up to twice as many bytes as <c>bin</c>. To write <c>bin</c>, use <see cref="MessagePackSpec.WriteBinary(Span{byte}, ReadOnlySpan{byte})"/>.)
/// </para>
/// <para>
/// An array is a header with the number of elements (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array
/// format family</see>) and the elements' tokens: integers in the shortest form that holds the value
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>; a <see cref="char"/> is its UTF-16
/// code unit, a <see cref="TimeSpan"/> or <see cref="TimeOnly"/> its number of ticks, a <see cref="DateOnly"/> its day number, and an enum the integer that it
/// is based on), <see cref="float"/> and <see cref="double"/> with their bits unchanged, and a <see cref="Half"/> as the <see cref="float"/> that it is equal
/// to (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>), <see cref="bool"/> as one byte (<see
/// href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>), and <see cref="DateTime"/> as the shortest
/// timestamp that holds it, in UTC (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">timestamp extension
/// type</see>): one of <see cref="DateTimeKind.Local"/> is taken to be in the time zone of this machine, and one of <see cref="DateTimeKind.Unspecified"/> in
/// UTC.
/// </para>
/// <para>
/// An array that is <see langword="null"/> becomes an empty span, as everywhere in .NET, and is encoded as an empty array. Nil, which stands for a missing
/// array, is written by <see cref="MessagePackSpec.WriteNil(Span{byte})"/>.
/// </para>
/// <para>
/// The values come first among the parameters, and then where they go. (In <see cref="MessagePackSpec"/> it is the other way round.) The destination must not
/// overlap the elements. All members are safe to call from multiple threads at the same time, but the elements should not change while they are encoded:
/// nothing is then written outside the destination, and no token is cut in two, but what an element is written as may be neither its old nor its new value, nor
/// readable as the element type.
/// </para>
/// </remarks>
public static partial class MessagePackArrayEncoder
{
    /// <summary>
    /// The most bytes that one chunk asks of an <see cref="IBufferWriter{T}"/>: the writer never has to find room for the worst case of a whole array, and
    /// what was written is still in the cache when the next chunk follows.
    /// </summary>
    internal const int MaxChunkLength = 32 * 1024;

    /// <summary>From this many elements on, a pooled buffer is quicker than counting first, for integers of four or eight bytes and for times.</summary>
    private const int MinPooledCount = 64;

    /// <summary>The longest pooled buffer, in bytes: one that stays in the cache.</summary>
    private const int MaxPooledLength = 1024 * 1024;

    /// <summary>Determines whether arrays of <typeparamref name="T"/> can be encoded and decoded.</summary>
    /// <typeparam name="T">Any type.</typeparam>
    /// <returns><see langword="true"/> for the element types named in the remarks of this class.</returns>
    public static bool IsSupported<T>() => Element<T>.IsSupported;

    /// <summary>Gets the maximum number of bytes that an array of <paramref name="count"/> elements can take, header included.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="count">The number of elements, from 0 up.</param>
    /// <returns>The length of the header plus <paramref name="count"/> times that of the longest token, in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="OverflowException">The result is more than <see cref="int.MaxValue"/>.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static int GetMaxEncodedLength<T>(int count)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        return checked(ArrayHeader.GetLength(count) + (count * Element<T>.MaxTokenLength));
    }

    /// <summary>Gets the exact number of bytes that <paramref name="values"/> take as an array, header included.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements.</param>
    /// <returns>The length of the array that <see cref="Encode{T}(ReadOnlySpan{T})"/> would return, in bytes; it may be more than an array can hold.</returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return ArrayHeader.GetLength(values.Length) + KernelDispatch.GetEncodedLength(values);
    }

    /// <summary>Encodes an array into a new <c>byte[]</c> of exactly its length.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements; if there are none, the result is the single byte of an empty array.</param>
    /// <returns>Header and elements.</returns>
    /// <exception cref="InvalidOperationException">
    /// The length of the result changed because another thread changed the values while they were being encoded. (Not every such change is detected.)
    /// </exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory for the result.</exception>
    /// <exception cref="OverflowException">The result would be longer than <see cref="Array.MaxLength"/> bytes.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static byte[] Encode<T>(ReadOnlySpan<T> values)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        if (Unsafe.SizeOf<T>() >= sizeof(int)
            && (Element<T>.IsSigned || Element<T>.IsUnsigned || typeof(T) == typeof(DateTime))
            && values.Length >= MinPooledCount
            && values.Length <= MaxPooledCount<T>())
        {
            return EncodeThroughPool<T, T, AllPresent<T>>(values);
        }

        byte[] encoded = AllocateResult(GetEncodedLength(values));
        if (!TryEncode(values, encoded, out int bytesWritten) || bytesWritten != encoded.Length)
        {
            // The caller's memory was changed by another thread between counting and writing.
            ThrowHelper.ThrowChangedWhileEncoding();
        }

        return encoded;
    }

    /// <summary>Encodes an array into <paramref name="destination"/>, if there is room for all of it.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements.</param>
    /// <param name="destination">
    /// Where header and elements go; it must not overlap <paramref name="values"/>. <see cref="GetMaxEncodedLength{T}"/> bytes are always enough.
    /// </param>
    /// <param name="bytesWritten">Receives the length of header and elements, in bytes; 0 when they do not fit.</param>
    /// <returns>
    /// <see langword="false"/> when the destination is too short. The content of the destination past <paramref name="bytesWritten"/> is unspecified
    /// afterwards.
    /// </returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEncode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int bytesWritten)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        if (ArrayHeader.TryWrite(destination, values.Length, out int headerLength))
        {
            if (values.IsEmpty)
            {
                bytesWritten = headerLength;
                return true;
            }

            int elementBytes = KernelDispatch.EncodeAll(values, destination[headerLength..]);
            if (elementBytes >= 0)
            {
                bytesWritten = headerLength + elementBytes;
                return true;
            }
        }

        bytesWritten = 0;
        return false;
    }

    /// <summary>Encodes an array into a buffer writer, in chunks of bounded size.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements.</param>
    /// <param name="output">
    /// Receives header and elements, directly in the spans that it returns, which must not overlap <paramref name="values"/>. It is never asked for more
    /// than 32 KiB at once. If it throws, or returns too short a span, what was written before that stays written.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException"><paramref name="output"/> returned a span that is shorter than requested.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static void Encode<T>(ReadOnlySpan<T> values, IBufferWriter<byte> output)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        ArgumentNullException.ThrowIfNull(output);
        EncodeInChunks<T, T, AllPresent<T>>(values, output);
    }

    /// <summary>
    /// Writes the shortest array header for a number of elements, which <see cref="EncodeElements{T}"/> or <see cref="EncodeNullableElements{T}"/> write then
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="count">The number of elements, from 0 up.</param>
    /// <param name="bytesWritten">Receives the length of the header, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    public static bool TryWriteHeader(Span<byte> destination, int count, out int bytesWritten)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        return ArrayHeader.TryWrite(destination, count, out bytesWritten);
    }

    /// <summary>
    /// Writes only the tokens of the elements, as far as there is room, without a header (<see cref="TryWriteHeader"/>).
    /// </summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements.</param>
    /// <param name="destination">
    /// Where the tokens go; it must not overlap <paramref name="values"/>. Its content past <paramref name="bytesWritten"/> is unspecified afterwards.
    /// </param>
    /// <param name="valuesRead">Receives the number of elements that were encoded, starting with the first.</param>
    /// <param name="bytesWritten">Receives the length of their tokens, in bytes. A token is written completely or not at all.</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/> if all elements were encoded; <see cref="OperationStatus.DestinationTooSmall"/> if the token of the next one
    /// does not fit into the bytes that are left.
    /// </returns>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static OperationStatus EncodeElements<T>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        return KernelDispatch.Encode(values, destination, out valuesRead, out bytesWritten);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxPooledCount<T>() => (MaxPooledLength - ArrayHeader.MaxLength) / Element<T>.MaxTokenLength;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte[] AllocateResult(long length)
    {
        if (length > Array.MaxLength)
        {
            ThrowHelper.ThrowTooLong(Array.MaxLength);
        }

        return GC.AllocateUninitializedArray<byte>((int)length);
    }

    /// <summary>
    /// Encodes into a pooled buffer for the longest tokens, and copies from there: this is quicker than counting first where there are many classes
    /// to count (docs/experiments/encode.md has the figures), or where to count is to encode, as with elements that may be missing. For long arrays it takes
    /// too much memory: up to nine times that of the result, and fifteen times if all are times that are missing.
    /// </summary>
    private static byte[] EncodeThroughPool<T, TElement, TPresence>(ReadOnlySpan<TElement> values)
        where TPresence : IElementPresence<T, TElement>
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(GetMaxEncodedLength<T>(values.Length));
        try
        {
            ArrayHeader.TryWrite(buffer, values.Length, out int headerLength);
            int elementBytes = TPresence.EncodeAll(values, buffer.AsSpan(headerLength));
            if (elementBytes < 0)
            {
                throw new UnreachableException("The buffer has room for the longest tokens.");
            }

            return buffer.AsSpan(0, headerLength + elementBytes).ToArray();
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>Encodes an array as <see cref="Encode{T}(ReadOnlySpan{T}, IBufferWriter{byte})"/> describes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void EncodeInChunks<T, TElement, TPresence>(ReadOnlySpan<TElement> values, IBufferWriter<byte> output)
        where TPresence : IElementPresence<T, TElement>
    {
        int headerLength = ArrayHeader.GetLength(values.Length);
        ReadOnlySpan<TElement> rest = values;
        do
        {
            // A whole chunk may be worst-case tokens; the first chunk also holds the header.
            int sizeHint = (int)Math.Min(headerLength + ((long)rest.Length * Element<T>.MaxTokenLength), MaxChunkLength);
            Span<byte> span = output.GetSpan(sizeHint);
            if (span.Length < sizeHint)
            {
                ThrowHelper.ThrowSpanTooShort(span.Length, sizeHint);
            }

            if (headerLength > 0)
            {
                ArrayHeader.TryWrite(span, values.Length, out _);
            }

            TPresence.Encode(rest, span[headerLength..], out int valuesRead, out int bytesWritten);
            output.Advance(headerLength + bytesWritten);
            rest = rest[valuesRead..];
            headerLength = 0;
        }
        while (!rest.IsEmpty);
    }
}
