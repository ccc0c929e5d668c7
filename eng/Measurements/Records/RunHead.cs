using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace MsgPackSimd.Engineering.Measurements.Records;

/// <summary>What the figures of a run were taken on, and how.</summary>
internal sealed partial record RunHead
{
    /// <summary>Gets the name of the CPU.</summary>
    public required string Machine { get; init; }

    /// <summary>Gets the number of processors that the process may use.</summary>
    public required int Cores { get; init; }

    public required string OperatingSystem { get; init; }

    /// <summary>Gets the process's architecture, as build.sh spells it.</summary>
    public required string Architecture { get; init; }

    /// <summary>Gets the instruction-set level, as build.sh spells it.</summary>
    public required string Level { get; init; }

    public required string Runtime { get; init; }

    /// <summary>Gets the day, as <c>2026-01-31</c> (UTC).</summary>
    public required string Date { get; init; }

    /// <summary>Gets what git says about the sources, if git is there.</summary>
    public string? Commit { get; init; }

    public required string Command { get; init; }

    /// <summary>Gets the name of the baseline for what goes through the serializer.</summary>
    public required string Baseline { get; init; }

    /// <summary>Gets which MessagePack the program ran with.</summary>
    public required string MessagePack { get; init; }

    /// <summary>Gets how much is allocated between two collections of generation 0: <c>default</c>, or the size in hexadecimal bytes.</summary>
    public required string Gen0Size { get; init; }

    /// <summary>Gets from how many rounds the best time was taken.</summary>
    public required int Rounds { get; init; }

    /// <summary>Gets the command without the file that the figures went to: it says nothing about them, but much about whose machine it was.</summary>
    [JsonIgnore]
    public string Measurement => JsonOption.Replace(Command, "");

    /// <summary>Gets machine, runtime, day and command in two lines, as they stand above a table and in a chart.</summary>
    [JsonIgnore]
    public string[] Caption =>
    [
        $"{Machine}, {Cores} cores, {Architecture} {Level}; {Runtime}, {OperatingSystem}; {MessagePack}; {Date}",
        $"{Measurement}{(Commit is null ? "" : $" (at {Commit})")}; generation 0: {Gen0Size}",
    ];

    /// <summary>The option up to the next one: the command is not quoted, so that a file's name may hold spaces.</summary>
    [GeneratedRegex(" --json[ =].*?(?= --|$)")]
    private static partial Regex JsonOption { get; }
}
