using System;
using System.Collections.Generic;
using BenchmarkDotNet.Attributes;
using MsgPackSimd.Benchmarks.Configuration;
using MsgPackSimd.Benchmarks.Inputs;
using MsgPackSimd.Demo.Measuring;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>
/// What both directions have in common. An operation takes one array, the next of several; what it computes stays where the tests can look at it.
/// </summary>
public abstract class ArrayBenchmarks<T> : IArrayBenchmarks
    where T : unmanaged
{
    /// <summary>Gets the inputs that the options of this process choose.</summary>
    public static IEnumerable<string> DataNames => RunOptions.Current.DataFor<T>();

    /// <summary>Gets the lengths that the options of this process choose.</summary>
    public static IEnumerable<int> Counts => RunOptions.Current.Lengths;

    /// <inheritdoc/>
    [ParamsSource(nameof(DataNames))]
    public string Data { get; set; } = "";

    /// <inheritdoc/>
    [ParamsSource(nameof(Counts))]
    public int Count { get; set; }

    Type IArrayBenchmarks.ElementType => typeof(T);

    bool IArrayBenchmarks.HasExperimental => Baselines.ExperimentalHas<T>();

    /// <summary>Gets the index of the array that the last operation took.</summary>
    internal int Index { get; private set; }

    internal RotatingInputs<T> Inputs { get; private set; } = null!;

    private protected ScalarCodec<T> ScalarCode { get; } = new();

    [GlobalSetup]
    public virtual void Setup()
    {
        InstructionSetSwitch.VerifyLevel();
        Inputs = new RotatingInputs<T>(Data, Count);
    }

    double IArrayBenchmarks.GetAverageEncodedLength() => RotatingInputs<T>.GetAverageEncodedLength(Data, Count);

    /// <summary>The index of the array that this operation takes.</summary>
    private protected int Next()
    {
        int next = Index + 1;
        return Index = next < Inputs.Values.Length ? next : 0;
    }
}
