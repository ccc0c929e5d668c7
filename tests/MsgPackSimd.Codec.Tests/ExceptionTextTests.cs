using System;
using System.Buffers;
using System.IO;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>What exceptions say: what was found, for which element, and at which byte from the array header.</summary>
public class ExceptionTextTests
{
    [Theory]
    [InlineData("", typeof(EndOfStreamException), "The data ends before the end of the array header, at byte 0.")]
    [InlineData("dc01", typeof(EndOfStreamException), "The data ends before the end of the array header, at byte 0.")]
    [InlineData("dd80000000", typeof(OverflowException), "The array header, at byte 0, declares more than 2147483647 elements.")]
    [InlineData("a161", typeof(FormatException), "0xa1, at byte 0, begins neither an array nor nil.")]
    [InlineData("dc001005", typeof(EndOfStreamException), "The array header, at byte 0, declares 16 elements, but only 1 bytes follow it.")]
    [InlineData(
        "9305c000", typeof(FormatException), "The token 0xc0 of element 1 of 3, at byte 2 from the array header, is not one that Int16 is read from.")]
    [InlineData(
        "9305cd8000ce00", typeof(OverflowException), "The value of element 1 of 3, at byte 2 from the array header (token 0xcd), does not fit Int16.")]
    [InlineData("93d10102cd03", typeof(EndOfStreamException), "The data ends before the end of element 1 of 3, at byte 4 from the array header.")]
    [InlineData("92d10102", typeof(EndOfStreamException), "The data ends before the end of element 1 of 2, at byte 4 from the array header.")]
    public void Every_form_of_decoding_says_where_and_what(string message, Type exception, string text)
    {
        byte[] source = Convert.FromHexString(message);
        short[] room = new short[20];
        Assert.Equal(text, Assert.Throws(exception, () => MessagePackArrayDecoder.Decode<short>(source, out int _)).Message);
        Assert.Equal(text, Assert.Throws(exception, () => MessagePackArrayDecoder.Decode<short>(source, room, out int _)).Message);
        for (int length = 1; length <= 8; length++)
        {
            ReadOnlySequence<byte> pieces = Segmentation.InPieces(source, length);
            Assert.Equal(text, Assert.Throws(exception, () => MessagePackArrayDecoder.Decode<short>(pieces, out long _)).Message);
            Assert.Equal(text, Assert.Throws(exception, () => MessagePackArrayDecoder.Decode<short>(pieces, room, out long _)).Message);
        }
    }

    [Theory]
    [InlineData("dc01", typeof(EndOfStreamException), "The data ends before the end of the array header, at byte 0.")]
    [InlineData("a161", typeof(FormatException), "0xa1, at byte 0, begins neither an array nor nil.")]
    [InlineData("dc0010c0", typeof(EndOfStreamException), "The array header, at byte 0, declares 16 elements, but only 1 bytes follow it.")]
    [InlineData(
        "93c0c200", typeof(FormatException), "The token 0xc2 of element 1 of 3, at byte 2 from the array header, is not one that Int16 is read from.")]
    [InlineData(
        "93c0cd8000ce00", typeof(OverflowException), "The value of element 1 of 3, at byte 2 from the array header (token 0xcd), does not fit Int16.")]
    [InlineData("93d10102c0cd", typeof(EndOfStreamException), "The data ends before the end of element 2 of 3, at byte 5 from the array header.")]
    public void Every_form_of_decoding_elements_that_may_be_missing_says_where_and_what(string message, Type exception, string text)
    {
        byte[] source = Convert.FromHexString(message);
        short?[] room = new short?[20];
        Assert.Equal(text, Assert.Throws(exception, () => MessagePackArrayDecoder.DecodeNullable<short>(source, out int _)).Message);
        Assert.Equal(text, Assert.Throws(exception, () => MessagePackArrayDecoder.DecodeNullable<short>(source, room, out int _)).Message);
        for (int length = 1; length <= 8; length++)
        {
            ReadOnlySequence<byte> pieces = Segmentation.InPieces(source, length);
            Assert.Equal(text, Assert.Throws(exception, () => MessagePackArrayDecoder.DecodeNullable<short>(pieces, out long _)).Message);
            Assert.Equal(text, Assert.Throws(exception, () => MessagePackArrayDecoder.DecodeNullable<short>(pieces, room, out long _)).Message);
        }
    }

    [Theory]
    [InlineData("cd80", typeof(EndOfStreamException), "The data ends before the end of the token: 2 bytes are there, at least 3 are needed.")]
    [InlineData("cd8000", typeof(OverflowException), "The value of the token 0xcd does not fit Int16.")]
    [InlineData("c2", typeof(FormatException), "The token 0xc2 is not one that Int16 is read from.")]
    public void A_single_token_says_what_it_is_and_what_was_to_be_read(string token, Type exception, string text) =>
        Assert.Equal(text, Assert.Throws(exception, () => MessagePackSpec.ReadInt16(Convert.FromHexString(token), out _)).Message);

