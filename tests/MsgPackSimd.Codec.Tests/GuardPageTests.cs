using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;
using MsgPackSimd.Engineering;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Runs the driver, which lays every input and output against guard pages, at the level of this run. A byte too far is a crash.</summary>
public class GuardPageTests
{
    [Fact]
    public async Task Nothing_outside_the_spans_is_touched()
    {
        // artifacts/bin/PROJECT/CONFIGURATION
        var here = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        string driver = Path.Combine(here.Parent!.Parent!.FullName, "MsgPackSimd.Driver", here.Name, "MsgPackSimd.Driver.dll");
        Assert.True(File.Exists(driver), driver);

        var start = new ProcessStartInfo("dotnet", [driver, InstructionSetLevel.Current])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.True(process.ExitCode == 0, $"exit code {process.ExitCode} at level {InstructionSetLevel.Current}:\n{output}\n{await errors}");
        Assert.EndsWith("all is well", output.TrimEnd(), StringComparison.Ordinal);
    }
}
