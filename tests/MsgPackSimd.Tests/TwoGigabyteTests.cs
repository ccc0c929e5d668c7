using System;
using System.Linq;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Output longer than an <see cref="int"/> can count, through the serializer.</summary>
public class TwoGigabyteTests
{
    [LargeFact]
    [Trait("Category", "Large")]
    public void Serializing_passes_two_gibibytes()
    {
        const int Count = 1 << 30;
        sbyte[] values = new sbyte[Count];
        Array.Fill(values, sbyte.MinValue);
        var output = new DiscardingOutput([0xdd, 0x40, 0x00, 0x00, 0x00], [0xd0, 0x80]);
        MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options);
        Assert.Equal(5 + (2L * Count), output.Length);
        Assert.Equal(-1, output.FirstDifference);
    }

    [LargeFact]
    [Trait("Category", "Large")]
    public void A_sequence_of_more_than_two_gibibytes_is_an_exception_and_nothing_of_it_is_written()
    {
        var output = new DiscardingOutput([], [0]);
        Exception thrown = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(
            output, TestSequences.Lazy(Enumerable.Repeat(sbyte.MinValue, 1 << 30)), SimdStandardResolver.Options));
        Assert.IsType<OverflowException>(thrown.InnerException);
        Assert.Equal(0, output.Length);
    }
}
