using System;
using System.Linq;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// The decoders of one token at a time stop where a kernel for tokens that are alike may be quicker. Which elements come out does not depend on where that is, so
/// nothing else notices if it is a token too late.
/// </summary>
public class StreakTests
{
    /// <summary>
    /// Four tokens in a row that are all nil (a dot) or all not nil (an x), and behind how many tokens that is the case for the first time; 0 if it never is.
    /// </summary>
    [Theory]
    [InlineData("....", 4)]
    [InlineData("....x", 4)]
    [InlineData("xxxx", 4)]
    [InlineData("xxxx.", 4)]
    [InlineData("x....x", 5)]
    [InlineData(".xxxx.", 5)]
    [InlineData("...x...x", 0)]
    [InlineData("xxx.xxx.", 0)]
    [InlineData("..xx..xxxx..", 10)]
    [InlineData("xx..xx....xx", 10)]
    [InlineData("...", 0)]
    public void As_many_tokens_in_a_row_as_asked_for_that_are_all_nil_or_all_not_nil(string pattern, int expected)
    {
        byte[] source = [.. pattern.Select(c => c == '.' ? (byte)0xc0 : (byte)7), .. new byte[16]];
        var lanes = new NullableLane<uint>[pattern.Length];
        bool areAlike = NullableDecoder<uint, NullableInteger<uint, Signed>>.Decode(
            ref source[0], source.Length, ref lanes[0], lanes.Length, 4, out nint consumed, out nint written);

        Assert.Equal(expected > 0, areAlike);
        Assert.Equal(expected > 0 ? expected : pattern.Length, written);
        Assert.Equal(written, consumed);
        Assert.All(lanes.Take((int)written).Zip(pattern), pair => Assert.Equal(pair.Second == '.' ? 0 : 1, pair.First.HasValue));
    }

    /// <summary>Tokens of one byte, and of three behind them, and behind how many of them a dozen were each as long as the one before; 0 if they never are.</summary>
    [Theory]
    [InlineData(13, 0, 13, 1)]
    [InlineData(20, 0, 13, 1)]
    [InlineData(12, 5, 0, 0)]
    [InlineData(12, 12, 0, 0)]
    [InlineData(12, 13, 25, 3)]
    [InlineData(0, 13, 13, 3)]
    public void A_dozen_tokens_each_as_long_as_the_one_before(int ones, int threes, int expected, int expectedLength)
    {
        byte[] tokens = [.. Enumerable.Repeat((byte)7, ones), .. Enumerable.Repeat(new byte[] { 0xcd, 1, 0 }, threes).SelectMany(token => token)];
        byte[] source = [.. tokens, .. new byte[BranchFreeIntegerDecoder<int, Signed>.Reach]];
        var values = new int[ones + threes];
        int length = BranchFreeIntegerDecoder<int, Signed>.Decode(
            ref MemoryMarshal.GetArrayDataReference(source), source.Length, ref values[0], values.Length, out nint consumed, out nint written);

        Assert.Equal(expectedLength, length);
        Assert.Equal(expected > 0 ? expected : values.Length, written);
        Assert.Equal(Math.Min(written, ones) + (3 * Math.Max(0, written - ones)), consumed);
        Assert.Equal(Enumerable.Repeat(7, ones).Concat(Enumerable.Repeat(256, threes)).Take((int)written), values.Take((int)written));
    }
}
