using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>More elements than an array can have, with a byte for each: a sequence that has one piece of memory many times is as long as that.</summary>
public class TooManyElementsTests
{
    private const int SegmentLength = 1 << 20;

    /// <summary>What the exception needs, and far less than any array of so many elements.</summary>
    private const int MaxAllocated = 64 * 1024;

    public static TheoryData<int> Counts => [Array.MaxLength + 1, int.MaxValue];

    [Theory]
    [MemberData(nameof(Counts))]
    public void There_is_no_array_for_them_and_no_memory_is_taken(int count)
    {
        ReadOnlySequence<byte> source = Message(count);
        IsRefused(() => MessagePackArrayDecoder.Decode<sbyte>(source, out long _));
        IsRefused(() => MessagePackArrayDecoder.DecodeNullable<sbyte>(source, out long _));
    }

    private static void IsRefused(Action decoding) =>
        Assert.InRange(Allocations.Least(() => Assert.Throws<OutOfMemoryException>(decoding), MaxAllocated), 0, MaxAllocated);

    private static ReadOnlySequence<byte> Message(int count)
    {
        byte[] header = [0xdd, 0, 0, 0, 0];
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(1), count);
        ReadOnlyMemory<byte> segment = new byte[SegmentLength];
        return Segmentation.Join(Enumerable.Repeat(segment, 2048).Prepend(header));
    }
}
