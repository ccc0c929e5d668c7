using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec;

/// <summary>The exceptions of the public surface, and their texts, away from the code that runs when all is well.</summary>
internal static class ThrowHelper
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ThrowIfNotSupported<T>()
    {
        if (!Element<T>.IsSupported)
        {
            ThrowNotSupported(typeof(T));
        }
    }

    [DoesNotReturn]
    public static void ThrowSpanTooShort(int length, int sizeHint) => throw new InvalidOperationException(
        $"The IBufferWriter<byte> handed out a span of {length} bytes where {sizeHint} were asked for.");

    [DoesNotReturn]
    public static void ThrowChangedWhileEncoding() =>
        throw new InvalidOperationException("The values were changed by another thread while they were being encoded.");

    [DoesNotReturn]
    public static void ThrowTooLong(int maxLength) => throw new OverflowException($"The encoded array would be longer than {maxLength} bytes.");

    [DoesNotReturn]
    public static void ThrowDestinationTooShort(int count, int length, string paramName) =>
        throw new ArgumentException($"The array has {count} elements, the destination has room for {length}.", paramName);

    /// <summary>Throws for a token that <see cref="MessagePackSpec"/> has no room for.</summary>
    /// <param name="length">The length of the token, in bytes.</param>
    /// <param name="destination">Where the token should have gone.</param>
    [DoesNotReturn]
    public static void ThrowTokenNotWritten(long length, Span<byte> destination) =>
        throw new ArgumentException($"The token takes {length} bytes, the destination has room for {destination.Length}.", nameof(destination));

    /// <summary>Throws for a token that <see cref="MessagePackSpec"/> has not read.</summary>
    /// <param name="status">The outcome of reading it; not <see cref="MessagePackReadStatus.Done"/>.</param>
    /// <param name="source">The bytes; the token is at the start.</param>
    /// <param name="length">The token's length, as far as it is known.</param>
    /// <param name="what">What should have been read.</param>
    [DoesNotReturn]
    public static void ThrowTokenNotRead(MessagePackReadStatus status, ReadOnlySpan<byte> source, int length, string what) => throw (status switch
    {
        MessagePackReadStatus.NeedMoreData => new EndOfStreamException(
            $"The data ends before the end of the token: {source.Length} bytes are there, at least {length} are needed."),
        MessagePackReadStatus.DoesNotFit => new OverflowException($"The value of the token 0x{source[0]:x2} does not fit {what}."),
        _ => (Exception)new FormatException($"The token 0x{source[0]:x2} is not one that {what} is read from."),
    });

    /// <summary>Throws for a string that <see cref="MessagePackSpec"/> has not read.</summary>
    /// <inheritdoc cref="ThrowTokenNotRead" path="/param"/>
    [DoesNotReturn]
    public static void ThrowStringNotRead(MessagePackReadStatus status, ReadOnlySpan<byte> source, int length)
    {
        if (status == MessagePackReadStatus.DoesNotFit && length > 0)
        {
            throw new FormatException($"The string (token 0x{source[0]:x2}) is not well-formed UTF-8.");
        }

        ThrowTokenNotRead(status, source, length, "a string");
    }

    /// <summary>Throws for a string that is longer than the destination for its characters.</summary>
    [DoesNotReturn]
    public static void ThrowTooManyChars(int charCount, Span<char> destination) => throw new ArgumentException(
        $"The string has {charCount} UTF-16 code units, the destination has room for {destination.Length}.", nameof(destination));

    /// <summary>Throws for a value that <see cref="MessagePackSpec"/> has not skipped.</summary>
    /// <param name="status">The outcome of skipping it; not <see cref="MessagePackReadStatus.Done"/>.</param>
    /// <param name="source">The bytes; the value is at the start.</param>
    /// <param name="length">The value's length, as far as it is known.</param>
    [DoesNotReturn]
    public static void ThrowNotSkipped(MessagePackReadStatus status, ReadOnlySpan<byte> source, int length) => throw (status switch
    {
        MessagePackReadStatus.NeedMoreData => new EndOfStreamException(
            $"The data ends before the end of the value: {source.Length} bytes are there, at least {length} are needed."),
        MessagePackReadStatus.DoesNotFit => new OverflowException("Values are nested too deeply, or declared to be longer than 2147483647 bytes."),
        _ => (Exception)new FormatException($"0x{MessagePackFirstByte.NeverUsed:x2} begins no token."),
    });

    [DoesNotReturn]
    public static void ThrowTimestampOutOfRange(long seconds) =>
        throw new OverflowException($"{seconds} seconds from 1970 on are not in the years 1 to 9999.");

    /// <summary>Throws for a header that was not read.</summary>
    /// <param name="status">The outcome of reading it; not <see cref="MessagePackReadStatus.Done"/>.</param>
    /// <param name="code">The header's first byte, if there is one.</param>
    [DoesNotReturn]
    public static void ThrowHeader(MessagePackReadStatus status, byte code) => throw (status switch
    {
        MessagePackReadStatus.NeedMoreData => new EndOfStreamException("The data ends before the end of the array header, at byte 0."),
        MessagePackReadStatus.DoesNotFit => new OverflowException("The array header, at byte 0, declares more than 2147483647 elements."),
        _ => (Exception)new FormatException($"0x{code:x2}, at byte 0, begins neither an array nor nil."),
    });

    /// <summary>Throws for a header that declares more elements than there are bytes after it: the shortest token is one byte.</summary>
    [DoesNotReturn]
    public static void ThrowTooFewBytes(int count, long bytesLeft) => throw new EndOfStreamException(
        $"The array header, at byte 0, declares {count} elements, but only {bytesLeft} bytes follow it.");

    /// <summary>Throws for an element that was not read.</summary>
    /// <param name="status">The status with which decoding stopped before this element.</param>
    /// <param name="code">The first byte of the element's token, if there is one.</param>
    /// <param name="index">The element's index.</param>
    /// <param name="count">The array's element count.</param>
    /// <param name="position">The token's offset from the start of the array header, in bytes.</param>
    [DoesNotReturn]
    public static void ThrowElement<T>(MessagePackReadStatus status, byte code, int index, int count, long position)
    {
        string where = $"element {index} of {count}, at byte {position} from the array header";
        throw status switch
        {
            MessagePackReadStatus.WrongToken => new FormatException($"The token 0x{code:x2} of {where}, is not one that {typeof(T).Name} is read from."),
            MessagePackReadStatus.DoesNotFit => new OverflowException($"The value of {where} (token 0x{code:x2}), does not fit {typeof(T).Name}."),
            _ => (Exception)new EndOfStreamException($"The data ends before the end of {where}."),
        };
    }

    [DoesNotReturn]
    private static void ThrowNotSupported(Type type) => throw new NotSupportedException(
        $"{type} is not an element type of this library. It takes sbyte, short, int, long, byte, ushort, uint, ulong, float, double, Half, bool, char, "
        + "DateTime, TimeSpan, DateOnly, TimeOnly and enums."
        + (Nullable.GetUnderlyingType(type) is null
            ? ""
            : $" Elements that may be missing have methods of their own, such as {nameof(MessagePackArrayEncoder.EncodeNullable)} and "
                + $"{nameof(MessagePackArrayDecoder.DecodeNullable)}."));
}
