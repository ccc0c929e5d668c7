using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.Engineering;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <content>Decoding of long arrays.</content>
public partial class CodePathTests
{
    /// <summary>
    /// Of how many bytes at each border between segments the tokens may be decoded by other kernels: what is left of a segment may be shorter than a window (64
    /// bytes) or than what is looked up for a run (72 bytes), and the first tokens behind the border may be looked at anew.
    /// </summary>
    private const int NearBorder = 128;

    /// <summary>In one piece, and in segments as pipes have them.</summary>
    private static readonly int[] SegmentLengths = [int.MaxValue, 4096];

    [Fact]
    public void Mixed_widths_are_decoded_by_the_expected_kernels()
    {
        DecodedMixed<sbyte>("sbyte", ["Int8", .. MixedIntegers]);
        DecodedMixed<byte>("byte", ["Int8", .. MixedIntegers]);
        DecodedMixed<short>("short", MixedIntegers);
        DecodedMixed<int>("int", MixedInt32);
        DecodedMixed<long>("long", MixedIntegers);
        DecodedMixed<TimeSpan>("long", MixedIntegers);
        DecodedMixed<DateOnly>("int", MixedInt32);
        DecodedMixed<TimeOnly>("long", MixedIntegers);
        DecodedMixed<ushort>("ushort", MixedIntegers);
        DecodedMixed<uint>("uint", MixedInt32);
        DecodedMixed<ulong>("ulong", MixedIntegers);
    }

    /// <summary>Nine in ten are fixints. Runs of them are looked up where that is quicker than reading one after another.</summary>
    [Fact]
    public void Fixints_with_others_between_them_are_decoded_to_64_bits_by_the_expected_kernels()
    {
        string[] families = [.. HasRunScan ? ["RunScan"] : Array.Empty<string>(), "MixedWidth", "FixIntRun", .. WithoutVectors];
        DecodedMixed<long>("long", families, "mostly_small");
        DecodedMixed<ulong>("ulong", families, "mostly_small");
    }

    /// <summary>
    /// Runs are looked up, instead of windows decoded, if there are few bytes of other tokens than fixints: how few depends on the instruction set. (Of 64
    /// bytes: 5, or 20 to 28.)
    /// </summary>
    [Fact]
    public void Fixints_with_others_between_them_are_decoded_by_the_expected_kernels()
    {
        const int Period = 12;
        byte[] few = [.. Enumerable.Range(0, Count).SelectMany(place => place % Period == 0 ? [0xcc, 0x05] : new[] { (byte)(place % 100) })];
        byte[] many = [.. Enumerable.Range(0, Count).SelectMany(place => place % Period % 8 == 0 ? [0xcd, 0x85, 0x86] : new[] { (byte)(place % 100) })];
        RunScanned<short>(few, HasRunScan && !Avx2.IsSupported);
        RunScanned<ushort>(few, HasRunScan && !Avx2.IsSupported);
        RunScanned<char>(few, HasRunScan && !Avx2.IsSupported);
        RunScanned<int>(few, HasRunScan && !Avx2.IsSupported);
        RunScanned<uint>(few, HasRunScan && !Avx2.IsSupported);
        RunScanned<ushort>(many, isExpected: false);
        RunScanned<int>(many, HasRunScan && !Avx2.IsSupported);
        RunScanned<uint>(many, HasRunScan && !Avx2.IsSupported);
    }

    /// <summary>
    /// Every twentieth token is a small value with eight bytes, which the rows for fewer bits don't cover: it ends windows, but not what has been looked up.
    /// </summary>
    [Fact]
    public void Fixints_with_longer_tokens_than_elements_need_between_them_are_decoded_by_the_expected_kernel()
    {
        byte[] tokens =
            [.. Enumerable.Range(0, Count).SelectMany(place => place % 20 == 19 ? new byte[] { 0xcf, 0, 0, 0, 0, 0, 0, 0, 7 } : [(byte)(place % 100)])];
        RunScanned<short>(tokens, Simd128.HasShuffle);
        RunScanned<char>(tokens, Simd128.HasShuffle);
        RunScanned<int>(tokens, Simd128.HasShuffle);
        RunScanned<uint>(tokens, Simd128.HasShuffle);
    }

