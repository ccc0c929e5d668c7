using System;
using System.Buffers;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Threading;
using MessagePack;
using MsgPackSimd.Formatters;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>What the formatters do besides bytes and values: cancellation, exceptions, memory, positions in a larger message.</summary>
public class FormatterTests
{
    [Fact]
    public void An_error_in_a_long_array_says_which_element_and_which_byte()
    {
        const int Count = 300;
        (byte[] wrongKind, byte[] doesNotFit, byte[] cutShort, int place) = Damaged(Count);
        foreach (byte[] bytes in new[] { wrongKind, doesNotFit })
        {
            Exception inner = ExceptionOf(bytes);
            Assert.IsType(bytes == wrongKind ? typeof(MessagePackSerializationException) : typeof(OverflowException), inner);
            Assert.Contains($"element 2 of {Count}, at byte {place} ", inner.Message, StringComparison.Ordinal);
        }

        // That the array is cut short is detected from its header.
        Assert.IsType<EndOfStreamException>(ExceptionOf(cutShort));
    }

    /// <summary>The exceptions are the reader's own, which are also those of the built-in formatters.</summary>
    [Theory]
    [InlineData(3)]
    [InlineData(13)]
    public void An_error_in_a_short_array_is_of_the_same_kind(int count)
    {
        (byte[] wrongKind, byte[] doesNotFit, byte[] cutShort, _) = Damaged(count);
        Assert.IsType<MessagePackSerializationException>(ExceptionOf(wrongKind));
        Assert.IsType<OverflowException>(ExceptionOf(doesNotFit));
        Assert.IsType<EndOfStreamException>(ExceptionOf(cutShort));
    }

    /// <summary>
    /// What the constructors of these types throw, which the built-in formatters call; a number that is no <c>int</c> or <c>long</c> is another matter.
    /// </summary>
    [Theory]
    [InlineData(3)]
    [InlineData(300)]
    public void A_number_that_is_no_day_or_no_time_is_out_of_range(int count)
    {
        Assert.IsType<ArgumentOutOfRangeException>(ExceptionOf<DateOnly[]>(Numbers(DateOnly.MaxValue.DayNumber + 1)));
        Assert.IsType<ArgumentOutOfRangeException>(ExceptionOf<DateOnly[]>(Numbers(-1)));
        Assert.IsType<OverflowException>(ExceptionOf<DateOnly[]>(Numbers(uint.MaxValue)));
        Assert.IsType<ArgumentOutOfRangeException>(ExceptionOf<List<DateOnly>>(Numbers(-1)));
        Assert.IsType<ArgumentOutOfRangeException>(ExceptionOf<DateOnly?[]>(Numbers(-1)));
        Assert.IsType<ArgumentOutOfRangeException>(ExceptionOf<TimeOnly[]>(Numbers(TimeOnly.MaxValue.Ticks + 1)));
        Assert.IsType<ArgumentOutOfRangeException>(ExceptionOf<TimeOnly[]>(Numbers(-1)));
        Assert.IsType<OverflowException>(ExceptionOf<TimeOnly[]>(Numbers(ulong.MaxValue)));
        Assert.IsType<ArgumentOutOfRangeException>(ExceptionOf<Queue<TimeOnly>>(Numbers(-1)));
        Assert.IsType<ArgumentOutOfRangeException>(ExceptionOf<TimeOnly?[]>(Numbers(-1)));

        byte[] Numbers(Int128 last)
        {
            ulong[] numbers = new ulong[count];
            numbers[^1] = last < 0 ? 0 : (ulong)last;
            byte[] message = ReferenceCodec.Encode<ulong>(numbers);
            return last < 0 ? [.. message[..^1], 0xff] : message;
        }
    }

