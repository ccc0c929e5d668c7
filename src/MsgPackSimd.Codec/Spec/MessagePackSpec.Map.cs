using System;
using System.IO;

namespace MsgPackSimd.Codec;

/// <content>
/// The header of a map: the number of its pairs, in the shortest of three forms.
/// <code>
///   0 .. 15       1000XXXX
///   .. 65535      0xde  YYYYYYYY YYYYYYYY
///   .. 2^32-1     0xdf  ZZZZZZZZ ZZZZZZZZ ZZZZZZZZ ZZZZZZZZ     (big-endian)
/// </code>
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">the map format family</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The length of the longest map header (map 32), in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    public const int MaxMapHeaderLength = Map32HeaderLength;

    /// <summary>
    /// The length of a map 16 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    public const int Map16HeaderLength = 1 + sizeof(ushort);

    /// <summary>
    /// The length of a map 32 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    public const int Map32HeaderLength = 1 + sizeof(uint);

    /// <summary>
    /// The length of the shortest map header
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    /// <param name="count">The number of key-value pairs.</param>
    /// <returns>1, 3 or 5 bytes.</returns>
    public static int GetMapHeaderLength(uint count) => GetCountLength(count);

    /// <summary>
    /// Writes the shortest map header, to be followed by that many pairs, each a key and then its value
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="count">The number of key-value pairs.</param>
    /// <param name="bytesWritten">Receives the header's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    public static bool TryWriteMapHeader(Span<byte> destination, uint count, out int bytesWritten) =>
        TryWriteCount(destination, MessagePackFirstByte.MinFixMap, MessagePackFirstByte.Map16, count, out bytesWritten);

    /// <inheritdoc cref="TryWriteMapHeader(Span{byte}, uint, out int)" path="/summary"/>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="count">The number of key-value pairs.</param>
    /// <returns>The header's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteMapHeader(Span<byte> destination, uint count)
    {
        ThrowIfNotWritten(TryWriteMapHeader(destination, count, out int bytesWritten), GetMapHeaderLength(count), destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes a map header as map 16, whatever the count: <c>0xde</c> and two bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteMapHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteMap16Header(Span<byte> destination, ushort count, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Map16, count, out bytesWritten);

    /// <inheritdoc cref="TryWriteMap16Header" path="/summary"/>
    /// <inheritdoc cref="WriteMapHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteMap16Header(Span<byte> destination, ushort count)
    {
        ThrowIfNotWritten(TryWriteMap16Header(destination, count, out int bytesWritten), Map16HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes a map header as map 32, whatever the count: <c>0xdf</c> and four bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteMapHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteMap32Header(Span<byte> destination, uint count, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Map32, count, out bytesWritten);

    /// <inheritdoc cref="TryWriteMap32Header" path="/summary"/>
    /// <inheritdoc cref="WriteMapHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteMap32Header(Span<byte> destination, uint count)
    {
        ThrowIfNotWritten(TryWriteMap32Header(destination, count, out int bytesWritten), Map32HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads a map header in any of its forms
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="count">
    /// Receives the number of key-value pairs. It is not compared with the bytes that follow: check it before you allocate memory for it.
    /// </param>
    /// <param name="length">
    /// Receives the header's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    public static MessagePackReadStatus TryReadMapHeader(ReadOnlySpan<byte> source, out uint count, out int length) =>
        TryReadCount(source, MessagePackFirstByte.MinFixMap, MessagePackFirstByte.Map16, out count, out length);

    /// <inheritdoc cref="TryReadMapHeader(ReadOnlySpan{byte}, out uint, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="bytesConsumed">Receives the header's length, in bytes.</param>
    /// <returns>The number of key-value pairs. It is not compared with the bytes that follow: check it before you allocate memory for it.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the header does.</exception>
    public static uint ReadMapHeader(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadMapHeader(source, out uint count, out bytesConsumed), source, bytesConsumed, "a map");
        return count;
    }
}
