using System;
using System.Buffers;
using System.IO;
using System.Linq;
using System.Threading;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Arrays of two, three and four dimensions, through the serializer: lengths, then all elements in an array.</summary>
public abstract class MultiDimensionalArrayFormatterTests<T>
    where T : unmanaged
{
    private static readonly int[][] Shapes =
    [
        [0, 0], [1, 1], [2, 3], [3, 0], [0, 200], [5, 7], [16, 17], [1, 5000], [129, 300],
        [0, 0, 0], [1, 1, 1], [2, 3, 4], [5, 0, 5], [20, 20, 20],
        [1, 1, 1, 1], [2, 3, 4, 5], [2, 2, 0, 2], [7, 6, 5, 40],
    ];

    [Fact]
    public void Lengths_come_first_and_then_all_elements_in_rows()
    {
        foreach (int[] lengths in Shapes)
        {
            (Array values, byte[] expected) = Make(lengths, "mixed_width");
            foreach (MessagePackSerializerOptions options in TestedOptions.All)
            {
                byte[] encoded = MultiDimensional<T>.Serialize(values, options);
                Assert.True(expected.AsSpan().SequenceEqual(encoded), string.Join(" by ", lengths));
            }

            foreach (ReadOnlySequence<byte> source in new[] { new ReadOnlySequence<byte>(expected), Segmentation.InPieces(expected, 100), Segmentation.InPieces(expected, 1) })
            {
                Array decoded = MultiDimensional<T>.Deserialize(source, lengths.Length, SimdStandardResolver.Options)!;
                Assert.Equal(lengths, Enumerable.Range(0, lengths.Length).Select(decoded.GetLength));
                Assert.Equal(GoldenVectors.ToLittleEndian<T>(values.Cast<T>().ToArray()), GoldenVectors.ToLittleEndian<T>(decoded.Cast<T>().ToArray()));
            }
        }
    }

    [Fact]
    public void Lower_bounds_are_not_looked_at()
    {
        Array values = Array.CreateInstance(typeof(T), [2, 3], [5, -7]);
        T[] elements = LargeInput.Create<T>("mixed_width", 6, 1);
        for (int i = 0; i < elements.Length; i++)
        {
            values.SetValue(elements[i], 5 + (i / 3), -7 + (i % 3));
        }

        Assert.Equal([0x93, 2, 3, .. ReferenceCodec.Encode<T>(elements)], MultiDimensional<T>.Serialize(values, SimdStandardResolver.Options));
    }

    [Fact]
    public void Nil_is_null()
    {
        for (int rank = 2; rank <= 4; rank++)
        {
            Assert.Null(MultiDimensional<T>.Deserialize(new ReadOnlySequence<byte>([0xc0]), rank, SimdStandardResolver.Options));
        }

        Assert.Equal([0xc0], MessagePackSerializer.Serialize<T[,]?>(null, SimdStandardResolver.Options));
        Assert.Equal([0xc0], MessagePackSerializer.Serialize<T[,,]?>(null, SimdStandardResolver.Options));
        Assert.Equal([0xc0], MessagePackSerializer.Serialize<T[,,,]?>(null, SimdStandardResolver.Options));
    }

    [Fact]
    public void Lengths_that_are_not_those_of_the_elements_are_an_error_before_anything_is_allocated()
    {
        byte[][] messages =
        [
            [0x92, 1, 0x91, 0],                                                         // too few lengths
            [0x94, 1, 1, 1, 0x91, 0],                                                   // too many
            [0x92, 1, 1, 0x91, 0],                                                      // all right but for the first count
            [0x94, 1, 1, 0x91, 0],
            [0x93, 2, 2, 0x93, 0, 0, 0],
            [0x93, 1, 2, 0x93, 0, 0, 0],
            [0x93, 0xff, 0xff, 0x91, 0],                                                // -1 by -1
            [0x93, 0xd2, 0x80, 0, 0, 0, 0, 0x90],
            [0x93, 0, 0xff, 0x90],
            [0x93, 0xce, 0x7f, 0xff, 0xff, 0xff, 0, 0x90],                              // longer than any array
            [0x93, 0, 0xce, 0x7f, 0xff, 0xff, 0xc8, 0x90],
            [0x93, 0xce, 0x7f, 0xff, 0xff, 0xff, 0xce, 0x7f, 0xff, 0xff, 0xff, 0x91, 0],    // 1 modulo 2^32
            [0x93, 0xce, 0x00, 0x01, 0x00, 0x00, 0xce, 0x00, 0x01, 0x00, 0x00, 0x90],       // 0 modulo 2^32
        ];
        foreach (byte[] message in messages)
        {
            Assert.IsType<MessagePackSerializationException>(Failure(new ReadOnlySequence<byte>(message), 2));
        }

        // As long as an array may be, but without elements.
        byte[] longest = [0x93, 0xce, 0x7f, 0xff, 0xff, 0xc7, 0, 0x90];
        Assert.Equal(Array.MaxLength, MultiDimensional<T>.Deserialize(new ReadOnlySequence<byte>(longest), 2, SimdStandardResolver.Options)!.GetLength(0));

        // A product that is too large stays too large, whatever length follows.
        byte[] overflow = [0x94, 0xce, 0x00, 0x01, 0x00, 0x00, 0xce, 0x00, 0x01, 0x00, 0x00, 0, 0x90];
        Assert.IsType<MessagePackSerializationException>(Failure(new ReadOnlySequence<byte>(overflow), 3));

        // The runtime has such an array, since the product fits an unsigned int. The built-in formatters refuse it too.
        byte[] unsigned = [0x94, 0xcd, 0xff, 0xff, 0xcd, 0xff, 0xff, 0, 0x90];
        Assert.IsType<MessagePackSerializationException>(Failure(new ReadOnlySequence<byte>(unsigned), 3));

        // The declared count matches the lengths, but there are not as many bytes.
        byte[] promise = [0x93, 0xce, 0x00, 0x00, 0xff, 0xff, 0xce, 0x00, 0x00, 0x7f, 0xff, 0xdd, 0x7f, 0xfe, 0x80, 0x01, 0];
        long least = Allocations.Least(() => Assert.IsType<EndOfStreamException>(Failure(new ReadOnlySequence<byte>(promise), 2)), 50_000);
        Assert.InRange(least, 0, 50_000);
    }

    [Fact]
    public void Every_truncation_is_an_error()
    {
        (_, byte[] message) = Make([3, 4, 2], "mixed_width");
        for (int length = 0; length < message.Length; length++)
        {
            Assert.IsType<EndOfStreamException>(Failure(new ReadOnlySequence<byte>(message, 0, length), 3));
        }
    }

    /// <summary>The exception inside the serializer's, which wraps every exception.</summary>
    private static Exception? Failure(ReadOnlySequence<byte> source, int rank) => Assert.Throws<MessagePackSerializationException>(
        () => MultiDimensional<T>.Deserialize(source, rank, SimdStandardResolver.Options)).InnerException;

    [Fact]
    public void Depth_and_cancellation_are_those_of_the_built_in_formatter()
    {
        MessagePackSerializerOptions options = SimdStandardResolver.Options.WithSecurity(
            MessagePackSecurity.TrustedData.WithMaximumObjectGraphDepth(1));
        (Array values, byte[] message) = Make([2, 2], "mixed_width");
        foreach (int depth in new[] { 0, 1 })
        {
            var reader = new MessagePackReader(message) { Depth = depth };
            Exception? thrown = null;
            try
            {
                options.Resolver.GetFormatterWithVerify<T[,]?>().Deserialize(ref reader, options);
            }
            catch (InsufficientExecutionStackException e)
            {
                thrown = e;
            }

            Assert.Equal(depth == 1, thrown is not null);
            Assert.Equal(depth, reader.Depth);
        }

        var cancelled = new CancellationToken(canceled: true);
        Assert.IsType<OperationCanceledException>(Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Serialize((T[,])values, SimdStandardResolver.Options, cancelled)).InnerException);
        Assert.IsType<OperationCanceledException>(Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<T[,]>(message, SimdStandardResolver.Options, cancelled)).InnerException);
        Assert.Equal([0x93, 0, 0, 0x90], MessagePackSerializer.Serialize(new T[0, 0], SimdStandardResolver.Options, cancelled));
        Assert.Empty(MessagePackSerializer.Deserialize<T[,]>(new byte[] { 0x93, 0, 0, 0x90 }, SimdStandardResolver.Options, cancelled));
    }

    private static (Array Values, byte[] Message) Make(int[] lengths, string distribution)
    {
        int count = lengths.Aggregate(1, (product, length) => product * length);
        T[] elements = LargeInput.Create<T>(distribution, count, 3);
        byte[] message =
        [
            (byte)(0x90 + lengths.Length + 1),
            .. lengths.SelectMany(length => ReferenceCodec.Encode<int>([length])[1..]),
            .. ReferenceCodec.Encode<T>(elements),
        ];
        return (MultiDimensional<T>.Create(lengths, elements), message);
    }
}

