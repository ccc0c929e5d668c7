using System;
using System.Collections.Generic;
using System.Linq;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using MsgPackSimd.Benchmarks.Suites;
using Perfolizer.Horology;

namespace MsgPackSimd.Benchmarks.Configuration;

/// <summary>BenchmarkDotNet's configuration for the suites: a job for each instruction-set level, our columns, memory.</summary>
internal static class SuiteConfig
{
    public const string DefaultJob = "default";

    /// <summary>
    /// How long each case is measured. The default is ours: a quarter of BenchmarkDotNet's own time for an iteration, since there are hundreds of
    /// cases. The others are BenchmarkDotNet's.
    /// </summary>
    private static readonly Dictionary<string, Job> Jobs = new()
    {
        [DefaultJob] = Job.Default.WithIterationTime(TimeInterval.FromMilliseconds(125)).WithWarmupCount(6).WithIterationCount(12),
        ["dry"] = Job.Dry,
        ["short"] = Job.ShortRun,
        ["medium"] = Job.MediumRun,
        ["long"] = Job.LongRun,
    };

    public static ManualConfig Create(RunOptions options)
    {
        Job job = options.InProcess ? Jobs[options.Job].WithToolchain(InProcessEmitToolchain.Instance) : Jobs[options.Job];
        return ManualConfig.Create(DefaultConfig.Instance)
            .AddJob([.. options.Levels.Select(level => AtLevel(job, level))])
            .WithOrderer(new SuiteOrderer())
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumn(new EncodedThroughputColumn(), new NanosecondsPerElementColumn())
            // The level is the job's name.
            .HideColumns("EnvironmentVariables")
            .AddFilter(new SimpleFilter(IsThere));
    }

    /// <summary>Checks the name of a job.</summary>
    /// <exception cref="ArgumentException">There is none of that name.</exception>
    public static string CheckJob(string name) =>
        Jobs.ContainsKey(name) ? name : throw new ArgumentException($"There is no job {name}; there are {string.Join(' ', Jobs.Keys)}.");

    private static bool IsThere(BenchmarkCase benchmark) =>
        benchmark.Descriptor.WorkloadMethod.Name != Baselines.ExperimentalMethod
        || IArrayBenchmarks.Of(benchmark).HasExperimental;

    private static Job AtLevel(Job job, string level) =>
        job.WithId(level).WithEnvironmentVariables(
            [.. InstructionSetSwitch.GetEnvironment(level).Select(variable => new EnvironmentVariable(variable.Name, variable.Value))]);
}
