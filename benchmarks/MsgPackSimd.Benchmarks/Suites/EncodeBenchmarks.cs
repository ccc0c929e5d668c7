using System;
using BenchmarkDotNet.Attributes;
using MessagePack;
using MsgPackSimd.Benchmarks.Outputs;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>Encodes arrays into existing memory.</summary>
/// <typeparam name="T">The element type.</typeparam>
public class EncodeBenchmarks<T> : ArrayBenchmarks<T>
    where T : unmanaged
{
    private ReusableBufferWriter output = null!;

    /// <summary>Gets what the last operation wrote.</summary>
    internal ReadOnlySpan<byte> Written => output.Written;

    public override void Setup()
    {
        base.Setup();
        output = new ReusableBufferWriter(2 * MessagePackArrayEncoder.GetMaxEncodedLength<T>(Math.Max(Count, 1024)));
    }

#if MESSAGEPACK_PACKAGE
    /// <summary>MessagePack-CSharp as it is.</summary>
    [Benchmark(Baseline = true)]
    public void BuiltIn()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, Inputs.Values[Next()], Baselines.BuiltIn);
    }
#endif

#if MESSAGEPACK_EXPERIMENTAL
    /// <summary>MessagePack-CSharp with the SIMD formatters of MessagePack.Experimental.</summary>
    [Benchmark]
    public void Experimental()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, Inputs.Values[Next()], Baselines.Experimental);
    }
#endif

#if NERDBANK_MESSAGEPACK
    /// <summary>Nerdbank.MessagePack, another library for the same format.</summary>
    [Benchmark]
    public void Nerdbank()
    {
        output.Reset();
        NerdbankPeer<T>.Serialize(output, Inputs.Values[Next()]);
    }
#endif

    /// <summary>Our code without vectors, called directly.</summary>
    [Benchmark(Baseline = Baselines.IsOurs)]
    public void Scalar()
    {
        output.Reset();
        ScalarCode.Encode(Inputs.Values[Next()], output);
    }

    /// <summary>MessagePack-CSharp with our formatters.</summary>
    [Benchmark]
    public void SimdFormatter()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, Inputs.Values[Next()], SimdStandardResolver.Options);
    }

    /// <summary>Our encoder, from span to span.</summary>
    [Benchmark]
    public void SimdSpan()
    {
        output.Reset();
        MessagePackArrayEncoder.TryEncode<T>(Inputs.Values[Next()], output.GetSpan(), out int bytesWritten);
        output.Advance(bytesWritten);
    }

    /// <summary>The encoded bytes, merely copied.</summary>
    [Benchmark]
    public void Memcpy()
    {
        byte[] encoded = Inputs.Encoded[Next()];
        output.Reset();
        encoded.CopyTo(output.GetSpan());
        output.Advance(encoded.Length);
    }
}
