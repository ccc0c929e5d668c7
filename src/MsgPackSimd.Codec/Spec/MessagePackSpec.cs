using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec;

/// <summary>
/// Every token of <see href="https://github.com/msgpack/msgpack/blob/master/spec.md">the MessagePack specification</see>, one at a time, from and
/// to spans: for messages that are put together by hand. Arrays of numbers go quicker through <see cref="MessagePackArrayEncoder"/> and
/// <see cref="MessagePackArrayDecoder"/>, which stand on this.
/// </summary>
/// <remarks>
/// <para>
/// <b>Writing.</b> <c>TryWrite…</c> writes one token to the start of the destination, or nothing and returns <see langword="false"/> when it is
/// too short; that is the only reason to return <see langword="false"/>. <c>bytesWritten</c> is then 0, else the token's length. Past
/// <c>bytesWritten</c> nothing is written. (Only when a string does not fit is what the destination holds unspecified.) <c>Write…</c> returns the
/// token's length and throws <see cref="ArgumentException"/> instead. <c>Get…Length</c> and the constants tell the length beforehand.
/// </para>
/// <para>
/// Each method writes the shortest form that holds its value, byte for byte as MessagePack-CSharp does. Those whose name ends in <c>Token</c>, or
/// has the width of a head in it (<see cref="TryWriteArray32Header"/>), write exactly the form that they are named after. The forms that the
/// specification calls fix… (positive fixint, fixstr, fixext 4, …) are always the shortest for the values that they can hold, and so need no
/// methods of their own.
/// </para>
/// <para>
/// <b>Reading.</b> <c>TryRead…</c> takes every form of its kind, the shortest or not, and says what came of it in a
/// <see cref="MessagePackReadStatus"/>. Its last parameter, <c>length</c>, receives the token's length in bytes, as far as the source tells it:
/// </para>
/// <list type="bullet">
/// <item><see cref="MessagePackReadStatus.Done"/>: the token's length, that is, the bytes that were consumed.</item>
/// <item>
/// <see cref="MessagePackReadStatus.NeedMoreData"/>: how long the source must be at the least, always more than it is. Where a length field
/// itself is cut short, this is the length up to that field's end, and the next attempt may ask for more. A length field says what it likes:
/// do not allocate on its word.
/// </item>
/// <item>
/// <see cref="MessagePackReadStatus.DoesNotFit"/>: the token's length, with which it can be passed over; 0 where that is more than
/// <see cref="int.MaxValue"/>, which no span can hold.
/// </item>
/// <item><see cref="MessagePackReadStatus.WrongToken"/>: 0.</item>
/// </list>
/// <para>
/// The value is its type's default on anything but <see cref="MessagePackReadStatus.Done"/>. <c>Read…</c> returns the value and throws instead:
/// <see cref="EndOfStreamException"/>, <see cref="OverflowException"/> or <see cref="FormatException"/>, as <see cref="MessagePackArrayDecoder"/>
/// does. Bytes after the token are left unread.
/// </para>
/// <para>
/// <b>One after another.</b> What comes in loops, integers, floats, bool, nil and the heads of arrays and maps, can also be written and read with the span
/// by reference (<see cref="TryWriteInt32(ref Span{byte}, int)"/>, <see cref="ReadInt32(ref ReadOnlySpan{byte})"/>): where the other form would say a
/// length, this one moves the span on by it. It is the quicker one in a loop. A span that is too short, or a token that is not read, leaves it where it was.
/// </para>
/// <para>
/// No <c>Try…</c> method throws, and none allocates but for the string that
/// <see cref="TryReadString(ReadOnlySpan{byte}, out string?, out int)"/> returns. All members are safe to call from many threads at once.
/// </para>
/// </remarks>
public static partial class MessagePackSpec
{
    // Most tokens and heads are a first byte and a big-endian number of one, two, four or eight bytes: written and read here.

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

    /// <summary>Reads the number of <paramref name="width"/> bytes behind a first byte that the caller has looked at.</summary>
    /// <param name="source">The bytes to read from; the first byte is at the start.</param>
    /// <param name="width">1, 2, 4 or 8.</param>
    /// <param name="number">Receives the number.</param>
    /// <param name="length">Receives the length of both, whether all of it is there or not.</param>
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

    // Whether a token of one form is at the start, whole: what both forms of reading an integer ask first, for the widest of its type.

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsCode(ReadOnlySpan<byte> source, byte code, out byte number)
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
    private static bool IsCode(ReadOnlySpan<byte> source, byte code, out ushort number)
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
    private static bool IsCode(ReadOnlySpan<byte> source, byte code, out uint number)
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
    private static bool IsCode(ReadOnlySpan<byte> source, byte code, out ulong number)
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

    /// <summary>What is to be said where there is not even a first byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus NothingThere(out int length)
    {
        length = 1;
        return MessagePackReadStatus.NeedMoreData;
    }

    /// <summary>What is to be said of a first byte that is not accepted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus WrongToken(out int length)
    {
        length = 0;
        return MessagePackReadStatus.WrongToken;
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
