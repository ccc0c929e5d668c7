using System;
using System.IO;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec;

/// <content>
/// IEEE 754 numbers: <c>0xca</c> and four bytes, or <c>0xcb</c> and eight, big-endian. Bit patterns pass through untouched, so that the
/// payload of a NaN, signaling or not, survives.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">the float format family</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The length of a float 32 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    public const int SingleLength = 1 + sizeof(float);

    /// <summary>
    /// The length of a float 64 token, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    public const int DoubleLength = 1 + sizeof(double);

    /// <summary>
    /// Writes <paramref name="value"/> as float 32, whatever its value: <c>0xca</c> and its bits, unchanged
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The value.</param>
    /// <param name="bytesWritten">Receives the token's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteSingle(Span<byte> destination, float value, out int bytesWritten) =>
        TryWriteSingleBits(destination, BitConverter.SingleToUInt32Bits(value), out bytesWritten);

    /// <summary>
    /// Writes <paramref name="value"/> as float 32, whatever its value: <c>0xca</c> and its bits, unchanged
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The value.</param>
    /// <returns>The token's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteSingle(Span<byte> destination, float value)
    {
        ThrowIfNotWritten(TryWriteSingle(destination, value, out int bytesWritten), SingleLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes <paramref name="value"/> as float 64, whatever its value: <c>0xcb</c> and its bits, unchanged
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteSingle(Span{byte}, float, out int)" path="/param|/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteDouble(Span<byte> destination, double value, out int bytesWritten) =>
        TryWriteDoubleBits(destination, BitConverter.DoubleToUInt64Bits(value), out bytesWritten);

    /// <summary>
    /// Writes <paramref name="value"/> as float 64, whatever its value: <c>0xcb</c> and its bits, unchanged
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    /// <inheritdoc cref="WriteSingle(Span{byte}, float)" path="/param|/returns|/exception"/>
    public static int WriteDouble(Span<byte> destination, double value)
    {
        ThrowIfNotWritten(TryWriteDouble(destination, value, out int bytesWritten), DoubleLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads any number into a <see cref="float"/>, as MessagePack-CSharp does: float 32 as it is; float 64, and an integer token of any form,
    /// converted and rounded to nearest
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>,
    /// <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">Receives the value.</param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// A number that is too large for the type is read as infinity.
    /// </returns>
    public static MessagePackReadStatus TryReadSingle(ReadOnlySpan<byte> source, out float value, out int length)
    {
        MessagePackReadStatus status;
        switch (source.IsEmpty ? default : source[0])
        {
            case MessagePackFirstByte.Float32:
                return TryReadSingleToken(source, out value, out length);

            case MessagePackFirstByte.Float64:
                status = TryReadDoubleToken(source, out double wide, out length);
                value = (float)wide;
                return status;

            default:
                status = TryReadInteger(source, out ulong integer, out bool isNegative, out length);
                value = isNegative ? (long)integer : (float)integer;
                return status;
        }
    }

    /// <summary>
    /// Reads any number into a <see cref="double"/>, as MessagePack-CSharp does: float 64 as it is; float 32 widened; an integer token of any form
    /// converted and rounded to nearest
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>,
    /// <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryReadSingle(ReadOnlySpan{byte}, out float, out int)" path="/param"/>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    public static MessagePackReadStatus TryReadDouble(ReadOnlySpan<byte> source, out double value, out int length)
    {
        MessagePackReadStatus status;
        switch (source.IsEmpty ? default : source[0])
        {
            case MessagePackFirstByte.Float64:
                return TryReadDoubleToken(source, out value, out length);

            case MessagePackFirstByte.Float32:
                status = TryReadSingleToken(source, out float narrow, out length);
                value = narrow;
                return status;

            default:
                status = TryReadInteger(source, out ulong integer, out bool isNegative, out length);
                value = isNegative ? (long)integer : (double)integer;
                return status;
        }
    }

    /// <summary>
    /// Reads a float 32 token and nothing else
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryReadSingle(ReadOnlySpan{byte}, out float, out int)" path="/param"/>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadSingleToken(ReadOnlySpan<byte> source, out float value, out int length)
    {
        value = 0;
        if (source.IsEmpty)
        {
            return NothingThere(out length);
        }

        if (source[0] != MessagePackFirstByte.Float32)
        {
            return WrongToken(out length);
        }

        MessagePackReadStatus status = TryReadNumber(source, sizeof(float), out ulong bits, out length);
        value = BitConverter.UInt32BitsToSingle((uint)bits);
        return status;
    }

    /// <summary>
    /// Reads a float 64 token and nothing else
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">float format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryReadSingle(ReadOnlySpan{byte}, out float, out int)" path="/param"/>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadDoubleToken(ReadOnlySpan<byte> source, out double value, out int length)
    {
        value = 0;
        if (source.IsEmpty)
        {
            return NothingThere(out length);
        }

        if (source[0] != MessagePackFirstByte.Float64)
        {
            return WrongToken(out length);
        }

        MessagePackReadStatus status = TryReadNumber(source, sizeof(double), out ulong bits, out length);
        value = BitConverter.UInt64BitsToDouble(bits);
        return status;
    }

    /// <inheritdoc cref="TryReadSingle(ReadOnlySpan{byte}, out float, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <returns>The value.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the token does.</exception>
    public static float ReadSingle(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadSingle(source, out float value, out bytesConsumed), source, bytesConsumed, "a number");
        return value;
    }

    /// <inheritdoc cref="TryReadDouble(ReadOnlySpan{byte}, out double, out int)" path="/summary"/>
    /// <inheritdoc cref="ReadSingle(ReadOnlySpan{byte}, out int)" path="/param|/returns|/exception"/>
    public static double ReadDouble(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadDouble(source, out double value, out bytesConsumed), source, bytesConsumed, "a number");
        return value;
    }

    /// <inheritdoc cref="TryReadSingleToken" path="/summary"/>
    /// <inheritdoc cref="ReadSingle(ReadOnlySpan{byte}, out int)" path="/param|/returns|/exception"/>
    public static float ReadSingleToken(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadSingleToken(source, out float value, out bytesConsumed), source, bytesConsumed, "float 32");
        return value;
    }

    /// <inheritdoc cref="TryReadDoubleToken" path="/summary"/>
    /// <inheritdoc cref="ReadSingle(ReadOnlySpan{byte}, out int)" path="/param|/returns|/exception"/>
    public static double ReadDoubleToken(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadDoubleToken(source, out double value, out bytesConsumed), source, bytesConsumed, "float 64");
        return value;
    }

    /// <summary>The same for callers that have the bits, which then need not go through a floating-point register.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryWriteSingleBits(Span<byte> destination, uint bits, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Float32, bits, out bytesWritten);

    /// <inheritdoc cref="TryWriteSingleBits"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryWriteDoubleBits(Span<byte> destination, ulong bits, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Float64, bits, out bytesWritten);
}
