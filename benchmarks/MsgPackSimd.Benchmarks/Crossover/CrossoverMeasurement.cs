using System;
using System.Collections.Generic;
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
    private const int TimesAgain = 3;
    private const int RoundsAgain = 3;

    /// <summary>
    /// How long an action runs in a round, in milliseconds: one pass over the arrays takes about that, and there are thousands of cells.
    /// </summary>
    private const double Slice = 0.1;

    /// <summary>Measures the cells once, a type and distribution each time the next one is asked for.</summary>
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
    /// Measures the cells that came out slow again, in processes of their own, with more rounds. Within a process measurements agree better than from
    /// process to process: what the runtime makes of the serializer's code depends on what it happened to see of it.
    /// </summary>
    /// <exception cref="InvalidOperationException">A process failed.</exception>
    public async Task<List<CrossoverRecord>> MeasureSlowAgainAsync(RunHead head, IReadOnlyList<CrossoverRecord> cells)
    {
        List<CrossoverRecord> slow = [.. cells.Where(CrossoverSeries.IsSlow)];
        if (slow.Count == 0)
        {
            return [.. cells];
        }

        var again = new List<IReadOnlyList<CrossoverRecord>>();
        DirectoryInfo folder = Directory.CreateTempSubdirectory("MsgPackSimd.Benchmarks-");
        try
        {
            string path = Path.Combine(folder.FullName, "cells.json");
            for (int i = 0; i < TimesAgain; i++)
            {
                new RunFile { Head = head with { Rounds = RoundsAgain * options.Rounds }, Crossover = slow }.Write(path);
                (int exitCode, _, string errors) = await ChildProgram.RunAsync("MsgPackSimd.Benchmarks", TableCommands.CrossoverCells, path);
                again.Add(exitCode == 0 ? RunFile.Read(path).Crossover : throw new InvalidOperationException($"Measuring again failed: {errors}"));
            }
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        var index = slow.Select((cell, i) => (cell, i)).ToDictionary(pair => pair.cell, pair => pair.i);
        return [.. cells.Select(cell => index.TryGetValue(cell, out int i) ? cell with { Again = [.. again.Select(run => run[i].First)] } : cell)];
    }

    /// <summary>Measures the cells that a file names, and writes them to it.</summary>
    public static void MeasureCells(string path)
    {
        RunFile run = RunFile.Read(path);
        WarmCode.Ensure(run.Crossover.Select(cell => cell.Direction));
        CrossoverRecord[] cells =
        [
            .. run.Crossover.Select(cell => Measure(MeasuredType.Of(cell.Type).Create(cell.Data, cell.Count), cell.Direction, run.Head.Rounds)),
        ];
        (run with { Crossover = cells }).Write(path);
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
        Action[] actions = builtIn is null ? [candidate, scalar, candidate] : [candidate, scalar, candidate, builtIn];
        double[] times = InterleavedTimer.BestOfWarm(rounds, Slice, actions);
        double ours = times[0];
        var ratios = new CrossoverRatios(ours / workload.Calls, times[1] / ours, times[2] / ours, builtIn is null ? null : times[3] / ours);
        return new CrossoverRecord(workload.Type, workload.Data, direction, workload.Count, ratios);
    }
}
