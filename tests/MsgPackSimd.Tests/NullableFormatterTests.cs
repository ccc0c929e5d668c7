using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using MessagePack;
using MsgPackSimd.Codec.Tests;
using MsgPackSimd.Formatters;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Arrays and lists of elements that may be missing.</summary>
public abstract class NullableFormatterTests<T>
    where T : unmanaged
{
    private static readonly int[] Counts = [0, 1, 2, 3, 15, 16, 17, 18, 40, 300, 1024, 1025, 5000, 40_000];

    /// <summary>Which elements are missing: none, all, the first, the last, every other one, one in ten, runs of either.</summary>
    private static readonly (string Name, Func<int, int, bool> IsMissing)[] Patterns =
    [
        ("none", static (_, _) => false),
        ("all", static (_, _) => true),
        ("first", static (i, _) => i == 0),
        ("last", static (i, count) => i == count - 1),
        ("every other", static (i, _) => (i & 1) == 0),
        ("one in ten", static (i, _) => i * 2_654_435_761L % 1009 % 10 == 0),
        ("runs", static (i, _) => i / 37 % 3 == 1),
        ("long runs", static (i, _) => i / 1500 % 2 == 1),
    ];

    [Fact]
    public void A_missing_element_is_nil_and_all_others_are_as_in_an_array()
    {
        foreach ((string name, T?[] values, byte[] message) in Messages())
        {
            foreach (MessagePackSerializerOptions options in TestedOptions.All)
            {
                Assert.True(message.AsSpan().SequenceEqual(MessagePackSerializer.Serialize(values, options)), name);
                Assert.True(message.AsSpan().SequenceEqual(MessagePackSerializer.Serialize(values.ToList(), options)), name);
            }
        }
    }

    [Fact]
    public void What_was_written_is_read_in_one_piece_and_in_many()
    {
        foreach ((string name, T?[] values, byte[] message) in Messages())
        {
            foreach (ReadOnlySequence<byte> source in new[]
                { new ReadOnlySequence<byte>(message), Segmentation.InPieces(message, 1), Segmentation.InPieces(message, 7), Segmentation.InPieces(message, 1000) })
            {
                Assert.True(Same(values, MessagePackSerializer.Deserialize<T?[]>(source, SimdStandardResolver.Options)), name);
                List<T?> list = MessagePackSerializer.Deserialize<List<T?>>(source, SimdStandardResolver.Options);
                Assert.True(Same(values, [.. list]), name);
                Assert.Equal(values.Length, list.Capacity);
            }
        }
    }

    [Fact]
    public void Nil_is_no_array()
    {
        byte[] nil = [0xc0];
        Assert.Equal(nil, MessagePackSerializer.Serialize<T?[]?>(null, SimdStandardResolver.Options));
        Assert.Equal(nil, MessagePackSerializer.Serialize<List<T?>?>(null, SimdStandardResolver.Options));
        Assert.Null(MessagePackSerializer.Deserialize<T?[]?>(nil, SimdStandardResolver.Options));
        Assert.Null(MessagePackSerializer.Deserialize<List<T?>?>(nil, SimdStandardResolver.Options));
    }

    /// <summary>Cut anywhere, in one piece or many; and with a byte that begins no token in place of a token's first byte.</summary>
    [Fact]
    public void What_is_damaged_throws_what_it_throws_for_an_array()
    {
        T?[] values = Create(40, Patterns[5].IsMissing);
        byte[] message = Encode(values, out int[] starts);
        for (int length = 0; length < message.Length; length++)
        {
            byte[] cut = message[..length];
            Assert.IsType<System.IO.EndOfStreamException>(Thrown(new ReadOnlySequence<byte>(cut)));
            Assert.IsType<System.IO.EndOfStreamException>(Thrown(Segmentation.InPieces(cut, 3)));
        }

        foreach (int start in starts)
        {
            byte[] damaged = [.. message[..start], 0xc1, .. message[(start + 1)..], .. new byte[20]];
            Assert.IsType<MessagePackSerializationException>(Thrown(new ReadOnlySequence<byte>(damaged)));
            Assert.IsType<MessagePackSerializationException>(Thrown(Segmentation.InPieces(damaged, 3)));
        }

        Assert.IsType<OverflowException>(Thrown(new ReadOnlySequence<byte>([0xdd, 0xff, 0xff, 0xff, 0xff])));
        Assert.IsType<System.IO.EndOfStreamException>(Thrown(new ReadOnlySequence<byte>([0xdd, 0x7f, 0xff, 0xff, 0xff, 0xc0])));
        Assert.IsType<MessagePackSerializationException>(Thrown(new ReadOnlySequence<byte>([0x01])));
    }

    [Fact]
    public void The_reader_stops_behind_the_array_and_the_depth_is_what_it_was()
    {
        foreach (int count in new[] { 0, 5, 100 })
        {
            byte[] message = Encode(Create(count, Patterns[6].IsMissing), out _);
            var reader = new MessagePackReader(new ReadOnlyMemory<byte>([.. message, 0x01]));
            PrimitiveNullableFormatter<T>.Instance.Deserialize(ref reader, SimdStandardResolver.Options);
            Assert.Equal(message.Length, reader.Consumed);
            Assert.Equal(0, reader.Depth);
        }
    }

    /// <summary>Behind something else, in memory that does not begin where the underlying array begins, as one piece and as a sequence.</summary>
    [Fact]
    public void An_array_may_begin_anywhere()
    {
        foreach (int count in new[] { 5, 30, 100 })
        {
            T?[] values = Create(count, Patterns[6].IsMissing);
            byte[] message = Encode(values, out _);
            byte[] around = [0xc1, 0xc1, 0xc1, 0x07, .. message, 0x01, 0xc1];
            ReadOnlyMemory<byte> memory = around.AsMemory(3, message.Length + 2);
            Check(new MessagePackReader(memory));
            Check(new MessagePackReader(new ReadOnlySequence<byte>(memory)));
            Check(new MessagePackReader(new ReadOnlySequence<byte>(around).Slice(3, message.Length + 2)));
            Check(new MessagePackReader(Segmentation.InPieces(memory.ToArray(), 7)));

            void Check(MessagePackReader reader)
            {
                Assert.Equal(7, reader.ReadInt32());
                Assert.True(Same(values, PrimitiveNullableFormatter<T>.Instance.Deserialize(ref reader, SimdStandardResolver.Options)!));
                Assert.Equal(1, reader.ReadInt32());
            }
        }
    }

    [Fact]
    public void Depth_and_cancellation_are_looked_at()
    {
        MessagePackSerializerOptions shallow = SimdStandardResolver.Options.WithSecurity(MessagePackSecurity.TrustedData.WithMaximumObjectGraphDepth(1));
        Assert.IsType<InsufficientExecutionStackException>(Record.Exception(() =>
        {
            var reader = new MessagePackReader(new ReadOnlyMemory<byte>([0x91, 0xc0])) { Depth = 1 };
            PrimitiveNullableFormatter<T>.Instance.Deserialize(ref reader, shallow);
        }));

        var cancelled = new CancellationToken(canceled: true);
        IsCancelled(() => MessagePackSerializer.Serialize(new T?[1], SimdStandardResolver.Options, cancelled));
        IsCancelled(() => MessagePackSerializer.Deserialize<T?[]>(new ReadOnlyMemory<byte>([0x91, 0xc0]), SimdStandardResolver.Options, cancelled));
        Assert.Equal([0x90], MessagePackSerializer.Serialize(Array.Empty<T?>(), SimdStandardResolver.Options, cancelled));
    }

    [Fact]
    public void Outputs_of_every_generosity_get_the_bytes_or_an_exception()
    {
        foreach (int count in new[] { 1, 16, 17, 5000, 40_000 })
        {
            T?[] values = Create(count, Patterns[5].IsMissing);
            byte[] expected = Encode(values, out _);
            foreach (Generosity generosity in new[] { Generosity.Exact, Generosity.Lavish })
            {
                var output = new WatchedOutput(generosity);
                MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options);
                output.Watch();
                Assert.False(output.WasOverrun);
                Assert.True(expected.AsSpan().SequenceEqual(output.Written));
                Assert.InRange(output.LargestSizeHint, 0, 32 * 1024);
            }

            foreach (Generosity generosity in new[] { Generosity.OneByteShort, Generosity.FiveBytes, Generosity.Nothing })
            {
                var output = new WatchedOutput(generosity);
                Exception? thrown = Record.Exception(() => MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options));
                output.Watch();
                Assert.False(output.WasOverrun);
                Assert.True(expected.AsSpan().StartsWith(output.Written));
                Assert.True(thrown is not null || output.Written.Length == expected.Length, $"{generosity}, {count} elements: {output.Written.Length} bytes of {expected.Length}");
                Exception? cause = thrown is MessagePackSerializationException ? thrown.InnerException : thrown;
                Assert.True(thrown is null || generosity != Generosity.FiveBytes || cause is InvalidOperationException, $"{cause}");
            }
        }
    }

    [ReleaseFact]
    public void Writing_allocates_nothing_and_reading_no_more_than_what_is_read()
    {
        foreach (int count in new[] { 1, 16, 100, 5000 })
        {
            T?[] values = Create(count, Patterns[5].IsMissing);
            byte[] message = Encode(values, out _);
            var output = new RepeatedOutput((2 * message.Length) + 64_000);
            Assert.Equal(0, Allocations.Least(() =>
            {
                output.Reset();
                MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options);
            }));
            Assert.True(message.AsSpan().SequenceEqual(output.Written));
            long room = Allocations.Least(() => GC.KeepAlive(new T?[count]));
            Assert.InRange(Allocations.Least(() => MessagePackSerializer.Deserialize<T?[]>(message, SimdStandardResolver.Options), room), 1, room);
        }
    }

    private static void IsCancelled(Action action) =>
        Assert.IsType<OperationCanceledException>(Assert.Throws<MessagePackSerializationException>(action).InnerException);

    private static IEnumerable<(string Name, T?[] Values, byte[] Message)> Messages() =>
        from count in Counts
        from pattern in Patterns
        let values = Create(count, pattern.IsMissing)
        select ($"{count}, missing: {pattern.Name}", values, Encode(values, out _));

    private static T?[] Create(int count, Func<int, int, bool> isMissing) =>
        [.. LargeInput.Create<T>("mixed_width", count, (ulong)count).Select((value, i) => isMissing(i, count) ? (T?)null : value)];

    private static byte[] Encode(T?[] values, out int[] starts)
    {
        List<byte> message = [.. ReferenceCodec.Encode<sbyte>(new sbyte[values.Length])[..^values.Length]];
        starts = new int[values.Length];
        for (int i = 0; i < values.Length; i++)
        {
            starts[i] = message.Count;
            message.AddRange(values[i] is T value ? ReferenceCodec.EncodeElements<T>([value]) : [0xc0]);
        }

        return [.. message];
    }

    private static bool Same(T?[] expected, T?[] actual) =>
        expected.Select(value => value.HasValue).SequenceEqual(actual.Select(value => value.HasValue))
        && GoldenVectors.ToLittleEndian<T>([.. expected.Select(value => value.GetValueOrDefault())])
            .SequenceEqual(GoldenVectors.ToLittleEndian<T>([.. actual.Select(value => value.GetValueOrDefault())]));

    private static Exception? Thrown(ReadOnlySequence<byte> source) => Record.Exception(() =>
    {
        var reader = new MessagePackReader(source);
        PrimitiveNullableFormatter<T>.Instance.Deserialize(ref reader, SimdStandardResolver.Options);
    });
}