    /// <summary>
    /// Where every 200th token is one that windows do not take: besides that one, they leave only a few before it to the decoder that reads tokens one by one.
    /// </summary>
    [Fact]
    public void Windows_go_on_behind_a_token_that_they_do_not_take()
    {
        byte[] tokens = [.. Enumerable.Range(0, Count).SelectMany(place =>
            place % 200 == 199 ? new byte[] { 0xce, 0, 0, 0, 7 } : place % 4 == 3 ? [0xcd, 0x05, 0x86] : [(byte)(place % 100)])];
        foreach (int segmentLength in SegmentLengths)
        {
            int nearBorders = Decode<short>(tokens, segmentLength);
            output.WriteLine($"{InstructionSetLevel.Current} {segmentLength}: {KernelCounters.Describe()}");
            long byWindows = KernelCounters.Counts
                .Where(handled => handled.Key.StartsWith("MixedWidth", StringComparison.Ordinal))
                .Sum(handled => handled.Value);
            Assert.InRange(byWindows, Simd128.HasShuffle ? (Count * 8 / 10) - nearBorders : 0, Count);
        }
    }

    /// <summary>
    /// Numbers from 0 to 255, every other one with a token of two bytes: the tokens are short, but not because most of them are fixints. The kernel for runs of
    /// fixints does not count here.
    /// </summary>
    [Fact]
    public void Short_tokens_of_which_every_other_is_a_fixint_are_decoded_by_the_expected_kernels()
    {
        byte[] tokens = [.. Enumerable.Repeat(new byte[] { 0x05, 0xcc, 0x85 }, Count / 2).SelectMany(bytes => bytes)];
        Decoded<short>("short", tokens, "bytes", MixedIntegers, Count * 9 / 10, alone: true);
        Decoded<int>("int", tokens, "bytes", MixedIntegers, Count * 9 / 10, alone: true);
        Decoded<long>("long", tokens, "bytes", MixedIntegers, Count * 9 / 10, alone: true);
        Decoded<ulong>("ulong", tokens, "bytes", MixedIntegers, Count * 9 / 10, alone: true);
    }

    [Fact]
    public void Fixints_are_decoded_by_the_expected_kernels()
    {
        Decoded<sbyte>("sbyte", [0x05], ["Int8", "FixInt", .. MixedIntegers]);
        Decoded<byte>("byte", [0x05], ["Int8", "FixInt", .. MixedIntegers]);
        Decoded<short>("short", [0x05], ["FixInt", .. MixedIntegers]);
        Decoded<int>("int", [0x05], ["FixInt", .. MixedIntegers]);
        Decoded<long>("long", [0x05], ["FixInt", .. MixedIntegers]);
        Decoded<ushort>("ushort", [0x05], ["FixInt", .. MixedIntegers]);
        Decoded<uint>("uint", [0x05], ["FixInt", .. MixedIntegers]);
        Decoded<ulong>("ulong", [0x05], ["FixInt", .. MixedIntegers]);
    }

    [Fact]
    public void Tokens_of_full_width_bools_and_times_are_decoded_by_the_expected_kernels()
    {
        Decoded<short>("short", [0xd1, 0x80, 0x00], ["Uniform", "FullWidth", .. MixedIntegers]);
        Decoded<int>("int", [0xd2, 0x80, 0, 0, 0], ["Uniform", "FullWidth", .. MixedIntegers]);
        Decoded<long>("long", [0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0], ["Uniform", "FullWidth", .. MixedIntegers]);
        Decoded<ushort>("ushort", [0xcd, 0x80, 0x00], ["Uniform", "FullWidth", .. MixedIntegers]);
        Decoded<uint>("uint", [0xce, 0x80, 0, 0, 0], ["Uniform", "FullWidth", .. MixedIntegers]);
        Decoded<ulong>("ulong", [0xcf, 0x80, 0, 0, 0, 0, 0, 0, 0], ["Uniform", "FullWidth", .. MixedIntegers]);
        Decoded<float>("float", [0xca, 0x80, 0, 0, 0], ["Float", "FullWidth", .. FloatsWithoutShuffle]);
        Decoded<double>("double", [0xcb, 0x80, 0, 0, 0, 0, 0, 0, 0], ["Float", "FullWidth", .. FloatsWithoutShuffle]);
        Decoded<Half>("float", [0xca, 0x80, 0, 0, 0], ["Float", "FullWidth", .. FloatsWithoutShuffle]);
        Decoded<bool>("bool", [0xc3], ["Boolean", .. WithoutVectors]);
        Decoded<DateTime>("DateTime", [0xd6, 0xff, 0x80, 0, 0, 0], Timestamps);
        Decoded<DateTime>("DateTime", [0xd7, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0], Timestamps);
    }

