using System;
using System.IO;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec;

/// <content>See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">the bool format family</see>.</content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The length of a bool token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>).
    /// </summary>
    public const int BooleanLength = 1;

    /// <summary>
    /// Writes <c>0xc2</c> for false, <c>0xc3</c> for true
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">Receives the token's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteBoolean(Span<byte> destination, bool value, out int bytesWritten) =>
        TryWriteCode(destination, value ? MessagePackFirstByte.True : MessagePackFirstByte.False, out bytesWritten);

    /// <summary>
    /// Writes <c>0xc2</c> for false, <c>0xc3</c> for true
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The value.</param>
    /// <returns>The token's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteBoolean(Span<byte> destination, bool value)
    {
        ThrowIfNotWritten(TryWriteBoolean(destination, value, out int bytesWritten), BooleanLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads a bool token; no other token is accepted
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">Receives the value.</param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadBoolean(ReadOnlySpan<byte> source, out bool value, out int length)
    {
        value = false;
        if (source.IsEmpty)
        {
            return NothingThere(out length);
        }

        if (source[0] is not (MessagePackFirstByte.False or MessagePackFirstByte.True))
        {
            return WrongToken(out length);
        }

        value = source[0] == MessagePackFirstByte.True;
        length = BooleanLength;
        return MessagePackReadStatus.Done;
    }

    /// <summary>
    /// Reads a bool token; no other token is accepted
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <returns>The value.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source is empty.</exception>
    public static bool ReadBoolean(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadBoolean(source, out bool value, out bytesConsumed), source, bytesConsumed, "a bool");
        return value;
    }
}
