using MsgPackSimd.Benchmarks.Suites;

namespace MsgPackSimd.Benchmarks.Configuration;

/// <summary>The time divided by the length. It shows what a throughput does not: what one more element costs.</summary>
internal sealed class NanosecondsPerElementColumn : MeanColumn
{
    public override string ColumnName => "ns/element";

    public override string Legend => "Mean divided by the number of elements";

    protected override double? GetValue(IArrayBenchmarks suite, double nanoseconds) =>
        suite.Count == 0 ? null : nanoseconds / suite.Count;
}
