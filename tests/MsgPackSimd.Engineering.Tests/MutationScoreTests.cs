using System;
using System.IO;
using System.Linq;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

/// <summary>What is made of Stryker's reports.</summary>
public sealed class MutationScoreTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void A_mutant_counts_as_killed_if_any_run_kills_it()
    {
        string scalar = Report("Killed", "Survived", "NoCoverage", "CompileError");
        string top = Report("Survived", "Timeout", "NoCoverage", "Ignored");

        (int exitCode, string output, string errors) = Run($"scalar={scalar}", $"top={top}");

        Assert.Equal((0, ""), (exitCode, errors));
        Assert.Equal(
            """
            scalar       33.3 % of 3: 1 killed, 1 survived, 1 never run
            top          33.3 % of 3: 1 killed, 1 survived, 1 never run
            together     66.7 % of 3: 2 killed, 0 survived, 1 never run

            A.cs
                3  a + b  ->  a - b  (never run)

            """.ReplaceLineEndings("\n"),
            output);
    }

    [Fact]
    public void A_run_without_mutants_is_a_failure_that_is_told()
    {
        string empty = Report("CompileError");

        (int exitCode, string output, string errors) = Run($"top={empty}");
        Assert.Equal((1, ""), (exitCode, output));
        Assert.Equal($"top: no mutant that could be killed is in {empty}.\n", errors);

        // What the other runs have found is not lost.
        (exitCode, output, errors) = Run($"top={empty}", $"scalar={Report("Killed")}");
        Assert.Equal(1, exitCode);
        Assert.Contains("together     100.0 % of 1", output, StringComparison.Ordinal);
        Assert.NotEmpty(errors);
    }

    [Fact]
    public void What_is_no_report_is_said() => Assert.Equal(2, Run("report.json").ExitCode);

    /// <summary>A mutant in each line of a file, with these states.</summary>
    private string Report(params string[] states)
    {
        string path = Path.Combine(_folder.FullName, $"{Guid.NewGuid()}.json");
        string mutants = string.Join(',', states
            .Index().Select(state => $$"""
                {
                  "status": "{{state.Item}}", "replacement": "a -\n  b",
                  "location": { "start": { "line": {{state.Index + 1}}, "column": 8 }, "end": { "line": {{state.Index + 1}}, "column": 13 } }
                }
                """));
        string source = string.Concat(Enumerable.Repeat("return a + b;\\n", states.Length));
        File.WriteAllText(path, $$"""{ "files": { "src/A.cs": { "source": "{{source}}", "mutants": [{{mutants}}] } } }""");
        return path;
    }

    private static (int ExitCode, string Output, string Errors) Run(params string[] args)
    {
        var output = new StringWriter { NewLine = "\n" };
        var error = new StringWriter { NewLine = "\n" };
        return (new ScoreCommand(output, error).Run(args), output.ToString(), error.ToString());
    }
}
