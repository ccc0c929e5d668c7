using System;
using System.ComponentModel;
using System.Diagnostics;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Benchmarks.Tests;

/// <summary>
/// A test of a native peer, skipped where its compiler or its library is not installed: a test that passes with nothing to compare says too much.
/// </summary>
public sealed class PeerFactAttribute : FactAttribute
{
    /// <summary>Initializes a new instance of the <see cref="PeerFactAttribute"/> class.</summary>
    /// <param name="compiler">The compiler.</param>
    /// <param name="language">Its name for the language.</param>
    /// <param name="header">A header of the library, which is looked for as eng/native-peers/build.sh does.</param>
    public PeerFactAttribute(string compiler, string language, string header) =>
        Skip = OperatingSystem.IsWindows() ? "The native peers are compiled on Linux and macOS only."
            : !Finds(compiler, language, header) ? OptionalTool.SkipUnlessRequired($"{header} is not installed, or there is no {compiler}.")
            : null;

    private static bool Finds(string compiler, string language, string header)
    {
        try
        {
            return ChildProcess.Run(new ProcessStartInfo(compiler, ["-x", language, "-fsyntax-only", "-include", header, "/dev/null"])).ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }
}
