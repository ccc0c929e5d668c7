using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>
/// Ratios measured in one process: how many times quicker the formatters are than the baseline, and the time of encoding or decoding as a multiple of
/// copying the encoded bytes. The baseline is the built-in formatter where there is one, otherwise our scalar code.
/// </summary>
internal sealed class RatioMeasurement(RatioOptions options)
{
    /// <summary>How long an action runs in a round, in milliseconds.</summary>
    private const double Slice = 2;

    /// <summary>How often each cell is measured.</summary>
    private const int Passes = 2;

    /// <summary>Gets from how many rounds the best time of a cell is taken: as were asked for, or one more, since each pass has as many as the other.</summary>
    public int Rounds => RoundsOfPass * Passes;

    private int RoundsOfPass => (options.Rounds + Passes - 1) / Passes;

    /// <summary>Measures made-up data, lazily: the cells of one type and distribution together.</summary>
    public IEnumerable<RatioRecord> Measure() =>
        from type in options.Types
        from data in type.Distinct((options.Data ?? RatioOptions.DefaultDataOf(type)).Where(data => data != RecordingWorkloads.Data))
        from cell in Measure(options.Counts.Select(count => type.Create(data, count)))
        select cell;

    /// <summary>Measures the recordings of the types, if they were asked for.</summary>
    public IEnumerable<RatioRecord> MeasureRecordings() =>
        (options.Data ?? RatioOptions.DefaultData).Contains(RecordingWorkloads.Data) ? Measure(RecordingWorkloads.Load(options.Types)) : [];

    /// <summary>
    /// Measures several cells one after the other, and then all of them once more, seconds later, in case the machine had something else to do.
    /// (The rounds of one cell stay together. When they were spread over all cells, the cells that allocate came out up to twice as slow: by the next round
    /// the collector had given the memory back.)
    /// </summary>
    private IEnumerable<RatioRecord> Measure(IEnumerable<Workload> workloads)
    {
        WarmCode.Ensure(options.Directions);
        RatioCell[] cells = [.. workloads.SelectMany(_ => options.Directions, (workload, direction) => new RatioCell(workload, direction))];

        // So that the garbage of what came before is not collected while this is measured.
        GC.Collect();
        for (int pass = 0; pass < Passes; pass++)
        {
            foreach (RatioCell cell in cells)
            {
                cell.Measure(RoundsOfPass, Slice);
            }
        }

        return cells.Select(cell => cell.ToRecord());
    }
}
