using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.Engineering;

namespace MsgPackSimd.Benchmarks.Configuration;

/// <summary>
/// The environment variable that takes a process down to an instruction-set level: the table of docs/architecture.md, "Instruction-set levels",
/// which <c>build.sh</c> has as well (a test compares the two). Since the runtime ignores a switch that it does not know, a benchmark asserts the level
/// that it has.
/// </summary>
internal static class InstructionSetSwitch
{
    /// <summary>What tells a benchmark at which level it is to run; the tests have it too.</summary>
    public const string ExpectedLevelVariable = "MSGPACKSIMD_EXPECTED_LEVEL";

    /// <summary>The kernels do not tell AVX without AVX2 from SSE4.2, so this level is run only when it is asked for.</summary>
    private const string OnDemandLevel = "avx";

    private static readonly (string Level, string? Name)[] Table = TableOf(InstructionSetLevel.Architecture);

    /// <summary>Gets the levels that this process can start another one at, from less to more: its own is the last.</summary>
    public static IReadOnlyList<string> Available { get; } =
        [.. Table.Select(row => row.Level).Take(Array.FindIndex(Table, row => row.Level == InstructionSetLevel.Current) + 1)];

    /// <summary>Gets the available levels that the kernels tell apart.</summary>
    public static IReadOnlyList<string> Distinct { get; } =
        [.. Available.Where(level => level != OnDemandLevel || level == InstructionSetLevel.Current)];

    /// <summary>The levels of an architecture, from less to more, and the switches; nothing has to be switched off for the last one.</summary>
    public static (string Level, string? Name)[] TableOf(string architecture) => architecture switch
    {
        "x64" =>
        [
            ("scalar", "EnableHWIntrinsic"), ("sse2", "EnableSSE42"), ("sse42", "EnableAVX"), ("avx", "EnableAVX2"),
            ("avx2", "EnableAVX512"), ("avx512", "EnableAVX512v2"), ("avx512vbmi", "EnableAVX512v3"), ("avx512vbmi2", null),
        ],
        "arm64" => [("scalar", "EnableHWIntrinsic"), ("advsimd", null)],
        _ => [("scalar", "EnableHWIntrinsic")],
    };

    /// <summary>The environment variables with which a process runs at a level, and knows that it is to.</summary>
    /// <exception cref="ArgumentException">The level can't be had here.</exception>
    public static IEnumerable<(string Name, string Value)> GetEnvironment(string level)
    {
        if (!Available.Contains(level))
        {
            throw new ArgumentException($"The level {level} can't be had here; there are {string.Join(' ', Available)}.", nameof(level));
        }

        yield return (ExpectedLevelVariable, level);
        if (level != InstructionSetLevel.Current && Array.Find(Table, row => row.Level == level).Name is string name)
        {
            yield return ($"DOTNET_{name}", "0");
        }
    }

    /// <summary>Checks that this process runs at the level that it was started for, if it was started for one.</summary>
    /// <exception cref="InvalidOperationException">It does not.</exception>
    public static void VerifyLevel()
    {
        string? expected = Environment.GetEnvironmentVariable(ExpectedLevelVariable);
        if (!string.IsNullOrEmpty(expected) && expected != InstructionSetLevel.Current)
        {
            throw new InvalidOperationException($"This is to run at the level {expected}, but has {InstructionSetLevel.Current}.");
        }
    }
}
