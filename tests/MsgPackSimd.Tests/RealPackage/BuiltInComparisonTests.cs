using System;
using System.Buffers;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Side by side with the built-in formatters of the package that was restored, whatever its version.</summary>
public abstract class BuiltInComparisonTests<T>
    where T : unmanaged
{
    private static readonly MessagePackSerializerOptions BuiltIn = MessagePackSerializerOptions.Standard;

    private static readonly MessagePackSerializerOptions Ours = SimdStandardResolver.Options;

    [Fact]
    public void Same_bytes()
    {
        foreach (string distribution in LargeInput.Distributions)
        {
            for (int count = 0; count < 130; count++)
            {
                T[] values = LargeInput.Create<T>(distribution, count, (ulong)count);
                Assert.Equal(MessagePackSerializer.Serialize(values, BuiltIn), MessagePackSerializer.Serialize(values, Ours));
            }

            T[] large = LargeInput.Create<T>(distribution, 100_000, 1);
            Assert.True(MessagePackSerializer.Serialize(large, BuiltIn).AsSpan()
                .SequenceEqual(MessagePackSerializer.Serialize(large, Ours)), distribution);
        }
    }

    [Fact]
    public void Same_bytes_of_sequences()
    {
        foreach (int count in new[] { 0, 1, 15, 16, 17, 130, 4096, 4097, 65_535, 65_536 })
        {
            T[] values = LargeInput.Create<T>("mixed_width", count, (ulong)count);
            foreach ((string name, IEnumerable<T> sequence) in TestSequences.Shapes(values).Where(shape => !IsStub(shape.Sequence)))
            {
                Assert.True(
                    MessagePackSerializer.Serialize(sequence, BuiltIn).AsSpan().SequenceEqual(MessagePackSerializer.Serialize(sequence, Ours)),
                    $"{count} elements, {name}");
            }

            // Where the count is not the number of elements enumerated, the built-in formatter writes an invalid message.
            static bool IsStub(IEnumerable<T> sequence) =>
                (sequence is StubCollection<T> stub && stub.Count != TestSequences.Lazy(stub).Count())
                || (sequence is StubReadOnlyCollection<T> other && other.Count != TestSequences.Lazy(other).Count());
        }
    }

    [Fact]
    public void Same_exceptions_from_sequences_that_throw()
    {
        T[] values = LargeInput.Create<T>("mixed_width", 5000, 1);
        IEnumerable<T>[] sequences =
        [
            TestSequences.Throwing(values.Take(0)),
            TestSequences.Throwing(values),
            TestSequences.Modified(values, 0),
            TestSequences.Modified(values, 4500),
            default(ArraySegment<T>),
            default(ImmutableArray<T>),
        ];
        foreach (IEnumerable<T> sequence in sequences)
        {
            var cancelled = new CancellationToken(canceled: true);
            Assert.Equal(Thrown(sequence, BuiltIn, default), Thrown(sequence, Ours, default));
            Assert.Equal(Thrown(sequence, BuiltIn, cancelled), Thrown(sequence, Ours, cancelled));
        }

        static string Thrown(IEnumerable<T> sequence, MessagePackSerializerOptions options, CancellationToken cancellationToken)
        {
            Exception thrown = Assert.Throws<MessagePackSerializationException>(
                () => MessagePackSerializer.Serialize(sequence, options, cancellationToken));
            return $"{thrown.InnerException!.GetType().Name} {thrown.GetBaseException().GetType().Name}";
        }
    }

    [Fact]
    public void Same_values_consumed_bytes_and_errors_on_damaged_messages()
    {
        var random = new Random(11);
        for (int round = 0; round < 4000; round++)
        {
            string distribution = LargeInput.Distributions[random.Next(LargeInput.Distributions.Length)];
            byte[] message = ReferenceCodec.Encode<T>(LargeInput.Create<T>(distribution, random.Next(60), (ulong)round));
            for (int damage = random.Next(3); damage > 0; damage--)
            {
                message = random.Next(4) switch
                {
                    0 => message[..random.Next(message.Length + 1)],
                    1 => [.. message, (byte)random.Next(256)],
                    2 when message.Length > 0 => Changed(message, random.Next(message.Length), (byte)random.Next(0xc0, 0xe0)),
                    _ when message.Length > 0 => Changed(message, random.Next(message.Length), (byte)random.Next(256)),
                    _ => message,
                };
            }

            ReadOnlySequence<byte> source = random.Next(2) == 0
                ? new ReadOnlySequence<byte>(message)
                : Segmentation.InPieces(message, random.Next(1, 10));
            Assert.Equal(Deserialize<T[]>(source, BuiltIn), Deserialize<T[]>(source, Ours));
            Assert.Equal(Deserialize<IEnumerable<T>>(source, BuiltIn), Deserialize<IEnumerable<T>>(source, Ours));
        }
    }

    [Fact]
    public void Same_under_compression_and_with_untrusted_data()
    {
        foreach (MessagePackCompression compression in new[] { MessagePackCompression.Lz4Block, MessagePackCompression.Lz4BlockArray })
        {
            MessagePackSerializerOptions builtIn = BuiltIn.WithCompression(compression).WithSecurity(MessagePackSecurity.UntrustedData);
            MessagePackSerializerOptions ours = Ours.WithCompression(compression).WithSecurity(MessagePackSecurity.UntrustedData);
            foreach (int count in new[] { 0, 10, 10_000, 100_000 })
            {
                T[] values = LargeInput.Create<T>("mostly_small", count, 5);
                byte[] memory = GoldenVectors.ToLittleEndian<T>(values);
                byte[] encoded = MessagePackSerializer.Serialize(values, ours);
                byte[] encodedByBuiltIn = MessagePackSerializer.Serialize(values, builtIn);
                Assert.Equal(memory, GoldenVectors.ToLittleEndian<T>(MessagePackSerializer.Deserialize<T[]>(encoded, builtIn)));
                Assert.Equal(memory, GoldenVectors.ToLittleEndian<T>(MessagePackSerializer.Deserialize<T[]>(encodedByBuiltIn, ours)));

                // Lz4BlockArray makes a block of each segment of the writer's buffer. The built-in formatters ask for the worst case of the
                // whole array in one segment, ours in chunks: other blocks, the same content.
                if (compression == MessagePackCompression.Lz4Block || count <= 10)
                {
                    Assert.Equal(encodedByBuiltIn, encoded);
                }
            }
        }
    }

    private static string Deserialize<TValue>(ReadOnlySequence<byte> source, MessagePackSerializerOptions options)
        where TValue : class, IEnumerable<T>
    {
        try
        {
            var reader = new MessagePackReader(source);
            var values = (T[]?)(object?)MessagePackSerializer.Deserialize<TValue?>(ref reader, options);
            string memory = values is null ? "null" : Convert.ToHexString(GoldenVectors.ToLittleEndian<T>(values));
            return $"{memory} from {reader.Consumed} bytes";
        }
        catch (MessagePackSerializationException e)
        {
            return $"{e.InnerException!.GetType().Name} {e.GetBaseException().GetType().Name}";
        }
    }

    private static byte[] Changed(byte[] message, int index, byte value) => [.. message.Select((b, i) => i == index ? value : b)];
}

