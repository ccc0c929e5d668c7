using System;
using System.Buffers;
using System.IO;

namespace MsgPackSimd.Demo.Conversion;

/// <summary>
/// Hands out one small buffer and writes it to a stream whenever it is full: an array of any size is encoded without its bytes ever being
/// in memory together.
/// </summary>
/// <param name="stream">Receives the bytes.</param>
internal sealed class StreamBufferWriter(Stream stream) : IBufferWriter<byte>
{
    private byte[] buffer = new byte[64 * 1024];
    private int used;

    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, buffer.Length - used);
        used += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        if (buffer.Length - used < Math.Max(sizeHint, 1))
        {
            Flush();
            if (buffer.Length < sizeHint)
            {
                buffer = new byte[sizeHint];
            }
        }

        return buffer.AsMemory(used);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>Writes what is left in the buffer.</summary>
    public void Flush()
    {
        stream.Write(buffer, 0, used);
        used = 0;
    }
}
