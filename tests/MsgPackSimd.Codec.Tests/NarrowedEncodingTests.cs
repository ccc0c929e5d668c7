using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Long arrays of 64-bit integers, stretches of which fit 32 bits and are encoded as if they had no more.</summary>
public class NarrowedEncodingTests
{
    private const byte Untouched = 0xa5;

    /// <summary>Around the lengths of vectors, of what is narrowed at a time, and of the pauses between attempts.</summary>
    private static readonly int[] Lengths = [1, 3, 4, 5, 8, 63, 64, 65, 200, 255, 256, 257, 259, 260, 263, 264, 300, 511, 512, 513, 700, 4100];

    /// <summary>The last ones that fit and the first that do not, for elements with a sign and without.</summary>
    private static readonly long[] Borders =
        [int.MinValue, int.MinValue - 1L, int.MaxValue, int.MaxValue + 1L, uint.MaxValue, uint.MaxValue + 1L, long.MinValue, long.MaxValue, -1, 0];

    [Fact]
    public void Stretches_of_every_length_between_others_come_out_as_the_reference_says()
    {
        Check<long>();
        Check<ulong>();
        Check<TimeSpan>();
        Check<TimeOnly>();
    }

    private static void Check<T>()
        where T : unmanaged
    {
        var random = new Random(31);
        foreach (int before in Lengths)
        {
            foreach (int others in new[] { 0, 1, 2, 70, 300 })
            {
                long[] values = [.. Stretch(random, before), .. Others(random, others), .. Stretch(random, 300), .. Others(random, 1), .. Stretch(random, 20)];
                CheckValues(Values<T>(values), [0, 1, 9, 40]);
            }
        }

        // Each value around the borders at each place of a vector.
        foreach (long border in Borders)
        {
            for (int place = 250; place < 275; place++)
            {
                long[] values = [.. Stretch(random, 600)];
                values[place] = border;
                CheckValues(Values<T>(values), [0]);
            }
        }

        // So many failed attempts, one after another, that the longest pause between two is reached.
        CheckValues(Values<T>([.. Enumerable.Range(0, 60_000).Select(i => i % 30 == 29 ? 1L << 40 : i)]), [0, 100]);
    }

    /// <summary>Room that ends anywhere in the second thousand bytes.</summary>
    [Fact]
    public void Stops_at_a_whole_element_wherever_the_room_ends()
    {
        var random = new Random(32);
        long[] values = [.. Stretch(random, 450), 1L << 50, .. Stretch(random, 300)];
        byte[] encoded = ReferenceCodec.EncodeElements<long>(values);
        int[] ends = [.. Enumerable.Range(0, values.Length + 1).Select(count => ReferenceCodec.EncodeElements<long>(values.AsSpan(0, count)).Length)];
        for (int room = 700; room <= encoded.Length; room++)
        {
            byte[] memory = new byte[room + 80];
            memory.AsSpan().Fill(Untouched);
            OperationStatus status = MessagePackArrayEncoder.EncodeElements<long>(values, memory.AsSpan(8, room), out int read, out int written);
            int expected = Array.FindLastIndex(ends, end => end <= room);
            Assert.Equal(expected == values.Length ? OperationStatus.Done : OperationStatus.DestinationTooSmall, status);
            Assert.Equal((expected, ends[expected]), (read, written));
            Assert.Equal(encoded.AsSpan(0, written), memory.AsSpan(8, written));
            Assert.Equal(-1, memory.AsSpan(0, 8).IndexOfAnyExcept(Untouched));
            Assert.Equal(-1, memory.AsSpan(8 + room).IndexOfAnyExcept(Untouched));
        }
    }

    private static void CheckValues<T>(T[] values, int[] missingBytes)
        where T : unmanaged
    {
        byte[] expected = ReferenceCodec.EncodeElements<T>(values);
        foreach (int missing in missingBytes)
        {
            byte[] tokens = new byte[Math.Max(0, expected.Length - missing)];
            OperationStatus status = MessagePackArrayEncoder.EncodeElements<T>(values, tokens, out int read, out int written);
            Assert.Equal(missing == 0 ? OperationStatus.Done : OperationStatus.DestinationTooSmall, status);
            Assert.Equal(ReferenceCodec.EncodeElements<T>(values.AsSpan(0, read)).Length, written);
            Assert.InRange(tokens.Length - written, 0, missing == 0 ? 0 : 8);
            Assert.True(expected.AsSpan(0, written).SequenceEqual(tokens.AsSpan(0, written)));
        }
    }

    private static T[] Values<T>(long[] values)
        where T : unmanaged => [.. values.Select(value => Unsafe.BitCast<long, T>(typeof(T) == typeof(ulong) && value is < 0 and >= int.MinValue ? (uint)value : value))];

    /// <summary>Of every width up to 32 bits.</summary>
    private static IEnumerable<long> Stretch(Random random, int count) =>
        Enumerable.Range(0, count).Select(_ => (long)random.Next(int.MinValue, int.MaxValue) >> random.Next(32));

    private static IEnumerable<long> Others(Random random, int count) => Enumerable.Range(0, count).Select(_ => random.NextInt64() | 1L << 40);
}
