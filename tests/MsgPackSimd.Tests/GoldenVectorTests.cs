using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>What MessagePack-CSharp 3.1.8 writes and reads, the formatters write and read through <see cref="MessagePackSerializer"/>.</summary>
public abstract class GoldenVectorTests<T>
    where T : unmanaged
{
    [Fact]
    public void Serializes_every_vector_to_its_bytes()
    {
        IReadOnlyList<EncodeVector> vectors = GoldenVectors.Encode<T>();
        Assert.True(vectors.Count > 200, $"only {vectors.Count} vectors");
        foreach (EncodeVector vector in vectors)
        {
            T[] values = GoldenVectors.FromLittleEndian<T>(vector.Raw);
            foreach (MessagePackSerializerOptions options in TestedOptions.All)
            {
                Assert.Equal(vector.MessagePack, MessagePackSerializer.Serialize(values, options));
                Assert.Equal(vector.MessagePack, MessagePackSerializer.Serialize<IEnumerable<T>>(values, options));
                Assert.Equal(vector.MessagePack, MessagePackSerializer.Serialize(TestSequences.Lazy(values), options));

                var output = new ArrayBufferWriter<byte>();
                MessagePackSerializer.Serialize(output, values, options);
                Assert.Equal(vector.MessagePack, output.WrittenSpan.ToArray());
            }
        }
    }

    [Fact]
    public void Serializes_every_large_vector_to_its_digest()
    {
        IReadOnlyList<LargeVector> vectors = GoldenVectors.Large<T>();
        Assert.Equal(20, vectors.Count);
        foreach (LargeVector vector in vectors)
        {
            T[] values = LargeInput.Create<T>(vector.Case, vector.Count, vector.State);
            byte[] encoded = MessagePackSerializer.Serialize(TestSequences.Lazy(values), SimdStandardResolver.Options);
            Assert.Equal(vector.MessagePackSha256, Convert.ToHexString(SHA256.HashData(encoded)).ToLowerInvariant());
            encoded = MessagePackSerializer.Serialize(values, SimdStandardResolver.Options);
            Assert.Equal(vector.MessagePackSha256, Convert.ToHexString(SHA256.HashData(encoded)).ToLowerInvariant());

            T[] decoded = MessagePackSerializer.Deserialize<T[]>(encoded, SimdStandardResolver.Options);
            Assert.Equal(
                vector.InputSha256,
                Convert.ToHexString(SHA256.HashData(GoldenVectors.ToLittleEndian<T>(decoded))).ToLowerInvariant());
        }
    }

    [Fact]
    public void Deserializes_every_vector_to_its_values_or_its_error()
    {
        IReadOnlyList<DecodeVector> vectors = GoldenVectors.Decode<T>();
        Assert.True(vectors.Count > 800, $"only {vectors.Count} vectors");
        foreach (DecodeVector vector in vectors)
        {
            foreach (MessagePackSerializerOptions options in TestedOptions.All)
            {
                Check<T[]>(vector, options, new ReadOnlySequence<byte>(vector.MessagePack));
                Check<IEnumerable<T>>(vector, options, new ReadOnlySequence<byte>(vector.MessagePack));
            }

            // Errors are thrown through four frames of exception handling; one cut in three keeps the run short.
            IEnumerable<ReadOnlySequence<byte>> cuts = Segmentation.All(vector.MessagePack, ReferenceCodec.TokenBorders<T>(vector.MessagePack));
            foreach (ReadOnlySequence<byte> sequence in vector.Error is null ? cuts : cuts.Where((_, i) => i % 3 == 0))
            {
                Check<T[]>(vector, SimdStandardResolver.Options, sequence);
            }
        }
    }

    [Fact]
    public void Null_goes_both_ways()
    {
        foreach (MessagePackSerializerOptions options in TestedOptions.All)
        {
            Assert.Equal(new byte[] { 0xc0 }, MessagePackSerializer.Serialize<T[]?>(null, options));
            Assert.Null(MessagePackSerializer.Deserialize<T[]?>(new byte[] { 0xc0 }, options));
            Assert.Equal(new byte[] { 0xc0 }, MessagePackSerializer.Serialize<IEnumerable<T>?>(null, options));
            Assert.Null(MessagePackSerializer.Deserialize<IEnumerable<T>?>(new byte[] { 0xc0 }, options));
        }
    }

    private static void Check<TValue>(DecodeVector vector, MessagePackSerializerOptions options, ReadOnlySequence<byte> source)
        where TValue : class, IEnumerable<T>
    {
        if (vector.Error is not null)
        {
            Exception? inner = null;
            try
            {
                MessagePackSerializer.Deserialize<TValue?>(source, options);
            }
            catch (MessagePackSerializationException e)
            {
                inner = e.InnerException;
            }

            Assert.True(vector.Error == inner?.GetType().Name, $"{vector.Describe()}: expected {vector.Error}, got {inner}");
            return;
        }

        var reader = new MessagePackReader(source);
        var values = (T[]?)(object?)MessagePackSerializer.Deserialize<TValue?>(ref reader, options);
        Assert.True(vector.Consumed == reader.Consumed, $"{vector.Describe()}: consumed {reader.Consumed} instead of {vector.Consumed}");
        Assert.True(vector.IsNull == (values is null), $"{vector.Describe()}: null or not");
        if (vector.Raw is not null)
        {
            Assert.True(vector.Raw.AsSpan().SequenceEqual(GoldenVectors.ToLittleEndian<T>(values)), $"{vector.Describe()}: other values");
        }
    }
}

public class GoldenVectorSByteTests : GoldenVectorTests<sbyte>;

public class GoldenVectorInt16Tests : GoldenVectorTests<short>;

public class GoldenVectorInt32Tests : GoldenVectorTests<int>;

public class GoldenVectorInt64Tests : GoldenVectorTests<long>;

public class GoldenVectorUInt16Tests : GoldenVectorTests<ushort>;

public class GoldenVectorUInt32Tests : GoldenVectorTests<uint>;

public class GoldenVectorUInt64Tests : GoldenVectorTests<ulong>;

public class GoldenVectorSingleTests : GoldenVectorTests<float>;

public class GoldenVectorDoubleTests : GoldenVectorTests<double>;

public class GoldenVectorBooleanTests : GoldenVectorTests<bool>;

public class GoldenVectorCharTests : GoldenVectorTests<char>;
