using System;
using System.Collections.Generic;
using System.Linq;
using BenchmarkDotNet.Attributes;
using MessagePack;
using MsgPackSimd.Benchmarks.Outputs;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>
/// An <see cref="IEnumerable{T}"/> through the serializer: with the built-in formatter for the interface (only with the real package: the substitute is never
/// a baseline), with ours, and converted to an array first. <see cref="Enumerate"/> is what the sequence itself takes. On the thread that made it, an iterator
/// is its own enumerator, and allocates nothing.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
public class SequenceBenchmarks<T> : ArrayBenchmarks<T>
    where T : unmanaged
{
    private IEnumerable<T>[] sequences = null!;
    private ReusableBufferWriter output = null!;

    /// <summary>Gets or sets what the sequences are.</summary>
    [Params("iterator", "linq", "values", "list")]
    public string Source { get; set; } = "iterator";

    /// <summary>Gets what the last operation wrote, if it writes.</summary>
    internal ReadOnlySpan<byte> Written => output.Written;

    public override void Setup()
    {
        base.Setup();
        sequences = [.. Inputs.Values.Select<T[], IEnumerable<T>>(values => Source switch
        {
            "iterator" => Iterate(values),
            "linq" => values.Where(_ => true),
            "values" => values.Index().ToDictionary(pair => pair.Index, pair => pair.Item).Values,
            _ => values.ToList(),
        })];
        output = new ReusableBufferWriter(2 * MessagePackArrayEncoder.GetMaxEncodedLength<T>(Count) + (64 * 1024));
    }

#if MESSAGEPACK_PACKAGE
    [Benchmark(Baseline = true)]
    public void BuiltIn()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, sequences[Next()], Baselines.BuiltIn);
    }
#endif

    [Benchmark]
    public void Enumerable()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, sequences[Next()], SimdStandardResolver.Options);
    }

    [Benchmark(Baseline = Baselines.IsOurs)]
    public void ToArrayFirst()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, sequences[Next()].ToArray(), SimdStandardResolver.Options);
    }

    [Benchmark]
    public T Enumerate()
    {
        T last = default;
        foreach (T value in sequences[Next()])
        {
            last = value;
        }

        return last;
    }

    private static IEnumerable<T> Iterate(T[] values)
    {
        for (int i = 0; i < values.Length; i++)
        {
            yield return values[i];
        }
    }
}
