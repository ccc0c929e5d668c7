using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text;
using MsgPackSimd.Benchmarks.Peers;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Benchmarks.Tests;

/// <summary>The table with C and C++ libraries in it, with those that are installed and without any.</summary>
[Collection(nameof(WholeProcess))]
public sealed class PeerTests : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory();

    public void Dispose() => folder.Delete(recursive: true);

    [Fact]
    public void Our_rows_compute_the_same() => Verify(peer => !peer.IsNative, encoders: 3, decoders: 3);

    [PeerFact("cc", "c", "msgpuck.h")]
    public void Msgpuck_computes_the_same()
    {
        Compile("cc", "c++");
        Verify(peer => peer.Name.StartsWith("msgpuck", StringComparison.Ordinal), encoders: 1, decoders: 2);
    }

    [PeerFact("c++", "c++", "msgpack.hpp")]
    public void Msgpack_c_computes_the_same()
    {
        Compile("cc", "c++");
        Verify(peer => peer.Name == "msgpack-c", encoders: 1, decoders: 1);
    }

    [UnixFact("The native peers are compiled on Linux and macOS only.")]
    public void Without_a_compiler_the_rows_say_so()
    {
        Compile("no-such-cc", "no-such-c++");
        string table = Print();

        Assert.Contains("msgpuck: no compiler: no-such-cc", table, StringComparison.Ordinal);
        AssertRows(table, "msgpuck", "no compiler: no-such-cc", 3);
        AssertRows(table, "msgpack-c", "no compiler: no-such-c++", 2);
        AssertRows(table, "ours, array", "1.000", 2);
    }

    [Fact]
    public void Not_compiled_the_rows_say_so() => AssertRows(Print(), "msgpuck", "not compiled", 3);

    [Fact]
    public unsafe void A_peer_that_computes_something_else_is_not_timed()
    {
        var workload = new PeerWorkload(100);

        Assert.Throws<InvalidOperationException>(() => workload.VerifyEncoder(new Peer("wrong byte", null, &WriteWrongByte, null)));
        Assert.Throws<InvalidOperationException>(() => workload.VerifyDecoder(new Peer("wrong value", null, &ReadWrongValue, null)));
        Assert.Throws<InvalidOperationException>(() => workload.VerifyDecoder(new Peer("failed", null, &Fail, null)));
    }

    private static unsafe int WriteWrongByte(int* values, int count, byte* bytes, int length)
    {
        int written = ManagedPeer.EncodeArray(values, count, bytes, length);
        bytes[length - 1] ^= 1;
        return written;
    }

    private static unsafe int ReadWrongValue(int* values, int count, byte* bytes, int length)
    {
        int read = ManagedPeer.DecodeArray(values, count, bytes, length);
        values[count - 1] ^= 1;
        return read;
    }

    private static unsafe int Fail(int* values, int count, byte* bytes, int length) => -1;

    /// <summary>Checks what some peers compute. An installed library must fit the source that is kept for it.</summary>
    private void Verify(Func<Peer, bool> isMeant, int encoders, int decoders)
    {
        Assert.All(folder.GetFiles("*.txt"), description => Assert.True(
            !File.ReadAllText(description.FullName).Contains("does not compile", StringComparison.Ordinal), CompilerOutput(description)));
        PeerLibrary.LookIn(folder.FullName);
        Assert.Equal(encoders, Peer.Encoders.Count(peer => isMeant(peer) && peer.WhyNot is null));
        Assert.Equal(decoders, Peer.Decoders.Count(peer => isMeant(peer) && peer.WhyNot is null));
        foreach (int count in new[] { 1, 15, 16, 100, 1024, 65536 })
        {
            var workload = new PeerWorkload(count);
            Assert.All(Peer.Encoders.Where(isMeant), workload.VerifyEncoder);
            Assert.All(Peer.Decoders.Where(isMeant), workload.VerifyDecoder);
        }
    }

    /// <summary>Counts the rows of a peer, in all tables, that have a certain cell.</summary>
    private static void AssertRows(string table, string peer, string cell, int count) =>
        Assert.Equal(
            count,
            table.Split('\n').Count(line =>
                line.StartsWith(peer, StringComparison.Ordinal) && line.Contains($"  {cell}", StringComparison.Ordinal)));

    private static string CompilerOutput(FileInfo description)
    {
        string log = Path.ChangeExtension(description.FullName, ".log");
        return $"{description.Name}: {(File.Exists(log) ? File.ReadAllText(log) : "")}";
    }

    private string Print()
    {
        var text = new StringBuilder();
        using var output = new StringWriter(text);
        PeerLibrary.LookIn(folder.FullName);
        new PeerTable(output, rounds: 1).Run([100]);
        return text.ToString();
    }

    private void Compile(string compiler, string compilerOfCpp)
    {
        var start = new ProcessStartInfo("bash", [Path.Combine(AppContext.BaseDirectory, "native-peers", "build.sh"), folder.FullName]);
        start.Environment["CC"] = compiler;
        start.Environment["CXX"] = compilerOfCpp;
        (int exitCode, string output, string errors) = ChildProcess.Run(start);
        Assert.True(exitCode == 0, $"exit code {exitCode}\n{output}\n{errors}");
    }
}