public class BuiltInComparisonSByteTests : BuiltInComparisonTests<sbyte>;

public class BuiltInComparisonInt16Tests : BuiltInComparisonTests<short>;

public class BuiltInComparisonInt32Tests : BuiltInComparisonTests<int>;

public class BuiltInComparisonInt64Tests : BuiltInComparisonTests<long>;

public class BuiltInComparisonByteTests : BuiltInComparisonTests<byte>;

public class BuiltInComparisonUInt16Tests : BuiltInComparisonTests<ushort>;

public class BuiltInComparisonUInt32Tests : BuiltInComparisonTests<uint>;

public class BuiltInComparisonUInt64Tests : BuiltInComparisonTests<ulong>;

public class BuiltInComparisonSingleTests : BuiltInComparisonTests<float>;

public class BuiltInComparisonDoubleTests : BuiltInComparisonTests<double>;

public class BuiltInComparisonBooleanTests : BuiltInComparisonTests<bool>;

public class BuiltInComparisonCharTests : BuiltInComparisonTests<char>;

public class BuiltInComparisonDateTimeTests : BuiltInComparisonTests<DateTime>;

public class BuiltInComparisonTimeSpanTests : BuiltInComparisonTests<TimeSpan>;

public class BuiltInComparisonDateOnlyTests : BuiltInComparisonTests<DateOnly>;

public class BuiltInComparisonTimeOnlyTests : BuiltInComparisonTests<TimeOnly>;

public class BuiltInComparisonHalfTests : BuiltInComparisonTests<Half>;
