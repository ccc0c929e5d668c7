using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using MsgPackSimd.Benchmarks.Inputs;
using MsgPackSimd.Engineering;

namespace MsgPackSimd.Benchmarks.Configuration;

/// <summary>
/// Our own options of a run of the suites, before BenchmarkDotNet's: which levels, inputs and lengths, and how long each case is measured.
/// benchmarks/README.md has them all.
/// </summary>
internal sealed record RunOptions
{
    private static readonly int[] DefaultLengths = [1024, 64 * 1024];
    private static readonly int[] LargeLengths = [1024 * 1024, 16 * 1024 * 1024];
    private static readonly int[] ShortLengths = [.. Enumerable.Range(0, 65)];

    /// <summary>
    /// Gets or sets the options of this process. Static, since BenchmarkDotNet asks the suites for their parameters through static members. The
    /// processes that it starts are given their parameters and have no options.
    /// </summary>
    public static RunOptions Current { get; set; } = new();

    /// <summary>Gets the instruction-set levels; there is a job for each.</summary>
    public IReadOnlyList<string> Levels { get; private init; } = [InstructionSetLevel.Current];

    /// <summary>Gets the names of inputs; each element type takes those that it has.</summary>
    public IReadOnlyList<string> Data { get; private init; } = InputNames.Default;

    /// <summary>Gets the lengths of arrays, in elements.</summary>
    public IReadOnlyList<int> Lengths { get; private init; } = DefaultLengths;

    /// <summary>Gets the name of the job that says how long each case is measured; <see cref="SuiteConfig"/> has the jobs.</summary>
    public string Job { get; private init; } = SuiteConfig.DefaultJob;

    /// <summary>Gets whether everything runs in this process, without a build and unprotected from what ran before.</summary>
    public bool InProcess { get; private init; }

    /// <summary>Gets what is left for BenchmarkDotNet.</summary>
    public IReadOnlyList<string> Rest { get; private init; } = [];

    /// <summary>Takes our options out of a command line.</summary>
    /// <exception cref="ArgumentException">An option has no value, or one that it does not take.</exception>
    public static RunOptions Parse(IReadOnlyList<string> args)
    {
        var options = new RunOptions();
        var rest = new List<string>();
        for (int i = 0; i < args.Count; i++)
        {
            string Value() => i + 1 < args.Count ? args[++i] : throw new ArgumentException($"{args[i]} takes a value.");
            switch (args[i])
            {
                case "--level":
                    options = options with { Levels = ParseLevels(Value()) };
                    break;
                case "--data":
                    options = options with { Data = [.. Value().Split(',').SelectMany(ParseData).Distinct()] };
                    break;
                case "--lengths":
                    options = options with { Lengths = [.. Value().Split(',').SelectMany(ParseLengths).Distinct().Order()] };
                    break;
                // These two have to be ours: BenchmarkDotNet would run a job of its own beside the ones that we have made.
                case "--job" or "-j":
                    options = options with { Job = SuiteConfig.CheckJob(Value()) };
                    break;
                case "--inProcess" or "-i":
                    options = options with { InProcess = true };
                    break;
                default:
                    rest.Add(args[i]);
                    break;
            }
        }

        return !options.InProcess || options.Levels.All(level => level == InstructionSetLevel.Current)
            ? options with { Rest = rest }
            : throw new ArgumentException($"In this process there is no other level than {InstructionSetLevel.Current}.");
    }

    /// <summary>The chosen inputs that an element type has.</summary>
    public IEnumerable<string> DataFor<T>()
        where T : unmanaged =>
        Data.Intersect(InputNames.For<T>());

    private static string[] ParseLevels(string value)
    {
        string[] levels = value == "all" ? [.. InstructionSetSwitch.Distinct] : value.Split(',');
        IReadOnlyList<string> available = InstructionSetSwitch.Available;
        return levels.All(available.Contains)
            ? levels
            : throw new ArgumentException($"These levels can't all be had here: {value}; there are {string.Join(' ', available)}.");
    }

    private static IEnumerable<string> ParseData(string value) => value switch
    {
        "default" => InputNames.Default,
        "recordings" => RecordingFiles.AllNames,
        "all" => InputNames.All,
        _ when InputNames.All.Contains(value) => [value],
        _ => throw new ArgumentException(
            $"There is no input {value}; there are {string.Join(' ', InputNames.All)}, and default, recordings, all."),
    };

    private static IEnumerable<int> ParseLengths(string value) => value switch
    {
        "default" => DefaultLengths,
        "short" => ShortLengths,
        "large" => LargeLengths,
        "all" => [.. ShortLengths, .. DefaultLengths, .. LargeLengths],
        _ when int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int length) => [length],
        _ => throw new ArgumentException($"{value} is no length; take a number of elements, or default, short, large, all."),
    };
}
