using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using MsgPackSimd.Engineering.Measurements;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Crossover;

/// <summary>
/// Processes that measure the same cells in turn, slice after slice, on one core. Their times can be divided by each other, as if they had been measured in
/// one process: whatever disturbs the machine for longer than a round disturbs all of them. What runs one after the other can't be compared on machines
/// that others use as well: one process took up to 2.1 times as long as another one with the same code.
/// </summary>
/// <param name="ours">Measures our formatter.</param>
/// <param name="scalar">Measures our scalar code.</param>
/// <param name="same">Measures our formatter, too: two identical builds.</param>
/// <param name="builtIn">Measures the built-in formatter, where there is one.</param>
internal sealed class CellProcesses(CellProcess ours, CellProcess scalar, CellProcess same, CellProcess? builtIn)
{
    /// <summary>How often all of the cells are measured: what disturbs a few rounds then disturbs a cell only once.</summary>
    private const int Passes = 4;

    /// <summary>Measures cells.</summary>
    /// <param name="count">The number of cells.</param>
    /// <param name="rounds">The number of slices that each process measures of a cell in a pass.</param>
    public async Task<CrossoverRatios[]> MeasureAsync(int count, int rounds)
    {
        List<CrossoverRatios>[] cells = [.. Enumerable.Range(0, count).Select(_ => new List<CrossoverRatios>())];
        for (int pass = 0; pass < Passes; pass++)
        {
            for (int i = 0; i < count; i++)
            {
                for (int round = 0; round < rounds; round++)
                {
                    cells[i].Add(await MeasureAsync(i));
                }
            }
        }

        return [.. cells.Select(Summary)];
    }

    private static CrossoverRatios Summary(List<CrossoverRatios> rounds) => new(
        rounds.Min(round => round.NsPerCall),
        Quantiles.Of(rounds.Select(round => round.XScalar), 0.5),
        Quantiles.Of(rounds.Select(round => round.XSame), 0.5),
        rounds[0].XBuiltIn is null ? null : Quantiles.Of(rounds.Select(round => round.XBuiltIn!.Value), 0.5));

    private async Task<CrossoverRatios> MeasureAsync(int index)
    {
        double time = await ours.MeasureAsync(index);
        double scalarTime = await scalar.MeasureAsync(index);
        double sameTime = await same.MeasureAsync(index);
        return new CrossoverRatios(time, scalarTime / time, sameTime / time, builtIn is null ? null : await builtIn.MeasureAsync(index) / time);
    }
}
