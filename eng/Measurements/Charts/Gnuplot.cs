using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;

namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>The program that draws: http://gnuplot.info.</summary>
internal static class Gnuplot
{
    /// <summary>Draws.</summary>
    /// <param name="script">Commands that write a picture to the standard output.</param>
    /// <returns>The picture.</returns>
    /// <exception cref="InvalidDataException">gnuplot is missing, or does not understand the script.</exception>
    public static string Run(string script)
    {
        var start = new ProcessStartInfo("gnuplot")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // -d: what the user has in ~/.gnuplot must not have an effect.
        start.ArgumentList.Add("-d");
        start.ArgumentList.Add("-");
        using Process process = Start(start);
        Task<string> picture = process.StandardOutput.ReadToEndAsync();
        Task<string> errors = process.StandardError.ReadToEndAsync();
        process.StandardInput.Write(script);
        process.StandardInput.Close();
        process.WaitForExit();
        return process.ExitCode == 0 && errors.Result.Length == 0
            ? picture.Result
            : throw new InvalidDataException($"gnuplot did not draw: {errors.Result.Trim()}");
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new InvalidDataException(
                "gnuplot is missing; it draws the charts. Debian and Ubuntu have it in gnuplot-nox, Homebrew and winget in gnuplot.", e);
        }
    }
}