    /// <summary>
    /// Tokens of one length with a narrower payload than the element's. The kernels for mixed widths would take them too, so only the expected kernel
    /// counts here.
    /// </summary>
    [Fact]
    public void Tokens_narrower_than_the_element_are_decoded_by_the_expected_kernels()
    {
        byte[][] tokens = [[0xcc, 0x80], [0xcd, 0x80, 0x00], [0xce, 0x80, 0, 0, 0]];
        foreach (byte[] token in tokens)
        {
            DecodedAlone<short>("short", token);
            DecodedAlone<int>("int", token);
            DecodedAlone<long>("long", token);
            DecodedAlone<ushort>("ushort", token);
            DecodedAlone<uint>("uint", token);
            DecodedAlone<ulong>("ulong", token);
        }
    }

    /// <summary>
    /// Integers all written in one width, by a writer that does not look for the shortest form: where there is a byte shuffle, the kernels for elements of 64
    /// bits decode them. No vector kernel takes tokens wider than its element, and trying the kernels for mixed widths at each token would take longer than
    /// reading it.
    /// </summary>
    [Theory]
    [InlineData("ce00000085")]
    [InlineData("cf0000000000000085")]
    [InlineData("d30000000000000085")]
    public void Tokens_wider_than_the_element_are_decoded_by_the_expected_kernel(string token)
    {
        byte[] tokens = Repeat(token, Count);
        string[] families = ["Uniform", "FullWidth", .. IntegersWithoutShuffle];
        string type = Simd128.HasShuffle ? "long" : "short";
        Decoded<short>(type, tokens, token, families, Count * 9 / 10);
        Decoded<ushort>(type, tokens, token, families, Count * 9 / 10);
        Decoded<byte>(type, tokens, token, families, Count * 9 / 10);
        if (token.Length > 10)
        {
            Decoded<int>(type, tokens, token, families, Count * 9 / 10);
            Decoded<uint>(type, tokens, token, families, Count * 9 / 10);
        }
    }

    /// <summary>Tokens wider than the element between others, so many that windows of the element's own kernels would all hold one.</summary>
    [Theory]
    [InlineData("d3000000000000008505cc85")]
    [InlineData("05cf00000000000000850605")]
    public void Mixtures_with_tokens_wider_than_the_element_are_decoded_by_the_expected_kernel(string pattern)
    {
        // Where windows have 64 bytes and end soon, runs looked up beforehand go on behind such a token if most others are fixints.
        string[] kernels = Avx512Vbmi.IsSupported ? ["LengthScanDecoderVector128", "RunScanDecoderVector128"]
            : [Simd128.HasShuffle ? "LengthScanDecoderVector128" : HasVectors ? "FixIntRunDecoderVector128" : "ScalarDecoder"];
        DecodedMostly<short>(pattern, kernels);
        DecodedMostly<ushort>(pattern, kernels);
        DecodedMostly<int>(pattern, kernels);
        DecodedMostly<uint>(pattern, kernels);
        DecodedMostly<byte>(pattern, kernels);
    }

    /// <summary>Floating-point numbers from integers, from the other float, and from any mixture, as writers without types make them.</summary>
    [Fact]
    public void Numbers_from_tokens_of_other_forms_are_decoded_by_the_expected_kernels()
    {
        string withoutShuffle = HasVectors ? "BranchFreeNumberDecoder" : "ScalarDecoder";
        if (Simd128.HasShuffle)
        {
            Decoded<double>("float", Repeat("ca80000000", Count), "float", ["Float", "FullWidth"], Count * 9 / 10);
            Decoded<float>("double", Repeat("cb8000000000000000", Count), "double", ["Float", "FullWidth"], Count * 9 / 10);
            Decoded<double>("long", Repeat("d18000", Count), "int16", ["Uniform"], Count * 9 / 10);
            Decoded<float>("int", Repeat("d18000", Count), "int16", ["Uniform"], Count * 9 / 10);
            Decoded<double>("long", Repeat("05", Count), "fixint", ["FixInt"], Count * 9 / 10);
            Decoded<float>("int", Repeat("05", Count), "fixint", ["FixInt"], Count * 9 / 10);
        }
        else
        {
            Decoded<double>("double", Repeat("ca80000000", Count), "float", FloatsWithoutShuffle, Count * 9 / 10);
        }

        DecodedMostly<double>("cb800000000000000005cd8000", Simd128.HasShuffle ? "LengthScanDecoderVector128" : withoutShuffle);
        DecodedMostly<float>("cb800000000000000005ca80000000", Simd128.HasShuffle ? "LengthScanDecoderVector128" : withoutShuffle);
        DecodedMostly<double>("cf800000000000000005", withoutShuffle);
    }

