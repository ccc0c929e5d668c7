using System;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Benchmarks.Peers;

/// <summary>
/// Our own code with the signature of the native peers: value by value, in the two forms that <see cref="MessagePackSpec"/> has, and as an array.
/// </summary>
internal static unsafe class ManagedPeer
{
    /// <summary>With the destination by reference, the form for loops.</summary>
    public static int WriteValues(int* values, int count, byte* bytes, int length)
    {
        var rest = new Span<byte>(bytes, length);
        if (!MessagePackSpec.TryWriteArrayHeader(ref rest, (uint)count))
        {
            return -1;
        }

        foreach (int value in new ReadOnlySpan<int>(values, count))
        {
            if (!MessagePackSpec.TryWriteInt32(ref rest, value))
            {
                return -1;
            }
        }

        return length - rest.Length;
    }

    /// <summary>With the token's length, by which the caller moves the destination on.</summary>
    public static int WriteValuesAndSlice(int* values, int count, byte* bytes, int length)
    {
        var rest = new Span<byte>(bytes, length);
        if (!MessagePackSpec.TryWriteArrayHeader(rest, (uint)count, out int bytesWritten))
        {
            return -1;
        }

        rest = rest[bytesWritten..];
        foreach (int value in new ReadOnlySpan<int>(values, count))
        {
            if (!MessagePackSpec.TryWriteInt32(rest, value, out bytesWritten))
            {
                return -1;
            }

            rest = rest[bytesWritten..];
        }

        return length - rest.Length;
    }

    /// <summary>With the source by reference, the form for loops.</summary>
    public static int ReadValues(int* values, int count, byte* bytes, int length)
    {
        var rest = new ReadOnlySpan<byte>(bytes, length);
        if (MessagePackSpec.TryReadArrayHeader(ref rest, out uint size) != MessagePackReadStatus.Done || size > count)
        {
            return -1;
        }

        foreach (ref int value in new Span<int>(values, (int)size))
        {
            if (MessagePackSpec.TryReadInt32(ref rest, out value) != MessagePackReadStatus.Done)
            {
                return -1;
            }
        }

        return rest.IsEmpty ? (int)size : -1;
    }

    /// <summary>With the token's length, by which the caller moves the source on.</summary>
    public static int ReadValuesAndSlice(int* values, int count, byte* bytes, int length)
    {
        var rest = new ReadOnlySpan<byte>(bytes, length);
        if (MessagePackSpec.TryReadArrayHeader(rest, out uint size, out int bytesConsumed) != MessagePackReadStatus.Done || size > count)
        {
            return -1;
        }

        rest = rest[bytesConsumed..];
        foreach (ref int value in new Span<int>(values, (int)size))
        {
            if (MessagePackSpec.TryReadInt32(rest, out value, out bytesConsumed) != MessagePackReadStatus.Done)
            {
                return -1;
            }

            rest = rest[bytesConsumed..];
        }

        return rest.IsEmpty ? (int)size : -1;
    }

    public static int EncodeArray(int* values, int count, byte* bytes, int length) =>
        MessagePackArrayEncoder.TryEncode(new ReadOnlySpan<int>(values, count), new Span<byte>(bytes, length), out int written) ? written : -1;

    public static int DecodeArray(int* values, int count, byte* bytes, int length)
    {
        int size = MessagePackArrayDecoder.Decode(new ReadOnlySpan<byte>(bytes, length), new Span<int>(values, count), out int consumed);
        return consumed == length ? size : -1;
    }
}
