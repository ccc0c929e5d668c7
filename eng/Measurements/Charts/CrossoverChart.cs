using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>The crossover report: a plot for each type, and in it a line for each distribution.</summary>
internal static class CrossoverChart
{
    /// <summary>A chart for each run and direction.</summary>
    public static IEnumerable<Chart> Create(IEnumerable<RunFile> runs) =>
        from run in runs
        from direction in run.Crossover.Select(cell => cell.Direction).Distinct()
        select Create(run, direction);

    private static Chart Create(RunFile run, string direction)
    {
        CrossoverRecord[] cells = [.. run.Crossover.Where(cell => cell.Direction == direction)];
        string[] types = [.. cells.Select(cell => cell.Type).Distinct()];
        string[] data = [.. cells.Select(cell => cell.Data).Distinct()];
        ILookup<(string Type, string Data), CrossoverRecord> lines = cells.ToLookup(cell => (cell.Type, cell.Data));
        (double lowest, double highest) = Panels.Range(cells.Select(cell => cell.Ratios.XQuicker), 2);
        bool builtIn = cells.Any(cell => cell.First.XBuiltIn is not null);
        string heading = $"{(direction == "encode" ? "Encoding" : "Decoding")} short arrays: how many times as quick as "
            + $"{(builtIn ? "the quicker of scalar code and built-in formatter" : "scalar code")} ({run.Head.Level})";
        GnuplotScript script = new Panels(types, [.. data.Select(name => name.Replace('_', ' '))], ChartCaption.Of([run])).Begin(heading)
            .Set("lastcount", cells.Max(cell => cell.Count))
            .Set("lowest", Math.Min(lowest, 0.5))
            .Set("highest", Math.Max(highest, 2))
            .Data(types.SelectMany(_ => data, (type, name) => lines[(type, name)].Select(cell => new[] { cell.Count, cell.Ratios.XQuicker })))
            .Load("crossover.gp");
        return new Chart($"crossover-{direction}-{run.Head.Level}", heading, script);
    }
}
