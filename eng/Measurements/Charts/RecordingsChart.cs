using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>The recordings: a plot for each direction, and in it for each recording a bar for the baseline and one for us.</summary>
internal static class RecordingsChart
{
    /// <summary>A chart for each run that has them.</summary>
    public static IEnumerable<Chart> Create(IEnumerable<RunFile> runs) => runs.Where(run => run.Recordings.Count > 0).Select(Create);

    private static Chart Create(RunFile run)
    {
        RatioRecord[] cells = [.. run.Recordings.Where(cell => cell.Direction is "encode" or "decode")];
        (string Name, string Type)[] recordings = [.. cells.Select(cell => (cell.Data, cell.Type)).Distinct()];
        string[] directions = [.. cells.Select(cell => cell.Direction).Distinct()];
        string heading = $"Recordings through MessagePackSerializer, and how many times as quick ({run.Head.Level})";
        var layout = new Panels(directions, [run.Head.Baseline, "MsgPackSimd"], ChartCaption.Of([run])) { BaselineIndex = 0, Height = 300, MostColumns = 2 };
        GnuplotScript script = layout.Begin(heading)
            .Set("recordings", recordings.Length)
            .SetTics(recordings.Select((recording, i) => ($"{recording.Name}\n{recording.Type}", i + 1.0)))
            .Data(directions.Select(direction => cells
                .Where(cell => cell.Direction == direction)
                .Select(cell => new[]
                {
                    Array.IndexOf(recordings, (cell.Data, cell.Type)) + 1,
                    cell.GbPerSecond / cell.XBaseline,
                    cell.GbPerSecond,
                    Math.Round(cell.XBaseline, cell.XBaseline < 10 ? 1 : 0),
                })))
            .Load("recordings.gp");
        return new Chart($"recordings-{run.Head.Level}", heading, script);
    }
}