    /// <summary>A single token of another form is read by itself; then the kernel for stretches of one form goes on, not the one for mixed widths.</summary>
    [Fact]
    public void Long_stretches_with_single_tokens_between_them_are_decoded_by_the_expected_kernels()
    {
        string fullWidth = Avx512Vbmi.IsSupported ? "Uniform" : "FullWidth";
        DecodedStretches<short>("short", [0xd1, 0x80, 0x00], [0x05], fullWidth);
        DecodedStretches<ushort>("ushort", [0xcd, 0x80, 0x00], [0xcc, 0x85], fullWidth);
        DecodedStretches<int>("int", [0xd2, 0x80, 0, 0, 0], [0xd0, 0x85], fullWidth);
        DecodedStretches<ulong>("ulong", [0xcf, 0x80, 0, 0, 0, 0, 0, 0, 0], [0xce, 0x80, 0, 0, 0], fullWidth);
        DecodedStretches<short>("short", [0x05], [0xcd, 0x12, 0x34], "FixInt");
        DecodedStretches<uint>("uint", [0x05], [0xcd, 0x12, 0x34], "FixInt");
        DecodedStretches<long>("long", [0x05], [0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0], "FixInt");
    }

    /// <summary>
    /// Where such tokens are nearer to each other, windows that hold many tokens decode them too, after the first few stretches; where windows hold few, the
    /// uniform kernel goes on.
    /// </summary>
    [Fact]
    public void Shorter_stretches_with_single_tokens_between_them_are_decoded_by_the_expected_kernels()
    {
        const string windows = "MixedWidth";
        bool areWide = Avx512Vbmi.IsSupported;
        bool areWindows = areWide || Avx2.IsSupported;
        DecodedStretches<short>("short", [0x05], [0xcd, 0x12, 0x34], areWindows ? windows : "FixInt", 45);
        DecodedStretches<int>("int", [0x05], [0xd2, 0x80, 0, 0, 0], areWindows ? windows : "FixInt", 45);
        DecodedStretches<uint>("uint", [0xcc, 0x85], [0x05], areWindows ? windows : "Uniform", 45);
        DecodedStretches<long>("long", [0xd0, 0x85], [0x05], areWide ? windows : "Uniform", 45);
        DecodedStretches<int>("int", [0x05], [0xd2, 0x80, 0, 0, 0], areWide ? windows : "FixInt", 120);
        DecodedStretches<int>("int", [0xd2, 0x80, 0, 0, 0], [0xd0, 0x85], areWide ? "Uniform" : "FullWidth", 80);
    }

    /// <summary>Decodes <see cref="Count"/> tokens: nearly all of them behind looked-up runs, or none.</summary>
    private void RunScanned<T>(byte[] tokens, bool isExpected)
        where T : unmanaged
    {
        foreach (int segmentLength in SegmentLengths)
        {
            int nearBorders = Decode<T>(tokens, segmentLength);
            string all = KernelCounters.Describe();
            output.WriteLine($"{InstructionSetLevel.Current} {typeof(T).Name} {segmentLength}: {all}");
            Assert.InRange(
                KernelCounters.Counts.GetValueOrDefault("RunScanDecoderVector128"),
                isExpected ? (Count * 9 / 10) - nearBorders : 0,
                isExpected ? Count : 0);
        }
    }

