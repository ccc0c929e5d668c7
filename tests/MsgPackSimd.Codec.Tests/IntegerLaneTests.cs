using System.Collections.Generic;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>What is said of one integer, against the token that the reference codec writes for it.</summary>
public class IntegerLaneTests
{
    [Fact]
    public void An_integer_has_the_value_and_the_token_of_the_reference()
    {
        Check<sbyte, sbyte, Signed>();
        Check<byte, sbyte, Unsigned>();
        Check<short, short, Signed>();
        Check<ushort, short, Unsigned>();
        Check<int, int, Signed>();
        Check<uint, int, Unsigned>();
        Check<long, long, Signed>();
        Check<ulong, long, Unsigned>();
    }

    [Fact]
    public void A_fixint_that_the_element_holds_is_known_by_its_byte()
    {
        for (int code = 0; code < 256; code++)
        {
            Assert.Equal(code is < 0x80 or >= 0xe0, IntegerLane<int, Signed>.IsFixIntCode((byte)code));
            Assert.Equal(code < 0x80, IntegerLane<int, Unsigned>.IsFixIntCode((byte)code));
        }
    }

    private static void Check<T, TLane, TSignedness>()
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        foreach (long near in NearPowersOfTwo())
        {
            TLane lane = IntegerLane<TLane, TSignedness>.Truncate(near);
            long value = IntegerLane<TLane, TSignedness>.Extend(lane);
            Assert.Equal(lane, IntegerLane<TLane, TSignedness>.Truncate(value));
            int tokenLength = ReferenceCodec.Encode<T>([Unsafe.BitCast<TLane, T>(lane)]).Length - 1;
            Assert.True((tokenLength == 1) == IntegerLane<TLane, TSignedness>.IsFixInt(value), $"{typeof(T)} {value}");
            if (Unsafe.SizeOf<T>() > sizeof(byte))
            {
                Assert.True((tokenLength == 1 + Unsafe.SizeOf<T>()) == IntegerLane<TLane, TSignedness>.HasFullWidth(value), $"{typeof(T)} {value}");
            }
        }
    }

    private static IEnumerable<long> NearPowersOfTwo()
    {
        for (int bit = 0; bit < 64; bit++)
        {
            for (long off = -2; off <= 2; off++)
            {
                yield return (1L << bit) + off;
                yield return -(1L << bit) + off;
            }
        }
    }
}
