using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>What came of a run.</summary>
/// <param name="Type">The element type, as C# names it.</param>
/// <param name="Cases">How many cases were done.</param>
/// <param name="Outcomes">How many of them ended in each way.</param>
/// <param name="Failure">Null, or the text to print: the difference, and the smallest case that shows it, as a test.</param>
/// <param name="Smallest">That case.</param>
public sealed record FuzzResult(string Type, long Cases, IReadOnlyDictionary<ReferenceOutcome, long> Outcomes, string? Failure, FuzzCase? Smallest = null)
{
    public override string ToString() =>
        $"{Type,-7} {Cases,10:N0} cases: {string.Join(", ", Outcomes.Select(outcome => $"{outcome.Value:N0} {outcome.Key}"))}";
}

/// <summary>Makes cases and compares, up to the first difference.</summary>
public static class FuzzRun
{
    /// <summary>The seed of the tests and of the command.</summary>
    public const ulong DefaultSeed = 20261121;

    /// <summary>One case in so many also goes through the forms that throw.</summary>
    private const int ExceptionEvery = 16;

    /// <summary>One case in so many is also cut in every way, if it is short.</summary>
    private const int AllCutsEvery = 64;

    private const int AllCutsLength = 40;

    private static readonly Dictionary<string, Func<ulong, long, FuzzResult>> ByName = new()
    {
        ["sbyte"] = (seed, cases) => Run("sbyte", new Subject<sbyte>(), seed, cases),
        ["byte"] = (seed, cases) => Run("byte", new ByteSubject(), seed, cases),
        ["short"] = (seed, cases) => Run("short", new Subject<short>(), seed, cases),
        ["int"] = (seed, cases) => Run("int", new Subject<int>(), seed, cases),
        ["long"] = (seed, cases) => Run("long", new Subject<long>(), seed, cases),
        ["ushort"] = (seed, cases) => Run("ushort", new Subject<ushort>(), seed, cases),
        ["uint"] = (seed, cases) => Run("uint", new Subject<uint>(), seed, cases),
        ["ulong"] = (seed, cases) => Run("ulong", new Subject<ulong>(), seed, cases),
        ["float"] = (seed, cases) => Run("float", new Subject<float>(), seed, cases),
        ["double"] = (seed, cases) => Run("double", new Subject<double>(), seed, cases),
        ["bool"] = (seed, cases) => Run("bool", new Subject<bool>(), seed, cases),
        ["char"] = (seed, cases) => Run("char", new Subject<char>(), seed, cases),
        ["DateTime"] = (seed, cases) => Run("DateTime", new Subject<DateTime>(), seed, cases),
        ["TimeSpan"] = (seed, cases) => Run("TimeSpan", new Subject<TimeSpan>(), seed, cases),
        ["DateOnly"] = (seed, cases) => Run("DateOnly", new Subject<DateOnly>(), seed, cases),
        ["TimeOnly"] = (seed, cases) => Run("TimeOnly", new Subject<TimeOnly>(), seed, cases),
        ["Half"] = (seed, cases) => Run("Half", new Subject<Half>(), seed, cases),
    };

    public static IReadOnlyCollection<string> Types => ByName.Keys;

    public static FuzzResult Run(string type, ulong seed, long cases) => ByName[type](seed, cases);

    public static FuzzResult Run<T>(string type, Subject<T> subject, ulong seed, long cases)
        where T : unmanaged
    {
        var comparison = new ReferenceComparison<T>(subject);

        // Otherwise types of one width would be given the same cases.
        ulong start = seed;
        foreach (char letter in type)
        {
            start = (start * 31) + letter;
        }

        for (long index = 0; index < cases; index++)
        {
            // From the type, the seed and the number alone, so that a case can be made again without those before it.
            var random = new FuzzRandom((start * 0x9E3779B97F4A7C15) ^ ((ulong)index << 4));
            FuzzCase fuzzCase = CaseMaker<T>.Create(random);
            IEnumerable<FuzzCase> cuts = index % AllCutsEvery == 0 && fuzzCase.Bytes.Length <= AllCutsLength
                ? AllCuts(fuzzCase)
                : [fuzzCase];
            bool withExceptions = index % ExceptionEvery == 0;
            foreach (FuzzCase cut in cuts)
            {
                if (comparison.Compare(cut, withExceptions) is not null)
                {
                    FuzzCase smallest = Minimizer.Reduce(cut, candidate => new ReferenceComparison<T>(subject).Compare(candidate) is not null);
                    string? difference = new ReferenceComparison<T>(subject).Compare(smallest);
                    return new FuzzResult(type, index + 1, comparison.Outcomes, Describe(type, seed, index, smallest, difference), smallest);
                }
            }
        }

        return new FuzzResult(type, cases, comparison.Outcomes, null);
    }

    /// <summary>Cut in two at every place, also with an empty segment there, and into single bytes.</summary>
    private static IEnumerable<FuzzCase> AllCuts(FuzzCase fuzzCase)
    {
        yield return fuzzCase;
        for (int cut = 0; cut <= fuzzCase.Bytes.Length; cut++)
        {
            yield return fuzzCase with { Cuts = [cut] };
            yield return fuzzCase with { Cuts = [cut, cut] };
        }

        yield return fuzzCase with { Cuts = [.. Enumerable.Range(0, fuzzCase.Bytes.Length + 1)] };
    }

    private static string Describe(string type, ulong seed, long index, FuzzCase fuzzCase, string? difference) =>
        $"""
        {type}: {difference}
        Seed {seed}, case {index}, made as small as it still fails. As a test, for tests/MsgPackSimd.Tests/Hostile/FoundByFuzzingTests.cs:

            [Fact]
            public void {char.ToUpperInvariant(type[0])}{type[1..]}_{index}() => ReferenceComparison<{type}>.Verify({fuzzCase.Arguments});

        """;
}
