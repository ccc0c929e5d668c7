using System;
using BenchmarkDotNet.Running;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>What is asked of a suite whatever its element type, for the columns that a table has beside the time of a case.</summary>
internal interface IArrayBenchmarks
{
    /// <summary>Gets or sets what the arrays are filled with.</summary>
    string Data { get; set; }

    /// <summary>Gets or sets the elements of each array.</summary>
    int Count { get; set; }

    /// <summary>Gets the element type.</summary>
    Type ElementType { get; }

    /// <summary>Gets whether MessagePack.Experimental has something of its own for the element type.</summary>
    bool HasExperimental { get; }

    /// <summary>The encoded length of one array, in bytes, on average.</summary>
    double GetAverageEncodedLength();

    /// <summary>The suite of a case, with its parameters, but not set up.</summary>
    static IArrayBenchmarks Of(BenchmarkCase benchmark)
    {
        var suite = (IArrayBenchmarks)Activator.CreateInstance(benchmark.Descriptor.Type)!;
        suite.Data = (string)benchmark.Parameters[nameof(Data)];
        suite.Count = (int)benchmark.Parameters[nameof(Count)];
        return suite;
    }
}
