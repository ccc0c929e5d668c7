using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.Engineering;
using Xunit;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <content>Few elements, and the number from which on another kernel takes them.</content>
public partial class CodePathTests
{
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

    /// <summary>
    /// Few fixints are narrowed together, where there are no masks. With one more of them, or another among them, another kernel takes them.
    /// </summary>
    [TheoryWithoutMasks]
    [InlineData(3, 5, "BranchFreeIntegerEncoder")]
    [InlineData(4, 5, "FewFixIntsEncoderVector128")]
    [InlineData(32, 5, "FewFixIntsEncoderVector128")]
    [InlineData(33, 5, "Int16EncoderAvx2 Int16EncoderVector128")]
    [InlineData(9, 1000, "BranchFreeIntegerEncoder")]
    [InlineData(10, 1000, "Int16EncoderVector128")]
    [InlineData(16, 1000, "Int16EncoderAvx2 Int16EncoderVector128")]
    public void Few_fixints_are_encoded_by_the_expected_kernel(int count, int second, string kernels)
    {
        string[] vectors = kernels.Split(' ');
        string kernel = !HasVectors ? "ScalarEncoder"
            : Avx2.IsSupported ? vectors[0]
            : second == 5 || Simd128.HasShuffle ? vectors[^1]
            : "BranchFreeIntegerEncoder";
        EncodedFew(count, [(short)5, (short)second], kernel);
        EncodedFew(count, [(ushort)5, (ushort)second], kernel);
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

    /// <summary>
    /// Where no kernel has masks for few tokens: eight or more fixints with vectors; fewer, up to three of any kind, and mostly fixints by the scalar decoder;
    /// all others by neither.
    /// </summary>
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

    private void EncodedFew<T>(int count, T[] pattern, string kernel)
        where T : unmanaged
    {
        T[] values = [.. Enumerable.Repeat(pattern, count).SelectMany(some => some).Take(count)];
        foreach (string method in EncodeMethods)
        {
            Encode(method, values);
            string all = KernelCounters.Describe();
            output.WriteLine($"{InstructionSetLevel.Current} {count} {typeof(T).Name} {method}: {all}");
            Assert.True(KernelCounters.Counts.GetValueOrDefault(kernel) >= count, $"{count} {typeof(T).Name} {method}: not {kernel} but {all}");
        }
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
            string all = KernelCounters.Describe();
            output.WriteLine($"{InstructionSetLevel.Current} {length} {typeof(T).Name}: {all}");
            bool isScanned = isExpected && length == least;
            Assert.InRange(KernelCounters.Counts.GetValueOrDefault("RunScanDecoderVector128"), isScanned ? 48 : 0, isScanned ? count : 0);
        }
    }

    /// <summary>Checks that a kernel handles all of so many elements, whose tokens repeat a pattern, except at most the last three.</summary>
    private void DecodedFew<T>(int count, string pattern, string kernel)
        where T : unmanaged
    {
        byte[] tokens = Repeat(pattern, count);
        KernelCounters.Reset();
        CountedCodec.DecodeElements<T>()(tokens, new T[count], out int consumed, out int written);
        Assert.Equal(count, written);
        string all = KernelCounters.Describe();
        output.WriteLine($"{InstructionSetLevel.Current} {count} {typeof(T).Name}: {consumed} bytes, {all}");
        Assert.True(KernelCounters.Counts.GetValueOrDefault(kernel) >= Math.Max(1, count - 3), $"{count} {typeof(T).Name} {pattern}: not {kernel} but {all}");
    }
}