public class MultiDimensionalArrayFormatterSByteTests : MultiDimensionalArrayFormatterTests<sbyte>;

public class MultiDimensionalArrayFormatterInt16Tests : MultiDimensionalArrayFormatterTests<short>;

public class MultiDimensionalArrayFormatterInt32Tests : MultiDimensionalArrayFormatterTests<int>;

public class MultiDimensionalArrayFormatterInt64Tests : MultiDimensionalArrayFormatterTests<long>;

public class MultiDimensionalArrayFormatterByteTests : MultiDimensionalArrayFormatterTests<byte>;

public class MultiDimensionalArrayFormatterUInt16Tests : MultiDimensionalArrayFormatterTests<ushort>;

public class MultiDimensionalArrayFormatterUInt32Tests : MultiDimensionalArrayFormatterTests<uint>;

public class MultiDimensionalArrayFormatterUInt64Tests : MultiDimensionalArrayFormatterTests<ulong>;

public class MultiDimensionalArrayFormatterSingleTests : MultiDimensionalArrayFormatterTests<float>;

public class MultiDimensionalArrayFormatterDoubleTests : MultiDimensionalArrayFormatterTests<double>;

public class MultiDimensionalArrayFormatterBooleanTests : MultiDimensionalArrayFormatterTests<bool>;

public class MultiDimensionalArrayFormatterCharTests : MultiDimensionalArrayFormatterTests<char>;

public class MultiDimensionalArrayFormatterDateTimeTests : MultiDimensionalArrayFormatterTests<DateTime>;

public class MultiDimensionalArrayFormatterTimeSpanTests : MultiDimensionalArrayFormatterTests<TimeSpan>;

public class MultiDimensionalArrayFormatterDateOnlyTests : MultiDimensionalArrayFormatterTests<DateOnly>;

public class MultiDimensionalArrayFormatterTimeOnlyTests : MultiDimensionalArrayFormatterTests<TimeOnly>;

public class MultiDimensionalArrayFormatterHalfTests : MultiDimensionalArrayFormatterTests<Half>;
