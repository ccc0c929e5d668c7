using System.Collections.Generic;
using System.Linq;
using BenchmarkDotNet.Attributes;
using MessagePack;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>
/// An <see cref="IEnumerable{T}"/> through the serializer: with the built-in formatter for the interface (with the real package: the substitute is nobody's
/// baseline), with ours, and made an array of first. <see cref="Enumerate"/> is what the sequence itself takes. Each operation takes the next of
/// several inputs; an iterator is its own enumerator on the thread that made it, and allocates nothing then.
/// </summary>
[MemoryDiagnoser]
[GenericTypeArguments(typeof(int))]
[GenericTypeArguments(typeof(double))]
public class SequenceBenchmarks<T>
    where T : unmanaged
{
    private IEnumerable<T>[] sequences = null!;
    private ReusableBufferWriter output = null!;
    private int next;

    [Params("iterator", "linq", "values", "list")]
    public string Source { get; set; } = "iterator";

    [Params("random", "small")]
    public string Distribution { get; set; } = "random";

    [Params(10, 1024, 1024 * 1024)]
    public int Count { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        sequences = [.. new RotatingInputs<T>(Distribution, Count).Values.Select<T[], IEnumerable<T>>(values => Source switch
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
        MessagePackSerializer.Serialize(output, Next(), MessagePackSerializerOptions.Standard);
    }
#endif

    [Benchmark]
    public void Enumerable()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, Next(), SimdStandardResolver.Options);
    }

    [Benchmark]
    public void ToArrayFirst()
    {
        output.Reset();
        MessagePackSerializer.Serialize(output, Next().ToArray(), SimdStandardResolver.Options);
    }

    [Benchmark]
    public T Enumerate()
    {
        T last = default;
        foreach (T value in Next())
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

    private IEnumerable<T> Next() => sequences[next = (next + 1) % sequences.Length];
}
