using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.Driver.Kernels;
using MsgPackSimd.Engineering;
using MsgPackSimd.TestSupport;
using Xunit;
using Xunit.Abstractions;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <summary>
/// Checks that the right kernel ran: at least nine in ten of ten thousand elements are handled by the family of kernels meant for such elements, in the
/// variant with the widest instruction set that this level has. (Five in ten when decoding mixed widths, where short stretches have kernels of their own.)
/// </summary>
public partial class CodePathTests(ITestOutputHelper output)
{
    private const int Count = 10_000;

    /// <summary>What a kernel's name ends in, from the narrowest instruction set to the widest.</summary>
    private static readonly string[] InstructionSets = ["Vector128", "Avx2", "Avx512", "Avx512Bw", "Avx512Vbmi", "Avx512Vbmi2"];

    // ---- The families, in order of preference: the first one with a kernel that runs here must have run ---------------------------------------

    private static readonly string[] WithoutVectors = ["Scalar"];

    /// <summary>Without vectors the dispatch leaves everything to the scalar kernels, though the branch-free ones would run too.</summary>
    private static bool HasVectors => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    /// <summary>Encoding integers where bytes can't be shuffled.</summary>
    private static readonly string[] IntegersWithoutShuffle = ["BranchFreeInteger", .. WithoutVectors];

    /// <summary>Decoding floating-point numbers there.</summary>
    private static readonly string[] FloatsWithoutShuffle = ["BranchFreeNumber", .. WithoutVectors];

    /// <summary>Decoding integers of mixed widths.</summary>
    private static readonly string[] MixedIntegers = ["MixedWidth", "LengthScan", .. IntegersWithoutShuffle];

    /// <summary>The same for integers of 32 bits.</summary>
    private static readonly string[] MixedInt32 = Avx2.IsSupported ? MixedIntegers : ["LengthScan", .. IntegersWithoutShuffle];

    /// <summary>Gets whether stretches of 64-bit elements that fit 32 bits are encoded as elements of 32 bits.</summary>
    private static bool NarrowsStretches => Simd128.HasShuffle && !Avx512Vbmi2.IsSupported;

    /// <summary>
    /// Gets whether runs of fixints are looked up for some element whatever came before them: where there is a byte shuffle, but not the windows of AVX-512.
    /// </summary>
    private static bool HasRunScan => Simd128.HasShuffle && !Avx512Vbmi.IsSupported;

    private static string[] Timestamps => HasVectors ? ["Timestamp"] : WithoutVectors;

    /// <summary>
    /// The families to which encoders of integers hand long stretches of full width, and decoders hand tokens: counted with the expected one.
    /// </summary>
    private static readonly string[] WithThem = ["FixInt", "FixIntRun", "FullWidth", "Int8", "MixedWidth", "Uniform"];

    /// <summary>The methods of kernels that are not counted, and why no element goes unnoticed.</summary>
    private static readonly Dictionary<string, string> NotCounted = new()
    {
        ["ScalarEncoder.GetEncodedLength"] = "It encodes nothing.",
        ["BranchFreeIntegerEncoder.EncodeAllShort"] = "It calls EncodeShort, which is counted.",
        ["BranchFreeIntegerDecoder.DecodeOne"] = "It reads the single token behind a stretch.",
        ["Int8EncoderVector128.EncodeValues"] = EncodesBlock,
        ["Int16EncoderVector128.EncodeValues"] = EncodesBlock,
        ["Int32EncoderVector128.EncodeValues"] = EncodesBlock,
        ["Int64EncoderVector128.EncodeValues"] = EncodesBlock,
        ["Int16EncoderAvx2.EncodeValues"] = EncodesBlock,
        ["Int32EncoderAvx2.EncodeValues"] = EncodesBlock,
        ["Int64EncoderAvx2.EncodeValues"] = EncodesBlock,
    };

    private const string EncodesBlock = "It encodes a block for EncodeBlock or NullableBlockEncoder, which are counted.";

