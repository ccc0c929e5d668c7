using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Comparing;

/// <summary>Says what a comparison has found.</summary>
internal sealed class ComparisonPrinter(TextWriter output)
{
    /// <summary>How many missing cells are named.</summary>
    private const int MostNamed = 10;

    public void Print(Comparison comparison)
    {
        foreach (string warning in comparison.Warnings)
        {
            output.WriteLine($"warning: {warning}");
        }

        PrintMissing("only before", comparison.OnlyBefore);
        PrintMissing("only after", comparison.OnlyAfter);
        PrintMissing("with another baseline, on another machine", comparison.Incomparable);
        PrintChanges("slower", comparison.Changes.Where(change => change.Verdict == Verdict.Slower).OrderByDescending(change => change.Slowdown));
        PrintChanges("quicker", comparison.Changes.Where(change => change.Verdict == Verdict.Quicker).OrderBy(change => change.Slowdown));
        output.WriteLine(FormattableString.Invariant(
            $"{comparison.Changes.Count} cells: {Count(comparison, Verdict.Slower)} slower, {Count(comparison, Verdict.Quicker)} quicker, {Count(comparison, Verdict.WithinNoise)} within the noise (median {comparison.Noise.Median:P1})."));
        PrintAgain(comparison);
    }

    private void PrintMissing(string where, IReadOnlyList<CellKey> cells)
    {
        if (cells.Count > 0)
        {
            string more = cells.Count > MostNamed ? $" and {cells.Count - MostNamed} more" : "";
            output.WriteLine($"warning: {where}: {string.Join(", ", cells.Take(MostNamed))}{more}");
        }
    }

    private void PrintChanges(string title, IEnumerable<CellChange> changes)
    {
        CellChange[] all = [.. changes];
        if (all.Length == 0)
        {
            return;
        }

        output.WriteLine();
        output.WriteLine(
            $"{title,-8} {"data",-13} {"direction",-9} {"count",8} {"ns/element",10} {"was",10} {"x baseline",10} {"was",7} {"change",7} {"limit",6}");
        foreach (CellChange change in all)
        {
            RatioRecord before = change.Before;
            RatioRecord after = change.After;
            output.WriteLine(FormattableString.Invariant(
                $"{after.Type,-8} {after.Data,-13} {after.Direction,-9} {after.Count,8} {after.NsPerElement,10:F3} {before.NsPerElement,10:F3} {after.XBaseline,10:F2} {before.XBaseline,7:F2} {change.Slowdown - 1,7:P0} {change.Limit - 1,6:P0}"));
        }

        output.WriteLine();
    }

    /// <summary>One cell of hundreds may have come out slow by chance: measuring it alone, and longer, tells.</summary>
    private void PrintAgain(Comparison comparison)
    {
        CellKey[] slower = [.. comparison.Changes.Where(change => change.Verdict == Verdict.Slower).Select(change => change.Cell)];
        if (slower.Length > 0)
        {
            string types = string.Join(',', slower.Select(cell => cell.Type).Distinct());
            string only = string.Join(',', slower.Select(cell => cell.Direction).Distinct());
            output.WriteLine($"To measure again, with both builds: ./build.sh bench --types {types} --only {only} --rounds 100 --json FILE");
        }
    }

    private static int Count(Comparison comparison, Verdict verdict) => comparison.Changes.Count(change => change.Verdict == verdict);
}
