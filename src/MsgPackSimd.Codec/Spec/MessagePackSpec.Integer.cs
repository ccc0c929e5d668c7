using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec;

/// <content>
/// Integers: written in the shortest of ten forms, read from any of them.
/// <code>
///   0 .. 127                   0XXXXXXX
///   -32 .. -1                  111YYYYY
///   .. 2^8-1,  2^16-1 ...      0xcc u8    0xcd u16    0xce u32    0xcf u64      (big-endian)
///   .. -2^7,   -2^15 ...       0xd0 i8    0xd1 i16    0xd2 i32    0xd3 i64
/// </code>
/// The writer uses the unsigned forms for values from 0 up and the signed ones below 0; the reader accepts every form for every value.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">the int format family</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>The smallest value that is its own token: negative fixint holds -32 to -1.</summary>
    private const int MinFixInt = MessagePackFirstByte.MinNegativeFixInt - 256;

    /// <summary>
    /// The length, in bytes, of the shortest token for <paramref name="value"/>
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <param name="value">The value; narrower types are converted implicitly.</param>
    /// <returns>1, 2, 3, 5 or 9 bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GetIntegerLength(long value) => value switch
    {
        >= 0 => GetIntegerLength((ulong)value),
        >= MinFixInt => 1,
        >= sbyte.MinValue => Int8TokenLength,
        >= short.MinValue => Int16TokenLength,
        >= int.MinValue => Int32TokenLength,
        _ => Int64TokenLength,
    };

    /// <inheritdoc cref="GetIntegerLength(long)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GetIntegerLength(ulong value) => value switch
    {
        <= MessagePackFirstByte.MaxPositiveFixInt => 1,
        <= byte.MaxValue => UInt8TokenLength,
        <= ushort.MaxValue => UInt16TokenLength,
        <= uint.MaxValue => UInt32TokenLength,
        _ => UInt64TokenLength,
    };

    /// <summary>
    /// Writes an integer in the shortest form: as positive fixint or unsigned from 0 up, as negative fixint or signed below 0
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">Receives the token's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteSByte(Span<byte> destination, sbyte value, out int bytesWritten)
    {
        if (destination.Length < Int8TokenLength && destination.Length < GetIntegerLength(value))
        {
            bytesWritten = 0;
            return false;
        }

        bytesWritten = WriteShortest(ref MemoryMarshal.GetReference(destination), value);
        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt16(Span<byte> destination, short value, out int bytesWritten)
    {
        if (destination.Length < Int16TokenLength && destination.Length < GetIntegerLength(value))
        {
            bytesWritten = 0;
            return false;
        }

        bytesWritten = WriteShortest(ref MemoryMarshal.GetReference(destination), value);
        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt32(Span<byte> destination, int value, out int bytesWritten)
    {
        if (destination.Length < Int32TokenLength && destination.Length < GetIntegerLength(value))
        {
            bytesWritten = 0;
            return false;
        }

        bytesWritten = WriteShortest(ref MemoryMarshal.GetReference(destination), value);
        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt64(Span<byte> destination, long value, out int bytesWritten)
    {
        if (destination.Length < Int64TokenLength && destination.Length < GetIntegerLength(value))
        {
            bytesWritten = 0;
            return false;
        }

        bytesWritten = WriteShortest(ref MemoryMarshal.GetReference(destination), value);
        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteByte(Span<byte> destination, byte value, out int bytesWritten)
    {
        if (destination.Length < UInt8TokenLength && destination.Length < GetIntegerLength(value))
        {
            bytesWritten = 0;
            return false;
        }

        bytesWritten = WriteShortest(ref MemoryMarshal.GetReference(destination), value);
        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt16(Span<byte> destination, ushort value, out int bytesWritten)
    {
        if (destination.Length < UInt16TokenLength && destination.Length < GetIntegerLength(value))
        {
            bytesWritten = 0;
            return false;
        }

        bytesWritten = WriteShortest(ref MemoryMarshal.GetReference(destination), value);
        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt32(Span<byte> destination, uint value, out int bytesWritten)
    {
        if (destination.Length < UInt32TokenLength && destination.Length < GetIntegerLength(value))
        {
            bytesWritten = 0;
            return false;
        }

        bytesWritten = WriteShortest(ref MemoryMarshal.GetReference(destination), value);
        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt64(Span<byte> destination, ulong value, out int bytesWritten)
    {
        if (destination.Length < UInt64TokenLength && destination.Length < GetIntegerLength(value))
        {
            bytesWritten = 0;
            return false;
        }

        bytesWritten = WriteShortest(ref MemoryMarshal.GetReference(destination), value);
        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)" path="/summary"/>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The value.</param>
    /// <returns>The token's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteSByte(Span<byte> destination, sbyte value)
    {
        if (!TryWriteSByte(destination, value, out int bytesWritten))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }

        return bytesWritten;
    }

    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteInt16(Span<byte> destination, short value)
    {
        if (!TryWriteInt16(destination, value, out int bytesWritten))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }

        return bytesWritten;
    }

    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteInt32(Span<byte> destination, int value)
    {
        if (!TryWriteInt32(destination, value, out int bytesWritten))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }

        return bytesWritten;
    }

    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteInt64(Span<byte> destination, long value)
    {
        if (!TryWriteInt64(destination, value, out int bytesWritten))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }

        return bytesWritten;
    }

    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteByte(Span<byte> destination, byte value)
    {
        if (!TryWriteByte(destination, value, out int bytesWritten))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }

        return bytesWritten;
    }

    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteUInt16(Span<byte> destination, ushort value)
    {
        if (!TryWriteUInt16(destination, value, out int bytesWritten))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }

        return bytesWritten;
    }

    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteUInt32(Span<byte> destination, uint value)
    {
        if (!TryWriteUInt32(destination, value, out int bytesWritten))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }

        return bytesWritten;
    }

    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteUInt64(Span<byte> destination, ulong value)
    {
        if (!TryWriteUInt64(destination, value, out int bytesWritten))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }

        return bytesWritten;
    }

    /// <summary>
    /// Reads an integer token of any form and width, as long as its value fits the type
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">Receives the value.</param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>The outcome; <see cref="MessagePackReadStatus.DoesNotFit"/> if the value is out of the type's range.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadSByte(ReadOnlySpan<byte> source, out sbyte value, out int length)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt8, out byte number) && (sbyte)number >= 0)
        {
            value = (sbyte)number;
            length = UInt8TokenLength;
            return MessagePackReadStatus.Done;
        }

        MessagePackReadStatus status = TryReadAny(source, out ulong integer, out bool isNegative, out length);

        // If nothing was read, this is 0 and fits: the status says why.
        value = (sbyte)integer;
        if (value == (long)integer && value < 0 == isNegative)
        {
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ReadOnlySpan{byte}, out sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadInt16(ReadOnlySpan<byte> source, out short value, out int length)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt16, out ushort number) && (short)number >= 0)
        {
            value = (short)number;
            length = UInt16TokenLength;
            return MessagePackReadStatus.Done;
        }

        MessagePackReadStatus status = TryReadAny(source, out ulong integer, out bool isNegative, out length);
        value = (short)integer;
        if (value == (long)integer && value < 0 == isNegative)
        {
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ReadOnlySpan{byte}, out sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadInt32(ReadOnlySpan<byte> source, out int value, out int length)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt32, out uint number) && (int)number >= 0)
        {
            value = (int)number;
            length = UInt32TokenLength;
            return MessagePackReadStatus.Done;
        }

        MessagePackReadStatus status = TryReadAny(source, out ulong integer, out bool isNegative, out length);
        value = (int)integer;
        if (value == (long)integer && value < 0 == isNegative)
        {
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ReadOnlySpan{byte}, out sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadInt64(ReadOnlySpan<byte> source, out long value, out int length)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt64, out ulong number) && (long)number >= 0)
        {
            value = (long)number;
            length = UInt64TokenLength;
            return MessagePackReadStatus.Done;
        }

        MessagePackReadStatus status = TryReadAny(source, out ulong integer, out bool isNegative, out length);
        value = (long)integer;
        if (value < 0 == isNegative)
        {
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ReadOnlySpan{byte}, out sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadByte(ReadOnlySpan<byte> source, out byte value, out int length)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt8, out byte number))
        {
            value = number;
            length = UInt8TokenLength;
            return MessagePackReadStatus.Done;
        }

        MessagePackReadStatus status = TryReadAny(source, out ulong integer, out bool isNegative, out length);
        value = (byte)integer;
        if (value == integer && !isNegative)
        {
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ReadOnlySpan{byte}, out sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadUInt16(ReadOnlySpan<byte> source, out ushort value, out int length)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt16, out ushort number))
        {
            value = number;
            length = UInt16TokenLength;
            return MessagePackReadStatus.Done;
        }

        MessagePackReadStatus status = TryReadAny(source, out ulong integer, out bool isNegative, out length);
        value = (ushort)integer;
        if (value == integer && !isNegative)
        {
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ReadOnlySpan{byte}, out sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadUInt32(ReadOnlySpan<byte> source, out uint value, out int length)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt32, out uint number))
        {
            value = number;
            length = UInt32TokenLength;
            return MessagePackReadStatus.Done;
        }

        MessagePackReadStatus status = TryReadAny(source, out ulong integer, out bool isNegative, out length);
        value = (uint)integer;
        if (value == integer && !isNegative)
        {
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ReadOnlySpan{byte}, out sbyte, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadUInt64(ReadOnlySpan<byte> source, out ulong value, out int length)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt64, out ulong number))
        {
            value = number;
            length = UInt64TokenLength;
            return MessagePackReadStatus.Done;
        }

        MessagePackReadStatus status = TryReadAny(source, out ulong integer, out bool isNegative, out length);
        value = integer;
        if (!isNegative)
        {
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ReadOnlySpan{byte}, out sbyte, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <returns>The value.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="OverflowException">The value is out of the type's range.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the token does.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static sbyte ReadSByte(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadSByte(source, out sbyte value, out bytesConsumed), source, bytesConsumed, nameof(SByte));
        return value;
    }

    /// <inheritdoc cref="ReadSByte(ReadOnlySpan{byte}, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static short ReadInt16(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadInt16(source, out short value, out bytesConsumed), source, bytesConsumed, nameof(Int16));
        return value;
    }

    /// <inheritdoc cref="ReadSByte(ReadOnlySpan{byte}, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ReadInt32(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadInt32(source, out int value, out bytesConsumed), source, bytesConsumed, nameof(Int32));
        return value;
    }

    /// <inheritdoc cref="ReadSByte(ReadOnlySpan{byte}, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long ReadInt64(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadInt64(source, out long value, out bytesConsumed), source, bytesConsumed, nameof(Int64));
        return value;
    }

    /// <inheritdoc cref="ReadSByte(ReadOnlySpan{byte}, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte ReadByte(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadByte(source, out byte value, out bytesConsumed), source, bytesConsumed, nameof(Byte));
        return value;
    }

    /// <inheritdoc cref="ReadSByte(ReadOnlySpan{byte}, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort ReadUInt16(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadUInt16(source, out ushort value, out bytesConsumed), source, bytesConsumed, nameof(UInt16));
        return value;
    }

    /// <inheritdoc cref="ReadSByte(ReadOnlySpan{byte}, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ReadUInt32(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadUInt32(source, out uint value, out bytesConsumed), source, bytesConsumed, nameof(UInt32));
        return value;
    }

    /// <inheritdoc cref="ReadSByte(ReadOnlySpan{byte}, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ReadUInt64(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadUInt64(source, out ulong value, out bytesConsumed), source, bytesConsumed, nameof(UInt64));
        return value;
    }

    /// <summary>Reads an integer token of any form and width.</summary>
    /// <inheritdoc cref="TryReadAny(ReadOnlySpan{byte}, out ulong, out bool, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static MessagePackReadStatus TryReadInteger(ReadOnlySpan<byte> source, out ulong value, out bool isNegative, out int length) =>
        TryReadAny(source, out value, out isNegative, out length);

    /// <summary>
    /// Reads an integer token of any form and width, inlined and without a call: a call in a loop, even one that is never made, would keep the loop's
    /// variables in memory. Unless the token is read, the value is 0, which fits every type: callers check the range alone, and return the status as it is.
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">
    /// Receives the value, modulo 2^64: together with <paramref name="isNegative"/> it tells all values from -2^63 to 2^64-1 apart. 0 on anything but
    /// <see cref="MessagePackReadStatus.Done"/>.
    /// </param>
    /// <param name="isNegative">
    /// Receives whether the value is below zero, in which case <paramref name="value"/> is its two's complement. <see langword="false"/> on anything but
    /// <see cref="MessagePackReadStatus.Done"/>.
    /// </param>
    /// <param name="length">Receives the token's length, as in all readers of this class.</param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus TryReadAny(ReadOnlySpan<byte> source, out ulong value, out bool isNegative, out int length)
    {
        value = 0;
        isNegative = false;
        if (source.IsEmpty)
        {
            return NothingThere(out length);
        }

        // A fixint of either kind, from -32 to 127, is the value's own byte.
        byte code = source[0];
        if ((sbyte)code >= MinFixInt)
        {
            value = (ulong)(sbyte)code;
            isNegative = (sbyte)code < 0;
            length = 1;
            return MessagePackReadStatus.Done;
        }

        // The other forms have consecutive codes: four widths without a sign, and the same four with one.
        int form = code - MessagePackFirstByte.UInt8;
        if ((uint)form > MessagePackFirstByte.Int64 - MessagePackFirstByte.UInt8)
        {
            return WrongToken(out length);
        }

        // Each width has its own branch, with a constant length: if the length were computed, the next token would have to wait until this one is loaded.
        // The sign needs no branch, since no token waits for it.
        bool isSigned = form >= MessagePackFirstByte.Int8 - MessagePackFirstByte.UInt8;
        MessagePackReadStatus status;
        ulong number;
        switch (form & 3)
        {
            case 2:
                status = TryReadNumber(source, sizeof(uint), out number, out length);
                value = isSigned ? (ulong)(int)number : number;
                break;
            case 1:
                status = TryReadNumber(source, sizeof(ushort), out number, out length);
                value = isSigned ? (ulong)(short)number : number;
                break;
            case 0:
                status = TryReadNumber(source, sizeof(byte), out number, out length);
                value = isSigned ? (ulong)(sbyte)number : number;
                break;
            default:
                status = TryReadNumber(source, sizeof(ulong), out value, out length);
                break;
        }

        isNegative = isSigned & (long)value < 0;
        return status;
    }

    // The callers have checked that there is room. The widest and the narrowest token of a type are tested first: most values are written as one of
    // them, and what is tested first takes only one or two comparisons.

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteShortest(ref byte destination, ulong value)
    {
        if (value > uint.MaxValue)
        {
            destination = MessagePackFirstByte.UInt64;
            BigEndian.Write(ref Unsafe.Add(ref destination, 1), value);
            return UInt64TokenLength;
        }

        return WriteShortest(ref destination, (uint)value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteShortest(ref byte destination, uint value)
    {
        if (value > ushort.MaxValue)
        {
            destination = MessagePackFirstByte.UInt32;
            BigEndian.Write(ref Unsafe.Add(ref destination, 1), value);
            return UInt32TokenLength;
        }

        if (value <= MessagePackFirstByte.MaxPositiveFixInt)
        {
            destination = (byte)value;
            return 1;
        }

        return WriteUInt8Or16(ref destination, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteShortest(ref byte destination, long value)
    {
        if (value > uint.MaxValue)
        {
            destination = MessagePackFirstByte.UInt64;
            BigEndian.Write(ref Unsafe.Add(ref destination, 1), (ulong)value);
            return UInt64TokenLength;
        }

        if (value > ushort.MaxValue)
        {
            destination = MessagePackFirstByte.UInt32;
            BigEndian.Write(ref Unsafe.Add(ref destination, 1), (uint)value);
            return UInt32TokenLength;
        }

        if (value < int.MinValue)
        {
            destination = MessagePackFirstByte.Int64;
            BigEndian.Write(ref Unsafe.Add(ref destination, 1), (ulong)value);
            return Int64TokenLength;
        }

        return WriteUpToUInt16(ref destination, (int)value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteShortest(ref byte destination, int value)
    {
        if (value > ushort.MaxValue)
        {
            destination = MessagePackFirstByte.UInt32;
            BigEndian.Write(ref Unsafe.Add(ref destination, 1), (uint)value);
            return UInt32TokenLength;
        }

        return WriteUpToUInt16(ref destination, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteUpToUInt16(ref byte destination, int value)
    {
        // A fixint of either kind, from -32 to 127, is the value's own byte.
        if ((uint)(value - MinFixInt) <= MessagePackFirstByte.MaxPositiveFixInt - MinFixInt)
        {
            destination = (byte)value;
            return 1;
        }

        if (value > 0)
        {
            return WriteUInt8Or16(ref destination, (uint)value);
        }

        if (value >= sbyte.MinValue)
        {
            destination = MessagePackFirstByte.Int8;
            Unsafe.Add(ref destination, 1) = (byte)value;
            return Int8TokenLength;
        }

        if (value >= short.MinValue)
        {
            destination = MessagePackFirstByte.Int16;
            BigEndian.Write(ref Unsafe.Add(ref destination, 1), (ushort)value);
            return Int16TokenLength;
        }

        destination = MessagePackFirstByte.Int32;
        BigEndian.Write(ref Unsafe.Add(ref destination, 1), (uint)value);
        return Int32TokenLength;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteUInt8Or16(ref byte destination, uint value)
    {
        if (value <= byte.MaxValue)
        {
            destination = MessagePackFirstByte.UInt8;
            Unsafe.Add(ref destination, 1) = (byte)value;
            return UInt8TokenLength;
        }

        destination = MessagePackFirstByte.UInt16;
        BigEndian.Write(ref Unsafe.Add(ref destination, 1), (ushort)value);
        return UInt16TokenLength;
    }
}
