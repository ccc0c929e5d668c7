using System;
using System.Linq;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>Every writer with every value on a limit: its bytes, its length told beforehand, and nothing written beside them.</summary>
public class WriterTests
{
    private const byte Untouched = 0xa5;

    [Fact]
    public void The_bytes_are_those_of_the_specification_and_nothing_else_is_touched()
    {
        Assert.True(SpecWriter.All.Count > 500, $"only {SpecWriter.All.Count} writers and values");
        foreach (SpecWriter writer in SpecWriter.All)
        {
            int length = writer.Expected.Length;
            Assert.True(length == writer.Length, $"{writer.Name}: {writer.Length} bytes foretold, not {length}");
            foreach (int room in new[] { length, length + 1, length + 20 })
            {
                byte[] memory = new byte[room + 16];
                memory.AsSpan().Fill(Untouched);
                Assert.True(writer.TryWrite(memory.AsSpan(8, room), out int written), writer.Name);
                Check(writer, memory, written);

                memory.AsSpan().Fill(Untouched);
                Check(writer, memory, writer.Write(memory.AsSpan(8, room)));
            }
        }
    }

    [Fact]
    public void A_destination_that_is_too_short_is_left_alone()
    {
        foreach (SpecWriter writer in SpecWriter.All)
        {
            int length = writer.Expected.Length;
            foreach (int room in Enumerable.Range(0, Math.Min(length, 20)).Append(length / 2).Append(length - 1))
            {
                byte[] memory = new byte[room + 16];
                memory.AsSpan().Fill(Untouched);
                Assert.False(writer.TryWrite(memory.AsSpan(8, room), out int written), $"{writer.Name} in {room} bytes");
                Assert.Equal(0, written);
                Assert.Throws<ArgumentException>("destination", () => writer.Write(memory.AsSpan(8, room)));

                // A string may have been begun. What is around the destination is untouched all the same.
                ReadOnlySpan<byte> inside = memory.AsSpan(8, room);
                Assert.True(writer.Name.StartsWith("String ", StringComparison.Ordinal) || inside.IndexOfAnyExcept(Untouched) < 0, writer.Name);
                Assert.Equal(-1, memory.AsSpan(0, 8).IndexOfAnyExcept(Untouched));
                Assert.Equal(-1, memory.AsSpan(8 + room).IndexOfAnyExcept(Untouched));
            }
        }
    }

    [Fact]
    public void What_a_token_takes_is_said_where_it_has_no_room()
    {
        ArgumentException thrown = Assert.Throws<ArgumentException>(() => MessagePackSpec.WriteInt32(new byte[4], 1 << 30));
        Assert.StartsWith("The token takes 5 bytes, the destination has room for 4.", thrown.Message, StringComparison.Ordinal);
        thrown = Assert.Throws<ArgumentException>(() => MessagePackSpec.WriteString(new byte[4], "日本"));
        Assert.StartsWith("The token takes 7 bytes, the destination has room for 4.", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_longest_heads_and_timestamps_have_the_longest_length()
    {
        Assert.Equal(MessagePackSpec.MaxArrayHeaderLength, MessagePackSpec.GetArrayHeaderLength(uint.MaxValue));
        Assert.Equal(MessagePackSpec.MaxMapHeaderLength, MessagePackSpec.GetMapHeaderLength(uint.MaxValue));
        Assert.Equal(MessagePackSpec.MaxStringHeaderLength, MessagePackSpec.GetStringHeaderLength(uint.MaxValue));
        Assert.Equal(MessagePackSpec.MaxBinaryHeaderLength, MessagePackSpec.GetBinaryHeaderLength(uint.MaxValue));
        Assert.Equal(MessagePackSpec.MaxExtensionHeaderLength, MessagePackSpec.GetExtensionHeaderLength(uint.MaxValue));
        Assert.Equal(15, MessagePackSpec.MaxTimestampLength);
        Assert.Equal(5L + uint.MaxValue, MessagePackSpec.GetBinaryLength(uint.MaxValue));
        Assert.Equal(6L + uint.MaxValue, MessagePackSpec.GetExtensionLength(uint.MaxValue));
        Assert.Equal(5L + uint.MaxValue, MessagePackSpec.GetUtf8Length(uint.MaxValue));
    }

    /// <summary>Text is counted piece by piece: a surrogate pair on the border of two pieces is not taken apart.</summary>
    [Fact]
    public void Text_is_counted_in_pieces()
    {
        foreach (string text in new[] { "", "abc", "a😀b😀😀c", "😀😀😀", "\ud83d\ud83d\ud83d", "x\udc00\ud83dy", "日本語ß" })
        {
            for (int shift = 0; shift < 5; shift++)
            {
                string repeated = new string('a', shift) + string.Concat(System.Linq.Enumerable.Repeat(text, 400));
                Assert.Equal(System.Text.Encoding.UTF8.GetByteCount(repeated), MessagePackSpec.CountUtf8(repeated));
            }

            Assert.Equal(System.Text.Encoding.UTF8.GetByteCount(text), MessagePackSpec.CountUtf8(text));
        }
    }

    private static void Check(SpecWriter writer, byte[] memory, int written)
    {
        Assert.True(writer.Expected.Length == written, $"{writer.Name}: {written} bytes written");
        Assert.True(
            writer.Expected.AsSpan().SequenceEqual(memory.AsSpan(8, written)),
            $"{writer.Name}: {Convert.ToHexString(memory.AsSpan(8, Math.Min(written, 20)))}");
        Assert.Equal(-1, memory.AsSpan(0, 8).IndexOfAnyExcept(Untouched));
        Assert.Equal(-1, memory.AsSpan(8 + written).IndexOfAnyExcept(Untouched));
    }
}
