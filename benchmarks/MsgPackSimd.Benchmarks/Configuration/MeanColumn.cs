using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using MsgPackSimd.Benchmarks.Suites;

namespace MsgPackSimd.Benchmarks.Configuration;

/// <summary>A column that is computed from the mean time of an operation and from what the operation takes or makes.</summary>
internal abstract class MeanColumn : IColumn
{
    public string Id => $"{nameof(MsgPackSimd)}.{ColumnName}";

    public abstract string ColumnName { get; }

    public abstract string Legend { get; }

    public bool AlwaysShow => true;

    public ColumnCategory Category => ColumnCategory.Statistics;

    public int PriorityInCategory => 0;

    public bool IsNumeric => true;

    public UnitType UnitType => UnitType.Dimensionless;

    public bool IsAvailable(Summary summary) => true;

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase) => GetValue(summary, benchmarkCase, summary.Style);

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) =>
        summary[benchmarkCase]?.ResultStatistics?.Mean is double mean && GetValue(IArrayBenchmarks.Of(benchmarkCase), mean) is double value
            ? value.ToString(value < 10 ? "F3" : "F1", CultureInfo.InvariantCulture)
            : "-";

    /// <summary>What stands in the column.</summary>
    /// <param name="suite">The suite of the case, with its parameters, not set up.</param>
    /// <param name="nanoseconds">The mean time of an operation.</param>
    /// <returns>The value, or <see langword="null"/> where there is none.</returns>
    protected abstract double? GetValue(IArrayBenchmarks suite, double nanoseconds);
}
