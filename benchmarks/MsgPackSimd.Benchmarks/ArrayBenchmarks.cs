using System;
using BenchmarkDotNet.Attributes;
using MessagePack;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Kernels.Scalar;

namespace MsgPackSimd.Benchmarks;

/// <summary>
/// One array there and back through the serializer, beside the built-in formatters (with the real package: the substitute is nobody's
/// baseline) and our own scalar code. Each operation takes the next of several inputs.
/// </summary>
[MemoryDiagnoser]
[GenericTypeArguments(typeof(sbyte))]
[GenericTypeArguments(typeof(short))]
[GenericTypeArguments(typeof(int))]
[GenericTypeArguments(typeof(float))]
[GenericTypeArguments(typeof(double))]
public class ArrayBenchmarks<T>
    where T : unmanaged
{
    private RotatingInputs<T> inputs = null!;
    private ReusableBufferWriter output = null!;
    private int next;

    [Params("random", "mixed_width", "small")]
    public string Distribution { get; set; } = "random";

    [Params(1024, 64 * 1024)]
    public int Count { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        inputs = new RotatingInputs<T>(Distribution, Count);
        output = new ReusableBufferWriter(2 * MessagePackArrayEncoder.GetMaxEncodedLength<T>(Count));
    }

#if MESSAGEPACK_PACKAGE
    [Benchmark]
    public void EncodeBuiltIn()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, inputs.Values[Next()], MessagePackSerializerOptions.Standard);
    }

    [Benchmark]
    public T[] DecodeBuiltIn() => MessagePackSerializer.Deserialize<T[]>(inputs.Encoded[Next()], MessagePackSerializerOptions.Standard);
#endif

    [Benchmark]
    public void Encode()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, inputs.Values[Next()], SimdStandardResolver.Options);
    }

    [Benchmark]
    public int EncodeScalar()
    {
        output.Reset();
        ScalarEncoder.Encode<T>(inputs.Values[Next()], output.GetSpan(), out _, out int bytesWritten);
        return bytesWritten;
    }

    [Benchmark]
    public T[] Decode() => MessagePackSerializer.Deserialize<T[]>(inputs.Encoded[Next()], SimdStandardResolver.Options);

    [Benchmark]
    public T[] DecodeScalar()
    {
        byte[] encoded = inputs.Encoded[Next()];
        ArrayHeader.TryRead(encoded, out int count, out int headerLength);
        var values = new T[count];
        ScalarDecoder.Decode<T>(encoded.AsSpan(headerLength), values, out _, out _);
        return values;
    }

    private int Next() => next = (next + 1) % inputs.Values.Length;
}
