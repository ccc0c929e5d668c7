using System;
using System.Buffers;
using System.Linq;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>The loop that is normally used only on a CPU without a byte shuffle, called at every level: with every number of elements, in every room.</summary>
public class EncodeWithoutShuffleTests
{
    private const byte Untouched = 0xa5;

    private delegate OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten);

    [Fact]
    public void Signed_8_bits_are_encoded_as_the_reference_says() =>
        Check<sbyte>(BlockEncoding.EncodeWithoutShuffle<sbyte, sbyte, Signed, Int8EncoderVector128<Signed>>);

    [Fact]
    public void Unsigned_8_bits_are_encoded_as_the_reference_says() =>
        Check<byte>(BlockEncoding.EncodeWithoutShuffle<byte, sbyte, Unsigned, Int8EncoderVector128<Unsigned>>);

    [Fact]
    public void Signed_16_bits_are_encoded_as_the_reference_says() =>
        Check<short>(BlockEncoding.EncodeWithoutShuffle<short, short, Signed, Int16EncoderVector128<Signed>>);

    [Fact]
    public void Unsigned_16_bits_are_encoded_as_the_reference_says() =>
        Check<ushort>(BlockEncoding.EncodeWithoutShuffle<ushort, short, Unsigned, Int16EncoderVector128<Unsigned>>);

    [Fact]
    public void Signed_32_bits_are_encoded_as_the_reference_says() =>
        Check<int>(BlockEncoding.EncodeWithoutShuffle<int, int, Signed, Int32EncoderVector128<Signed>>);

    [Fact]
    public void Unsigned_32_bits_are_encoded_as_the_reference_says() =>
        Check<uint>(BlockEncoding.EncodeWithoutShuffle<uint, int, Unsigned, Int32EncoderVector128<Unsigned>>);

    [Fact]
    public void Signed_64_bits_are_encoded_as_the_reference_says() =>
        Check<long>(BlockEncoding.EncodeWithoutShuffle<long, long, Signed, Int64EncoderVector128<Signed>>);

    [Fact]
    public void Unsigned_64_bits_are_encoded_as_the_reference_says() =>
        Check<ulong>(BlockEncoding.EncodeWithoutShuffle<ulong, long, Unsigned, Int64EncoderVector128<Unsigned>>);

    private static void Check<T>(Encode<T> encode)
        where T : unmanaged
    {
        // Fixints, which have a loop of their own, and runs for the branch-free kernel, more than one in a row.
        var random = new Random(23);
        T[] values = [.. Samples.Mixed<T>(random, 5), .. new T[40], .. Samples.Mixed<T>(random, 140), .. new T[70], .. Samples.Mixed<T>(random, 3)];
        int[] ends = [.. Enumerable.Range(0, values.Length + 1).Select(n => ReferenceCodec.EncodeElements<T>(values.AsSpan(0, n)).Length)];
        byte[] expected = ReferenceCodec.EncodeElements<T>(values);
        for (int count = 0; count <= values.Length; count++)
        {
            CheckOne(encode, values.AsSpan(0, count), ends, expected, room: ends[count]);

            // Room for more, and more elements behind those given: the number of elements must end the loops.
            CheckOne(encode, values.AsSpan(0, count), ends, expected, room: ends[count] + values.Length);
        }

        for (int room = 0; room <= expected.Length + 20; room++)
        {
            CheckOne(encode, values, ends, expected, room);
        }
    }

    private static void CheckOne<T>(Encode<T> encode, ReadOnlySpan<T> values, int[] ends, byte[] expected, int room)
    {
        byte[] memory = new byte[room + 64];
        memory.AsSpan().Fill(Untouched);
        OperationStatus status = encode(values, memory.AsSpan(0, room), out int valuesRead, out int bytesWritten);
        int fitting = Math.Min(values.Length, Array.FindLastIndex(ends, end => end <= room));
        Assert.Equal(fitting == values.Length ? OperationStatus.Done : OperationStatus.DestinationTooSmall, status);
        Assert.Equal((fitting, ends[fitting]), (valuesRead, bytesWritten));
        Assert.Equal(expected.AsSpan(0, bytesWritten), memory.AsSpan(0, bytesWritten));
        Assert.Equal(-1, memory.AsSpan(room).IndexOfAnyExcept(Untouched));
    }
}
