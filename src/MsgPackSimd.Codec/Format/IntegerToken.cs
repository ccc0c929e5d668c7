using System;
using System.Buffers.Binary;

namespace MsgPackSimd.Codec.Format;

/// <summary>
/// Integers: written in the shortest of ten forms, read in any of them.
/// <code>
///   0 .. 127                   0XXXXXXX
///   -32 .. -1                  111YYYYY
///   .. 2^8-1,  2^16-1 ...      0xcc u8    0xcd u16    0xce u32    0xcf u64      (big-endian)
///   .. -2^7,   -2^15 ...       0xd0 i8    0xd1 i16    0xd2 i32    0xd3 i64
/// </code>
/// The writer takes the unsigned forms for values from 0 up and the signed ones below; the reader takes every form for every value.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">the int format family</see>.
/// </summary>
internal static class IntegerToken
{
    /// <summary>The length, in bytes, of the shortest token for <paramref name="value"/>: 1, 2, 3, 5 or 9.</summary>
    public static int GetLength(long value) => value switch
    {
        >= 0 => GetLength((ulong)value),
        >= MessagePackCode.MinFixIntValue => 1,
        >= sbyte.MinValue => 2,
        >= short.MinValue => 3,
        >= int.MinValue => 5,
        _ => 9,
    };

    /// <inheritdoc cref="GetLength(long)"/>
    public static int GetLength(ulong value) => value switch
    {
        <= MessagePackCode.MaxPositiveFixInt => 1,
        <= byte.MaxValue => 2,
        <= ushort.MaxValue => 3,
        <= uint.MaxValue => 5,
        _ => 9,
    };

    /// <summary>Writes the shortest token for <paramref name="value"/>, if <paramref name="destination"/> has room for it.</summary>
    public static bool TryWrite(Span<byte> destination, long value, out int bytesWritten)
    {
        if (value >= 0)
        {
            return TryWrite(destination, (ulong)value, out bytesWritten);
        }

        bytesWritten = GetLength(value);
        if (destination.Length < bytesWritten)
        {
            bytesWritten = 0;
            return false;
        }

        switch (bytesWritten)
        {
            case 1:
                destination[0] = (byte)value;
                break;
            case 2:
                destination[0] = MessagePackCode.Int8;
                destination[1] = (byte)value;
                break;
            case 3:
                destination[0] = MessagePackCode.Int16;
                BinaryPrimitives.WriteInt16BigEndian(destination[1..], (short)value);
                break;
            case 5:
                destination[0] = MessagePackCode.Int32;
                BinaryPrimitives.WriteInt32BigEndian(destination[1..], (int)value);
                break;
            default:
                destination[0] = MessagePackCode.Int64;
                BinaryPrimitives.WriteInt64BigEndian(destination[1..], value);
                break;
        }

        return true;
    }

    /// <inheritdoc cref="TryWrite(Span{byte}, long, out int)"/>
    public static bool TryWrite(Span<byte> destination, ulong value, out int bytesWritten)
    {
        bytesWritten = GetLength(value);
        if (destination.Length < bytesWritten)
        {
            bytesWritten = 0;
            return false;
        }

        switch (bytesWritten)
        {
            case 1:
                destination[0] = (byte)value;
                break;
            case 2:
                destination[0] = MessagePackCode.UInt8;
                destination[1] = (byte)value;
                break;
            case 3:
                destination[0] = MessagePackCode.UInt16;
                BinaryPrimitives.WriteUInt16BigEndian(destination[1..], (ushort)value);
                break;
            case 5:
                destination[0] = MessagePackCode.UInt32;
                BinaryPrimitives.WriteUInt32BigEndian(destination[1..], (uint)value);
                break;
            default:
                destination[0] = MessagePackCode.UInt64;
                BinaryPrimitives.WriteUInt64BigEndian(destination[1..], value);
                break;
        }

        return true;
    }

    /// <summary>Reads an integer token of any form.</summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">
    /// Receives the value, modulo 2^64: together with <paramref name="isNegative"/> it tells all values from -2^63 to 2^64-1 apart.
    /// </param>
    /// <param name="isNegative">Receives whether the value is below zero, in which case <paramref name="value"/> is its two's complement.</param>
    /// <param name="length">Receives the token's length in bytes; 0 on anything but <see cref="TokenStatus.Done"/>.</param>
    /// <returns><see cref="TokenStatus.Done"/>, <see cref="TokenStatus.NeedMoreData"/> or <see cref="TokenStatus.WrongKind"/>.</returns>
    public static TokenStatus TryRead(ReadOnlySpan<byte> source, out ulong value, out bool isNegative, out int length)
    {
        value = 0;
        isNegative = false;
        length = 0;
        if (source.IsEmpty)
        {
            return TokenStatus.NeedMoreData;
        }

        byte code = source[0];
        if (code is <= MessagePackCode.MaxPositiveFixInt or >= MessagePackCode.MinNegativeFixInt)
        {
            return Signed((sbyte)code, 1, out value, out isNegative, out length);
        }

        ReadOnlySpan<byte> payload = source[1..];
        switch (code)
        {
            case MessagePackCode.UInt8 when payload.Length >= 1:
                return Unsigned(payload[0], 2, out value, out length);
            case MessagePackCode.UInt16 when payload.Length >= 2:
                return Unsigned(BinaryPrimitives.ReadUInt16BigEndian(payload), 3, out value, out length);
            case MessagePackCode.UInt32 when payload.Length >= 4:
                return Unsigned(BinaryPrimitives.ReadUInt32BigEndian(payload), 5, out value, out length);
            case MessagePackCode.UInt64 when payload.Length >= 8:
                return Unsigned(BinaryPrimitives.ReadUInt64BigEndian(payload), 9, out value, out length);
            case MessagePackCode.Int8 when payload.Length >= 1:
                return Signed((sbyte)payload[0], 2, out value, out isNegative, out length);
            case MessagePackCode.Int16 when payload.Length >= 2:
                return Signed(BinaryPrimitives.ReadInt16BigEndian(payload), 3, out value, out isNegative, out length);
            case MessagePackCode.Int32 when payload.Length >= 4:
                return Signed(BinaryPrimitives.ReadInt32BigEndian(payload), 5, out value, out isNegative, out length);
            case MessagePackCode.Int64 when payload.Length >= 8:
                return Signed(BinaryPrimitives.ReadInt64BigEndian(payload), 9, out value, out isNegative, out length);
            case >= MessagePackCode.UInt8 and <= MessagePackCode.Int64:
                return TokenStatus.NeedMoreData;
            default:
                return TokenStatus.WrongKind;
        }
    }

    private static TokenStatus Unsigned(ulong read, int tokenLength, out ulong value, out int length)
    {
        value = read;
        length = tokenLength;
        return TokenStatus.Done;
    }

    private static TokenStatus Signed(long read, int tokenLength, out ulong value, out bool isNegative, out int length)
    {
        value = (ulong)read;
        isNegative = read < 0;
        length = tokenLength;
        return TokenStatus.Done;
    }
}
