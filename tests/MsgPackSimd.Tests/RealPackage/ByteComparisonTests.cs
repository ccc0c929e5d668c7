using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Bytes that are MessagePack bin, side by side with the built-in formatters.</summary>
public class ByteComparisonTests
{
    private static readonly MessagePackSerializerOptions BuiltIn = MessagePackSerializerOptions.Standard;

    private static readonly MessagePackSerializerOptions Ours = SimdStandardResolver.Options;

    [Fact]
    public void Arrays_and_memories_stay_bin()
    {
        foreach (int count in new[] { 0, 1, 31, 300, 70_000 })
        {
            byte[] bytes = LargeInput.Create<byte>("random", count, 3);
            byte[] bin = MessagePackSerializer.Serialize(bytes, BuiltIn);
            Assert.True(bin[0] is 0xc4 or 0xc5 or 0xc6);
            Assert.Equal(bin, MessagePackSerializer.Serialize(bytes, Ours));
            Assert.Equal(bin, MessagePackSerializer.Serialize<Memory<byte>>(bytes, Ours));
            Assert.Equal(bin, MessagePackSerializer.Serialize<ReadOnlyMemory<byte>>(bytes, Ours));
            Assert.Equal(bin, MessagePackSerializer.Serialize(new ArraySegment<byte>(bytes), Ours));
            Assert.Equal(bin, MessagePackSerializer.Serialize(new ReadOnlySequence<byte>(bytes), Ours));
            Assert.Equal(bytes, MessagePackSerializer.Deserialize<byte[]>(bin, Ours));
            Assert.Equal(bytes, MessagePackSerializer.Deserialize<List<byte>>(bin, Ours));
        }
    }

    /// <summary>A list of bytes is read from more than an array: every first byte, and messages cut short at several lengths.</summary>
    [Fact]
    public void Lists_are_read_from_the_same_messages()
    {
        byte[] payload = [.. Enumerable.Range(0, 300).Select(i => (byte)(i % 3))];
        for (int first = 0; first < 256; first++)
        {
            foreach (byte[] rest in new byte[][] { [], [0], [3], [0, 3], [0, 0, 0, 3], [0xff, 0xff, 0xff, 0xff], [1, 0] })
            {
                byte[] message = [(byte)first, .. rest, .. payload];
                foreach (int length in new[] { 1, 2, 3, 4, 5, 6, 8, 20, message.Length })
                {
                    byte[] cut = message[..Math.Min(length, message.Length)];
                    Same(new ReadOnlySequence<byte>(cut));
                    Same(Segmentation.InPieces(cut, 2));
                }
            }
        }
    }

    private static void Same(ReadOnlySequence<byte> source) => Assert.Equal(Outcome(source, BuiltIn), Outcome(source, Ours));

    private static string Outcome(ReadOnlySequence<byte> source, MessagePackSerializerOptions options)
    {
        try
        {
            var reader = new MessagePackReader(source);
            List<byte>? list = MessagePackSerializer.Deserialize<List<byte>?>(ref reader, options);
            return $"{(list is null ? "null" : Convert.ToHexString([.. list]))} from {reader.Consumed} bytes";
        }
        catch (MessagePackSerializationException e)
        {
            return $"{e.InnerException!.GetType().Name} {e.GetBaseException().GetType().Name}";
        }
    }
}
