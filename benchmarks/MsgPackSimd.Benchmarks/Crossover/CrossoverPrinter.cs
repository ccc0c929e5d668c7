using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Crossovers;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Crossover;

/// <summary>Prints the crossover report: a row for each series, then each cell that stayed slow.</summary>
internal sealed class CrossoverPrinter(TextWriter output)
{
    public void PrintHead(RunHead head)
    {
        foreach (string line in head.Caption)
        {
            output.WriteLine(line);
        }

        output.WriteLine();
        output.WriteLine("How many times quicker than the quicker of scalar code and built-in formatter. wins from: the length from which on it is");
        output.WriteLine("quicker by more than the noise, and never slower by more than that. noise: that of 19 of 20 lengths, two identical builds.");
        output.WriteLine();
        output.WriteLine(
            $"{"type",-8} {"data",-13} {"direction",-9} {"wins from",9} {"worst",6} {"at",4} {"median",7} {"at 128",7} {"noise",6} {"slow at first",14} {"still",6}");
    }

    public void Print(CrossoverSeries series)
    {
        CrossoverRecord worst = series.Worst;
        string winsFrom = series.WinsFrom is int count ? count.ToString(CultureInfo.InvariantCulture) : "never";
        output.WriteLine(FormattableString.Invariant(
            $"{worst.Type,-8} {worst.Data,-13} {worst.Direction,-9} {winsFrom,9} {worst.Ratios.XQuicker,6:F2} {worst.Count,4} {series.Median,7:F2} {series.Cells[^1].Ratios.XQuicker,7:F2} {series.Noise,6:P0} {series.Cells.Count(CrossoverSeries.WasSlow),14} {series.Cells.Count(CrossoverSeries.IsSlow),6}"));
    }

    /// <summary>Prints what stayed slow when it was measured again.</summary>
    public void PrintSlow(IReadOnlyCollection<CrossoverRecord> cells)
    {
        List<CrossoverRecord> slow = [.. cells.Where(CrossoverSeries.IsSlow)];
        output.WriteLine();
        output.WriteLine(FormattableString.Invariant(
            $"{cells.Count} cells; {cells.Count(CrossoverSeries.WasSlow)} under {CrossoverSeries.SlowBelow} at first, {slow.Count} when measured again."));
        if (slow.Count == 0)
        {
            return;
        }

        output.WriteLine();
        output.WriteLine(
            $"{"type",-8} {"data",-13} {"direction",-9} {"count",5} {"ns/call",8} {"x scalar",9} {"x built-in",10} {"x same",7}  {"first, and again",-16}");
        foreach (CrossoverRecord cell in slow)
        {
            string again = string.Join(' ', (cell.Again ?? []).Prepend(cell.First).Select(ratios => FormattableString.Invariant($"{ratios.XQuicker:F2}")));
            output.WriteLine(FormattableString.Invariant(
                $"{cell.Type,-8} {cell.Data,-13} {cell.Direction,-9} {cell.Count,5} {cell.NsPerCall,8:F1} {cell.Ratios.XScalar,9:F2} {cell.Ratios.XBuiltIn,10:F2} {cell.Ratios.XSame,7:F2}  {again}"));
        }
    }
}