    [Fact]
    public void The_position_in_an_error_counts_from_the_array_and_not_from_the_message()
    {
        const int Count = 20;
        byte[] message = [0x92, 0x05, 0xdc, 0, Count, 0x01, 0xc3, .. new byte[Count - 2]];
        InvalidOperationException? positioned = null;
        var reader = new MessagePackReader(message);
        reader.ReadArrayHeader();
        reader.ReadInt32();
        try
        {
            PrimitiveArrayFormatter<int>.Instance.Deserialize(ref reader, SimdStandardResolver.Options);
        }
        catch (MessagePackSerializationException e)
        {
            positioned = new InvalidOperationException(e.Message);
        }

        Assert.Contains($"element 1 of {Count}, at byte 4 ", positioned?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Arrays_stand_one_after_another()
    {
        var output = new ArrayBufferWriter<byte>();
        int[][] arrays = [.. Enumerable.Range(0, 60).Select(n => Enumerable.Range(-n * 50, n).ToArray())];
        var writer = new MessagePackWriter(output);
        foreach (int[] array in arrays)
        {
            MessagePackSerializer.Serialize(ref writer, array, SimdStandardResolver.Options);
        }

        writer.Flush();
        foreach (ReadOnlySequence<byte> sequence in new[]
            { new ReadOnlySequence<byte>(output.WrittenMemory), Segmentation.InPieces(output.WrittenMemory, 100) })
        {
            var reader = new MessagePackReader(sequence);
            foreach (int[] array in arrays)
            {
                Assert.Equal(array, MessagePackSerializer.Deserialize<int[]>(ref reader, SimdStandardResolver.Options));
            }

            Assert.True(reader.End);
        }
    }

    [Fact]
    public void A_cancelled_token_stops_writing_an_array_unless_it_is_empty()
    {
        var cancelled = new CancellationToken(canceled: true);
        Exception thrown = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Serialize(new[] { 1 }, SimdStandardResolver.Options, cancelled));
        Assert.IsType<OperationCanceledException>(thrown.InnerException);

        // As with the built-in formatters: there is nothing to cancel if there is nothing to write, and reading an array does not check.
        Assert.Equal(new byte[] { 0x90 }, MessagePackSerializer.Serialize(Array.Empty<int>(), SimdStandardResolver.Options, cancelled));
        Assert.Equal(new byte[] { 0xc0 }, MessagePackSerializer.Serialize<int[]?>(null, SimdStandardResolver.Options, cancelled));
        Assert.Equal(
            new[] { 1 }, MessagePackSerializer.Deserialize<int[]>(new byte[] { 0x91, 0x01 }, SimdStandardResolver.Options, cancelled));
    }

    [Fact]
    public void A_token_that_is_cancelled_meanwhile_stops_writing_at_the_next_chunk()
    {
        int[] values = [.. Enumerable.Range(0, 100_000)];
        IsStopped(values);
        IsStopped<int?[]>([.. values.Select(value => (int?)value)]);
        IsStopped<ReadOnlyMemory<int>>(values);
        IsStopped(new int[100, 1000]);
        IsStopped<List<int>>([.. values]);
        IsStopped<List<int?>>([.. values.Select(value => (int?)value)]);
        IsStopped(ImmutableArray.Create(values));
        IsStopped(new ReadOnlySequence<int>(values));
        IsStopped(Segmentation.InPieces<int>(values, 1000));
        IsStopped(Segmentation.InPieces<int>(values, 50_000));

        // These are copied first; what is written is the copy.
        IsStopped(new Queue<int>(values));
        IsStopped(new HashSet<int>(values));
        IsStopped<IEnumerable<int>>(values);
        IsStopped<IEnumerable<int>>(new LinkedList<int>(values));

        static void IsStopped<T>(T value)
        {
            using var source = new CancellationTokenSource();
            var output = new CancellingOutput(source);
            Exception thrown = Assert.Throws<MessagePackSerializationException>(
                () => MessagePackSerializer.Serialize(output, value, SimdStandardResolver.Options, source.Token));
            Assert.IsType<OperationCanceledException>(thrown.InnerException);
            Assert.InRange(output.WrittenCount, 1, 5 * 32 * 1024);
        }
    }

    /// <summary>An enumerated sequence is encoded before any of it is written. For a <see cref="BitArray"/> nothing is checked.</summary>
    [Fact]
    public void A_token_that_is_cancelled_meanwhile_does_not_stop_a_sequence_whose_end_is_known_nor_bits()
    {
        int[] values = [.. Enumerable.Range(0, 100_000)];
        IsWritten(ReferenceCodec.Encode<int>(values), TestSequences.Lazy(values));
        bool[] bits = LargeInput.Create<bool>("random", 100_000, 1);
        IsWritten(ReferenceCodec.Encode<bool>(bits), new BitArray(bits));

        static void IsWritten<T>(byte[] expected, T value)
        {
            using var source = new CancellationTokenSource();
            var output = new CancellingOutput(source);
            MessagePackSerializer.Serialize(output, value, SimdStandardResolver.Options, source.Token);
            Assert.True(source.IsCancellationRequested);
            Assert.Equal(expected, output.Written.ToArray());
        }
    }

    /// <summary>If the token can be cancelled, writing takes another code path.</summary>
    [Fact]
    public void A_token_that_is_not_cancelled_changes_nothing()
    {
        using var source = new CancellationTokenSource();
        foreach (int count in new[] { 0, 1, 20, 10_000 })
        {
            int[] values = [.. Enumerable.Range(0, count)];
            int?[] nullable = [.. values.Select(value => (int?)value)];
            byte[] expected = ReferenceCodec.Encode<int>(values);
            Assert.Equal(expected, MessagePackSerializer.Serialize(values, SimdStandardResolver.Options, source.Token));
            Assert.Equal(expected, MessagePackSerializer.Serialize(nullable, SimdStandardResolver.Options, source.Token));
        }
    }

    [Fact]
    public void The_writer_is_never_asked_for_the_whole_array()
    {
        var output = new WatchedOutput(Generosity.Exact);
        MessagePackSerializer.Serialize(output, new double[1_000_000], SimdStandardResolver.Options);
        Assert.InRange(output.LargestSizeHint, 1, 32 * 1024);
        Assert.Equal(5 + (9 * 1_000_000), output.Written.Length);
    }

    [Fact]
    public void An_output_that_hands_out_less_than_asked_for_is_an_error_and_no_endless_loop()
    {
        Exception thrown = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Serialize(new WatchedOutput(Generosity.FiveBytes), new double[3], SimdStandardResolver.Options));
        Assert.IsType<InvalidOperationException>(thrown.InnerException);
    }

