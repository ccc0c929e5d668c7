using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>Every first byte before every reader, whole and cut short everywhere.</summary>
public class FormatTableTests
{
    public static TheoryData<string> Readers => [.. SpecReader.All.Select(reader => reader.Name)];

    /// <summary>The table the tests judge by has each byte once.</summary>
    [Fact]
    public void The_table_has_every_byte_once()
    {
        IEnumerable<int> codes = SpecFormat.All.SelectMany(format => Enumerable.Range(format.First, format.Last - format.First + 1));
        Assert.Equal(Enumerable.Range(0, 256), codes.Order());
    }

    [Theory]
    [MemberData(nameof(Readers))]
    public void A_reader_takes_its_own_first_bytes_and_no_others(string name)
    {
        SpecReader reader = SpecReader.Named(name);
        for (int code = 0; code <= 255; code++)
        {
            SpecFormat format = SpecFormat.Of(code);
            foreach (byte[] source in new byte[][] { TokenFor(reader, code), [.. TokenFor(reader, code), 0xc1, 0xc1] })
            {
                (MessagePackReadStatus status, object? value, int length) = reader.TryRead(source);
                if (!reader.Accepts(format))
                {
                    Assert.True(status == MessagePackReadStatus.WrongToken && length == 0, $"{name} of {format.Name}: {status}, {length}");
                    Assert.Throws<FormatException>(() => reader.Read(source));
                    continue;
                }

                // Some values of an accepted format are out of a narrow type's range: negative fixints, here, for unsigned types.
                if (code >= 0xe0 && name.Split(',')[0] is "Byte" or "UInt16" or "UInt32" or "UInt64")
                {
                    Assert.Equal((MessagePackReadStatus.DoesNotFit, 1), (status, length));
                    continue;
                }

                Assert.True(status == MessagePackReadStatus.Done, $"{name} of {format.Name}: {status}");
                byte[] token = TokenFor(reader, code);
                Assert.Equal(reader.HeadOnly ? format.Needed(token, token.Length, true) : token.Length, length);
                Assert.Equal((value, length), reader.Read(source));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Readers))]
    public void A_reader_says_how_much_is_missing_wherever_a_token_is_cut(string name)
    {
        SpecReader reader = SpecReader.Named(name);
        for (int code = 0; code <= 255; code++)
        {
            SpecFormat format = SpecFormat.Of(code);
            byte[] token = TokenFor(reader, code);
            int end = reader.HeadOnly ? format.Needed(token, token.Length, true) : token.Length;
            for (int cut = 0; cut < end; cut++)
            {
                byte[] source = token[..cut];
                (MessagePackReadStatus status, object? value, int length) = reader.TryRead(source);
                if (cut > 0 && !reader.Accepts(format))
                {
                    Assert.Equal((MessagePackReadStatus.WrongToken, 0), (status, length));
                    continue;
                }

                Assert.True(status == MessagePackReadStatus.NeedMoreData, $"{name} of {format.Name}, cut at {cut}: {status}");
                Assert.Equal(format.Needed(token, cut, reader.HeadOnly), length);
                Assert.True(value is null or "" or false || value.Equals(DefaultOf(value)), $"{name} of {format.Name}, cut at {cut}: {value}");
                Assert.Throws<System.IO.EndOfStreamException>(() => reader.Read(source));
            }
        }
    }

    /// <summary>A caller who gives a reader exactly what it asks for reaches the end of the token in at most three steps after the first.</summary>
    [Theory]
    [MemberData(nameof(Readers))]
    public void Giving_a_reader_what_it_asks_for_comes_to_an_end(string name)
    {
        SpecReader reader = SpecReader.Named(name);
        foreach (int code in Enumerable.Range(0, 256).Where(code => reader.Accepts(SpecFormat.Of(code))))
        {
            byte[] token = TokenFor(reader, code);
            int given = 0;
            for (int attempt = 0; ; attempt++)
            {
                (MessagePackReadStatus status, _, int length) = reader.TryRead(token.AsSpan(0, given));
                if (status != MessagePackReadStatus.NeedMoreData)
                {
                    Assert.Equal(given, length);
                    break;
                }

                Assert.InRange(length, given + 1, token.Length);
                Assert.InRange(attempt, 0, 3);
                given = length;
            }
        }
    }

    [Fact]
    public void Skipping_takes_every_first_byte_but_one()
    {
        for (int code = 0; code <= 255; code++)
        {
            SpecFormat format = SpecFormat.Of(code);
            int elements = format.Name switch
            {
                "fixarray" => code - 0x90,
                "fixmap" => 2 * (code - 0x80),
                "array 16" or "array 32" => 3,
                "map 16" or "map 32" => 6,
                _ => 0,
            };
            byte[] value = [.. SpecFormat.Token(code), .. Enumerable.Repeat((byte)0xc0, elements)];
            byte[] source = [.. value, 0xc1];
            MessagePackReadStatus status = MessagePackSpec.TrySkip(source, out int length);
            if (code == 0xc1)
            {
                Assert.Equal((MessagePackReadStatus.WrongToken, 0), (status, length));
                Assert.Throws<FormatException>(() => MessagePackSpec.Skip(source, out _));
                continue;
            }

            Assert.Equal((MessagePackReadStatus.Done, value.Length), (status, length));
            MessagePackSpec.Skip(source, out int consumed);
            Assert.Equal(value.Length, consumed);

            // What is asked for at each cut: first the head; then head, payload and a byte for each element, which is the whole value here.
            for (int cut = 0; cut < value.Length; cut++)
            {
                Assert.Equal(MessagePackReadStatus.NeedMoreData, MessagePackSpec.TrySkip(value.AsSpan(0, cut), out length));
                int head = 1 + format.CountWidth + format.TypeWidth;
                Assert.Equal(cut == 0 ? 1 : cut < head ? head : value.Length, length);
                Assert.Throws<System.IO.EndOfStreamException>(() => MessagePackSpec.Skip(value.AsSpan(0, cut), out _));
            }
        }
    }

    /// <summary>A token that the reader accepts, provided that it accepts this first byte at all.</summary>
    private static byte[] TokenFor(SpecReader reader, int code) => reader.Name.Split(',')[0] == "Timestamp"
        ? SpecFormat.Token(code, count: 12, type: -1)
        : SpecFormat.Token(code);

    private static object? DefaultOf(object value) => value switch
    {
        // Records of a type and a value or a string.
        (sbyte, string) => ((sbyte)0, ""),
        (sbyte, uint) => ((sbyte)0, 0u),
        _ => Activator.CreateInstance(value.GetType()),
    };
}
