// Prints the score of each run, the score of all together (a mutant counts as killed if any run killed it), and the mutants that are left.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering;

if (args.Length == 0 || args.Any(argument => !argument.Contains('=', StringComparison.Ordinal)))
{
    Console.Error.WriteLine("usage: MutationScore NAME=REPORT.json …");
    return 2;
}

var together = new Dictionary<Mutant, MutantState>();
foreach (string argument in args)
{
    string[] parts = argument.Split('=', 2);
    Dictionary<Mutant, MutantState> run = MutationReport.Read(parts[1]);
    Print(parts[0], run);
    foreach ((Mutant mutant, MutantState state) in run)
    {
        together[mutant] = (MutantState)Math.Max((int)state, (int)together.GetValueOrDefault(mutant));
    }
}

Print("together", together);
foreach (IGrouping<string, KeyValuePair<Mutant, MutantState>> file in together
    .Where(entry => entry.Value != MutantState.Killed)
    .OrderBy(entry => entry.Key.File, StringComparer.Ordinal).ThenBy(entry => entry.Key.Line).ThenBy(entry => entry.Key.Column)
    .GroupBy(entry => entry.Key.File))
{
    Console.WriteLine();
    Console.WriteLine(Path.GetFileName(file.Key));
    foreach ((Mutant mutant, MutantState state) in file)
    {
        string never = state == MutantState.NeverRun ? "  (never run)" : string.Empty;
        Console.WriteLine($"{mutant.Line,5}  {mutant.Original}  ->  {mutant.Replacement}{never}");
    }
}

return 0;

static void Print(string name, Dictionary<Mutant, MutantState> run)
{
    int killed = run.Values.Count(state => state == MutantState.Killed);
    int neverRun = run.Values.Count(state => state == MutantState.NeverRun);
    string score = (100.0 * killed / run.Count).ToString("F1", CultureInfo.InvariantCulture);
    Console.WriteLine($"{name,-12} {score} % of {run.Count}: {killed} killed, {run.Count - killed - neverRun} survived, {neverRun} never run");
}
