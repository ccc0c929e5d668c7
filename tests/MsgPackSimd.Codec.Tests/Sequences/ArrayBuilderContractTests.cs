using System;
using System.Buffers;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>What the builder and the encoding of sequences promise besides bytes: memory, exceptions, cancellation, and which overload is taken.</summary>
public class ArrayBuilderContractTests
{
    private readonly CountingPool<byte> bytes = new(0xee);
    private readonly CountingPool<int> elements = new(-1);

    [Fact]
    public void A_new_builder_is_an_empty_array_and_holds_no_memory()
    {
        MessagePackArrayBuilder<int> builder = Create();
        Assert.Equal((0, 1), (builder.Count, builder.GetEncodedLength()));
        Assert.Equal(new byte[] { 0x90 }, builder.ToArray());
        Assert.Equal((0, 0), (bytes.Rents, elements.Rents));
        Assert.Equal(new byte[] { 0x90 }, builder.WrittenMemory.ToArray());
        builder.Dispose();
        Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
    }

    [Fact]
    public void What_fills_no_block_needs_no_memory_for_bytes()
    {
        using MessagePackArrayBuilder<int> builder = Create();
        builder.Append(Enumerable.Range(0, 100).Where(_ => true));
        Assert.Equal(1 + 2 + 100, builder.ToArray().Length);
        builder.WriteTo(new ArrayBufferWriter<byte>());
        Assert.True(builder.TryWriteTo(new byte[103], out _));
        Assert.Equal((0, 1), (bytes.Rents, elements.Rents));
    }

    [Fact]
    public void Nothing_can_be_done_after_it_was_disposed_but_to_dispose_it_again()
    {
        MessagePackArrayBuilder<int> builder = Create();
        builder.Append(Enumerable.Range(0, 10_000).ToArray());
        builder.Append(1);
        builder.Dispose();
        builder.Dispose();
        Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
        Action[] calls =
        [
            () => builder.Append(1),
            () => builder.Append([1]),
            () => builder.Append(TestSequences.Lazy([1])),
            () => builder.Append(new List<int> { 1 }),
            () => builder.ToArray(),
            () => _ = builder.WrittenMemory,
            () => _ = builder.WrittenSequence.Length,
            () => _ = builder.WrittenSpan.Length,
            () => _ = builder.Count,
            () => builder.GetEncodedLength(),
            () => builder.TryWriteTo(new byte[10], out _),
            () => builder.WriteTo(new ArrayBufferWriter<byte>()),
            builder.Reset,
        ];
        Assert.All(calls, call => Assert.Throws<ObjectDisposedException>(call));
        Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
    }

    [Fact]
    public void The_memory_goes_back_when_an_exception_passes()
    {
        void Use()
        {
            using MessagePackArrayBuilder<int> builder = Create();
            builder.Append(TestSequences.Throwing(Enumerable.Range(0, 10_000)));
        }

        Assert.Throws<TimeoutException>(Use);
        Assert.NotEqual(0, bytes.Rents);
        Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
    }

    /// <summary>
    /// A sequence behind another element runs out of memory while it is appended, a short one by itself only when the array is asked for. The builder keeps
    /// what it had, and there is memory for that the next time.
    /// </summary>
    [Theory]
    [InlineData(100_000, 4, false)]
    [InlineData(100, 1, true)]
    public void The_memory_goes_back_when_there_is_no_more(int count, int leastRents, bool isAppended)
    {
        int[] values = [.. Enumerable.Range(0, count)];
        int[] first = isAppended ? [] : [7];
        var plenty = new CountingPool<byte>(0);
        using (var builder = new MessagePackArrayBuilder<int>(plenty, ArrayPool<int>.Shared, int.MaxValue))
        {
            builder.Append(first);
            builder.Append(TestSequences.Lazy(values));
            if (isAppended)
            {
                _ = builder.WrittenMemory;
            }
        }

        Assert.True(plenty.Rents >= leastRents, $"{plenty.Rents} rents");
        for (int rent = 1; rent <= plenty.Rents; rent++)
        {
            var scarce = new CountingPool<byte>(0xee) { OutOfMemoryAt = rent };
            using (var builder = new MessagePackArrayBuilder<int>(scarce, elements, int.MaxValue))
            {
                builder.Append(first);
                Assert.Equal(isAppended, Record.Exception(() => builder.Append(TestSequences.Lazy(values))) is null);
                int[] expected = isAppended ? values : first;
                Assert.Equal(expected.Length, builder.Count);
                if (isAppended)
                {
                    Assert.Throws<InsufficientMemoryException>(() => builder.WrittenMemory);
                    Assert.Equal(expected.Length, builder.Count);
                }

                Assert.Equal(ReferenceCodec.Encode<int>(expected), builder.ToArray());
            }

            Assert.Equal((0, 0), (scarce.Rented, elements.Rented));
        }
    }

