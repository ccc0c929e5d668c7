using System;
using System.Linq;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>Points in time: three forms, their limits, and the framework's types.</summary>
public class TimestampTests
{
    [Theory]
    [InlineData("D6FF00000000", 0, 0)]
    [InlineData("D6FFFFFFFFFF", 4294967295, 0)]
    [InlineData("D7FF0000000100000000", 4294967296, 0)]
    [InlineData("D7FFEE6B27FFFFFFFFFF", 17179869183, 999999999)]
    [InlineData("D7FF0000000400000000", 0, 1)]
    [InlineData("C70CFF000000000000000400000000", 17179869184, 0)]
    [InlineData("C70CFF3B9AC9FFFFFFFFFFFFFFFFFF", -1, 999999999)]
    [InlineData("C70CFF000000018000000000000000", long.MinValue, 1)]
    public void The_shortest_form_is_written_and_read(string hex, long seconds, int nanoseconds)
    {
        byte[] token = Convert.FromHexString(hex);
        var value = new MessagePackTimestamp(seconds, nanoseconds);
        byte[] memory = new byte[15];
        Assert.Equal(token, memory[..MessagePackSpec.WriteTimestamp(memory, value)]);
        Assert.Equal(value, MessagePackSpec.ReadTimestamp(token, out int consumed));
        Assert.Equal(token.Length, consumed);
    }

    /// <summary>The specification says which form is the shortest; other forms, and other heads, are read too.</summary>
    [Theory]
    [InlineData("D7FF0000000000000001", 1, 0)]
    [InlineData("C70CFF000000000000000000000001", 1, 0)]
    [InlineData("C704FF00000001", 1, 0)]
    [InlineData("C8000CFF000000000000000000000001", 1, 0)]
    [InlineData("C900000008FF0000000000000001", 1, 0)]
    public void Longer_forms_are_read(string hex, long seconds, int nanoseconds)
    {
        byte[] token = Convert.FromHexString(hex);
        Assert.Equal(new MessagePackTimestamp(seconds, nanoseconds), MessagePackSpec.ReadTimestamp(token, out int consumed));
        Assert.Equal(token.Length, consumed);
    }

    [Theory]
    [InlineData("D7FFEE6B280000000000", 10)]
    [InlineData("D7FFFFFFFFFFFFFFFFFF", 10)]
    [InlineData("C70CFF3B9ACA000000000000000000", 15)]
    [InlineData("C70CFFFFFFFFFF0000000000000000", 15)]
    public void A_second_of_nanoseconds_is_refused(string hex, int tokenLength)
    {
        byte[] token = Convert.FromHexString(hex);
        Assert.Equal(MessagePackReadStatus.DoesNotFit, MessagePackSpec.TryReadTimestamp(token, out MessagePackTimestamp value, out int length));
        Assert.Equal((default, tokenLength), (value, length));
        Assert.Throws<OverflowException>(() => MessagePackSpec.ReadTimestamp(token, out _));
    }

    [Theory]
    [InlineData("D600FFFFFFFF")]
    [InlineData("D7FE0000000000000000")]
    [InlineData("C70C00000000000000000000000000")]
    [InlineData("C705FF0000000000")]
    [InlineData("C700FF")]
    [InlineData("C9FFFFFFFFFF")]
    public void Another_type_or_length_is_no_timestamp(string hex)
    {
        byte[] token = Convert.FromHexString(hex);
        Assert.Equal(MessagePackReadStatus.WrongToken, MessagePackSpec.TryReadTimestamp(token, out _, out int length));
        Assert.Equal(0, length);
        Assert.Throws<FormatException>(() => MessagePackSpec.ReadTimestamp(token, out _));
    }

    [Fact]
    public void Times_of_the_framework_come_back_to_the_tick()
    {
        var random = new Random(3);
        DateTime[] times =
        [
            DateTime.MinValue, DateTime.MaxValue, DateTime.UnixEpoch, DateTime.UnixEpoch.AddTicks(-1), DateTime.UnixEpoch.AddTicks(1),
            .. Enumerable.Range(0, 1000).Select(_ => new DateTime(random.NextInt64(DateTime.MaxValue.Ticks), DateTimeKind.Utc)),
        ];
        byte[] memory = new byte[MessagePackSpec.MaxTimestampLength];
        foreach (DateTime time in times)
        {
            MessagePackTimestamp value = MessagePackTimestamp.FromDateTime(time);
            Assert.Equal(time.Ticks - DateTime.UnixEpoch.Ticks, ((Int128)value.Seconds * 10_000_000) + (value.Nanoseconds / 100));
            Assert.Equal(0, value.Nanoseconds % 100);
            MessagePackSpec.WriteTimestamp(memory, value);
            MessagePackTimestamp read = MessagePackSpec.ReadTimestamp(memory, out _);
            Assert.Equal(time.Ticks, read.ToDateTime().Ticks);
            Assert.Equal(DateTimeKind.Utc, read.ToDateTime().Kind);
            Assert.Equal(time.Ticks, read.ToDateTimeOffset().UtcTicks);
            Assert.Equal(TimeSpan.Zero, read.ToDateTimeOffset().Offset);
        }
    }

