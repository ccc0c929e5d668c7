using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Crossovers;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Crossover;

/// <summary>Prints the crossover report: a row for each series, then each cell that stayed slow.</summary>
/// <param name="output">Receives the report.</param>
/// <param name="error">Receives what is being measured: minutes pass before there is a report.</param>
internal sealed class CrossoverPrinter(TextWriter output, TextWriter error)
{
    private (string Type, string Data) last;

    public CrossoverRecord Progress(CrossoverRecord cell)
    {
        if ((cell.Type, cell.Data) != last)
        {
            last = (cell.Type, cell.Data);
            error.WriteLine($"{cell.Type} {cell.Data}");
        }

        return cell;
    }

    public void Again(IReadOnlyCollection<CrossoverRecord> cells)
    {
        int slow = cells.Count(CrossoverSeries.IsSlow);
        error.WriteLine($"{slow} of {cells.Count} cells are under {CrossoverSeries.SlowBelow.ToString(CultureInfo.InvariantCulture)}{(slow == 0 ? "" : "; they are measured again")}");
    }

    public void Print(RunHead head, IReadOnlyList<CrossoverRecord> cells)
    {
        foreach (string line in head.Caption)
        {
            output.WriteLine(line);
        }

        output.WriteLine();
        output.WriteLine("How many times quicker than the quicker of scalar code and built-in formatter. wins from: the length from which on it is");
        output.WriteLine("quicker by more than the noise, and never slower by more than that. noise: that of 19 of 20 lengths, two identical builds.");
        if (cells.All(cell => cell.First.XBuiltIn is null))
        {
            output.WriteLine("Without the package: short arrays are decoded with the substitute's reader, which says nothing about the real one.");
        }

        output.WriteLine();
        output.WriteLine(
            $"{"type",-8} {"data",-13} {"direction",-9} {"wins from",9} {"worst",6} {"at",4} {"median",7} {"longest",7} {"noise",6} {"slow",5} {"again",6}");
        foreach (IGrouping<object, CrossoverRecord> series in cells.GroupBy(cell => (object)(cell.Type, cell.Data, cell.Direction)))
        {
            Print(new CrossoverSeries([.. series]));
        }

        PrintSlow(cells);
    }

    private void Print(CrossoverSeries series)
    {
        CrossoverRecord worst = series.Worst;
        string winsFrom = series.WinsFrom is int count ? count.ToString(CultureInfo.InvariantCulture) : "never";
        output.WriteLine(FormattableString.Invariant(
            $"{worst.Type,-8} {worst.Data,-13} {worst.Direction,-9} {winsFrom,9} {worst.Ratios.XQuicker,6:F2} {worst.Count,4} {series.Median,7:F2} {series.Cells[^1].Ratios.XQuicker,7:F2} {series.Noise,6:P0} {series.Cells.Count(CrossoverSeries.WasSlow),5} {series.Cells.Count(CrossoverSeries.IsSlow),6}"));
    }

    /// <summary>Prints what stayed slow when it was measured again.</summary>
    private void PrintSlow(IReadOnlyCollection<CrossoverRecord> cells)
    {
        List<CrossoverRecord> slow = [.. cells.Where(CrossoverSeries.IsSlow)];
        output.WriteLine();
        output.WriteLine(FormattableString.Invariant(
            $"{cells.Count} cells; {cells.Count(CrossoverSeries.WasSlow)} under {CrossoverSeries.SlowBelow} at first, {slow.Count} when measured again, each formatter in processes of its own."));
        if (slow.Count == 0)
        {
            return;
        }

        output.WriteLine("Two identical builds, in processes of their own: x same one over the other, x process the slowest of all over the quickest.");
        output.WriteLine();
        output.WriteLine(
            $"{"type",-8} {"data",-13} {"direction",-9} {"count",5} {"ns/call",8} {"x scalar",9} {"x built-in",10} {"x same",7} {"x process",9}  {"first, and again",-16}");
        foreach (CrossoverRecord cell in slow)
        {
            string again = string.Join(' ', (cell.Again ?? []).Prepend(cell.First).Select(ratios => FormattableString.Invariant($"{ratios.XQuicker:F2}")));
            CrossoverRatios ratios = cell.Ratios;
            output.WriteLine(FormattableString.Invariant(
                $"{cell.Type,-8} {cell.Data,-13} {cell.Direction,-9} {cell.Count,5} {ratios.NsPerCall,8:F1} {ratios.XScalar,9:F2} {ratios.XBuiltIn,10:F2} {ratios.XSame,7:F2} {cell.XProcess,9:F2}  {again}"));
        }
    }
}
