using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Sequences of segments that hold many tokens: stretches of one kind go on across borders, or end at them, and a kernel that has begun in one segment goes on
/// in the next as if there were no border. What comes out is what the reference codec makes of the contiguous bytes.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
public abstract class SegmentStretchTests<T>
    where T : unmanaged
{
    private const int Seeds = 12;

    /// <summary>A first byte that no element is read from.</summary>
    private const byte NoToken = 0xc1;

    /// <summary>In bytes; 0 for all lengths in turn: none, short ones that are decoded together, and long ones.</summary>
    private static readonly int[] SegmentLengths = [0, 6, 37, 63, 64, 128, 500, 1024, 4096];

    [Fact]
    public void Segments_are_decoded_like_contiguous_bytes()
    {
        for (int seed = 0; seed < Seeds; seed++)
        {
            byte[] source = Stretches(seed, out int count);
            Check(source, count, $"seed {seed}");
            Check(source, count / 2, $"seed {seed}, half of it");
            Check(source, count + 1000, $"seed {seed}, with more room");
        }
    }

    [Fact]
    public void A_sequence_that_ends_within_a_token_needs_more_bytes()
    {
        byte[] source = Stretches(100, out int count);
        for (int missing = 1; missing <= 20; missing++)
        {
            Check(source[..^missing], count, $"{missing} bytes missing");
        }
    }

    [Fact]
    public void A_token_that_is_none_ends_the_decoding()
    {
        byte[] source = Stretches(200, out int count);
        int[] borders = ReferenceCodec.DecodeElements<T>(source, count).Borders;
        var random = new Random(200);
        for (int i = 0; i < 20; i++)
        {
            byte[] damaged = [.. source];
            damaged[borders[random.Next(count)]] = NoToken;
            Check(damaged, count, $"case {i}");
        }
    }

    private static void Check(byte[] source, int room, string what)
    {
        ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(source, room);
        foreach (int length in SegmentLengths)
        {
            // The first segment is shorter, so that borders lie at other places than in all the other cases.
            int first = Math.Min(source.Length, length == 0 ? 0 : 1 + (room % length));
            var random = new Random(room);
            ReadOnlySequence<byte> segments = Segmentation.Join(
                Pieces(source, first, () => length > 0 ? length : AnyLength(random)).Prepend(source.AsMemory(0, first)));
            T[] values = new T[room];
            OperationStatus status = MessagePackArrayDecoder.DecodeElements<T>(segments, values, out long consumed, out int written);
            string because = $"{what}, segments of {length}:";
            Assert.True(expected.Outcome.ToOperationStatus() == status, $"{because} {status} instead of {expected.Outcome}");
            Assert.True(expected.Consumed == consumed, $"{because} {consumed} bytes consumed instead of {expected.Consumed}");
            AssertBits.Equal<T>(expected.Values, values.AsSpan(0, written), because);
        }
    }

    private static IEnumerable<ReadOnlyMemory<byte>> Pieces(byte[] source, int from, Func<int> nextLength)
    {
        while (from < source.Length)
        {
            // Memory of its own: what stands behind a segment is not the next one.
            ReadOnlyMemory<byte> piece = source.AsSpan(from, Math.Min(nextLength(), source.Length - from)).ToArray();
            yield return piece;
            from += piece.Length;
        }
    }

    private static int AnyLength(Random random) =>
        random.Next(40) switch { 0 => random.Next(2000), 1 or 2 => random.Next(200), < 8 => 0, < 24 => random.Next(10), _ => random.Next(1, 70) };

    /// <summary>Stretches of elements of one kind, a few to a few thousand each, some of them as a writer makes them that uses one width for all.</summary>
    private static byte[] Stretches(int seed, out int count)
    {
        var random = new Random(seed);
        var source = new List<byte>();
        string[] distributions = [.. LargeInput.Distributions, .. LargeInput.OnRequest];
        count = 0;
        while (source.Count < 20_000)
        {
            int length = random.Next(3) switch { 0 => random.Next(1, 20), 1 => random.Next(20, 400), _ => random.Next(400, 3000) };
            T[] values = LargeInput.Create<T>(distributions[random.Next(distributions.Length)], length, (ulong)random.NextInt64());
            byte[] tokens = ReferenceCodec.EncodeElements<T>(values);
            if (typeof(T) != typeof(bool) && random.Next(5) == 0)
            {
                tokens = Widened(tokens, random.Next(4));
            }

            source.AddRange(tokens);
            count += length;
        }

        return [.. source];
    }

    /// <summary>
    /// The same numbers in longer tokens: fixints, and integers of up to 32 bits, in nine bytes, or only the former in two. Timestamps stay as they are.
    /// </summary>
    private static byte[] Widened(byte[] tokens, int kind)
    {
        var wide = new List<byte>(tokens.Length);
        for (int i = 0; i < tokens.Length;)
        {
            byte code = tokens[i];
            int payload = code switch
            {
                0xcc or 0xd0 => 1,
                0xcd or 0xd1 => 2,
                0xce or 0xd2 or 0xca => 4,
                0xcf or 0xd3 or 0xcb => 8,

                // Timestamps, with their type, of which the longest ones also have their length.
                0xd6 => 5,
                0xd7 => 9,
                0xc7 => 14,
                _ => 0,
            };
            ReadOnlySpan<byte> token = tokens.AsSpan(i, 1 + payload);
            i += token.Length;
            if (payload == 0 && kind <= 1)
            {
                wide.AddRange((sbyte)code < 0 || kind == 0 ? [0xd0, code] : [0xcc, code]);
            }
            else if (payload <= 4 && code != 0xca && kind >= 2)
            {
                bool isNegative = (payload == 0 || code >= 0xd0) && (sbyte)token[payload == 0 ? 0 : 1] < 0;
                wide.Add(isNegative || kind == 2 ? (byte)0xd3 : (byte)0xcf);
                wide.AddRange(Enumerable.Repeat(isNegative ? (byte)0xff : (byte)0, 8 - Math.Max(1, payload)));
                wide.AddRange(payload == 0 ? token : token[1..]);
            }
            else
            {
                wide.AddRange(token);
            }
        }

        return [.. wide];
    }
}

public class SegmentStretchSByteTests : SegmentStretchTests<sbyte>;

public class SegmentStretchInt16Tests : SegmentStretchTests<short>;

public class SegmentStretchInt32Tests : SegmentStretchTests<int>;

public class SegmentStretchInt64Tests : SegmentStretchTests<long>;

public class SegmentStretchByteTests : SegmentStretchTests<byte>;

public class SegmentStretchUInt16Tests : SegmentStretchTests<ushort>;

public class SegmentStretchUInt32Tests : SegmentStretchTests<uint>;

public class SegmentStretchUInt64Tests : SegmentStretchTests<ulong>;

public class SegmentStretchSingleTests : SegmentStretchTests<float>;

public class SegmentStretchDoubleTests : SegmentStretchTests<double>;

public class SegmentStretchCharTests : SegmentStretchTests<char>;

public class SegmentStretchBooleanTests : SegmentStretchTests<bool>;

public class SegmentStretchDateTimeTests : SegmentStretchTests<DateTime>;

public class SegmentStretchHalfTests : SegmentStretchTests<Half>;

public class SegmentStretchTimeSpanTests : SegmentStretchTests<TimeSpan>;

public class SegmentStretchDateOnlyTests : SegmentStretchTests<DateOnly>;

public class SegmentStretchTimeOnlyTests : SegmentStretchTests<TimeOnly>;
