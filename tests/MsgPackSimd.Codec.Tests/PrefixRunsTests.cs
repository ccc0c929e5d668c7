using System;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Prefixes and payloads told apart by arithmetic, compared with a walk from byte to byte.</summary>
public class PrefixRunsTests
{
    [Fact]
    public void Every_second_byte_of_a_run_is_a_payload_and_so_is_what_follows_a_prefix()
    {
        var random = new Random(29);
        for (int round = 0; round < 2000; round++)
        {
            // Few bits set, about half of them, and most.
            ulong candidates = (ulong)random.NextInt64(long.MinValue, long.MaxValue);
            candidates = (round % 3) switch { 0 => candidates & (ulong)random.NextInt64(), 1 => candidates, _ => candidates | (ulong)random.NextInt64() };
            for (ulong cut = 0; cut < 2; cut++)
            {
                ulong prefixes = 0;
                ulong payloads = 0;
                bool isPayload = cut == 1;
                for (int i = 0; i < 64; i++)
                {
                    ulong bit = 1UL << i;
                    bool isPrefix = !isPayload && (candidates & bit) != 0;
                    prefixes |= isPrefix ? bit : 0;
                    payloads |= isPayload ? bit : 0;
                    isPayload = isPrefix;
                }

                Assert.Equal(prefixes, PrefixRuns.Split(candidates, cut, out ulong actualPayloads));
                Assert.Equal(payloads, actualPayloads);
            }
        }
    }
}
