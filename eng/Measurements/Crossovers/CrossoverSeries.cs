using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Crossovers;

/// <summary>The cells of one type, distribution and direction, from the shortest array to the longest.</summary>
internal sealed class CrossoverSeries
{
    /// <summary>A cell is slow below this ratio to the quicker of the two.</summary>
    public const double SlowBelow = 0.95;

    /// <param name="cells">The cells, by length; one at least.</param>
    public CrossoverSeries(IReadOnlyList<CrossoverRecord> cells)
    {
        ArgumentOutOfRangeException.ThrowIfZero(cells.Count);
        Cells = cells;
        Noise = Quantiles.Of(cells.Select(cell => Math.Abs(cell.Ratios.XSame - 1)), 0.95);
        Median = Quantiles.Of(cells.Select(cell => cell.Ratios.XQuicker), 0.5);
        Worst = cells.MinBy(cell => cell.Ratios.XQuicker)!;
        WinsFrom = FindWinsFrom();
    }

    public IReadOnlyList<CrossoverRecord> Cells { get; }

    /// <summary>Gets how far from each other two identical builds are, at 19 of 20 lengths.</summary>
    public double Noise { get; }

    /// <summary>Gets the median of the ratio to the quicker of the two.</summary>
    public double Median { get; }

    /// <summary>Gets the cell with the lowest ratio to the quicker of the two.</summary>
    public CrossoverRecord Worst { get; }

    /// <summary>
    /// Gets the shortest length at which we are quicker by more than the noise, and from which on we are nowhere slower by more than that.
    /// <see langword="null"/> if there is none.
    /// </summary>
    public int? WinsFrom { get; }

    /// <summary>Whether a cell is slow, measured again or not.</summary>
    public static bool IsSlow(CrossoverRecord cell) => cell.Ratios.XQuicker < SlowBelow;

    /// <summary>Whether a cell was slow when it was measured first.</summary>
    public static bool WasSlow(CrossoverRecord cell) => cell.First.XQuicker < SlowBelow;

    private int? FindWinsFrom()
    {
        int? winsFrom = null;
        foreach (CrossoverRecord cell in Cells.Reverse())
        {
            double ratio = cell.Ratios.XQuicker;
            if (ratio < 1 - Noise)
            {
                break;
            }

            if (ratio > 1 + Noise)
            {
                winsFrom = cell.Count;
            }
        }

        return winsFrom;
    }
}
