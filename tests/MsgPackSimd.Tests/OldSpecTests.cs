using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Formatters;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>A writer of the old specification, which had no timestamps.</summary>
public class OldSpecTests
{
    private static readonly DateTime Time = new(2026, 11, 26, 0, 0, 0, DateTimeKind.Utc);

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(10_000)]
    public void Times_are_refused_in_every_shape(int count)
    {
        DateTime[] times = [.. Enumerable.Repeat(Time, count)];
        Refuses<DateTime[]?>(PrimitiveArrayFormatter<DateTime>.Instance, times);
        Refuses<List<DateTime>?>(PrimitiveListFormatter<DateTime>.Instance, times.ToList());
        Refuses<Memory<DateTime>>(PrimitiveMemoryFormatter<DateTime>.Instance, times);
        Refuses<ReadOnlySequence<DateTime>>(PrimitiveMemoryFormatter<DateTime>.Instance, TestSupport.Segmentation.InPieces<DateTime>(times, 7));
        Refuses<IEnumerable<DateTime>?>(PrimitiveEnumerableFormatter<DateTime>.Instance, times.Select(static time => time));
        Refuses<Queue<DateTime>?>(PrimitiveCollectionFormatter<DateTime>.Instance, new Queue<DateTime>(times));
        Refuses<DateTime?[]?>(PrimitiveNullableFormatter<DateTime>.Instance, [null, .. times.Select(static time => (DateTime?)time)]);
        Refuses<DateTime[,]?>(PrimitiveMultiDimensionalArrayFormatter<DateTime>.Instance, new DateTime[1, count]);
    }

    [Fact]
    public void Null_empty_arrays_missing_times_and_other_types_are_written()
    {
        Assert.Equal([0xc0], Written<DateTime[]?>(PrimitiveArrayFormatter<DateTime>.Instance, null));
        Assert.Equal([0x90], Written<DateTime[]?>(PrimitiveArrayFormatter<DateTime>.Instance, []));
        Assert.Equal([0x90], Written<IEnumerable<DateTime>?>(PrimitiveEnumerableFormatter<DateTime>.Instance, new[] { Time }.Where(static _ => false)));
        Assert.Equal([0x92, 0xc0, 0xc0], Written<DateTime?[]?>(PrimitiveNullableFormatter<DateTime>.Instance, new DateTime?[2]));
        Assert.Equal([0x92, 1, 0xcd, 1, 44], Written<int[]?>(PrimitiveArrayFormatter<int>.Instance, [1, 300]));
        Assert.Equal([0x91, 0xca, 0, 0, 0, 0], Written<float[]?>(PrimitiveArrayFormatter<float>.Instance, [0]));
    }

    /// <summary>As with the built-in formatters, which check the token first.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(10_000)]
    public void A_cancelled_token_is_told_before_the_refusal_of_times(int count)
    {
        List<DateTime> times = [.. Enumerable.Repeat(Time, count)];
        Assert.Throws<OperationCanceledException>(
            () => Written<List<DateTime>?>(PrimitiveListFormatter<DateTime>.Instance, times, new CancellationToken(canceled: true)));
    }

    /// <summary>Not even a header.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(10_000)]
    public void Nothing_is_written_of_what_is_refused_or_cancelled(int count)
    {
        DateTime[] times = [.. Enumerable.Repeat(Time, count)];
        WritesNothing<DateTime[]?>(PrimitiveArrayFormatter<DateTime>.Instance, times);
        WritesNothing<List<DateTime>?>(PrimitiveListFormatter<DateTime>.Instance, times.ToList());
        WritesNothing<Memory<DateTime>>(PrimitiveMemoryFormatter<DateTime>.Instance, times);
        WritesNothing<ReadOnlySequence<DateTime>>(PrimitiveMemoryFormatter<DateTime>.Instance, TestSupport.Segmentation.InPieces<DateTime>(times, 7));
        WritesNothing<IEnumerable<DateTime>?>(PrimitiveEnumerableFormatter<DateTime>.Instance, times.Select(static time => time));
        WritesNothing<Queue<DateTime>?>(PrimitiveCollectionFormatter<DateTime>.Instance, new Queue<DateTime>(times));
        WritesNothing<HashSet<DateTime>?>(
            PrimitiveSetFormatter<DateTime>.Instance, [.. Enumerable.Range(0, count).Select(static second => Time.AddSeconds(second))]);
        WritesNothing<DateTime?[]?>(PrimitiveNullableFormatter<DateTime>.Instance, [null, .. times.Select(static time => (DateTime?)time)]);
        WritesNothing<DateTime[,]?>(PrimitiveMultiDimensionalArrayFormatter<DateTime>.Instance, new DateTime[1, count]);
    }

    private static void WritesNothing<TShape>(IMessagePackFormatter<TShape> formatter, TShape value)
    {
        foreach (CancellationToken cancellation in new[] { default, new CancellationToken(canceled: true) })
        {
            var output = new ArrayBufferWriter<byte>();
            var writer = new MessagePackWriter(output) { OldSpec = true, CancellationToken = cancellation };
            try
            {
                formatter.Serialize(ref writer, value, SimdStandardResolver.Options);
                Assert.Fail("written");
            }
            catch (Exception e) when (e is NotSupportedException or OperationCanceledException)
            {
                Assert.Equal(cancellation.IsCancellationRequested, e is OperationCanceledException);
            }

            writer.Flush();
            Assert.Equal(0, output.WrittenCount);
        }
    }

    private static void Refuses<TShape>(IMessagePackFormatter<TShape> formatter, TShape value) =>
        Assert.Contains("timestamps", Assert.Throws<NotSupportedException>(() => Written(formatter, value)).Message, StringComparison.Ordinal);

    private static byte[] Written<TShape>(IMessagePackFormatter<TShape> formatter, TShape value, CancellationToken cancellation = default)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output) { OldSpec = true, CancellationToken = cancellation };
        formatter.Serialize(ref writer, value, SimdStandardResolver.Options);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }
}
