using System;
using System.Buffers;
using System.IO;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace MsgPackSimd.Codec;

/// <content>
/// Text: the number of its UTF-8 bytes, in the shortest of four forms, followed by these bytes.
/// <code>
///   0 .. 31       101XXXXX
///   .. 255        0xd9  YYYYYYYY
///   .. 65535      0xda  YYYYYYYY YYYYYYYY
///   .. 2^32-1     0xdb  YYYYYYYY YYYYYYYY YYYYYYYY YYYYYYYY     (big-endian)
/// </code>
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">the str format family</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>
    /// The length of the longest str header (str 32), in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    public const int MaxStringHeaderLength = Str32HeaderLength;

    /// <summary>
    /// The length of a str 8 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    public const int Str8HeaderLength = 1 + sizeof(byte);

    /// <summary>
    /// The length of a str 16 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    public const int Str16HeaderLength = 1 + sizeof(ushort);

    /// <summary>
    /// The length of a str 32 header, in bytes
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    public const int Str32HeaderLength = 1 + sizeof(uint);

    /// <summary>The largest count that fits the low five bits of a fixstr header.</summary>
    private const uint MaxFixStr = MessagePackFirstByte.MaxFixStr - MessagePackFirstByte.MinFixStr;

    /// <summary>No UTF-16 code unit takes more bytes of UTF-8 than this; the two of a surrogate pair take four together.</summary>
    private const int MaxBytesPerChar = 3;

    /// <summary>How many bytes of UTF-8 are counted at once.</summary>
    private const int CountedLength = 512;

    /// <summary>
    /// The length of the shortest str header
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="byteCount">The length of the text's UTF-8, in bytes.</param>
    /// <returns>1, 2, 3 or 5 bytes.</returns>
    public static int GetStringHeaderLength(uint byteCount) =>
        byteCount <= MaxFixStr ? 1 : GetByteCountLength(byteCount);

    /// <summary>
    /// Writes the shortest str header, to be followed by that many bytes of UTF-8
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="byteCount">The length of the text's UTF-8, in bytes.</param>
    /// <param name="bytesWritten">Receives the header's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    public static bool TryWriteStringHeader(Span<byte> destination, uint byteCount, out int bytesWritten) => byteCount <= MaxFixStr
        ? TryWriteCode(destination, (byte)(MessagePackFirstByte.MinFixStr | byteCount), out bytesWritten)
        : TryWriteByteCount(destination, MessagePackFirstByte.Str8, byteCount, out bytesWritten);

    /// <inheritdoc cref="TryWriteStringHeader(Span{byte}, uint, out int)" path="/summary"/>
    /// <param name="destination">Where the header goes.</param>
    /// <param name="byteCount">The length of the text's UTF-8, in bytes.</param>
    /// <returns>The header's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteStringHeader(Span<byte> destination, uint byteCount)
    {
        ThrowIfNotWritten(TryWriteStringHeader(destination, byteCount, out int bytesWritten), GetStringHeaderLength(byteCount), destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes a str header as str 8, whatever the length: <c>0xd9</c> and one byte
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteStringHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteStr8Header(Span<byte> destination, byte byteCount, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Str8, byteCount, out bytesWritten);

    /// <inheritdoc cref="TryWriteStr8Header" path="/summary"/>
    /// <inheritdoc cref="WriteStringHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteStr8Header(Span<byte> destination, byte byteCount)
    {
        ThrowIfNotWritten(TryWriteStr8Header(destination, byteCount, out int bytesWritten), Str8HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes a str header as str 16, whatever the length: <c>0xda</c> and two bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteStringHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteStr16Header(Span<byte> destination, ushort byteCount, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Str16, byteCount, out bytesWritten);

    /// <inheritdoc cref="TryWriteStr16Header" path="/summary"/>
    /// <inheritdoc cref="WriteStringHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteStr16Header(Span<byte> destination, ushort byteCount)
    {
        ThrowIfNotWritten(TryWriteStr16Header(destination, byteCount, out int bytesWritten), Str16HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Writes a str header as str 32, whatever the length: <c>0xdb</c> and four bytes, big-endian
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <inheritdoc cref="TryWriteStringHeader(Span{byte}, uint, out int)" path="/param|/returns"/>
    public static bool TryWriteStr32Header(Span<byte> destination, uint byteCount, out int bytesWritten) =>
        TryWriteCode(destination, MessagePackFirstByte.Str32, byteCount, out bytesWritten);

    /// <inheritdoc cref="TryWriteStr32Header" path="/summary"/>
    /// <inheritdoc cref="WriteStringHeader(Span{byte}, uint)" path="/param|/returns|/exception"/>
    public static int WriteStr32Header(Span<byte> destination, uint byteCount)
    {
        ThrowIfNotWritten(TryWriteStr32Header(destination, byteCount, out int bytesWritten), Str32HeaderLength, destination);
        return bytesWritten;
    }

    /// <summary>
    /// Reads a str header in any of its forms
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="byteCount">
    /// Receives the length of the text's UTF-8, in bytes. It is not compared with the bytes that follow: check it before you allocate memory for it.
    /// </param>
    /// <param name="length">
    /// Receives the header's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/>, <see cref="MessagePackReadStatus.NeedMoreData"/> or <see cref="MessagePackReadStatus.WrongToken"/>.
    /// </returns>
    public static MessagePackReadStatus TryReadStringHeader(ReadOnlySpan<byte> source, out uint byteCount, out int length)
    {
        if (!source.IsEmpty && source[0] is >= MessagePackFirstByte.MinFixStr and <= MessagePackFirstByte.MaxFixStr)
        {
            byteCount = source[0] & MaxFixStr;
            length = 1;
            return MessagePackReadStatus.Done;
        }

        return TryReadByteCount(source, MessagePackFirstByte.Str8, out byteCount, out length);
    }

    /// <inheritdoc cref="TryReadStringHeader(ReadOnlySpan{byte}, out uint, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="bytesConsumed">Receives the header's length, in bytes.</param>
    /// <returns>
    /// The length of the text's UTF-8, in bytes. It is not compared with the bytes that follow: check it before you allocate memory for it.
    /// </returns>
    /// <exception cref="FormatException">The source begins with a token of another kind.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the header does.</exception>
    public static uint ReadStringHeader(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        ThrowIfNotRead(TryReadStringHeader(source, out uint byteCount, out bytesConsumed), source, bytesConsumed, "a string");
        return byteCount;
    }

    /// <summary>
    /// The exact length of a str token, header included
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="byteCount">The length of the text's UTF-8, in bytes.</param>
    /// <returns>The length of header and payload, in bytes.</returns>
    public static long GetUtf8Length(uint byteCount) => (long)GetStringHeaderLength(byteCount) + byteCount;

    /// <summary>
    /// Writes a str token: the shortest header, and the bytes as they are; the caller must ensure that they are well-formed UTF-8
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="utf8">The text, as UTF-8; it must not overlap <paramref name="destination"/>.</param>
    /// <param name="bytesWritten">Receives the token's length, in bytes; 0 when it does not fit.</param>
    /// <returns><see langword="false"/> when <paramref name="destination"/> is too short; it is then unchanged.</returns>
    public static bool TryWriteUtf8(Span<byte> destination, ReadOnlySpan<byte> utf8, out int bytesWritten)
    {
        if (destination.Length < GetUtf8Length((uint)utf8.Length))
        {
            return NotWritten(out bytesWritten);
        }

        TryWriteStringHeader(destination, (uint)utf8.Length, out int headerLength);
        utf8.CopyTo(destination[headerLength..]);
        bytesWritten = headerLength + utf8.Length;
        return true;
    }

    /// <inheritdoc cref="TryWriteUtf8(Span{byte}, ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="utf8">The text, as UTF-8; it must not overlap <paramref name="destination"/>.</param>
    /// <returns>The token's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; it is unchanged.</exception>
    public static int WriteUtf8(Span<byte> destination, ReadOnlySpan<byte> utf8)
    {
        ThrowIfNotWritten(TryWriteUtf8(destination, utf8, out int bytesWritten), GetUtf8Length((uint)utf8.Length), destination);
        return bytesWritten;
    }

    /// <summary>
    /// The exact length of text as a str token, header included
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="value">The text; an unpaired surrogate counts as the three bytes of U+FFFD.</param>
    /// <returns>The number of bytes that <see cref="WriteString(Span{byte}, ReadOnlySpan{char})"/> would write; it may be more than a span can hold.</returns>
    public static long GetStringLength(ReadOnlySpan<char> value)
    {
        // The text of the longest span may take more bytes than a head can declare. It can't be written, since no destination is that long.
        long byteCount = CountUtf8(value);
        return GetStringHeaderLength((uint)Math.Min(byteCount, uint.MaxValue)) + byteCount;
    }

    /// <summary>
    /// Writes text as a str token: the shortest header, and the text as UTF-8. As with MessagePack-CSharp and <see cref="Encoding.UTF8"/>, an unpaired
    /// surrogate is written as U+FFFD
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The text; it must not overlap <paramref name="destination"/>.</param>
    /// <param name="bytesWritten">Receives the token's length, in bytes; 0 when it does not fit.</param>
    /// <returns>
    /// <see langword="false"/> when <paramref name="destination"/> is too short; its content is then unspecified. Three bytes for each code unit,
    /// plus <see cref="MaxStringHeaderLength"/>, are always enough.
    /// </returns>
    public static bool TryWriteString(Span<byte> destination, ReadOnlySpan<char> value, out int bytesWritten)
    {
        // The header comes first, and its length depends on the length of the UTF-8, which is one to three bytes for each code unit. Mostly the shortest
        // and the longest possible UTF-8 have headers of the same length, and nothing need be counted.
        int headerLength = GetStringHeaderLength((uint)value.Length);
        if (value.Length <= ushort.MaxValue && headerLength != GetStringHeaderLength((uint)(value.Length * MaxBytesPerChar)))
        {
            headerLength = GetStringHeaderLength((uint)CountUtf8(value));
        }

        if (destination.Length - headerLength < value.Length
            || Utf8.FromUtf16(value, destination[headerLength..], out _, out int byteCount) != OperationStatus.Done)
        {
            return NotWritten(out bytesWritten);
        }

        // Another thread may have changed the text since its length was counted: the header must fit the bytes that came out.
        int actualHeaderLength = GetStringHeaderLength((uint)byteCount);
        if (actualHeaderLength != headerLength)
        {
            if (destination.Length - actualHeaderLength < byteCount)
            {
                return NotWritten(out bytesWritten);
            }

            destination.Slice(headerLength, byteCount).CopyTo(destination[actualHeaderLength..]);
        }

        TryWriteStringHeader(destination, (uint)byteCount, out _);
        bytesWritten = actualHeaderLength + byteCount;
        return true;
    }

    /// <inheritdoc cref="TryWriteString(Span{byte}, ReadOnlySpan{char}, out int)" path="/summary"/>
    /// <param name="destination">Where the token goes.</param>
    /// <param name="value">The text; it must not overlap <paramref name="destination"/>.</param>
    /// <returns>The token's length, in bytes.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short; its content is then unspecified.</exception>
    public static int WriteString(Span<byte> destination, ReadOnlySpan<char> value)
    {
        if (!TryWriteString(destination, value, out int bytesWritten))
        {
            ThrowHelper.ThrowTokenNotWritten(GetStringLength(value), destination);
        }

        return bytesWritten;
    }

    /// <summary>
    /// Reads the UTF-8 of a str token in any of its forms, and checks that it is well-formed
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="utf8">
    /// Receives the text, as a slice of <paramref name="source"/>. (To get the bytes whether they are well-formed or not, read the header with
    /// <see cref="TryReadStringHeader(ReadOnlySpan{byte}, out uint, out int)"/>; they follow it.)
    /// </param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// The outcome; <see cref="MessagePackReadStatus.DoesNotFit"/> if the bytes are not well-formed UTF-8, or the token is longer than
    /// <see cref="int.MaxValue"/> bytes, even if it is cut short.
    /// </returns>
    public static MessagePackReadStatus TryReadUtf8(ReadOnlySpan<byte> source, out ReadOnlySpan<byte> utf8, out int length)
    {
        MessagePackReadStatus status = TryReadStringBytes(source, out utf8, out length);

        // Empty, and thus valid, unless the status is Done.
        if (!Utf8.IsValid(utf8))
        {
            utf8 = default;
            return MessagePackReadStatus.DoesNotFit;
        }

        return status;
    }

    /// <inheritdoc cref="TryReadUtf8(ReadOnlySpan{byte}, out ReadOnlySpan{byte}, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <returns>The text, as a slice of <paramref name="source"/>.</returns>
    /// <exception cref="FormatException">The source begins with a token of another kind, or the bytes are not well-formed UTF-8.</exception>
    /// <exception cref="OverflowException">The token is longer than <see cref="int.MaxValue"/> bytes.</exception>
    /// <exception cref="EndOfStreamException">The source ends before the token does.</exception>
    public static ReadOnlySpan<byte> ReadUtf8(ReadOnlySpan<byte> source, out int bytesConsumed)
    {
        MessagePackReadStatus status = TryReadUtf8(source, out ReadOnlySpan<byte> utf8, out bytesConsumed);
        if (status != MessagePackReadStatus.Done)
        {
            ThrowHelper.ThrowStringNotRead(status, source, bytesConsumed);
        }

        return utf8;
    }

    /// <summary>
    /// Reads a str token in any of its forms into a new <see cref="string"/>; ill-formed UTF-8 is rejected
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">
    /// Receives the text; <see langword="null"/> unless the status is <see cref="MessagePackReadStatus.Done"/>. (Nil is not a str token.)
    /// </param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <inheritdoc cref="TryReadUtf8(ReadOnlySpan{byte}, out ReadOnlySpan{byte}, out int)" path="/returns"/>
    /// <exception cref="OutOfMemoryException">
    /// There is not enough memory for the text, or it has more code units than a <see cref="string"/> can have, some 2^30.
    /// </exception>
    public static MessagePackReadStatus TryReadString(ReadOnlySpan<byte> source, out string? value, out int length)
    {
        MessagePackReadStatus status = TryReadUtf8(source, out ReadOnlySpan<byte> utf8, out length);
        value = status == MessagePackReadStatus.Done ? Encoding.UTF8.GetString(utf8) : null;
        return status;
    }

    /// <inheritdoc cref="TryReadString(ReadOnlySpan{byte}, out string?, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <returns>The text.</returns>
    /// <inheritdoc cref="ReadUtf8(ReadOnlySpan{byte}, out int)" path="/exception"/>
    /// <inheritdoc cref="TryReadString(ReadOnlySpan{byte}, out string?, out int)" path="/exception"/>
    public static string ReadString(ReadOnlySpan<byte> source, out int bytesConsumed) => Encoding.UTF8.GetString(ReadUtf8(source, out bytesConsumed));

    /// <summary>
    /// Reads a str token in any of its forms into the caller's span; ill-formed UTF-8 is rejected
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#str-format-family">str format family</see>).
    /// </summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="destination">
    /// Where the text goes; it must not overlap <paramref name="source"/>. As many code units as there are bytes of UTF-8 (see <see
    /// cref="TryReadStringHeader(ReadOnlySpan{byte}, out uint, out int)"/>) are always enough. Its content is unspecified unless the status is <see
    /// cref="MessagePackReadStatus.Done"/>.
    /// </param>
    /// <param name="charsWritten">Receives the number of UTF-16 code units.</param>
    /// <param name="length">
    /// Receives the token's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, on
    /// <see cref="MessagePackReadStatus.WrongToken"/> 0. (See the remarks of this class.)
    /// </param>
    /// <returns>
    /// The outcome; <see cref="MessagePackReadStatus.DoesNotFit"/> if the bytes are not well-formed UTF-8, <paramref name="destination"/> is too short, or
    /// the token is longer than <see cref="int.MaxValue"/> bytes, even if it is cut short.
    /// </returns>
    public static MessagePackReadStatus TryReadString(ReadOnlySpan<byte> source, Span<char> destination, out int charsWritten, out int length)
    {
        charsWritten = 0;
        MessagePackReadStatus status = TryReadStringBytes(source, out ReadOnlySpan<byte> utf8, out length);

        // Empty, and thus valid and never too long, unless the status is Done.
        if (Utf8.ToUtf16(utf8, destination, out _, out int written, replaceInvalidSequences: false) != OperationStatus.Done)
        {
            return MessagePackReadStatus.DoesNotFit;
        }

        charsWritten = written;
        return status;
    }

    /// <inheritdoc cref="TryReadString(ReadOnlySpan{byte}, Span{char}, out int, out int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="destination">
    /// Where the text goes; it must not overlap <paramref name="source"/>. As many code units as there are bytes of UTF-8 (see
    /// <see cref="TryReadStringHeader(ReadOnlySpan{byte}, out uint, out int)"/>) are always enough. If an exception is thrown, its content is unspecified.
    /// </param>
    /// <param name="bytesConsumed">Receives the token's length, in bytes.</param>
    /// <returns>The number of UTF-16 code units.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    /// <inheritdoc cref="ReadUtf8(ReadOnlySpan{byte}, out int)" path="/exception"/>
    public static int ReadString(ReadOnlySpan<byte> source, Span<char> destination, out int bytesConsumed)
    {
        MessagePackReadStatus status = TryReadString(source, destination, out int charsWritten, out bytesConsumed);
        if (status == MessagePackReadStatus.DoesNotFit && TryReadUtf8(source, out ReadOnlySpan<byte> utf8, out _) == MessagePackReadStatus.Done)
        {
            ThrowHelper.ThrowTooManyChars(Encoding.UTF8.GetCharCount(utf8), destination);
        }

        if (status != MessagePackReadStatus.Done)
        {
            ThrowHelper.ThrowStringNotRead(status, source, bytesConsumed);
        }

        return charsWritten;
    }

    /// <summary>
    /// Counts the bytes that text takes as UTF-8, which for very long text are more than <see cref="int.MaxValue"/>. It is transcoded piece by piece: the
    /// encoding's own method for counting allocates memory for each unpaired surrogate.
    /// </summary>
    /// <param name="value">The text.</param>
    /// <returns>The number of bytes; three for an unpaired surrogate, which is written as U+FFFD.</returns>
    [SkipLocalsInit]
    internal static long CountUtf8(ReadOnlySpan<char> value)
    {
        Span<byte> piece = stackalloc byte[CountedLength];
        long byteCount = 0;
        while (!value.IsEmpty)
        {
            Utf8.FromUtf16(value, piece, out int charsRead, out int bytesWritten);
            byteCount += bytesWritten;
            value = value[charsRead..];
        }

        return byteCount;
    }

    /// <summary>
    /// Reads a str token in any of its forms, whether its UTF-8 is well-formed or not. <paramref name="bytes"/> is empty unless the status is
    /// <see cref="MessagePackReadStatus.Done"/>.
    /// </summary>
    private static MessagePackReadStatus TryReadStringBytes(ReadOnlySpan<byte> source, out ReadOnlySpan<byte> bytes, out int length)
    {
        bytes = default;
        MessagePackReadStatus status = TryReadStringHeader(source, out uint byteCount, out length);
        return status == MessagePackReadStatus.Done ? TryTakePayload(source, byteCount, ref length, out bytes) : status;
    }
}
