using System;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>A cell of the table of ratios: what is timed for it, and what becomes of the times.</summary>
internal sealed class RatioCell
{
    /// <summary>The candidate, right after the copy.</summary>
    private const int BehindCopy = 0;

    /// <summary>The baseline, right after the candidate.</summary>
    private const int BehindCandidate = 1;

    /// <summary>The candidate, right after the baseline.</summary>
    private const int BehindBaseline = 2;

    /// <summary>The copy, right after the candidate.</summary>
    private const int Copy = 3;

    private readonly Workload workload;
    private readonly string direction;
    private readonly Action candidate;
    private readonly string baseline;

    /// <summary>
    /// The candidate, the baseline, the candidate again, and the copying of the bytes. They run in turn, round after round, and what ran just before may have
    /// left caches and predictions as an action likes them. So what is divided has to come behind the same: candidate and baseline behind each other (<see
    /// cref="BehindCandidate"/>, <see cref="BehindBaseline"/>), candidate and copy likewise. The copy has memory of its own, and an array of 1 Mi
    /// elements is no longer in the third level cache behind it: encoding 1 Mi <c>double</c>s there took up to twice as long as behind the baseline (Zen 4).
    /// </summary>
    private readonly Action[] actions;

    /// <summary>The best time of each action so far, in nanoseconds.</summary>
    private readonly double[] times;

    public RatioCell(Workload workload, string direction)
    {
        this.workload = workload;
        this.direction = direction;
        candidate = workload.Candidate(direction);
        Action? builtIn = workload.BuiltIn(direction);
        baseline = builtIn is null ? RatioRecord.Scalar : RatioRecord.BuiltIn;
        actions = [candidate, builtIn ?? workload.Scalar(direction), candidate, workload.Copy()];
        times = [.. actions.Select(_ => double.PositiveInfinity)];
    }

    /// <summary>Measures, and keeps each time that is better than the best so far.</summary>
    /// <param name="rounds">How many rounds.</param>
    /// <param name="slice">How long each of the actions runs in a round, in milliseconds.</param>
    public void Measure(int rounds, double slice)
    {
        double[] now = InterleavedTimer.BestOfWarm(rounds, slice, actions);
        for (int i = 0; i < now.Length; i++)
        {
            times[i] = Math.Min(times[i], now[i]);
        }
    }

    /// <summary>Puts the times in relation to each other.</summary>
    public RatioRecord ToRecord()
    {
        double ours = times[BehindBaseline];
        return new RatioRecord(
            workload.Type,
            workload.Data,
            direction,
            workload.Count,
            NsPerElement: ours / workload.Calls / Math.Max(1, workload.Count),
            GbPerSecond: workload.EncodedBytes / ours,
            baseline,
            XBaseline: times[BehindCandidate] / ours,
            XMemcpy: times[BehindCopy] / times[Copy],
            XSame: times[BehindCopy] / ours,
            AllocatedBytes(candidate) / workload.Calls);
    }

    private static long AllocatedBytes(Action action)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        action();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
