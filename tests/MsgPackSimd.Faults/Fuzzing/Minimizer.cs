using System;
using System.Collections.Generic;
using System.Linq;

namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>Makes a failing case smaller as long as it still fails: fewer cuts, fewer bytes, simpler bytes, less room.</summary>
public static class Minimizer
{
    /// <summary>Reduces.</summary>
    /// <param name="fuzzCase">A case that fails.</param>
    /// <param name="fails">Whether a case fails.</param>
    /// <returns>A case that fails, but no longer does after any further single step of the reduction.</returns>
    public static FuzzCase Reduce(FuzzCase fuzzCase, Func<FuzzCase, bool> fails)
    {
        FuzzCase smallest = fuzzCase;
        bool smaller = true;
        while (smaller)
        {
            smaller = false;
            foreach (Func<FuzzCase, IEnumerable<FuzzCase>> step in new[] { FewerCuts, FewerBytes, LessRoom, SimplerBytes })
            {
                // Each candidate is made of the case as it then is: begin again after each success.
                while (step(smallest).FirstOrDefault(fails) is { } candidate)
                {
                    smallest = candidate;
                    smaller = true;
                }
            }
        }

        return smallest;
    }

    private static IEnumerable<FuzzCase> FewerCuts(FuzzCase fuzzCase)
    {
        if (fuzzCase.Cuts.Length > 0)
        {
            yield return fuzzCase with { Cuts = [] };
            for (int i = 0; i < fuzzCase.Cuts.Length; i++)
            {
                yield return fuzzCase with { Cuts = [.. fuzzCase.Cuts[..i], .. fuzzCase.Cuts[(i + 1)..]] };
            }
        }
    }

    private static IEnumerable<FuzzCase> FewerBytes(FuzzCase fuzzCase)
    {
        for (int length = fuzzCase.Bytes.Length; length > 0; length /= 2)
        {
            for (int at = fuzzCase.Bytes.Length - length; at >= 0; at -= Math.Max(1, length / 2))
            {
                yield return fuzzCase with
                {
                    Bytes = [.. fuzzCase.Bytes[..at], .. fuzzCase.Bytes[(at + length)..]],
                    Cuts = [.. fuzzCase.Cuts.Select(cut => cut <= at ? cut : Math.Max(at, cut - length))],
                };
            }
        }
    }

    private static IEnumerable<FuzzCase> LessRoom(FuzzCase fuzzCase)
    {
        for (int less = fuzzCase.Room; less > 0; less /= 2)
        {
            yield return fuzzCase with { Room = fuzzCase.Room - less };
        }
    }

    private static IEnumerable<FuzzCase> SimplerBytes(FuzzCase fuzzCase)
    {
        for (int i = 0; i < fuzzCase.Bytes.Length; i++)
        {
            byte value = fuzzCase.Bytes[i];
            int[] simpler = [0, 1, .. Enumerable.Range(0, 8).Select(bit => value & ~(1 << bit))];
            foreach (int simple in simpler.Where(simple => simple < value))
            {
                byte[] bytes = [.. fuzzCase.Bytes];
                bytes[i] = (byte)simple;
                yield return fuzzCase with { Bytes = bytes };
            }
        }
    }
}
