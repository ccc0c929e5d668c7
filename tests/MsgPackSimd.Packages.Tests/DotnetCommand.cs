using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading.Tasks;
using MsgPackSimd.TestSupport;
using Xunit.Sdk;

namespace MsgPackSimd.Packages.Tests;

/// <summary>Runs the <c>dotnet</c> command in a process of its own.</summary>
internal static class DotnetCommand
{
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

        (int exitCode, string output, string errors) = await ChildProcess.RunAsync(start);
        return exitCode == 0 ? output : throw new XunitException($"dotnet {string.Join(' ', arguments)}: exit code {exitCode}.\n{output}{errors}");
    }

    /// <summary>
    /// The switches that turn instruction sets off are meant for the test host, and MSBuild's variables for what MSBuild starts itself.
    /// </summary>
    private static bool IsOfThisTestRunOnly(string name) =>
        name.StartsWith("DOTNET_Enable", StringComparison.OrdinalIgnoreCase)
        || name.StartsWith("MSBuild", StringComparison.OrdinalIgnoreCase);
}
