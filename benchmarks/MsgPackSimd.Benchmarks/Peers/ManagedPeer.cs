using System;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Format;

namespace MsgPackSimd.Benchmarks.Peers;

/// <summary>Our own code with the signature of the native peers: value by value, and as an array.</summary>
internal static unsafe class ManagedPeer
{
    public static int WriteValues(int* values, int count, byte* bytes, int length)
    {
        var destination = new Span<byte>(bytes, length);
        if (!ArrayHeader.TryWrite(destination, count, out int written))
        {
            return -1;
        }

        foreach (int value in new ReadOnlySpan<int>(values, count))
        {
            if (!IntegerToken.TryWrite(destination[written..], (long)value, out int bytesWritten))
            {
                return -1;
            }

            written += bytesWritten;
        }

        return written;
    }

    public static int ReadValues(int* values, int count, byte* bytes, int length)
    {
        var source = new ReadOnlySpan<byte>(bytes, length);
        if (ArrayHeader.TryRead(source, out int size, out int consumed) != TokenStatus.Done || size > count)
        {
            return -1;
        }

        foreach (ref int value in new Span<int>(values, size))
        {
            if (!TryReadInt32(source[consumed..], out value, out int bytesConsumed))
            {
                return -1;
            }

            consumed += bytesConsumed;
        }

        return consumed == length ? size : -1;
    }

    public static int EncodeArray(int* values, int count, byte* bytes, int length) =>
        MessagePackArrayEncoder.TryEncode(new ReadOnlySpan<int>(values, count), new Span<byte>(bytes, length), out int written) ? written : -1;

    public static int DecodeArray(int* values, int count, byte* bytes, int length)
    {
        int size = MessagePackArrayDecoder.Decode(new ReadOnlySpan<byte>(bytes, length), new Span<int>(values, count), out int consumed);
        return consumed == length ? size : -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadInt32(ReadOnlySpan<byte> source, out int value, out int bytesConsumed)
    {
        bool isRead = IntegerToken.TryRead(source, out ulong wide, out bool isNegative, out bytesConsumed) == TokenStatus.Done;
        value = (int)wide;
        return isRead && (isNegative ? value == (long)wide && value < 0 : (uint)value == wide && value >= 0);
    }
}
