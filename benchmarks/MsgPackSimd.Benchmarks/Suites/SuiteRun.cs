using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using MsgPackSimd.Benchmarks.Configuration;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>A run of BenchmarkDotNet with our suites.</summary>
internal static class SuiteRun
{
    /// <summary>Runs the suites, as a command line says.</summary>
    /// <param name="args">Our options and BenchmarkDotNet's.</param>
    /// <param name="error">Receives a line if our options are wrong.</param>
    /// <returns>The exit code: 0 if everything ran, 1 if not, 2 if our options are wrong.</returns>
    public static int Run(string[] args, TextWriter error)
    {
        RunOptions options;
        try
        {
            options = RunOptions.Parse(args);
        }
        catch (ArgumentException e)
        {
            error.WriteLine($"error: {e.Message}");
            return 2;
        }

        return Run(options).All(IsComplete) ? 0 : 1;
    }

    /// <summary>Runs the suites.</summary>
    /// <returns>A summary for each suite.</returns>
    public static IReadOnlyList<Summary> Run(RunOptions options, ConfigOptions configOptions = ConfigOptions.Default)
    {
        // Without a filter, BenchmarkDotNet would ask which suites to run.
        string[] args = [.. options.Rest, .. options.Rest.Any(arg => arg is "--filter" or "-f") ? Array.Empty<string>() : ["--filter", "*"]];
        RunOptions.Current = options;
        return [.. BenchmarkSwitcher.FromTypes(AllSuites.For(options)).Run(args, SuiteConfig.Create(options).WithOptions(configOptions))];
    }

    /// <summary>Whether all cases of a suite ran and came to a result.</summary>
    public static bool IsComplete(Summary summary) =>
        !summary.HasCriticalValidationErrors && summary.Reports.Length == summary.BenchmarksCases.Length
        && summary.Reports.All(report => report.Success);
}
