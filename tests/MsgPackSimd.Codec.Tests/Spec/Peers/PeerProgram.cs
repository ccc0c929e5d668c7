using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Codec.Tests.Spec.Peers;

/// <summary>
/// A small program around another MessagePack library: it reads values and writes them once more. Where the library is not installed, or there is
/// no compiler, it says why it is missing.
/// </summary>
internal sealed class PeerProgram
{
    private static readonly Lazy<PeerProgram> LazyPython = new(FindPython);
    private static readonly Lazy<PeerProgram> LazyC = new(CompileC);

    private readonly string[] _command;

    private PeerProgram(string[] command, string? missing)
    {
        _command = command;
        Missing = missing;
    }

    /// <summary>Gets Python's <c>msgpack</c> (https://pypi.org/project/msgpack).</summary>
    public static PeerProgram Python => LazyPython.Value;

    /// <summary>Gets msgpack-c (https://github.com/msgpack/msgpack-c, the C one).</summary>
    public static PeerProgram C => LazyC.Value;

    /// <summary>Gets why it can't be run; <see langword="null"/> where it can.</summary>
    public string? Missing { get; }

    /// <summary>Has the library read values and write them again.</summary>
    /// <param name="sources">Each a value, maybe with bytes after it.</param>
    /// <returns>Where each value ends, and what the library writes for it.</returns>
    public async Task<IReadOnlyList<(int End, byte[] Written)>> RunAsync(IReadOnlyList<byte[]> sources)
    {
        string file = Path.GetTempFileName();
        try
        {
            await File.WriteAllLinesAsync(file, sources.Select(Convert.ToHexString));
            (int exitCode, string output, string errors) = await ChildProcess.RunAsync(new ProcessStartInfo(_command[0], [.. _command[1..], file]));
            if (exitCode != 0)
            {
                throw new InvalidOperationException($"{_command[0]} ended with {exitCode}: {errors}");
            }

            var results = output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line => line.Trim().Split(' '))
                .Select(parts => (int.Parse(parts[0], System.Globalization.CultureInfo.InvariantCulture), Convert.FromHexString(parts[1])))
                .ToList();
            return results.Count == sources.Count
                ? results
                : throw new InvalidOperationException($"{results.Count} of {sources.Count} values came back: {errors}");
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static PeerProgram FindPython()
    {
        string script = Path.Combine(AppContext.BaseDirectory, "Spec", "Peers", "peer.py");

        // A Python of another origin may come first in the path and not have what the system's package manager installs.
        foreach (string python in new[] { "python3", "/usr/bin/python3", "python" })
        {
            if (Try([python, "-c", "import msgpack"]))
            {
                return new PeerProgram([python, script], null);
            }
        }

        return new PeerProgram([], "No Python with msgpack is here (Debian: python3-msgpack).");
    }

    private static PeerProgram CompileC()
    {
        string source = Path.Combine(AppContext.BaseDirectory, "Spec", "Peers", "peer.c");
        string program = Path.Combine(Directory.CreateTempSubdirectory("msgpack-peer").FullName, "peer");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(Path.GetDirectoryName(program)!, recursive: true);

        // The library's name changed with its version 6.
        foreach (string library in new[] { "-lmsgpack-c", "-lmsgpackc" })
        {
            if (Try(["cc", "-O1", "-o", program, source, library]))
            {
                return new PeerProgram([program], null);
            }
        }

        return new PeerProgram([], "No C compiler with msgpack-c is here (Debian: gcc, libmsgpack-dev or libmsgpack-c-dev).");
    }

    private static bool Try(string[] command)
    {
        try
        {
            return ChildProcess.Run(new ProcessStartInfo(command[0], command[1..])).ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }
}
