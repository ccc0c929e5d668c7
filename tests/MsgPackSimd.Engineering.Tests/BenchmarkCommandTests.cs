using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using MsgPackSimd.Benchmarks;
using MsgPackSimd.Benchmarks.Crossover;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.Engineering.Measurements.Crossovers;
using MsgPackSimd.Engineering.Measurements.Records;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

/// <summary>The benchmarks' commands on a few cells; of the figures, only their presence is checked.</summary>
public sealed class BenchmarkCommandTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Ratios_are_measured_and_printed_for_every_cell_that_was_asked_for()
    {
        (RunFile run, string output) = Run(
            "ratios", "--types", "short,bool", "--data", "small,random,recordings", "--counts", "0,3", "--only", "encode,decode,span", "--rounds", "1");

        // Each cell is measured twice, with as many rounds each time.
        Assert.Equal(2, run.Head.Rounds);

        // There is only one distribution for bool.
        Assert.Equal((2 + 1) * 2 * 3, run.Ratios.Count);
        Assert.Equal(
            ["elevation encode 138632", "elevation decode 138632", "elevation span 138632"],
            run.Recordings.Select(cell => $"{cell.Data} {cell.Direction} {cell.Count}"));
        Assert.All([.. run.Ratios, .. run.Recordings], cell =>
        {
            Assert.True(cell.NsPerElement > 0 && cell.GbPerSecond > 0 && cell.XBaseline > 0 && cell.XMemcpy > 0 && cell.XSame > 0);
            Assert.Contains($"{cell.Type,-8} {cell.Data,-13} {cell.Direction,-9} {cell.Count,8} ", output, StringComparison.Ordinal);
        });
        Assert.All(run.Ratios.Where(cell => cell.Direction == "span"), cell => Assert.Equal((RatioRecord.Scalar, 0L), (cell.Baseline, cell.AllocatedBytes)));
        Assert.All(run.Ratios.Where(cell => cell is { Direction: "decode", Count: 3 }), cell => Assert.InRange(cell.AllocatedBytes, 24, 40));
    }

    [Fact]
    public void Crossover_cells_are_measured_at_every_step_and_slow_ones_again()
    {
        (RunFile run, string output) = Run("crossover", "--types", "float", "--data", "random", "--step", "64", "--rounds", "1");

        Assert.Equal(
            ["encode 0", "decode 0", "encode 64", "decode 64", "encode 128", "decode 128"],
            run.Crossover.Select(cell => $"{cell.Direction} {cell.Count}"));
        Assert.All(run.Crossover, cell =>
        {
            Assert.True(cell.Ratios.NsPerCall > 0 && cell.Ratios.XQuicker > 0 && cell.Ratios.XSame > 0);

            // The figures are rounded, and were not yet when it was decided what is slow.
            int again = cell.Again?.Count ?? 0;
            bool isClose = Math.Abs(cell.First.XQuicker - 0.95) < 1e-4;
            Assert.True(again == 0 ? isClose || cell.First.XQuicker > 0.95 : isClose || cell.First.XQuicker < 0.95);
            Assert.Contains(again, new[] { 0, 5, 10, 15 });
        });
        Assert.Contains("6 cells;", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Slow_cells_are_measured_again_in_other_processes()
    {
        var options = new CrossoverOptions(MeasuredType.All, ["random"], ["encode"], 1, 1);
        IReadOnlyList<CrossoverRecord> cells = Runs.Series(1, 1.5, 0.5, 2);

        List<CrossoverRecord> again = await new CrossoverMeasurement(options).MeasureSlowAgainAsync(Runs.Head, cells);

        Assert.Equal([cells[0], cells[2]], [again[0], again[2]]);
        Assert.Equal(cells[1], again[1] with { Again = null });
        Assert.Contains(again[1].Again!.Count, new[] { 5, 10, 15 });
        Assert.True(again[1].Again!.Count == 15 || !CrossoverSeries.IsSlow(again[1]));
        Assert.DoesNotContain(cells[1].First, again[1].Again!);
    }

    [Theory]
    [InlineData("ratios", "--types", "int33")]
    [InlineData("ratios", "--counts", "4,-1")]
    [InlineData("ratios", "--rounds", "0")]
    [InlineData("crossover", "--step", "0")]
    [InlineData("crossover", "--only", "span")]
    public void What_is_not_known_is_said_in_one_line(params string[] args)
    {
        var error = new StringWriter();

        Assert.Equal(2, new TableCommands(TextWriter.Null, error).Run(args));
        Assert.Matches(@"\Aerror: [^\n]+\n\z", error.ToString().ReplaceLineEndings("\n"));
    }

    [Fact]
    public void An_action_that_is_over_in_no_time_is_timed_too()
    {
        int calls = 0;

        double time = Assert.Single(InterleavedTimer.BestOfWarm(2, 0.01, () => calls++));

        Assert.True(double.IsFinite(time));
        Assert.InRange(calls, 3, 10_000_000);
    }

    private (RunFile Run, string Output) Run(params string[] args)
    {
        string path = Path.Combine(_folder.FullName, "run.json");
        var output = new StringWriter();
        var error = new StringWriter();

        Assert.Equal(0, new TableCommands(output, error).Run([.. args, "--json", path]));
        Assert.DoesNotContain("error", error.ToString(), StringComparison.Ordinal);
        return (RunFile.Read(path), output.ToString());
    }
}
