using System.Collections.Generic;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>What stands below a chart: what it was measured on and how.</summary>
internal static class ChartCaption
{
    /// <param name="runs">The runs that it shows, which may differ in their level.</param>
    /// <exception cref="InvalidDataException">They are of different machines or runtimes.</exception>
    public static string[] Of(IReadOnlyCollection<RunFile> runs)
    {
        RunHead first = runs.First().Head;
        string conditions = Conditions(first);
        if (runs.FirstOrDefault(run => Conditions(run.Head) != conditions) is RunFile other)
        {
            throw new InvalidDataException($"One chart can't show two machines or runtimes: {conditions}, and {Conditions(other.Head)}.");
        }

        string dates = string.Join(", ", runs.Select(run => run.Head.Date).Distinct());
        return
        [
            $"{conditions}; {dates}",
            .. runs.Select(run => run.Head).Select(head => $"{head.Level}: {head.Measurement}{(head.Commit is null ? "" : $" (at {head.Commit})")}").Distinct(),
        ];
    }

    private static string Conditions(RunHead head) =>
        $"{head.Machine}, {head.Cores} cores, {head.Architecture}; {head.Runtime}, {head.OperatingSystem}; {head.MessagePack}; generation 0: {head.Gen0Size}";
}
