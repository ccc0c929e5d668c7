using System;
using System.Diagnostics;
using System.Linq;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>
/// Times several actions in turn, round after round, and keeps the best time of each: what disturbs one round disturbs all of them, and what
/// is left are times that can be divided by each other.
/// </summary>
internal static class InterleavedTimer
{
    /// <summary>Warms the actions up, and takes the best time of each.</summary>
    /// <inheritdoc cref="BestOfWarm" path="/*[not(self::summary)]"/>
    public static double[] Best(int rounds, double slice, params Action[] actions)
    {
        WarmUp.UntilSteady(actions);
        return BestOfWarm(rounds, slice, actions);
    }

    /// <summary>The best time of each action, in nanoseconds.</summary>
    /// <param name="rounds">How many rounds.</param>
    /// <param name="slice">How long one action runs in a round, in milliseconds.</param>
    /// <param name="actions">The actions, whose code is <see cref="WarmUp">warm</see>; their data becomes warm in some calls that do not count.</param>
    public static double[] BestOfWarm(int rounds, double slice, params Action[] actions)
    {
        int[] repeats = [.. actions.Select(action => CountRepeats(action, slice * 1e6))];
        double[] best = new double[actions.Length];
        Array.Fill(best, double.PositiveInfinity);
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < actions.Length; i++)
            {
                best[i] = Math.Min(best[i], Time(actions[i], repeats[i]) / repeats[i]);
            }
        }

        return best;
    }

    /// <summary>How many calls take the time wanted: computed from calls that take a good part of it, since a single call can be too short to time.</summary>
    public static int CountRepeats(Action action, double nanoseconds)
    {
        action();
        for (int calls = 1; ; calls *= 2)
        {
            double time = Time(action, calls);
            if (time > nanoseconds / 8)
            {
                return Math.Max(1, (int)(calls * nanoseconds / time));
            }
        }
    }

    /// <summary>The time of some calls, in nanoseconds.</summary>
    public static double Time(Action action, int calls)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < calls; i++)
        {
            action();
        }

        // Not a TimeSpan, which counts in steps of 100 ns.
        return (Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency);
    }
}