    /// <summary>A long array lies in pieces, and nothing is copied for what can be written from there.</summary>
    [Fact]
    public void Pieces_are_joined_only_for_memory_in_one_piece()
    {
        int[] values = [.. Enumerable.Range(0, 100_000)];
        byte[] expected = ReferenceCodec.Encode<int>(values);
        using MessagePackArrayBuilder<int> builder = Create();
        builder.Append(TestSequences.Lazy(values));
        ReadOnlySequence<byte> written = builder.WrittenSequence;
        int rents = bytes.Rents;
        Assert.InRange(rents, 3, 10);
        int segments = 0;
        foreach (ReadOnlyMemory<byte> segment in written)
        {
            Assert.False(segment.IsEmpty);
            segments++;
        }

        Assert.Equal(rents, segments);
        Assert.Equal(expected, written.ToArray());
        Assert.Equal(expected[70_000..], written.Slice(70_000).ToArray());
        Assert.Equal(expected, builder.ToArray());
        byte[] room = new byte[expected.Length];
        Assert.False(builder.TryWriteTo(room.AsSpan(1), out _));
        Assert.True(builder.TryWriteTo(room, out _));
        Assert.Equal(expected, room);
        var output = new ArrayBufferWriter<byte>();
        builder.WriteTo(output);
        Assert.Equal(expected, output.WrittenSpan);
        Assert.Equal((rents, rents), (bytes.Rents, bytes.Rented));

        Assert.Equal(expected, builder.WrittenSpan);
        Assert.Equal((rents + 1, 1), (bytes.Rents, bytes.Rented));
        Assert.True(builder.WrittenSequence.IsSingleSegment);
        builder.Append(TestSequences.Lazy(values));
        Assert.Equal(ReferenceCodec.Encode<int>([.. values, .. values]), builder.WrittenSequence.ToArray());
    }

    /// <summary>To append and to ask for one piece by turns copies each byte a few times at most: what is joined has room for more.</summary>
    [Fact]
    public void Pieces_that_are_joined_again_and_again_are_not_copied_each_time()
    {
        using MessagePackArrayBuilder<int> builder = Create();
        int[] block = [.. Enumerable.Repeat(int.MaxValue, 4096)];
        const int Times = 200;
        for (int i = 1; i <= Times; i++)
        {
            builder.Append(block);
            Assert.Equal(i * 5L * block.Length, builder.WrittenSpan.Length - (i * block.Length < 65_536 ? 3 : 5));
        }

        Assert.InRange(bytes.RentedLength, Times * 5L * block.Length, 8 * Times * 5L * block.Length);
    }

    /// <summary>The limit, or the end of the memory, is met when a part of the span has been encoded.</summary>
    [Theory]
    [InlineData(100_000, int.MaxValue)]
    [InlineData(int.MaxValue, 4)]
    public void A_span_is_appended_whole_or_not_at_all(int limit, int outOfMemoryAt)
    {
        int[] values = [.. Enumerable.Repeat(int.MaxValue, 30_000)];
        bytes.OutOfMemoryAt = outOfMemoryAt;
        using var builder = new MessagePackArrayBuilder<int>(bytes, elements, limit);
        builder.Append([7, 8]);
        Assert.True(Record.Exception(() => builder.Append(values)) is OverflowException or InsufficientMemoryException);
        Assert.Equal(2, builder.Count);
        Assert.Equal(3, builder.GetEncodedLength());
        Assert.Equal([0x92, 7, 8], builder.ToArray());
        builder.Append(9);
        Assert.Equal([0x93, 7, 8, 9], builder.WrittenSpan.ToArray());
    }

    [Fact]
    public void Without_memory_for_one_piece_the_array_remains_in_its_pieces()
    {
        int[] values = [.. Enumerable.Range(0, 100_000)];
        byte[] expected = ReferenceCodec.Encode<int>(values);
        using MessagePackArrayBuilder<int> builder = Create();
        builder.Append(TestSequences.Lazy(values));
        byte[] before = builder.WrittenSequence.ToArray();
        bytes.OutOfMemoryAt = bytes.Rents + 1;
        Assert.Throws<InsufficientMemoryException>(() => builder.WrittenMemory);
        Assert.Equal(values.Length, builder.Count);
        Assert.Equal(expected, builder.WrittenSequence.ToArray());
        Assert.Equal(expected, builder.WrittenSpan);
        Assert.Equal(expected, before);
    }