    /// <summary>
    /// Checks that a kernel handles four fifths of many elements, whose tokens repeat a pattern. In segments another vector kernel may do it: how one is begun
    /// depends on what was counted in the one before, and for how long wide tokens are expected is found out in each.
    /// </summary>
    private void DecodedMostly<T>(string pattern, params string[] kernels)
        where T : unmanaged
    {
        byte[] tokens = Repeat(pattern, Count);
        foreach (int segmentLength in SegmentLengths)
        {
            int nearBorders = Decode<T>(tokens, segmentLength);
            string all = KernelCounters.Describe();
            output.WriteLine($"{InstructionSetLevel.Current} {typeof(T).Name} {pattern} {segmentLength}: {all}");
            long handled = KernelCounters.Counts
                .Where(count => kernels.Contains(count.Key) || (segmentLength < tokens.Length && HasVectorsInName(count.Key)))
                .Sum(count => count.Value);
            Assert.True(
                handled >= (Count * 4 / 5) - nearBorders,
                $"{typeof(T).Name} {pattern}, in segments of {segmentLength}: not {string.Join(" and ", kernels)} but {all}");
        }
    }

    private void DecodedMixed<T>(string type, string[] families, string distribution = "mixed_width")
        where T : unmanaged
    {
        byte[] tokens = ReferenceCodec.EncodeElements<T>(LargeInput.Create<T>(distribution, Count, 3));
        Decoded<T>(type, tokens, distribution, families, Count / 2);
    }

    private void Decoded<T>(string type, byte[] token, string[] families)
        where T : unmanaged =>
        Decoded<T>(
            type,
            [.. Enumerable.Repeat(token, Count).SelectMany(bytes => bytes)],
            Convert.ToHexString(token).ToLowerInvariant(),
            families,
            Count * 9 / 10);

    /// <summary>
    /// One token in 250 (or as many as given) is one of another form. In segments another vector kernel may decode them: whether one is begun as a uniform
    /// stretch depends on how many bytes the other tokens in the one before added.
    /// </summary>
    private void DecodedStretches<T>(string type, byte[] token, byte[] other, string family, int distance = 250)
        where T : unmanaged
    {
        byte[] tokens = [.. Enumerable.Range(1, Count).SelectMany(place => place % distance == 0 ? other : token)];
        string what = $"{Convert.ToHexString(token)} and {Convert.ToHexString(other)}, one in {distance}";
        Decoded<T>(type, tokens, what, [family, .. IntegersWithoutShuffle], Count * 9 / 10, alone: true, orOtherVectors: true);
    }

    private void DecodedAlone<T>(string type, byte[] token)
        where T : unmanaged
    {
        if (token.Length <= Unsafe.SizeOf<T>())
        {
            Decoded<T>(
                type,
                [.. Enumerable.Repeat(token, Count).SelectMany(bytes => bytes)],
                Convert.ToHexString(token).ToLowerInvariant(),
                ["Uniform", .. IntegersWithoutShuffle],
                Count * 9 / 10,
                alone: true);
        }
    }

    private void Decoded<T>(string type, byte[] tokens, string what, string[] families, int least, bool alone = false, bool orOtherVectors = false)
        where T : unmanaged
    {
        foreach (int segmentLength in SegmentLengths)
        {
            int nearBorders = Decode<T>(tokens, segmentLength);
            bool isCut = segmentLength < tokens.Length;
            string where = isCut ? $", in segments of {segmentLength}" : string.Empty;
            Require(type, "Decoder", families, what + where, least - nearBorders, alone: alone, orOtherVectors: orOtherVectors && isCut);
        }
    }

    /// <summary>Decodes <see cref="Count"/> elements from segments of so many bytes.</summary>
    /// <returns>How many elements near borders between segments may have been decoded by other kernels than those of a whole array.</returns>
    private static int Decode<T>(byte[] tokens, int segmentLength)
        where T : unmanaged
    {
        var destination = new T[Count];
        int written;
        KernelCounters.Reset();
        if (segmentLength >= tokens.Length)
        {
            CountedCodec.DecodeElements<T>()(tokens, destination, out _, out written);
            Assert.Equal(Count, written);
            return 0;
        }

        CountedCodec.DecodeElementsOfSequence<T>()(Segmentation.InPieces(tokens, segmentLength), destination, out _, out written);
        Assert.Equal(Count, written);
        int borders = (tokens.Length - 1) / segmentLength;
        return borders * NearBorder * Count / tokens.Length;
    }
}
