using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace MsgPackSimd.Engineering.Measurements.Comparing;

/// <summary>
/// How far measurements of the same build are from each other. Each run has measured each cell twice; two runs of the same build also show what differs from
/// process to process, such as where code and data lie in memory.
/// </summary>
internal sealed class Noise
{
    /// <summary>A cell counts as no less noisy than this part of all cells like it.</summary>
    private const double Part = 0.95;

    /// <summary>How often the shortest array of a kind can be doubled before it is of the next kind.</summary>
    private const int DoublingsOfMagnitude = 3;

    private readonly Dictionary<CellKey, double> cells;
    private readonly Dictionary<(string Direction, int Magnitude), double> likes;

    /// <param name="sameBuild">Pairs of measurements of the same cell and build, each as the ratio of one to the other.</param>
    public Noise(IEnumerable<(CellKey Cell, double Factor)> sameBuild)
    {
        (CellKey Cell, double Deviation)[] deviations = [.. sameBuild.Select(pair => (pair.Cell, Math.Exp(Math.Abs(Math.Log(pair.Factor))) - 1))];
        cells = deviations.GroupBy(pair => pair.Cell).ToDictionary(
            group => group.Key, group => group.Max(pair => pair.Deviation));
        likes = deviations.GroupBy(pair => Like(pair.Cell)).ToDictionary(
            group => group.Key, group => Quantiles.Of(group.Select(pair => pair.Deviation), Part));
        Median = deviations.Length == 0 ? 0 : Quantiles.Of(deviations.Select(pair => pair.Deviation), 0.5);
    }

    /// <summary>Gets by how much one of two measurements of the same build is above the other, in the median of all cells, as a part of 1.</summary>
    public double Median { get; }

    /// <summary>By how much one of two measurements of the same build may be above the other, as a part of 1.</summary>
    public double Of(CellKey cell) => Math.Max(cells.GetValueOrDefault(cell), likes.GetValueOrDefault(Like(cell)));

    /// <summary>Cells of about the same length are about as noisy as each other; a single cell may by chance have come out the same twice.</summary>
    private static (string Direction, int Magnitude) Like(CellKey cell) =>
        (cell.Direction, BitOperations.Log2((uint)cell.Count) / DoublingsOfMagnitude);
}
