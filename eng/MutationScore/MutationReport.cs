using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;

namespace MsgPackSimd.Engineering;

/// <summary>
/// A report of one run, as far as a score needs it. The format is
/// <see href="https://github.com/stryker-mutator/mutation-testing-elements/tree/master/packages/report-schema">Stryker's</see>.
/// </summary>
internal static class MutationReport
{
    /// <summary>Reads the mutants that could be killed: those that do not compile, or that the settings leave out, do not count.</summary>
    public static Dictionary<Mutant, MutantState> Read(string path)
    {
        using FileStream stream = File.OpenRead(path);
        using JsonDocument report = JsonDocument.Parse(stream);
        var mutants = new Dictionary<Mutant, MutantState>();
        foreach (JsonProperty file in report.RootElement.GetProperty("files").EnumerateObject())
        {
            string[] lines = file.Value.GetProperty("source").GetString()!.Split('\n');
            foreach (JsonElement mutant in file.Value.GetProperty("mutants").EnumerateArray())
            {
                MutantState? state = mutant.GetProperty("status").GetString() switch
                {
                    // A mutant that never ends, or that ends the process, is noticed.
                    "Killed" or "Timeout" or "RuntimeError" => MutantState.Killed,
                    "Survived" => MutantState.Survived,
                    "NoCoverage" => MutantState.NeverRun,
                    _ => null,
                };
                if (state is { } known)
                {
                    mutants[Describe(file.Name, lines, mutant)] = known;
                }
            }
        }

        return mutants;
    }

    private static Mutant Describe(string file, string[] lines, JsonElement mutant)
    {
        (int line, int column) = Position(mutant.GetProperty("location").GetProperty("start"));
        (int endLine, int endColumn) = Position(mutant.GetProperty("location").GetProperty("end"));
        string first = lines[line - 1];
        string original = endLine == line ? first[(column - 1)..(endColumn - 1)] : first[(column - 1)..].TrimEnd() + " …";
        return new Mutant(file, line, column, original, OneLine(mutant.GetProperty("replacement").GetString()!));
    }

    private static (int Line, int Column) Position(JsonElement position) =>
        (position.GetProperty("line").GetInt32(), position.GetProperty("column").GetInt32());

    private static string OneLine(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