    [Fact]
    public void Offsets_and_local_times_are_the_same_point_in_time()
    {
        var offset = new DateTimeOffset(2026, 11, 21, 1, 2, 3, TimeSpan.FromHours(-9.5));
        Assert.Equal(offset.ToUnixTimeSeconds(), MessagePackTimestamp.FromDateTimeOffset(offset).Seconds);
        var local = new DateTime(2026, 11, 21, 1, 2, 3, DateTimeKind.Local);
        Assert.Equal(new DateTimeOffset(local).ToUnixTimeSeconds(), MessagePackTimestamp.FromDateTime(local).Seconds);
        var unspecified = new DateTime(2026, 11, 21, 1, 2, 3);
        Assert.Equal(DateTime.SpecifyKind(unspecified, DateTimeKind.Utc), MessagePackTimestamp.FromDateTime(unspecified).ToDateTime());
    }

    [Theory]
    [InlineData(-62135596801, 999_999_999)]
    [InlineData(253402300800, 0)]
    [InlineData(long.MinValue, 0)]
    [InlineData(long.MaxValue, 999_999_999)]
    public void Years_that_the_framework_does_not_know_are_said_so(long seconds, int nanoseconds)
    {
        var value = new MessagePackTimestamp(seconds, nanoseconds);
        Assert.False(value.TryToDateTime(out DateTime time));
        Assert.False(value.TryToDateTimeOffset(out DateTimeOffset offset));
        Assert.Equal((default, default), (time, offset));
        Assert.Throws<OverflowException>(() => value.ToDateTime());
        Assert.Throws<OverflowException>(() => value.ToDateTimeOffset());
    }

    [Fact]
    public void The_last_times_that_the_framework_knows_are_known()
    {
        Assert.Equal(DateTime.MinValue, new MessagePackTimestamp(-62135596800, 99).ToDateTime());
        Assert.Equal(DateTime.MaxValue, new MessagePackTimestamp(253402300799, 999_999_999).ToDateTime());
        Assert.True(new MessagePackTimestamp(0, 0).TryToDateTimeOffset(out DateTimeOffset epoch));
        Assert.Equal(DateTimeOffset.UnixEpoch, epoch);
    }

    [Fact]
    public void Equal_timestamps_have_equal_hash_codes_and_others_are_not_equal()
    {
        var value = new MessagePackTimestamp(1, 2);
        Assert.True(value == new MessagePackTimestamp(1, 2) && value.Equals((object)new MessagePackTimestamp(1, 2)));
        Assert.True(value != new MessagePackTimestamp(2, 2) && value != new MessagePackTimestamp(1, 1) && !value.Equals((object)1));
        Assert.Equal(value.GetHashCode(), new MessagePackTimestamp(1, 2).GetHashCode());
    }

    [Fact]
    public void Timestamps_are_ordered_by_seconds_and_then_by_nanoseconds()
    {
        MessagePackTimestamp[] ordered =
        [
            new(long.MinValue, 0), new(-2, 999_999_999), new(-1, 0), new(-1, 1), default, new(0, 999_999_999), new(1, 0), new(long.MaxValue, 999_999_999),
        ];
        for (int i = 0; i < ordered.Length; i++)
        {
            for (int j = 0; j < ordered.Length; j++)
            {
                (MessagePackTimestamp left, MessagePackTimestamp right) = (ordered[i], ordered[j]);
                Assert.Equal(Math.Sign(i.CompareTo(j)), Math.Sign(left.CompareTo(right)));
                Assert.Equal((i < j, i <= j, i > j, i >= j), (left < right, left <= right, left > right, left >= right));
            }
        }
    }

    [Fact]
    public void The_text_has_seconds_and_nanoseconds()
    {
        Assert.Equal("1.000000002", new MessagePackTimestamp(1, 2).ToString());
        Assert.Equal("0.000000002", new MessagePackTimestamp(0, 2).ToString());
        Assert.Equal("-1 + 0.000000002", new MessagePackTimestamp(-1, 2).ToString());
    }

    [Fact]
    public void Negative_nanoseconds_and_those_of_a_second_or_more_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new MessagePackTimestamp(0, -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => new MessagePackTimestamp(0, 1_000_000_000));
    }
}
