using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Comparing;

/// <summary>What has become slower from one run to another by more than noise explains.</summary>
internal sealed class Comparison
{
    /// <summary>What noise is multiplied by: the next run may be noisier than the runs seen so far.</summary>
    public const double Margin = 1.5;

    /// <summary>The least noise that is assumed, as a part of 1, however quiet the machine was.</summary>
    public const double LeastNoise = 0.02;

    private Comparison(IReadOnlyList<string> warnings, Noise noise, IReadOnlyList<CellChange> changes)
    {
        Warnings = warnings;
        Noise = noise;
        Changes = changes;
    }

    /// <summary>Gets what makes the runs hard to compare.</summary>
    public IReadOnlyList<string> Warnings { get; }

    public Noise Noise { get; }

    /// <summary>Gets all cells that both runs have, in the order of the first.</summary>
    public IReadOnlyList<CellChange> Changes { get; }

    /// <summary>Gets the cells of one run that the other lacks.</summary>
    public required IReadOnlyList<CellKey> OnlyBefore { get; init; }

    /// <inheritdoc cref="OnlyBefore"/>
    public required IReadOnlyList<CellKey> OnlyAfter { get; init; }

    /// <summary>Gets the cells that both runs have but that can't be compared: they have neither the machine nor the baseline in common.</summary>
    public required IReadOnlyList<CellKey> Incomparable { get; init; }

    /// <summary>Compares two runs.</summary>
    /// <param name="before">The run before a change.</param>
    /// <param name="after">The run after it.</param>
    /// <param name="beforeAgain">A second run of the build of the first, for its noise.</param>
    /// <exception cref="InvalidDataException">The runs have no cell in common, or a run has one twice.</exception>
    public static Comparison Of(RunFile before, RunFile after, RunFile? beforeAgain = null)
    {
        Dictionary<CellKey, RatioRecord> first = Cells(before);
        Dictionary<CellKey, RatioRecord> second = Cells(after);
        Dictionary<CellKey, RatioRecord> again = beforeAgain is null ? [] : Cells(beforeAgain);
        var noise = new Noise(
        [
            .. first.Concat(second).Concat(again).Select(pair => (pair.Key, pair.Value.XSame)),
            .. beforeAgain is null ? [] : Slowdowns(first, again, SameMachine(before, beforeAgain)),
        ]);
        CellChange[] changes =
        [
            .. Slowdowns(first, second, SameMachine(before, after)).Select(change => new CellChange(
                first[change.Cell], second[change.Cell], change.Slowdown, 1 + (Margin * Math.Max(LeastNoise, noise.Of(change.Cell))))),
        ];
        return new Comparison([.. FindWarnings(before, after, beforeAgain)], noise, changes)
        {
            OnlyBefore = [.. first.Keys.Except(second.Keys)],
            OnlyAfter = [.. second.Keys.Except(first.Keys)],
            Incomparable = [.. first.Keys.Intersect(second.Keys).Except(changes.Select(change => change.Cell))],
        };
    }

    private static Dictionary<CellKey, RatioRecord> Cells(RunFile run)
    {
        var cells = new Dictionary<CellKey, RatioRecord>();
        foreach (RatioRecord cell in run.Ratios.Concat(run.Recordings))
        {
            if (!cells.TryAdd(CellKey.Of(cell), cell))
            {
                throw new InvalidDataException($"A run has the cell {CellKey.Of(cell)} twice.");
            }
        }

        return cells;
    }

    private static IEnumerable<(CellKey Cell, double Slowdown)> Slowdowns(
        Dictionary<CellKey, RatioRecord> before, Dictionary<CellKey, RatioRecord> after, bool sameMachine)
    {
        var yardstick = new Yardstick(sameMachine);
        bool any = false;
        foreach ((CellKey cell, RatioRecord old) in before)
        {
            if (after.TryGetValue(cell, out RatioRecord? now) && yardstick.Slowdown(old, now) is double slowdown)
            {
                any = true;
                yield return (cell, slowdown);
            }
        }

        if (!any)
        {
            throw new InvalidDataException("The runs have no cell that can be compared.");
        }
    }

    private static bool SameMachine(RunFile one, RunFile other) => (one.Head.Machine, one.Head.Cores) == (other.Head.Machine, other.Head.Cores);

    private static IEnumerable<string> FindWarnings(RunFile before, RunFile after, RunFile? beforeAgain)
    {
        (string What, Func<RunHead, string> Of)[] conditions =
        [
            ("machine", head => $"{head.Machine}, {head.Cores} cores"),
            ("architecture", head => head.Architecture),
            ("level", head => head.Level),
            ("runtime", head => head.Runtime),
            ("baseline", head => $"{head.Baseline} ({head.MessagePack})"),
            ("size of generation 0", head => head.Gen0Size),
        ];
        foreach (RunFile other in new[] { after, beforeAgain }.OfType<RunFile>())
        {
            foreach ((string what, Func<RunHead, string> of) in conditions)
            {
                if (of(before.Head) != of(other.Head))
                {
                    yield return $"another {what}: {of(before.Head)}, then {of(other.Head)}";
                }
            }
        }

        if (beforeAgain is null)
        {
            yield return "without a second run of the first build, what differs from one process to the next is taken for a change";
        }

        if (beforeAgain is not null && beforeAgain.Head.Commit != before.Head.Commit)
        {
            yield return $"the noise is taken from two builds: {before.Head.Commit}, then {beforeAgain.Head.Commit}";
        }
    }
}
