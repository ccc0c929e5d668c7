using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace MsgPackSimd.Engineering;

/// <summary>
/// Prints the score of each run, the score of all together (a mutant counts as killed if any run killed it), and the mutants that are left.
/// </summary>
/// <param name="output">Receives the scores.</param>
/// <param name="error">Receives what is wrong with the command or a report.</param>
internal sealed class ScoreCommand(TextWriter output, TextWriter error)
{
    /// <summary>Runs <c>NAME=REPORT.json …</c>.</summary>
    /// <returns>The exit code: 0 with a score of each run, 1 if a run had no mutants, 2 if the command was wrong.</returns>
    public int Run(string[] args)
    {
        if (args.Length == 0 || args.Any(argument => !argument.Contains('=', StringComparison.Ordinal)))
        {
            error.WriteLine("usage: MutationScore NAME=REPORT.json …");
            return 2;
        }

        bool isComplete = true;
        var together = new Dictionary<Mutant, MutantState>();
        foreach (string argument in args)
        {
            string[] parts = argument.Split('=', 2);
            Dictionary<Mutant, MutantState> run = MutationReport.Read(parts[1]);
            if (run.Count == 0)
            {
                // The other runs may have taken hours.
                error.WriteLine($"{parts[0]}: no mutant that could be killed is in {parts[1]}.");
                isComplete = false;
                continue;
            }

            PrintScore(parts[0], run);
            foreach ((Mutant mutant, MutantState state) in run)
            {
                together[mutant] = (MutantState)Math.Max((int)state, (int)together.GetValueOrDefault(mutant));
            }
        }

        if (together.Count > 0)
        {
            PrintScore("together", together);
            PrintLeft(together);
        }

        return isComplete ? 0 : 1;
    }

    private void PrintScore(string name, Dictionary<Mutant, MutantState> run)
    {
        int killed = run.Values.Count(state => state == MutantState.Killed);
        int neverRun = run.Values.Count(state => state == MutantState.NeverRun);
        string score = (100.0 * killed / run.Count).ToString("F1", CultureInfo.InvariantCulture);
        output.WriteLine($"{name,-12} {score} % of {run.Count}: {killed} killed, {run.Count - killed - neverRun} survived, {neverRun} never run");
    }

    private void PrintLeft(Dictionary<Mutant, MutantState> together)
    {
        foreach (IGrouping<string, KeyValuePair<Mutant, MutantState>> file in together
            .Where(entry => entry.Value != MutantState.Killed)
            .OrderBy(entry => entry.Key.File, StringComparer.Ordinal).ThenBy(entry => entry.Key.Line).ThenBy(entry => entry.Key.Column)
            .GroupBy(entry => entry.Key.File))
        {
            output.WriteLine();
            output.WriteLine(Path.GetFileName(file.Key));
            foreach ((Mutant mutant, MutantState state) in file)
            {
                string never = state == MutantState.NeverRun ? "  (never run)" : string.Empty;
                output.WriteLine($"{mutant.Line,5}  {mutant.Original}  ->  {mutant.Replacement}{never}");
            }
        }
    }
}
