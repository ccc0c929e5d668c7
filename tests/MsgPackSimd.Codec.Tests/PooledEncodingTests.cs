using System;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// A new array of elements of 32 or 64 bits is encoded in pooled memory if it is neither short nor long, and otherwise counted first. Both ways must agree
/// where one takes over from the other.
/// </summary>
public class PooledEncodingTests
{
    private const int MinPooledCount = 64;

    /// <summary>The longest pooled array, in bytes.</summary>
    private const int MaxPooledLength = 1024 * 1024;

    [Fact]
    public void Both_ways_to_encode_a_new_array_agree()
    {
        Check<int>(5);
        Check<uint>(5);
        Check<long>(9);
        Check<ulong>(9);
        Check<TimeSpan>(9);
        Check<DateOnly>(5);
        Check<TimeOnly>(9);
        Check<DateTime>(15);

        // These are always counted.
        Check<short>(3);
        Check<float>(5);
        Check<double>(9);
    }

    private static void Check<T>(int maxTokenLength)
        where T : unmanaged
    {
        Assert.Equal(3 + (100 * maxTokenLength), MessagePackArrayEncoder.GetMaxEncodedLength<T>(100));
        int most = MaxPooledLength / maxTokenLength;
        T longest = Samples.Boundaries<T>().MaxBy(value => ReferenceCodec.EncodeElements<T>([value]).Length);
        foreach (int count in new[] { MinPooledCount - 1, MinPooledCount, most - 1, most, most + 1 })
        {
            foreach (T[] values in new[] { LargeInput.Create<T>("mixed_width", count, 1), [.. Enumerable.Repeat(longest, count)] })
            {
                byte[] expected = ReferenceCodec.Encode<T>(values);
                Assert.True(expected.AsSpan().SequenceEqual(MessagePackArrayEncoder.Encode<T>(values)), $"{count} {typeof(T).Name}");

                // If elements may be missing, an array is encoded in pooled memory however short it is.
                T?[] present = [.. values.Select(value => (T?)value)];
                Assert.True(expected.AsSpan().SequenceEqual(MessagePackArrayEncoder.EncodeNullable<T>(present)), $"{count} {typeof(T).Name}?");
            }
        }
    }
}
