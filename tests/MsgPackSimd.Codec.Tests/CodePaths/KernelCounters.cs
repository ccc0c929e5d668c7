using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <summary>
/// What a counted codec (<see cref="CountedCodec"/>) calls at the entry and the exits of a kernel. It counts how many elements each kernel handled itself,
/// without those that it handed to another.
/// </summary>
public static class KernelCounters
{
    [ThreadStatic]
    private static Dictionary<string, long>? counts;

    [ThreadStatic]
    private static Stack<(long Announced, long InOthers)>? calls;

    /// <summary>Gets how many elements each kernel has handled since the last <see cref="Reset"/>, on this thread.</summary>
    public static IReadOnlyDictionary<string, long> Counts => counts ??= [];

    private static Stack<(long Announced, long InOthers)> Calls => calls ??= new();

    /// <summary>How many elements each kernel has handled, from most to fewest, without those that handed on all they were given.</summary>
    public static string Describe() => string.Join(", ", Counts.Where(handled => handled.Value > 0).OrderByDescending(handled => handled.Value)
        .Select(handled => string.Create(CultureInfo.InvariantCulture, $"{handled.Value} {handled.Key}")));

    public static void Reset()
    {
        counts = [];
        Calls.Clear();
    }

    /// <summary>A kernel begins.</summary>
    /// <param name="announced">How many elements it is given, where it handles all of them.</param>
    public static void Enter(long announced) => Calls.Push((announced, 0));

    /// <summary>A kernel ends, having handled what was announced.</summary>
    public static void ExitAnnounced(string kernel) => Exit(Calls.Peek().Announced, kernel);

    /// <summary>A kernel ends.</summary>
    /// <param name="handled">How many elements it has handled, including those that it handed on.</param>
    /// <param name="kernel">Its name.</param>
    public static void Exit(long handled, string kernel)
    {
        (_, long inOthers) = Calls.Pop();
        counts ??= [];
        counts[kernel] = counts.GetValueOrDefault(kernel) + handled - inOthers;
        if (Calls.TryPop(out (long Announced, long InOthers) caller))
        {
            Calls.Push((caller.Announced, caller.InOthers + handled));
        }
    }
}
