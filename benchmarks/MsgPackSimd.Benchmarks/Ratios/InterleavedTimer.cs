using System;
using System.Diagnostics;
using System.Threading;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>
/// Times several actions in turn, round after round, and keeps the best time of each: what disturbs one round disturbs all of them, and what
/// is left are times that can be divided by each other.
/// </summary>
internal static class InterleavedTimer
{
    /// <summary>The best time of each action, in nanoseconds.</summary>
    /// <param name="rounds">How many rounds.</param>
    /// <param name="slice">How long one action runs in a round, in milliseconds.</param>
    /// <param name="actions">The actions; each is run often enough to be compiled at the highest tier first.</param>
    public static double[] Best(int rounds, double slice, params Action[] actions)
    {
        int[] repeats = new int[actions.Length];
        double[] best = new double[actions.Length];
        for (int i = 0; i < actions.Length; i++)
        {
            double time = WarmUp(actions[i]);
            repeats[i] = Math.Max(1, (int)(slice * 1e6 / time));
            best[i] = double.PositiveInfinity;
        }

        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < actions.Length; i++)
            {
                long start = Stopwatch.GetTimestamp();
                Repeat(actions[i], repeats[i]);
                best[i] = Math.Min(best[i], Stopwatch.GetElapsedTime(start).TotalNanoseconds / repeats[i]);
            }
        }

        return best;
    }

    /// <summary>
    /// Runs an action until it gets no quicker. Code is compiled at the highest tier after 30 calls and a pause of 100 ms without new tier-0
    /// code, on a thread of its own, and with instrumentation twice; how long that takes on a busy machine nobody knows.
    /// </summary>
    /// <returns>The time of a call, in nanoseconds.</returns>
    private static double WarmUp(Action action)
    {
        double time = double.PositiveInfinity;
        int passesWithoutGain = 0;
        for (int pass = 0; pass < 30 && passesWithoutGain < 3; pass++)
        {
            long start = Stopwatch.GetTimestamp();
            int calls = 0;
            do
            {
                action();
                calls++;
            }
            while (calls < 40 || Stopwatch.GetElapsedTime(start).TotalMilliseconds < 20);

            double now = Stopwatch.GetElapsedTime(start).TotalNanoseconds / calls;
            passesWithoutGain = now < 0.9 * time ? 0 : passesWithoutGain + 1;
            time = Math.Min(time, now);
            Thread.Sleep(60);
        }

        return time;
    }

    private static void Repeat(Action action, int times)
    {
        for (int i = 0; i < times; i++)
        {
            action();
        }
    }
}
