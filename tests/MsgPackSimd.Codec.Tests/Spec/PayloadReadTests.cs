using System;
using System.IO;
using System.Linq;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>str, bin and ext: what is behind their heads, and what a head may say.</summary>
public class PayloadReadTests
{
    /// <summary>https://www.unicode.org/versions/latest/ table 3-7 says what well-formed UTF-8 is; these are the ways to be ill-formed.</summary>
    [Theory]
    [InlineData("80")]
    [InlineData("C0AF")]
    [InlineData("C1BF")]
    [InlineData("C3")]
    [InlineData("E08080")]
    [InlineData("E0A0")]
    [InlineData("EDA080")]
    [InlineData("EDBFBF")]
    [InlineData("F08080AF")]
    [InlineData("F48FBF")]
    [InlineData("F4908080")]
    [InlineData("F5808080")]
    [InlineData("FF")]
    [InlineData("4141414141414141414141414141414180")]
    public void Ill_formed_text_is_refused(string hex)
    {
        byte[] text = Convert.FromHexString(hex);
        foreach (byte[] token in new byte[][] { [(byte)(0xa0 + text.Length), .. text], [0xd9, (byte)text.Length, .. text], [0xda, 0, (byte)text.Length, .. text] })
        {
            foreach (string name in new[] { "Utf8", "String", "String to a span" })
            {
                (MessagePackReadStatus status, object? value, int length) = SpecReader.Named(name).TryRead(token);
                Assert.Equal((MessagePackReadStatus.DoesNotFit, token.Length), (status, length));
                Assert.True(value is null or "", $"{name}: {value}");
                FormatException thrown = Assert.Throws<FormatException>(() => SpecReader.Named(name).Read(token));
                Assert.Contains("UTF-8", thrown.Message, StringComparison.Ordinal);
            }

            // Writing does not check the text, and neither does reading the header or skipping.
            byte[] written = new byte[token.Length];
            Assert.True(MessagePackSpec.TryWriteUtf8(written, text, out _));
            Assert.Equal((uint)text.Length, MessagePackSpec.ReadStringHeader(token, out _));
            Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TrySkip(token, out int skipped));
            Assert.Equal(token.Length, skipped);
        }
    }

    [Fact]
    public void Text_comes_back_in_each_form() => Prop.ForAll(
        ArbMap.Default.ArbFor<string>(),
        text =>
        {
            // Surrogates without their other half are written as U+FFFD.
            string expected = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text ?? ""));
            byte[] memory = new byte[(3 * expected.Length) + 5];
            int written = MessagePackSpec.WriteString(memory, text);
            Assert.Equal(written, MessagePackSpec.GetStringLength(text));
            Assert.Equal(expected, MessagePackSpec.ReadString(memory, out int consumed));
            Assert.Equal(written, consumed);
            Assert.Equal(expected, Encoding.UTF8.GetString(MessagePackSpec.ReadUtf8(memory, out consumed)));
            char[] chars = new char[expected.Length];
            Assert.Equal(expected.Length, MessagePackSpec.ReadString(memory, chars, out consumed));
            Assert.Equal(expected, new string(chars));
            Assert.Equal(written, consumed);
        }).Check(Config.QuickThrowOnFailure.WithReplay(20261121, 3));

    [Fact]
    public void A_span_too_short_for_the_text_is_said_so()
    {
        byte[] memory = new byte[64];
        MessagePackSpec.WriteString(memory, "a😀ß日");
        for (int room = 0; room < 5; room++)
        {
            char[] chars = new char[room + 4];
            chars.AsSpan().Fill('#');
            MessagePackReadStatus status = MessagePackSpec.TryReadString(memory, chars.AsSpan(2, room), out int count, out int length);
            Assert.Equal((MessagePackReadStatus.DoesNotFit, 0, 11), (status, count, length));
            Assert.Equal("####", $"{chars[0]}{chars[1]}{chars[^2]}{chars[^1]}");
            ArgumentException thrown = Assert.Throws<ArgumentException>("destination", () => MessagePackSpec.ReadString(memory, chars.AsSpan(2, room), out _));
            Assert.Contains($"5 UTF-16 code units, the destination has room for {room}", thrown.Message, StringComparison.Ordinal);
        }

        Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TryReadString(memory, new char[5], out int all, out _));
        Assert.Equal(5, all);
    }

    [Fact]
    public void There_is_no_text_where_none_was_read()
    {
        foreach (byte[] source in new byte[][] { [], [0xa1], [0xc0], [0xa1, 0xff], [0xd9, 2, 0x41], [0xdb, 0xff, 0xff, 0xff, 0xff] })
        {
            Assert.NotEqual(MessagePackReadStatus.Done, MessagePackSpec.TryReadString(source, out string? value, out _));
            Assert.Null(value);
        }

        Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TryReadString([0xa0], out string? empty, out _));
        Assert.Equal("", empty);
    }

    /// <summary>A length is only the sender's claim: no span is as long as the last of these, and no memory is allocated for any.</summary>
    [Fact]
    public void A_length_beyond_any_span_does_not_fit()
    {
        (int Code, string[] Readers, int Head)[] forms = [(0xdb, ["Utf8", "String", "String to a span"], 5), (0xc6, ["Binary"], 5), (0xc9, ["Extension"], 6)];
        foreach ((int code, string[] readers, int head) in forms)
        {
            foreach (uint count in new[] { (uint)(int.MaxValue - head), (uint)(int.MaxValue - head + 1), (uint)int.MaxValue, 1u << 31, uint.MaxValue })
            {
                byte[] source = SpecWriter.Big(code, count, 4);
                source = head == 6 ? [.. source, 7] : source;
                foreach (string name in readers)
                {
                    bool fits = count <= int.MaxValue - head;
                    long before = GC.GetAllocatedBytesForCurrentThread();
                    (MessagePackReadStatus status, _, int length) = SpecReader.Named(name).TryRead(source);
                    Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000);
                    Assert.Equal(fits ? (MessagePackReadStatus.NeedMoreData, int.MaxValue) : (MessagePackReadStatus.DoesNotFit, 0), (status, length));
                    Assert.Throws(fits ? typeof(EndOfStreamException) : typeof(OverflowException), () => SpecReader.Named(name).Read(source));
                }

                Assert.Equal(
                    count <= int.MaxValue - head ? MessagePackReadStatus.NeedMoreData : MessagePackReadStatus.DoesNotFit,
                    MessagePackSpec.TrySkip(source, out _));
            }
        }
    }

    [Fact]
    public void Headers_tell_counts_of_32_bits()
    {
        Assert.Equal(uint.MaxValue, MessagePackSpec.ReadArrayHeader([0xdd, 0xff, 0xff, 0xff, 0xff], out _));
        Assert.Equal(uint.MaxValue, MessagePackSpec.ReadMapHeader([0xdf, 0xff, 0xff, 0xff, 0xff], out _));
        Assert.Equal(uint.MaxValue, MessagePackSpec.ReadStringHeader([0xdb, 0xff, 0xff, 0xff, 0xff], out _));
        Assert.Equal(uint.MaxValue, MessagePackSpec.ReadBinaryHeader([0xc6, 0xff, 0xff, 0xff, 0xff], out _));
        Assert.Equal(uint.MaxValue, MessagePackSpec.ReadExtensionHeader([0xc9, 0xff, 0xff, 0xff, 0xff, 0x80], out sbyte type, out _));
        Assert.Equal(-128, type);
    }

    [Fact]
    public void Bytes_come_back_where_they_are()
    {
        foreach (int length in new[] { 0, 1, 2, 3, 4, 8, 16, 17, 255, 256, 65536 })
        {
            byte[] data = [.. Enumerable.Range(0, length).Select(i => (byte)(i * 7))];
            byte[] memory = new byte[length + 20];
            int written = MessagePackSpec.WriteBinary(memory, data);
            ReadOnlySpan<byte> read = MessagePackSpec.ReadBinary(memory, out int consumed);
            Assert.True(read.SequenceEqual(data));
            Assert.Equal(written, consumed);
            Assert.True(read.Overlaps(memory, out int offset) ? -offset == written - length : length == 0);

            written = MessagePackSpec.WriteExtension(memory, -7, data);
            read = MessagePackSpec.ReadExtension(memory, out sbyte type, out consumed);
            Assert.True(read.SequenceEqual(data));
            Assert.Equal((written, (sbyte)-7), (consumed, type));
        }
    }
}
