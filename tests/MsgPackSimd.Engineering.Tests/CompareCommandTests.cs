using System;
using System.IO;
using MsgPackSimd.Engineering.Measurements;
using MsgPackSimd.Engineering.Measurements.Records;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

public sealed class CompareCommandTests : IDisposable
{
    private static readonly RatioRecord Cell = Runs.Cell("double", "encode", 1024);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Slower_cells_are_named_and_make_the_exit_code()
    {
        (int exitCode, string output, string error) = Compare(Save("before", Runs.Typical(Cell)), Save("after", Runs.Typical(Cell.Slower(1.5))));

        Assert.Equal(1, exitCode);
        Assert.Matches(@"double +random +encode +1024 +0\.750 +0\.500 +5\.33 +8\.00 +50 %", output);
        Assert.Contains("7 cells: 1 slower, 0 quicker, 6 within the noise", output, StringComparison.Ordinal);
        Assert.Contains("--types double --only encode", output, StringComparison.Ordinal);
        Assert.Empty(error);
    }

    [Fact]
    public void Noise_is_no_failure()
    {
        string before = Save("before", Runs.Typical(Cell));
        string after = Save("after", Runs.Typical(Cell.Slower(1.3), Cell with { Type = "bool" }));

        Assert.Equal(1, Compare(before, after).ExitCode);
        (int exitCode, string output, _) = Compare(before, after, Save("again", Runs.Typical(Cell.Slower(1.3))));
        Assert.Equal(0, exitCode);
        Assert.Contains("warning: only after: bool random encode 1024", output, StringComparison.Ordinal);
    }

    [Fact]
    public void What_can_not_be_read_is_said_in_one_line()
    {
        string good = Save("good", Runs.Typical(Cell));
        string bad = Path.Combine(_folder.FullName, "bad.json");
        File.WriteAllText(bad, "{}");

        foreach (string[] files in new string[][] { [good], [good, bad], [good, good + ".missing"], [good, Save("empty", Runs.Of())] })
        {
            (int exitCode, string output, string error) = Compare(files);

            Assert.Equal(2, exitCode);
            Assert.Matches(@"\Aerror: [^\n]+\n\z", error.ReplaceLineEndings("\n"));
            Assert.Empty(output);
        }
    }

    private static (int ExitCode, string Output, string Error) Compare(params string[] files)
    {
        var output = new StringWriter();
        var error = new StringWriter();
        int exitCode = new MeasurementCommands(output, error).Run(["compare", .. files]);
        return (exitCode, output.ToString(), error.ToString());
    }

    private string Save(string name, RunFile run)
    {
        string path = Path.Combine(_folder.FullName, name + ".json");
        run.Write(path);
        return path;
    }
}
