using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>Every integer on a limit, in every token that holds it, into every type: it comes out, or is reported not to fit.</summary>
public class IntegerReadTests
{
    private static readonly (string Reader, Int128 Min, Int128 Max)[] Types =
    [
        ("SByte", sbyte.MinValue, sbyte.MaxValue), ("Int16", short.MinValue, short.MaxValue), ("Int32", int.MinValue, int.MaxValue),
        ("Int64", long.MinValue, long.MaxValue), ("Byte", 0, byte.MaxValue), ("UInt16", 0, ushort.MaxValue), ("UInt32", 0, uint.MaxValue),
        ("UInt64", 0, ulong.MaxValue),
    ];

    [Fact]
    public void Every_limit_in_every_token_is_read_into_every_type_or_does_not_fit()
    {
        int read = 0;
        foreach (Int128 value in SpecWriter.IntegerBoundaries)
        {
            foreach (byte[] token in Tokens(value))
            {
                foreach ((string name, Int128 min, Int128 max) in Types)
                {
                    CheckInteger(name, value >= min && value <= max, value, token);
                    read++;
                }
            }
        }

        Assert.True(read > 1000, $"only {read} cases");
    }

    /// <summary>The tokens whose payload would be another value with the other signedness: 2^64-1 is not -1.</summary>
    [Fact]
    public void The_sign_comes_from_the_form_not_the_bits()
    {
        byte[] ones = Enumerable.Repeat((byte)0xff, 9).ToArray();
        for (int code = 0xcc; code <= 0xd3; code++)
        {
            byte[] token = [(byte)code, .. ones[..(1 << (code & 3))]];
            Int128 value = code >= 0xd0 ? -1 : (Int128.One << (8 << (code & 3))) - 1;
            foreach ((string name, Int128 min, Int128 max) in Types)
            {
                CheckInteger(name, value >= min && value <= max, value, token);
            }
        }
    }

    [Fact]
    public void Floats_take_every_integer_and_either_float()
    {
        foreach (Int128 value in SpecWriter.IntegerBoundaries)
        {
            foreach (byte[] token in Tokens(value))
            {
                float single = value < 0 ? (long)value : (float)(ulong)value;
                double wide = value < 0 ? (long)value : (double)(ulong)value;
                Assert.Equal((MessagePackReadStatus.Done, single, token.Length), SpecReader.Named("Single").TryRead(token));
                Assert.Equal((MessagePackReadStatus.Done, single, token.Length), SpecReader.Named("Single, moving on").TryRead(token));
                Assert.Equal((MessagePackReadStatus.Done, wide, token.Length), SpecReader.Named("Double").TryRead(token));
                Assert.Equal((MessagePackReadStatus.Done, wide, token.Length), SpecReader.Named("Double, moving on").TryRead(token));
            }
        }

        Assert.Equal(0.1, MessagePackSpec.ReadDouble(SpecWriter.Big(0xcb, BitConverter.DoubleToUInt64Bits(0.1), 8), out int consumed));
        Assert.Equal(9, consumed);
        Assert.Equal(0.1f, MessagePackSpec.ReadSingle(SpecWriter.Big(0xcb, BitConverter.DoubleToUInt64Bits(0.1), 8), out consumed));
        Assert.Equal(9, consumed);
        Assert.Equal(0.1f, MessagePackSpec.ReadDouble(SpecWriter.Big(0xca, BitConverter.SingleToUInt32Bits(0.1f), 4), out consumed));
        Assert.Equal(5, consumed);
        Assert.Equal(float.PositiveInfinity, MessagePackSpec.ReadSingle(SpecWriter.Big(0xcb, BitConverter.DoubleToUInt64Bits(1e300), 8), out _));
    }

    [Theory]
    [InlineData(0x7f800001)]
    [InlineData(0xffc12345)]
    public void Bits_of_a_NaN_are_kept(uint bits)
    {
        byte[] token = SpecWriter.Big(0xca, bits, 4);
        MessagePackSpec.TryReadSingleToken(token, out float value, out _);
        Assert.Equal(bits, BitConverter.SingleToUInt32Bits(value));
        byte[] wide = SpecWriter.Big(0xcb, (Int128)bits << 32, 8);
        MessagePackSpec.TryReadDoubleToken(wide, out double number, out _);
        Assert.Equal((ulong)bits << 32, BitConverter.DoubleToUInt64Bits(number));
    }

    [Fact]
    public void Any_integer_is_read_as_it_was_written() => Prop.ForAll(
        (from bits in ArbMap.Default.GeneratorFor<long>() from shift in Gen.Choose(0, 63) select bits >> shift).ToArbitrary(),
        value =>
        {
            byte[] memory = new byte[9];
            int written = MessagePackSpec.WriteInt64(memory, value);
            Assert.Equal(SpecWriter.ShortestInteger(value), memory[..written]);
            Assert.Equal(value, MessagePackSpec.ReadInt64(memory, out int consumed));
            Assert.Equal(written, consumed);
            ulong unsigned = (ulong)value;
            written = MessagePackSpec.WriteUInt64(memory, unsigned);
            Assert.Equal(SpecWriter.ShortestInteger(unsigned), memory[..written]);
            Assert.Equal(unsigned, MessagePackSpec.ReadUInt64(memory, out consumed));
            Assert.Equal(written, consumed);
            foreach ((string name, Int128 min, Int128 max) in Types)
            {
                CheckInteger(name, value >= min && value <= max, value, SpecWriter.ShortestInteger(value));
            }
        }).Check(Config.QuickThrowOnFailure.WithReplay(20261121, 3));

    private static void CheckInteger(string name, bool fits, Int128 value, byte[] token)
    {
        CheckInteger(SpecReader.Named(name), fits, value, token);
        CheckInteger(SpecReader.Named(name + ", moving on"), fits, value, token);
    }

    private static void CheckInteger(SpecReader reader, bool fits, Int128 value, byte[] token)
    {
        // Also with bytes behind the token: a reader may look at as many bytes as the longest token has.
        foreach (byte[] source in new byte[][] { token, [.. token, 0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff] })
        {
            (MessagePackReadStatus status, object? read, int length) = reader.TryRead(source);
            string what = $"{reader.Name} of {Convert.ToHexString(token)}: {status} {read}";
            Assert.True(status == (fits ? MessagePackReadStatus.Done : MessagePackReadStatus.DoesNotFit), what);
            Assert.True(Int128.Parse(Convert.ToString(read, CultureInfo.InvariantCulture)!, CultureInfo.InvariantCulture) == (fits ? value : 0), what);
            Assert.Equal(token.Length, length);
            if (fits)
            {
                Assert.Equal((read, length), reader.Read(source));
            }
            else
            {
                Assert.Throws<OverflowException>(() => reader.Read(source));
            }
        }
    }

    /// <summary>Every token that holds a value, the shortest and the others.</summary>
    private static IEnumerable<byte[]> Tokens(Int128 value)
    {
        if (value >= -32 && value <= 127)
        {
            yield return [(byte)(value & 0xff)];
        }

        for (int code = 0xcc; code <= 0xd3; code++)
        {
            int bits = 8 << (code & 3);
            bool fits = code < 0xd0
                ? value >= 0 && value < Int128.One << bits
                : value >= -(Int128.One << (bits - 1)) && value < Int128.One << (bits - 1);
            if (fits)
            {
                yield return SpecWriter.IntegerToken(code, value);
            }
        }
    }
}
