using System;
using System.IO;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec;

/// <content>See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">the nil format</see>.</content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The length of nil, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    public const int NilLength = 1;

    /// <summary>
    /// Writes nil, <c>0xc0</c>
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="bytesWritten">Receives the token's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteNil(Span<byte> destination, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Nil, out bytesWritten);

    /// <summary>
    /// Writes nil, <c>0xc0</c>
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <returns>The token's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteNil(Span<byte> destination)
    {
        ThrowIfNotWritten(TryWriteNil(destination, out int bytesWritten), NilLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads nil, <c>0xc0</c>
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadNil(ReadOnlySpan<byte> source, out int length)
    {
        if (source.IsEmpty)
        {
            return NothingThere(out length);
        }

        if (source[0] != MessagePackFirstByte.Nil)
        {
            return WrongToken(out length);
        }

        length = NilLength;
        return MessagePackReadStatus.Done;
    }

    /// <summary>
    /// Reads nil, <c>0xc0</c>
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source is empty.</exception>
    public static void ReadNil(ReadOnlySpan<byte> source, out int bytesConsumed) =>
        ThrowIfNotRead(TryReadNil(source, out bytesConsumed), source, bytesConsumed, "nil");
}