    [Fact]
    public void The_sequence_that_is_appended_must_not_use_the_builder()
    {
        Action<MessagePackArrayBuilder<int>>[] uses =
        [
            builder => builder.Append(1),
            builder => builder.Append([1, 2]),
            builder => builder.Append(new int[20_000]),
            builder => builder.Append(TestSequences.Lazy([1])),
            builder => builder.Append(new LinkedList<int>([1])),
            builder => builder.ToArray(),
            builder => _ = builder.WrittenMemory,
            builder => _ = builder.WrittenSequence.Length,
            builder => builder.WriteTo(new ArrayBufferWriter<byte>()),
            builder => builder.TryWriteTo([], out _),
            builder => builder.Reset(),
        ];
        foreach (int at in new[] { 0, 1, 5000 })
        {
            foreach (Action<MessagePackArrayBuilder<int>> use in uses)
            {
                using MessagePackArrayBuilder<int> builder = Create();
                builder.Append([1, 2, 3]);
                IEnumerable<int> sequence = Enumerable.Range(0, 10_000).Select(i =>
                {
                    if (i == at)
                    {
                        use(builder);
                    }

                    return i;
                });
                Exception thrown = Assert.Throws<InvalidOperationException>(() => builder.Append(TestSequences.Lazy(sequence)));
                Assert.Contains("sequence", thrown.Message, StringComparison.Ordinal);
                Assert.Equal(new byte[] { 0x93, 1, 2, 3 }, builder.ToArray());
            }

            // Disposing can't be refused. What the sequence gives after that goes nowhere.
            MessagePackArrayBuilder<int> disposed = Create();
            disposed.Append([1, 2, 3]);
            Assert.Throws<ObjectDisposedException>(() => disposed.Append(TestSequences.Lazy(Enumerable.Range(0, 10_000).Select(i =>
            {
                if (i == at)
                {
                    disposed.Dispose();
                }

                return i;
            }))));
            Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(10_000)]
    public void A_collection_must_not_use_the_builder_while_it_counts_and_copies(int before)
    {
        int[] held = [.. Enumerable.Range(0, before)];
        Action<MessagePackArrayBuilder<int>>[] uses =
        [
            builder => builder.Append(1),
            builder => builder.Append([1, 2]),
            builder => builder.Append(new int[20_000]),
            builder => builder.Append(new LinkedList<int>([1])),
            builder => builder.ToArray(),
            builder => _ = builder.WrittenMemory,
            builder => _ = builder.WrittenSequence.Length,
            builder => builder.Reset(),
        ];
        foreach (Action<MessagePackArrayBuilder<int>> use in uses)
        {
            using MessagePackArrayBuilder<int> builder = Create();
            builder.Append(held);
            void Use() => use(builder);
            foreach (BusyCollection collection in new[] { new BusyCollection([4, 5], Use, null), new BusyCollection([4, 5], null, Use) })
            {
                Exception thrown = Assert.Throws<InvalidOperationException>(() => builder.Append(collection));
                Assert.Contains("sequence", thrown.Message, StringComparison.Ordinal);
                Assert.Equal(held.Length, builder.Count);
                Assert.Equal(ReferenceCodec.Encode<int>(held), builder.ToArray());
            }

            // Members that only tell numbers do no harm, and neither does an element that is appended afterwards.
            builder.Append(new BusyCollection([4, 5], () => Assert.Equal(held.Length, builder.Count), () => builder.GetEncodedLength()));
            builder.Append(6);
            Assert.Equal(ReferenceCodec.Encode<int>([.. held, 4, 5, 6]), builder.ToArray());
        }

        Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
        var disposed = Create();
        disposed.Append(held);
        Assert.Throws<ObjectDisposedException>(() => disposed.Append(new BusyCollection([4, 5], null, disposed.Dispose)));
        Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
    }

    /// <summary>What it copied then looks like as many elements as it reported, followed by untouched memory.</summary>
    [Fact]
    public void A_collection_that_grows_while_it_copies_is_enumerated()
    {
        sbyte[] values = [1, 2, unchecked((sbyte)0xa5)];
        using var builder = new MessagePackArrayBuilder<sbyte>();
        builder.Append(new GrowingCollection(values));
        Assert.Equal(ReferenceCodec.Encode<sbyte>(values), builder.ToArray());
    }

    [Fact]
    public void What_a_collection_throws_passes_and_leaves_the_builder_as_it_was()
    {
        static void Fail() => throw new TimeoutException();
        using (MessagePackArrayBuilder<int> builder = Create())
        {
            builder.Append([1, 2, 3]);
            Assert.Throws<TimeoutException>(() => builder.Append(new BusyCollection([4], Fail, null)));
            Assert.Throws<TimeoutException>(() => builder.Append(new BusyCollection([4], null, Fail)));
            builder.Append(5);
            Assert.Equal(new byte[] { 0x94, 1, 2, 3, 5 }, builder.ToArray());
            builder.Reset();
            Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
        }
    }

    [Fact]
    public void A_sequence_may_encode_others()
    {
        IEnumerable<int> Nested(int depth)
        {
            for (int i = 0; i < 5000; i++)
            {
                int inner = depth > 0 && i == 2500 ? MessagePackArrayEncoder.Encode(Nested(depth - 1)).Length : i;
                yield return inner;
            }
        }

        for (int round = 0; round < 3; round++)
        {
            byte[] encoded = MessagePackArrayEncoder.Encode(Nested(3));
            Assert.Equal(ReferenceCodec.Encode<int>([.. Nested(3)]), encoded);
        }
    }

    [Fact]
    public void A_cancelled_token_stops_a_sequence_that_has_no_end()
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

        using MessagePackArrayBuilder<int> builder = Create();
        builder.Append(-1);
        Assert.Throws<OperationCanceledException>(() => builder.Append(Endless(), cancellation.Token));
        Assert.Equal(10_000, asked);
        Assert.Equal(new byte[] { 0x91, 0xff }, builder.ToArray());

        foreach ((string name, IEnumerable<int> sequence) in TestSequences.Shapes(new[] { 1, 2, 3 }))
        {
            Exception? thrown = Record.Exception(() => builder.Append(sequence, cancellation.Token));
            Assert.True(thrown is OperationCanceledException, name);
        }

        // Whether there are any elements is not even asked.
        var collection = new StubCollection<int>([1, 2], 2, CopyBehavior.Whole);
        var counted = new LazilyCountedCollection<int>([1, 2]);
        IEnumerable<int>[] others = [[], new List<int>(), new LinkedList<int>(), TestSequences.Lazy(Array.Empty<int>()), collection, counted];
        foreach (IEnumerable<int> sequence in others)
        {
            Assert.Throws<OperationCanceledException>(() => builder.Append(sequence, cancellation.Token));
        }

        Assert.Equal((0, 0), (collection.Copies, counted.Enumerations));
        Assert.Equal(1, builder.Count);
    }

