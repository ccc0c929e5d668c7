using System.Collections.Generic;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>Which cells the table of ratios has, and how long each is measured.</summary>
/// <param name="Types">The element types.</param>
/// <param name="Data">The distributions, and <see cref="RecordingWorkloads.Data"/>; <see langword="null"/> is <see cref="DefaultDataOf"/>.</param>
/// <param name="Counts">The lengths, in elements.</param>
/// <param name="Directions">Some of <see cref="Direction.All"/>.</param>
/// <param name="Rounds">From how many rounds the best time is taken.</param>
internal sealed record RatioOptions(
    IReadOnlyList<MeasuredType> Types,
    IReadOnlyList<string>? Data,
    IReadOnlyList<int> Counts,
    IReadOnlyList<string> Directions,
    int Rounds)
{
    /// <summary>Long tokens, all token lengths, short tokens: a loop of its own for each; and what users have.</summary>
    public static readonly string[] DefaultData = ["random", "mixed_width", "small", RecordingWorkloads.Data];

    /// <summary>Where all tokens have one length, the values make no difference.</summary>
    public static IReadOnlyList<string> DefaultDataOf(MeasuredType type) => type.LengthsDiffer ? DefaultData : ["random", RecordingWorkloads.Data];
}
