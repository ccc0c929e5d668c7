using System;
using System.IO;

namespace MsgPackSimd.Codec;

/// <content>
/// Bytes: their number, in the shortest of three forms, followed by the bytes themselves.
/// <code>
///   .. 255        0xc4  YYYYYYYY
///   .. 65535      0xc5  YYYYYYYY YYYYYYYY
///   .. 2^32-1     0xc6  YYYYYYYY YYYYYYYY YYYYYYYY YYYYYYYY     (big-endian)
/// </code>
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">the bin format family</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The length of the longest bin header (bin 32), in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    public const int MaxBinaryHeaderLength = Bin32HeaderLength;

    /// <summary>
    /// The length of a bin 8 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    public const int Bin8HeaderLength = 1 + sizeof(byte);

    /// <summary>
    /// The length of a bin 16 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    public const int Bin16HeaderLength = 1 + sizeof(ushort);

    /// <summary>
    /// The length of a bin 32 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    public const int Bin32HeaderLength = 1 + sizeof(uint);

    /// <summary>
    /// The length of the shortest bin header
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    /// <param name="byteCount">The payload's length, in bytes.</param>
    /// <returns>2, 3 or 5 bytes.</returns>
    public static int GetBinaryHeaderLength(uint byteCount) => GetByteCountLength(byteCount);

    /// <summary>
    /// Writes the shortest bin header, to be followed by that many bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="byteCount">The payload's length, in bytes.</param>
    /// <param name="bytesWritten">Receives the header's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    public static bool TryWriteBinaryHeader(Span<byte> destination, uint byteCount, out int bytesWritten) =>
        TryWriteByteCount(destination, MessagePackFirstByte.Bin8, byteCount, out bytesWritten);

    /// <inheritdoc cref="TryWriteBinaryHeader(Span{byte}, uint, out int)" path="/summary"/>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="byteCount">The payload's length, in bytes.</param>
    /// <returns>The header's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteBinaryHeader(Span<byte> destination, uint byteCount)
    {
        ThrowIfNotWritten(TryWriteBinaryHeader(destination, byteCount, out int bytesWritten), GetBinaryHeaderLength(byteCount), destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes a bin header as bin 8, whatever the length: <c>0xc4</c> and one byte
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteBinaryHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteBin8Header(Span<byte> destination, byte byteCount, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Bin8, byteCount, out bytesWritten);

    /// <inheritdoc cref="TryWriteBin8Header" path="/summary"/>
    /// <inheritdoc cref="WriteBinaryHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteBin8Header(Span<byte> destination, byte byteCount)
    {
        ThrowIfNotWritten(TryWriteBin8Header(destination, byteCount, out int bytesWritten), Bin8HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes a bin header as bin 16, whatever the length: <c>0xc5</c> and two bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteBinaryHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteBin16Header(Span<byte> destination, ushort byteCount, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Bin16, byteCount, out bytesWritten);

    /// <inheritdoc cref="TryWriteBin16Header" path="/summary"/>
    /// <inheritdoc cref="WriteBinaryHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteBin16Header(Span<byte> destination, ushort byteCount)
    {
        ThrowIfNotWritten(TryWriteBin16Header(destination, byteCount, out int bytesWritten), Bin16HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes a bin header as bin 32, whatever the length: <c>0xc6</c> and four bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteBinaryHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteBin32Header(Span<byte> destination, uint byteCount, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Bin32, byteCount, out bytesWritten);

    /// <inheritdoc cref="TryWriteBin32Header" path="/summary"/>
    /// <inheritdoc cref="WriteBinaryHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteBin32Header(Span<byte> destination, uint byteCount)
    {
        ThrowIfNotWritten(TryWriteBin32Header(destination, byteCount, out int bytesWritten), Bin32HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads a bin header in any of its forms
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="byteCount">
    /// Receives the payload's length, in bytes. It is not compared with the bytes that follow: check it before you allocate memory for it.
    /// </param>
    /// <param name="length">
    /// Receives the header's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    public static MessagePackReadStatus TryReadBinaryHeader(ReadOnlySpan<byte> source, out uint byteCount, out int length) =>
        TryReadByteCount(source, MessagePackFirstByte.Bin8, out byteCount, out length);

    /// <inheritdoc cref="TryReadBinaryHeader(ReadOnlySpan{byte}, out uint, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="bytesConsumed">Receives the header's length, in bytes.</param>
    /// <returns>
    /// The payload's length, in bytes. It is not compared with the bytes that follow: check it before you allocate memory for it.
    /// </returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the header does.</exception>
    public static uint ReadBinaryHeader(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadBinaryHeader(source, out uint byteCount, out bytesConsumed), source, bytesConsumed, "bin");
        return byteCount;
    }

    /// <summary>
    /// The exact length of a bin token, header included
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    /// <param name="byteCount">The payload's length, in bytes.</param>
    /// <returns>The length of header and payload, in bytes.</returns>
    public static long GetBinaryLength(uint byteCount) => (long)GetBinaryHeaderLength(byteCount) + byteCount;

    /// <summary>
    /// Writes a bin token: the shortest header and the bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The bytes; they must not overlap <paramref name="destination"/>.</param>
    /// <param name="bytesWritten">Receives the token's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    public static bool TryWriteBinary(Span<byte> destination, ReadOnlySpan<byte> value, out int bytesWritten)
    {
        if (destination.Length < GetBinaryLength((uint)value.Length))
        {
            return NotWritten(out bytesWritten);
        }

        TryWriteBinaryHeader(destination, (uint)value.Length, out int headerLength);
        value.CopyTo(destination[headerLength..]);
        bytesWritten = headerLength + value.Length;
        return true;
    }

    /// <inheritdoc cref="TryWriteBinary(Span{byte}, ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The bytes; they must not overlap <paramref name="destination"/>.</param>
    /// <returns>The token's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteBinary(Span<byte> destination, ReadOnlySpan<byte> value)
    {
        ThrowIfNotWritten(TryWriteBinary(destination, value, out int bytesWritten), GetBinaryLength((uint)value.Length), destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads a bin token in any of its forms
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bin-format-family">bin format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">Receives the bytes, as a slice of <paramref name="source"/>.</param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// The outcome; <see cref="MessagePackReadStatus.DoesNotFit"/> if the token is longer than <see cref="int.MaxValue"/> bytes, even if it is cut short.
    /// </returns>
    public static MessagePackReadStatus TryReadBinary(ReadOnlySpan<byte> source, out ReadOnlySpan<byte> value, out int length)
    {
        value = default;
        MessagePackReadStatus status = TryReadBinaryHeader(source, out uint byteCount, out length);
        return status == MessagePackReadStatus.Done ? TryTakePayload(source, byteCount, ref length, out value) : status;
    }

    /// <inheritdoc cref="TryReadBinary(ReadOnlySpan{byte}, out ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <returns>The bytes, as a slice of <paramref name="source"/>.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="OverflowException">The token is longer than <see cref="int.MaxValue"/> bytes.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the token does.</exception>
    public static ReadOnlySpan<byte> ReadBinary(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadBinary(source, out ReadOnlySpan<byte> value, out bytesConsumed), source, bytesConsumed, "a span of bin");
        return value;
    }
}
