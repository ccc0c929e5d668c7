using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Format;

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

    /// <summary>Throws for a header that was not read.</summary>
    /// <param name="status">What came of reading it; not <see cref="TokenStatus.Done"/>.</param>
    /// <param name="code">Its first byte, where there is one.</param>
    [DoesNotReturn]
    public static void ThrowHeader(TokenStatus status, byte code) => throw (status switch
    {
        TokenStatus.NeedMoreData => new EndOfStreamException("The data ends before the end of the array header, at byte 0."),
        TokenStatus.DoesNotFit => new OverflowException("The array header, at byte 0, declares more than 2147483647 elements."),
        _ => (Exception)new FormatException($"0x{code:x2}, at byte 0, begins neither an array nor nil."),
    });

    /// <summary>Throws for a header that declares more elements than there are bytes, the shortest token being one byte.</summary>
    [DoesNotReturn]
    public static void ThrowTooFewBytes(int count, long bytesLeft) => throw new EndOfStreamException(
        $"The array header, at byte 0, declares {count} elements, but only {bytesLeft} bytes follow it.");

    /// <summary>Throws for an element that was not read.</summary>
    /// <param name="status">What came of reading it; not with an element read.</param>
    /// <param name="code">Its token's first byte, where there is one.</param>
    /// <param name="index">The element's index.</param>
    /// <param name="count">The array's element count.</param>
    /// <param name="position">The token's offset from the start of the array header, in bytes.</param>
    [DoesNotReturn]
    public static void ThrowElement<T>(TokenStatus status, byte code, int index, int count, long position)
    {
        string where = $"element {index} of {count}, at byte {position} from the array header";
        throw status switch
        {
            TokenStatus.WrongKind => new FormatException($"The token 0x{code:x2} of {where}, is not one that {typeof(T).Name} is read from."),
            TokenStatus.DoesNotFit => new OverflowException($"The value of {where} (token 0x{code:x2}), does not fit {typeof(T).Name}."),
            _ => (Exception)new EndOfStreamException($"The data ends before the end of {where}."),
        };
    }

    [DoesNotReturn]
    private static void ThrowNotSupported(Type type) => throw new NotSupportedException(
        $"{type} is not an element type of this library. It takes sbyte, short, int, long, ushort, uint, ulong, float, double, bool and char.");
}
