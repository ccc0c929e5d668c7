using System;

namespace MsgPackSimd.Codec;

/// <content>
/// Writing one value after another, continued: strings, binary data, extensions and timestamps. The destination is passed by reference, and advanced past what
/// was written.
/// </content>
public static partial class MessagePackSpec
{
    /// <inheritdoc cref="TryWriteStringHeader(Span{byte}, uint, out int)" path="/summary"/>
    /// <param name="destination">Where the header goes. On success, it is advanced past the header.</param>
    /// <param name="byteCount">The payload's length, in bytes.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; its content and position are then unchanged.</returns>
    public static bool TryWriteStringHeader(ref Span<byte> destination, uint byteCount) =>
        AdvanceIfWritten(ref destination, TryWriteStringHeader(destination, byteCount, out int bytesWritten), bytesWritten);

    /// <inheritdoc cref="TryWriteStringHeader(ref Span{byte}, uint)" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    public static void WriteStringHeader(ref Span<byte> destination, uint byteCount) =>
        destination = destination[WriteStringHeader(destination, byteCount)..];

    /// <inheritdoc cref="TryWriteBinaryHeader(Span{byte}, uint, out int)" path="/summary"/>
    /// <inheritdoc cref="TryWriteStringHeader(ref Span{byte}, uint)" path="/param|/returns"/>
    public static bool TryWriteBinaryHeader(ref Span<byte> destination, uint byteCount) =>
        AdvanceIfWritten(ref destination, TryWriteBinaryHeader(destination, byteCount, out int bytesWritten), bytesWritten);

    /// <inheritdoc cref="TryWriteBinaryHeader(ref Span{byte}, uint)" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    public static void WriteBinaryHeader(ref Span<byte> destination, uint byteCount) =>
        destination = destination[WriteBinaryHeader(destination, byteCount)..];

    /// <inheritdoc cref="TryWriteExtensionHeader(Span{byte}, sbyte, uint, out int)" path="/summary"/>
    /// <param name="destination">Where the header goes. On success, it is advanced past the header.</param>
    /// <param name="type">The extension's type.</param>
    /// <param name="byteCount">The payload's length, in bytes.</param>
    /// <inheritdoc cref="TryWriteStringHeader(ref Span{byte}, uint)" path="/returns"/>
    public static bool TryWriteExtensionHeader(ref Span<byte> destination, sbyte type, uint byteCount) =>
        AdvanceIfWritten(ref destination, TryWriteExtensionHeader(destination, type, byteCount, out int bytesWritten), bytesWritten);

    /// <inheritdoc cref="TryWriteExtensionHeader(ref Span{byte}, sbyte, uint)" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    public static void WriteExtensionHeader(ref Span<byte> destination, sbyte type, uint byteCount) =>
        destination = destination[WriteExtensionHeader(destination, type, byteCount)..];

    /// <inheritdoc cref="TryWriteUtf8(Span{byte}, ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="destination">Where the token goes. On success, it is advanced past the token.</param>
    /// <param name="utf8">The text, as UTF-8; it must not overlap <paramref name="destination"/>.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; its content and position are then unchanged.</returns>
    public static bool TryWriteUtf8(ref Span<byte> destination, ReadOnlySpan<byte> utf8) =>
        AdvanceIfWritten(ref destination, TryWriteUtf8(destination, utf8, out int bytesWritten), bytesWritten);

    /// <inheritdoc cref="TryWriteUtf8(ref Span{byte}, ReadOnlySpan{byte})" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    public static void WriteUtf8(ref Span<byte> destination, ReadOnlySpan<byte> utf8) => destination = destination[WriteUtf8(destination, utf8)..];

    /// <inheritdoc cref="TryWriteString(Span{byte}, ReadOnlySpan{char}, out int)" path="/summary"/>
    /// <inheritdoc cref="TryWriteUtf8(ref Span{byte}, ReadOnlySpan{byte})" path="/param[@name='destination']"/>
    /// <inheritdoc cref="TryWriteString(Span{byte}, ReadOnlySpan{char}, out int)" path="/param[@name='value']"/>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; its position is then unchanged, its content unspecified.</returns>
    public static bool TryWriteString(ref Span<byte> destination, ReadOnlySpan<char> value) =>
        AdvanceIfWritten(ref destination, TryWriteString(destination, value, out int bytesWritten), bytesWritten);

    /// <inheritdoc cref="TryWriteString(ref Span{byte}, ReadOnlySpan{char})" path="/summary|/param"/>
    /// <inheritdoc cref="WriteString(Span{byte}, ReadOnlySpan{char})" path="/exception"/>
    public static void WriteString(ref Span<byte> destination, ReadOnlySpan<char> value) => destination = destination[WriteString(destination, value)..];

    /// <inheritdoc cref="TryWriteBinary(Span{byte}, ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <inheritdoc cref="TryWriteUtf8(ref Span{byte}, ReadOnlySpan{byte})" path="/param[@name='destination']|/returns"/>
    /// <inheritdoc cref="TryWriteBinary(Span{byte}, ReadOnlySpan{byte}, out int)" path="/param[@name='value']"/>
    public static bool TryWriteBinary(ref Span<byte> destination, ReadOnlySpan<byte> value) =>
        AdvanceIfWritten(ref destination, TryWriteBinary(destination, value, out int bytesWritten), bytesWritten);

    /// <inheritdoc cref="TryWriteBinary(ref Span{byte}, ReadOnlySpan{byte})" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    public static void WriteBinary(ref Span<byte> destination, ReadOnlySpan<byte> value) => destination = destination[WriteBinary(destination, value)..];

    /// <inheritdoc cref="TryWriteExtension(Span{byte}, sbyte, ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <inheritdoc cref="TryWriteUtf8(ref Span{byte}, ReadOnlySpan{byte})" path="/param[@name='destination']|/returns"/>
    /// <inheritdoc cref="TryWriteExtension(Span{byte}, sbyte, ReadOnlySpan{byte}, out int)" path="/param[@name='type']|/param[@name='data']"/>
    public static bool TryWriteExtension(ref Span<byte> destination, sbyte type, ReadOnlySpan<byte> data) =>
        AdvanceIfWritten(ref destination, TryWriteExtension(destination, type, data, out int bytesWritten), bytesWritten);

    /// <inheritdoc cref="TryWriteExtension(ref Span{byte}, sbyte, ReadOnlySpan{byte})" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    public static void WriteExtension(ref Span<byte> destination, sbyte type, ReadOnlySpan<byte> data) =>
        destination = destination[WriteExtension(destination, type, data)..];

    /// <inheritdoc cref="TryWriteTimestamp(Span{byte}, MessagePackTimestamp, out int)" path="/summary"/>
    /// <param name="destination">Where the token goes. On success, it is advanced past the token.</param>
    /// <param name="value">The timestamp.</param>
    /// <inheritdoc cref="TryWriteUtf8(ref Span{byte}, ReadOnlySpan{byte})" path="/returns"/>
    public static bool TryWriteTimestamp(ref Span<byte> destination, MessagePackTimestamp value) =>
        AdvanceIfWritten(ref destination, TryWriteTimestamp(destination, value, out int bytesWritten), bytesWritten);

    /// <inheritdoc cref="TryWriteTimestamp(ref Span{byte}, MessagePackTimestamp)" path="/summary|/param"/>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content and position are unchanged.</exception>
    public static void WriteTimestamp(ref Span<byte> destination, MessagePackTimestamp value) =>
        destination = destination[WriteTimestamp(destination, value)..];
}
