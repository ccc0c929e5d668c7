using System;
using System.IO;
using System.Linq;
using MsgPackSimd.Demo.Measuring;
using MsgPackSimd.Demo.Recordings;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

/// <summary>The run without arguments, on the real recordings and on damaged ones.</summary>
public sealed class RecordingTests : IDisposable
{
    private static readonly string Data = Path.Combine(AppContext.BaseDirectory, "data");

    private readonly TemporaryFolder folder = new();

    public static TheoryData<string> Names => new(Directory.GetFiles(Data, "*.npy").Select(file => Path.GetFileName(file)));

    [Fact]
    public void Bytes_and_values_of_all_recordings_are_right()
    {
        var showcase = new Showcase(Data, MeasuringPlan.Full);

        var recordings = showcase.Load();

        Assert.Equal(7, recordings.Count);
        Assert.Empty(showcase.FindMismatches(recordings));
        Assert.Equal(
            ["float64", "int16", "float32", "uint16", "int8", "int32", "int32"],
            recordings.Select(recording => recording.Header.Type.Name));
    }

    [Fact]
    public void The_table_has_a_row_for_each_recording()
    {
        DemoRun run = DemoRun.Of().AssertSuccess();

        foreach (string name in Directory.GetFiles(Data, "*.npy"))
        {
            string row = Assert.Single(run.Output.Split('\n'), line => line.StartsWith(Path.GetFileName(name), StringComparison.Ordinal));
            Assert.Equal(9, row.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Length);
        }

        Assert.Contains($"x {Baseline.Label}", run.Output, StringComparison.Ordinal);
        Assert.Contains(Baseline.MessagePackName, run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_recording_survives_the_way_to_a_MessagePack_file_and_back(string name)
    {
        string type = name.Split('.')[^2];

        DemoRun.Of(Path.Combine(Data, name), "--output", folder.PathOf("a.msgpack")).AssertSuccess();
        DemoRun.Of(folder.PathOf("a.msgpack"), "--type", type).AssertSuccess();

        // NumPy wrote the recordings, so this is its header too.
        Assert.Equal(File.ReadAllBytes(Path.Combine(Data, name)), folder.Read("a.npy"));
    }

    [Fact]
    public void Another_value_is_a_mismatch()
    {
        CopyData();
        byte[] npy = folder.Read("volume.int32.npy");
        npy[^1] ^= 1;
        folder.Write("volume.int32.npy", npy);

        DemoRun run = DemoRun.Of(folder.FolderPath, []);

        Assert.Equal(1, run.ExitCode);
        Assert.Equal("", run.Output);
        string[] lines = run.Error.TrimEnd().Split('\n');
        Assert.All(lines, line => Assert.StartsWith("error: volume.int32.npy: ", line, StringComparison.Ordinal));
        Assert.All(lines, line => Assert.Contains("not 7a7b88d570b2480c", line, StringComparison.Ordinal));
    }

    [Fact]
    public void A_missing_digest_is_a_mismatch()
    {
        CopyData();
        File.Copy(folder.PathOf("volume.int32.npy"), folder.PathOf("new.int32.npy"));

        DemoRun.Of(folder.FolderPath, []).AssertError("new.int32.npy: SHA256SUMS.msgpack has no digest for it", exitCode: 1);
    }

    [Fact]
    public void Recordings_that_cannot_be_read_are_an_error()
    {
        DemoRun.Of(folder.FolderPath, []).AssertError("there are no recordings");
        DemoRun.Of(folder.PathOf("no-such-folder"), []).AssertError("there are no recordings");

        folder.Write("a.npy", NpyBytes.Make("|i1", "(1,)", "00"));
        DemoRun.Of(folder.FolderPath, []).AssertError("SHA256SUMS.msgpack does not exist");

        folder.Write("SHA256SUMS.msgpack", "not a digest"u8.ToArray());
        DemoRun.Of(folder.FolderPath, []).AssertError("is no list of digests");

        folder.Write("a.npy", []);
        DemoRun.Of(folder.FolderPath, []).AssertError("a.npy: is no .npy file");
    }

    public void Dispose() => folder.Dispose();

    private void CopyData()
    {
        foreach (string file in Directory.GetFiles(Data))
        {
            File.Copy(file, folder.PathOf(Path.GetFileName(file)));
        }
    }
}