    /// <summary>Nor is there a wait for the first element if the token is cancelled before that.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_token_that_the_sequence_cancels_at_the_start_stops_it(bool isCollection)
    {
        using var cancellation = new CancellationTokenSource();
        using MessagePackArrayBuilder<int> builder = Create();
        builder.Append(-1);
        var cancelling = new Cancelling(cancellation);
        IEnumerable<int> sequence = isCollection ? new BusyCollection([1, 2], null, cancellation.Cancel) : cancelling;
        Assert.Throws<OperationCanceledException>(() => builder.Append(sequence, cancellation.Token));
        Assert.Equal(new byte[] { 0x91, 0xff }, builder.ToArray());
        Assert.Equal(isCollection, !cancelling.IsDisposed);
    }

    [Theory]
    [InlineData(CopyBehavior.Whole)]
    [InlineData(CopyBehavior.NotSupported)]
    [InlineData(CopyBehavior.WrongArray)]
    [InlineData(CopyBehavior.AllButTheLast)]
    public void A_collection_is_asked_once_to_copy_its_elements(CopyBehavior behavior)
    {
        int[] values = [.. Enumerable.Range(0, 1000)];
        byte[] expected = ReferenceCodec.Encode<int>(values);

        var collection = new StubCollection<int>(values, values.Length, behavior);
        Assert.Equal(expected, MessagePackArrayEncoder.Encode(collection));
        Assert.Equal(1, collection.Copies);

        var output = new ArrayBufferWriter<byte>();
        MessagePackArrayEncoder.Encode(collection, output);
        Assert.Equal(expected, output.WrittenSpan);
        Assert.Equal(2, collection.Copies);

        using MessagePackArrayBuilder<int> builder = Create();
        builder.Append(collection);
        Assert.Equal(expected, builder.ToArray());
        Assert.Equal(3, collection.Copies);
    }

