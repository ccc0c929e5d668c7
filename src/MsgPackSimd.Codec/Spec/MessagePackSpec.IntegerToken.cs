using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec;

/// <content>
/// Integers as tokens of one given form, whatever their value: for a place in a message that is filled in, or changed, later.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">the int format family</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The length of a uint 8 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    public const int UInt8TokenLength = 1 + sizeof(byte);

    /// <summary>
    /// The length of a uint 16 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    public const int UInt16TokenLength = 1 + sizeof(ushort);

    /// <summary>
    /// The length of a uint 32 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    public const int UInt32TokenLength = 1 + sizeof(uint);

    /// <summary>
    /// The length of a uint 64 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    public const int UInt64TokenLength = 1 + sizeof(ulong);

    /// <summary>
    /// The length of an int 8 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    public const int Int8TokenLength = 1 + sizeof(sbyte);

    /// <summary>
    /// The length of an int 16 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    public const int Int16TokenLength = 1 + sizeof(short);

    /// <summary>
    /// The length of an int 32 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    public const int Int32TokenLength = 1 + sizeof(int);

    /// <summary>
    /// The length of an int 64 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    public const int Int64TokenLength = 1 + sizeof(long);

    /// <summary>
    /// Writes an integer as uint 8: <c>0xcc</c> and one byte
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt8Token(Span<byte> destination, byte value, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.UInt8, value, out bytesWritten);

    /// <summary>
    /// Writes an integer as uint 8: <c>0xcc</c> and one byte
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)" path="/param|/returns|/exception"/>
    public static int WriteUInt8Token(Span<byte> destination, byte value)
    {
        ThrowIfNotWritten(TryWriteUInt8Token(destination, value, out int bytesWritten), UInt8TokenLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an integer as uint 16: <c>0xcd</c> and two bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt16Token(Span<byte> destination, ushort value, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.UInt16, value, out bytesWritten);

    /// <summary>
    /// Writes an integer as uint 16: <c>0xcd</c> and two bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)" path="/param|/returns|/exception"/>
    public static int WriteUInt16Token(Span<byte> destination, ushort value)
    {
        ThrowIfNotWritten(TryWriteUInt16Token(destination, value, out int bytesWritten), UInt16TokenLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an integer as uint 32: <c>0xce</c> and four bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt32Token(Span<byte> destination, uint value, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.UInt32, value, out bytesWritten);

    /// <summary>
    /// Writes an integer as uint 32: <c>0xce</c> and four bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)" path="/param|/returns|/exception"/>
    public static int WriteUInt32Token(Span<byte> destination, uint value)
    {
        ThrowIfNotWritten(TryWriteUInt32Token(destination, value, out int bytesWritten), UInt32TokenLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an integer as uint 64: <c>0xcf</c> and eight bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt64Token(Span<byte> destination, ulong value, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.UInt64, value, out bytesWritten);

    /// <summary>
    /// Writes an integer as uint 64: <c>0xcf</c> and eight bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)" path="/param|/returns|/exception"/>
    public static int WriteUInt64Token(Span<byte> destination, ulong value)
    {
        ThrowIfNotWritten(TryWriteUInt64Token(destination, value, out int bytesWritten), UInt64TokenLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an integer as int 8: <c>0xd0</c> and one byte
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt8Token(Span<byte> destination, sbyte value, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Int8, (byte)value, out bytesWritten);

    /// <summary>
    /// Writes an integer as int 8: <c>0xd0</c> and one byte
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)" path="/param|/returns|/exception"/>
    public static int WriteInt8Token(Span<byte> destination, sbyte value)
    {
        ThrowIfNotWritten(TryWriteInt8Token(destination, value, out int bytesWritten), Int8TokenLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an integer as int 16: <c>0xd1</c> and two bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt16Token(Span<byte> destination, short value, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Int16, (ushort)value, out bytesWritten);

    /// <summary>
    /// Writes an integer as int 16: <c>0xd1</c> and two bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)" path="/param|/returns|/exception"/>
    public static int WriteInt16Token(Span<byte> destination, short value)
    {
        ThrowIfNotWritten(TryWriteInt16Token(destination, value, out int bytesWritten), Int16TokenLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an integer as int 32: <c>0xd2</c> and four bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt32Token(Span<byte> destination, int value, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Int32, (uint)value, out bytesWritten);

    /// <summary>
    /// Writes an integer as int 32: <c>0xd2</c> and four bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)" path="/param|/returns|/exception"/>
    public static int WriteInt32Token(Span<byte> destination, int value)
    {
        ThrowIfNotWritten(TryWriteInt32Token(destination, value, out int bytesWritten), Int32TokenLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes an integer as int 64: <c>0xd3</c> and eight bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(Span{byte}, sbyte, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt64Token(Span<byte> destination, long value, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Int64, (ulong)value, out bytesWritten);

    /// <summary>
    /// Writes an integer as int 64: <c>0xd3</c> and eight bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="WriteSByte(Span{byte}, sbyte)" path="/param|/returns|/exception"/>
    public static int WriteInt64Token(Span<byte> destination, long value)
    {
        ThrowIfNotWritten(TryWriteInt64Token(destination, value, out int bytesWritten), Int64TokenLength, destination);
        return bytesWritten;
    }
}
