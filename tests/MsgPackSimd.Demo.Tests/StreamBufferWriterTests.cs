using System;
using System.IO;
using MsgPackSimd.Demo.Conversion;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

public class StreamBufferWriterTests
{
    [Fact]
    public void Bytes_arrive_in_order_whatever_sizes_are_asked_for()
    {
        var stream = new MemoryStream();
        var writer = new StreamBufferWriter(stream);
        int written = 0;
        foreach (int size in new[] { 0, 1, 65_535, 3, 65_536, 200_000, 0, 17 })
        {
            Span<byte> span = writer.GetSpan(size);
            Assert.True(span.Length >= Math.Max(size, 1));
            for (int i = 0; i < size; i++)
            {
                span[i] = (byte)(written + i);
            }

            writer.Advance(size);
            written += size;
        }

        writer.Flush();

        byte[] content = stream.ToArray();
        Assert.Equal(written, content.Length);
        for (int i = 0; i < content.Length; i++)
        {
            Assert.Equal((byte)i, content[i]);
        }
    }

    [Fact]
    public void More_than_was_handed_out_cannot_be_advanced()
    {
        var writer = new StreamBufferWriter(Stream.Null);

        Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(writer.GetMemory().Length + 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(-1));
    }
}
