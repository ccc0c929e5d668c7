using System;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

public sealed class RunFileTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName(), "run.json");

    public void Dispose() => Directory.Delete(Path.GetDirectoryName(_path)!, recursive: true);

    [Fact]
    public void What_is_written_is_read()
    {
        RatioRecord cell = Runs.Cell("int", "encode", 4);
        var slow = new CrossoverRecord(
            "int", "random", "encode", 3, new CrossoverRatios(25, 0.9, 1.02, 0.8), [new CrossoverRatios(26, 0.91, 1.03, 0.81)]);
        var run = new RunFile
        {
            Head = Runs.Head,
            Ratios = [cell],
            Recordings = [cell with { Data = "eeg" }],
            Crossover = [.. Runs.Series(1.01, 2, 3), slow],
        };

        run.Write(_path);
        RunFile read = RunFile.Read(_path);

        Assert.Equal(run.Head, read.Head);
        Assert.Equal(run.Ratios, read.Ratios);
        Assert.Equal(run.Recordings, read.Recordings);
        Assert.Equal(run.Crossover.Take(2), read.Crossover.Take(2));
        Assert.Equal(slow.First, read.Crossover[2].First);
        Assert.Equal(slow.Again, read.Crossover[2].Again);

        // A line for each cell; the head; the beginning and end of three lists and of the whole.
        Assert.Equal(5 + 1 + (3 * 2) + 2, File.ReadAllLines(_path).Length);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{\"head\": null}")]
    [InlineData("{\"head\": {\"machine\": \"A CPU\"}}")]
    public void Another_file_is_refused(string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_path)!);
        File.WriteAllText(_path, text);

        Assert.Throws<InvalidDataException>(() => RunFile.Read(_path));
    }
}