    /// <summary>Otherwise a kernel with a new kind of signature would go unnoticed.</summary>
    [Fact]
    public void Every_kernel_is_counted()
    {
        _ = CountedCodec.EncodeElements<int>();
        IEnumerable<string> kernels = KernelRegistry.All.Select(kernel => kernel.Type.Name.Split('`')[0]).Distinct();
        Assert.Equal(string.Empty, string.Join(", ", kernels.Except(CountedCodec.CountedKernels)));
    }

    /// <summary>Otherwise what a kernel handles in one of its methods would go unnoticed, if another is counted.</summary>
    [Fact]
    public void Every_method_of_a_kernel_is_counted()
    {
        _ = CountedCodec.EncodeElements<int>();
        Assert.Equal(string.Empty, string.Join(", ", CountedCodec.UncountedMethods.Except(NotCounted.Keys)));
        Assert.Equal(string.Empty, string.Join(", ", NotCounted.Keys.Except(CountedCodec.UncountedMethods)));
    }

    /// <summary>The counted copy does what the codec does: same bytes, same values.</summary>
    [Fact]
    public void Counting_changes_nothing()
    {
        int[] values = LargeInput.Create<int>("mixed_width", Count, 1);
        byte[] tokens = new byte[5 * Count];
        CountedCodec.EncodeElements<int>()(values, tokens, out _, out int written);
        Assert.Equal(ReferenceCodec.EncodeElements<int>(values), tokens[..written]);
        int[] decoded = new int[Count];
        Assert.Equal(OperationStatus.Done, CountedCodec.DecodeElements<int>()(tokens.AsSpan(0, written), decoded, out _, out _));
        Assert.Equal(values, decoded);
    }

    private static byte[] Repeat(string token, int count) => [.. Enumerable.Repeat(Convert.FromHexString(token), count).SelectMany(bytes => bytes)];

    private void Require(
        string type, string direction, string[] families, string what, int least, string? companion = null, bool alone = false, bool orOtherVectors = false)
    {
        string expected = Best(type, direction, families);
        string all = KernelCounters.Describe();
        output.WriteLine($"{InstructionSetLevel.Current} {type} {what}: {all}");
        long handled = KernelCounters.Counts
            .Where(count => count.Key == expected
                || count.Key == expected + CountedCodec.Runs
                || count.Key == companion
                || (orOtherVectors && HasVectorsInName(count.Key))
                || (!alone && IsWithThem(count.Key, direction) && WidthOf(count.Key, direction) >= WidthOf(expected, direction)))
            .Sum(count => count.Value);
        Assert.True(handled >= least, $"{type} {what}: not {expected} but {all}");
    }

    private static bool HasVectorsInName(string kernel) => InstructionSets.Any(set => kernel.EndsWith(set, StringComparison.Ordinal));

    private static bool IsWithThem(string kernel, string direction) =>
        WithThem.Any(family => kernel.StartsWith(family + direction, StringComparison.Ordinal));

    /// <summary>The rank of the instruction set that stands behind "Encoder" or "Decoder" in a kernel's name; -1 where there is none.</summary>
    private static int WidthOf(string kernel, string direction) =>
        Array.IndexOf(InstructionSets, kernel[(kernel.IndexOf(direction, StringComparison.Ordinal) + direction.Length)..]);

    /// <summary>Of the first family with a kernel that runs here, the kernel with the widest instruction set.</summary>
    private static string Best(string type, string direction, string[] families) => families
        .Select(family => KernelRegistry.All
            .Where(kernel => kernel.IsSupported && kernel.Name.StartsWith($"{type} ", StringComparison.Ordinal))
            .Select(kernel => kernel.Type.Name.Split('`')[0])
            .Where(name => name.StartsWith(family + direction, StringComparison.Ordinal)
                && (family != "BranchFreeInteger" || HasVectors))
            .OrderByDescending(name => WidthOf(name, direction))
            .FirstOrDefault())
        .First(name => name is not null)!;
}
