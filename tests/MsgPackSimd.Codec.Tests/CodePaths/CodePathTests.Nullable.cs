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

/// <content>Elements that may be missing.</content>
public partial class CodePathTests
{
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
        Nullables<DateOnly>(Avx512Vbmi2.IsSupported, Avx512Vbmi.IsSupported);
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

    /// <summary>
    /// Tokens that the kernels for elements that may be missing do not take, with nil between them: by the length scan for tokens of any form.
    /// </summary>
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
        string all = KernelCounters.Describe();
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
        string all = KernelCounters.Describe();
        output.WriteLine($"{InstructionSetLevel.Current}: {all}");
        Assert.InRange(KernelCounters.Counts.GetValueOrDefault("NullableBlockEncoder"), 500, 512);
    }

    /// <summary>Decodes as many elements, all there are, and returns which kernels handled how many.</summary>
    private string CountDecoded<T>(ReadOnlySpan<byte> tokens, int count, out int consumed)
        where T : unmanaged
    {
        KernelCounters.Reset();
        CountedCodec.DecodeNullableElements<T>()(tokens, new T?[count], out consumed, out int written);
        Assert.Equal(count, written);
        string all = $"{typeof(T).Name}?: {KernelCounters.Describe()}";
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
        output.WriteLine($"{InstructionSetLevel.Current}: {KernelCounters.Describe()}");
        return KernelCounters.Counts.GetValueOrDefault(kernel);
    }

    private void Nullables<T>(bool hasBlocks, bool hasWindows)
        where T : unmanaged
    {
        bool isInt8 = Simd128.HasShuffle && (typeof(T) == typeof(sbyte) || typeof(T) == typeof(byte));
        bool isFloat = typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(Half);
        bool isInteger = !isFloat && typeof(T) != typeof(bool) && typeof(T) != typeof(DateTime);
        bool isScanned = Simd128.HasShuffle && !hasWindows && !isInt8 && (isInteger || isFloat);

        // Of random days, one in 50 has a shorter token than the others, which makes a mixture.
        T[] values = typeof(T) == typeof(DateOnly)
            ? [.. Enumerable.Range(100_000, Count).Select(day => Unsafe.BitCast<DateOnly, T>(DateOnly.FromDayNumber(day)))]
            : LargeInput.Create<T>("random", Count, 3);
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
                string all = KernelCounters.Describe();
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
}
