using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using MsgPackSimd.Demo.Measuring;

namespace MsgPackSimd.Demo.Recordings;

/// <summary>
/// Takes each recording to MessagePack and back, compares bytes and values with what they must be, and measures how long it takes.
/// </summary>
/// <param name="folder">Where the recordings and their digests are.</param>
/// <param name="plan">How long to measure.</param>
internal sealed class Showcase(string folder, MeasuringPlan plan)
{
    private const string DigestFile = "SHA256SUMS.msgpack";

    /// <summary>Checks, measures and prints.</summary>
    /// <param name="output">Receives the table.</param>
    /// <param name="error">Receives a line for everything that is not as it must be; nothing is measured then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    /// <exception cref="DemoException">A recording or its digest can't be read.</exception>
    public int Run(TextWriter output, TextWriter error)
    {
        List<Recording> recordings = Load();
        List<string> mismatches = FindMismatches(recordings);
        if (mismatches.Count > 0)
        {
            mismatches.ForEach(mismatch => error.WriteLine($"error: {mismatch}"));
            return ExitCode.Mismatch;
        }

        output.WriteLine($"{Machine.Description}; with {Baseline.MessagePackName}");
        output.WriteLine();
        Measure(recordings);
        output.Write(ToTable(recordings));
        output.WriteLine();
        output.WriteLine("All bytes have the SHA-256 of what MessagePack-CSharp's formatters write; all values came back bit for bit.");
        output.WriteLine("bytes in: the values without the .npy header. GB/s: of encoded bytes, through MessagePackSerializer.");
        return ExitCode.Success;
    }

    /// <summary>Reads all recordings of the folder.</summary>
    public List<Recording> Load()
    {
        string[] files = Directory.Exists(folder) ? Directory.GetFiles(folder, "*.npy") : [];
        if (files.Length == 0)
        {
            throw new DemoException($"there are no recordings in {folder}");
        }

        return files.Order(StringComparer.Ordinal).Select(Recording.Load).ToList();
    }

    /// <summary>Compares bytes and values of all recordings with what they must be.</summary>
    /// <returns>A line for everything that differs; none if all is right.</returns>
    public List<string> FindMismatches(IEnumerable<Recording> recordings)
    {
        IReadOnlyDictionary<string, string> digests = DigestList.Read(Path.Combine(folder, DigestFile));
        return recordings.SelectMany(recording =>
            digests.TryGetValue(Path.ChangeExtension(recording.Name, ".msgpack"), out string? digest)
                ? recording.FindMismatches(digest)
                : [$"{recording.Name}: {DigestFile} has no digest for it"]).ToList();
    }

    private void Measure(List<Recording> recordings)
    {
        List<Contest> contests = recordings.SelectMany(recording => new[] { recording.Encoding, recording.Decoding }).ToList();

        // All is warmed up before anything is measured: the runtime compiles in the background, after a while without new code.
        for (int i = 0; i < plan.WarmUpRounds; i++)
        {
            contests.ForEach(contest => contest.WarmUp(plan));
            Thread.Sleep(plan.Pause);
        }

        contests.ForEach(contest => contest.Measure(plan));
    }

    private static TextTable ToTable(List<Recording> recordings)
    {
        var table = new TextTable(
            "file", "type", ">count", ">bytes in", ">bytes out",
            ">encode GB/s", $">x {Baseline.Label}", ">decode GB/s", $">x {Baseline.Label}", "");
        foreach (Recording recording in recordings)
        {
            table.Add(
                recording.Name,
                recording.Header.Type.Name,
                Format($"{recording.Header.Count:N0}"),
                Format($"{recording.BytesIn:N0}"),
                Format($"{recording.BytesOut:N0}"),
                FormatSpeed(recording, recording.Encoding),
                FormatRatio(recording.Encoding),
                FormatSpeed(recording, recording.Decoding),
                FormatRatio(recording.Decoding),
                recording.Header.Note);
        }

        return table;
    }

    private static string FormatSpeed(Recording recording, Contest contest) =>
        Format($"{recording.BytesOut / contest.CandidateSeconds / 1e9:F2}");

    private static string FormatRatio(Contest contest) => Format($"{contest.BaselineSeconds / contest.CandidateSeconds:F2}");

    private static string Format(FormattableString number) => FormattableString.Invariant(number);
}
