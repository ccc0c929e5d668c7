using System;
using System.Diagnostics;

namespace MsgPackSimd.Demo.Measuring;

/// <summary>Times two ways to do the same, in turns, so that whatever disturbs the machine disturbs both.</summary>
/// <param name="candidate">One call of what is shown.</param>
/// <param name="baseline">One call of what it is compared with.</param>
internal sealed class Contest(Action candidate, Action baseline)
{

    /// <summary>Gets the seconds that a call of the candidate takes at best.</summary>
    public double CandidateSeconds { get; private set; } = double.PositiveInfinity;

    /// <summary>Gets the seconds that a call of the baseline takes at best.</summary>
    public double BaselineSeconds { get; private set; } = double.PositiveInfinity;

    /// <summary>Calls both, so that the runtime sees what it has to compile well.</summary>
    public void WarmUp(MeasuringPlan plan)
    {
        Repeat(candidate, plan);
        Repeat(baseline, plan);
    }

    public void Measure(MeasuringPlan plan)
    {
        int candidateCalls = GetCallsPerBatch(candidate, plan.Batch);
        int baselineCalls = GetCallsPerBatch(baseline, plan.Batch);
        for (int i = 0; i < plan.Batches; i++)
        {
            CandidateSeconds = Math.Min(CandidateSeconds, TimeCall(candidate, candidateCalls));
            BaselineSeconds = Math.Min(BaselineSeconds, TimeCall(baseline, baselineCalls));
        }
    }

    private static void Repeat(Action action, MeasuringPlan plan)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < plan.WarmUpCalls || Stopwatch.GetElapsedTime(start) < plan.WarmUp; i++)
        {
            action();
        }
    }

    private static int GetCallsPerBatch(Action action, TimeSpan batch) =>
        Math.Max(1, (int)(batch.TotalSeconds / Math.Min(TimeCall(action, 3), TimeCall(action, 3))));

    /// <summary>The seconds a call, on average over a batch.</summary>
    private static double TimeCall(Action action, int calls)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < calls; i++)
        {
            action();
        }

        return Stopwatch.GetElapsedTime(start).TotalSeconds / calls;
    }
}
