using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>What MessagePack-CSharp 3.1.8 writes and reads, the codec writes and reads.</summary>
public abstract class GoldenVectorTests<T>
    where T : unmanaged
{
    [Fact]
    public void Encodes_every_vector_to_its_bytes()
    {
        IReadOnlyList<EncodeVector> vectors = GoldenVectors.Encode<T>();
        Assert.True(vectors.Count > 200, $"only {vectors.Count} vectors");
        foreach (EncodeVector vector in vectors)
        {
            T[] values = GoldenVectors.FromLittleEndian<T>(vector.Raw);
            string expected = Convert.ToHexString(vector.MessagePack);

            Assert.Equal(expected, Convert.ToHexString(MessagePackArrayEncoder.Encode<T>(values)));
            Assert.Equal(vector.MessagePack.Length, MessagePackArrayEncoder.GetEncodedLength<T>(values));

            byte[] exact = new byte[vector.MessagePack.Length];
            Assert.True(MessagePackArrayEncoder.TryEncode<T>(values, exact, out int written));
            Assert.Equal(exact.Length, written);
            Assert.Equal(expected, Convert.ToHexString(exact));

            var output = new ArrayBufferWriter<byte>();
            MessagePackArrayEncoder.Encode<T>(values, output);
            Assert.Equal(expected, Convert.ToHexString(output.WrittenSpan));

            Assert.Equal(vector.MessagePack, ReferenceCodec.Encode<T>(values));
        }
    }

    [Fact]
    public void Encodes_every_large_vector_to_its_digest()
    {
        IReadOnlyList<LargeVector> vectors = GoldenVectors.Large<T>();
        Assert.Equal(20, vectors.Count);
        foreach (LargeVector vector in vectors)
        {
            T[] values = LargeInput.Create<T>(vector.Case, vector.Count, vector.State);
            Assert.Equal(vector.InputSha256, Digest(GoldenVectors.ToLittleEndian<T>(values)));

            byte[] encoded = MessagePackArrayEncoder.Encode<T>(values);
            Assert.Equal(vector.MessagePackBytes, encoded.Length);
            Assert.Equal(vector.MessagePackSha256, Digest(encoded));

            var output = new ArrayBufferWriter<byte>();
            MessagePackArrayEncoder.Encode<T>(values, output);
            Assert.True(output.WrittenSpan.SequenceEqual(encoded), vector.Case);

            T[]? decoded = MessagePackArrayDecoder.Decode<T>(encoded, out int consumed);
            Assert.Equal(encoded.Length, consumed);
            AssertBits.Equal(values, decoded);

            decoded = MessagePackArrayDecoder.Decode<T>(Segmentation.InPieces(encoded, 4096), out long consumedOfPieces);
            Assert.Equal(encoded.Length, consumedOfPieces);
            AssertBits.Equal(values, decoded);
        }
    }

    [Fact]
    public void Decodes_every_vector_to_its_values_or_its_error()
    {
        IReadOnlyList<DecodeVector> vectors = GoldenVectors.Decode<T>();
        Assert.True(vectors.Count > 800, $"only {vectors.Count} vectors");
        foreach (DecodeVector vector in vectors)
        {
            Check(vector, $"{vector.Describe()}, contiguous", source =>
            {
                T[]? values = MessagePackArrayDecoder.Decode<T>(source.FirstSpan, out int consumed);
                return (values, consumed);
            }, new ReadOnlySequence<byte>(vector.MessagePack));

            IEnumerable<int> borders = ReferenceCodec.TokenBorders<T>(vector.MessagePack);
            foreach (ReadOnlySequence<byte> sequence in Segmentation.All(vector.MessagePack, borders))
            {
                Check(vector, vector.Describe(), source =>
                {
                    T[]? values = MessagePackArrayDecoder.Decode<T>(source, out long consumed);
                    return (values, consumed);
                }, sequence);
            }
        }
    }

    private static void Check(
        DecodeVector vector, string what, Func<ReadOnlySequence<byte>, (T[]? Values, long Consumed)> decode, ReadOnlySequence<byte> source)
    {
        string cut = string.Join("|", Segments(source));
        if (vector.Error is not null)
        {
            Exception? thrown = Record(() => decode(source));
            string? kind = thrown switch
            {
                OverflowException => "OverflowException",
                EndOfStreamException => "EndOfStreamException",
                FormatException => "MessagePackSerializationException",
                _ => thrown?.GetType().Name,
            };
            Assert.True(vector.Error == kind, $"{what} cut as {cut}: expected {vector.Error}, got {kind}");
            return;
        }

        (T[]? values, long consumed) = decode(source);
        Assert.True(vector.Consumed == consumed, $"{what} cut as {cut}: consumed {consumed} instead of {vector.Consumed}");
        Assert.True(vector.IsNull == (values is null), $"{what} cut as {cut}: null or not");
        if (vector.Raw is not null)
        {
            Assert.True(vector.Raw.AsSpan().SequenceEqual(GoldenVectors.ToLittleEndian<T>(values)), $"{what} cut as {cut}: other values");
        }
    }

    private static Exception? Record(Action action)
    {
        try
        {
            action();
            return null;
        }
        catch (Exception e) when (e is not Xunit.Sdk.XunitException)
        {
            return e;
        }
    }

    private static IEnumerable<int> Segments(ReadOnlySequence<byte> source)
    {
        foreach (ReadOnlyMemory<byte> segment in source)
        {
            yield return segment.Length;
        }
    }

    private static string Digest(ReadOnlySpan<byte> bytes) => Convert.ToHexString(SHA256.HashData(bytes)).ToLowerInvariant();
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