    /// <summary>To count may mean to enumerate, and what does not copy is enumerated anyway.</summary>
    [Fact]
    public void A_collection_that_can_only_be_enumerated_is_not_asked_for_its_count()
    {
        int[] values = [.. Enumerable.Range(0, 1000)];
        byte[] expected = ReferenceCodec.Encode<int>(values);

        var collection = new LazilyCountedCollection<int>(values);
        Assert.Equal(expected, MessagePackArrayEncoder.Encode(collection));
        Assert.Equal(1, collection.Enumerations);

        MessagePackArrayEncoder.Encode(collection, new ArrayBufferWriter<byte>());
        Assert.Equal(2, collection.Enumerations);

        using MessagePackArrayBuilder<int> builder = Create();
        builder.Append(collection);
        Assert.Equal(expected, builder.ToArray());
        Assert.Equal(3, collection.Enumerations);
    }

    [Fact]
    public void A_collection_that_cannot_count_is_enumerated()
    {
        Exception[] unable = [new NotSupportedException(), new NotImplementedException(), new InvalidCastException()];
        foreach (Exception exception in unable)
        {
            var collection = new BusyCollection([1, 2, 3], () => throw exception, null);
            Assert.Equal([0x93, 1, 2, 3], MessagePackArrayEncoder.Encode(collection));
            var output = new ArrayBufferWriter<byte>();
            MessagePackArrayEncoder.Encode(collection, output);
            Assert.Equal([0x93, 1, 2, 3], output.WrittenSpan.ToArray());
            using MessagePackArrayBuilder<int> builder = Create();
            builder.Append(0);
            builder.Append(collection);
            Assert.Equal([0x94, 0, 1, 2, 3], builder.ToArray());
        }
    }

    [Fact]
    public void Enumerators_are_disposed_of()
    {
        foreach (CopyBehavior behavior in new[] { CopyBehavior.NotSupported, CopyBehavior.Nothing })
        {
            var sequence = new StubCollection<int>([.. Enumerable.Range(0, 10_000)], 10_000, behavior);
            MessagePackArrayEncoder.Encode(sequence);
            Assert.Equal(0, sequence.OpenEnumerators);
            using var tooShort = new MessagePackArrayBuilder<int>(bytes, elements, 1000);
            Assert.Throws<OverflowException>(() => tooShort.Append(sequence));
            Assert.Equal(0, sequence.OpenEnumerators);
            Assert.Throws<OperationCanceledException>(() => tooShort.Append(sequence, new CancellationToken(canceled: true)));
            Assert.Equal(0, sequence.OpenEnumerators);
        }
    }

    [Fact]
    public void Sequences_without_memory_throw_as_they_do_when_they_are_enumerated()
    {
        IEnumerable<int>[] uninitialized = [default(ImmutableArray<int>), default(ArraySegment<int>)];
        foreach (IEnumerable<int> sequence in uninitialized)
        {
            Assert.Throws<InvalidOperationException>(() => MessagePackArrayEncoder.Encode(sequence));
            using MessagePackArrayBuilder<int> builder = Create();
            Assert.Throws<InvalidOperationException>(() => builder.Append(sequence));
        }
    }

    [Fact]
    public void Arguments_are_checked()
    {
        using MessagePackArrayBuilder<int> builder = Create();
        Assert.Throws<ArgumentNullException>(() => MessagePackArrayEncoder.Encode((IEnumerable<int>)null!));
        Assert.Throws<ArgumentNullException>(() => MessagePackArrayEncoder.Encode((IEnumerable<int>)null!, new ArrayBufferWriter<byte>()));
        Assert.Throws<ArgumentNullException>(() => MessagePackArrayEncoder.Encode(new List<int>(), null!));

        // Before the sequence is asked for anything.
        Assert.Throws<ArgumentNullException>(() => MessagePackArrayEncoder.Encode(TestSequences.Throwing<int>([]), null!));
        Assert.Throws<ArgumentNullException>(() => builder.Append((IEnumerable<int>)null!));
        Assert.Throws<ArgumentNullException>(() => builder.WriteTo(null!));
        Assert.Throws<NotSupportedException>(() => new MessagePackArrayBuilder<decimal>());
        Assert.Throws<NotSupportedException>(() => new MessagePackArrayBuilder<string>());
        Assert.Throws<NotSupportedException>(() => MessagePackArrayEncoder.Encode(new List<decimal>()));
        Assert.Throws<NotSupportedException>(() => MessagePackArrayEncoder.Encode(new List<decimal>(), new ArrayBufferWriter<byte>()));
    }

