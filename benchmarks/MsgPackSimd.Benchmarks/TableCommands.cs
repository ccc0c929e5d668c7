using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Linq;
using MsgPackSimd.Benchmarks.Configuration;
using MsgPackSimd.Benchmarks.Crossover;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.Engineering.Measurements.Records;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Benchmarks;

/// <summary>The commands that are not BenchmarkDotNet's.</summary>
/// <param name="output">Receives the tables.</param>
/// <param name="error">Receives one line for what was wrong with the command.</param>
internal sealed class TableCommands(TextWriter output, TextWriter error)
{
    public const string Ratios = "ratios";
    public const string Crossover = "crossover";

    /// <summary>The command that <see cref="Crossover"/> gives to the processes that it starts.</summary>
    public const string CrossoverCells = "crossover-cells";

    private readonly Option<MeasuredType[]> types = List(
        "--types", "a,b", MeasuredType.Of, [.. MeasuredType.All], MeasuredType.All.Select(type => type.Name));

    private readonly Option<FileInfo?> json = new("--json") { Description = "Writes all figures to this file.", HelpName = "FILE" };

    /// <summary>Runs the program.</summary>
    /// <returns>The exit code: 0 if all was measured, 2 if the command was wrong.</returns>
    public int Run(string[] args)
    {
        var command = new RootCommand("Measures without BenchmarkDotNet; all other arguments are BenchmarkDotNet's.")
        {
            RatiosCommand(args),
            CrossoverCommand(args),
            CrossoverCellsCommand(),
        };
        ParseResult arguments = command.Parse(args);
        if (arguments.Errors.Count > 0)
        {
            error.WriteLine($"error: {arguments.Errors[0].Message}");
            return 2;
        }

        return arguments.Invoke(new InvocationConfiguration { Output = output, Error = error });
    }

    private Command RatiosCommand(string[] args)
    {
        Option<string[]> data = List("--data", "a,b", name => name, [], [.. LargeInput.Distributions, .. LargeInput.OnRequest, RecordingWorkloads.Data]);
        Option<int[]> counts = List("--counts", "4,1024", ParseCount, [4, 16, 64, 1024, 65536, 1048576]);
        Option<string[]> only = List("--only", "encode,span", name => name, [Direction.Encode, Direction.Decode], Direction.All);
        Option<int> rounds = Rounds(30);
        var command = new Command(Ratios, "A table of ratios to the baseline.") { types, data, counts, only, rounds, json };
        command.SetAction(arguments =>
        {
            var options = new RatioOptions(
                arguments.GetRequiredValue(types),
                arguments.GetRequiredValue(data) is { Length: > 0 } some ? some : null,
                arguments.GetRequiredValue(counts),
                arguments.GetRequiredValue(only),
                arguments.GetValue(rounds));
            var measurement = new RatioMeasurement(options);
            var printer = new RatioPrinter(output);
            RunHead head = RunHeads.Current(args, measurement.Rounds);
            printer.PrintHead(head);
            var file = new RunFile
            {
                Head = head,
                Ratios = Print(measurement.Measure(), printer.Print),
                Recordings = Print(measurement.MeasureRecordings(), printer.Print),
            };
            Write(file, arguments.GetValue(json));
        });
        return command;
    }

    private Command CrossoverCommand(string[] args)
    {
        Option<string[]> data = List("--data", "a,b", name => name, LargeInput.Distributions, LargeInput.Distributions);
        Option<string[]> only = List(
            "--only", "encode", name => name, [Direction.Encode, Direction.Decode], [Direction.Encode, Direction.Decode]);
        var step = new Option<int>("--step") { HelpName = "N", Description = "From one length to the next.", DefaultValueFactory = _ => 1 };
        step.Validators.Add(result => RequireAtLeast(result, 1));
        Option<int> rounds = Rounds(10);
        var command = new Command(Crossover, "From which length on we are quicker than the scalar code and the built-in formatters.")
        {
            types, data, only, step, rounds, json,
        };
        command.SetAction(async (arguments, _) =>
        {
            var options = new CrossoverOptions(
                arguments.GetRequiredValue(types),
                arguments.GetRequiredValue(data),
                arguments.GetRequiredValue(only),
                arguments.GetValue(step),
                arguments.GetValue(rounds));
            var measurement = new CrossoverMeasurement(options);
            var printer = new CrossoverPrinter(output, error);
            RunHead head = RunHeads.Current(args, options.Rounds);
            List<CrossoverRecord> cells = [.. measurement.Measure().Select(printer.Progress)];

            // What is slow is measured for as long again: an interrupted command leaves what it has.
            Write(new RunFile { Head = head, Crossover = cells }, arguments.GetValue(json));
            printer.Again(cells);
            cells = await measurement.MeasureSlowAgainAsync(head, cells);
            printer.Print(head, cells);
            Write(new RunFile { Head = head, Crossover = cells }, arguments.GetValue(json));
        });
        return command;
    }

    private Command CrossoverCellsCommand()
    {
        var file = new Argument<string>("FILE.json");
        var contender = new Argument<Contender>("CONTENDER");
        var command = new Command(CrossoverCells) { file, contender };
        command.Hidden = true;
        command.SetAction(arguments =>
        {
            new CellMeasurement(RunFile.Read(arguments.GetRequiredValue(file)), arguments.GetRequiredValue(contender)).Answer(Console.In, output);
        });
        return command;
    }

    private static List<RatioRecord> Print(IEnumerable<RatioRecord> cells, Action<RatioRecord> print)
    {
        var all = new List<RatioRecord>();
        foreach (RatioRecord cell in cells)
        {
            print(cell);
            all.Add(cell);
        }

        return all;
    }

    private static void Write(RunFile file, FileInfo? path)
    {
        if (path is not null)
        {
            file.Write(path.FullName);
        }
    }

    private static Option<int> Rounds(int value)
    {
        var rounds = new Option<int>("--rounds")
        {
            HelpName = "N",
            Description = "How many rounds the best time of each cell is taken of.",
            DefaultValueFactory = _ => value,
        };
        rounds.Validators.Add(result => RequireAtLeast(result, 1));
        return rounds;
    }

    private static void RequireAtLeast(System.CommandLine.Parsing.OptionResult result, int least)
    {
        if (result.Tokens.Count > 0 && result.GetValueOrDefault<int>() < least)
        {
            result.AddError($"{result.Option.Name} takes a number from {least} on");
        }
    }

    private static int ParseCount(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int count)
            ? count
            : throw new FormatException($"'{text}' is no number of elements");

    /// <summary>An option with a list of values, separated by commas.</summary>
    private static Option<T[]> List<T>(string name, string example, Func<string, T> parse, T[] all, IEnumerable<string>? known = null)
    {
        string[]? names = known?.ToArray();
        return new Option<T[]>(name)
        {
            HelpName = example,
            Description = names is null ? "Some, between commas." : $"Some of {string.Join(' ', names)}, between commas.",
            DefaultValueFactory = _ => all,
            CustomParser = result =>
            {
                try
                {
                    string[] parts = result.Tokens.Single().Value.Split(',');
                    return parts.FirstOrDefault(part => names is not null && !names.Contains(part)) is string unknown
                        ? throw new FormatException($"{name} does not know '{unknown}', only {string.Join(' ', names!)}")
                        : [.. parts.Select(parse)];
                }
                catch (FormatException e)
                {
                    result.AddError(e.Message);
                    return [];
                }
            },
        };
    }
}
