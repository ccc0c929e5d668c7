using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Xml.Linq;
using MsgPackSimd.Engineering.Measurements.Charts;
using MsgPackSimd.Engineering.Measurements.Records;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

public class ChartTests
{
    private static readonly string[] Types = ["int", "bool"];

    private static readonly RunFile Avx2 = new()
    {
        Head = Runs.Head,
        Ratios =
        [
            .. Types.SelectMany(_ => new[] { 4, 1024, 1 << 20 }, (type, count) => Runs.Cell(type, "encode", count)),
            Runs.Cell("int", "encode", 4) with { Data = "mixed_width" },
        ],
        Recordings = [Runs.Cell("short", "encode", 138632) with { Data = "elevation" }, Runs.Cell("short", "decode", 138632) with { Data = "elevation" }],
        Crossover = Runs.Series(1.01, 0.9, 1.5, 3),
    };

    private static readonly RunFile Sse42 = Runs.Of([.. Avx2.Ratios]) with { Head = Runs.Head with { Level = "sse42", Command = "another" } };

    private static IEnumerable<Chart> All =>
        [.. ThroughputChart.Create([Sse42, Avx2], null), .. CrossoverChart.Create([Avx2]), .. RecordingsChart.Create([Avx2])];

    [Fact]
    public void There_is_a_chart_for_all_that_was_measured()
    {
        Assert.Equal(
            ["throughput-encode-random", "throughput-encode-mixed_width", "crossover-encode-avx2", "recordings-avx2"], All.Select(chart => chart.Name));
        Assert.Equal(["throughput-encode-mixed_width"], ThroughputChart.Create([Avx2], "mixed_width").Select(chart => chart.Name));
    }

    [Fact]
    public void A_script_holds_figures_units_and_conditions()
    {
        string script = All.First().Script.ToString();

        Assert.Contains("array series[3] = ['sse42', 'avx2', 'built-in (avx2)']", script, StringComparison.Ordinal);
        Assert.Contains("\n1024 10\n", script, StringComparison.Ordinal);
        Assert.Contains("\n1024 1.25\n", script, StringComparison.Ordinal);
        Assert.Contains("\"1 Ki\" 1024, \"1 Mi\" 1048576", script, StringComparison.Ordinal);
        Assert.Contains("'A CPU, 2 cores, x64; .NET 10.0.12, linux-x64; ", script, StringComparison.Ordinal);
        Assert.Contains("'avx2: ./build.sh bench --only span --data ''random'' (at 0123456789ab)'", script, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("./build.sh bench --json /home/me/a.json", "./build.sh bench")]
    [InlineData("./build.sh bench --json=/home/me/a b.json", "./build.sh bench")]
    [InlineData("./build.sh bench --json a.json --level avx2", "./build.sh bench --level avx2")]
    [InlineData("./build.sh bench --jsonless", "./build.sh bench --jsonless")]
    public void A_caption_does_not_say_where_the_figures_went(string command, string shown)
    {
        RunHead head = Runs.Head with { Command = command, Commit = null };

        Assert.Equal($"{shown}; generation 0: default", head.Caption[1]);
        Assert.Contains($"'avx2: {shown}'", RecordingsChart.Create([Avx2 with { Head = head }]).Single().Script.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Types_without_the_distribution_are_drawn_with_the_one_they_have()
    {
        string script = ThroughputChart.Create([Avx2], "mixed_width").Single().Script.ToString();

        Assert.Contains("array panels[2] = ['int', 'bool (random)']", script, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_machines_do_not_go_into_one_chart()
    {
        RunFile other = Sse42 with { Head = Sse42.Head with { Machine = "Another CPU" } };

        Assert.Throws<InvalidDataException>(() => ThroughputChart.Create([Avx2, other], null).Count());
    }

    [Fact]
    public void A_picture_follows_the_mode_of_the_page_and_names_no_tool()
    {
        const string Drawn = """
            <?xml version="1.0"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">
            <title>Gnuplot</title><desc>Produced by GNUPLOT</desc>
            <defs><circle id="a" r="1"/><circle id="b" r="1"/></defs>
            <g><title>gnuplot_plot_1</title></g>
            <g stroke="rgb(  0,   0,   0)" stroke-linecap="butt"><path d="M1.26,2.00 L3,4  "/><use xlink:href="#b"/></g>
            </svg>
            """;

        XElement svg = XElement.Parse(SvgTheme.Apply(Drawn, "What it shows"));
        XNamespace name = svg.Name.Namespace;

        Assert.Equal(["What it shows"], svg.Descendants(name + "title").Select(title => title.Value));
        Assert.Contains("prefers-color-scheme: dark", svg.Element(name + "style")!.Value, StringComparison.Ordinal);
        Assert.Equal("page", svg.Element(name + "rect")!.Attribute("class")!.Value);
        XElement group = Assert.Single(svg.Elements(name + "g"));
        Assert.Equal(["stroke=black"], group.Attributes().Select(attribute => $"{attribute.Name}={attribute.Value}"));
        Assert.Equal("M1.3,2 L3,4", group.Element(name + "path")!.Attribute("d")!.Value);
        Assert.Equal("b", Assert.Single(svg.Descendants(name + "circle")).Attribute("id")!.Value);
    }

    [GnuplotFact]
    public void Gnuplot_draws_each_chart_the_same_way_each_time()
    {
        foreach (Chart chart in All)
        {
            string drawn = SvgTheme.Apply(Gnuplot.Run(chart.Script.ToString()), chart.Title);

            Assert.Equal(drawn, SvgTheme.Apply(Gnuplot.Run(chart.Script.ToString()), chart.Title));
            string[] texts = [.. XElement.Parse(drawn).Descendants().Where(element => element.Name.LocalName == "text").Select(text => text.Value.Trim())];
            Assert.Contains(chart.Title, texts);
            Assert.Contains(texts, text => text.StartsWith("A CPU, 2 cores", StringComparison.Ordinal));
            Assert.Contains(texts, text => text is "GB/s of MessagePack" or "times as quick");
        }
    }

    [GnuplotFact]
    public void What_gnuplot_does_not_understand_is_an_error() =>
        Assert.Throws<InvalidDataException>(() => Gnuplot.Run("no such command\n"));
}
