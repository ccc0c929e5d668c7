using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.Demo;
using MsgPackSimd.Engineering;

namespace MsgPackSimd.Benchmarks.Peers;

/// <summary>
/// C and C++ libraries beside our code, in one process, in turn, best of several rounds. Each row is verified before it is timed. Native
/// code is timed twice: called from .NET for each array, and from a loop in native code, as a native program would call it. Ratios are to the latter.
/// </summary>
/// <param name="output">Receives the tables.</param>
/// <param name="rounds">How many rounds.</param>
internal sealed class PeerTable(TextWriter output, int rounds)
{
    /// <summary>How long a row runs in a round, in milliseconds.</summary>
    private const double Slice = 2;

    private static readonly int[] Counts = [100, 1024, 64 * 1024];

    /// <summary>Runs <c>peers [--libraries FOLDER] [--rounds N]</c>.</summary>
    /// <returns>The exit code.</returns>
    public static int Run(string[] args, TextWriter output, TextWriter error)
    {
        string libraries = "";
        int rounds = 25;
        for (int i = 0; i < args.Length; i += 2)
        {
            switch (args[i..])
            {
                case ["--libraries", string folder, ..]:
                    libraries = folder;
                    break;
                case ["--rounds", string text, ..] when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int n) && n > 0:
                    rounds = n;
                    break;
                default:
                    error.WriteLine("error: peers takes [--libraries FOLDER] [--rounds N].");
                    return 2;
            }
        }

        PeerLibrary.LookIn(libraries);
        new PeerTable(output, rounds).Run(Counts);
        return 0;
    }

    /// <summary>Verifies, times and prints everything.</summary>
    /// <param name="counts">The lengths of arrays, in elements.</param>
    /// <exception cref="InvalidOperationException">A peer computes something else than it must.</exception>
    public void Run(IEnumerable<int> counts)
    {
        output.WriteLine($"{InstructionSetLevel.Architecture} {InstructionSetLevel.Current}, .NET {Environment.Version}");
        foreach (string library in new[] { MsgpuckPeer.Library, MsgpackCPeer.Library })
        {
            output.WriteLine($"{library}: {PeerLibrary.Describe(library)}");
        }

        foreach (int count in counts)
        {
            var workload = new PeerWorkload(count);
            output.WriteLine();
            output.Write(Measure("encode", workload, Peer.Encoders, workload.VerifyEncoder));
            output.WriteLine();
            output.Write(Measure("decode", workload, Peer.Decoders, workload.VerifyDecoder));
        }
    }

    private TextTable Measure(string direction, PeerWorkload workload, Peer[] peers, Action<Peer> verify)
    {
        List<Peer> present = [.. peers.Where(peer => peer.WhyNot is null)];
        present.ForEach(verify);

        // What a call costs is measured along with the rest, since it too depends on how busy the machine is.
        if (Peer.Empty.WhyNot is null)
        {
            present.Insert(0, Peer.Empty);
        }

        List<Peer> native = [.. present.Where(peer => peer.IsNative && peer != Peer.Empty)];
        double[] times = InterleavedTimer.Best(
            rounds,
            Slice,
            [
                .. present.Select<Peer, Action>(peer => () => peer.Repeat(workload)),
                .. native.Select<Peer, Action>(peer => () => peer.RepeatNatively(workload)),
            ]);
        double[] calls = [.. times.Select(time => time / workload.Repetitions)];

        double Called(Peer peer) => calls[present.IndexOf(peer)];
        double Own(Peer peer) => peer.IsNative ? calls[present.Count + native.IndexOf(peer)] : Called(peer);

        var table = new TextTable($"{direction} {workload.Count} ints", ">ns from .NET", ">ns", ">ns an int", ">GB/s", ">x ours, array");
        foreach (Peer peer in peers.Prepend(Peer.Empty))
        {
            table.Add(peer.WhyNot is string reason
                ? [peer.Name, reason, "", "", "", ""]
                : peer == Peer.Empty
                ? [peer.Name, Format(Called(peer)), "", "", "", ""]
                :
                [
                    peer.Name,
                    Format(Called(peer)),
                    Format(Own(peer)),
                    Format(Own(peer) / workload.Count),
                    Format(workload.Length / Own(peer)),
                    Format(Own(peer) / Own(peers[^1])),
                ]);
        }

        return table;
    }

    private static string Format(double value) => value.ToString(value < 10 ? "F3" : value < 100 ? "F1" : "F0", CultureInfo.InvariantCulture);
}
