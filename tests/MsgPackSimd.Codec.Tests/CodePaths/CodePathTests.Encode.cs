using System;
using System.Linq;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.Engineering;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <content>Encoding of long arrays.</content>
public partial class CodePathTests
{
    /// <summary>
    /// What encodes as many elements as there is room for, and what encodes all or none, as the formatters do. They come to the kernels by different ways, each
    /// with a choice of its own.
    /// </summary>
    private static readonly string[] EncodeMethods = [nameof(MessagePackArrayEncoder.EncodeElements), nameof(MessagePackArrayEncoder.TryEncode)];

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
            bool isNarrowed = period == 1000 && NarrowsStretches;
            string[] families = [isNarrowed ? "Int32" : "Int64", .. IntegersWithoutShuffle];
            foreach (string method in EncodeMethods)
            {
                Encode(method, values);
                Require(isNarrowed ? "int" : "long", "Encoder", families, $"1 of {period}, {method}", Count * 8 / 10);
            }
        }
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

    private void Encoded<T>(string type, string[] families)
        where T : unmanaged
    {
        // Times before 1970 have no kernel, and a block that contains one is left to the scalar code.
        foreach (string distribution in typeof(T) == typeof(DateTime) ? ["random", "small"] : LargeInput.Distributions)
        {
            T[] values = LargeInput.Create<T>(distribution, Count, 3);
            foreach (string method in EncodeMethods)
            {
                Encode(method, values);
                RequireEncoded<T>(type, families, distribution, method);
            }
        }
    }

    /// <summary>Encodes all elements with one of the <see cref="EncodeMethods"/>.</summary>
    private static void Encode<T>(string method, T[] values)
        where T : unmanaged
    {
        byte[] destination = new byte[64 + (10 * values.Length)];
        KernelCounters.Reset();
        if (method == nameof(MessagePackArrayEncoder.TryEncode))
        {
            Assert.True(CountedCodec.TryEncode<T>()(values, destination, out _));
            return;
        }

        CountedCodec.EncodeElements<T>()(values, destination, out int read, out _);
        Assert.Equal(values.Length, read);
    }

    private void RequireEncoded<T>(string type, string[] families, string distribution, string method)
        where T : unmanaged
    {
        // Without a byte shuffle the 128-bit kernel takes the fixints, and the branch-free one the rest.
        string fixInts = $"{families[0]}EncoderVector128";
        bool sharesFixInts = HasVectors && !Simd128.HasShuffle && Array.IndexOf(families, "BranchFreeInteger") >= 0;
        if (sharesFixInts && distribution == "small")
        {
            Assert.True(KernelCounters.Counts[fixInts] >= Count * 9 / 10, $"{type} {distribution}, {method}: not {fixInts}");
        }

        // Long stretches of 64-bit elements that fit 32 bits are encoded as such.
        // (No time of day is negative.)
        bool isNarrowed = type == "long" && typeof(T) != typeof(TimeOnly) && distribution == "negative" && NarrowsStretches;

        Require(
            isNarrowed ? "int" : type,
            "Encoder",
            isNarrowed ? ["Int32"] : families,
            $"{distribution}, {method}",
            Count * 9 / 10,
            sharesFixInts ? fixInts : null);
    }

    /// <summary>Fixints, and about one in so many elements that has full width.</summary>
    private void AreEncodedAsRuns<T>(int oneIn, string family)
        where T : unmanaged
    {
        var random = new Random(oneIn);
        T[] small = LargeInput.Create<T>("small", Count, 7);
        T[] large = LargeInput.Create<T>("random", Count, 8);
        T[] values = [.. small.Select((value, i) => random.Next(oneIn) == 0 ? large[i] : value)];
        foreach (string method in EncodeMethods)
        {
            Encode(method, values);
            string all = KernelCounters.Describe();
            output.WriteLine($"{InstructionSetLevel.Current} {typeof(T).Name} {method}: {all}");
            long runs = KernelCounters.Counts
                .Where(handled => handled.Key.StartsWith(family, StringComparison.Ordinal) && handled.Key.EndsWith(CountedCodec.Runs, StringComparison.Ordinal))
                .Sum(handled => handled.Value);
            Assert.InRange(runs, Count * 8 / 10, Count);
        }
    }
}
