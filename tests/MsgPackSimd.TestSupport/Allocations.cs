using System;

namespace MsgPackSimd.TestSupport;

/// <summary>What an action allocates on its own account.</summary>
public static class Allocations
{
    /// <summary>How many calls a round has: what is lost in every second or third call only is then seen in every round.</summary>
    private const int Calls = 4;

    /// <summary>
    /// The bytes that <paramref name="action"/> allocates on this thread, on average: the least of several rounds, as the runtime now and then has something of
    /// its own to allocate, and the garbage collector takes unused buffers out of pools when memory is short.
    /// </summary>
    /// <param name="action">What is measured; if it allocates no more than <paramref name="most"/> bytes in one round, it does so in every round.</param>
    /// <param name="most">With this many bytes, or fewer, no further round is needed.</param>
    public static long Least(Action action, long most = 0)
    {
        long least = long.MaxValue;
        for (int round = 0; round < 20 && least > most; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int call = 0; call < Calls; call++)
            {
                action();
            }

            // Rounded up: a byte in one of the calls counts.
            least = Math.Min(least, (GC.GetAllocatedBytesForCurrentThread() - before + Calls - 1) / Calls);
        }

        return least;
    }
}
