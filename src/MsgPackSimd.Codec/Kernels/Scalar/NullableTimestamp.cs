using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>DateTime?</c>: the two shorter forms of timestamps, and nil. (The longest form, and local times, are left to <see cref="ScalarNullable"/>.)
/// </summary>
internal readonly struct NullableTimestamp : INullableToken<ulong>
{
    public static int Room
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TimestampEncoder.Timestamp64Length;
    }

    public static int Reach
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TimestampEncoder.Timestamp64Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWrite(ref byte token, ulong value, long presence, out nint length)
    {
        ulong ticks = ((value & ~DateTimeBits.Utc) - DateTimeBits.EpochTicks) & (ulong)presence;
        if (ticks >= TimestampEncoder.TickLimit)
        {
            length = 0;
            return false;
        }

        // A missing element takes the form of 1970 with another code.
        byte change = (byte)(~presence & (MessagePackFirstByte.FixExt4 ^ MessagePackFirstByte.Nil));
        nint written = TimestampEncoder.Write(TimestampEncoder.Combine(ticks), ref token, change);
        length = Presence.TokenLength((int)written - 1, presence);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ref byte token, out ulong value, out long presence, out nint length)
    {
        uint head = Unsafe.ReadUnaligned<ushort>(ref token);
        presence = Presence.OfCode((byte)head);
        uint form = head - TimestampEncoder.Timestamp32Head;

        // The next token waits for the length. Two bits of d6, d7 and c0 give it.
        nint isTimestamp64 = (nint)(head & 1);
        length = 1
            + ((TimestampEncoder.Timestamp32Length - 1) * (nint)((head >> 4) & 1))
            + ((TimestampEncoder.Timestamp64Length - TimestampEncoder.Timestamp32Length) * isTimestamp64);
        ulong data = BigEndian.ReadUInt64(in Unsafe.Add(ref token, sizeof(ushort))) >> (int)(32 - (isTimestamp64 << 5));
        value = TimestampDecoder.ToBits(data) & (ulong)presence;
        return (form & ~1 & presence) == 0;
    }
}
