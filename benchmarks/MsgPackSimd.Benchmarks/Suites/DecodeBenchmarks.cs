using System.Linq;
using BenchmarkDotNet.Attributes;
using MessagePack;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>Decodes arrays: into a new array, except for <see cref="SimdSpan"/> and <see cref="Memcpy"/>, which fill existing memory.</summary>
/// <typeparam name="T">The element type.</typeparam>
public class DecodeBenchmarks<T> : ArrayBenchmarks<T>
    where T : unmanaged
{
    private T[] values = null!;
    private byte[] bytes = null!;

    public override void Setup()
    {
        base.Setup();
        values = new T[Count];
        bytes = new byte[Inputs.Encoded.Max(encoded => encoded.Length)];
    }

#if MESSAGEPACK_PACKAGE
    /// <summary>MessagePack-CSharp as it is.</summary>
    [Benchmark(Baseline = true)]
    public T[] BuiltIn() => MessagePackSerializer.Deserialize<T[]>(Inputs.Encoded[Next()], Baselines.BuiltIn);
#endif

#if MESSAGEPACK_EXPERIMENTAL
    /// <summary>MessagePack-CSharp with the SIMD formatters of MessagePack.Experimental.</summary>
    [Benchmark]
    public T[] Experimental() => MessagePackSerializer.Deserialize<T[]>(Inputs.Encoded[Next()], Baselines.Experimental);
#endif

#if NERDBANK_MESSAGEPACK
    /// <summary>Nerdbank.MessagePack, another library for the same format.</summary>
    [Benchmark]
    public T[] Nerdbank() => NerdbankPeer<T>.Deserialize(Inputs.Encoded[Next()]);
#endif

    /// <summary>Our code without vectors, called directly.</summary>
    [Benchmark(Baseline = Baselines.IsOurs)]
    public T[] Scalar() => ScalarCode.Decode(Inputs.Encoded[Next()]);

    /// <summary>MessagePack-CSharp with our formatters.</summary>
    [Benchmark]
    public T[] SimdFormatter() => MessagePackSerializer.Deserialize<T[]>(Inputs.Encoded[Next()], SimdStandardResolver.Options);

    /// <summary>Our decoder, from span to span.</summary>
    [Benchmark]
    public T[] SimdSpan()
    {
        MessagePackArrayDecoder.Decode<T>(Inputs.Encoded[Next()], values, out _);
        return values;
    }

    /// <summary>The encoded bytes, merely copied.</summary>
    /// <returns>The copy, at the start of an array that is long enough for each of them.</returns>
    [Benchmark]
    public byte[] Memcpy()
    {
        Inputs.Encoded[Next()].CopyTo(bytes, 0);
        return bytes;
    }
}
