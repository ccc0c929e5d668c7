using System;
using System.Collections.Generic;
using System.Linq;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>
/// Warms up all types, distributions and lengths that the tables measure, whichever of them were asked for: a cell then comes out the same alone as among
/// hundreds.
/// </summary>
/// <remarks>
/// Of the directions, it warms up only those that were asked for. Where the serializer calls its <c>IBufferWriter&lt;byte&gt;</c>, the runtime compiles in the
/// class that it has seen there most often, according to its samples. As a rule, an application has one such class. Here there were two, the reusable buffer
/// and the pipe, and depending on the samples an empty array took 15 ns or 28 ns in a process, with the built-in formatters too
/// (<c>DOTNET_TieredPGO=0</c>, which guesses nothing: 23 ns).
/// </remarks>
internal static class WarmCode
{
    /// <summary>For integers each kind of token; for all types each path through formatters and codec, chunks too.</summary>
    private static readonly string[] Data = ["random", "mixed_width", "small", "mostly_small"];
    private static readonly int[] Counts = [0, 1, 2, 3, 4, 6, 8, 12, 16, 17, 24, 32, 48, 64, 128, 1024, 5000];
    private const int TotalElements = 256;

    private static readonly HashSet<string> Warm = [];

    /// <summary>Warms up what is not warm yet.</summary>
    /// <param name="directions">What is going to be measured.</param>
    /// <param name="only">Whose code to warm up; everyone's if <see langword="null"/>.</param>
    /// <param name="kinds">The only distributions, for a process that stands for an application with nothing else; all if <see langword="null"/>.</param>
    public static void Ensure(IEnumerable<string> directions, Contender? only = null, IReadOnlyList<string>? kinds = null)
    {
        kinds ??= Data;
        string[] cold = [.. directions.Where(Warm.Add)];
        if (cold.Length == 0)
        {
            return;
        }

        WarmUp.UntilSteady(
        [
            .. from count in Counts
               from data in kinds
               from type in MeasuredType.All
               where type.Distinct(kinds).Contains(data)
               let workload = type.Create(data, count, TotalElements)
               from direction in cold
               from action in Actions(workload, direction, only)
               select action,
        ]);
    }

    private static IEnumerable<Action> Actions(Workload workload, string direction, Contender? only)
    {
        foreach (Contender contender in only is Contender one ? [one] : Enum.GetValues<Contender>())
        {
            if (workload.Of(contender, direction) is Action action)
            {
                yield return action;
            }
        }

        yield return workload.Copy();
    }
}
