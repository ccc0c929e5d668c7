using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace MsgPackSimd.Benchmarks.Configuration;

/// <summary>
/// Compares what can be compared: the benchmarks of one suite, with one element type, the same parameters and the same level. BenchmarkDotNet's own
/// order would have one baseline for all suites that are joined in a table, and would sort levels by the alphabet.
/// </summary>
internal sealed class SuiteOrderer : IOrderer
{
    public bool SeparateLogicalGroups => true;

    public IEnumerable<BenchmarkCase> GetExecutionOrder(
        ImmutableArray<BenchmarkCase> benchmarksCase, IEnumerable<BenchmarkLogicalGroupRule>? order = null) =>
        InOrder(benchmarksCase);

    public IEnumerable<BenchmarkCase> GetSummaryOrder(ImmutableArray<BenchmarkCase> benchmarksCases, Summary summary) => InOrder(benchmarksCases);

    public string? GetHighlightGroupKey(BenchmarkCase benchmarkCase) => null;

    public string GetLogicalGroupKey(ImmutableArray<BenchmarkCase> allBenchmarksCases, BenchmarkCase benchmarkCase) =>
        $"{Suite(benchmarkCase)} {Parameters(benchmarkCase)} {Level(benchmarkCase)}";

    public IEnumerable<IGrouping<string, BenchmarkCase>> GetLogicalGroupOrder(
        IEnumerable<IGrouping<string, BenchmarkCase>> logicalGroups, IEnumerable<BenchmarkLogicalGroupRule>? order = null) =>
        logicalGroups;

    /// <summary>Suites and parameters as they come, levels from less to more, benchmarks as they are declared.</summary>
    private static IEnumerable<BenchmarkCase> InOrder(ImmutableArray<BenchmarkCase> cases)
    {
        Func<BenchmarkCase, int> suite = Appearance(cases, Suite);
        Func<BenchmarkCase, int> parameters = Appearance(cases, Parameters);
        List<string> levels = [.. InstructionSetSwitch.Available];
        return cases.OrderBy(suite).ThenBy(parameters)
            .ThenBy(benchmark => levels.IndexOf(Level(benchmark))).ThenBy(benchmark => benchmark.Descriptor.MethodIndex);
    }

    private static Func<BenchmarkCase, int> Appearance(ImmutableArray<BenchmarkCase> cases, Func<BenchmarkCase, string> key)
    {
        Dictionary<string, int> indices = cases.Select(key).Distinct().Index().ToDictionary(pair => pair.Item, pair => pair.Index);
        return benchmark => indices[key(benchmark)];
    }

    private static string Suite(BenchmarkCase benchmark) => benchmark.Descriptor.Type.ToString();

    private static string Parameters(BenchmarkCase benchmark) => benchmark.Parameters.DisplayInfo;

    private static string Level(BenchmarkCase benchmark) => benchmark.Job.Id;
}
