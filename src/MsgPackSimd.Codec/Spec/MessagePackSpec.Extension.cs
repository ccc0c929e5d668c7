using System;
using System.IO;
using System.Numerics;

namespace MsgPackSimd.Codec;

/// <content>
/// Bytes with a type, which is a number: from 0 to 127 if an application defines the type, below 0 if the specification does. There are five forms for the
/// lengths 1, 2, 4, 8 and 16, and three for all other lengths.
/// <code>
///   1 2 4 8 16    0xd4 .. 0xd8  TTTTTTTT
///   .. 255        0xc7  YYYYYYYY  TTTTTTTT
///   .. 65535      0xc8  YYYYYYYY YYYYYYYY  TTTTTTTT
///   .. 2^32-1     0xc9  YYYYYYYY YYYYYYYY YYYYYYYY YYYYYYYY  TTTTTTTT     (big-endian)
/// </code>
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">the ext format family</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The length of the longest ext header (ext 32), in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    public const int MaxExtensionHeaderLength = Ext32HeaderLength;

    /// <summary>
    /// The length of an ext 8 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    public const int Ext8HeaderLength = 1 + sizeof(byte) + sizeof(sbyte);

    /// <summary>
    /// The length of an ext 16 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    public const int Ext16HeaderLength = 1 + sizeof(ushort) + sizeof(sbyte);

    /// <summary>
    /// The length of an ext 32 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    public const int Ext32HeaderLength = 1 + sizeof(uint) + sizeof(sbyte);

    /// <summary>The length of the header of a fixext form, in bytes.</summary>
    private const int FixExtHeaderLength = 1 + sizeof(sbyte);

    /// <summary>The longest extension of a fixext form, in bytes.</summary>
    private const uint MaxFixExt = 16;

    /// <summary>
    /// The length of the shortest ext header
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    /// <param name="byteCount">The length of the data, in bytes.</param>
    /// <returns>2, 3, 4 or 6 bytes.</returns>
    public static int GetExtensionHeaderLength(uint byteCount) =>
        byteCount <= MaxFixExt && BitOperations.IsPow2(byteCount) ? FixExtHeaderLength : GetByteCountLength(byteCount) + sizeof(sbyte);

    /// <summary>
    /// Writes the shortest ext header, to be followed by that many bytes of data
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="type">The extension's type; negative ones are reserved by the specification, such as <see cref="TimestampExtensionType"/>.</param>
    /// <param name="byteCount">The length of the data, in bytes.</param>
    /// <param name="bytesWritten">Receives the header's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    public static bool TryWriteExtensionHeader(Span<byte> destination, sbyte type, uint byteCount, out int bytesWritten)
    {
        if (!TryWriteType(destination, GetExtensionHeaderLength(byteCount), type, out bytesWritten))
        {
            return false;
        }

        return byteCount <= MaxFixExt && BitOperations.IsPow2(byteCount)
            ? TryWriteCode(destination, (byte)(MessagePackFirstByte.FixExt1 + BitOperations.Log2(byteCount)), out _)
            : TryWriteByteCount(destination, MessagePackFirstByte.Ext8, byteCount, out _);
    }

    /// <inheritdoc cref="TryWriteExtensionHeader(Span{byte}, sbyte, uint, out int)" path="/summary"/>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="type">The extension's type; negative ones are reserved by the specification, such as <see cref="TimestampExtensionType"/>.</param>
    /// <param name="byteCount">The length of the data, in bytes.</param>
    /// <returns>The header's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteExtensionHeader(Span<byte> destination, sbyte type, uint byteCount)
    {
        ThrowIfNotWritten(TryWriteExtensionHeader(destination, type, byteCount, out int bytesWritten), GetExtensionHeaderLength(byteCount), destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an ext header as ext 8, whatever the length: <c>0xc7</c>, one byte, and the type
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteExtensionHeader(Span{byte}, sbyte, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteExt8Header(Span<byte> destination, sbyte type, byte byteCount, out int bytesWritten) =>
        TryWriteType(destination, Ext8HeaderLength, type, out bytesWritten) && TryWriteCode(destination, MessagePackFirstByte.Ext8, byteCount, out _);

    /// <inheritdoc cref="TryWriteExt8Header" path="/summary"/>
    /// <inheritdoc cref="WriteExtensionHeader(Span{byte}, sbyte, uint)" path="/param|/returns|/exception"/>
    public static int WriteExt8Header(Span<byte> destination, sbyte type, byte byteCount)
    {
        ThrowIfNotWritten(TryWriteExt8Header(destination, type, byteCount, out int bytesWritten), Ext8HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an ext header as ext 16, whatever the length: <c>0xc8</c>, two bytes, big-endian, and the type
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteExtensionHeader(Span{byte}, sbyte, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteExt16Header(Span<byte> destination, sbyte type, ushort byteCount, out int bytesWritten) =>
        TryWriteType(destination, Ext16HeaderLength, type, out bytesWritten) && TryWriteCode(destination, MessagePackFirstByte.Ext16, byteCount, out _);

    /// <inheritdoc cref="TryWriteExt16Header" path="/summary"/>
    /// <inheritdoc cref="WriteExtensionHeader(Span{byte}, sbyte, uint)" path="/param|/returns|/exception"/>
    public static int WriteExt16Header(Span<byte> destination, sbyte type, ushort byteCount)
    {
        ThrowIfNotWritten(TryWriteExt16Header(destination, type, byteCount, out int bytesWritten), Ext16HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an ext header as ext 32, whatever the length: <c>0xc9</c>, four bytes, big-endian, and the type
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteExtensionHeader(Span{byte}, sbyte, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteExt32Header(Span<byte> destination, sbyte type, uint byteCount, out int bytesWritten) =>
        TryWriteType(destination, Ext32HeaderLength, type, out bytesWritten) && TryWriteCode(destination, MessagePackFirstByte.Ext32, byteCount, out _);

    /// <inheritdoc cref="TryWriteExt32Header" path="/summary"/>
    /// <inheritdoc cref="WriteExtensionHeader(Span{byte}, sbyte, uint)" path="/param|/returns|/exception"/>
    public static int WriteExt32Header(Span<byte> destination, sbyte type, uint byteCount)
    {
        ThrowIfNotWritten(TryWriteExt32Header(destination, type, byteCount, out int bytesWritten), Ext32HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads an ext header in any of its forms
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="type">Receives the extension's type.</param>
    /// <param name="byteCount">
    /// Receives the length of the data, in bytes. It is not compared with the bytes that follow: check it before you allocate memory for it.
    /// </param>
    /// <param name="length">
    /// Receives the header's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    public static MessagePackReadStatus TryReadExtensionHeader(ReadOnlySpan<byte> source, out sbyte type, out uint byteCount, out int length)
    {
        type = 0;
        byteCount = 0;
        MessagePackReadStatus status;
        if (!source.IsEmpty && source[0] is >= MessagePackFirstByte.FixExt1 and <= MessagePackFirstByte.FixExt16)
        {
            length = 1;
            status = MessagePackReadStatus.Done;
            byteCount = 1u << (source[0] - MessagePackFirstByte.FixExt1);
        }
        else
        {
            status = TryReadByteCount(source, MessagePackFirstByte.Ext8, out byteCount, out length);
        }

        // The type follows the length; without both there is no header.
        if (status == MessagePackReadStatus.WrongToken || source.IsEmpty)
        {
            return status;
        }

        length += sizeof(sbyte);
        if (source.Length < length)
        {
            byteCount = 0;
            return MessagePackReadStatus.NeedMoreData;
        }

        type = (sbyte)source[length - sizeof(sbyte)];
        return MessagePackReadStatus.Done;
    }

    /// <inheritdoc cref="TryReadExtensionHeader(ReadOnlySpan{byte}, out sbyte, out uint, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="type">Receives the extension's type.</param>
    /// <param name="bytesConsumed">Receives the header's length, in bytes.</param>
    /// <returns>
    /// The length of the data, in bytes. It is not compared with the bytes that follow: check it before you allocate memory for it.
    /// </returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the header does.</exception>
    public static uint ReadExtensionHeader(ReadOnlySpan<byte> source, out sbyte type, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadExtensionHeader(source, out type, out uint byteCount, out bytesConsumed), source, bytesConsumed, "an extension");
        return byteCount;
    }

    /// <summary>
    /// The exact length of an extension, header included
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    /// <param name="byteCount">The length of the data, in bytes.</param>
    /// <returns>The length of header and payload, in bytes.</returns>
    public static long GetExtensionLength(uint byteCount) => (long)GetExtensionHeaderLength(byteCount) + byteCount;

    /// <summary>
    /// Writes an extension: the shortest header and the data
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="type">The extension's type; negative ones are reserved by the specification, such as <see cref="TimestampExtensionType"/>.</param>
    /// <param name="data">The bytes; they must not overlap <paramref name="destination"/>.</param>
    /// <param name="bytesWritten">Receives the token's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    public static bool TryWriteExtension(Span<byte> destination, sbyte type, ReadOnlySpan<byte> data, out int bytesWritten)
    {
        if (destination.Length < GetExtensionLength((uint)data.Length))
        {
            return NotWritten(out bytesWritten);
        }

        TryWriteExtensionHeader(destination, type, (uint)data.Length, out int headerLength);
        data.CopyTo(destination[headerLength..]);
        bytesWritten = headerLength + data.Length;
        return true;
    }

    /// <inheritdoc cref="TryWriteExtension(Span{byte}, sbyte, ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="type">The extension's type; negative ones are reserved by the specification, such as <see cref="TimestampExtensionType"/>.</param>
    /// <param name="data">The bytes; they must not overlap <paramref name="destination"/>.</param>
    /// <returns>The token's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteExtension(Span<byte> destination, sbyte type, ReadOnlySpan<byte> data)
    {
        ThrowIfNotWritten(TryWriteExtension(destination, type, data, out int bytesWritten), GetExtensionLength((uint)data.Length), destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads an extension of any type, in any of its forms
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#ext-format-family">ext format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="type">Receives the extension's type.</param>
    /// <param name="data">Receives the bytes, as a slice of <paramref name="source"/>.</param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// The outcome; <see cref="MessagePackReadStatus.DoesNotFit"/> if the token is longer than <see cref="int.MaxValue"/> bytes, even if it is cut short.
    /// </returns>
    public static MessagePackReadStatus TryReadExtension(ReadOnlySpan<byte> source, out sbyte type, out ReadOnlySpan<byte> data, out int length)
    {
        data = default;
        MessagePackReadStatus status = TryReadExtensionHeader(source, out type, out uint byteCount, out length);
        if (status == MessagePackReadStatus.Done)
        {
            status = TryTakePayload(source, byteCount, ref length, out data);
            if (status != MessagePackReadStatus.Done)
            {
                type = 0;
            }
        }

        return status;
    }

    /// <inheritdoc cref="TryReadExtension(ReadOnlySpan{byte}, out sbyte, out ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="type">Receives the extension's type.</param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <returns>The bytes, as a slice of <paramref name="source"/>.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="OverflowException">The token is longer than <see cref="int.MaxValue"/> bytes.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the token does.</exception>
    public static ReadOnlySpan<byte> ReadExtension(ReadOnlySpan<byte> source, out sbyte type, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadExtension(source, out type, out ReadOnlySpan<byte> data, out bytesConsumed), source, bytesConsumed, "a span of extension data");
        return data;
    }

    /// <summary>
    /// Writes the type, the last byte of an ext header, if there is room for all of the header. What comes before the type is for the caller to write.
    /// </summary>
    private static bool TryWriteType(Span<byte> destination, int headerLength, sbyte type, out int bytesWritten)
    {
        if (destination.Length < headerLength)
        {
            return NotWritten(out bytesWritten);
        }

        destination[headerLength - sizeof(sbyte)] = (byte)type;
        bytesWritten = headerLength;
        return true;
    }
}
