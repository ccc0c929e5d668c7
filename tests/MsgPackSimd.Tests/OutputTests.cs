using System;
using System.Buffers;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Runtime.CompilerServices;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Outputs of every generosity, for arrays of one chunk and of many.</summary>
public abstract class OutputTests<T>
    where T : unmanaged
{
    /// <summary>The most that is asked for (docs/architecture.md, "Chunks").</summary>
    private const int MaxSizeHint = 32 * 1024;

    /// <summary>The longest header of an array that fits a chunk.</summary>
    private const int MaxHeaderLength = 3;

    private static readonly int MaxTokenLength =
        typeof(T) == typeof(bool) ? 1 : typeof(T) == typeof(DateTime) ? 15 : typeof(T) == typeof(Half) ? 5 : 1 + Unsafe.SizeOf<T>();

    /// <summary>How many elements a chunk has room for, together with the header of an array.</summary>
    private static readonly int ChunkCount = (MaxSizeHint - MaxHeaderLength) / MaxTokenLength;

    /// <summary>Lengths around one chunk and two, and one of many chunks.</summary>
    private static readonly int[] Lengths =
    [
        1, 15, 16, 17, 300, 4096, ChunkCount - 1, ChunkCount, ChunkCount + 1, 2 * ChunkCount, (2 * ChunkCount) + 1, 70_000,
    ];

    [Theory]
    [InlineData(Generosity.Exact)]
    [InlineData(Generosity.Lavish)]
    public void What_keeps_the_contract_gets_every_byte_in_order(Generosity generosity)
    {
        foreach (int length in Lengths)
        {
            foreach (string distribution in LargeInput.Distributions)
            {
                T[] values = LargeInput.Create<T>(distribution, length, (ulong)length);
                var output = new WatchedOutput(generosity);
                MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options);
                output.Watch();
                Assert.False(output.WasOverrun);
                Assert.True(output.Written.AsSpan().SequenceEqual(ReferenceCodec.Encode<T>(values)), $"{distribution} {length}");

                // No more than the elements may take, so that a buffer of that size will do.
                Assert.InRange(output.LargestSizeHint, 0, Math.Min(MaxSizeHint, MaxHeaderLength + (length * MaxTokenLength)));
            }
        }
    }

    /// <summary>Where the contract is broken, what was written so far is right, and the rest is an exception. The writer in between may notice first.</summary>
    [Theory]
    [InlineData(Generosity.OneByteShort)]
    [InlineData(Generosity.FiveBytes)]
    [InlineData(Generosity.Nothing)]
    public void What_breaks_the_contract_is_not_overrun(Generosity generosity)
    {
        foreach (int length in Lengths)
        {
            T[] values = LargeInput.Create<T>("random", length, (ulong)length);
            byte[] expected = ReferenceCodec.Encode<T>(values);
            var output = new WatchedOutput(generosity);
            Exception? thrown = Record.Exception(() => MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options));
            output.Watch();
            Assert.False(output.WasOverrun);
            Assert.True(expected.AsSpan().StartsWith(output.Written), $"{length} elements");
            if (thrown is null)
            {
                // Less than the worst case was enough for these tokens.
                Assert.Equal(expected.Length, output.Written.Length);
            }
            else
            {
                // The exception is ours where the formatter asks for room; where not even a header fits, it is up to the writer what it throws.
                Exception? cause = thrown is MessagePackSerializationException ? thrown.InnerException : thrown;
                Assert.True(generosity != Generosity.FiveBytes || cause is InvalidOperationException, $"{length} elements: {cause}");
            }
        }
    }

    [Fact]
    public void An_exception_of_the_output_passes_and_leaves_what_was_written()
    {
        T[] values = LargeInput.Create<T>("random", 50_000, 1);
        byte[] expected = ReferenceCodec.Encode<T>(values);
        var whole = new WatchedOutput(Generosity.Exact);
        MessagePackSerializer.Serialize(whole, values, SimdStandardResolver.Options);
        Assert.True(whole.Calls > 3, $"{whole.Calls} calls");
        for (int call = 1; call <= whole.Calls; call++)
        {
            var output = new WatchedOutput(Generosity.Exact) { ThrowAtCall = call };
            Exception? thrown = Record.Exception(() => MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options));
            Assert.IsType<TimeoutException>(thrown is MessagePackSerializationException ? thrown.InnerException : thrown);
            Assert.False(output.WasOverrun);
            Assert.True(expected.AsSpan().StartsWith(output.Written), $"call {call}");
        }

        // The formatter holds no state that an exception could leave behind.
        Assert.Equal(GoldenVectors.ToLittleEndian<T>(LargeInput.Create<T>("random", 50_000, 1)), GoldenVectors.ToLittleEndian<T>(values));
        Assert.Equal(expected, MessagePackSerializer.Serialize(values, SimdStandardResolver.Options));
    }

    [Theory]
    [InlineData(Generosity.Exact)]
    [InlineData(Generosity.Lavish)]
    [InlineData(Generosity.OneByteShort)]
    [InlineData(Generosity.FiveBytes)]
    [InlineData(Generosity.Nothing)]
    public void Every_shape_gets_its_bytes_out_or_an_exception(Generosity generosity)
    {
        foreach (int length in new[] { 20, 4000, 9000 })
        {
            foreach ((string name, byte[] expected, Action<IBufferWriter<byte>> write) in Shapes(length))
            {
                string what = $"{length} elements, {name}";
                var output = new WatchedOutput(generosity);
                Exception? thrown = Record.Exception(() => write(output));
                output.Watch();
                Assert.False(output.WasOverrun, what);
                Assert.True(output.LargestSizeHint <= MaxSizeHint, $"{what}: asked for {output.LargestSizeHint}");
                Assert.True(expected.AsSpan().StartsWith(output.Written), what);
                Assert.True(thrown is not null || output.Written.Length == expected.Length, what);
                Assert.True(thrown is null || generosity > Generosity.Lavish, $"{what}: {thrown}");
                Exception? cause = thrown is MessagePackSerializationException ? thrown.InnerException : thrown;
                Assert.True(thrown is null || generosity != Generosity.FiveBytes || cause is InvalidOperationException, $"{what}: {cause}");
            }
        }
    }

    [Fact]
    public void An_exception_of_the_output_passes_whatever_the_shape()
    {
        foreach ((string name, byte[] expected, Action<IBufferWriter<byte>> write) in Shapes(20).Concat(Shapes(4000)).Concat(Shapes(9000)))
        {
            var whole = new WatchedOutput(Generosity.Exact);
            write(whole);
            Assert.Equal(expected, whole.Written);

            // The first calls and the last; segments of single elements make thousands.
            foreach (int call in Enumerable.Range(1, whole.Calls).Where(call => call <= 8 || call > whole.Calls - 4))
            {
                var output = new WatchedOutput(Generosity.Exact) { ThrowAtCall = call };
                Exception? thrown = Record.Exception(() => write(output));
                Assert.IsType<TimeoutException>(thrown is MessagePackSerializationException ? thrown.InnerException : thrown);
                Assert.False(output.WasOverrun, name);
                Assert.True(expected.AsSpan().StartsWith(output.Written), $"{name}, call {call}");
            }

            // Nothing is left behind.
            var again = new WatchedOutput(Generosity.Exact);
            write(again);
            Assert.Equal(expected, again.Written);
        }
    }

    /// <summary>The shapes whose elements reach the output through code of their own, what each is written as, and how it is written.</summary>
    private static IEnumerable<(string Name, byte[] Expected, Action<IBufferWriter<byte>> Write)> Shapes(int length)
    {
        T[] values = LargeInput.Create<T>("random", length, (ulong)length);
        T[] surrounded = [.. LargeInput.Create<T>("random", 50, 1), .. values, .. LargeInput.Create<T>("random", 70, 2)];
        byte[] expected = ReferenceCodec.Encode<T>(values);
        yield return ("memory", expected, Writer<Memory<T>>(surrounded.AsMemory(50, length)));
        yield return ("list", expected, Writer<List<T>>([.. values]));
        yield return ("immutable array", expected, Writer(ImmutableArray.Create(values)));
        yield return ("queue", expected, Writer(new Queue<T>(values)));
        yield return ("linked list", expected, Writer(new LinkedList<T>(values)));
        var set = new HashSet<T>(values);
        yield return ("set", ReferenceCodec.Encode<T>([.. set]), Writer(set));
        yield return ("sequence", expected, Writer(Segmentation.InPieces<T>(values, 1000)));
        yield return ("sequence with longer segments than a chunk", expected, Writer(Segmentation.InPieces<T>(values, 5000)));

        // It begins in the middle of a segment, and ends in the middle of one.
        yield return ("slice of a sequence", expected, Writer(Segmentation.InPieces<T>(surrounded, 700).Slice(50, length)));
        if (length < 9000)
        {
            yield return ("sequence of single elements", expected, Writer(Segmentation.InPieces<T>(values, 1)));
        }

        byte[] lengths = [0x93, 4, .. ReferenceCodec.Encode<int>([length / 4])[1..]];
        yield return ("plane", [.. lengths, .. expected], Writer((T[,])MultiDimensional<T>.Create([4, length / 4], values)));
    }

    private static Action<IBufferWriter<byte>> Writer<TShape>(TShape value) =>
        output => MessagePackSerializer.Serialize(output, value, SimdStandardResolver.Options);
}

public class OutputSByteTests : OutputTests<sbyte>;

public class OutputInt16Tests : OutputTests<short>;

public class OutputInt32Tests : OutputTests<int>;

public class OutputInt64Tests : OutputTests<long>;

public class OutputUInt16Tests : OutputTests<ushort>;

public class OutputUInt32Tests : OutputTests<uint>;

public class OutputUInt64Tests : OutputTests<ulong>;

public class OutputSingleTests : OutputTests<float>;

public class OutputDoubleTests : OutputTests<double>;

public class OutputBooleanTests : OutputTests<bool>;

public class OutputCharTests : OutputTests<char>;

public class OutputDateTimeTests : OutputTests<DateTime>;

public class OutputTimeSpanTests : OutputTests<TimeSpan>;

public class OutputDateOnlyTests : OutputTests<DateOnly>;

public class OutputTimeOnlyTests : OutputTests<TimeOnly>;

public class OutputHalfTests : OutputTests<Half>;
