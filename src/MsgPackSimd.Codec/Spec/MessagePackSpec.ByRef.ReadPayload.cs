using System;

namespace MsgPackSimd.Codec;

/// <content>
/// Reading one value after another, continued: strings, binary data, extensions and timestamps, and skipping a value. The source is passed by reference, and
/// advanced past what was read.
/// </content>
public static partial class MessagePackSpec
{
    /// <inheritdoc cref="TryReadStringHeader(ReadOnlySpan{byte}, out uint, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the header is at the start. On success, it is advanced past the header.</param>
    /// <param name="byteCount">
    /// Receives the payload's length, in bytes. It is not compared with the bytes that follow: check it before you allocate memory for it.
    /// </param>
    /// <returns>
    /// The outcome. Unless it is <see cref="MessagePackReadStatus.Done"/>, <paramref name="source"/> is unchanged, and the overload with a <c>length</c>
    /// parameter gives the length that is needed.
    /// </returns>
    public static MessagePackReadStatus TryReadStringHeader(ref ReadOnlySpan<byte> source, out uint byteCount) =>
        AdvanceIfDone(ref source, TryReadStringHeader(source, out byteCount, out int length), length);

    /// <inheritdoc cref="TryReadStringHeader(ReadOnlySpan{byte}, out uint, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the header is at the start. It is advanced past the header, or unchanged if an exception is thrown.</param>
    /// <inheritdoc cref="ReadStringHeader(ReadOnlySpan{byte}, out int)" path="/returns|/exception"/>
    public static uint ReadStringHeader(ref ReadOnlySpan<byte> source)
    {
        uint byteCount = ReadStringHeader(source, out int bytesConsumed);
        source = source[bytesConsumed..];
        return byteCount;
    }

    /// <inheritdoc cref="TryReadBinaryHeader(ReadOnlySpan{byte}, out uint, out int)" path="/summary"/>
    /// <inheritdoc cref="TryReadStringHeader(ref ReadOnlySpan{byte}, out uint)" path="/param|/returns"/>
    public static MessagePackReadStatus TryReadBinaryHeader(ref ReadOnlySpan<byte> source, out uint byteCount) =>
        AdvanceIfDone(ref source, TryReadBinaryHeader(source, out byteCount, out int length), length);

    /// <inheritdoc cref="TryReadBinaryHeader(ReadOnlySpan{byte}, out uint, out int)" path="/summary"/>
    /// <inheritdoc cref="ReadStringHeader(ref ReadOnlySpan{byte})" path="/param"/>
    /// <inheritdoc cref="ReadBinaryHeader(ReadOnlySpan{byte}, out int)" path="/returns|/exception"/>
    public static uint ReadBinaryHeader(ref ReadOnlySpan<byte> source)
    {
        uint byteCount = ReadBinaryHeader(source, out int bytesConsumed);
        source = source[bytesConsumed..];
        return byteCount;
    }

    /// <inheritdoc cref="TryReadExtensionHeader(ReadOnlySpan{byte}, out sbyte, out uint, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the header is at the start. On success, it is advanced past the header.</param>
    /// <param name="type">Receives the extension's type.</param>
    /// <param name="byteCount">
    /// Receives the payload's length, in bytes. It is not compared with the bytes that follow: check it before you allocate memory for it.
    /// </param>
    /// <inheritdoc cref="TryReadStringHeader(ref ReadOnlySpan{byte}, out uint)" path="/returns"/>
    public static MessagePackReadStatus TryReadExtensionHeader(ref ReadOnlySpan<byte> source, out sbyte type, out uint byteCount) =>
        AdvanceIfDone(ref source, TryReadExtensionHeader(source, out type, out byteCount, out int length), length);

    /// <inheritdoc cref="TryReadExtensionHeader(ReadOnlySpan{byte}, out sbyte, out uint, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the header is at the start. It is advanced past the header, or unchanged if an exception is thrown.</param>
    /// <param name="type">Receives the extension's type.</param>
    /// <inheritdoc cref="ReadExtensionHeader(ReadOnlySpan{byte}, out sbyte, out int)" path="/returns|/exception"/>
    public static uint ReadExtensionHeader(ref ReadOnlySpan<byte> source, out sbyte type)
    {
        uint byteCount = ReadExtensionHeader(source, out type, out int bytesConsumed);
        source = source[bytesConsumed..];
        return byteCount;
    }

    /// <inheritdoc cref="TryReadUtf8(ReadOnlySpan{byte}, out ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start. On success, it is advanced past the token.</param>
    /// <param name="utf8">Receives the UTF-8 bytes, as a slice of <paramref name="source"/>.</param>
    /// <returns>
    /// The outcome, as that of the overload with a <c>length</c> parameter. Unless it is <see cref="MessagePackReadStatus.Done"/>, <paramref name="source"/> is
    /// unchanged, and that overload gives the token's length, or the length that is needed.
    /// </returns>
    public static MessagePackReadStatus TryReadUtf8(ref ReadOnlySpan<byte> source, out ReadOnlySpan<byte> utf8) =>
        AdvanceIfDone(ref source, TryReadUtf8(source, out utf8, out int length), length);

