using System;
using System.IO;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>Whole values: their length, how deep they may be nested, and what becomes of malicious ones.</summary>
public class SkipTests
{
    [Theory]
    [InlineData(0x91, 1)]
    [InlineData(0x81, 2)]
    [InlineData(0xdc, 1)]
    [InlineData(0xdd, 1)]
    [InlineData(0xde, 2)]
    [InlineData(0xdf, 2)]
    public void A_hundred_thousand_levels_end_with_a_status(int code, int perLevel)
    {
        byte[] level = [.. SpecFormat.Token(code, count: 1), .. Enumerable.Repeat((byte)0xc0, perLevel - 1)];
        byte[] source = [.. Enumerable.Repeat(level, 100_000).SelectMany(bytes => bytes), 0xc0];
        foreach (int depth in new[] { int.MinValue, 0, 1, 500, 1024, 1025, int.MaxValue })
        {
            Assert.Equal(MessagePackReadStatus.DoesNotFit, MessagePackSpec.TrySkip(source, out int length, depth));
            Assert.Equal(0, length);
            Assert.Throws<OverflowException>(() => MessagePackSpec.Skip(source, out _, depth));
        }
    }

    [Fact]
    public void As_many_levels_as_are_allowed_are_passed_over_and_no_more()
    {
        foreach (int depth in new[] { 0, 1, 2, 3, 499, 500, 501, 1023, 1024 })
        {
            byte[] source = [.. Enumerable.Repeat((byte)0x91, depth), 0xc0];
            Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TrySkip(source, out int length, depth));
            Assert.Equal(source.Length, length);
            Assert.Equal(
                depth == 0 ? MessagePackReadStatus.Done : MessagePackReadStatus.DoesNotFit,
                MessagePackSpec.TrySkip(source, out _, depth - 1));

            // The default is 500.
            Assert.Equal(depth <= 500 ? MessagePackReadStatus.Done : MessagePackReadStatus.DoesNotFit, MessagePackSpec.TrySkip(source, out _));

            // An empty array is a level too; values beside each other are not.
            byte[] empty = [.. Enumerable.Repeat((byte)0x91, depth), 0x90];
            Assert.Equal(
                depth < 1024 ? MessagePackReadStatus.Done : MessagePackReadStatus.DoesNotFit,
                MessagePackSpec.TrySkip(empty, out _, depth + 1));
            Assert.Equal(MessagePackReadStatus.DoesNotFit, MessagePackSpec.TrySkip(empty, out _, depth));
        }

