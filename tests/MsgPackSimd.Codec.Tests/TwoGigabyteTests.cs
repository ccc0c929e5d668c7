using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Output and input longer than an <see cref="int"/> can count.</summary>
public class TwoGigabyteTests
{
    private const int Count = 1 << 30;

    /// <summary>The longest token that an sbyte takes, and one that shows when a byte is lost.</summary>
    private static readonly byte[] Token = [0xd0, 0x80];

    private static readonly byte[] Header = [0xdd, 0x40, 0x00, 0x00, 0x00];

    [LargeFact]
    [Trait("Category", "Large")]
    public void Encoding_passes_two_gibibytes()
    {
        sbyte[] values = new sbyte[Count];
        Array.Fill(values, sbyte.MinValue);

        Assert.Equal(5 + (2L * Count), MessagePackArrayEncoder.GetEncodedLength<sbyte>(values));
        Assert.Throws<OverflowException>(() => MessagePackArrayEncoder.GetMaxEncodedLength<sbyte>(Count));
        Assert.Throws<OverflowException>(() => MessagePackArrayEncoder.Encode<sbyte>(values));

        // One byte too many for an array, though not for an int.
        int oneTooMany = ((Array.MaxLength - Header.Length) / Token.Length) + 1;
        Assert.Throws<OverflowException>(() => MessagePackArrayEncoder.Encode<sbyte>(values.AsSpan(0, oneTooMany)));

        var output = new DiscardingOutput(Header, Token);
        MessagePackArrayEncoder.Encode<sbyte>(values, output);
        Assert.Equal(5 + (2L * Count), output.Length);
        Assert.Equal(-1, output.FirstDifference);
    }

    /// <summary>Here the lowest 32 bits of the length look like a short length.</summary>
    [LargeFact]
    [Trait("Category", "Large")]
    public void An_encoding_of_more_than_four_gibibytes_is_refused()
    {
        float[] values = GC.AllocateUninitializedArray<float>(860_000_000);
        Assert.InRange(MessagePackArrayEncoder.GetEncodedLength<float>(values), 1L << 32, (1L << 32) + 10_000_000);
        Assert.Throws<OverflowException>(() => MessagePackArrayEncoder.Encode<float>(values));
    }

    /// <summary>There can't be room for the longest tokens, and there need not be.</summary>
    [LargeFact]
    [Trait("Category", "Large")]
    public void Short_tokens_are_encoded_though_the_longest_would_pass_two_gibibytes()
    {
        int[] values = new int[430_000_000];
        Assert.Throws<OverflowException>(() => MessagePackArrayEncoder.GetMaxEncodedLength<int>(values.Length));
        byte[] encoded = MessagePackArrayEncoder.Encode<int>(values);
        Assert.Equal(Header.Length + values.Length, encoded.Length);
        Assert.Equal(-1, encoded.AsSpan(Header.Length).IndexOfAnyExcept((byte)0));
    }

    [LargeFact]
    [Trait("Category", "Large")]
    public void A_sequence_ends_at_two_gibibytes_and_nothing_of_it_is_written()
    {
        // The most elements that the longest array of bytes has room for; one more must be refused.
        int mostElements = (Array.MaxLength - Header.Length) / Token.Length;
        var output = new DiscardingOutput([0xdd, 0x3f, 0xff, 0xff, 0xe1], Token);
        MessagePackArrayEncoder.Encode(TestSequences.Lazy(Enumerable.Repeat(sbyte.MinValue, mostElements)), output);
        Assert.Equal(Header.Length + ((long)Token.Length * mostElements), output.Length);
        Assert.Equal(-1, output.FirstDifference);

        output = new DiscardingOutput(Header, Token);
        Assert.Throws<OverflowException>(
            () => MessagePackArrayEncoder.Encode(TestSequences.Lazy(Enumerable.Repeat(sbyte.MinValue, mostElements + 1)), output));
        Assert.Equal(0, output.Length);
    }

    [LargeFact]
    [Trait("Category", "Large")]
    public void Decoding_passes_two_gibibytes()
    {
        // One piece of memory many times over, of an odd length: tokens lie across the borders of every other segment.
        byte[] odd = [.. Enumerable.Repeat(Token, 1 << 19).SelectMany(token => token), Token[0]];
        byte[] even = [Token[1], .. odd[..^1]];
        var segments = new List<ReadOnlyMemory<byte>> { Header };
        long length = 0;
        for (int i = 0; length < 2L * Count; i++)
        {
            byte[] segment = i % 2 == 0 ? odd : even;
            segments.Add(segment.AsMemory(0, (int)Math.Min(segment.Length, (2L * Count) - length)));
            length += segments[^1].Length;
        }

        sbyte[]? values = MessagePackArrayDecoder.Decode<sbyte>(Segmentation.Join(segments), out long consumed);
        Assert.Equal(5 + (2L * Count), consumed);
        Assert.Equal(Count, values!.Length);
        Assert.Equal(-1, values.AsSpan().IndexOfAnyExcept(sbyte.MinValue));
    }
}
