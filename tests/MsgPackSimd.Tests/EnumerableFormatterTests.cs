using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using MessagePack;
using MsgPackSimd.Codec.Tests;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Sequences of every kind, through the serializer: their bytes, what remains when they throw, and what is asked of outputs.</summary>
public abstract class EnumerableFormatterTests<T>
    where T : unmanaged
{
    [Fact]
    public void Every_kind_of_sequence_is_the_array_of_what_it_enumerates()
    {
        foreach (int count in new[] { 0, 1, 3, 4, 8, 9, 15, 16, 300, 4096, 4097, 20_000 })
        {
            T[] values = LargeInput.Create<T>("mixed_width", count, 7);
            byte[] expected = ReferenceCodec.Encode<T>(values);
            foreach ((string name, IEnumerable<T> sequence) in TestSequences.Shapes(values))
            {
                foreach (MessagePackSerializerOptions options in TestedOptions.All)
                {
                    byte[] encoded = MessagePackSerializer.Serialize(sequence, options);
                    Assert.True(expected.AsSpan().SequenceEqual(encoded), $"{count} elements, {name}");
                }
            }
        }
    }

    [Theory]
    [InlineData(Generosity.Exact)]
    [InlineData(Generosity.Lavish)]
    [InlineData(Generosity.OneByteShort)]
    [InlineData(Generosity.FiveBytes)]
    [InlineData(Generosity.Nothing)]
    public void Outputs_of_every_generosity_get_the_bytes_or_an_exception(Generosity generosity)
    {
        foreach (int count in new[] { 1, 16, 4096, 4097, 50_000 })
        {
            T[] values = LargeInput.Create<T>("random", count, 7);
            byte[] expected = ReferenceCodec.Encode<T>(values);
            IEnumerable<T>[] sequences = [values, new List<T>(values), new LinkedList<T>(values), TestSequences.Lazy(values)];
            foreach (IEnumerable<T> sequence in sequences)
            {
                var output = new WatchedOutput(generosity);
                Exception? thrown = Record.Exception(() => MessagePackSerializer.Serialize(output, sequence, SimdStandardResolver.Options));
                output.Watch();
                Assert.False(output.WasOverrun);

                // What is asked for at most (docs/architecture.md, "Chunks").
                Assert.InRange(output.LargestSizeHint, 0, 32 * 1024);
                Assert.True(expected.AsSpan().StartsWith(output.Written), $"{count} elements of {sequence.GetType()}");
                Assert.True(thrown is not null || output.Written.Length == expected.Length, $"{count} elements of {sequence.GetType()}");
                Assert.True(thrown is null || generosity > Generosity.Lavish, $"{count} elements of {sequence.GetType()}: {thrown}");

                // The exception is ours where the formatter asks for room; where not even a header fits, it is up to the writer what it throws.
                Exception? cause = thrown is MessagePackSerializationException ? thrown.InnerException : thrown;
                Assert.True(
                    thrown is null || generosity != Generosity.FiveBytes || cause is InvalidOperationException,
                    $"{count} elements of {sequence.GetType()}: {cause}");
            }
        }
    }

    [Fact]
    public void A_sequence_that_throws_at_any_element_writes_nothing()
    {
        T[] values = LargeInput.Create<T>("mixed_width", 20_000, 7);
        foreach (int count in Enumerable.Range(0, 40).Concat([4095, 4096, 4097, 16_384, 20_000]))
        {
            IEnumerable<T> start = values.Take(count);
            (IEnumerable<T> Sequence, Type Type)[] cases =
            [
                (TestSequences.Throwing(start), typeof(TimeoutException)),
                (TestSequences.Modified([.. start, values[0]], count / 2), typeof(InvalidOperationException)),
            ];
            foreach ((IEnumerable<T> sequence, Type type) in cases)
            {
                var output = new WatchedOutput(Generosity.Lavish);
                Exception? thrown = Record.Exception(() => MessagePackSerializer.Serialize(output, sequence, SimdStandardResolver.Options));
                Assert.IsType(type, Assert.IsType<MessagePackSerializationException>(thrown).InnerException);
                Assert.Empty(output.Written);
                Assert.False(output.WasOverrun);
            }
        }

        // Nothing is left behind that the next sequence would find.
        Assert.Equal(ReferenceCodec.Encode<T>(values), MessagePackSerializer.Serialize(TestSequences.Lazy(values), SimdStandardResolver.Options));
    }

    [Fact]
    public void Decoding_gives_an_array()
    {
        foreach (int count in new[] { 0, 1, 16, 17, 5000 })
        {
            T[] values = LargeInput.Create<T>("mixed_width", count, 7);
            byte[] message = ReferenceCodec.Encode<T>(values);
            foreach (ReadOnlySequence<byte> source in new[] { new ReadOnlySequence<byte>(message), Segmentation.InPieces(message, 100) })
            {
                T[] decoded = Assert.IsType<T[]>(MessagePackSerializer.Deserialize<IEnumerable<T>>(source, SimdStandardResolver.Options));
                Assert.Equal(GoldenVectors.ToLittleEndian<T>(values), GoldenVectors.ToLittleEndian<T>(decoded));
                Assert.True(count > 0 || ReferenceEquals(decoded, Array.Empty<T>()));
            }
        }
    }

    [ReleaseFact]
    public void Nothing_is_allocated_but_the_enumerator()
    {
        foreach (int count in new[] { 0, 10, 1024, 1 << 16 })
        {
            T[] values = LargeInput.Create<T>("mixed_width", count, 7);
            byte[] expected = ReferenceCodec.Encode<T>(values);
            var output = new RepeatedOutput((2 * expected.Length) + 64_000);
            IEnumerable<T>[] sequences =
                [values, new List<T>(values), new ArraySegment<T>(values), new LinkedList<T>(values), new OneEnumerator<T>(values)];
            foreach (IEnumerable<T> sequence in sequences)
            {
                long least = Allocations.Least(() =>
                {
                    output.Reset();
                    MessagePackSerializer.Serialize(output, sequence, SimdStandardResolver.Options);
                });
                Assert.True(expected.AsSpan().SequenceEqual(output.Written), $"{count} elements of {sequence.GetType()}");

                // An empty collection is enumerated, and a linked list's enumerator is boxed.
                Assert.True(least == 0 || (count == 0 && sequence is LinkedList<T>), $"{least} bytes for {count} elements of {sequence.GetType()}");
            }
        }
    }
}