    /// <summary>The largest count that an array can have, and one that there would be memory for: neither is followed by that many bytes.</summary>
    [Fact]
    public void A_declared_count_is_not_believed()
    {
        foreach (byte[] count in new byte[][] { [0x7f, 0xff, 0xff, 0xc7], [0x00, 0x01, 0x00, 0x00] })
        {
            IsNotBelieved<double[]>([], count);
            IsNotBelieved<List<double>>([], count);
            IsNotBelieved<IList<double>>([], count);
            IsNotBelieved<ICollection<double>>([], count);
            IsNotBelieved<IReadOnlyList<double>>([], count);
            IsNotBelieved<IReadOnlyCollection<double>>([], count);
            IsNotBelieved<IEnumerable<double>>([], count);
            IsNotBelieved<Memory<double>>([], count);
            IsNotBelieved<ReadOnlyMemory<double>>([], count);
            IsNotBelieved<ArraySegment<double>>([], count);
            IsNotBelieved<ImmutableArray<double>>([], count);
            IsNotBelieved<ReadOnlySequence<double>>([], count);

            // With the lengths of the dimensions, whose product is the count.
            IsNotBelieved<double[,]>([0x93, 0xce, .. count, 1], count);
            IsNotBelieved<double[,,]>([0x94, 1, 0xce, .. count, 1], count);
            IsNotBelieved<double[,,,]>([0x95, 1, 1, 1, 0xce, .. count], count);
        }
    }

    [Fact]
    public void A_sequence_of_more_elements_than_an_array_can_have_is_an_exception_before_anything_is_written()
    {
        // The same memory over and over.
        ReadOnlySequence<sbyte> values = Segmentation.Join(Enumerable.Repeat((ReadOnlyMemory<sbyte>)new sbyte[1 << 20], 2049));
        var output = new WatchedOutput(Generosity.Exact) { ThrowAtCall = 8 };
        Exception thrown = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options));
        Assert.IsType<OverflowException>(thrown.InnerException);
        Assert.Empty(output.Written);
    }

    private static void IsNotBelieved<TShape>(byte[] start, byte[] count)
    {
        const int MaxAllocated = 50_000;
        byte[] message = [.. start, 0xdd, .. count, .. new byte[1000]];
        Exception? thrown = null;
        long allocated = Allocations.Least(
            () => thrown = Assert.Throws<MessagePackSerializationException>(
                () => MessagePackSerializer.Deserialize<TShape>(message, SimdStandardResolver.Options)).InnerException,
            MaxAllocated);
        Assert.True(thrown is EndOfStreamException, $"{typeof(TShape)}: {thrown}");
        Assert.True(allocated <= MaxAllocated, $"{typeof(TShape)}: {allocated} bytes");
    }

    /// <summary>Arrays of so many elements of three bytes, with the element at index 2 damaged in three ways, and that element's place.</summary>
    private static (byte[] WrongKind, byte[] DoesNotFit, byte[] CutShort, int Place) Damaged(int count)
    {
        int[] values = [.. Enumerable.Repeat(1000, count)];
        byte[] message = MessagePackSerializer.Serialize(values, SimdStandardResolver.Options);
        int place = message.Length - (3 * count) + 6;
        byte[] wrongKind = [.. message];
        wrongKind[place] = 0xc2;
        byte[] doesNotFit = [.. message[..place], 0xce, 0xff, 0xff, 0xff, 0xff, .. message[(place + 3)..]];
        return (wrongKind, doesNotFit, message[..(place + 1)], place);
    }

    /// <summary>The exception inside the serializer's, which must be the end of the chain.</summary>
    private static Exception ExceptionOf(byte[] message) => ExceptionOf<int[]>(message);

    private static Exception ExceptionOf<T>(byte[] message)
    {
        Exception thrown = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(message, SimdStandardResolver.Options));
        Assert.NotNull(thrown.InnerException);
        Assert.Same(thrown.InnerException, thrown.GetBaseException());
        return thrown.InnerException!;
    }

    /// <summary>Cancels when it is asked for memory for the third time.</summary>
    private sealed class CancellingOutput(CancellationTokenSource source) : IBufferWriter<byte>
    {
        private readonly ArrayBufferWriter<byte> output = new();
        private int requests;

        public int WrittenCount => output.WrittenCount;

        public ReadOnlySpan<byte> Written => output.WrittenSpan;

        public void Advance(int count) => output.Advance(count);

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            if (++requests == 3)
            {
                source.Cancel();
            }

            // No more than was asked for, so that it is asked again.
            return output.GetMemory(sizeHint)[..Math.Max(sizeHint, 1)];
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
