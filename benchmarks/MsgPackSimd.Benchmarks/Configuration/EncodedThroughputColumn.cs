using System;
using System.Collections.Generic;
using MsgPackSimd.Benchmarks.Suites;

namespace MsgPackSimd.Benchmarks.Configuration;

/// <summary>Encoded bytes a second, in whichever direction: what can be compared with the bandwidth of a network, a disk or memory.</summary>
internal sealed class EncodedThroughputColumn : MeanColumn
{
    /// <summary>Several methods, levels and statistics share the same arrays, which take a while to make if they are long.</summary>
    private readonly Dictionary<(Type ElementType, string Data, int Count), double> lengths = [];

    public override string ColumnName => "GB/s";

    public override string Legend => "Encoded bytes a second (1 GB = 10^9 bytes)";

    protected override double? GetValue(IArrayBenchmarks suite, double nanoseconds)
    {
        (Type, string, int) key = (suite.ElementType, suite.Data, suite.Count);
        if (!lengths.TryGetValue(key, out double length))
        {
            lengths[key] = length = suite.GetAverageEncodedLength();
        }

        return length / nanoseconds;
    }
}
