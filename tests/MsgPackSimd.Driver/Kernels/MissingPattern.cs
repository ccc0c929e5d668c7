using System;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>Which of many elements are missing, where kernels are called with missing elements.</summary>
internal static class MissingPattern
{
    /// <summary>The most elements.</summary>
    public const int MaxCount = 2500;

    /// <summary>The last of the numbers of elements that follow one another.</summary>
    private const int LastOfAll = 130;

    /// <summary>How many elements there are: every number to more than two windows of bytes have, and two that are longer than blocks and chunks.</summary>
    public static readonly int[] Counts = CreateCounts();

    /// <summary>How many patterns there are.</summary>
    public static readonly int Count = FirstRandom + Shares.Length + 1;

    /// <summary>The distances at which an element is missing, or at which one is not: around the steps and blocks of the kernels.</summary>
    private static ReadOnlySpan<byte> Periods => [2, 3, 5, 8, 9, 16, 17, 31, 33, 65];

    /// <summary>How many in 16 are missing at random.</summary>
    private static ReadOnlySpan<byte> Shares => [1, 4, 8, 12, 15];

    private static int FirstRandom => 1 + (2 * Periods.Length);

    /// <summary>
    /// Says of each element whether it is missing: all are; or every so many, or all but these; or some at random; or runs of up to 40.
    /// </summary>
    /// <param name="pattern">Which of the patterns.</param>
    /// <param name="seed">Where a pattern begins: with another number, other elements are missing.</param>
    /// <param name="missing">Receives it.</param>
    public static void Fill(int pattern, int seed, Span<bool> missing)
    {
        if (pattern == 0)
        {
            missing.Fill(true);
        }
        else if (pattern < FirstRandom)
        {
            int period = Periods[(pattern - 1) / 2];
            bool isPeriodic = pattern % 2 != 0;
            for (int i = 0; i < missing.Length; i++)
            {
                missing[i] = ((i + seed) % period == 0) == isPeriodic;
            }
        }
        else
        {
            FillAtRandom(pattern - FirstRandom, (ulong)seed, missing);
        }
    }

    private static int[] CreateCounts()
    {
        int[] counts = new int[LastOfAll + 3];
        for (int count = 0; count <= LastOfAll; count++)
        {
            counts[count] = count;
        }

        counts[^2] = 601;
        counts[^1] = MaxCount;
        return counts;
    }

    private static void FillAtRandom(int share, ulong state, Span<bool> missing)
    {
        bool isRun = share == Shares.Length;
        bool isMissing = false;
        ulong left = 0;
        for (int i = 0; i < missing.Length; i++)
        {
            ulong x = SplitMix64.Next(ref state);
            if (!isRun)
            {
                missing[i] = x % 16 < Shares[share];
                continue;
            }

            if (left == 0)
            {
                isMissing = !isMissing;
                left = 1 + (x % 40);
            }

            left--;
            missing[i] = isMissing;
        }
    }
}
