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
    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(60);

    /// <summary>The best time of each action, in nanoseconds.</summary>
    /// <param name="rounds">How many rounds.</param>
    /// <param name="slice">How long one action runs in a round, in milliseconds.</param>
    /// <param name="actions">The actions; each is run often enough to be compiled at the highest tier first.</param>
    public static double[] Best(int rounds, double slice, params Action[] actions)
    {
        int[] repeats = new int[actions.Length];
        double[] best = new double[actions.Length];
        // Tier 1 comes after 30 calls and a pause of 100 ms without new tier-0 code, on a thread of its own; with instrumentation, twice.
        for (int pass = 0; pass < 3; pass++)
        {
            foreach (Action action in actions)
            {
                Repeat(action, 40);
            }

            Thread.Sleep(130);
        }

        for (int i = 0; i < actions.Length; i++)
        {
            long start = Stopwatch.GetTimestamp();
            int calls = 0;
            while (Stopwatch.GetElapsedTime(start) < WarmUp || calls < 40)
            {
                actions[i]();
                calls++;
            }

            repeats[i] = Math.Max(1, (int)(calls * slice / Stopwatch.GetElapsedTime(start).TotalMilliseconds));
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

    private static void Repeat(Action action, int times)
    {
        for (int i = 0; i < times; i++)
        {
            action();
        }
    }
}
