using System;
using System.Collections.Generic;
using System.Linq;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>
/// Warms up all that the tables measure, whatever of it was asked for: a cell is then the same alone as among hundreds.
/// </summary>
internal static class WarmCode
{
    /// <summary>Of integers each kind of token; of all types each way through formatters and codec, chunks too.</summary>
    private static readonly string[] Data = ["random", "mixed_width", "small", "mostly_small"];
    private static readonly int[] Counts = [0, 1, 4, 8, 16, 17, 32, 64, 128, 1024, 5000];
    private const int TotalElements = 256;

    private static readonly Lazy<bool> Once = new(() =>
    {
        WarmUp.UntilSteady(
        [
            .. from count in Counts
               from data in Data
               from type in MeasuredType.All
               where type.Distinct(Data).Contains(data)
               let workload = type.Create(data, count, TotalElements)
               from direction in Direction.All
               from action in Actions(workload, direction)
               select action,
        ]);
        return true;
    });

    public static void Ensure() => _ = Once.Value;

    private static IEnumerable<Action> Actions(Workload workload, string direction)
    {
        yield return workload.Candidate(direction);
        yield return workload.Scalar(direction);
        yield return workload.Copy();
        if (workload.BuiltIn(direction) is Action builtIn)
        {
            yield return builtIn;
        }
    }
}
