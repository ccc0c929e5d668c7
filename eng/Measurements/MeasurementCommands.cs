using System;
using System.CommandLine;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Charts;
using MsgPackSimd.Engineering.Measurements.Comparing;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements;

/// <summary>What can be done with files of measurements.</summary>
/// <param name="output">Receives what was found.</param>
/// <param name="error">Receives one line for what went wrong.</param>
internal sealed class MeasurementCommands(TextWriter output, TextWriter error)
{
    private const int Success = 0;
    private const int SomethingSlower = 1;
    private const int Failure = 2;

    /// <summary>Runs the program.</summary>
    /// <returns>0, or 1 if something has become slower by more than the noise, or 2 if the arguments or files could not be used.</returns>
    public int Run(string[] args)
    {
        var root = new RootCommand("Compares and draws what `./build.sh bench --json FILE` and `./build.sh crossover --json FILE` have measured.")
        {
            CompareCommand(),
            ChartsCommand(),
        };
        ParseResult arguments = root.Parse(args);
        if (arguments.Errors.Count > 0)
        {
            return Fail(arguments.Errors[0].Message);
        }

        try
        {
            return arguments.Invoke(new InvocationConfiguration { Output = output, Error = error, EnableDefaultExceptionHandler = false });
        }
        catch (Exception e) when (e is IOException or InvalidDataException or UnauthorizedAccessException)
        {
            return Fail(e.Message);
        }
    }

    private Command CompareCommand()
    {
        var before = new Argument<string>("BEFORE.json") { Description = "The run before a change." };
        var after = new Argument<string>("AFTER.json") { Description = "The run after it." };
        var again = new Argument<string?>("BEFORE2.json")
        {
            Description = "A second run of the build of the first: what is different between these two is noise.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var command = new Command("compare", "Names what has become slower by more than the noise; the exit code is then 1.") { before, after, again };
        command.SetAction(arguments =>
        {
            var comparison = Comparison.Of(
                RunFile.Read(arguments.GetRequiredValue(before)),
                RunFile.Read(arguments.GetRequiredValue(after)),
                arguments.GetValue(again) is string path ? RunFile.Read(path) : null);
            new ComparisonPrinter(output).Print(comparison);
            return comparison.Changes.Any(change => change.Verdict == Verdict.Slower) ? SomethingSlower : Success;
        });
        return command;
    }

    private Command ChartsCommand()
    {
        var files = new Argument<string[]>("FILE.json") { Description = "Runs of one machine.", Arity = ArgumentArity.OneOrMore };
        var folder = new Option<string>("--output") { Description = "Where the charts go.", HelpName = "FOLDER", Required = true };
        var data = new Option<string?>("--data") { Description = "The one distribution of which throughput is drawn; without, each.", HelpName = "NAME" };
        var command = new Command("charts", "Draws the charts that the files have the figures for, as SVG.") { files, folder, data };
        command.SetAction(arguments =>
        {
            RunFile[] runs = [.. arguments.GetRequiredValue(files).Select(RunFile.Read)];
            Chart[] charts =
            [
                .. ThroughputChart.Create([.. runs.Where(run => run.Ratios.Count > 0)], arguments.GetValue(data)),
                .. CrossoverChart.Create(runs),
                .. RecordingsChart.Create(runs),
            ];
            Directory.CreateDirectory(arguments.GetRequiredValue(folder));
            foreach (Chart chart in charts)
            {
                string path = Path.Combine(arguments.GetRequiredValue(folder), chart.Name + ".svg");
                File.WriteAllText(path, SvgTheme.Apply(Gnuplot.Run(chart.Script.ToString()), chart.Title));
                output.WriteLine(path);
            }
        });
        return command;
    }

    private int Fail(string message)
    {
        error.WriteLine($"error: {message}");
        return Failure;
    }
}
