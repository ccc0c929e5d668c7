using System;
using System.IO;

namespace MsgPackSimd.Codec;

/// <content>
/// Points in time: an extension of type -1, in the shortest of three forms.
/// <code>
///   timestamp 32    0xd6 0xff        32-bit seconds, if there are no nanoseconds
///   timestamp 64    0xd7 0xff        30-bit nanoseconds, 34-bit seconds
///   timestamp 96    0xc7 12 0xff     32-bit nanoseconds, 64-bit seconds, signed     (big-endian)
/// </code>
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">the timestamp extension type</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The extension type of timestamps
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">timestamp extension type</see>).
    /// </summary>
    public const sbyte TimestampExtensionType = -1;

    /// <summary>
    /// The length of the longest timestamp that is written (timestamp 96), in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">timestamp extension type</see>).
    /// </summary>
    /// <remarks>
    /// Other writers may have used a longer ext header than need be. A timestamp that <see cref="TryReadTimestamp(ReadOnlySpan{byte}, out MessagePackTimestamp,
    /// out int)"/> reads takes 18 bytes at most, with an ext 32 header.
    /// </remarks>
    public const int MaxTimestampLength = Ext8HeaderLength + Timestamp96DataLength;

    /// <summary>
    /// The length of the longest timestamp that can be read, in bytes. It has the longest ext header: a code, four bytes of length and the type.
    /// </summary>
    internal const int MaxReadTimestampLength = sizeof(byte) + sizeof(uint) + sizeof(sbyte) + Timestamp96DataLength;

    private const int Timestamp32DataLength = sizeof(uint);
    private const int Timestamp64DataLength = sizeof(ulong);
    private const int Timestamp96DataLength = sizeof(uint) + sizeof(long);

    /// <summary>In timestamp 64, the seconds take this many bits, the lowest ones.</summary>
    internal const int SecondsBits = 34;

    /// <summary>
    /// The exact length of a timestamp
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">timestamp extension type</see>).
    /// </summary>
    /// <param name="value">The timestamp.</param>
    /// <returns>6, 10 or 15 bytes.</returns>
    public static int GetTimestampLength(MessagePackTimestamp value) => (int)GetExtensionLength(GetTimestampDataLength(value));

    /// <summary>
    /// Writes a timestamp in the shortest form: timestamp 32 for whole seconds from 1970 to 2106, timestamp 64 for other times from 1970 to 2514, and
    /// timestamp 96 for all others
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">timestamp extension type</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The timestamp; see <see cref="MessagePackTimestamp.FromDateTime"/>.</param>
    /// <param name="bytesWritten">Receives the token's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    public static bool TryWriteTimestamp(Span<byte> destination, MessagePackTimestamp value, out int bytesWritten)
    {
        Span<byte> data = stackalloc byte[Timestamp96DataLength];
        switch (GetTimestampDataLength(value))
        {
            case Timestamp32DataLength:
                BigEndian.Write(ref data[0], (uint)value.Seconds);
                data = data[..Timestamp32DataLength];
                break;
            case Timestamp64DataLength:
                BigEndian.Write(ref data[0], ((ulong)value.Nanoseconds << SecondsBits) | (ulong)value.Seconds);
                data = data[..Timestamp64DataLength];
                break;
            default:
                BigEndian.Write(ref data[0], (uint)value.Nanoseconds);
                BigEndian.Write(ref data[sizeof(uint)], (ulong)value.Seconds);
                break;
        }

        return TryWriteExtension(destination, TimestampExtensionType, data, out bytesWritten);
    }

    /// <inheritdoc cref="TryWriteTimestamp(Span{byte}, MessagePackTimestamp, out int)" path="/summary"/>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The timestamp; see <see cref="MessagePackTimestamp.FromDateTime"/>.</param>
    /// <returns>The token's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteTimestamp(Span<byte> destination, MessagePackTimestamp value)
    {
        ThrowIfNotWritten(TryWriteTimestamp(destination, value, out int bytesWritten), GetTimestampLength(value), destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads a timestamp in any of the three forms; its ext header may be of any form, too
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">timestamp extension type</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">Receives the timestamp; see <see cref="MessagePackTimestamp.TryToDateTime"/>.</param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// The outcome; <see cref="MessagePackReadStatus.WrongToken"/> also for an extension of another type, or of a length that no form has, once the whole ext
    /// header is there (at once for the first byte of fixext 1, 2 and 16); <see cref="MessagePackReadStatus.DoesNotFit"/> if there are more than 999,999,999
    /// nanoseconds.
    /// </returns>
    public static MessagePackReadStatus TryReadTimestamp(ReadOnlySpan<byte> source, out MessagePackTimestamp value, out int length)
    {
        value = default;

        // No timestamp has the length of these forms, whatever bytes follow.
        if (!source.IsEmpty && source[0] is MessagePackFirstByte.FixExt1 or MessagePackFirstByte.FixExt2 or MessagePackFirstByte.FixExt16)
        {
            return WrongToken(out length);
        }

        MessagePackReadStatus status = TryReadTimestampParts(source, out long seconds, out uint nanoseconds, out length);
        if (status != MessagePackReadStatus.Done)
        {
            return status;
        }

        if (nanoseconds > MessagePackTimestamp.MaxNanoseconds)
        {
            return MessagePackReadStatus.DoesNotFit;
        }

        value = new MessagePackTimestamp(seconds, (int)nanoseconds);
        return MessagePackReadStatus.Done;
    }

    /// <summary>
    /// Reads a timestamp as MessagePack-CSharp reads a <see cref="DateTime"/>: the nanoseconds may exceed a second; no token is rejected as a wrong one
    /// until two of its bytes are present; and an extension of more bytes than an <see cref="int"/> holds does not fit, whatever its type.
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">Receives the time in UTC, rounded down to 100 nanoseconds.</param>
    /// <param name="length">
    /// Receives the token's length in bytes, as <see cref="TryReadTimestamp(ReadOnlySpan{byte}, out MessagePackTimestamp, out int)"/> does.
    /// </param>
    /// <returns>The outcome; <see cref="MessagePackReadStatus.DoesNotFit"/> if the time is not in the years 1 to 9999.</returns>
    internal static MessagePackReadStatus TryReadDateTime(ReadOnlySpan<byte> source, out DateTime value, out int length)
    {
        value = default;
        if (source.Length < FixExtHeaderLength)
        {
            length = FixExtHeaderLength;
            return MessagePackReadStatus.NeedMoreData;
        }

        MessagePackReadStatus status = TryReadTimestampParts(source, out long seconds, out uint nanoseconds, out length);
        if (status != MessagePackReadStatus.Done)
        {
            return status == MessagePackReadStatus.WrongToken && source[0] == MessagePackFirstByte.Ext32 && source[1] > sbyte.MaxValue
                ? MessagePackReadStatus.DoesNotFit
                : status;
        }

        return MessagePackTimestamp.TryCreateDateTime(seconds, nanoseconds, out value) ? MessagePackReadStatus.Done : MessagePackReadStatus.DoesNotFit;
    }

    private static MessagePackReadStatus TryReadTimestampParts(ReadOnlySpan<byte> source, out long seconds, out uint nanoseconds, out int length)
    {
        seconds = 0;
        nanoseconds = 0;
        MessagePackReadStatus status = TryReadExtensionHeader(source, out sbyte type, out uint byteCount, out length);
        if (status != MessagePackReadStatus.Done)
        {
            return status;
        }

        if (type != TimestampExtensionType || byteCount is not (Timestamp32DataLength or Timestamp64DataLength or Timestamp96DataLength))
        {
            return WrongToken(out length);
        }

        status = TryTakePayload(source, byteCount, ref length, out ReadOnlySpan<byte> data);
        if (status != MessagePackReadStatus.Done)
        {
            return status;
        }

        switch (data.Length)
        {
            case Timestamp32DataLength:
                seconds = BigEndian.ReadUInt32(in data[0]);
                break;
            case Timestamp64DataLength:
                ulong both = BigEndian.ReadUInt64(in data[0]);
                seconds = (long)(both & ((1UL << SecondsBits) - 1));
                nanoseconds = (uint)(both >> SecondsBits);
                break;
            default:
                nanoseconds = BigEndian.ReadUInt32(in data[0]);
                seconds = (long)BigEndian.ReadUInt64(in data[sizeof(uint)]);
                break;
        }

        return MessagePackReadStatus.Done;
    }

    /// <inheritdoc cref="TryReadTimestamp(ReadOnlySpan{byte}, out MessagePackTimestamp, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <returns>The timestamp; see <see cref="MessagePackTimestamp.ToDateTime"/>.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind, or with an extension of another type or length.</exception>
    /// <exception cref="OverflowException">There are more than 999,999,999 nanoseconds.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the token does.</exception>
    public static MessagePackTimestamp ReadTimestamp(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadTimestamp(source, out MessagePackTimestamp value, out bytesConsumed), source, bytesConsumed, "a timestamp");
        return value;
    }

    private static uint GetTimestampDataLength(MessagePackTimestamp value)
    {
        if ((ulong)value.Seconds >> SecondsBits != 0)
        {
            return Timestamp96DataLength;
        }

        return value.Nanoseconds == 0 && value.Seconds <= uint.MaxValue ? (uint)Timestamp32DataLength : Timestamp64DataLength;
    }
}
