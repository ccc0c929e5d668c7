using System;
using System.Linq;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>What is guessed from the next few bytes, against the words of its comments. (No guess changes what is decoded: that is tested elsewhere.)</summary>
public class TokenSampleTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(5)]
    [InlineData(9)]
    public void Four_tokens_of_one_length_are_a_guess_and_fewer_are_not(int length)
    {
        byte[] token = length switch
        {
            1 => [5],
            2 => [0xcc, 5],
            3 => [0xcd, 0, 5],
            5 => [0xce, 0, 0, 0, 5],
            _ => [0xcf, 0, 0, 0, 0, 0, 0, 0, 5],
        };
        byte[] four = [.. token, .. token, .. token, .. token];
        Assert.Equal(length, TokenSample<int, Signed>.GuessLength(four));

        // The fourth token's first byte tells.
        Assert.Equal(length, TokenSample<int, Signed>.GuessLength(four.AsSpan(0, (3 * length) + 1)));
        Assert.Equal(0, TokenSample<int, Signed>.GuessLength(four.AsSpan(0, 3 * length)));
        for (int i = 1; i < 4; i++)
        {
            byte[] changed = [.. four];
            changed[i * length] = length == 1 ? (byte)0xd0 : (byte)5;
            Assert.Equal(0, TokenSample<int, Signed>.GuessLength(changed));
        }

        Assert.Equal(0, TokenSample<int, Signed>.GuessLength([]));
    }

    [Fact]
    public void Others_are_counted_byte_by_byte()
    {
        var random = new Random(5);
        byte[] bytes = new byte[64];
        for (int round = 0; round < 1000; round++)
        {
            random.NextBytes(bytes);
            CountsAs<Signed>(bytes, code => code is >= 0x80 and < 0xe0);
            CountsAs<Unsigned>(bytes, code => code >= 0x80);
        }

        static void CountsAs<TSignedness>(byte[] bytes, Func<byte, bool> isOther)
            where TSignedness : ISignedness
        {
            Assert.Equal(bytes.Take(8).Count(isOther), TokenSample<int, TSignedness>.CountOthersOf8(bytes));
            Assert.Equal(bytes.Take(16).Count(isOther), TokenSample<int, TSignedness>.CountOthersOf16(bytes));
            ulong others = bytes.Select((code, i) => isOther(code) ? 1UL << i : 0).Aggregate((a, b) => a | b);
            Assert.Equal(others, TokenSample<int, TSignedness>.OthersOf64(ref bytes[0]));
        }
    }

    [Fact]
    public void Fewer_than_sixteen_bytes_count_as_sixteen_others()
    {
        Assert.Equal(16, TokenSample<int, Signed>.CountOthersOf16(new byte[15]));
        Assert.Equal(0, TokenSample<int, Signed>.CountOthersOf16(new byte[16]));
    }

    [Fact]
    public void Others_are_few_in_fixints_and_many_in_prefixes_and_neither_is_said_of_too_few_bytes()
    {
        byte[] fixInts = new byte[64];
        byte[] prefixes = [.. Enumerable.Repeat((byte)0xcc, 64)];
        Assert.True(TokenSample<long, Signed>.HasFewOthersOf64(fixInts));
        Assert.False(TokenSample<long, Signed>.HasManyOthersOf64(fixInts));
        Assert.False(TokenSample<long, Signed>.HasFewOthersOf64(prefixes));
        Assert.True(TokenSample<long, Signed>.HasManyOthersOf64(prefixes));

        // Of 63 bytes only the first 16 are looked at, and of 15 none.
        Assert.False(TokenSample<long, Signed>.HasFewOthersOf64(fixInts.AsSpan(0, 63)));
        Assert.True(TokenSample<long, Signed>.HasManyOthersOf64(prefixes.AsSpan(0, 63)));
        Assert.True(TokenSample<long, Signed>.HasManyOthersOf64(prefixes.AsSpan(0, 16)));
        Assert.False(TokenSample<long, Signed>.HasManyOthersOf64(prefixes.AsSpan(0, 15)));
    }
}
