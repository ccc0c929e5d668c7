using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>Throughput over length: a plot for each type, and in it a line for each level and one for the baseline.</summary>
internal static class ThroughputChart
{
    /// <summary>The distribution that every type has.</summary>
    private const string Common = "random";

    private const int Ki = 1024;

    /// <summary>A chart for each direction and distribution of the runs.</summary>
    /// <param name="runs">Runs at different levels. The baseline's line is that of the last.</param>
    /// <param name="data">The one distribution that is wanted; <see langword="null"/> for each.</param>
    public static IEnumerable<Chart> Create(IReadOnlyList<RunFile> runs, string? data) =>
        from cell in runs.SelectMany(run => run.Ratios)
        where data is null || cell.Data == data
        group cell by (cell.Direction, cell.Data) into cells
        select Create(runs, cells.Key.Direction, cells.Key.Data);

    private static Chart Create(IReadOnlyList<RunFile> runs, string direction, string data)
    {
        List<(string Type, string Data)> panels = [.. runs
            .SelectMany(run => run.Ratios)
            .Where(cell => cell.Direction == direction)
            .GroupBy(cell => cell.Type)
            .Select(cells => (cells.Key, cells.Select(cell => cell.Data).OrderBy(name => name == data ? 0 : name == Common ? 1 : 2).First()))];
        List<double[]>[] lines = [.. panels.SelectMany(panel => runs
            .Select(run => Line(run, direction, panel, cell => cell.GbPerSecond))
            .Append(Line(runs[^1], direction, panel, cell => cell.GbPerSecond / cell.XBaseline)))];
        double[] counts = [.. lines.SelectMany(line => line).Select(point => point[0]).Distinct().Order()];
        (double lowest, double highest) = Panels.Range(lines.SelectMany(line => line).Select(point => point[1]), 10);
        RunHead last = runs[^1].Head;
        var layout = new Panels(
            [.. panels.Select(panel => panel.Data == data ? panel.Type : $"{panel.Type} ({panel.Data})")],
            [.. runs.Select(run => run.Head.Level), $"{BaselineOf(runs[^1], direction)} ({last.Level})"],
            ChartCaption.Of(runs))
        {
            BaselineIndex = runs.Count,
        };
        string heading = $"{Verb(direction)} arrays, by length and instruction-set level (values: {data.Replace('_', ' ')})";
        GnuplotScript script = layout.Begin(heading)
            .Set("firstcount", counts[0])
            .Set("lastcount", counts[^1])
            .Set("lowest", lowest)
            .Set("highest", highest)
            .SetTics(counts.Select(count => (CountName((long)count), count)))
            .Data(lines)
            .Load("throughput.gp");
        return new Chart($"throughput-{direction}-{data}", heading, script);
    }

    private static List<double[]> Line(
        RunFile run, string direction, (string Type, string Data) panel, Func<RatioRecord, double> throughput) =>
        [.. run.Ratios
            .Where(cell => cell.Direction == direction && cell.Type == panel.Type && cell.Data == panel.Data && cell.Count > 0)
            .OrderBy(cell => cell.Count)
            .Select(cell => new[] { cell.Count, throughput(cell) })];

    private static string BaselineOf(RunFile run, string direction) =>
        run.Ratios.FirstOrDefault(cell => cell.Direction == direction)?.Baseline ?? run.Head.Baseline;

    private static string Verb(string direction) => direction switch
    {
        "encode" => "Encoding",
        "decode" => "Decoding into new",
        _ => "Decoding into given",
    };

    private static string CountName(long count) =>
        count % (Ki * Ki) == 0 ? $"{count / (Ki * Ki)} Mi" : count % Ki == 0 ? $"{count / Ki} Ki" : count.ToString(CultureInfo.InvariantCulture);
}
