using System;
using System.Buffers;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Formatters;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Where bytes are bin, and where bin and arrays are both accepted. (Bytes as numbers are in the suites of all element types.)</summary>
public class ByteFormatterTests
{
    public static TheoryData<string> Heads => ["c403", "c50003", "c600000003"];

    /// <summary>MessagePack-CSharp writes a list of bytes as an array, and reads it from that or from bin.</summary>
    [Theory]
    [MemberData(nameof(Heads))]
    public void A_list_is_read_from_bin_too(string head)
    {
        byte[] message = [.. Convert.FromHexString(head), 1, 200, 0x93];
        foreach (MessagePackSerializerOptions options in TestedOptions.All)
        {
            foreach (ReadOnlySequence<byte> source in new[] { new ReadOnlySequence<byte>(message), Segmentation.InPieces(message, 2) })
            {
                var reader = new MessagePackReader(source);
                Assert.Equal([1, 200, 0x93], MessagePackSerializer.Deserialize<List<byte>>(ref reader, options));
                Assert.True(reader.End);
            }

            for (int length = 0; length < message.Length; length++)
            {
                Exception thrown = Assert.ThrowsAny<MessagePackSerializationException>(
                    () => MessagePackSerializer.Deserialize<List<byte>>(message.AsMemory(0, length), options));
                Assert.IsType<EndOfStreamException>(thrown.InnerException);
            }
        }
    }

    [Fact]
    public void An_empty_list_and_none_are_read_from_bin_and_nil()
    {
        Assert.Equal([], MessagePackSerializer.Deserialize<List<byte>>(new byte[] { 0xc4, 0 }, SimdStandardResolver.Options));
        Assert.Null(MessagePackSerializer.Deserialize<List<byte>?>(new byte[] { 0xc0 }, SimdStandardResolver.Options));
    }

    [Theory]
    [InlineData("05")]
    [InlineData("c3")]
    [InlineData("ca00000000")]
    [InlineData("81")]
    [InlineData("d4ff00")]
    public void A_list_is_not_read_from_other_tokens(string message) =>
        Assert.IsType<MessagePackSerializationException>(Assert.ThrowsAny<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<List<byte>>(Convert.FromHexString(message), SimdStandardResolver.Options)).InnerException);

    /// <summary>As with the built-in formatters, only the class is read from bin; its interfaces are not.</summary>
    [Fact]
    public void Interfaces_are_not_read_from_bin()
    {
        byte[] message = [0xc4, 3, 1, 2, 3];
        Throws<IList<byte>>();
        Throws<ICollection<byte>>();
        Throws<IReadOnlyList<byte>>();
        Throws<IEnumerable<byte>>();

        void Throws<TShape>() => Assert.IsType<MessagePackSerializationException>(Assert.ThrowsAny<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<TShape>(message, SimdStandardResolver.Options)).InnerException);
    }

    /// <summary>A declared length without that many bytes behind it allocates nothing.</summary>
    [Fact]
    public void A_bin_that_is_cut_short_allocates_nothing()
    {
        foreach (byte[] message in new byte[][] { [0xc6, 0x7f, 0xff, 0xff, 0xff, 1, 2, 3], [0xc6, 0, 0x10, 0, 0, 1, 2, 3] })
        {
            // Once to compile, and then to count: what is left is the exceptions, and far less than the shorter of the two lengths, a mebibyte.
            Fail();
            long before = GC.GetAllocatedBytesForCurrentThread();
            Fail();
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 64 * 1024);

            void Fail() => Assert.IsType<EndOfStreamException>(Assert.Throws<MessagePackSerializationException>(
                () => MessagePackSerializer.Deserialize<List<byte>>(message, SimdStandardResolver.Options)).InnerException);
        }
    }

    /// <summary>An attribute that asks for this formatter leads to an error, not to another encoding.</summary>
    [Fact]
    public void Memories_of_bytes_are_refused()
    {
        byte[] bytes = [1, 2, 200];
        Refuses<Memory<byte>>(bytes);
        Refuses<ReadOnlyMemory<byte>>(bytes);
        Refuses<ArraySegment<byte>>(bytes);
        Refuses(new ReadOnlySequence<byte>(bytes));
        Refuses(Segmentation.InPieces(bytes, 2));

        IMessagePackFormatter<ImmutableArray<byte>> formatter = PrimitiveMemoryFormatter<byte>.Instance;
        byte[] written = Write(formatter, ImmutableArray.Create(bytes));
        Assert.Equal([0x93, 1, 2, 0xcc, 200], written);
        var reader = new MessagePackReader(written);
        Assert.Equal(bytes, formatter.Deserialize(ref reader, SimdStandardResolver.Options).ToArray());
    }

    /// <summary>Every number, as the shortest token, which is the one that is written, and as every other token that it may be read from.</summary>
    [Fact]
    public void Every_byte_is_written_and_read_from_every_form()
    {
        byte[] all = [.. Enumerable.Range(0, 256).Select(number => (byte)number)];
        byte[] message = MessagePackSerializer.Serialize<IEnumerable<byte>>(all, SimdStandardResolver.Options);
        Assert.Equal([0xdc, 1, 0, .. all.SelectMany(number => number < 128 ? new[] { number } : [0xcc, number])], message);
        byte[][] forms = [[0xcc], [0xcd, 0], [0xd1, 0], [0xce, 0, 0, 0], [0xd2, 0, 0, 0], [0xcf, 0, 0, 0, 0, 0, 0, 0], [0xd3, 0, 0, 0, 0, 0, 0, 0]];
        foreach (byte[] form in forms)
        {
            byte[] longer = [0xdc, 1, 0, .. all.SelectMany(number => (byte[])[.. form, number])];
            Assert.Equal(all, MessagePackSerializer.Deserialize<List<byte>>(longer, SimdStandardResolver.Options));
        }

        // A signed byte holds the lower half of them.
        byte[] lower = all[..128];
        byte[] signed = [0xdc, 0, 128, .. lower.SelectMany(number => (byte[])[0xd0, number])];
        Assert.Equal(lower, MessagePackSerializer.Deserialize<List<byte>>(signed, SimdStandardResolver.Options));
    }

    private static void Refuses<TShape>(TShape value)
    {
        IMessagePackFormatter<TShape> formatter = Assert.IsType<IMessagePackFormatter<TShape>>(PrimitiveMemoryFormatter<byte>.Instance, exactMatch: false);
        Assert.Throws<NotSupportedException>(() => Write(formatter, value));
        Assert.Throws<NotSupportedException>(() =>
        {
            var reader = new MessagePackReader(new byte[] { 0x91, 1 });
            formatter.Deserialize(ref reader, SimdStandardResolver.Options);
        });
    }

    private static byte[] Write<TShape>(IMessagePackFormatter<TShape> formatter, TShape value)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        formatter.Serialize(ref writer, value, SimdStandardResolver.Options);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }
}
