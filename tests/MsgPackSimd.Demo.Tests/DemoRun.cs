using System;
using System.IO;
using MsgPackSimd.Demo.Measuring;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

/// <summary>One run of the program in this process, and what it has printed.</summary>
public sealed record DemoRun(int ExitCode, string Output, string Error)
{
    /// <summary>Runs the program.</summary>
    public static DemoRun Of(params string[] args) => Of(dataFolder: null, args);

    /// <summary>Runs the program with recordings from another folder. Its measurements take no time, and are worth nothing.</summary>
    public static DemoRun Of(string? dataFolder, string[] args)
    {
        var output = new StringWriter();
        var error = new StringWriter();
        var program = new DemoProgram(output, error)
        {
            DataFolder = dataFolder ?? Path.Combine(AppContext.BaseDirectory, "data"),
            Plan = new MeasuringPlan(
                WarmUpRounds: 1,
                WarmUpCalls: 1,
                WarmUp: TimeSpan.Zero,
                Pause: TimeSpan.Zero,
                Batches: 1,
                Batch: TimeSpan.Zero),
        };
        int exitCode = program.Run(args);
        return new DemoRun(exitCode, output.ToString(), error.ToString());
    }

    public DemoRun AssertSuccess()
    {
        Assert.Equal("", Error);
        Assert.Equal(0, ExitCode);
        return this;
    }

    /// <summary>Asserts one line on stderr, with the given text in it, and nothing else.</summary>
    public void AssertError(string text, int exitCode = 2)
    {
        Assert.Contains(text, Error, StringComparison.Ordinal);
        Assert.StartsWith("error: ", Error, StringComparison.Ordinal);
        Assert.EndsWith(Environment.NewLine, Error, StringComparison.Ordinal);
        Assert.Single(Error.TrimEnd().Split('\n'));
        Assert.Equal("", Output);
        Assert.Equal(exitCode, ExitCode);
    }
}
