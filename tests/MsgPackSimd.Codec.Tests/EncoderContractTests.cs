using System;
using System.Buffers;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>What the encoder's documentation promises about counts, bounds and statuses, for every element type.</summary>
public abstract class EncoderContractTests<T>
    where T : unmanaged
{
    private const byte Untouched = 0xa5;

    [Fact]
    public void Stops_at_a_whole_element_in_every_destination()
    {
        T[] values = Samples.Mixed<T>(new Random(1), 40);
        byte[] encoded = ReferenceCodec.EncodeElements<T>(values);
        int[] ends = [.. Enumerable.Range(0, values.Length + 1).Select(n => ReferenceCodec.EncodeElements<T>(values.AsSpan(0, n)).Length)];

        for (int room = 0; room <= encoded.Length + 20; room++)
        {
            byte[] memory = new byte[room + 80];
            memory.AsSpan().Fill(Untouched);
            OperationStatus status = MessagePackArrayEncoder.EncodeElements<T>(
                values, memory.AsSpan(8, room), out int valuesRead, out int bytesWritten);

            int expected = Array.FindLastIndex(ends, end => end <= room);
            Assert.Equal(expected == values.Length ? OperationStatus.Done : OperationStatus.DestinationTooSmall, status);
            Assert.Equal(expected, valuesRead);
            Assert.Equal(ends[expected], bytesWritten);
            Assert.Equal(encoded.AsSpan(0, bytesWritten), memory.AsSpan(8, bytesWritten));
            Assert.Equal(-1, memory.AsSpan(0, 8).IndexOfAnyExcept(Untouched));
            Assert.Equal(-1, memory.AsSpan(8 + room).IndexOfAnyExcept(Untouched));
        }
    }

    /// <summary>Arrays of each form that fill no vector, one, or a few: they take code paths of their own, up to the last element.</summary>
    [Fact]
    public void Arrays_of_one_value_come_out_and_back_at_every_length()
    {
        foreach (T value in Samples.Boundaries<T>())
        {
            for (int count = 0; count <= 40; count++)
            {
                T[] values = [.. Enumerable.Repeat(value, count)];
                byte[] memory = new byte[(15 * count) + 8];
                memory.AsSpan().Fill(Untouched);
                byte[] expected = ReferenceCodec.EncodeElements<T>(values);
                OperationStatus status = MessagePackArrayEncoder.EncodeElements<T>(
                    values, memory.AsSpan(0, expected.Length), out int valuesRead, out int bytesWritten);
                Assert.Equal((OperationStatus.Done, count, expected.Length), (status, valuesRead, bytesWritten));
                Assert.Equal(expected, memory.AsSpan(0, expected.Length));
                Assert.Equal(-1, memory.AsSpan(expected.Length).IndexOfAnyExcept(Untouched));

                // One byte too few: all but the last element are written, and nothing behind the room.
                if (count > 0)
                {
                    int room = expected.Length - 1;
                    memory.AsSpan().Fill(Untouched);
                    status = MessagePackArrayEncoder.EncodeElements<T>(values, memory.AsSpan(0, room), out valuesRead, out bytesWritten);
                    Assert.Equal((OperationStatus.DestinationTooSmall, count - 1), (status, valuesRead));
                    Assert.Equal(expected.AsSpan(0, bytesWritten), memory.AsSpan(0, bytesWritten));
                    Assert.Equal(-1, memory.AsSpan(room).IndexOfAnyExcept(Untouched));
                }

                T[] decoded = new T[count];
                status = MessagePackArrayDecoder.DecodeElements<T>(expected, decoded, out int bytesConsumed, out int valuesWritten);
                Assert.Equal((OperationStatus.Done, expected.Length, count), (status, bytesConsumed, valuesWritten));
                AssertBits.Equal(values, decoded);
            }
        }
    }

    [Fact]
    public void Whole_arrays_need_exactly_their_length()
    {
        foreach (int count in Enumerable.Range(0, 35).Append(200))
        {
            T[] values = Samples.Mixed<T>(new Random(count), count);
            byte[] encoded = ReferenceCodec.Encode<T>(values);
            Assert.Equal(encoded, MessagePackArrayEncoder.Encode<T>(values));
            Assert.Equal(encoded.Length, MessagePackArrayEncoder.GetEncodedLength<T>(values));
            Assert.InRange(encoded.Length, 1, MessagePackArrayEncoder.GetMaxEncodedLength<T>(count));

            int written;
            for (int room = Math.Max(0, encoded.Length - 100); room < encoded.Length; room++)
            {
                byte[] memory = new byte[room + 80];
                memory.AsSpan().Fill(Untouched);
                Assert.False(MessagePackArrayEncoder.TryEncode<T>(values, memory.AsSpan(8, room), out written));
                Assert.Equal(0, written);
                Assert.Equal(-1, memory.AsSpan(0, 8).IndexOfAnyExcept(Untouched));
                Assert.Equal(-1, memory.AsSpan(8 + room).IndexOfAnyExcept(Untouched));
            }

            for (int room = encoded.Length; room < encoded.Length + 70; room++)
            {
                byte[] memory = new byte[room + 80];
                memory.AsSpan().Fill(Untouched);
                Assert.True(MessagePackArrayEncoder.TryEncode<T>(values, memory.AsSpan(8, room), out written));
                Assert.Equal(encoded, memory[8..(8 + written)]);
                Assert.Equal(-1, memory.AsSpan(0, 8).IndexOfAnyExcept(Untouched));
                Assert.Equal(-1, memory.AsSpan(8 + room).IndexOfAnyExcept(Untouched));
            }
        }
    }

    [Fact]
    public void The_exact_length_is_that_of_the_encoding()
    {
        var random = new Random(13);
        for (int count = 0; count < 200; count++)
        {
            T[] values = Samples.Mixed<T>(random, count);
            Assert.Equal(ReferenceCodec.Encode<T>(values).Length, MessagePackArrayEncoder.GetEncodedLength<T>(values));
        }

        // So many of the longest tokens that a lane of a vector can't count them all.
        T longestOne = Samples.Boundaries<T>().MaxBy(value => ReferenceCodec.EncodeElements<T>([value]).Length);
        T[] longest = [.. Enumerable.Repeat(longestOne, 20_000)];
        int token = ReferenceCodec.EncodeElements<T>(longest.AsSpan(0, 1)).Length;
        Assert.Equal(3 + (20_000 * token), MessagePackArrayEncoder.GetEncodedLength<T>(longest));
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(15, 1)]
    [InlineData(16, 3)]
    [InlineData(65535, 3)]
    [InlineData(65536, 5)]
    public void The_longest_encoding_is_a_header_and_the_longest_tokens(int count, int header)
    {
        Assert.Equal(header + (count * LongestToken), MessagePackArrayEncoder.GetMaxEncodedLength<T>(count));
    }

    [Fact]
    public void The_longest_encoding_is_checked_for_overflow_and_sign()
    {
        int last = (int.MaxValue - 5) / LongestToken;
        Assert.Equal(5 + (last * LongestToken), MessagePackArrayEncoder.GetMaxEncodedLength<T>(last));
        Assert.Throws<OverflowException>(() => MessagePackArrayEncoder.GetMaxEncodedLength<T>(int.MaxValue));
        Assert.Throws<OverflowException>(() => MessagePackArrayEncoder.GetMaxEncodedLength<T>((int.MaxValue / LongestToken) + (LongestToken == 1 ? 0 : 1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => MessagePackArrayEncoder.GetMaxEncodedLength<T>(-1));
    }

    [Fact]
    public void A_buffer_writer_is_asked_for_bounded_chunks_and_filled_in_order()
    {
        T[] values = Samples.Mixed<T>(new Random(7), 50_000);
        byte[] expected = MessagePackArrayEncoder.Encode<T>(values);
        foreach (Generosity generosity in new[] { Generosity.Exact, Generosity.OneByteMore, Generosity.Lavish })
        {
            var output = new WatchedOutput(generosity);
            MessagePackArrayEncoder.Encode<T>(values, output);
            output.Watch();
            Assert.True(expected.AsSpan().SequenceEqual(output.Written) && !output.WasOverrun, $"{generosity}");
            Assert.InRange(output.LargestSizeHint, 1, 32 * 1024);
        }
    }

    [Fact]
    public void A_buffer_writer_is_never_asked_for_more_than_the_longest_encoding()
    {
        foreach (int count in new[] { 0, 1, 15, 16, 100, 7500 })
        {
            T[] values = Samples.Mixed<T>(new Random(count), count);
            var output = new WatchedOutput(Generosity.Exact);
            MessagePackArrayEncoder.Encode<T>(values, output);
            Assert.True(output.Written.AsSpan().SequenceEqual(ReferenceCodec.Encode<T>(values)), $"{count} elements");
            Assert.InRange(output.LargestSizeHint, 1, MessagePackArrayEncoder.GetMaxEncodedLength<T>(count));
        }
    }

    /// <summary>
    /// Buffers from the pool go back to it; the lengths are around the shortest for which buffers are rented. A buffer that is lost costs a new
    /// one each time, once the pool has none; one that the garbage collector took from the pool (as it does when memory is short) costs one now and then.
    /// </summary>
    [ReleaseFact]
    public void The_new_array_is_all_that_encoding_allocates()
    {
        const int Rounds = 200;
        foreach (int count in new[] { 0, 1, 63, 64, 65, 5000 })
        {
            T[] values = Samples.Mixed<T>(new Random(count), count);
            int more = 0;
            for (int round = 0; round < Rounds; round++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                byte[] encoded = MessagePackArrayEncoder.Encode<T>(values);
                long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

                // Besides its elements an array has a header of 24 bytes, and its size is rounded up.
                if (allocated > encoded.Length + 32)
                {
                    more++;
                }
            }

            Assert.True(more <= Rounds / 4, $"{count} elements: {more} of {Rounds} times more was allocated than the array");
        }
    }

    [Fact]
    public void A_buffer_writer_that_hands_out_too_little_is_refused()
    {
        Exception thrown = Assert.Throws<InvalidOperationException>(
            () => MessagePackArrayEncoder.Encode<T>(new T[100], new WatchedOutput(Generosity.OneByteShort)));
        Assert.Contains("asked for", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void An_exception_of_the_buffer_writer_passes()
    {
        var output = new WatchedOutput(Generosity.Exact) { ThrowAtCall = 2 };
        Assert.Throws<TimeoutException>(() => MessagePackArrayEncoder.Encode<T>(new T[100_000], output));
        Assert.NotEmpty(output.Written);
    }

    [Fact]
    public void No_buffer_writer_is_an_argument_error() =>
        Assert.Throws<ArgumentNullException>(() => MessagePackArrayEncoder.Encode<T>(default, null!));

    private static unsafe int LongestToken =>
        typeof(T) == typeof(bool) ? 1 : typeof(T) == typeof(DateTime) ? 15 : typeof(T) == typeof(Half) ? 5 : 1 + sizeof(T);
}

public class EncoderContractSByteTests : EncoderContractTests<sbyte>;

public class EncoderContractInt16Tests : EncoderContractTests<short>;

public class EncoderContractInt32Tests : EncoderContractTests<int>;

public class EncoderContractInt64Tests : EncoderContractTests<long>;

public class EncoderContractByteTests : EncoderContractTests<byte>;

public class EncoderContractUInt16Tests : EncoderContractTests<ushort>;

public class EncoderContractUInt32Tests : EncoderContractTests<uint>;

public class EncoderContractUInt64Tests : EncoderContractTests<ulong>;

public class EncoderContractSingleTests : EncoderContractTests<float>;

public class EncoderContractDoubleTests : EncoderContractTests<double>;

public class EncoderContractBooleanTests : EncoderContractTests<bool>;

public class EncoderContractCharTests : EncoderContractTests<char>;

public class EncoderContractDateTimeTests : EncoderContractTests<DateTime>;

public class EncoderContractTimeSpanTests : EncoderContractTests<TimeSpan>;

public class EncoderContractDateOnlyTests : EncoderContractTests<DateOnly>;

public class EncoderContractTimeOnlyTests : EncoderContractTests<TimeOnly>;

public class EncoderContractHalfTests : EncoderContractTests<Half>;