    /// <summary>A collection is asked for its count before anything is appended, and need not have any elements.</summary>
    [Fact]
    public void A_builder_that_its_sequence_disposes_of_stays_disposed()
    {
        foreach (int count in new[] { 0, -1, 5 })
        {
            MessagePackArrayBuilder<int> builder = Create();
            builder.Append(7);
            Assert.Throws<ObjectDisposedException>(() => builder.Append(new Disposing(builder, count)));
            Assert.Throws<ObjectDisposedException>(() => builder.ToArray());
            Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
        }
    }

    /// <summary>What others left in the pool's memory must not come out of it.</summary>
    [Fact]
    public void Elements_that_a_collection_forgets_to_copy_are_zeros()
    {
        using MessagePackArrayBuilder<int> builder = Create();
        builder.Append(new CopyingCollection([.. Enumerable.Range(1, 20)], array => array[19] = 20));
        Assert.Equal(ReferenceCodec.Encode<int>([.. new int[19], 20]), builder.ToArray());
    }

    /// <summary>Nor must a collection see there what others left.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(21)]
    [InlineData(2001)]
    public void A_collection_copies_to_memory_that_holds_nothing_of_others(int count)
    {
        int[] values = [.. Enumerable.Range(1, count)];
        using MessagePackArrayBuilder<int> builder = Create();
        int[] seen = [];
        builder.Append(new CopyingCollection(values, array =>
        {
            seen = [.. array];
            values.CopyTo(array, 0);
        }));
        Assert.Equal(ReferenceCodec.Encode<int>(values), builder.ToArray());
        Assert.InRange(seen.Length, count + 2, int.MaxValue);

        // The pool's arrays are full of -1. Around the last element are the bytes by which it is known that the collection wrote there.
        const int Untouched = unchecked((int)0xa5a5a5a5);
        Assert.All(seen, (value, i) => Assert.Equal(i == count - 1 || i == count ? Untouched : 0, value));
    }

