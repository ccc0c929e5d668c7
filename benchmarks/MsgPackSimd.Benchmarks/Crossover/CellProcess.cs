using System;
using System.Diagnostics;
using System.Globalization;
using System.Numerics;
using System.Threading.Tasks;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Benchmarks.Crossover;

/// <summary>A process that measures one contender, in slices, when it is told to (<see cref="CellMeasurement"/>).</summary>
internal sealed class CellProcess : IAsyncDisposable
{
    private readonly Process process;
    private readonly Task<string> errors;

    private CellProcess(Process process)
    {
        this.process = process;
        errors = process.StandardError.ReadToEndAsync();
    }

    /// <summary>Starts a process, and waits until its code is warm.</summary>
    /// <param name="path">The file with the cells.</param>
    /// <param name="contender">Whose time is taken.</param>
    /// <exception cref="InvalidOperationException">The process failed.</exception>
    public static async Task<CellProcess> StartAsync(string path, Contender contender)
    {
        ProcessStartInfo start = ChildProgram.GetStartInfo("MsgPackSimd.Benchmarks", TableCommands.CrossoverCells, path, contender.ToString());
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        var started = new CellProcess(Process.Start(start)!);
        try
        {
            await started.ReadAsync();
            started.UseOneCore();
            return started;
        }
        catch
        {
            await started.DisposeAsync();
            throw;
        }
    }

    /// <summary>Measures a slice of a cell: nanoseconds a call.</summary>
    /// <param name="index">The cell, as its index in the file.</param>
    /// <exception cref="InvalidOperationException">The process failed.</exception>
    public async Task<double> MeasureAsync(int index)
    {
        await process.StandardInput.WriteLineAsync(index.ToString(CultureInfo.InvariantCulture));
        await process.StandardInput.FlushAsync();
        return double.Parse(await ReadAsync(), CultureInfo.InvariantCulture);
    }

    /// <summary>Ends the process.</summary>
    public async ValueTask DisposeAsync()
    {
        process.Kill();
        await process.WaitForExitAsync();
        process.Dispose();
    }

    private async Task<string> ReadAsync() =>
        await process.StandardOutput.ReadLineAsync() ?? throw new InvalidOperationException($"Measuring again failed: {await errors}");

    /// <summary>
    /// Has the thread that measures run on the last of the cores that it may use, as those of the other processes do. Where others
    /// use a machine too, presumably the other halves of its cores, what a core is worth differs from core to core, and from second to second.
    /// </summary>
    private void UseOneCore()
    {
        if (OperatingSystem.IsLinux() || OperatingSystem.IsWindows())
        {
            process.ProcessorAffinity = (nint)1 << BitOperations.Log2((nuint)process.ProcessorAffinity);
        }
    }
}