public class NullableFormatterSByteTests : NullableFormatterTests<sbyte>;

public class NullableFormatterInt16Tests : NullableFormatterTests<short>;

public class NullableFormatterInt32Tests : NullableFormatterTests<int>;

public class NullableFormatterInt64Tests : NullableFormatterTests<long>;

public class NullableFormatterByteTests : NullableFormatterTests<byte>;

public class NullableFormatterUInt16Tests : NullableFormatterTests<ushort>;

public class NullableFormatterUInt32Tests : NullableFormatterTests<uint>;

public class NullableFormatterUInt64Tests : NullableFormatterTests<ulong>;

public class NullableFormatterSingleTests : NullableFormatterTests<float>;

public class NullableFormatterDoubleTests : NullableFormatterTests<double>;

public class NullableFormatterBooleanTests : NullableFormatterTests<bool>;

public class NullableFormatterCharTests : NullableFormatterTests<char>;

public class NullableFormatterDateTimeTests : NullableFormatterTests<DateTime>;

public class NullableFormatterTimeSpanTests : NullableFormatterTests<TimeSpan>;

public class NullableFormatterDateOnlyTests : NullableFormatterTests<DateOnly>;

public class NullableFormatterTimeOnlyTests : NullableFormatterTests<TimeOnly>;

public class NullableFormatterHalfTests : NullableFormatterTests<Half>;