        byte[] row = [0xdc, 0xff, 0xff, .. Enumerable.Repeat(new byte[] { 0x91, 0x80 }, 65535).SelectMany(bytes => bytes)];
        Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TrySkip(row, out int all, 3));
        Assert.Equal(row.Length, all);
        Assert.Equal(MessagePackReadStatus.DoesNotFit, MessagePackSpec.TrySkip(row, out _, 2));
    }

    [Fact]
    public void By_reference_the_source_moves_on_past_the_value_or_not_at_all()
    {
        byte[] source = [0x92, 0x01, 0x91, 0xc0, 0x05];
        ReadOnlySpan<byte> rest = source;
        Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TrySkip(ref rest));
        Assert.Equal(5, Assert.Single(rest.ToArray()));
        MessagePackSpec.Skip(ref rest);
        Assert.True(rest.IsEmpty);
        Assert.Equal(MessagePackReadStatus.NeedMoreData, MessagePackSpec.TrySkip(ref rest));

        rest = source;
        Assert.Equal(MessagePackReadStatus.DoesNotFit, MessagePackSpec.TrySkip(ref rest, maxDepth: 1));
        Assert.True(rest == source);
        Assert.Throws<OverflowException>(() =>
        {
            ReadOnlySpan<byte> tooDeep = source;
            MessagePackSpec.Skip(ref tooDeep, maxDepth: 1);
        });
        Assert.Throws<EndOfStreamException>(() =>
        {
            ReadOnlySpan<byte> cut = source.AsSpan(0, 3);
            MessagePackSpec.Skip(ref cut);
        });
        MessagePackSpec.Skip(ref rest, maxDepth: 2);
        Assert.Equal(1, rest.Length);
    }

    /// <summary>Counts that promise more than there is are detected from the count, before the bytes behind it are looked at.</summary>
    [Theory]
    [InlineData("DDFFFFFFFF", 1)]
    [InlineData("DFFFFFFFFF", 1)]
    [InlineData("DFFFFFFFFF", 400)]
    [InlineData("DDFFFFFFFF", 400)]
    [InlineData("DD7FFFFFFF", 400)]
    public void Hostile_counts_end_at_once(string head, int levels)
    {
        byte[] heads = [.. Enumerable.Repeat(Convert.FromHexString(head), levels).SelectMany(bytes => bytes)];
        byte[] source = new byte[1_000_000];

        // Looking at these bytes would show that they are not tokens.
        source.AsSpan().Fill(0xc1);
        heads.CopyTo(source, 0);
        Assert.Equal(MessagePackReadStatus.DoesNotFit, MessagePackSpec.TrySkip(source, out int length));
        Assert.Equal(0, length);
    }

    [Fact]
    public void A_count_of_more_than_follows_says_how_much_is_missing()
    {
        byte[] source = [0x93, 0x01, 0xdc, 0x10, 0x00, 0x01];
        Assert.Equal(MessagePackReadStatus.NeedMoreData, MessagePackSpec.TrySkip(source, out int length));
        Assert.Equal(5 + 4096 + 1, length);
        EndOfStreamException thrown = Assert.Throws<EndOfStreamException>(() => MessagePackSpec.Skip(source, out _));
        Assert.Contains("6 bytes are there, at least 4102 are needed", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_byte_that_is_never_used_is_found_wherever_it_stands()
    {
        foreach (string hex in new[] { "C1", "91C1", "9201C1", "81C101", "8101C1", "929101C1", "93A161C40101C1" })
        {
            byte[] source = Convert.FromHexString(hex);
            Assert.Equal(MessagePackReadStatus.WrongToken, MessagePackSpec.TrySkip(source, out int length));
            Assert.Equal(0, length);
            Assert.Throws<FormatException>(() => MessagePackSpec.Skip(source, out _));
        }
    }

    [Fact]
    public void Any_value_is_passed_over_and_any_cut_is_found() => Prop.ForAll(
        SpecValues.Any.ToArbitrary(),
        value =>
        {
            byte[] source = [.. value, 0xc1, 0xc1];
            Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TrySkip(source, out int length));
            Assert.Equal(value.Length, length);
            int given = 0;
            for (int cut = 0; cut < value.Length; cut++)
            {
                Assert.Equal(MessagePackReadStatus.NeedMoreData, MessagePackSpec.TrySkip(value.AsSpan(0, cut), out length));
                Assert.InRange(length, cut + 1, value.Length);
            }

            while (MessagePackSpec.TrySkip(value.AsSpan(0, given), out length) == MessagePackReadStatus.NeedMoreData)
            {
                given = length;
            }

            Assert.Equal(value.Length, given);
        }).Check(Config.QuickThrowOnFailure.WithReplay(20261121, 3));

    /// <summary>Random bytes end with some status, within the source.</summary>
    [Fact]
    public void Any_bytes_end_with_a_status()
    {
        var random = new Random(20261121);
        int done = 0;
        for (int i = 0; i < 200_000; i++)
        {
            byte[] source = new byte[random.Next(40)];
            random.NextBytes(source);
            MessagePackReadStatus status = MessagePackSpec.TrySkip(source, out int length, random.Next(5));
            done += status == MessagePackReadStatus.Done ? 1 : 0;
            Assert.True(
                status switch
                {
                    MessagePackReadStatus.Done => length >= 1 && length <= source.Length,
                    MessagePackReadStatus.NeedMoreData => length > source.Length,
                    _ => length == 0,
                },
                $"{Convert.ToHexString(source)}: {status}, {length}");
        }

        Assert.True(done > 1000, $"only {done} were values");
    }
}