public class EnumerableFormatterSByteTests : EnumerableFormatterTests<sbyte>;

public class EnumerableFormatterInt16Tests : EnumerableFormatterTests<short>;

public class EnumerableFormatterInt32Tests : EnumerableFormatterTests<int>;

public class EnumerableFormatterInt64Tests : EnumerableFormatterTests<long>;

public class EnumerableFormatterByteTests : EnumerableFormatterTests<byte>;

public class EnumerableFormatterUInt16Tests : EnumerableFormatterTests<ushort>;

public class EnumerableFormatterUInt32Tests : EnumerableFormatterTests<uint>;

public class EnumerableFormatterUInt64Tests : EnumerableFormatterTests<ulong>;

public class EnumerableFormatterSingleTests : EnumerableFormatterTests<float>;

public class EnumerableFormatterDoubleTests : EnumerableFormatterTests<double>;

public class EnumerableFormatterBooleanTests : EnumerableFormatterTests<bool>;

public class EnumerableFormatterCharTests : EnumerableFormatterTests<char>;

public class EnumerableFormatterDateTimeTests : EnumerableFormatterTests<DateTime>;

public class EnumerableFormatterTimeSpanTests : EnumerableFormatterTests<TimeSpan>;

public class EnumerableFormatterDateOnlyTests : EnumerableFormatterTests<DateOnly>;

public class EnumerableFormatterTimeOnlyTests : EnumerableFormatterTests<TimeOnly>;

public class EnumerableFormatterHalfTests : EnumerableFormatterTests<Half>;

