using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;

namespace MsgPackSimd.TestSupport;

/// <summary>A console program under tests, run as a process of its own: for what could bring down the test host, or needs a fresh process.</summary>
public static class ChildProgram
{
    /// <summary>Runs a program, at the instruction-set level of this process, which it inherits.</summary>
    /// <param name="project">The program's project; its configuration is that of the caller.</param>
    /// <param name="arguments">The program's arguments.</param>
    /// <returns>Its exit code, and what it wrote.</returns>
    public static Task<(int ExitCode, string Output, string Errors)> RunAsync(string project, params string[] arguments) =>
        RunAsync(project, null, arguments);

    /// <param name="project">The program's project; its configuration is that of the caller.</param>
    /// <param name="variable">A variable of the program's environment, and its value; or none.</param>
    /// <param name="arguments">The program's arguments.</param>
    /// <inheritdoc cref="RunAsync(string, string[])"/>
    public static Task<(int ExitCode, string Output, string Errors)> RunAsync(
        string project, (string Name, string Value)? variable, string[] arguments)
    {
        ProcessStartInfo start = GetStartInfo(project, arguments);
        if (variable is (string name, string value))
        {
            start.Environment[name] = value;
        }

        return ChildProcess.RunAsync(start);
    }

    /// <summary>How to start a program, for callers that talk to it.</summary>
    /// <inheritdoc cref="RunAsync(string, string[])" path="/param"/>
    public static ProcessStartInfo GetStartInfo(string project, params string[] arguments)
    {
        // artifacts/bin/PROJECT/CONFIGURATION
        var here = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        string program = Path.Combine(here.Parent!.Parent!.FullName, project, here.Name, $"{project}.dll");
        if (!File.Exists(program))
        {
            throw new FileNotFoundException("The program is built with the tests.", program);
        }

        return new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", [program, .. arguments]);
    }
}
