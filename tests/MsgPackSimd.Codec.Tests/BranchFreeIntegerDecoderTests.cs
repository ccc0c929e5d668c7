using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Where the branch-free decoder stops, which the loops around it rely on; what it decodes is tested in <see cref="KernelTests"/>.</summary>
public class BranchFreeIntegerDecoderTests
{
    /// <summary>Enough bytes behind the last token for it to be read.</summary>
    private static readonly byte[] Reach = new byte[8];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(5)]
    public void It_stops_after_a_dozen_tokens_as_long_as_the_one_before_and_says_the_length(int length)
    {
        byte[] other = length == 2 ? [5] : [0xd0, 5];
        byte[] tooFew = [.. other, .. Repeat(length, 12), .. other];
        Assert.Equal((0, 14, tooFew.Length), Decode([.. tooFew, .. Reach], room: 14));

        byte[] enough = [.. other, .. Repeat(length, 13)];
        Assert.Equal((length, 14, enough.Length), Decode([.. enough, .. Repeat(length, 20), .. Reach], room: 100));
        Assert.Equal((length, 14, enough.Length), Decode([.. enough, .. other, .. Reach], room: 100));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(5)]
    public void Tokens_of_one_length_are_decoded_to_the_last(int length)
    {
        for (int count = 0; count < 20; count++)
        {
            byte[] tokens = Repeat(length, count);
            int[] values = new int[20];
            ref byte first = ref tokens.AsSpan().GetPinnableReference();
            Assert.Equal(count, BranchFreeIntegerDecoder<int, Signed>.DecodeOfLength(ref first, tokens.Length, ref values[0], 20, length));
            Assert.Equal(Math.Min(count, 7), BranchFreeIntegerDecoder<int, Signed>.DecodeOfLength(ref first, tokens.Length, ref values[0], 7, length));
        }
    }

    [Fact]
    public void Of_the_last_eight_bytes_it_reads_what_the_scalar_decoder_reads()
    {
        foreach (int code in Enumerable.Range(0, 256))
        {
            foreach (byte next in new byte[] { 0x00, 0x7f, 0x80, 0xcc, 0xff })
            {
                for (int before = 0; before < 8; before++)
                {
                    // Fixints, the token, and behind it its payload or more tokens. What lies before all of them must not be read as a token.
                    byte[] last = [1, 2, 3, 4, 5, 6, 7, 8];
                    last[before] = (byte)code;
                    last[Math.Min(before + 1, 7)] = before < 7 ? next : (byte)code;
                    for (int left = 0; left <= 8; left++)
                    {
                        byte[] source = [.. Enumerable.Repeat((byte)0xd0, 8), .. last.AsSpan(0, left)];
                        LastAsScalar<sbyte, sbyte, Signed>(source, left);
                        LastAsScalar<short, short, Signed>(source, left);
                        LastAsScalar<uint, int, Unsigned>(source, left);
                        LastAsScalar<long, long, Signed>(source, left);
                        LastAsScalar<ulong, long, Unsigned>(source, left);
                    }
                }
            }
        }
    }

    [Fact]
    public void It_does_not_stop_at_zeros()
    {
        long[] lanes = new long[2];
        byte[] tokens = [0xd0, 0, 0xcc, 0];
        Assert.Equal(2, BranchFreeIntegerDecoder<long, Unsigned>.DecodeOfLength(ref tokens[0], tokens.Length, ref lanes[0], 2, 2));
        Assert.Equal(2, BranchFreeIntegerDecoder<long, Signed>.DecodeOfLength(ref tokens[0], tokens.Length, ref lanes[0], 2, 2));
    }

    [Fact]
    public void An_unsigned_value_is_not_read_from_a_negative_token()
    {
        byte[] tokens = [0xd2, 0x7f, 0xff, 0xff, 0xff, 0xce, 0xff, 0xff, 0xff, 0xff, 0xd2, 0xff, 0xff, 0xff, 0xff];
        long[] lanes = new long[3];
        Assert.Equal(2, BranchFreeIntegerDecoder<long, Unsigned>.DecodeOfLength(ref tokens[0], tokens.Length, ref lanes[0], 3, 5));
        Assert.Equal([0x7fffffff, 0xffffffff, 0], lanes);
        Assert.Equal(3, BranchFreeIntegerDecoder<long, Signed>.DecodeOfLength(ref tokens[0], tokens.Length, ref lanes[0], 3, 5));
        Assert.Equal([0x7fffffff, 0xffffffff, -1], lanes);
    }

    private static (int Uniform, int Written, int Consumed) Decode(byte[] source, int room)
    {
        int[] values = new int[room];
        int uniform = BranchFreeIntegerDecoder<int, Signed>.Decode(
            ref source[0], source.Length, ref values[0], room, out nint consumed, out nint written);
        return (uniform, (int)written, (int)consumed);
    }

    /// <summary>Tokens of one length with the value 5.</summary>
    private static byte[] Repeat(int length, int count)
    {
        byte[] token = length switch
        {
            1 => [5],
            2 => [0xcc, 5],
            3 => [0xcd, 0, 5],
            5 => [0xce, 0, 0, 0, 5],
            _ => [0xcf, 0, 0, 0, 0, 0, 0, 0, 5],
        };
        return [.. Enumerable.Repeat(token, count).SelectMany(bytes => bytes)];
    }

    private static void LastAsScalar<T, TLane, TSignedness>(byte[] source, int left)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        foreach (int room in new[] { 0, 1, 3, 8 })
        {
            var expected = new T[9];
            ScalarDecoder.Decode(source.AsSpan(source.Length - left), expected.AsSpan(0, room), out int expectedConsumed, out int expectedCount);
            var actual = new TLane[9];
            nint count = BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeLast(
                ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(source), source.Length), left, ref actual[0], room, out nint consumed);
            Assert.Equal((expectedCount, expectedConsumed), ((int)count, (int)consumed));
            Assert.True(MemoryMarshal.AsBytes<TLane>(actual).SequenceEqual(MemoryMarshal.AsBytes<T>(expected)), Convert.ToHexString(source));
        }
    }
}
