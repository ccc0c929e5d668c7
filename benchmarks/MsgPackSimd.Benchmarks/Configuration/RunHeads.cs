using System;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Environments;
using MsgPackSimd.Demo.Measuring;
using MsgPackSimd.Engineering;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Configuration;

/// <summary>Finds out what a run is measured on.</summary>
internal static class RunHeads
{
    /// <summary>The command as the user gave it to build.sh, and what git says about the sources; both go into the head of the results.</summary>
    private const string CommandVariable = "MSGPACKSIMD_COMMAND";
    private const string CommitVariable = "MSGPACKSIMD_COMMIT";

    public static RunHead Current(string[] args, int rounds) => new()
    {
        Machine = HostEnvironmentInfo.GetCurrent().CpuInfo.Value?.ProcessorName ?? "unknown CPU",
        Cores = Environment.ProcessorCount,
        OperatingSystem = RuntimeInformation.RuntimeIdentifier,
        Architecture = InstructionSetLevel.Architecture,
        Level = InstructionSetLevel.Current,
        Runtime = RuntimeInformation.FrameworkDescription,
        Date = DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
        Commit = Variable(CommitVariable) ?? BuiltFrom,
        Command = Variable(CommandVariable) ?? $"MsgPackSimd.Benchmarks {string.Join(' ', args)}",
        Baseline = Baseline.Label,
        MessagePack = Baseline.MessagePackName,
        Gen0Size = Gen0Size,
        Rounds = rounds,
    };

    /// <summary>The commit that the SDK wrote into the assembly.</summary>
    private static string? BuiltFrom => typeof(RunHeads).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()
        ?.InformationalVersion.Split('+').ElementAtOrDefault(1) is string commit ? commit[..Math.Min(12, commit.Length)] : null;

    /// <summary>
    /// How much new memory is taken for decoded arrays before memory is used again: the default depends on the size of the last level cache and can be
    /// hundreds of megabytes, each page of which the system has to hand out first.
    /// </summary>
    private static string Gen0Size =>
        Variable("DOTNET_GCgen0size") ?? AppContext.GetData("System.GC.Gen0Size")?.ToString() ?? "default";

    private static string? Variable(string name) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : null;
}
