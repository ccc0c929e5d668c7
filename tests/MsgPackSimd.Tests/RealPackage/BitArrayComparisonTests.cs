using System;
using System.Buffers;
using System.Collections;
using System.Linq;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary><see cref="BitArray"/> side by side with the built-in formatter, on messages that are damaged or not.</summary>
public class BitArrayComparisonTests
{
    [Fact]
    public void Same_bytes_values_and_errors()
    {
        var random = new Random(31);
        for (int round = 0; round < 3000; round++)
        {
            bool[] values = LargeInput.Create<bool>("random", random.Next(random.Next(10) == 0 ? 2000 : 70), (ulong)round);
            byte[] message = MessagePackSerializer.Serialize(new BitArray(values), MessagePackSerializerOptions.Standard);
            Assert.Equal(message, MessagePackSerializer.Serialize(new BitArray(values), SimdStandardResolver.Options));

            for (int damage = random.Next(3); damage > 0; damage--)
            {
                int index = random.Next(message.Length);
                message = random.Next(3) switch
                {
                    0 when index > 0 => message[..index],
                    1 => [.. message, (byte)random.Next(256)],
                    _ => [.. message[..index], (byte)random.Next(0xc0, 0xe0), .. message[(index + 1)..]],
                };
            }

            ReadOnlySequence<byte> source = Segmentation.InPieces(message, random.Next(2) == 0 ? message.Length : random.Next(1, 20));
            Assert.Equal(Read(source, MessagePackSerializerOptions.Standard), Read(source, SimdStandardResolver.Options));
        }
    }

    private static string Read(ReadOnlySequence<byte> source, MessagePackSerializerOptions options)
    {
        try
        {
            var reader = new MessagePackReader(source);
            BitArray? bits = MessagePackSerializer.Deserialize<BitArray?>(ref reader, options);
            return bits is null ? "nil" : $"{string.Concat(bits.Cast<bool>().Select(bit => bit ? 1 : 0))} from {reader.Consumed} bytes";
        }
        catch (MessagePackSerializationException e)
        {
            return $"{e.InnerException!.GetType().Name}: {e.InnerException.Message}";
        }
    }
}
