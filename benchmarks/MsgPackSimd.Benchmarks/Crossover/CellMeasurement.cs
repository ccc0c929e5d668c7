using System;
using System.Globalization;
using System.IO;
using System.Linq;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Crossover;

/// <summary>What a <see cref="CellProcess"/> does: it measures a slice of a cell whenever it is asked for one.</summary>
/// <param name="run">Has the cells.</param>
/// <param name="contender">Whose time is taken.</param>
internal sealed class CellMeasurement(RunFile run, Contender contender)
{
    /// <summary>What is written once all code is warm.</summary>
    private const string Ready = "ready";

    private int current = -1;
    private Action action = static () => { };
    private int calls;
    private int repeats;

    /// <summary>Writes nanoseconds a call for each line that is read, which is the index of a cell, until there are no more lines.</summary>
    public void Answer(TextReader indexes, TextWriter answers)
    {
        WarmCode.Ensure(run.Crossover.Select(cell => cell.Direction), contender, [.. run.Crossover.Select(cell => cell.Data).Distinct()]);
        answers.WriteLine(Ready);
        while (indexes.ReadLine() is string line)
        {
            Choose(int.Parse(line, CultureInfo.InvariantCulture));
            double time = InterleavedTimer.Time(action, repeats) / repeats / calls;
            answers.WriteLine(time.ToString("R", CultureInfo.InvariantCulture));
        }
    }

    private void Choose(int index)
    {
        if (index == current)
        {
            return;
        }

        CrossoverRecord cell = run.Crossover[index];
        Workload workload = MeasuredType.Of(cell.Type).Create(cell.Data, cell.Count);
        action = workload.Of(contender, cell.Direction)
            ?? throw new InvalidOperationException($"There is no {contender} to {cell.Direction} {cell.Type}.");
        calls = workload.Calls;
        repeats = InterleavedTimer.CountRepeats(action, CrossoverMeasurement.Slice * 1e6);
        current = index;
    }
}
