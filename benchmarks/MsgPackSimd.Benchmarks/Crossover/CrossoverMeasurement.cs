using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.Engineering.Measurements.Crossovers;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Crossover;

/// <summary>
/// Measures arrays of 0 to 128 elements beside the scalar code and the built-in formatter, all through the serializer. What comes out slow is
/// measured again, after all other lengths.
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

    /// <summary>Measures, a series each time the next one is asked for.</summary>
    public IEnumerable<CrossoverSeries> Measure() =>
        from type in options.Types
        from data in type.Distinct(options.Data)
        from series in Measure(type, data)
        select series;

    private IEnumerable<CrossoverSeries> Measure(MeasuredType type, string data)
    {
        WarmCode.Ensure();
        var cells = new List<CrossoverRecord>();
        for (int count = 0; count <= MaxCount; count += options.Step)
        {
            Workload workload = type.Create(data, count);
            cells.AddRange(options.Directions.Select(direction => Measure(workload, direction)));
        }

        for (int i = 0; i < cells.Count; i++)
        {
            if (CrossoverSeries.IsSlow(cells[i]))
            {
                cells[i] = cells[i] with { Again = MeasureAgain(type.Create(data, cells[i].Count), cells[i].Direction) };
            }
        }

        return options.Directions.Select(direction => new CrossoverSeries([.. cells.Where(cell => cell.Direction == direction)]));
    }

    private CrossoverRecord Measure(Workload workload, string direction)
    {
        CrossoverRatios ratios = Measure(workload, direction, options.Rounds, out double nsPerCall);
        return new CrossoverRecord(workload.Type, workload.Data, direction, workload.Count, nsPerCall, ratios);
    }

    private CrossoverRatios[] MeasureAgain(Workload workload, string direction) =>
        [.. Enumerable.Range(0, TimesAgain).Select(_ => Measure(workload, direction, RoundsAgain * options.Rounds, out double _))];

    private static CrossoverRatios Measure(Workload workload, string direction, int rounds, out double nsPerCall)
    {
        Action candidate = workload.Candidate(direction);
        Action scalar = workload.Scalar(direction);
        Action? builtIn = workload.BuiltIn(direction);
        Action[] actions = builtIn is null ? [candidate, scalar, candidate] : [candidate, scalar, candidate, builtIn];
        double[] times = InterleavedTimer.BestOfWarm(rounds, Slice, actions);
        double ours = times[0];
        nsPerCall = ours / workload.Calls;
        return new CrossoverRatios(times[1] / ours, times[2] / ours, builtIn is null ? null : times[3] / ours);
    }
}