    /// <inheritdoc cref="TryReadUtf8(ReadOnlySpan{byte}, out ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start. It is advanced past the token, or unchanged if an exception is thrown.</param>
    /// <inheritdoc cref="ReadUtf8(ReadOnlySpan{byte}, out int)" path="/returns|/exception"/>
    public static ReadOnlySpan<byte> ReadUtf8(ref ReadOnlySpan<byte> source)
    {
        ReadOnlySpan<byte> utf8 = ReadUtf8(source, out int bytesConsumed);
        source = source[bytesConsumed..];
        return utf8;
    }

    /// <inheritdoc cref="TryReadString(ReadOnlySpan{byte}, out string, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start. On success, it is advanced past the token.</param>
    /// <param name="value">Receives the string; <see langword="null"/> unless the status is <see cref="MessagePackReadStatus.Done"/>.</param>
    /// <inheritdoc cref="TryReadUtf8(ref ReadOnlySpan{byte}, out ReadOnlySpan{byte})" path="/returns"/>
    /// <inheritdoc cref="TryReadString(ReadOnlySpan{byte}, out string, out int)" path="/exception"/>
    public static MessagePackReadStatus TryReadString(ref ReadOnlySpan<byte> source, out string? value) =>
        AdvanceIfDone(ref source, TryReadString(source, out value, out int length), length);

    /// <inheritdoc cref="TryReadString(ReadOnlySpan{byte}, out string, out int)" path="/summary"/>
    /// <inheritdoc cref="ReadUtf8(ref ReadOnlySpan{byte})" path="/param"/>
    /// <inheritdoc cref="ReadString(ReadOnlySpan{byte}, out int)" path="/returns|/exception"/>
    public static string ReadString(ref ReadOnlySpan<byte> source)
    {
        string value = ReadString(source, out int bytesConsumed);
        source = source[bytesConsumed..];
        return value;
    }

    /// <inheritdoc cref="TryReadString(ReadOnlySpan{byte}, Span{char}, out int, out int)" path="/summary"/>
    /// <inheritdoc cref="TryReadUtf8(ref ReadOnlySpan{byte}, out ReadOnlySpan{byte})" path="/param[@name='source']|/returns"/>
    /// <inheritdoc cref="TryReadString(ReadOnlySpan{byte}, Span{char}, out int, out int)" path="/param[@name='destination']|/param[@name='charsWritten']"/>
    public static MessagePackReadStatus TryReadString(ref ReadOnlySpan<byte> source, Span<char> destination, out int charsWritten) =>
        AdvanceIfDone(ref source, TryReadString(source, destination, out charsWritten, out int length), length);

    /// <inheritdoc cref="TryReadString(ReadOnlySpan{byte}, Span{char}, out int, out int)" path="/summary"/>
    /// <inheritdoc cref="ReadUtf8(ref ReadOnlySpan{byte})" path="/param"/>
    /// <inheritdoc cref="ReadString(ReadOnlySpan{byte}, Span{char}, out int)" path="/param[@name='destination']|/returns|/exception"/>
    public static int ReadString(ref ReadOnlySpan<byte> source, Span<char> destination)
    {
        int charsWritten = ReadString(source, destination, out int bytesConsumed);
        source = source[bytesConsumed..];
        return charsWritten;
    }

    /// <inheritdoc cref="TryReadBinary(ReadOnlySpan{byte}, out ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start. On success, it is advanced past the token.</param>
    /// <param name="value">Receives the bytes, as a slice of <paramref name="source"/>.</param>
    /// <inheritdoc cref="TryReadUtf8(ref ReadOnlySpan{byte}, out ReadOnlySpan{byte})" path="/returns"/>
    public static MessagePackReadStatus TryReadBinary(ref ReadOnlySpan<byte> source, out ReadOnlySpan<byte> value) =>
        AdvanceIfDone(ref source, TryReadBinary(source, out value, out int length), length);

    /// <inheritdoc cref="TryReadBinary(ReadOnlySpan{byte}, out ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <inheritdoc cref="ReadUtf8(ref ReadOnlySpan{byte})" path="/param"/>
    /// <inheritdoc cref="ReadBinary(ReadOnlySpan{byte}, out int)" path="/returns|/exception"/>
    public static ReadOnlySpan<byte> ReadBinary(ref ReadOnlySpan<byte> source)
    {
        ReadOnlySpan<byte> value = ReadBinary(source, out int bytesConsumed);
        source = source[bytesConsumed..];
        return value;
    }

