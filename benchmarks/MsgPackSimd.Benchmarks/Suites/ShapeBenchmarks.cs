using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using BenchmarkDotNet.Attributes;
using MessagePack;
using MsgPackSimd.Benchmarks.Outputs;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>
/// A shape other than an array through the serializer, in one direction: with the built-in formatter for it (only with the real package: the substitute is
/// never a baseline), with ours, and as an array of the same elements.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
/// <typeparam name="TShape">The shape, one of those in <see cref="Shape"/>.</typeparam>
public class ShapeBenchmarks<T, TShape> : ArrayBenchmarks<T>
    where T : unmanaged
{
    private const int MaxRows = 32;

    private TShape[] shapes = null!;
    private byte[][] messages = null!;
    private ReusableBufferWriter output = null!;

    /// <summary>Gets or sets whether shapes are written or read.</summary>
    [Params("write", "read")]
    public string Way { get; set; } = "write";

    /// <summary>Gets what the last operation wrote, if it writes.</summary>
    internal ReadOnlySpan<byte> Written => output.Written;

    public override void Setup()
    {
        base.Setup();
        shapes = [.. Inputs.Values.Select(Shape)];
        messages = [.. shapes.Select(shape => MessagePackSerializer.Serialize(shape, SimdStandardResolver.Options))];
        output = new ReusableBufferWriter(2 * MessagePackArrayEncoder.GetMaxEncodedLength<T>(Count) + (64 * 1024));
    }

#if MESSAGEPACK_PACKAGE
    [Benchmark(Baseline = true)]
    public TShape BuiltIn() => Run(shapes, messages, Baselines.BuiltIn);
#endif

    [Benchmark(Baseline = Baselines.IsOurs)]
    public TShape Simd() => Run(shapes, messages, SimdStandardResolver.Options);

    /// <summary>The same elements as an array.</summary>
    [Benchmark]
    public T[] Array() => Run(Inputs.Values, Inputs.Encoded, SimdStandardResolver.Options);

    /// <summary>A shape with these elements.</summary>
    internal static TShape Shape(T[] values) =>
        (TShape)(object)(typeof(TShape) == typeof(List<T>) ? values.ToList()
            : typeof(TShape) == typeof(Queue<T>) ? new Queue<T>(values)
            : typeof(TShape) == typeof(ObservableCollection<T>) ? new ObservableCollection<T>(values)
            : typeof(TShape) == typeof(ReadOnlyMemory<T>) ? (ReadOnlyMemory<T>)values
            : typeof(TShape) == typeof(T[,]) ? Grid(values)
            : typeof(TShape) == typeof(T?[]) ? values.Select(value => (T?)value).ToArray()
            : values);

    /// <summary>A shape's elements.</summary>
    internal static T[] Elements(TShape shape) => shape switch
    {
        ReadOnlyMemory<T> memory => memory.ToArray(),
        T[,] grid => [.. grid.Cast<T>()],
        T?[] nullable => [.. nullable.Select(value => value.GetValueOrDefault())],
        _ => [.. (IEnumerable<T>)shape!],
    };

    private static T[,] Grid(T[] values)
    {
        int rows = values.Length == 0 ? 0 : Enumerable.Range(1, MaxRows).Last(rows => values.Length % rows == 0);
        var grid = new T[rows, rows == 0 ? 0 : values.Length / rows];
        for (int i = 0; i < values.Length; i++)
        {
            grid[i / grid.GetLength(1), i % grid.GetLength(1)] = values[i];
        }

        return grid;
    }

    private TValue Run<TValue>(TValue[] values, byte[][] encoded, MessagePackSerializerOptions options)
    {
        int next = Next();
        if (Way == "read")
        {
            return MessagePackSerializer.Deserialize<TValue>(encoded[next], options);
        }

        output.Reset();
        MessagePackSerializer.Serialize(output, values[next], options);
        return values[next];
    }
}