    /// <summary>
    /// Few elements, which are encoded to the output, and many, which are encoded already: none is lost, and no memory is read that the pool has got back.
    /// </summary>
    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(5000)]
    [InlineData(20_000)]
    public void The_output_must_not_use_the_builder(int count)
    {
        int[] values = [.. Enumerable.Range(0, count)];
        using (MessagePackArrayBuilder<int> builder = Create())
        {
            foreach (int value in values)
            {
                builder.Append(value);
            }

            Assert.Throws<InvalidOperationException>(() => builder.WriteTo(new Using(() => builder.Reset())));
            Assert.Throws<InvalidOperationException>(() => builder.WriteTo(new Using(() => builder.GetEncodedLength())));
            Assert.Throws<InvalidOperationException>(() => builder.WriteTo(new Using(() => builder.Append(1))));
            Assert.Throws<InvalidOperationException>(() => builder.WriteTo(new Using(() => _ = builder.WrittenMemory)));
            Assert.Equal(ReferenceCodec.Encode<int>(values), builder.ToArray());
        }

        // Disposing can't be refused. Wherever it happens, the exception is the same.
        foreach (bool isOnSpan in new[] { true, false })
        {
            MessagePackArrayBuilder<int> disposed = Create();
            disposed.Append(values);
            Using output = isOnSpan ? new Using(disposed.Dispose) : new Using(() => { }, disposed.Dispose);
            Assert.Throws<ObjectDisposedException>(() => disposed.WriteTo(output));
            Assert.True(ReferenceCodec.Encode<int>(values).AsSpan().StartsWith(output.Written.WrittenSpan));
            Assert.Equal((0, 0), (bytes.Rented, elements.Rented));
        }
    }

    /// <summary>An array, and whatever else is both a span and a sequence, takes the span overload, with and without an explicit type argument.</summary>
    [Fact]
    public void Overloads_are_not_ambiguous()
    {
        // This one can't be enumerated.
        Assert.Equal([0x92, 1, 2], MessagePackArrayEncoder.Encode<int>(new SpanAndSequence()));
        byte[] expected = [0x93, 1, 2, 3];
        int[] array = [1, 2, 3];
        var segment = new ArraySegment<int>(array);
        Assert.Equal(expected, MessagePackArrayEncoder.Encode(array));
        Assert.Equal(expected, MessagePackArrayEncoder.Encode<int>(array));
        Assert.Equal(expected, MessagePackArrayEncoder.Encode<int>([1, 2, 3]));
        Assert.Equal(expected, MessagePackArrayEncoder.Encode<int>(segment));
        Assert.Equal(expected, MessagePackArrayEncoder.Encode(array.AsSpan()));
        Assert.Equal(expected, MessagePackArrayEncoder.Encode(new List<int>(array)));
        Assert.Equal(expected, MessagePackArrayEncoder.Encode(ImmutableArray.Create(array)));
        Assert.Equal(new byte[] { 0x90 }, MessagePackArrayEncoder.Encode<int>(default));
        var output = new ArrayBufferWriter<byte>();
        MessagePackArrayEncoder.Encode(array, output);
        MessagePackArrayEncoder.Encode<int>(array, output);
        MessagePackArrayEncoder.Encode(TestSequences.Lazy(array), output);
        Assert.Equal([.. expected, .. expected, .. expected], output.WrittenSpan.ToArray());
        using MessagePackArrayBuilder<int> builder = Create();
        builder.Append(array);
        builder.Append([1]);
        builder.Append(1);
        builder.Append(new List<int>(array));
        Assert.Equal(8, builder.Count);
    }

    /// <summary>The builder is a class, so that it can wait for the next element.</summary>
    [Fact]
    public async Task Elements_may_come_asynchronously()
    {
        static async IAsyncEnumerable<int> Come()
        {
            for (int i = 0; i < 20; i++)
            {
                await Task.Yield();
                yield return i;
            }
        }

        using MessagePackArrayBuilder<int> builder = Create();
        await foreach (int value in Come())
        {
            builder.Append(value);
        }

        Assert.Equal(ReferenceCodec.Encode<int>([.. Enumerable.Range(0, 20)]), builder.ToArray());
    }

    [ReleaseFact]
    public void Nothing_is_allocated_but_the_result()
    {
        foreach (int count in new[] { 0, 10, 1024, 1 << 16 })
        {
            int[] values = LargeInput.Create<int>("mixed_width", count, 1);
            byte[] expected = ReferenceCodec.Encode<int>(values);
            var output = new RepeatedOutput(expected.Length + 40_000);
            using var builder = new MessagePackArrayBuilder<int>();
            IEnumerable<int>[] sequences = [values, new List<int>(values), new OneEnumerator<int>(values), new Collected<int>(values)];
            foreach (IEnumerable<int> sequence in sequences)
            {
                string what = $"{count} elements of {sequence.GetType().Name}";
                AssertAllocated(0, what, () =>
                {
                    output.Reset();
                    MessagePackArrayEncoder.Encode(sequence, output);
                });
                Assert.True(expected.AsSpan().SequenceEqual(output.Written), what);
                AssertAllocated(0, what, () =>
                {
                    builder.Append(sequence);
                    _ = builder.WrittenSpan;
                    builder.Reset();
                });

                // An array's object header, type, length and padding.
                AssertAllocated(24 + ((expected.Length + 7) & ~7), what, () => MessagePackArrayEncoder.Encode(sequence));
            }
        }
    }

    /// <summary>Many in a row, so that what a pool may have in store is not enough for all of them.</summary>
    [ReleaseFact]
    public void What_is_rented_goes_back_for_the_next_allocation()
    {
        const int Times = 100;
        int[] values = LargeInput.Create<int>("mixed_width", 1024, 1);
        int length = ReferenceCodec.Encode<int>(values).Length;
        var output = new RepeatedOutput(length + 40_000);
        foreach (IEnumerable<int> sequence in new IEnumerable<int>[] { new OneEnumerator<int>(values), new Collected<int>(values) })
        {
            AssertAllocated(Times * (24 + ((length + 7) & ~7)), $"arrays of {sequence.GetType().Name}", () =>
            {
                for (int i = 0; i < Times; i++)
                {
                    MessagePackArrayEncoder.Encode(sequence);
                }
            });
            AssertAllocated(0, $"outputs of {sequence.GetType().Name}", () =>
            {
                for (int i = 0; i < Times; i++)
                {
                    output.Reset();
                    MessagePackArrayEncoder.Encode(sequence, output);
                }
            });
        }
    }

    private static void AssertAllocated(long most, string what, Action action)
    {
        long least = Allocations.Least(action, most);
        Assert.True(least <= most, $"{what}: {least} bytes instead of {most}");
    }

    private MessagePackArrayBuilder<int> Create() => new(bytes, elements, int.MaxValue);

    /// <summary>A collection that copies its elements, but enumerates none.</summary>
    private sealed class Collected<T>(T[] values) : ICollection<T>
    {
        public int Count => values.Length;

        public bool IsReadOnly => true;

        public void CopyTo(T[] array, int arrayIndex) => values.CopyTo(array, arrayIndex);

        public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)Array.Empty<T>()).GetEnumerator();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();

        public void Add(T item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(T item) => throw new NotSupportedException();

        public bool Remove(T item) => throw new NotSupportedException();
    }

    /// <summary>Does something else when it is asked for its count, or to copy.</summary>
    private sealed class BusyCollection(int[] values, Action? onCount, Action? onCopy) : ICollection<int>
    {
        public int Count
        {
            get
            {
                onCount?.Invoke();
                return values.Length;
            }
        }

        public bool IsReadOnly => true;

        public void CopyTo(int[] array, int arrayIndex)
        {
            onCopy?.Invoke();
            values.CopyTo(array, arrayIndex);
        }

        public IEnumerator<int> GetEnumerator() => ((IEnumerable<int>)values).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => throw new NotSupportedException();

        public bool Remove(int item) => throw new NotSupportedException();
    }

    /// <summary>Has one more element from the moment it is asked to copy.</summary>
    private sealed class GrowingCollection(sbyte[] values) : ICollection<sbyte>
    {
        private bool hasGrown;

        public int Count => hasGrown ? values.Length : values.Length - 1;

        public bool IsReadOnly => true;

        public void CopyTo(sbyte[] array, int arrayIndex)
        {
            hasGrown = true;
            values.CopyTo(array, arrayIndex);
        }

        public IEnumerator<sbyte> GetEnumerator() => ((IEnumerable<sbyte>)values).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public void Add(sbyte item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(sbyte item) => throw new NotSupportedException();

        public bool Remove(sbyte item) => throw new NotSupportedException();
    }

    /// <summary>A collection that copies its elements in a way of its own.</summary>
    private sealed class CopyingCollection(int[] values, Action<int[]> copyTo) : ICollection<int>
    {
        public int Count => values.Length;

        public bool IsReadOnly => true;

        public void CopyTo(int[] array, int arrayIndex)
        {
            Assert.Equal(0, arrayIndex);
            copyTo(array);
        }

        public IEnumerator<int> GetEnumerator() => throw new UnreachableException("It is asked to copy.");

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => throw new NotSupportedException();

        public bool Remove(int item) => throw new NotSupportedException();
    }

    /// <summary>A collection that disposes of a builder when it is asked for its count.</summary>
    private sealed class Disposing(MessagePackArrayBuilder<int> builder, int count) : ICollection<int>
    {
        public int Count
        {
            get
            {
                builder.Dispose();
                return count;
            }
        }

        public bool IsReadOnly => true;

        public void CopyTo(int[] array, int arrayIndex) => Enumerable.Range(1, Math.Max(count, 0)).ToArray().CopyTo(array, arrayIndex);

        public IEnumerator<int> GetEnumerator() => Enumerable.Range(1, Math.Max(count, 0)).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => throw new NotSupportedException();

        public bool Remove(int item) => throw new NotSupportedException();
    }

    /// <summary>A sequence that cancels when its enumerator is asked for, which must not be asked for elements then.</summary>
    private sealed class Cancelling(CancellationTokenSource cancellation) : IEnumerable<int>, IEnumerator<int>
    {
        public bool IsDisposed { get; private set; }

        public int Current => throw new TimeoutException();

        object IEnumerator.Current => Current;

        public IEnumerator<int> GetEnumerator()
        {
            cancellation.Cancel();
            return this;
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public bool MoveNext() => throw new TimeoutException();

        public void Reset() => throw new NotSupportedException();

        public void Dispose() => IsDisposed = true;
    }

    /// <summary>An output that does something with each span that it hands out or gets back.</summary>
    private sealed class Using(Action use, Action? onAdvance = null) : IBufferWriter<byte>
    {
        public ArrayBufferWriter<byte> Written { get; } = new();

        public void Advance(int count)
        {
            onAdvance?.Invoke();
            Written.Advance(count);
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => Written.GetMemory(sizeHint);

        public Span<byte> GetSpan(int sizeHint = 0)
        {
            use();
            return Written.GetSpan(sizeHint);
        }
    }

    /// <summary>Both a span and a sequence.</summary>
    private sealed class SpanAndSequence : IEnumerable<int>
    {
        private readonly int[] values = [1, 2];

        public static implicit operator ReadOnlySpan<int>(SpanAndSequence sequence) => sequence.values;

        public IEnumerator<int> GetEnumerator() => throw new NotSupportedException();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
