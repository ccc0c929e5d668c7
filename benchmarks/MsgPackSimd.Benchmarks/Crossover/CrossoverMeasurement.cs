using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.Engineering.Measurements.Crossovers;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Crossover;

/// <summary>
/// Measures arrays of 0 to 128 elements beside the scalar code and the built-in formatter, all through the serializer. What comes out slow is
/// measured again.
/// </summary>
internal sealed class CrossoverMeasurement(CrossoverOptions options)
{
    private const int MaxCount = 128;
    private const int TimesAgain = 5;

    /// <summary>
    /// What is slow still is measured up to so many times. If ratios of equal formatters are spread normally, with a deviation of 5 %, the median of five is
    /// low for three or four cells in a hundred, and that of fifteen for one in a thousand. (This is computed, not measured.)
    /// </summary>
    private const int MaxTimesAgain = 15;

    /// <summary>
    /// How long an action runs in a round, in milliseconds: one pass over the arrays takes about that, and there are thousands of cells.
    /// </summary>
    public const double Slice = 0.1;

    /// <summary>Measures the cells once, lazily.</summary>
    public IEnumerable<CrossoverRecord> Measure()
    {
        WarmCode.Ensure(options.Directions);
        return
            from type in options.Types
            from data in type.Distinct(options.Data)
            from cell in Measure(type, data)
            select cell;
    }

    /// <summary>
    /// Measures again the cells that came out slow, with our formatter and each of the others in a process of its own, as in an application. In one process
    /// they share the serializer's code. In some processes a call of one of them then takes up to 8 ns longer than in other processes, while a call of the
    /// other formatters does not, although their own code is the same; presumably, the runtime finds one resolver's method sooner
    /// than another's (docs/experiments/compiler.md).
    /// </summary>
    /// <remarks>
    /// Each kind of values has processes of its own, too. The runtime compiles the reader's methods for the kind of token that it has seen most of. Where a
    /// process had read all kinds, 18 small <c>ulong</c>s took 56 ns in some processes and 76 ns in others, and 18 random ones 79 and 56, with the built-in
    /// formatter as with ours: the median of the ratios of five pairs was chance, down to 0.67.
    /// </remarks>
    /// <exception cref="InvalidOperationException">A process failed.</exception>
    public async Task<List<CrossoverRecord>> MeasureSlowAgainAsync(RunHead head, IReadOnlyList<CrossoverRecord> cells)
    {
        CrossoverRecord[] measured = [.. cells];
        DirectoryInfo folder = Directory.CreateTempSubdirectory("MsgPackSimd.Benchmarks-");
        try
        {
            string path = Path.Combine(folder.FullName, "cells.json");
            for (int times = 0; times < MaxTimesAgain; times += TimesAgain)
            {
                var slow = Enumerable.Range(0, measured.Length).Where(i => CrossoverSeries.IsSlow(measured[i])).ToLookup(i => measured[i].Data);
                foreach (IGrouping<string, int> kind in slow)
                {
                    await MeasureAgainAsync(head, measured, [.. kind], path);
                }
            }
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        return [.. measured];
    }

    /// <summary>Measures cells of one kind of values <see cref="TimesAgain"/> more times.</summary>
    /// <param name="head">What the file for the processes begins with.</param>
    /// <param name="cells">All cells; those that are measured get what came out.</param>
    /// <param name="indexes">Which to measure.</param>
    /// <param name="path">A file for the processes.</param>
    private async Task MeasureAgainAsync(RunHead head, CrossoverRecord[] cells, int[] indexes, string path)
    {
        bool hasBuiltIn = indexes.Any(i => cells[i].First.XBuiltIn is not null);
        new RunFile { Head = head with { Rounds = options.Rounds }, Crossover = [.. indexes.Select(i => cells[i])] }.Write(path);
        for (int times = 0; times < TimesAgain; times++)
        {
            await using CellProcess ours = await CellProcess.StartAsync(path, Contender.Ours);
            await using CellProcess scalar = await CellProcess.StartAsync(path, Contender.Scalar);
            await using CellProcess same = await CellProcess.StartAsync(path, Contender.Ours);
            await using CellProcess? builtIn = hasBuiltIn ? await CellProcess.StartAsync(path, Contender.BuiltIn) : null;
            CrossoverRatios[] ratios = await new CellProcesses(ours, scalar, same, builtIn).MeasureAsync(indexes.Length, options.Rounds);
            for (int i = 0; i < indexes.Length; i++)
            {
                ref CrossoverRecord cell = ref cells[indexes[i]];
                cell = cell with { Again = [.. cell.Again ?? [], ratios[i]] };
            }
        }
    }

    private IEnumerable<CrossoverRecord> Measure(MeasuredType type, string data)
    {
        for (int count = 0; count <= MaxCount; count += options.Step)
        {
            Workload workload = type.Create(data, count);
            foreach (string direction in options.Directions)
            {
                yield return Measure(workload, direction, options.Rounds);
            }
        }
    }

    private static CrossoverRecord Measure(Workload workload, string direction, int rounds)
    {
        Action candidate = workload.Candidate(direction);
        Action scalar = workload.Scalar(direction);
        Action? builtIn = workload.BuiltIn(direction);

        // In turn, round after round: without a fourth action, the candidate would come behind itself and find all as it left it, which the others do not.
        Action[] actions = [candidate, scalar, candidate, builtIn ?? scalar];
        double[] times = InterleavedTimer.BestOfWarm(rounds, Slice, actions);
        double ours = times[0];
        var ratios = new CrossoverRatios(ours / workload.Calls, times[1] / ours, times[2] / ours, builtIn is null ? null : times[3] / ours);
        return new CrossoverRecord(workload.Type, workload.Data, direction, workload.Count, ratios);
    }
}
