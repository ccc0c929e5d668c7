using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;

namespace MsgPackSimd.TestSupport;

/// <summary>A console program under tests, run as a process of its own: for what would take the test host with it, or needs a fresh one.</summary>
public static class ChildProgram
{
    /// <summary>Runs a program, at the instruction-set level of this process, which it inherits.</summary>
    /// <param name="project">The program's project; its configuration is that of the caller.</param>
    /// <param name="arguments">The program's arguments.</param>
    /// <returns>Its exit code, and what it wrote.</returns>
    public static Task<(int ExitCode, string Output, string Errors)> RunAsync(string project, params string[] arguments) =>
        RunAsync(project, null, arguments);

    /// <param name="project">The program's project; its configuration is that of the caller.</param>
    /// <param name="instructions">The name of instructions that are switched off for it besides, as <c>DOTNET_Enable…</c> spells it, or none.</param>
    /// <param name="arguments">The program's arguments.</param>
    /// <inheritdoc cref="RunAsync(string, string[])"/>
    public static async Task<(int ExitCode, string Output, string Errors)> RunAsync(string project, string? instructions, string[] arguments)
    {
        // artifacts/bin/PROJECT/CONFIGURATION
        var here = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        string program = Path.Combine(here.Parent!.Parent!.FullName, project, here.Name, $"{project}.dll");
        if (!File.Exists(program))
        {
            throw new FileNotFoundException("The program is built with the tests.", program);
        }

        var start = new ProcessStartInfo("dotnet", [program, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        if (instructions is not null)
        {
            start.Environment[$"DOTNET_Enable{instructions}"] = "0";
        }

        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return (process.ExitCode, output, await errors);
    }
}
