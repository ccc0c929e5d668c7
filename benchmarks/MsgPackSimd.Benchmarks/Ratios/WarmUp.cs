using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>
/// Gets code compiled at the highest tier. The runtime does that after 30 calls and a pause of 100 ms without new code, on a thread of its own, and twice
/// with instrumentation; how long it takes on a busy machine is unpredictable.
/// </summary>
/// <remarks>
/// All actions are called in turn from the first pass on, so that the runtime learns about branches, and about the types behind an interface, from all of them
/// together. Otherwise code that they share (all array types share the serializer's) would be compiled for the action that came first.
/// </remarks>
internal static class WarmUp
{
    private const int LeastPasses = 6;
    private const int MostPasses = 30;
    private const int PassesWithoutGain = 3;

    /// <summary>Longer than the pause that the runtime waits for.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(120);

    /// <summary>Calls the actions, pass after pass, until all of them together get no quicker.</summary>
    /// <param name="actions">The actions, each some microseconds long.</param>
    public static void UntilSteady(IReadOnlyCollection<Action> actions)
    {
        double best = double.PositiveInfinity;
        int withoutGain = 0;
        for (int pass = 0; pass < LeastPasses || (pass < MostPasses && withoutGain < PassesWithoutGain); pass++)
        {
            // Several calls, so that the runtime has counted enough of them in the first passes already.
            double time = double.PositiveInfinity;
            for (int i = 0; i < 10; i++)
            {
                time = Math.Min(time, TimeAll(actions));
            }

            withoutGain = time < 0.95 * best ? 0 : withoutGain + 1;
            best = Math.Min(best, time);
            Thread.Sleep(Pause);
        }
    }

    private static double TimeAll(IReadOnlyCollection<Action> actions)
    {
        long start = Stopwatch.GetTimestamp();
        foreach (Action action in actions)
        {
            action();
        }

        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
