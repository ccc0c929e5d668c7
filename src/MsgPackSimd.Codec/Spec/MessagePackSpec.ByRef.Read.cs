using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec;

/// <content>
/// Reading one value after another: the source is passed by reference, and advanced past the token. Here: what is typically read in loops, integers,
/// floats, bool, nil and the headers of arrays and maps.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// Reads an integer token of any form and width, as long as its value fits the type, and advances <paramref name="source"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start. On success, it is advanced past the token.</param>
    /// <param name="value">Receives the value; the type's default unless the status is <see cref="MessagePackReadStatus.Done"/>.</param>
    /// <returns>
    /// The outcome; <see cref="MessagePackReadStatus.DoesNotFit"/> if the value is out of the type's range. Unless it is
    /// <see cref="MessagePackReadStatus.Done"/>, <paramref name="source"/> is unchanged, and the overload with a <c>length</c> parameter gives the token's
    /// length, or the length that is needed.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadSByte(ref ReadOnlySpan<byte> source, out sbyte value)
    {
        if (IsFixInt(source, out sbyte fix))
        {
            value = fix;
            source = source[1..];
            return MessagePackReadStatus.Done;
        }

        ReadOnlySpan<byte> rest = source;
        MessagePackReadStatus status = TryReadAny(ref rest, out long wide);

        // If nothing was read, this is 0 and fits: the status says why.
        if (wide == (sbyte)wide)
        {
            value = (sbyte)wide;
            source = rest;
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadInt16(ref ReadOnlySpan<byte> source, out short value)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt16, out ushort number) && (short)number >= 0)
        {
            value = (short)number;
            source = source[UInt16TokenLength..];
            return MessagePackReadStatus.Done;
        }

        if (IsFixInt(source, out sbyte fix))
        {
            value = fix;
            source = source[1..];
            return MessagePackReadStatus.Done;
        }

        ReadOnlySpan<byte> rest = source;
        MessagePackReadStatus status = TryReadAny(ref rest, out long wide);
        if (wide == (short)wide)
        {
            value = (short)wide;
            source = rest;
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadInt32(ref ReadOnlySpan<byte> source, out int value)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt32, out uint number) && (int)number >= 0)
        {
            value = (int)number;
            source = source[UInt32TokenLength..];
            return MessagePackReadStatus.Done;
        }

        if (IsFixInt(source, out sbyte fix))
        {
            value = fix;
            source = source[1..];
            return MessagePackReadStatus.Done;
        }

        ReadOnlySpan<byte> rest = source;
        MessagePackReadStatus status = TryReadAny(ref rest, out long wide);
        if (wide == (int)wide)
        {
            value = (int)wide;
            source = rest;
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadInt64(ref ReadOnlySpan<byte> source, out long value)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt64, out ulong number) && (long)number >= 0)
        {
            value = (long)number;
            source = source[UInt64TokenLength..];
            return MessagePackReadStatus.Done;
        }

        return TryReadAny(ref source, out value);
    }

    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadByte(ref ReadOnlySpan<byte> source, out byte value)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt8, out byte number))
        {
            value = number;
            source = source[UInt8TokenLength..];
            return MessagePackReadStatus.Done;
        }

        if (IsFixInt(source, out sbyte fix) && fix >= 0)
        {
            value = (byte)fix;
            source = source[1..];
            return MessagePackReadStatus.Done;
        }

        ReadOnlySpan<byte> rest = source;
        MessagePackReadStatus status = TryReadAny(ref rest, out long wide);
        if (wide == (byte)wide)
        {
            value = (byte)wide;
            source = rest;
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadUInt16(ref ReadOnlySpan<byte> source, out ushort value)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt16, out ushort number))
        {
            value = number;
            source = source[UInt16TokenLength..];
            return MessagePackReadStatus.Done;
        }

        if (IsFixInt(source, out sbyte fix) && fix >= 0)
        {
            value = (ushort)fix;
            source = source[1..];
            return MessagePackReadStatus.Done;
        }

        ReadOnlySpan<byte> rest = source;
        MessagePackReadStatus status = TryReadAny(ref rest, out long wide);
        if (wide == (ushort)wide)
        {
            value = (ushort)wide;
            source = rest;
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadUInt32(ref ReadOnlySpan<byte> source, out uint value)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt32, out uint number))
        {
            value = number;
            source = source[UInt32TokenLength..];
            return MessagePackReadStatus.Done;
        }

        if (IsFixInt(source, out sbyte fix) && fix >= 0)
        {
            value = (uint)fix;
            source = source[1..];
            return MessagePackReadStatus.Done;
        }

        ReadOnlySpan<byte> rest = source;
        MessagePackReadStatus status = TryReadAny(ref rest, out long wide);
        if (wide == (uint)wide)
        {
            value = (uint)wide;
            source = rest;
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadUInt64(ref ReadOnlySpan<byte> source, out ulong value)
    {
        if (StartsWith(source, MessagePackFirstByte.UInt64, out ulong number))
        {
            value = number;
            source = source[UInt64TokenLength..];
            return MessagePackReadStatus.Done;
        }

        if (IsFixInt(source, out sbyte fix) && fix >= 0)
        {
            value = (ulong)fix;
            source = source[1..];
            return MessagePackReadStatus.Done;
        }

        ReadOnlySpan<byte> rest = source;
        MessagePackReadStatus status = TryReadAny(ref rest, out long wide);
        if (wide >= 0)
        {
            value = (ulong)wide;
            source = rest;
            return status;
        }

        value = 0;
        return MessagePackReadStatus.DoesNotFit;
    }

    /// <summary>
    /// Reads any number into a <see cref="float"/>, as <see cref="TryReadSingle(ReadOnlySpan{byte}, out float, out int)"/> does, and advances
    /// <paramref name="source"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>,
    /// <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)" path="/param"/>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// Unless it is <see cref="MessagePackReadStatus.Done"/>, <paramref name="source"/> is unchanged, and the overload with a <c>length</c> parameter gives the
    /// length that is needed.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadSingle(ref ReadOnlySpan<byte> source, out float value)
    {
        if (StartsWith(source, MessagePackFirstByte.Float32, out uint number))
        {
            value = BitConverter.UInt32BitsToSingle(number);
            source = source[SingleLength..];
            return MessagePackReadStatus.Done;
        }

        return AdvanceIfDone(ref source, TryReadSingle(source, out value, out int length), length);
    }

    /// <summary>
    /// Reads any number into a <see cref="double"/>, as <see cref="TryReadDouble(ReadOnlySpan{byte}, out double, out int)"/> does, and advances
    /// <paramref name="source"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>,
    /// <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)" path="/param"/>
    /// <inheritdoc cref="TryReadSingle(ref ReadOnlySpan{byte}, out float)" path="/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadDouble(ref ReadOnlySpan<byte> source, out double value)
    {
        if (StartsWith(source, MessagePackFirstByte.Float64, out ulong number))
        {
            value = BitConverter.UInt64BitsToDouble(number);
            source = source[DoubleLength..];
            return MessagePackReadStatus.Done;
        }

        return AdvanceIfDone(ref source, TryReadDouble(source, out value, out int length), length);
    }

    /// <summary>
    /// Reads a bool token, and advances <paramref name="source"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)" path="/param"/>
    /// <inheritdoc cref="TryReadSingle(ref ReadOnlySpan{byte}, out float)" path="/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadBoolean(ref ReadOnlySpan<byte> source, out bool value) =>
        AdvanceIfDone(ref source, TryReadBoolean(source, out value, out int length), length);

    /// <summary>
    /// Reads nil, <c>0xc0</c>, and advances <paramref name="source"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)" path="/param[@name='source']"/>
    /// <inheritdoc cref="TryReadSingle(ref ReadOnlySpan{byte}, out float)" path="/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadNil(ref ReadOnlySpan<byte> source) =>
        AdvanceIfDone(ref source, TryReadNil(source, out int length), length);

    /// <summary>
    /// Reads an array header in any of its forms, and advances <paramref name="source"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the header is at the start. On success, it is advanced past the header.</param>
    /// <param name="count">
    /// Receives the number of elements; 0 unless the status is <see cref="MessagePackReadStatus.Done"/>. It is not compared with the bytes that follow: check
    /// it before you allocate memory for it.
    /// </param>
    /// <inheritdoc cref="TryReadSingle(ref ReadOnlySpan{byte}, out float)" path="/returns"/>
    public static MessagePackReadStatus TryReadArrayHeader(ref ReadOnlySpan<byte> source, out uint count) =>
        AdvanceIfDone(ref source, TryReadArrayHeader(source, out count, out int length), length);

    /// <summary>
    /// Reads a map header in any of its forms, and advances <paramref name="source"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the header is at the start. On success, it is advanced past the header.</param>
    /// <param name="count">
    /// Receives the number of pairs; 0 unless the status is <see cref="MessagePackReadStatus.Done"/>. It is not compared with the bytes that follow: check it
    /// before you allocate memory for it.
    /// </param>
    /// <inheritdoc cref="TryReadSingle(ref ReadOnlySpan{byte}, out float)" path="/returns"/>
    public static MessagePackReadStatus TryReadMapHeader(ref ReadOnlySpan<byte> source, out uint count) =>
        AdvanceIfDone(ref source, TryReadMapHeader(source, out count, out int length), length);

    /// <inheritdoc cref="TryReadSByte(ref ReadOnlySpan{byte}, out sbyte)" path="/summary"/>
    /// <param name="source">
    /// The bytes to read from; the token is at the start. It is advanced past the token, but not if an exception is thrown.
    /// </param>
    /// <returns>The value.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="OverflowException">The value is out of the type's range.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the token does.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static sbyte ReadSByte(ref ReadOnlySpan<byte> source)
    {
        if (TryReadSByte(ref source, out sbyte value) != MessagePackReadStatus.Done)
        {
            ThrowIntegerNotRead(source, nameof(SByte));
        }

        return value;
    }

    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static short ReadInt16(ref ReadOnlySpan<byte> source)
    {
        if (TryReadInt16(ref source, out short value) != MessagePackReadStatus.Done)
        {
            ThrowIntegerNotRead(source, nameof(Int16));
        }

        return value;
    }

    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ReadInt32(ref ReadOnlySpan<byte> source)
    {
        if (TryReadInt32(ref source, out int value) != MessagePackReadStatus.Done)
        {
            ThrowIntegerNotRead(source, nameof(Int32));
        }

        return value;
    }

    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long ReadInt64(ref ReadOnlySpan<byte> source)
    {
        if (TryReadInt64(ref source, out long value) != MessagePackReadStatus.Done)
        {
            ThrowIntegerNotRead(source, nameof(Int64));
        }

        return value;
    }

    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte ReadByte(ref ReadOnlySpan<byte> source)
    {
        if (TryReadByte(ref source, out byte value) != MessagePackReadStatus.Done)
        {
            ThrowIntegerNotRead(source, nameof(Byte));
        }

        return value;
    }

    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ushort ReadUInt16(ref ReadOnlySpan<byte> source)
    {
        if (TryReadUInt16(ref source, out ushort value) != MessagePackReadStatus.Done)
        {
            ThrowIntegerNotRead(source, nameof(UInt16));
        }

        return value;
    }

    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ReadUInt32(ref ReadOnlySpan<byte> source)
    {
        if (TryReadUInt32(ref source, out uint value) != MessagePackReadStatus.Done)
        {
            ThrowIntegerNotRead(source, nameof(UInt32));
        }

        return value;
    }

    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ReadUInt64(ref ReadOnlySpan<byte> source)
    {
        if (TryReadUInt64(ref source, out ulong value) != MessagePackReadStatus.Done)
        {
            ThrowIntegerNotRead(source, nameof(UInt64));
        }

        return value;
    }

    /// <inheritdoc cref="TryReadSingle(ref ReadOnlySpan{byte}, out float)" path="/summary"/>
    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})" path="/param|/returns"/>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the token does.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static float ReadSingle(ref ReadOnlySpan<byte> source)
    {
        if (TryReadSingle(ref source, out float value) != MessagePackReadStatus.Done)
        {
            ThrowNumberNotRead(source);
        }

        return value;
    }

    /// <inheritdoc cref="TryReadDouble(ref ReadOnlySpan{byte}, out double)" path="/summary"/>
    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})" path="/param|/returns"/>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the token does.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double ReadDouble(ref ReadOnlySpan<byte> source)
    {
        if (TryReadDouble(ref source, out double value) != MessagePackReadStatus.Done)
        {
            ThrowNumberNotRead(source);
        }

        return value;
    }

    /// <inheritdoc cref="TryReadBoolean(ref ReadOnlySpan{byte}, out bool)" path="/summary"/>
    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})" path="/param|/returns"/>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source is empty.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool ReadBoolean(ref ReadOnlySpan<byte> source)
    {
        bool value = ReadBoolean(source, out int bytesConsumed);
        source = source[bytesConsumed..];
        return value;
    }

    /// <inheritdoc cref="TryReadNil(ref ReadOnlySpan{byte})" path="/summary"/>
    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})" path="/param"/>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source is empty.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ReadNil(ref ReadOnlySpan<byte> source)
    {
        ReadNil(source, out int bytesConsumed);
        source = source[bytesConsumed..];
    }

    /// <inheritdoc cref="TryReadArrayHeader(ref ReadOnlySpan{byte}, out uint)" path="/summary"/>
    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})" path="/param"/>
    /// <returns>The number of elements. It is not compared with the bytes that follow: check it before you allocate memory for it.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the header does.</exception>
    public static uint ReadArrayHeader(ref ReadOnlySpan<byte> source)
    {
        uint count = ReadArrayHeader(source, out int bytesConsumed);
        source = source[bytesConsumed..];
        return count;
    }

    /// <inheritdoc cref="TryReadMapHeader(ref ReadOnlySpan{byte}, out uint)" path="/summary"/>
    /// <inheritdoc cref="ReadSByte(ref ReadOnlySpan{byte})" path="/param"/>
    /// <returns>The number of pairs. It is not compared with the bytes that follow: check it before you allocate memory for it.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the header does.</exception>
    public static uint ReadMapHeader(ref ReadOnlySpan<byte> source)
    {
        uint count = ReadMapHeader(source, out int bytesConsumed);
        source = source[bytesConsumed..];
        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus AdvanceIfDone(ref ReadOnlySpan<byte> source, MessagePackReadStatus status, int length)
    {
        if (status == MessagePackReadStatus.Done)
        {
            source = source[length..];
        }

        return status;
    }

    /// <summary>
    /// Reads an integer token of any form into the widest signed type; the methods for all types fall back on this one. Unless the token is read,
    /// <paramref name="value"/> is 0, which fits every type, and <paramref name="source"/> is unchanged: callers check the range alone, and return the status
    /// as it is.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus TryReadAny(ref ReadOnlySpan<byte> source, out long value)
    {
        if (IsFixInt(source, out sbyte fix))
        {
            value = fix;
            source = source[1..];
            return MessagePackReadStatus.Done;
        }

        byte code = source.IsEmpty ? MessagePackFirstByte.NeverUsed : source[0];

        // Each form has its own case: the length by which the span is advanced is then a constant, and the next token need not wait until this one is loaded.
        switch (code)
        {
            case MessagePackFirstByte.UInt8 when source.Length >= UInt8TokenLength:
                value = source[1];
                source = source[UInt8TokenLength..];
                return MessagePackReadStatus.Done;

            case MessagePackFirstByte.UInt16 when source.Length >= UInt16TokenLength:
                value = BigEndian.ReadUInt16(in source[1]);
                source = source[UInt16TokenLength..];
                return MessagePackReadStatus.Done;

            case MessagePackFirstByte.UInt32 when source.Length >= UInt32TokenLength:
                value = BigEndian.ReadUInt32(in source[1]);
                source = source[UInt32TokenLength..];
                return MessagePackReadStatus.Done;

            case MessagePackFirstByte.UInt64 when source.Length >= UInt64TokenLength && (sbyte)source[1] >= 0:
                value = (long)BigEndian.ReadUInt64(in source[1]);
                source = source[UInt64TokenLength..];
                return MessagePackReadStatus.Done;

            case MessagePackFirstByte.Int8 when source.Length >= Int8TokenLength:
                value = (sbyte)source[1];
                source = source[Int8TokenLength..];
                return MessagePackReadStatus.Done;

            case MessagePackFirstByte.Int16 when source.Length >= Int16TokenLength:
                value = (short)BigEndian.ReadUInt16(in source[1]);
                source = source[Int16TokenLength..];
                return MessagePackReadStatus.Done;

            case MessagePackFirstByte.Int32 when source.Length >= Int32TokenLength:
                value = (int)BigEndian.ReadUInt32(in source[1]);
                source = source[Int32TokenLength..];
                return MessagePackReadStatus.Done;

            case MessagePackFirstByte.Int64 when source.Length >= Int64TokenLength:
                value = (long)BigEndian.ReadUInt64(in source[1]);
                source = source[Int64TokenLength..];
                return MessagePackReadStatus.Done;

            // Cut short, not an integer, or above 2^63-1. There is no call here: a call in a loop, even one that is never made, would keep the loop's
            // variables in memory.
            default:
                value = 0;
                return source.IsEmpty ? MessagePackReadStatus.NeedMoreData
                    : code is < MessagePackFirstByte.UInt8 or > MessagePackFirstByte.Int64 ? MessagePackReadStatus.WrongToken
                    : code == MessagePackFirstByte.UInt64 && source.Length >= UInt64TokenLength ? MessagePackReadStatus.DoesNotFit
                    : MessagePackReadStatus.NeedMoreData;
        }
    }

    /// <summary>Whether the source begins with a fixint, positive or negative, whose byte is the value itself.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsFixInt(ReadOnlySpan<byte> source, out sbyte value)
    {
        value = source.IsEmpty ? sbyte.MinValue : (sbyte)source[0];
        return value >= MinFixInt;
    }

    // The reason why a number was not read, and the length of its token, are determined again here, so that loops that read numbers need keep neither.

    [DoesNotReturn]
    private static void ThrowIntegerNotRead(ReadOnlySpan<byte> source, string what)
    {
        MessagePackReadStatus status = TryReadInteger(source, out _, out _, out int length);
        ThrowHelper.ThrowTokenNotRead(status == MessagePackReadStatus.Done ? MessagePackReadStatus.DoesNotFit : status, source, length, what);
    }

    [DoesNotReturn]
    private static void ThrowNumberNotRead(ReadOnlySpan<byte> source)
    {
        MessagePackReadStatus status = TryReadDouble(source, out _, out int length);
        ThrowHelper.ThrowTokenNotRead(status, source, length, "a number");
    }
}
