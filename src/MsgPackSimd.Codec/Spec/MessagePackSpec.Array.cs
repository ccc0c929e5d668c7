using System;
using System.IO;

namespace MsgPackSimd.Codec;

/// <content>
/// The header of an array: the number of its elements, in the shortest of three forms.
/// <code>
///   0 .. 15       1001XXXX
///   .. 65535      0xdc  YYYYYYYY YYYYYYYY
///   .. 2^32-1     0xdd  ZZZZZZZZ ZZZZZZZZ ZZZZZZZZ ZZZZZZZZ     (big-endian)
/// </code>
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">the array format family</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The length of the longest array header (array 32), in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    public const int MaxArrayHeaderLength = Array32HeaderLength;

    /// <summary>
    /// The length of an array 16 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    public const int Array16HeaderLength = 1 + sizeof(ushort);

    /// <summary>
    /// The length of an array 32 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    public const int Array32HeaderLength = 1 + sizeof(uint);

    /// <summary>
    /// The length of the shortest array header
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <param name="count">The number of elements.</param>
    /// <returns>1, 3 or 5 bytes.</returns>
    public static int GetArrayHeaderLength(uint count) => GetCountLength(count);

    /// <summary>
    /// Writes the shortest array header, to be followed by that many elements
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="bytesWritten">Receives the header's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    public static bool TryWriteArrayHeader(Span<byte> destination, uint count, out int bytesWritten) =>
        TryWriteCount(destination, MessagePackFirstByte.MinFixArray, MessagePackFirstByte.Array16, count, out bytesWritten);

    /// <inheritdoc cref="TryWriteArrayHeader(Span{byte}, uint, out int)" path="/summary"/>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="count">The number of elements.</param>
    /// <returns>The header's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteArrayHeader(Span<byte> destination, uint count)
    {
        ThrowIfNotWritten(TryWriteArrayHeader(destination, count, out int bytesWritten), GetArrayHeaderLength(count), destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an array header as array 16, whatever the count: <c>0xdc</c> and two bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteArrayHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteArray16Header(Span<byte> destination, ushort count, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Array16, count, out bytesWritten);

    /// <inheritdoc cref="TryWriteArray16Header" path="/summary"/>
    /// <inheritdoc cref="WriteArrayHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteArray16Header(Span<byte> destination, ushort count)
    {
        ThrowIfNotWritten(TryWriteArray16Header(destination, count, out int bytesWritten), Array16HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an array header as array 32, whatever the count: <c>0xdd</c> and four bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteArrayHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteArray32Header(Span<byte> destination, uint count, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Array32, count, out bytesWritten);

    /// <inheritdoc cref="TryWriteArray32Header" path="/summary"/>
    /// <inheritdoc cref="WriteArrayHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteArray32Header(Span<byte> destination, uint count)
    {
        ThrowIfNotWritten(TryWriteArray32Header(destination, count, out int bytesWritten), Array32HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads an array header in any of its forms
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="count">Receives the number of elements. It is not compared with the bytes that follow: check it before you allocate memory for it.</param>
    /// <param name="length">
    /// Receives the header's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    public static MessagePackReadStatus TryReadArrayHeader(ReadOnlySpan<byte> source, out uint count, out int length) =>
        TryReadCount(source, MessagePackFirstByte.MinFixArray, MessagePackFirstByte.Array16, out count, out length);

    /// <inheritdoc cref="TryReadArrayHeader(ReadOnlySpan{byte}, out uint, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="bytesConsumed">Receives the header's length, in bytes.</param>
    /// <returns>The number of elements. It is not compared with the bytes that follow: check it before you allocate memory for it.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the header does.</exception>
    public static uint ReadArrayHeader(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadArrayHeader(source, out uint count, out bytesConsumed), source, bytesConsumed, "an array");
        return count;
    }
}
