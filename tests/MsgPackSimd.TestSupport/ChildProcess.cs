using System;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace MsgPackSimd.TestSupport;

/// <summary>
/// Runs a process to its end, or to a limit: without one, a process that hangs would end the test run only at CI's limit, and without a message.
/// </summary>
public static class ChildProcess
{
    /// <summary>Many times what any process of the tests takes.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(8);

    /// <summary>Runs it.</summary>
    /// <param name="start">What to start. Its output and its errors are redirected here.</param>
    /// <returns>Its exit code, and what it wrote.</returns>
    /// <exception cref="TimeoutException">It was not done in time, and has been ended, with all that it started.</exception>
    public static async Task<(int ExitCode, string Output, string Errors)> RunAsync(ProcessStartInfo start)
    {
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> errors = process.StandardError.ReadToEndAsync();
        using var patience = new CancellationTokenSource(Limit);
        try
        {
            await process.WaitForExitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"{start.FileName} {string.Join(' ', start.ArgumentList)}: not done after {Limit}.\n{await output}{await errors}");
        }

        return (process.ExitCode, await output, await errors);
    }

    /// <summary>Runs it, and waits. (On a thread of its own, since a test that waits holds one of those on which asynchronous tests go on.)</summary>
    /// <inheritdoc cref="RunAsync"/>
    public static (int ExitCode, string Output, string Errors) Run(ProcessStartInfo start) => Task.Run(() => RunAsync(start)).GetAwaiter().GetResult();
}
