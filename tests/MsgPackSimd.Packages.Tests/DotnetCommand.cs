using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit.Sdk;

namespace MsgPackSimd.Packages.Tests;

/// <summary>Runs the <c>dotnet</c> command in a process of its own.</summary>
internal static class DotnetCommand
{
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    /// <summary>Runs the command to its end; anything but exit code 0 fails the test with all that the command printed.</summary>
    /// <param name="workingDirectory">The folder to run it in.</param>
    /// <param name="environment">Environment variables to set; <see langword="null"/> removes one.</param>
    /// <param name="arguments">The arguments, one each.</param>
    /// <returns>What it wrote to standard output.</returns>
    public static async Task<string> RunAsync(
        string workingDirectory, IReadOnlyDictionary<string, string?> environment, params string[] arguments)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", arguments)
        {
            WorkingDirectory = workingDirectory,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string name in start.Environment.Keys.Where(IsOfThisTestRunOnly).ToList())
        {
            start.Environment.Remove(name);
        }

        // A build server would outlive the command and hold its standard output open.
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        start.Environment["UseSharedCompilation"] = "false";
        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        foreach ((string name, string? value) in environment)
        {
            start.Environment.Remove(name);
            if (value is not null)
            {
                start.Environment[name] = value;
            }
        }

        using Process process = Process.Start(start) ?? throw new InvalidOperationException("dotnet did not start.");
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        using var patience = new CancellationTokenSource(Timeout);
        try
        {
            await process.WaitForExitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
        }

        string command = $"dotnet {string.Join(' ', arguments)}";
        if (patience.IsCancellationRequested)
        {
            throw new XunitException($"{command}: not done after {Timeout}.\n{await output}{await error}");
        }

        return process.ExitCode == 0
            ? await output
            : throw new XunitException($"{command}: exit code {process.ExitCode}.\n{await output}{await error}");
    }

    /// <summary>
    /// The switches that turn instruction sets off are meant for the test host, and MSBuild's variables for what MSBuild starts itself.
    /// </summary>
    private static bool IsOfThisTestRunOnly(string name) =>
        name.StartsWith("DOTNET_Enable", StringComparison.OrdinalIgnoreCase)
        || name.StartsWith("MSBuild", StringComparison.OrdinalIgnoreCase);
}
