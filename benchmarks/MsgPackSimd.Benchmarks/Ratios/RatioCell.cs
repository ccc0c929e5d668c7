using System;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>A cell of the table of ratios: what is timed for it, and what becomes of the times.</summary>
internal sealed class RatioCell
{
    private readonly Workload workload;
    private readonly string direction;
    private readonly Action candidate;
    private readonly string baseline;

    public RatioCell(Workload workload, string direction)
    {
        this.workload = workload;
        this.direction = direction;
        candidate = workload.Candidate(direction);
        Action? builtIn = workload.BuiltIn(direction);
        baseline = builtIn is null ? RatioRecord.Scalar : RatioRecord.BuiltIn;
        Actions = [candidate, builtIn ?? workload.Scalar(direction), workload.Copy(), candidate];
    }

    /// <summary>Gets the candidate, the baseline, the copying of the bytes, and the candidate again.</summary>
    public Action[] Actions { get; }

    /// <summary>Puts the times in relation to each other.</summary>
    /// <param name="times">The time of each action, in nanoseconds.</param>
    public RatioRecord ToRecord(double[] times)
    {
        double ours = times[0];
        return new RatioRecord(
            workload.Type,
            workload.Data,
            direction,
            workload.Count,
            NsPerElement: ours / workload.Calls / Math.Max(1, workload.Count),
            GbPerSecond: workload.EncodedBytes / ours,
            baseline,
            XBaseline: times[1] / ours,
            XMemcpy: ours / times[2],
            XSame: times[3] / ours,
            AllocatedBytes(candidate) / workload.Calls);
    }

    private static long AllocatedBytes(Action action)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        action();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
