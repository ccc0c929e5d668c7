using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Runtime.Intrinsics.X86;
using System.Threading.Tasks;
using MsgPackSimd.Engineering;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Runs the driver at the level of this run. The driver places every input and output of every kernel and of the public API against guard pages: an access one
/// byte too far ends it, and the last case that it named is the one that it died of.
/// </summary>
public class GuardPageTests
{
    private const string CasePrefix = "case ";
    private const string NoGuards = "The driver makes guard pages on Linux and macOS only.";

    [UnixFact(NoGuards)]
    public Task Nothing_outside_the_spans_is_touched() => RunDriverAsync(null);

    /// <summary>The driver's cases are worth running without guards too: what comes out of them is compared.</summary>
    [WindowsFact]
    public Task What_lies_between_guards_elsewhere_is_right() => RunDriverAsync(null);

    /// <summary>The alternative that an encoder with AVX-512 VBMI2 has for processors without GFNI. (No processor with VBMI2 lacks GFNI.)</summary>
    [GfniFact]
    public Task Nothing_outside_the_spans_is_touched_without_GFNI() => RunDriverAsync(("DOTNET_EnableGFNI", "0"), "--without-gfni");

    private static async Task RunDriverAsync((string Name, string Value)? variable, params string[] arguments)
    {
        string folder = Directory.CreateTempSubdirectory("golden").FullName;
        try
        {
            Unpack("encode.jsonl", folder);
            Unpack("decode.jsonl", folder);
            (int exitCode, string output, string errors) = await ChildProgram.RunAsync(
                "MsgPackSimd.Driver", variable, [InstructionSetLevel.Current, "--golden", folder, "--guards", .. arguments]);
            string[] lines = errors.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
            string lastCase = lines.LastOrDefault(line => line.StartsWith(CasePrefix, StringComparison.Ordinal)) ?? "an unknown case";
            string others = string.Join('\n', lines.Where(line => !line.StartsWith(CasePrefix, StringComparison.Ordinal)).Take(40));

            // With exit code 1 it ran to its end and has said itself what failed.
            string died = exitCode is 0 or 1 ? string.Empty : $", died of {lastCase}";
            Assert.True(exitCode == 0, $"exit code {exitCode} at level {InstructionSetLevel.Current}{died}\n{output}\n{others}");
            Assert.EndsWith("all is well", output.TrimEnd(), StringComparison.Ordinal);
            Assert.True(lines.Length > 30_000, $"only {lines.Length} cases");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private sealed class GfniFactAttribute : FactAttribute
    {
        public GfniFactAttribute()
        {
            if (OperatingSystem.IsWindows())
            {
                Skip = NoGuards;
            }
            else if (!Avx512Vbmi2.IsSupported || !Gfni.V512.IsSupported)
            {
                Skip = "Needs AVX-512 VBMI2 and GFNI.";
            }
        }
    }

    private sealed class WindowsFactAttribute : FactAttribute
    {
        public WindowsFactAttribute()
        {
            if (!OperatingSystem.IsWindows())
            {
                Skip = "Here there are guards: the other tests run the same cases with them.";
            }
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
