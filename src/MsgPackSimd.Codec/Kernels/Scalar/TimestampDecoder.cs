using System;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>DateTime</c>, one after another, from the three forms that timestamps are written in. Times in the two shorter forms are always in the range of a
/// <c>DateTime</c>. docs/algorithms/decode.md has more about it.
/// </summary>
internal static class TimestampDecoder
{
    /// <summary>
    /// Decodes tokens until the destination is full, the bytes end, or a token has another form or is not a time of the years 1 to 9999. Telling the three
    /// forms apart is left to the branch predictor: as a rule, all times of an array have a fraction of a second, or none has.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the times' bits go.</param>
    /// <param name="room">The number of times that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens in bytes.</param>
    /// <returns>How many times were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref ulong destination, nint room, out nint consumed)
    {
        nint from = 0;
        nint to = 0;
        while (to < room && from <= length - TimestampEncoder.Timestamp32Length)
        {
            Bounds.Assert(from, TimestampEncoder.Timestamp32Length, length);
            ref byte token = ref Unsafe.Add(ref source, from);
            uint head = Unsafe.ReadUnaligned<uint>(ref token);
            ulong time;
            if ((ushort)head == TimestampEncoder.Timestamp64Head && from <= length - TimestampEncoder.Timestamp64Length)
            {
                ulong data = BigEndian.ReadUInt64(in Unsafe.Add(ref token, sizeof(ushort)));
                time = ToBits(data);
                from += TimestampEncoder.Timestamp64Length;
            }
            else if ((ushort)head == TimestampEncoder.Timestamp32Head)
            {
                ulong seconds = BigEndian.ReadUInt32(in Unsafe.Add(ref token, sizeof(ushort)));
                time = (seconds * TimeSpan.TicksPerSecond) + (DateTimeBits.Utc + DateTimeBits.EpochTicks);
                from += TimestampEncoder.Timestamp32Length;
            }
            else if ((head & 0xffffff) == TimestampEncoder.Timestamp96Head
                && from <= length - TimestampEncoder.Timestamp96Length
                && TryDecodeTimestamp96(ref token, out time))
            {
                from += TimestampEncoder.Timestamp96Length;
            }
            else
            {
                break;
            }

            Bounds.Assert(to, 1, room);
            Unsafe.Add(ref destination, to) = time;
            to++;
        }

        consumed = from;
        return to;
    }

    /// <summary>The bits of a time that is in one of the two shorter forms.</summary>
    /// <param name="data">30 bits of nanoseconds, or zeros, and 34 of seconds.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ToBits(ulong data)
    {
        ulong nanoseconds = data >> MessagePackSpec.SecondsBits;
        ulong seconds = data & ((1UL << MessagePackSpec.SecondsBits) - 1);
        return (seconds * TimeSpan.TicksPerSecond) + (nanoseconds / MessagePackTimestamp.NanosecondsPerTick) + (DateTimeBits.Utc + DateTimeBits.EpochTicks);
    }

    /// <summary>Decodes a timestamp 96.</summary>
    /// <param name="token">Its first byte.</param>
    /// <param name="bits">Receives the time's bits, if it is in the years 1 to 9999.</param>
    private static bool TryDecodeTimestamp96(ref byte token, out ulong bits)
    {
        uint nanoseconds = BigEndian.ReadUInt32(in Unsafe.Add(ref token, 3));
        long seconds = (long)BigEndian.ReadUInt64(in Unsafe.Add(ref token, 3 + sizeof(uint)));
        bool isInRange = MessagePackTimestamp.TryCreateDateTime(seconds, nanoseconds, out DateTime time);
        bits = (ulong)time.Ticks | DateTimeBits.Utc;
        return isInRange;
    }
}
