using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Reports;
using MsgPackSimd.Benchmarks.Configuration;
using MsgPackSimd.Benchmarks.Suites;
using Xunit;

namespace MsgPackSimd.Benchmarks.Tests;

/// <summary>
/// BenchmarkDotNet with the suites, in this process and without measuring: what a user starts must not turn out to be broken when it is needed.
/// </summary>
[Collection(nameof(WholeProcess))]
public sealed class SuiteRunTests : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory();

    public void Dispose()
    {
        RunOptions.Current = new RunOptions();
        folder.Delete(recursive: true);
    }

    [Fact]
    public void One_case_of_each_suite_runs()
    {
        IReadOnlyList<Summary> summaries = Run("--data", "random", "--lengths", "100");

        Assert.Equal(AllSuites.For(RunOptions.Current).Length, summaries.Count);
        Assert.All(summaries, summary =>
        {
            Assert.True(SuiteRun.IsComplete(summary));
            string[] benchmarks = [.. summary.BenchmarksCases.Select(benchmark => benchmark.Descriptor.WorkloadMethod.Name).Distinct()];
            Assert.True(benchmarks.Length >= (benchmarks.Contains(nameof(ShapeBenchmarks<int, int[]>.Array)) ? 2 : 3), $"only {string.Join(' ', benchmarks)}");
            Assert.Single(summary.BenchmarksCases.Select(benchmark => benchmark.Descriptor).Distinct(), descriptor => descriptor.Baseline);
            foreach (string column in new[] { "GB/s", "ns/element" })
            {
                // Of a dry run, a figure may be rounded to 0. What counts here is that there is one.
                Assert.All(
                    summary.Table.Columns.Single(candidate => candidate.Header == column).Content,
                    cell => Assert.True(double.TryParse(cell, CultureInfo.InvariantCulture, out double figure) && double.IsFinite(figure), cell));
            }
        });
    }

    [Fact]
    public void In_a_joined_table_each_suite_has_its_own_baseline_for_each_length()
    {
        Summary summary = Assert.Single(Run("--data", "random", "--lengths", "7,64", "--filter", "*codeBenchmarks<Int*", "--join"));

        string[] Column(string header) => summary.Table.Columns.Single(column => column.Header == header).Content;
        var rows = Column("Type").Zip(Column("Count"), Column("Ratio")).ToList();
        var groups = rows.GroupBy(row => (row.First, row.Second)).ToList();
        Assert.Equal(12, groups.Count);
        Assert.Equal(groups.SelectMany(group => group), rows);
        Assert.All(groups, group => Assert.Contains(group, row => row.Third.StartsWith("1.0", StringComparison.Ordinal)));
        Assert.All(summary.BenchmarksCases, benchmark =>
            Assert.Equal(benchmark.Descriptor.Type, summary.GetBaseline(summary.GetLogicalGroupKey(benchmark)!)!.Descriptor.Type));
    }

    [Fact]
    public void A_case_that_fails_makes_the_run_incomplete()
    {
        Environment.SetEnvironmentVariable(InstructionSetSwitch.ExpectedLevelVariable, "mmx");
        try
        {
            Assert.False(SuiteRun.IsComplete(Assert.Single(
                Run("--data", "random", "--lengths", "100", "--filter", "*EncodeBenchmarks<Int32>.SimdSpan*"))));
        }
        finally
        {
            Environment.SetEnvironmentVariable(InstructionSetSwitch.ExpectedLevelVariable, null);
        }
    }

    [Fact]
    public void A_wrong_option_is_told_in_a_line()
    {
        using var error = new StringWriter();

        Assert.Equal(2, SuiteRun.Run(["--lengths", "long"], error));

        Assert.StartsWith("error: long is no length", error.ToString(), StringComparison.Ordinal);
    }

    /// <summary>Also with code that is not optimized: nothing is measured.</summary>
    private IReadOnlyList<Summary> Run(params string[] args) => SuiteRun.Run(
        RunOptions.Parse([.. args, "--job", "dry", "--inProcess", "--artifacts", folder.FullName]), ConfigOptions.DisableOptimizationsValidator);
}
