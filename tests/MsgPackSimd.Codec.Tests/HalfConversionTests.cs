using System;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Halves are widened and narrowed to the very bits that C#'s casts give: every half, and every <c>float</c> that differs in what decides on rounding.
/// (The casts are the judge, not arithmetic of our own, since MessagePack-CSharp's formatter uses them.)
/// </summary>
public class HalfConversionTests
{
    private const int HalfCount = 1 << 16;

    /// <summary>
    /// Of the 13 bits that a half lacks (and of those above them, which a subnormal half lacks too): none, the least, both sides of one half, and
    /// all.
    /// </summary>
    private static readonly int[] LowBits = [0, 1, 0x0fff, 0x1000, 0x1001, 0x1fff];

    /// <summary>A level without the wide registers has narrower vectors, so that every width is tested at some level.</summary>
    [Fact]
    public void Vectors_are_as_wide_as_the_instruction_set() =>
        Assert.Equal(Avx2.IsSupported ? 32 : 16, Vector<byte>.Count);

    [Fact]
    public void Every_half_is_widened()
    {
        short[] halves = [.. Enumerable.Range(0, HalfCount).Select(bits => (short)bits)];
        int[] singles = new int[HalfCount];
        HalfConversion.Widen(ref halves[0], HalfCount, ref singles[0]);
        AssertBits.Equal(halves.Select(Widened).ToArray(), singles);
    }

    [Fact]
    public void Every_way_to_round_gives_the_bits_of_the_cast()
    {
        int[] singles = new int[HalfCount];
        short[] halves = new short[HalfCount];
        short[] expected = new short[HalfCount];
        foreach (int low in LowBits)
        {
            for (int high = 0; high < 1 << 19; high += HalfCount)
            {
                for (int i = 0; i < HalfCount; i++)
                {
                    singles[i] = ((high + i) << 13) | low;
                    expected[i] = Narrowed(singles[i]);
                }

                HalfConversion.Narrow(ref singles[0], HalfCount, ref halves[0]);
                AssertBits.Equal(expected, halves);
            }
        }
    }

    /// <summary>
    /// From 0 up: fewer than four, fewer than eight, groups of eight, vectors, and the last ones a second time. What is behind them stays as it is, except that
    /// at least eight are widened.
    /// </summary>
    [Fact]
    public void Any_number_of_them_is_converted()
    {
        var random = new Random(1);
        for (int count = 0; count < 100; count++)
        {
            short[] halves = [.. Enumerable.Range(0, count + 8).Select(_ => (short)random.Next())];
            int[] widened = [.. Enumerable.Repeat(-1, count + 8)];
            HalfConversion.Widen(ref halves[0], count, ref widened[0]);
            int[] expectedSingles = [.. halves.Take(count).Select(Widened)];
            AssertBits.Equal(expectedSingles, widened[..count]);
            Assert.All(widened[Math.Max(8, count)..], bits => Assert.Equal(-1, bits));

            int[] singles =
                [.. Enumerable.Range(0, count + 8).Select(i => random.Next(4) == 0 ? random.Next() : Widened(halves[i]) + random.Next(-4096, 4097))];
            short[] narrowed = [.. Enumerable.Repeat((short)-1, count + 8)];
            HalfConversion.Narrow(ref singles[0], count, ref narrowed[0]);
            short[] expectedHalves = [.. singles.Take(count).Select(Narrowed), .. Enumerable.Repeat((short)-1, 8)];
            AssertBits.Equal(expectedHalves, narrowed);
        }
    }

    /// <summary>The byte beside the flag may be anything, and so may the bits of a missing element.</summary>
    [Fact]
    public void Any_number_of_them_is_converted_where_some_are_missing()
    {
        var random = new Random(2);
        for (int count = 0; count < 100; count++)
        {
            var halves = new NullableLane<short>[count + 8];
            var singles = new NullableLane<int>[count + 8];
            random.NextBytes(MemoryMarshal.AsBytes(halves.AsSpan()));
            random.NextBytes(MemoryMarshal.AsBytes(singles.AsSpan()));
            var widened = new NullableLane<int>[count + 8];
            var narrowed = new NullableLane<short>[count + 8];
            HalfConversion.Widen(ref halves[0], count, ref widened[0]);
            HalfConversion.Narrow(ref singles[0], count, ref narrowed[0]);
            for (int i = 0; i < count + 8; i++)
            {
                (byte, int) expectedSingle = i < count ? (halves[i].HasValue, Widened(halves[i].Value)) : default;
                (byte, short) expectedHalf = i < count ? (singles[i].HasValue, Narrowed(singles[i].Value)) : default;
                Assert.Equal(expectedSingle, (widened[i].HasValue, widened[i].Value));
                Assert.Equal(expectedHalf, (narrowed[i].HasValue, narrowed[i].Value));
            }
        }
    }

    private static int Widened(short half) => BitConverter.SingleToInt32Bits((float)BitConverter.Int16BitsToHalf(half));

    private static short Narrowed(int single) => BitConverter.HalfToInt16Bits((Half)BitConverter.Int32BitsToSingle(single));
}
