using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

/// <summary>The program as a process of its own.</summary>
public sealed class ProcessTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    [Fact]
    public async Task An_error_is_one_line_and_exit_code_2()
    {
        folder.Write("a.npy", NpyBytes.Make("<f16", "(1,)", "0000"));

        DemoRun run = await RunAsync("a.npy");

        run.AssertError("a.npy: has an unsupported dtype: '<f16' (long double)");
        Assert.Equal(["a.npy"], folder.FileNames);
    }

    [Fact]
    public async Task Paths_are_relative_to_where_the_program_is_called()
    {
        folder.Write("a.npy", NpyBytes.Make("<i2", "(1, 2)", "01000200"));

        DemoRun run = (await RunAsync("a.npy")).AssertSuccess();

        Assert.Contains("flattened from 1 x 2", run.Output, StringComparison.Ordinal);
        Assert.Equal([0x92, 1, 2], folder.Read("a.msgpack"));
    }

    public void Dispose() => folder.Dispose();

    private async Task<DemoRun> RunAsync(params string[] args)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet")
        {
            WorkingDirectory = folder.FolderPath,
        };
        start.ArgumentList.Add(Path.Combine(AppContext.BaseDirectory, "MsgPackSimd.Demo.dll"));
        Array.ForEach(args, start.ArgumentList.Add);

        // Instruction sets that are switched off for this test run are none of the child's business.
        foreach (string name in start.Environment.Keys.Where(name => name.StartsWith("DOTNET_Enable", StringComparison.Ordinal)).ToList())
        {
            start.Environment.Remove(name);
        }

        (int exitCode, string output, string errors) = await ChildProcess.RunAsync(start);
        return new DemoRun(exitCode, output, errors);
    }
}
