using System;
using System.Threading;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// The length of a new array is counted before the array is written, and another thread may change the elements in between. (What the encode kernels make of
/// changing elements is tested in <c>ConcurrencyTests</c>, through the formatters.)
/// </summary>
public class ChangingValuesTests
{
    [Fact]
    public void A_new_array_is_whole_or_there_is_none()
    {
        // The last element's token has one byte or two: it is counted first and written last.
        const int Count = 100_000;
        sbyte[] values = new sbyte[Count];
        values[^1] = 5;
        bool isDone = false;
        int whole = 0;
        using var hasBegun = new ManualResetEventSlim();
        var changing = new Thread(() =>
        {
            while (!Volatile.Read(ref isDone))
            {
                Volatile.Write(ref values[^1], sbyte.MinValue);
                Volatile.Write(ref values[^1], 5);
                if (!hasBegun.IsSet)
                {
                    hasBegun.Set();
                }
            }
        });
        changing.Start();
        hasBegun.Wait();
        try
        {
            for (int round = 0; round < 300; round++)
            {
                byte[] encoded;
                try
                {
                    encoded = MessagePackArrayEncoder.Encode<sbyte>(values);
                }
                catch (InvalidOperationException)
                {
                    continue;
                }

                whole++;
                sbyte[] decoded = MessagePackArrayDecoder.Decode<sbyte>(encoded, out int consumed)!;
                Assert.Equal((encoded.Length, Count), (consumed, decoded.Length));
                Assert.True(decoded[^1] is 5 or sbyte.MinValue, $"{decoded[^1]}");
                Assert.Equal(-1, decoded.AsSpan(0, Count - 1).IndexOfAnyExcept((sbyte)0));
            }
        }
        finally
        {
            Volatile.Write(ref isDone, true);
            changing.Join();
        }

        Assert.NotEqual(0, whole);
    }
}
