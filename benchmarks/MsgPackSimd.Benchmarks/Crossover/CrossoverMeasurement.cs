using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.Engineering.Measurements.Crossovers;
using MsgPackSimd.Engineering.Measurements.Records;
using MsgPackSimd.TestSupport;

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

    /// <summary>How often a process measures all of its cells: what disturbs the machine for a second then disturbs a cell only once.</summary>
    private const int PassesAgain = 4;

    /// <summary>
    /// How long an action runs in a round, in milliseconds: one pass over the arrays takes about that, and there are thousands of cells.
    /// </summary>
    private const double Slice = 0.1;

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
    /// other formatters does not, although their own code is the same; presumably because of how the serializer finds them.
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
            double[] ours = await MeasureInProcessAsync(path, Contender.Ours);
            double[] scalar = await MeasureInProcessAsync(path, Contender.Scalar);
            double[]? builtIn = hasBuiltIn ? await MeasureInProcessAsync(path, Contender.BuiltIn) : null;
            double[] same = await MeasureInProcessAsync(path, Contender.Ours);
            for (int i = 0; i < indexes.Length; i++)
            {
                ref CrossoverRecord cell = ref cells[indexes[i]];
                var ratios = new CrossoverRatios(ours[i], scalar[i] / ours[i], same[i] / ours[i], builtIn?[i] / ours[i]);
                cell = cell with { Again = [.. cell.Again ?? [], ratios] };
            }
        }
    }

    /// <summary>Measures one of the contenders at the cells that a file names: nanoseconds a call, in the file's order.</summary>
    public static double[] MeasureCells(string path, Contender contender)
    {
        RunFile run = RunFile.Read(path);
        WarmCode.Ensure(run.Crossover.Select(cell => cell.Direction), contender, [.. run.Crossover.Select(cell => cell.Data).Distinct()]);
        double[] best = new double[run.Crossover.Count];
        Array.Fill(best, double.PositiveInfinity);
        for (int pass = 0; pass < PassesAgain; pass++)
        {
            for (int i = 0; i < best.Length; i++)
            {
                CrossoverRecord cell = run.Crossover[i];
                Workload workload = MeasuredType.Of(cell.Type).Create(cell.Data, cell.Count);
                Action action = workload.Of(contender, cell.Direction)
                    ?? throw new InvalidOperationException($"There is no {contender} to {cell.Direction} {cell.Type}.");
                best[i] = Math.Min(best[i], InterleavedTimer.BestOfWarm(run.Head.Rounds, Slice, action)[0] / workload.Calls);
            }
        }

        return best;
    }

    private static async Task<double[]> MeasureInProcessAsync(string path, Contender contender)
    {
        (int exitCode, string output, string errors) =
            await ChildProgram.RunAsync("MsgPackSimd.Benchmarks", TableCommands.CrossoverCells, path, contender.ToString());
        return exitCode == 0
            ? [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => double.Parse(line, CultureInfo.InvariantCulture))]
            : throw new InvalidOperationException($"Measuring again failed: {errors}");
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
