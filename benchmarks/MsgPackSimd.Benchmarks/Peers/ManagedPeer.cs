using System;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Benchmarks.Peers;

/// <summary>Our own code with the signature of the native peers: value by value, and as an array.</summary>
internal static unsafe class ManagedPeer
{
    public static int WriteValues(int* values, int count, byte* bytes, int length)
    {
        var destination = new Span<byte>(bytes, length);
        if (!MessagePackSpec.TryWriteArrayHeader(destination, (uint)count, out int written))
        {
            return -1;
        }

        foreach (int value in new ReadOnlySpan<int>(values, count))
        {
            if (!MessagePackSpec.TryWriteInt32(destination[written..], value, out int bytesWritten))
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
        if (MessagePackSpec.TryReadArrayHeader(source, out uint size, out int consumed) != MessagePackReadStatus.Done || size > count)
        {
            return -1;
        }

        foreach (ref int value in new Span<int>(values, (int)size))
        {
            if (MessagePackSpec.TryReadInt32(source[consumed..], out value, out int bytesConsumed) != MessagePackReadStatus.Done)
            {
                return -1;
            }

            consumed += bytesConsumed;
        }

        return consumed == length ? (int)size : -1;
    }

    public static int EncodeArray(int* values, int count, byte* bytes, int length) =>
        MessagePackArrayEncoder.TryEncode(new ReadOnlySpan<int>(values, count), new Span<byte>(bytes, length), out int written) ? written : -1;

    public static int DecodeArray(int* values, int count, byte* bytes, int length)
    {
        int size = MessagePackArrayDecoder.Decode(new ReadOnlySpan<byte>(bytes, length), new Span<int>(values, count), out int consumed);
        return consumed == length ? size : -1;
    }
}