/// <summary>What does not depend on the element type: cancellation, depth, sequences within sequences.</summary>
public class EnumerableFormatterContractTests
{
    [Fact]
    public void A_cancelled_token_stops_at_the_next_element()
    {
        using var cancellation = new CancellationTokenSource();
        int asked = 0;
        IEnumerable<int> Endless()
        {
            while (true)
            {
                if (++asked == 10_000)
                {
                    cancellation.Cancel();
                }

                yield return asked;
            }
        }

        var output = new WatchedOutput(Generosity.Lavish);
        Exception thrown = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Serialize(output, Endless(), SimdStandardResolver.Options, cancellation.Token));
        Assert.IsType<OperationCanceledException>(thrown.InnerException);
        Assert.Equal(10_000, asked);
        Assert.Empty(output.Written);

        IEnumerable<int>[] sequences = [[1], new List<int> { 1 }, new LinkedList<int>([1]), TestSequences.Lazy([1])];
        foreach (IEnumerable<int> sequence in sequences)
        {
            thrown = Assert.Throws<MessagePackSerializationException>(
                () => MessagePackSerializer.Serialize(sequence, SimdStandardResolver.Options, cancellation.Token));
            Assert.IsType<OperationCanceledException>(thrown.InnerException);
        }

        // Unlike for an array, the token is checked when reading too, as in the built-in formatter for the interface.
        thrown = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<IEnumerable<int>>(
            new byte[] { 0x91, 1 }, SimdStandardResolver.Options, cancellation.Token));
        Assert.IsType<OperationCanceledException>(thrown.InnerException);

        // Where there is nothing, there is nothing to cancel.
        foreach (IEnumerable<int>? sequence in new IEnumerable<int>?[] { [], TestSequences.Lazy(Array.Empty<int>()), null })
        {
            byte[] expected = [sequence is null ? (byte)0xc0 : (byte)0x90];
            Assert.Equal(expected, MessagePackSerializer.Serialize(sequence, SimdStandardResolver.Options, cancellation.Token));
            Assert.Equal(
                sequence,
                MessagePackSerializer.Deserialize<IEnumerable<int>?>(expected, SimdStandardResolver.Options, cancellation.Token));
        }
    }

    [Fact]
    public void A_sequence_counts_as_a_level_of_depth()
    {
        MessagePackSerializerOptions options = SimdStandardResolver.Options.WithSecurity(
            MessagePackSecurity.TrustedData.WithMaximumObjectGraphDepth(1));
        foreach (byte[] message in new byte[][] { [0x90], [0x92, 1, 2], [0x91, 0xc3], [0xc0] })
        {
            foreach (int depth in new[] { 0, 1 })
            {
                var reader = new MessagePackReader(message) { Depth = depth };
                Exception? thrown = null;
                try
                {
                    options.Resolver.GetFormatterWithVerify<IEnumerable<int>?>().Deserialize(ref reader, options);
                }
                catch (Exception e) when (e is InsufficientExecutionStackException or MessagePackSerializationException)
                {
                    thrown = e;
                }

                Assert.Equal(depth == 1 && message[0] != 0xc0, thrown is InsufficientExecutionStackException);
                Assert.Equal(depth == 0 && message[^1] == 0xc3, thrown is MessagePackSerializationException);
                Assert.Equal(depth, reader.Depth);
            }
        }
    }

    [Fact]
    public void A_sequence_may_serialize_others_while_it_is_enumerated()
    {
        static IEnumerable<int> Nested(int depth)
        {
            for (int i = 0; i < 5000; i++)
            {
                yield return depth > 0 && i == 2500 ? MessagePackSerializer.Serialize(Nested(depth - 1), SimdStandardResolver.Options).Length : i;
            }
        }

        for (int round = 0; round < 3; round++)
        {
            Assert.Equal(ReferenceCodec.Encode<int>([.. Nested(3)]), MessagePackSerializer.Serialize(Nested(3), SimdStandardResolver.Options));
        }
    }
}
