using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading.Tasks;
using MsgPackSimd.Engineering;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Runs the driver at the level of this run. It lays every input and output of every kernel and of the public API against guard pages: a byte too
/// far is its end, and the last case that it named is the one that it died of.
/// </summary>
public class GuardPageTests
{
    private const string CasePrefix = "case ";

    [Fact]
    public async Task Nothing_outside_the_spans_is_touched()
    {
        string folder = Directory.CreateTempSubdirectory("golden").FullName;
        try
        {
            Unpack("encode.jsonl", folder);
            Unpack("decode.jsonl", folder);
            (int exitCode, string output, string errors) = await ChildProgram.RunAsync(
                "MsgPackSimd.Driver", InstructionSetLevel.Current, "--golden", folder, "--guards");
            string[] lines = errors.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
            string lastCase = lines.LastOrDefault(line => line.StartsWith(CasePrefix, StringComparison.Ordinal)) ?? "none";
            string others = string.Join('\n', lines.Where(line => !line.StartsWith(CasePrefix, StringComparison.Ordinal)).Take(40));
            Assert.True(exitCode == 0, $"exit code {exitCode} at level {InstructionSetLevel.Current}, last {lastCase}\n{output}\n{others}");
            Assert.EndsWith("all is well", output.TrimEnd(), StringComparison.Ordinal);
            Assert.True(lines.Length > 30_000, $"only {lines.Length} cases");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Unpack(string file, string folder)
    {
        using Stream resource = typeof(GoldenVectors).Assembly.GetManifestResourceStream($"{file}.gz")!;
        using var unpacked = new GZipStream(resource, CompressionMode.Decompress);
        using FileStream target = File.Create(Path.Combine(folder, file));
        unpacked.CopyTo(target);
    }
}
