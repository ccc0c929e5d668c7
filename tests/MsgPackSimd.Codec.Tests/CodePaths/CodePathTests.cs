using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Runtime.CompilerServices;
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
public class CodePathTests(ITestOutputHelper output)
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

    /// <summary>The families to which encoders of integers hand long stretches of full width, and decoders hand tokens: counted with the expected one.</summary>
    private static readonly string[] WithThem = ["FixInt", "FixIntRun", "FullWidth", "Int8", "MixedWidth", "Uniform"];

    [Fact]
    public void Long_arrays_are_encoded_by_the_expected_kernels()
    {
        Encoded<sbyte>("sbyte", ["Int8", .. IntegersWithoutShuffle]);
        Encoded<byte>("byte", ["Int8", .. IntegersWithoutShuffle]);
        Encoded<short>("short", ["Int16", .. IntegersWithoutShuffle]);
        Encoded<int>("int", ["Int32", .. IntegersWithoutShuffle]);
        Encoded<long>("long", ["Int64", .. IntegersWithoutShuffle]);
        Encoded<ushort>("ushort", ["Int16", .. IntegersWithoutShuffle]);
        Encoded<uint>("uint", ["Int32", .. IntegersWithoutShuffle]);
        Encoded<ulong>("ulong", ["Int64", .. IntegersWithoutShuffle]);
        Encoded<char>("char", ["Int16", .. IntegersWithoutShuffle]);
        Encoded<float>("float", ["FullWidth", "Single", .. WithoutVectors]);
        Encoded<double>("double", ["FullWidth", "Double", .. WithoutVectors]);
        Encoded<bool>("bool", ["Boolean", .. WithoutVectors]);
        Encoded<DateTime>("DateTime", Timestamps);

        Encoded<TimeSpan>("long", ["Int64", .. IntegersWithoutShuffle]);
        Encoded<DateOnly>("int", ["Int32", .. IntegersWithoutShuffle]);
        Encoded<TimeOnly>("long", ["Int64", .. IntegersWithoutShuffle]);

        // Halves are widened to floats, in blocks too short for the AVX2 kernel for long arrays.
        Encoded<Half>("float", [.. Avx512Vbmi.IsSupported ? ["FullWidth"] : Array.Empty<string>(), "Single", .. WithoutVectors]);
    }

    /// <summary>Where every other element needs 64 bits, and there are no stretches, and where one in a thousand does.</summary>
    [Fact]
    public void Elements_of_64_bits_that_fit_32_are_encoded_by_the_expected_kernels()
    {
        int[] narrow = LargeInput.Create<int>("mixed_width", Count, 5);
        foreach (int period in new[] { 2, 1000 })
        {
            long[] values = [.. narrow.Select((value, i) => i % period == period - 1 ? 1L << 40 : value)];
            KernelCounters.Reset();
            CountedCodec.EncodeElements<long>()(values, new byte[10 * Count], out int read, out _);
            Assert.Equal(Count, read);
            bool isNarrowed = period == 1000 && NarrowsStretches;
            Require(isNarrowed ? "int" : "long", "Encoder", [isNarrowed ? "Int32" : "Int64", .. IntegersWithoutShuffle], $"1 of {period}", Count * 8 / 10);
        }
    }

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
    /// Runs are looked up, instead of windows decoded, if there are few bytes of other tokens than fixints: how few depends on the instruction set. (Of 64 bytes: 5,
    /// or 20 to 28.)
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
    /// Both sides of the number of bytes from which on runs are looked up. (The first 16 elements of 64 bits, which have 18 bytes, are decoded by themselves.)
    /// </summary>
    [Fact]
    public void Few_fixints_with_others_between_them_are_decoded_by_the_expected_kernels()
    {
        RunScannedFrom<short>(256, HasRunScan && !Avx2.IsSupported);
        RunScannedFrom<int>(96, HasRunScan && !Avx2.IsSupported);
        RunScannedFrom<long>(18 + 128, HasRunScan);
    }

    /// <summary>
    /// Every twentieth token is a small value with eight bytes, which the rows for fewer bits don't cover: it ends windows, but not what has been looked up.
    /// </summary>
    [Fact]
    public void Fixints_with_longer_tokens_than_elements_need_between_them_are_decoded_by_the_expected_kernel()
    {
        byte[] tokens = [.. Enumerable.Range(0, Count).SelectMany(place => place % 20 == 19 ? new byte[] { 0xcf, 0, 0, 0, 0, 0, 0, 0, 7 } : [(byte)(place % 100)])];
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
        KernelCounters.Reset();
        CountedCodec.DecodeElements<short>()(tokens, new short[Count], out _, out int written);
        Assert.Equal(Count, written);
        output.WriteLine($"{InstructionSetLevel.Current}: {string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"))}");
        long byWindows = KernelCounters.Counts.Where(handled => handled.Key.StartsWith("MixedWidth", StringComparison.Ordinal)).Sum(handled => handled.Value);
        Assert.InRange(byWindows, Simd128.HasShuffle ? Count * 8 / 10 : 0, Count);
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

    /// <summary>Both sides of each crossover between the ways to encode few integers (docs/algorithms/encode.md has the numbers).</summary>
    [Theory]
    [InlineData(3, 100_000, 100_000, "BranchFreeIntegerEncoder", "BranchFreeIntegerEncoder", "BranchFreeIntegerEncoder")]
    [InlineData(4, 100_000, 100_000, "Int32EncoderAvx512", "BranchFreeIntegerEncoder", "BranchFreeIntegerEncoder")]
    [InlineData(8, 100_000, 5, "Int32EncoderAvx512", "BranchFreeIntegerEncoder", "BranchFreeIntegerEncoder")]
    [InlineData(9, 100_000, 5, "Int32EncoderAvx512", "Int32EncoderVector128", "Int32EncoderVector128")]
    [InlineData(7, 5, 100_000, "Int32EncoderAvx512", "BranchFreeIntegerEncoder", "BranchFreeIntegerEncoder")]
    [InlineData(8, 5, 100_000, "Int32EncoderAvx512", "Int32EncoderVector128", "Int32EncoderVector128")]
    [InlineData(16, 100_000, 100_000, "Int32EncoderAvx512", "Int32EncoderVector128", "Int32EncoderVector128")]
    [InlineData(23, 100_000, 5, "Int32EncoderAvx512", "Int32EncoderVector128", "Int32EncoderVector128")]
    [InlineData(24, 100_000, 5, "Int32EncoderAvx512", "Int32EncoderAvx2", "Int32EncoderVector128")]
    public void Few_integers_are_encoded_by_the_expected_kernel(int count, int first, int second, string avx512, string avx2, string vector128)
    {
        string kernel = !HasVectors ? "ScalarEncoder"
            : Avx512Vbmi2.IsSupported ? avx512
            : Avx2.IsSupported ? avx2
            : Simd128.HasShuffle ? vector128
            : "BranchFreeIntegerEncoder";
        EncodedFew(count, [first, second], kernel);
    }

    /// <summary>The same for elements of a byte, of which a block that is not full is encoded too. (With one that is full, each level has its own.)</summary>
    [Theory]
    [InlineData(5, "BranchFreeIntegerEncoder")]
    [InlineData(6, "Int8FewEncoderVector128")]
    [InlineData(8, "Int8FewEncoderVector128")]
    [InlineData(15, "Int8FewEncoderVector128")]
    [InlineData(16, "Int8EncoderVector128")]
    public void Few_bytes_are_encoded_by_the_expected_kernel(int count, string vector128)
    {
        string kernel = !HasVectors ? "ScalarEncoder"
            : Avx512Vbmi2.IsSupported ? "Int8EncoderAvx512"
            : Simd128.HasShuffle ? vector128
            : "BranchFreeIntegerEncoder";
        EncodedFew<sbyte>(count, [-100, 5], kernel);
        EncodedFew<byte>(count, [200, 5], kernel);
    }

    /// <summary>
    /// Two blocks of elements are encoded as any mixture. With one element more, the first vector, not the first element alone, decides whether they are
    /// tried as all of full width.
    /// </summary>
    [TheoryWithMasks]
    [InlineData(24, 100_000, 100_000, "Int32EncoderAvx512")]
    [InlineData(25, 100_000, 100_000, "FullWidthEncoderAvx512")]
    [InlineData(25, 100_000, 5, "Int32EncoderAvx512")]
    [InlineData(25, 5, 100_000, "Int32EncoderAvx512")]
    public void Few_integers_are_encoded_by_the_expected_kernel_where_there_are_masks(int count, int first, int second, string kernel) =>
        EncodedFew(count, [first, second], kernel);

    /// <summary>Where no kernel has masks for few tokens: eight or more fixints with vectors; fewer, up to three of any kind, and mostly fixints by the scalar decoder; all others by neither.</summary>
    [TheoryWithoutMasks]
    [InlineData(7, "05", "ScalarDecoder")]
    [InlineData(8, "05", "FixIntDecoderVector128")]
    [InlineData(15, "05", "FixIntDecoderVector128")]
    [InlineData(16, "05", "FixIntDecoderVector128")]
    [InlineData(32, "05", "FixIntDecoderVector128")]
    [InlineData(3, "d180ff", "ScalarDecoder")]
    [InlineData(14, "0505050505cc8505", "ScalarDecoder")]
    [InlineData(12, "d180ff05", "BranchFreeIntegerDecoder")]
    [InlineData(12, "05d180ff", "BranchFreeIntegerDecoder")]
    public void Few_tokens_are_decoded_by_the_expected_kernel(int count, string pattern, string kernel)
    {
        kernel = HasVectors ? kernel : "ScalarDecoder";
        DecodedFew<short>(count, pattern, kernel);
        DecodedFew<int>(count, pattern, kernel);
        DecodedFew<long>(count, pattern, kernel);
    }

    /// <summary>64-bit integers of mixed widths: two a step, if there is a byte shuffle and there are enough integers.</summary>
    [TheoryWithoutMasks]
    [InlineData(23, "BranchFreeIntegerDecoder")]
    [InlineData(24, "LengthScanDecoderVector128")]
    [InlineData(Count, "LengthScanDecoderVector128")]
    public void Mixed_widths_are_decoded_to_64_bits_by_the_expected_kernel(int count, string kernel)
    {
        kernel = !HasVectors ? "ScalarDecoder" : Simd128.HasShuffle ? kernel : "BranchFreeIntegerDecoder";
        DecodedFew<long>(count, "cd8990d28a8b8c8d", kernel);
        DecodedFew<ulong>(count, "cd8990ce8a8b8c8d", kernel);
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

    /// <summary>With every other element missing; and with none missing, where the kernels for arrays do the work.</summary>
    [Fact]
    public void Elements_that_may_be_missing_are_encoded_and_decoded_by_the_expected_kernels()
    {
        Nullables<sbyte>(Avx512Vbmi2.IsSupported, false);
        Nullables<byte>(Avx512Vbmi2.IsSupported, false);
        Nullables<short>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<int>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<long>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<ushort>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<uint>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<ulong>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<char>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<float>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<double>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<TimeSpan>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<TimeOnly>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<Half>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
        Nullables<bool>(false, false);
        Nullables<DateTime>(false, false);
    }

    /// <summary>Without windows, a few missing elements between many present ones do not end the run. If they did, only the time would show it.</summary>
    [FactWithoutWindows]
    public void Few_missing_elements_do_not_end_the_runs_of_present_ones()
    {
        FewMissing<int>("FullWidth");
        FewMissing<ulong>("FullWidth");
        FewMissing<double>("NullableFloatRunDecoderVector128");
        FewMissing<float>("NullableFloatRunDecoderVector128");

        void FewMissing<T>(string kernel)
            where T : unmanaged
        {
            T?[] elements = [.. LargeInput.Create<T>("random", Count, 3).Select((value, i) => i % 300 == 299 ? (T?)null : value)];
            byte[] tokens = new byte[10 * Count];
            CountedCodec.EncodeNullableElements<T>()(elements, tokens, out _, out int written);
            string all = CountDecoded<T>(tokens.AsSpan(0, written), Count, out _);
            long byRuns = KernelCounters.Counts.Where(handled => handled.Key.StartsWith(kernel, StringComparison.Ordinal)).Sum(handled => handled.Value);
            Assert.True(byRuns >= Count * 8 / 10, all);
        }
    }

    /// <summary>Tokens that the kernels for elements that may be missing do not take, with nil between them: by the length scan for tokens of any form.</summary>
    [FactWithoutWindows]
    public void Tokens_of_other_forms_with_nil_between_them_are_decoded_by_the_expected_kernels()
    {
        Scanned<int>("c005d30000000000000005c0");
        Scanned<ushort>("c005cf0000000000000005c0");
        Scanned<sbyte>("c005cc05d20000000505c0");
        Scanned<float>("c0ca3f800000c0ca3f800000c005");
        Scanned<double>("c0cb4009000000000000cd1234c0ca3f800000");

        void Scanned<T>(string pattern)
            where T : unmanaged
        {
            byte[] tokens = Repeat(pattern, Count);
            string all = CountDecoded<T>(tokens, Count, out _);
            Assert.True(KernelCounters.Counts.GetValueOrDefault("LengthScanDecoderVector128") >= Count * 9 / 10, all);
        }
    }

    /// <summary>The same without nil between them, but for some at the beginning: as elements of an array.</summary>
    [FactWithoutWindows]
    public void Tokens_of_other_forms_that_are_all_there_are_decoded_as_those_of_an_array()
    {
        AllThere<short>("d30000000000000005", "FullWidth");
        AllThere<double>("05", "FixInt");
        AllThere<float>("cb3ff0000000000000", "FullWidth");

        void AllThere<T>(string token, string expected)
            where T : unmanaged
        {
            byte[] tokens = [.. Convert.FromHexString("c0c005c0"), .. Repeat(token, Count)];
            string all = CountDecoded<T>(tokens, Count, out _);
            long byArrays = KernelCounters.Counts.Where(handled => handled.Key.StartsWith(expected, StringComparison.Ordinal)).Sum(handled => handled.Value);
            Assert.True(byArrays >= Count * 8 / 10, all);
        }
    }

    /// <summary>One in a hundred elements is there: the missing ones around it are still counted in runs, and no other kernel is begun for it.</summary>
    [FactWithoutWindows]
    public void Single_floats_between_many_missing_ones_do_not_end_their_runs()
    {
        byte[] tokens = [.. Enumerable.Range(0, Count).Select(i => (byte)(i % 100 == 99 ? 0x05 : 0xc0))];
        CountDecoded<double>(tokens, Count, out int consumed);
        Assert.Equal(tokens.Length, consumed);
        Assert.InRange(KernelCounters.Counts.Values.Sum(), 0, Count / 4);
    }

    /// <summary>Fixints and nil, however they are mixed, have a loop of their own at every level with a byte shuffle, from eight on.</summary>
    [Fact]
    public void Fixints_and_nil_have_a_loop_of_their_own()
    {
        foreach (int count in new[] { 8, 9, 15, 16, 17, 31, 32, 33, 100, Count })
        {
            Alone<int>("05c0fe", count);
            Alone<ushort>("05c0c0", count);
            Alone<long>("050505", count);
        }

        void Alone<T>(string pattern, int count)
            where T : unmanaged
        {
            string all = CountDecoded<T>(Repeat(pattern, count), count, out _);
            Assert.True(KernelCounters.Counts.GetValueOrDefault("NullableFixIntDecoderVector128") == (Simd128.HasShuffle ? count : 0), all);
        }
    }

    /// <summary>With few others between them, of whatever form, these are decoded by the run scan; where there are many others, by the length scan.</summary>
    [FactWithoutWindows]
    public void Fixints_with_nil_and_others_between_them_are_decoded_by_the_expected_kernels()
    {
        foreach (int distance in new[] { 10, 100 })
        {
            Mixed<short>("05c0cd1234", "RunScanDecoderVector128", distance);
            Mixed<uint>("05c0ce12345678", "RunScanDecoderVector128", distance);
            Mixed<ulong>("05c0cf123456789abcdef0", "RunScanDecoderVector128", distance);
            Mixed<int>("05c0d30000000000000005", "RunScanDecoderVector128", distance);
        }

        Mixed<short>("c005d18000d1800005d18000", "LengthScanDecoderVector128", 0);
        Mixed<int>("c005d280000000d28000000005d280000000", "LengthScanDecoderVector128", 0);

        // The pattern again and again; or its first two bytes, and the token behind them once in so many elements.
        void Mixed<T>(string pattern, string expected, int distance)
            where T : unmanaged
        {
            byte[] tokens = distance == 0 ? Repeat(pattern, Count)
                : [.. Enumerable.Range(0, Count).SelectMany(i => Convert.FromHexString(pattern[i % distance == distance - 1 ? 4.. : i % 3 == 0 ? 2..4 : ..2]))];
            string all = CountDecoded<T>(tokens, Count, out _);
            Assert.True(KernelCounters.Counts.GetValueOrDefault(expected) >= Count * 9 / 10, all);
        }
    }

    /// <summary>Fewer elements than the run scan is worth beginning for, most of them fixints: a few steps decode them all.</summary>
    [FactWithoutWindows]
    public void Few_fixints_with_nil_and_others_between_them_are_decoded_by_one_kernel()
    {
        foreach (int count in new[] { 16, 17, 31, 50 })
        {
            byte[] tokens = [.. Enumerable.Range(0, count).SelectMany(i => Convert.FromHexString(i % 16 == 9 ? "d280000000" : i % 3 == 0 ? "c0" : "05"))];
            string all = CountDecoded<int>(tokens, count, out int consumed);
            Assert.Equal(tokens.Length, consumed);
            Assert.True(KernelCounters.Counts.GetValueOrDefault("NullableFixIntDecoderVector128") == count, all);
        }
    }

    /// <summary>One float in 31 is missing, which is left to the CPU to predict; then every second or every tenth; and one in 31 again.</summary>
    [FactWithoutWindows]
    public void Floats_of_which_many_are_missing_have_another_kernel_than_those_of_which_few_are()
    {
        foreach (int period in new[] { 2, 10 })
        {
            double?[] elements = [.. Enumerable.Range(0, 3 * Count).Select(i => i % (i / Count == 1 ? period : 31) == 1 ? (double?)null : i)];
            Assert.InRange(DecodedBy("NullableFloatDecoder", elements), 2 * Count * 9 / 10, 2 * Count * 11 / 10);
            Assert.InRange(DecodedBy("NullableFloatRunScanDecoderVector128", elements), Count * 9 / 10, Count * 11 / 10);
        }
    }

    /// <summary>However the first elements are read, many in a row with none missing are read together.</summary>
    [FactWithoutWindows]
    public void Floats_that_are_all_there_are_read_in_runs_however_many_were_missing_before()
    {
        foreach (int period in new[] { 10, 2 })
        {
            float?[] elements = [.. Enumerable.Range(0, Count).Select(i => i < 300 && i % period == 1 ? (float?)null : i)];
            Assert.InRange(DecodedBy("NullableFloatRunDecoderVector128", elements), Count * 9 / 10, Count - 200);
        }
    }

    /// <summary>Floating-point numbers of which some are missing at first and then none: these are encoded as those of an array.</summary>
    [FactWithoutWindows]
    public void Floats_that_are_all_there_are_gathered()
    {
        double?[] elements = [.. Enumerable.Range(0, Count).Select(i => i < 100 && i % 3 == 0 ? (double?)null : i)];
        KernelCounters.Reset();
        CountedCodec.EncodeNullableElements<double>()(elements, new byte[9 * Count], out int read, out _);
        Assert.Equal(Count, read);
        string all = string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"));
        output.WriteLine($"{InstructionSetLevel.Current}: {all}");
        Assert.Equal(512, KernelCounters.Counts.GetValueOrDefault("NullableFloatEncoderVector128"));
    }

    /// <summary>Integers of which some are missing at first and then none, and all are fixints: these have a loop of their own.</summary>
    [FactWithoutWindows]
    public void Fixints_behind_integers_some_of_which_are_missing_have_a_loop_of_their_own()
    {
        int?[] elements = [.. Enumerable.Range(0, Count).Select(i => i < 100 && i % 3 == 0 ? (int?)null : i % 100)];
        KernelCounters.Reset();
        CountedCodec.EncodeNullableElements<int>()(elements, new byte[5 * Count], out int read, out _);
        Assert.Equal(Count, read);
        string all = string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"));
        output.WriteLine($"{InstructionSetLevel.Current}: {all}");
        Assert.InRange(KernelCounters.Counts.GetValueOrDefault("NullableBlockEncoder"), 500, 512);
    }

    /// <summary>Few elements that are no fixints do not send the fixints between them through the blocks of mixed widths.</summary>
    [FactWithBlocks]
    public void Runs_of_fixints_between_few_others_have_a_loop_of_their_own()
    {
        AreEncodedAsRuns<short>(60, "Int16");
        AreEncodedAsRuns<ushort>(60, "Int16");
        AreEncodedAsRuns<char>(60, "Int16");
        AreEncodedAsRuns<int>(30, "Int32");
        AreEncodedAsRuns<uint>(30, "Int32");
        AreEncodedAsRuns<long>(15, "Int64");
        AreEncodedAsRuns<ulong>(15, "Int64");
    }

    /// <summary>Otherwise a kernel with a new kind of signature would go unnoticed.</summary>
    [Fact]
    public void Every_kernel_is_counted()
    {
        _ = CountedCodec.EncodeElements<int>();
        IEnumerable<string> kernels = KernelRegistry.All.Select(kernel => kernel.Type.Name.Split('`')[0]).Distinct();
        Assert.Equal(string.Empty, string.Join(", ", kernels.Except(CountedCodec.CountedKernels)));
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

    private void Encoded<T>(string type, string[] families)
        where T : unmanaged
    {
        CountedCodec.Encode<T> encode = CountedCodec.EncodeElements<T>();

        // Times before 1970 have no kernel, and a block that contains one is left to the scalar code.
        foreach (string distribution in typeof(T) == typeof(DateTime) ? ["random", "small"] : LargeInput.Distributions)
        {
            T[] values = LargeInput.Create<T>(distribution, Count, 3);
            KernelCounters.Reset();
            encode(values, new byte[10 * Count], out int read, out _);
            Assert.Equal(Count, read);

            // Without a byte shuffle the 128-bit kernel takes the fixints, and the branch-free one the rest.
            string fixInts = $"{families[0]}EncoderVector128";
            bool sharesFixInts = HasVectors && !Simd128.HasShuffle && Array.IndexOf(families, "BranchFreeInteger") >= 0;
            if (sharesFixInts && distribution == "small")
            {
                Assert.True(KernelCounters.Counts[fixInts] >= Count * 9 / 10, $"{type} {distribution}: not {fixInts}");
            }

            // Long stretches of 64-bit elements that fit 32 bits are encoded as such.
            // (No time of day is negative.)
            bool isNarrowed = type == "long" && typeof(T) != typeof(TimeOnly) && distribution == "negative" && NarrowsStretches;

            // With AVX2, this many doubles go through the groups of the 128-bit kernel.
            bool sharesGroups = typeof(T) == typeof(double) && !Avx512Vbmi.IsSupported;
            Require(
                isNarrowed ? "int" : type, "Encoder", isNarrowed ? ["Int32"] : families, distribution, Count * 9 / 10, sharesFixInts ? fixInts : sharesGroups ? nameof(DoubleEncoderVector128) : null);
        }
    }

    /// <summary>Fixints, and about one in so many elements that has full width.</summary>
    private void AreEncodedAsRuns<T>(int oneIn, string family)
        where T : unmanaged
    {
        var random = new Random(oneIn);
        T[] small = LargeInput.Create<T>("small", Count, 7);
        T[] large = LargeInput.Create<T>("random", Count, 8);
        T[] values = [.. small.Select((value, i) => random.Next(oneIn) == 0 ? large[i] : value)];
        KernelCounters.Reset();
        CountedCodec.EncodeElements<T>()(values, new byte[10 * Count], out int read, out _);
        Assert.Equal(Count, read);
        string all = string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"));
        output.WriteLine($"{InstructionSetLevel.Current} {typeof(T).Name}: {all}");
        long runs = KernelCounters.Counts
            .Where(handled => handled.Key.StartsWith(family, StringComparison.Ordinal) && handled.Key.EndsWith(CountedCodec.Runs, StringComparison.Ordinal))
            .Sum(handled => handled.Value);
        Assert.InRange(runs, Count * 8 / 10, Count);
    }

    /// <summary>Decodes as many elements, all there are, and returns which kernels handled how many.</summary>
    private string CountDecoded<T>(ReadOnlySpan<byte> tokens, int count, out int consumed)
        where T : unmanaged
    {
        KernelCounters.Reset();
        CountedCodec.DecodeNullableElements<T>()(tokens, new T?[count], out consumed, out int written);
        Assert.Equal(count, written);
        string all = $"{typeof(T).Name}?: {string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"))}";
        output.WriteLine($"{InstructionSetLevel.Current} {all}");
        return all;
    }

    /// <summary>How many of the elements a kernel has decoded.</summary>
    private long DecodedBy<T>(string kernel, T?[] elements)
        where T : unmanaged
    {
        byte[] tokens = new byte[9 * elements.Length];
        T?[] decoded = new T?[elements.Length];
        CountedCodec.EncodeNullableElements<T>()(elements, tokens, out _, out int written);
        KernelCounters.Reset();
        CountedCodec.DecodeNullableElements<T>()(tokens.AsSpan(0, written), decoded, out _, out _);
        Assert.Equal(elements, decoded);
        output.WriteLine($"{InstructionSetLevel.Current}: {string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"))}");
        return KernelCounters.Counts.GetValueOrDefault(kernel);
    }

    private void Nullables<T>(bool hasBlocks, bool hasWindows)
        where T : unmanaged
    {
        bool isInt8 = Simd128.HasShuffle && (typeof(T) == typeof(sbyte) || typeof(T) == typeof(byte));
        bool isFloat = typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(Half);
        bool isInteger = !isFloat && typeof(T) != typeof(bool) && typeof(T) != typeof(DateTime);
        bool isScanned = Simd128.HasShuffle && !hasWindows && !isInt8 && (isInteger || isFloat);
        T[] values = LargeInput.Create<T>("random", Count, 3);
        foreach (int period in new[] { 2, int.MaxValue })
        {
            T?[] elements = [.. values.Select((value, i) => i % period == 1 && period == 2 ? (T?)null : value)];
            byte[] tokens = new byte[10 * Count];
            KernelCounters.Reset();
            CountedCodec.EncodeNullableElements<T>()(elements, tokens, out int read, out int written);
            Assert.Equal(Count, read);
            Check("Encoder", hasBlocks, isAlways: hasBlocks || isInt8 || typeof(T) == typeof(bool));
            KernelCounters.Reset();
            CountedCodec.DecodeNullableElements<T>()(tokens.AsSpan(0, written), elements, out _, out read);
            Assert.Equal(Count, read);
            Check("Decoder", hasWindows, isAlways: isInt8 || typeof(T) == typeof(bool) || hasWindows != isFloat);

            void Check(string kind, bool isWide, bool isAlways)
            {
                string all = string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"));
                output.WriteLine($"{InstructionSetLevel.Current} {typeof(T).Name}? {period}: {all}");
                string kernel = isInt8 && kind == "Decoder" ? $"Int8Decoder{(Avx512Vbmi2.IsSupported ? "Avx512" : "Vector128")}"
                    : kind == "Encoder" && !isWide && isInteger && Simd128.HasShuffle ? "NullableBlockEncoder"
                    : kind == "Encoder" && !isWide && isFloat && Simd128.HasShuffle ? "NullableFloatEncoderVector128"
                    : typeof(T) == typeof(bool) ? $"NullableBoolean{kind}Vector128"
                    : isFloat && !isWide && kind == "Decoder" && period != 2 ? $"NullableFloat{(Simd128.HasShuffle ? "RunDecoderVector128" : "Decoder")}"
                    : isFloat && isScanned && kind == "Decoder" ? "NullableFloatRunScanDecoderVector128"
                    : isScanned && kind == "Decoder" ? "LengthScanDecoderVector128"
                    : $"Nullable{kind}{(isWide ? "Avx512" : string.Empty)}";
                long nullable = KernelCounters.Counts.GetValueOrDefault(kernel);
                long others = KernelCounters.Counts.Where(handled => !handled.Key.StartsWith("Nullable", StringComparison.Ordinal) && handled.Key != "LengthScanDecoderVector128").Sum(handled => handled.Value);
                if (kind == "Encoder" && isWide && KernelCounters.Counts.ContainsKey(kernel))
                {
                    // What the encoders of arrays lay out for it is counted as theirs, not as its own.
                    nullable += others;
                }

                // Without vectors everything is left to the scalar code, which is not a kernel and not counted.
                bool isRight = !HasVectors ? nullable + others == 0 : (period == 2 || isAlways ? nullable : others) >= Count * 9 / 10;
                Assert.True(isRight, $"{typeof(T).Name}? {period} {kind}: {all}");
            }
        }
    }

    private void EncodedFew<T>(int count, T[] pattern, string kernel)
        where T : unmanaged
    {
        T[] values = [.. Enumerable.Repeat(pattern, count).SelectMany(some => some).Take(count)];
        KernelCounters.Reset();
        CountedCodec.EncodeElements<T>()(values, new byte[(9 * count) + 64], out int read, out _);
        Assert.Equal(count, read);
        string all = string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"));
        output.WriteLine($"{InstructionSetLevel.Current} {count} {typeof(T).Name}: {all}");
        Assert.True(KernelCounters.Counts.GetValueOrDefault(kernel) >= count, $"{count} {typeof(T).Name}: not {kernel} but {all}");
    }

    /// <summary>Decodes <see cref="Count"/> tokens: nearly all of them behind looked-up runs, or none.</summary>
    private void RunScanned<T>(byte[] tokens, bool isExpected)
        where T : unmanaged
    {
        KernelCounters.Reset();
        CountedCodec.DecodeElements<T>()(tokens, new T[Count], out _, out int written);
        Assert.Equal(Count, written);
        string all = string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"));
        output.WriteLine($"{InstructionSetLevel.Current} {typeof(T).Name}: {all}");
        Assert.InRange(KernelCounters.Counts.GetValueOrDefault("RunScanDecoderVector128"), isExpected ? Count * 9 / 10 : 0, isExpected ? Count : 0);
    }

    /// <summary>Decodes so many bytes, and one less: again and again a token of two bytes and ten fixints.</summary>
    private void RunScannedFrom<T>(int least, bool isExpected)
        where T : unmanaged
    {
        foreach (int length in new[] { least - 1, least })
        {
            byte[] tokens = [.. Enumerable.Range(0, length).Select(place => (byte)(place % 12 == 0 && place < length - 1 ? 0xcc : place % 12))];
            int count = length - tokens.Count(code => code == 0xcc);
            KernelCounters.Reset();
            CountedCodec.DecodeElements<T>()(tokens, new T[count], out _, out int written);
            Assert.Equal(count, written);
            string all = string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"));
            output.WriteLine($"{InstructionSetLevel.Current} {length} {typeof(T).Name}: {all}");
            bool isScanned = isExpected && length == least;
            Assert.InRange(KernelCounters.Counts.GetValueOrDefault("RunScanDecoderVector128"), isScanned ? 48 : 0, isScanned ? count : 0);
        }
    }

    private static byte[] Repeat(string token, int count) => [.. Enumerable.Repeat(Convert.FromHexString(token), count).SelectMany(bytes => bytes)];

    /// <summary>Checks that a kernel handles four fifths of many elements, whose tokens repeat a pattern.</summary>
    private void DecodedMostly<T>(string pattern, params string[] kernels)
        where T : unmanaged
    {
        KernelCounters.Reset();
        CountedCodec.DecodeElements<T>()(Repeat(pattern, Count), new T[Count], out _, out int written);
        Assert.Equal(Count, written);
        string all = string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"));
        output.WriteLine($"{InstructionSetLevel.Current} {typeof(T).Name} {pattern}: {all}");
        Assert.True(
            kernels.Sum(kernel => KernelCounters.Counts.GetValueOrDefault(kernel)) >= Count * 4 / 5,
            $"{typeof(T).Name} {pattern}: not {string.Join(" and ", kernels)} but {all}");
    }

    /// <summary>Checks that a kernel handles all of so many elements, whose tokens repeat a pattern, except at most the last three.</summary>
    private void DecodedFew<T>(int count, string pattern, string kernel)
        where T : unmanaged
    {
        byte[] tokens = Repeat(pattern, count);
        KernelCounters.Reset();
        CountedCodec.DecodeElements<T>()(tokens, new T[count], out int consumed, out int written);
        Assert.Equal(count, written);
        string all = string.Join(", ", KernelCounters.Counts.Select(handled => $"{handled.Value} {handled.Key}"));
        output.WriteLine($"{InstructionSetLevel.Current} {count} {typeof(T).Name}: {consumed} bytes, {all}");
        Assert.True(KernelCounters.Counts.GetValueOrDefault(kernel) >= Math.Max(1, count - 3), $"{count} {typeof(T).Name} {pattern}: not {kernel} but {all}");
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

    /// <summary>One token in 250 (or as many as given) is one of another form.</summary>
    private void DecodedStretches<T>(string type, byte[] token, byte[] other, string family, int distance = 250)
        where T : unmanaged
    {
        byte[] tokens = [.. Enumerable.Range(1, Count).SelectMany(place => place % distance == 0 ? other : token)];
        string what = $"{Convert.ToHexString(token)} and {Convert.ToHexString(other)}, one in {distance}";
        Decoded<T>(type, tokens, what, [family, .. IntegersWithoutShuffle], Count * 9 / 10, alone: true);
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

    private void Decoded<T>(string type, byte[] tokens, string what, string[] families, int least, bool alone = false)
        where T : unmanaged
    {
        KernelCounters.Reset();
        CountedCodec.DecodeElements<T>()(tokens, new T[Count], out _, out int written);
        Assert.Equal(Count, written);
        Require(type, "Decoder", families, what, least, alone: alone);
    }

    private void Require(
        string type, string direction, string[] families, string what, int least, string? companion = null, bool alone = false)
    {
        string expected = Best(type, direction, families);
        IReadOnlyDictionary<string, long> counts = KernelCounters.Counts;
        string all = string.Join(", ", counts.Where(count => count.Value > 0).OrderByDescending(count => count.Value)
            .Select(count => string.Create(CultureInfo.InvariantCulture, $"{count.Value} {count.Key}")));
        output.WriteLine($"{InstructionSetLevel.Current} {type} {what}: {all}");
        long handled = counts
            .Where(count => count.Key == expected
                || count.Key == expected + CountedCodec.Runs
                || count.Key == companion
                || (!alone && IsWithThem(count.Key, direction) && WidthOf(count.Key, direction) >= WidthOf(expected, direction)))
            .Sum(count => count.Value);
        Assert.True(handled >= least, $"{type} {what}: not {expected} but {all}");
    }

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