    /// <inheritdoc cref="TryReadExtension(ReadOnlySpan{byte}, out sbyte, out ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start. On success, it is advanced past the token.</param>
    /// <param name="type">Receives the extension's type.</param>
    /// <param name="data">Receives the extension's bytes, as a slice of <paramref name="source"/>.</param>
    /// <inheritdoc cref="TryReadUtf8(ref ReadOnlySpan{byte}, out ReadOnlySpan{byte})" path="/returns"/>
    public static MessagePackReadStatus TryReadExtension(ref ReadOnlySpan<byte> source, out sbyte type, out ReadOnlySpan<byte> data) =>
        AdvanceIfDone(ref source, TryReadExtension(source, out type, out data, out int length), length);

    /// <inheritdoc cref="TryReadExtension(ReadOnlySpan{byte}, out sbyte, out ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start. It is advanced past the token, or unchanged if an exception is thrown.</param>
    /// <param name="type">Receives the extension's type.</param>
    /// <inheritdoc cref="ReadExtension(ReadOnlySpan{byte}, out sbyte, out int)" path="/returns|/exception"/>
    public static ReadOnlySpan<byte> ReadExtension(ref ReadOnlySpan<byte> source, out sbyte type)
    {
        ReadOnlySpan<byte> data = ReadExtension(source, out type, out int bytesConsumed);
        source = source[bytesConsumed..];
        return data;
    }

    /// <inheritdoc cref="TryReadTimestamp(ReadOnlySpan{byte}, out MessagePackTimestamp, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start. On success, it is advanced past the token.</param>
    /// <param name="value">Receives the timestamp.</param>
    /// <inheritdoc cref="TryReadUtf8(ref ReadOnlySpan{byte}, out ReadOnlySpan{byte})" path="/returns"/>
    public static MessagePackReadStatus TryReadTimestamp(ref ReadOnlySpan<byte> source, out MessagePackTimestamp value) =>
        AdvanceIfDone(ref source, TryReadTimestamp(source, out value, out int length), length);

    /// <inheritdoc cref="TryReadTimestamp(ReadOnlySpan{byte}, out MessagePackTimestamp, out int)" path="/summary"/>
    /// <inheritdoc cref="ReadUtf8(ref ReadOnlySpan{byte})" path="/param"/>
    /// <inheritdoc cref="ReadTimestamp(ReadOnlySpan{byte}, out int)" path="/returns|/exception"/>
    public static MessagePackTimestamp ReadTimestamp(ref ReadOnlySpan<byte> source)
    {
        MessagePackTimestamp value = ReadTimestamp(source, out int bytesConsumed);
        source = source[bytesConsumed..];
        return value;
    }

    /// <inheritdoc cref="TrySkip(ReadOnlySpan{byte}, out int, int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the value is at the start. On success, it is advanced past the value.</param>
    /// <param name="maxDepth">
    /// How deeply arrays and maps, including empty ones, may be nested: 0 allows none. A negative number acts as 0, one above
    /// <see cref="MaxSkipDepth"/> as <see cref="MaxSkipDepth"/>. The overload without it allows <see cref="DefaultSkipDepth"/>.
    /// </param>
    /// <returns>
    /// The outcome, as that of the overload with a <c>length</c> parameter. Unless it is <see cref="MessagePackReadStatus.Done"/>, <paramref name="source"/> is
    /// unchanged. On <see cref="MessagePackReadStatus.NeedMoreData"/>, that overload gives the length that is needed; on any other failure, it gives none.
    /// </returns>
    public static MessagePackReadStatus TrySkip(ref ReadOnlySpan<byte> source, int maxDepth) =>
        AdvanceIfDone(ref source, TrySkip(source, out int length, maxDepth), length);

    /// <inheritdoc cref="TrySkip(ref ReadOnlySpan{byte}, int)" path="/summary|/param[@name='source']|/returns"/>
    public static MessagePackReadStatus TrySkip(ref ReadOnlySpan<byte> source) => TrySkip(ref source, DefaultSkipDepth);

    /// <inheritdoc cref="TrySkip(ReadOnlySpan{byte}, out int, int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the value is at the start. It is advanced past the value, or unchanged if an exception is thrown.</param>
    /// <param name="maxDepth">
    /// How deeply arrays and maps, including empty ones, may be nested: 0 allows none. A negative number acts as 0, one above
    /// <see cref="MaxSkipDepth"/> as <see cref="MaxSkipDepth"/>. The overload without it allows <see cref="DefaultSkipDepth"/>.
    /// </param>
    /// <inheritdoc cref="Skip(ReadOnlySpan{byte}, out int, int)" path="/exception"/>
    public static void Skip(ref ReadOnlySpan<byte> source, int maxDepth)
    {
        Skip(source, out int bytesConsumed, maxDepth);
        source = source[bytesConsumed..];
    }

    /// <inheritdoc cref="Skip(ref ReadOnlySpan{byte}, int)" path="/summary|/param[@name='source']|/exception"/>
    public static void Skip(ref ReadOnlySpan<byte> source) => Skip(ref source, DefaultSkipDepth);
}
