using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec;

/// <content>
/// Writing one value after another: the destination is passed by reference, and advanced past the token. Here: what is typically written in loops,
/// integers, floats, bool, nil and the headers of arrays and maps.
/// </content>
/// <remarks>
/// In this file, except for headers, these overloads and those with <c>bytesWritten</c> do not call each other. Here each token has a length comparison of its
/// own and advances by a constant of its own. There a single comparison serves all tokens, the length goes through a register, and a caller's slicing compares
/// the length once more; computing the length as the difference of two spans would cost even more. (<c>./build.sh peers</c> shows both.)
/// </remarks>
public static partial class MessagePackSpec
{
    /// <summary>
    /// Writes an integer in the shortest form, and advances <paramref name="destination"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes. On success, it is advanced past the token.</param>
    /// <param name="value">The value.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; its content and position are then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteSByte(ref Span<byte> destination, sbyte value) => TryWriteInt32(ref destination, value);

    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt16(ref Span<byte> destination, short value) => TryWriteInt32(ref destination, value);

    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt32(ref Span<byte> destination, int value)
    {
        if (value > ushort.MaxValue)
        {
            if (destination.Length < UInt32TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt32, (uint)value);
        }
        else if ((uint)(value - MinFixInt) <= MessagePackFirstByte.MaxPositiveFixInt - MinFixInt)
        {
            if (destination.IsEmpty)
            {
                return false;
            }

            Put(ref destination, (byte)value);
        }
        else if (value > byte.MaxValue)
        {
            if (destination.Length < UInt16TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt16, (ushort)value);
        }
        else if (value > 0)
        {
            if (destination.Length < UInt8TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt8, (byte)value);
        }
        else if (value >= sbyte.MinValue)
        {
            if (destination.Length < Int8TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.Int8, (byte)value);
        }
        else if (value >= short.MinValue)
        {
            if (destination.Length < Int16TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.Int16, (ushort)value);
        }
        else
        {
            if (destination.Length < Int32TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.Int32, (uint)value);
        }

        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteInt64(ref Span<byte> destination, long value)
    {
        // TryWriteInt32 is not called for what fits it: with that comparison first, small integers take 5 % longer, and those of more than 32 bits up to 15 %.
        if (value > uint.MaxValue)
        {
            if (destination.Length < UInt64TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt64, (ulong)value);
        }
        else if (value > ushort.MaxValue)
        {
            if (destination.Length < UInt32TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt32, (uint)value);
        }
        else if ((ulong)(value - MinFixInt) <= MessagePackFirstByte.MaxPositiveFixInt - MinFixInt)
        {
            if (destination.IsEmpty)
            {
                return false;
            }

            Put(ref destination, (byte)value);
        }
        else if (value > byte.MaxValue)
        {
            if (destination.Length < UInt16TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt16, (ushort)value);
        }
        else if (value > 0)
        {
            if (destination.Length < UInt8TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt8, (byte)value);
        }
        else if (value >= sbyte.MinValue)
        {
            if (destination.Length < Int8TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.Int8, (byte)value);
        }
        else if (value >= short.MinValue)
        {
            if (destination.Length < Int16TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.Int16, (ushort)value);
        }
        else if (value >= int.MinValue)
        {
            if (destination.Length < Int32TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.Int32, (uint)value);
        }
        else
        {
            if (destination.Length < Int64TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.Int64, (ulong)value);
        }

        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteByte(ref Span<byte> destination, byte value) => TryWriteUInt32(ref destination, value);

    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt16(ref Span<byte> destination, ushort value) => TryWriteUInt32(ref destination, value);

    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt32(ref Span<byte> destination, uint value)
    {
        if (value > ushort.MaxValue)
        {
            if (destination.Length < UInt32TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt32, value);
        }
        else if (value <= MessagePackFirstByte.MaxPositiveFixInt)
        {
            if (destination.IsEmpty)
            {
                return false;
            }

            Put(ref destination, (byte)value);
        }
        else if (value > byte.MaxValue)
        {
            if (destination.Length < UInt16TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt16, (ushort)value);
        }
        else
        {
            if (destination.Length < UInt8TokenLength)
            {
                return false;
            }

            Put(ref destination, MessagePackFirstByte.UInt8, (byte)value);
        }

        return true;
    }

    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteUInt64(ref Span<byte> destination, ulong value)
    {
        if (value <= uint.MaxValue)
        {
            return TryWriteUInt32(ref destination, (uint)value);
        }

        if (destination.Length < UInt64TokenLength)
        {
            return false;
        }

        Put(ref destination, MessagePackFirstByte.UInt64, value);
        return true;
    }

    /// <summary>
    /// Writes <paramref name="value"/> as float 32, its bits unchanged, and advances <paramref name="destination"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteSingle(ref Span<byte> destination, float value)
    {
        if (destination.Length < SingleLength)
        {
            return false;
        }

        Put(ref destination, MessagePackFirstByte.Float32, BitConverter.SingleToUInt32Bits(value));
        return true;
    }

    /// <summary>
    /// Writes <paramref name="value"/> as float 64, its bits unchanged, and advances <paramref name="destination"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteDouble(ref Span<byte> destination, double value)
    {
        if (destination.Length < DoubleLength)
        {
            return false;
        }

        Put(ref destination, MessagePackFirstByte.Float64, BitConverter.DoubleToUInt64Bits(value));
        return true;
    }

    /// <summary>
    /// Writes <c>0xc2</c> for false, <c>0xc3</c> for true, and advances <paramref name="destination"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteBoolean(ref Span<byte> destination, bool value)
    {
        if (destination.IsEmpty)
        {
            return false;
        }

        Put(ref destination, value ? MessagePackFirstByte.True : MessagePackFirstByte.False);
        return true;
    }

    /// <summary>
    /// Writes nil, <c>0xc0</c>, and advances <paramref name="destination"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <param name="destination">Where the token goes. On success, it is advanced past the token.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; its content and position are then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteNil(ref Span<byte> destination)
    {
        if (destination.IsEmpty)
        {
            return false;
        }

        Put(ref destination, MessagePackFirstByte.Nil);
        return true;
    }

    /// <summary>
    /// Writes the shortest array header, and advances <paramref name="destination"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
    /// </summary>
    /// <param name="destination">Where the header goes. On success, it is advanced past the header.</param>
    /// <param name="count">The number of elements.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; its content and position are then unchanged.</returns>
    public static bool TryWriteArrayHeader(ref Span<byte> destination, uint count) =>
        AdvanceIfWritten(ref destination, TryWriteArrayHeader(destination, count, out int bytesWritten), bytesWritten);

    /// <summary>
    /// Writes the shortest map header, and advances <paramref name="destination"/> past it
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#map-format-family">map format family</see>).
    /// </summary>
    /// <param name="destination">Where the header goes. On success, it is advanced past the header.</param>
    /// <param name="count">The number of pairs.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; its content and position are then unchanged.</returns>
    public static bool TryWriteMapHeader(ref Span<byte> destination, uint count) =>
        AdvanceIfWritten(ref destination, TryWriteMapHeader(destination, count, out int bytesWritten), bytesWritten);

    /// <inheritdoc cref="TryWriteSByte(ref Span{byte}, sbyte)" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteSByte(ref Span<byte> destination, sbyte value)
    {
        if (!TryWriteSByte(ref destination, value))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }
    }

    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt16(ref Span<byte> destination, short value)
    {
        if (!TryWriteInt16(ref destination, value))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }
    }

    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt32(ref Span<byte> destination, int value)
    {
        if (!TryWriteInt32(ref destination, value))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }
    }

    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt64(ref Span<byte> destination, long value)
    {
        if (!TryWriteInt64(ref destination, value))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }
    }

    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteByte(ref Span<byte> destination, byte value)
    {
        if (!TryWriteByte(ref destination, value))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }
    }

    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt16(ref Span<byte> destination, ushort value)
    {
        if (!TryWriteUInt16(ref destination, value))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }
    }

    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt32(ref Span<byte> destination, uint value)
    {
        if (!TryWriteUInt32(ref destination, value))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }
    }

    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt64(ref Span<byte> destination, ulong value)
    {
        if (!TryWriteUInt64(ref destination, value))
        {
            ThrowHelper.ThrowTokenNotWritten(GetIntegerLength(value), destination);
        }
    }

    /// <inheritdoc cref="TryWriteSingle(ref Span{byte}, float)" path="/summary"/>
    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)" path="/param|/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteSingle(ref Span<byte> destination, float value) =>
        ThrowIfNotWritten(TryWriteSingle(ref destination, value), SingleLength, destination);

    /// <inheritdoc cref="TryWriteDouble(ref Span{byte}, double)" path="/summary"/>
    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)" path="/param|/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteDouble(ref Span<byte> destination, double value) =>
        ThrowIfNotWritten(TryWriteDouble(ref destination, value), DoubleLength, destination);

    /// <inheritdoc cref="TryWriteBoolean(ref Span{byte}, bool)" path="/summary"/>
    /// <inheritdoc cref="WriteSByte(ref Span{byte}, sbyte)" path="/param|/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteBoolean(ref Span<byte> destination, bool value) =>
        ThrowIfNotWritten(TryWriteBoolean(ref destination, value), BooleanLength, destination);

    /// <inheritdoc cref="TryWriteNil(ref Span{byte})" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteNil(ref Span<byte> destination) => ThrowIfNotWritten(TryWriteNil(ref destination), NilLength, destination);

    /// <inheritdoc cref="TryWriteArrayHeader(ref Span{byte}, uint)" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    public static void WriteArrayHeader(ref Span<byte> destination, uint count) => destination = destination[WriteArrayHeader(destination, count)..];

    /// <inheritdoc cref="TryWriteMapHeader(ref Span{byte}, uint)" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    public static void WriteMapHeader(ref Span<byte> destination, uint count) => destination = destination[WriteMapHeader(destination, count)..];

    private static bool AdvanceIfWritten(ref Span<byte> destination, bool isWritten, int bytesWritten)
    {
        if (isWritten)
        {
            destination = destination[bytesWritten..];
        }

        return isWritten;
    }

    // The callers have compared the length. These methods and their slices compare it once more, but the compiler recognises that those comparisons
    // always succeed.

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(ref Span<byte> destination, byte code)
    {
        destination[0] = code;
        destination = destination[1..];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(ref Span<byte> destination, byte code, byte number)
    {
        TryWriteCode(destination, code, number, out _);
        destination = destination[(1 + sizeof(byte))..];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(ref Span<byte> destination, byte code, ushort number)
    {
        TryWriteCode(destination, code, number, out _);
        destination = destination[(1 + sizeof(ushort))..];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(ref Span<byte> destination, byte code, uint number)
    {
        TryWriteCode(destination, code, number, out _);
        destination = destination[(1 + sizeof(uint))..];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(ref Span<byte> destination, byte code, ulong number)
    {
        TryWriteCode(destination, code, number, out _);
        destination = destination[(1 + sizeof(ulong))..];
    }
}