    /// <summary>0xc1 begins nothing.</summary>
    [Fact]
    public void Every_reader_says_what_it_is_that_it_reads()
    {
        byte[] token = [0xc1];
        AssertReads("a bool", () => MessagePackSpec.ReadBoolean(token, out _));
        AssertReads("a number", () => MessagePackSpec.ReadSingle(token, out _));
        AssertReads("a number", () => MessagePackSpec.ReadDouble(token, out _));
        AssertReads("float 32", () => MessagePackSpec.ReadSingleToken(token, out _));
        AssertReads("float 64", () => MessagePackSpec.ReadDoubleToken(token, out _));
        AssertReads("an array", () => MessagePackSpec.ReadArrayHeader(token, out _));
        AssertReads("a map", () => MessagePackSpec.ReadMapHeader(token, out _));
        AssertReads("a string", () => MessagePackSpec.ReadStringHeader(token, out _));
        AssertReads("bin", () => MessagePackSpec.ReadBinaryHeader(token, out _));
        AssertReads("a span of bin", () => MessagePackSpec.ReadBinary(token, out _).Length);
        AssertReads("an extension", () => MessagePackSpec.ReadExtensionHeader(token, out _, out _));
        AssertReads("a span of extension data", () => MessagePackSpec.ReadExtension(token, out _, out _).Length);
        AssertReads("a timestamp", () => MessagePackSpec.ReadTimestamp(token, out _));
        AssertReads("nil", () =>
        {
            MessagePackSpec.ReadNil(token, out int bytesConsumed);
            return bytesConsumed;
        });
    }

    [Theory]
    [InlineData("05", typeof(FormatException), "The token 0x05 is not one that a string is read from.")]
    [InlineData("a1ff", typeof(FormatException), "The string (token 0xa1) is not well-formed UTF-8.")]
    public void A_string_that_is_not_read_says_why(string token, Type exception, string text) =>
        Assert.Equal(text, Assert.Throws(exception, () => MessagePackSpec.ReadUtf8(Convert.FromHexString(token), out _).Length).Message);

    [Theory]
    [InlineData("9205", typeof(EndOfStreamException), "The data ends before the end of the value: 2 bytes are there, at least 3 are needed.")]
    [InlineData("919105", typeof(OverflowException), "Values are nested too deeply, or declared to be longer than 2147483647 bytes.")]
    [InlineData("c1", typeof(FormatException), "0xc1 begins no token.")]
    public void A_value_that_is_passed_over_says_why_it_is_not(string value, Type exception, string text) =>
        Assert.Equal(text, Assert.Throws(exception, () => MessagePackSpec.Skip(Convert.FromHexString(value), out _, maxDepth: 1)).Message);

    [Fact]
    public void A_time_that_is_no_date_is_told_which_ones_are() =>
        Assert.Equal(
            "253402300800 seconds from 1970 on are not in the years 1 to 9999.",
            Assert.Throws<OverflowException>(() => new MessagePackTimestamp(253402300800, 0).ToDateTime()).Message);

    [Fact]
    public void A_destination_that_is_too_short_is_told_how_long_it_would_have_to_be()
    {
        byte[] source = [0x93, 1, 2, 3];
        const string Text = "The array has 3 elements, the destination has room for 2. (Parameter 'destination')";
        short[] room = new short[2];
        Assert.Equal(Text, Assert.Throws<ArgumentException>(() => MessagePackArrayDecoder.Decode<short>(source, room, out int _)).Message);
        Assert.Equal(
            Text,
            Assert.Throws<ArgumentException>(() => MessagePackArrayDecoder.Decode<short>(Segmentation.InPieces(source, 1), room, out long _)).Message);
    }

    [Fact]
    public void A_type_that_is_no_element_is_told_which_ones_are()
    {
        Exception thrown = Assert.Throws<NotSupportedException>(() => MessagePackArrayEncoder.Encode<decimal>([]));
        Assert.Equal(
            "System.Decimal is not an element type of this library. It takes sbyte, short, int, long, byte, ushort, uint, ulong, float, double, Half, bool, char, DateTime, TimeSpan, DateOnly, TimeOnly and enums.",
            thrown.Message);

        thrown = Assert.Throws<NotSupportedException>(() => MessagePackArrayEncoder.Encode<int?>([]));
        Assert.EndsWith(
            "Elements that may be missing have methods of their own, such as EncodeNullable and DecodeNullable.", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_span_that_is_too_short_is_told_with_both_lengths()
    {
        Exception thrown = Assert.Throws<InvalidOperationException>(
            () => MessagePackArrayEncoder.Encode<short>(new short[10], new WatchedOutput(Generosity.OneByteShort)));
        Assert.Equal("The IBufferWriter<byte> handed out a span of 30 bytes where 31 were asked for.", thrown.Message);
    }

    [Fact]
    public void The_exception_for_values_that_change_under_the_encoder_calls_them_that() =>
        Assert.Equal(
            "The values were changed by another thread while they were being encoded.",
            Assert.Throws<InvalidOperationException>(ThrowHelper.ThrowChangedWhileEncoding).Message);

    [Fact]
    public void The_exception_for_an_array_that_would_be_too_long_says_how_long_one_may_be() =>
        Assert.Equal(
            "The encoded array would be longer than 2147483591 bytes.",
            Assert.Throws<OverflowException>(() => ThrowHelper.ThrowTooLong(Array.MaxLength)).Message);

    private static void AssertReads<T>(string what, Func<T> read) =>
        Assert.Equal($"The token 0xc1 is not one that {what} is read from.", Assert.Throws<FormatException>(() => _ = read()).Message);
}
