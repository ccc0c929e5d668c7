using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec;

/// <summary>
/// Writes and reads every token of <see href="https://github.com/msgpack/msgpack/blob/master/spec.md">the MessagePack specification</see>, one at a time, to
/// and from spans: for messages that are put together by hand. For arrays of numbers, <see cref="MessagePackArrayEncoder"/> and <see
/// cref="MessagePackArrayDecoder"/>, which are built on this class, are quicker.
/// </summary>
/// <remarks>
/// <para>
/// <b>Writing.</b> <c>TryWrite…</c> writes one token to the start of the destination, or returns <see langword="false"/> if the destination is too
/// short for it, which is the only reason to return <see langword="false"/>. <c>bytesWritten</c> is the token's length, or 0 if it does not fit. Nothing
/// is written past <c>bytesWritten</c>. (There is one exception: if a string does not fit, the content of the destination is unspecified.) <c>Write…</c>
/// returns the token's length, and throws <see cref="ArgumentException"/> if the destination is too short. <c>Get…Length</c> and the constants give the
/// length in advance. Bytes or text to be written must not overlap the destination. A <see cref="string"/> or <c>byte[]</c> that is <see langword="null"/>
/// becomes an empty span, as everywhere in .NET, and is written as an empty str or bin; nil is written by <see cref="WriteNil(Span{byte})"/>.
/// </para>
/// <para>
/// The destination comes first among the parameters: it is what one call hands on to the next. (The methods of <see cref="MessagePackArrayEncoder"/>, of which
/// one call writes a whole array, take the values first.)
/// </para>
/// <para>
/// Integers, headers, extensions and timestamps are written in the shortest form that holds the value, byte for byte as MessagePack-CSharp writes them.
/// A <see cref="float"/> is always written as float 32 and a <see cref="double"/> as float 64, whatever the value. Methods whose name ends in
/// <c>Token</c>, or contains the width of a header (<see cref="TryWriteArray32Header"/>), write exactly the form that they are named after. The forms
/// that the specification calls fix… (positive fixint, fixstr, fixext 4, …) are always the shortest for the values that they can hold, and therefore
/// need no methods of their own.
/// </para>
/// <para>
/// <b>Reading.</b> <c>TryRead…</c> accepts every form of its kind of token, not only the shortest, and returns a
/// <see cref="MessagePackReadStatus"/>. Its last parameter, <c>length</c>, receives the token's length in bytes, as far as the source tells it:
/// </para>
/// <list type="bullet">
/// <item><see cref="MessagePackReadStatus.Done"/>: the token's length, which is the number of bytes consumed.</item>
/// <item>
/// <see cref="MessagePackReadStatus.NeedMoreData"/>: the minimum length that the source must have, which is always more than it has. If a length field
/// itself is cut short, this is the length up to the end of that field (of an extension, up to the type behind it), and the next attempt may ask for more. A
/// length field can hold any number: do not allocate memory based on it alone.
/// </item>
/// <item>
/// <see cref="MessagePackReadStatus.DoesNotFit"/>: the token's length, by which it can be skipped; 0 if that is more than
/// <see cref="int.MaxValue"/>, which no span can hold, and from <see cref="TrySkip(ReadOnlySpan{byte}, out int, int)"/>.
/// </item>
/// <item><see cref="MessagePackReadStatus.WrongToken"/>: 0.</item>
/// </list>
/// <para>
/// The value is the default of its type unless the status is <see cref="MessagePackReadStatus.Done"/>. <c>Read…</c> returns the value, and throws
/// <see cref="EndOfStreamException"/>, <see cref="OverflowException"/> or <see cref="FormatException"/> if it can't be read, as
/// <see cref="MessagePackArrayDecoder"/> does. Bytes after the token are not read.
/// </para>
/// <para>
/// <b>One after another.</b> All of this can also be written and read with the span passed by reference
/// (<see cref="TryWriteInt32(ref Span{byte}, int)"/>, <see cref="ReadInt32(ref ReadOnlySpan{byte})"/>), except for the methods of exactly one form: where the
/// other overload returns a length, this one advances the span by that length, which is quicker in a loop over integers or floats. If the destination is too
/// short, or the token can't be read, the span is not advanced.
/// </para>
/// <para>
/// No <c>Try…</c> method throws or allocates, except that <see cref="TryReadString(ReadOnlySpan{byte}, out string?, out int)"/> allocates the string that it
/// returns, and throws <see cref="OutOfMemoryException"/> if there is not enough memory for it, or the text is longer than a string can be. All members are
/// safe to call from multiple threads at the same time.
/// </para>
/// </remarks>
public static partial class MessagePackSpec
{
    // Most tokens and heads are a first byte and a big-endian number of one, two, four or eight bytes. These methods write and read them.

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryWriteCode(Span<byte> destination, byte code, out int bytesWritten)
    {
        if (destination.IsEmpty)
        {
            bytesWritten = 0;
            return false;
        }

        destination[0] = code;
        bytesWritten = 1;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryWriteCode(Span<byte> destination, byte code, byte number, out int bytesWritten)
    {
        if (destination.Length < 1 + sizeof(byte))
        {
            bytesWritten = 0;
            return false;
        }

        ref byte token = ref MemoryMarshal.GetReference(destination);
        token = code;
        Unsafe.Add(ref token, 1) = number;
        bytesWritten = 1 + sizeof(byte);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryWriteCode(Span<byte> destination, byte code, ushort number, out int bytesWritten)
    {
        if (destination.Length < 1 + sizeof(ushort))
        {
            bytesWritten = 0;
            return false;
        }

        ref byte token = ref MemoryMarshal.GetReference(destination);
        token = code;
        BigEndian.Write(ref Unsafe.Add(ref token, 1), number);
        bytesWritten = 1 + sizeof(ushort);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryWriteCode(Span<byte> destination, byte code, uint number, out int bytesWritten)
    {
        if (destination.Length < 1 + sizeof(uint))
        {
            bytesWritten = 0;
            return false;
        }

        ref byte token = ref MemoryMarshal.GetReference(destination);
        token = code;
        BigEndian.Write(ref Unsafe.Add(ref token, 1), number);
        bytesWritten = 1 + sizeof(uint);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryWriteCode(Span<byte> destination, byte code, ulong number, out int bytesWritten)
    {
        if (destination.Length < 1 + sizeof(ulong))
        {
            bytesWritten = 0;
            return false;
        }

        ref byte token = ref MemoryMarshal.GetReference(destination);
        token = code;
        BigEndian.Write(ref Unsafe.Add(ref token, 1), number);
        bytesWritten = 1 + sizeof(ulong);
        return true;
    }

    /// <summary>Reads the number of <paramref name="width"/> bytes that follows a first byte. The caller has checked that first byte.</summary>
    /// <param name="source">The bytes to read from; the first byte is at the start.</param>
    /// <param name="width">1, 2, 4 or 8.</param>
    /// <param name="number">Receives the number.</param>
    /// <param name="length">Receives the length of the first byte and the number, in bytes, even if the source ends earlier.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus TryReadNumber(ReadOnlySpan<byte> source, int width, out ulong number, out int length)
    {
        length = 1 + width;
        if (source.Length < 1 + width)
        {
            number = 0;
            return MessagePackReadStatus.NeedMoreData;
        }

        ref byte first = ref Unsafe.Add(ref MemoryMarshal.GetReference(source), 1);
        number = width switch
        {
            sizeof(byte) => first,
            sizeof(ushort) => BigEndian.ReadUInt16(ref first),
            sizeof(uint) => BigEndian.ReadUInt32(ref first),
            _ => BigEndian.ReadUInt64(ref first),
        };
        return MessagePackReadStatus.Done;
    }

    // Whether the source begins with this first byte and a complete number after it, and that number; 0 if it does not. The readers of integers, and those of
    // floats by reference, first ask this about the widest form of their type (of integers, the unsigned one). Only TryReadSByte(ref …) looks for a fixint
    // instead.

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool StartsWith(ReadOnlySpan<byte> source, byte code, out byte number)
    {
        ref byte token = ref MemoryMarshal.GetReference(source);
        if (source.Length < 1 + sizeof(byte) || token != code)
        {
            number = 0;
            return false;
        }

        number = Unsafe.Add(ref token, 1);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool StartsWith(ReadOnlySpan<byte> source, byte code, out ushort number)
    {
        ref byte token = ref MemoryMarshal.GetReference(source);
        if (source.Length < 1 + sizeof(ushort) || token != code)
        {
            number = 0;
            return false;
        }

        number = BigEndian.ReadUInt16(ref Unsafe.Add(ref token, 1));
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool StartsWith(ReadOnlySpan<byte> source, byte code, out uint number)
    {
        ref byte token = ref MemoryMarshal.GetReference(source);
        if (source.Length < 1 + sizeof(uint) || token != code)
        {
            number = 0;
            return false;
        }

        number = BigEndian.ReadUInt32(ref Unsafe.Add(ref token, 1));
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool StartsWith(ReadOnlySpan<byte> source, byte code, out ulong number)
    {
        ref byte token = ref MemoryMarshal.GetReference(source);
        if (source.Length < 1 + sizeof(ulong) || token != code)
        {
            number = 0;
            return false;
        }

        number = BigEndian.ReadUInt64(ref Unsafe.Add(ref token, 1));
        return true;
    }

    /// <summary>The outcome if there is not even a first byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus NothingThere(out int length)
    {
        length = 1;
        return MessagePackReadStatus.NeedMoreData;
    }

    /// <summary>The outcome for a first byte that is not accepted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus WrongToken(out int length)
    {
        length = 0;
        return MessagePackReadStatus.WrongToken;
    }

    /// <summary>
    /// The outcome if the destination is too short. Methods that are inlined into loops spell it out: each further call to be inlined counts towards the limit
    /// of what the compiler inlines into one method.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool NotWritten(out int bytesWritten)
    {
        bytesWritten = 0;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void ThrowIfNotWritten(bool isWritten, long length, Span<byte> destination)
    {
        if (!isWritten)
        {
            ThrowHelper.ThrowTokenNotWritten(length, destination);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void ThrowIfNotRead(MessagePackReadStatus status, ReadOnlySpan<byte> source, int length, string what)
    {
        if (status != MessagePackReadStatus.Done)
        {
            ThrowHelper.ThrowTokenNotRead(status, source, length, what);
        }
    }
}
