using System;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>DateTime</c>, one after another: from 1970 to 2514 without a branch on whether a time has a fraction of a second. docs/algorithms/encode.md has the
/// arithmetic.
/// </summary>
/// <remarks>
/// <code>
///   timestamp 32    d6 ff | s s s s                                     seconds since 1970; all numbers are big-endian
///   timestamp 64    d7 ff | n n n n n n n n  n n n n n n s s  …  s      30 bits of nanoseconds and 34 of seconds; the first 32 are zeros for a timestamp 32
///   timestamp 96    c7 0c ff | n n n n | s s s s s s s s                earlier or later times
/// </code>
/// </remarks>
internal static class TimestampEncoder
{
    /// <summary>The length of a timestamp 32, in bytes.</summary>
    public const int Timestamp32Length = 6;

    /// <summary>The length of a timestamp 64, in bytes.</summary>
    public const int Timestamp64Length = 10;

    /// <summary>The length of a timestamp 96, in bytes.</summary>
    public const int Timestamp96Length = MessagePackSpec.MaxTimestampLength;

    /// <summary>Code and type as they lie in memory; <see cref="Timestamp64Head"/> is one more.</summary>
    public const ushort Timestamp32Head = MessagePackFirstByte.FixExt4 | (0xff << 8);

    public const ushort Timestamp64Head = MessagePackFirstByte.FixExt8 | (0xff << 8);

    /// <summary>Code, length and type.</summary>
    public const uint Timestamp96Head = MessagePackFirstByte.Ext8 | (12 << 8) | (0xff << 16);

    /// <summary>From this many ticks after 1970 on, the seconds have 35 bits, and the timestamp has the longest form.</summary>
    public const ulong TickLimit = (ulong)TimeSpan.TicksPerSecond << MessagePackSpec.SecondsBits;

    /// <summary>Encodes times until one is local, or there is too little room for the next.</summary>
    /// <param name="source">The first time's bits.</param>
    /// <param name="count">The number of times.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="length">Receives the length of the tokens, in bytes.</param>
    /// <returns>How many times were encoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Encode(ref ulong source, nint count, ref byte destination, nint room, out nint length)
    {
        nint from = 0;
        nint to = 0;
        while (from < count && to <= room - Timestamp64Length)
        {
            // A local time keeps its highest bit, and for a time before 1970 the difference has that bit: both are beyond the limit.
            Bounds.Assert(from, 1, count);
            ulong time = Unsafe.Add(ref source, from) & ~DateTimeBits.Utc;
            ulong ticks = time - DateTimeBits.EpochTicks;
            if (ticks < TickLimit)
            {
                Bounds.Assert(to, Timestamp64Length, room);
                to += Write(Combine(ticks), ref Unsafe.Add(ref destination, to));
            }
            else if ((long)time >= 0 && to <= room - Timestamp96Length)
            {
                Bounds.Assert(to, Timestamp96Length, room);
                WriteTimestamp96(time, ref Unsafe.Add(ref destination, to));
                to += Timestamp96Length;
            }
            else
            {
                break;
            }

            from++;
        }

        length = to;
        return from;
    }

    /// <summary>Adds up the lengths of tokens, until a time is local.</summary>
    /// <param name="source">The first time's bits.</param>
    /// <param name="count">The number of times.</param>
    /// <param name="length">Receives the length of the tokens, in bytes.</param>
    /// <returns>How many times these tokens are for.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint GetLength(ref ulong source, nint count, out long length)
    {
        length = 0;
        for (nint from = 0; from < count; from++)
        {
            ulong time = Unsafe.Add(ref source, from) & ~DateTimeBits.Utc;
            ulong ticks = time - DateTimeBits.EpochTicks;
            if (ticks < TickLimit)
            {
                length += GetLength(Combine(ticks));
            }
            else if ((long)time >= 0)
            {
                length += Timestamp96Length;
            }
            else
            {
                return from;
            }
        }

        return count;
    }

    /// <summary>Nanoseconds and seconds in one number.</summary>
    /// <param name="ticks">Ticks since 1970.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Combine(ulong ticks)
    {
        ulong seconds = ticks / TimeSpan.TicksPerSecond;
        ulong nanoseconds = (ticks - (seconds * TimeSpan.TicksPerSecond)) * MessagePackTimestamp.NanosecondsPerTick;
        return (nanoseconds << MessagePackSpec.SecondsBits) | seconds;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint GetLength(ulong data) => Timestamp32Length + ((Timestamp64Length - Timestamp32Length) * (nint)IsTimestamp64(data));

    /// <summary>1 for the longer form: the sign of the negated upper half. (In a loop, the compiler makes a branch of a comparison.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint IsTimestamp64(ulong data) => (uint)((0UL - (data >> 32)) >> 63);

    /// <summary>
    /// Writes a token, always with the bytes of the longer form: the four bytes of the shorter form come first, shifted up before the bytes are reversed.
    /// </summary>
    /// <param name="data">Nanoseconds and seconds.</param>
    /// <param name="destination">Where the token goes; <see cref="Timestamp64Length"/> bytes are written.</param>
    /// <param name="otherBits">The bits of the first byte to invert.</param>
    /// <returns>The token's length in bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Write(ulong data, ref byte destination, byte otherBits = 0)
    {
        uint isTimestamp64 = IsTimestamp64(data);
        Unsafe.WriteUnaligned(ref destination, (ushort)((Timestamp32Head + isTimestamp64) ^ otherBits));
        BigEndian.Write(ref Unsafe.Add(ref destination, sizeof(ushort)), data << (int)((isTimestamp64 << 5) ^ 32));
        return GetLength(data);
    }

    /// <summary>Encodes numbers of either form, one after another.</summary>
    /// <param name="data">The first of the numbers, which a kernel has put on the stack.</param>
    /// <param name="count">How many there are.</param>
    /// <param name="destination">Where the tokens go; there is room for as many of the longer form.</param>
    /// <returns>The length of the tokens in bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeAny(ref ulong data, nint count, ref byte destination)
    {
        nint to = 0;
        for (nint i = 0; i < count; i++)
        {
            to += Write(Unsafe.Add(ref data, i), ref Unsafe.Add(ref destination, to));
        }

        return (int)to;
    }

    /// <summary>Writes a timestamp 96.</summary>
    /// <param name="time">Ticks since the year 1.</param>
    /// <param name="destination">Where the token goes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteTimestamp96(ulong time, ref byte destination)
    {
        ulong second = time / TimeSpan.TicksPerSecond;
        uint nanoseconds = (uint)(time - (second * TimeSpan.TicksPerSecond)) * MessagePackTimestamp.NanosecondsPerTick;
        Unsafe.WriteUnaligned(ref destination, Timestamp96Head);
        BigEndian.Write(ref Unsafe.Add(ref destination, 3), nanoseconds);
        BigEndian.Write(ref Unsafe.Add(ref destination, 3 + sizeof(uint)), second - MessagePackTimestamp.EpochSecond);
    }
}
