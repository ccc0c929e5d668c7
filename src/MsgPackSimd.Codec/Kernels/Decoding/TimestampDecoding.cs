using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Hands timestamps to their kernels, which take stretches of one of the two shorter forms, and to the scalar code.</summary>
internal static class TimestampDecoding
{
    /// <summary>
    /// With fewer times, calling a kernel and then the scalar code for the last ones takes longer than leaving all of them to the scalar code.
    /// </summary>
    private const int MinVectorCount = 8;

    /// <summary>Where stretches of one form are shorter than this, the scalar code takes more and more tokens before a kernel is tried again.</summary>
    private const int MinStretch = 16;

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    public static MessagePackReadStatus Decode(ReadOnlySpan<byte> source, Span<DateTime> destination, out int bytesConsumed, out int valuesWritten)
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref ulong values = ref Unsafe.As<DateTime, ulong>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        nint to = 0;
        int scalarCount = 1;
        var status = MessagePackReadStatus.Done;
        while (true)
        {
            nint length;
            nint room = destination.Length - to;
            if (Avx2.IsSupported && room >= MinVectorCount)
            {
                nint stretch = DecodeStretch(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), room, out length);
                from += length;
                to += stretch;
                scalarCount = ScalarBackoff.Next(scalarCount, stretch < MinStretch ? 0 : length);
                room = Math.Min(scalarCount, destination.Length - to);
            }

            // What a kernel stopped at: as a rule one token of another form, or the last few.
            nint taken = TimestampDecoder.Decode(
                ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), room, out length);
            from += length;
            to += taken;
            if (to == destination.Length)
            {
                break;
            }

            // A token of a form that nobody writes, or one that can't be read.
            if (taken < room)
            {
                status = ScalarFallback.DecodeRun(source, destination, from, to, scalarCount, out int oneLength, out int one);
                from += oneLength;
                to += one;
                if (status != MessagePackReadStatus.Done || from == source.Length || to == destination.Length)
                {
                    break;
                }
            }
        }

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        return status;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeStretch(ref byte source, nint length, ref ulong destination, nint room, out nint consumed)
    {
        nint taken = 0;
        consumed = 0;
        if (length > sizeof(ushort))
        {
            ushort head = Unsafe.ReadUnaligned<ushort>(ref source);
            if (head == TimestampEncoder.Timestamp64Head)
            {
                taken = TimestampDecoderAvx2.DecodeTimestamp64(ref source, length, ref destination, room);
                consumed = taken * TimestampEncoder.Timestamp64Length;
            }
            else if (head == TimestampEncoder.Timestamp32Head)
            {
                taken = TimestampDecoderAvx2.DecodeTimestamp32(ref source, length, ref destination, room);
                consumed = taken * TimestampEncoder.Timestamp32Length;
            }
        }

        return taken;
    }
}
