using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.Driver.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Which kernels run in this process, according to what the base class library says about the CPU. The tests of the kernels skip those that report themselves
/// as not supported; a kernel that wrongly did so would be tested nowhere, and every test would pass.
/// </summary>
public class KernelSupportTests
{
    private static readonly bool Always = true;

    private static readonly bool HasWords = BitConverter.IsLittleEndian;

    private static readonly bool HasVectors = Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    private static readonly bool HasShuffle = Ssse3.IsSupported || AdvSimd.Arm64.IsSupported;

    /// <summary>
    /// What each kernel needs, by the name of its type: the tables of docs/algorithms. Element sizes and token lengths that a kernel is not made for
    /// have no line in the registry, so only the CPU decides.
    /// </summary>
    private static readonly Dictionary<string, bool> Expected = new()
    {
        ["ScalarEncoder"] = Always,
        ["ScalarDecoder"] = Always,
        ["BranchFreeIntegerEncoder"] = HasWords,
        ["BranchFreeIntegerDecoder"] = HasWords,
        ["BranchFreeNumberDecoder"] = HasVectors,
        ["Int8WordEncoder"] = HasWords,
        ["TimestampEncoder"] = HasWords,
        ["TimestampDecoder"] = HasWords,
        ["NullableBooleanDecoderVector128"] = HasVectors,
        ["NullableBooleanEncoderVector128"] = HasVectors,
        ["NullableEncoder"] = HasWords,
        ["NullableDecoder"] = HasWords,
        ["NullableFloatDecoder"] = HasWords,

        ["BooleanEncoderVector128"] = HasVectors,
        ["BooleanDecoderAvx2"] = Avx2.IsSupported,
        ["BooleanDecoderVector128"] = HasVectors,
        ["FewFixIntsEncoderVector128"] = HasVectors,
        ["FixIntDecoderVector128"] = HasVectors,
        ["FixIntRunDecoderVector128"] = HasVectors,

        ["Int8EncoderVector128"] = HasShuffle,
        ["Int8FewEncoderVector128"] = HasShuffle,
        ["Int16EncoderVector128"] = HasShuffle,
        ["Int32EncoderVector128"] = HasShuffle,
        ["Int64EncoderVector128"] = HasShuffle,
        ["SingleEncoderVector128"] = HasShuffle,
        ["DoubleEncoderVector128"] = HasShuffle,
        ["FullWidthDecoderVector128"] = HasShuffle,
        ["UniformDecoderVector128"] = HasShuffle,
        ["MixedWidthDecoderVector128"] = HasShuffle,
        ["LengthScanDecoderVector128"] = HasShuffle,
        ["RunScanDecoderVector128"] = HasShuffle,
        ["Int8DecoderVector128"] = HasShuffle,
        ["NullableInt8BlockVector128"] = HasShuffle,
        ["NullableIntegerBlockVector128"] = HasShuffle,
        ["NullableIntegerBlockAvx2"] = Avx2.IsSupported,
        ["NullableFixIntDecoderVector128"] = HasShuffle,
        ["NullableFloatRunDecoderVector128"] = HasShuffle,
        ["NullableFloatRunScanDecoderVector128"] = HasShuffle,
        ["NullableFloatEncoderVector128"] = HasShuffle,

        ["Int8EncoderAvx2"] = Avx2.IsSupported,
        ["Int16EncoderAvx2"] = Avx2.IsSupported,
        ["Int32EncoderAvx2"] = Avx2.IsSupported,
        ["Int64EncoderAvx2"] = Avx2.IsSupported,
        ["SingleEncoderAvx2"] = Avx2.IsSupported,
        ["DoubleEncoderAvx2"] = Avx2.IsSupported,
        ["BooleanEncoderAvx2"] = Avx2.IsSupported,
        ["FullWidthEncoderAvx2"] = Avx2.IsSupported,
        ["TimestampEncoderAvx2"] = Avx2.IsSupported,
        ["TimestampDecoderAvx2"] = Avx2.IsSupported,
        ["FixIntDecoderAvx2"] = Avx2.IsSupported,
        ["FullWidthDecoderAvx2"] = Avx2.IsSupported,
        ["UniformDecoderAvx2"] = Avx2.IsSupported,
        ["MixedWidthDecoderAvx2"] = Avx2.IsSupported,

        ["FullWidthEncoderAvx512"] = Avx512Vbmi.IsSupported,
        ["FixIntDecoderAvx512"] = Avx512Vbmi.IsSupported,
        ["UniformDecoderAvx512"] = Avx512Vbmi.IsSupported,
        ["TimestampEncoderAvx512"] = Avx512Vbmi.IsSupported,
        ["FloatDecoderAvx512"] = Avx512Vbmi.IsSupported,
        ["MixedWidthDecoderAvx512"] = Avx512Vbmi.IsSupported,
        ["NullableDecoderAvx512"] = Avx512Vbmi.IsSupported,

        ["NullableEncoderAvx512"] = Avx512Vbmi2.IsSupported,
        ["Int8EncoderAvx512"] = Avx512Vbmi2.IsSupported,
        ["Int16EncoderAvx512"] = Avx512Vbmi2.IsSupported,
        ["Int32EncoderAvx512"] = Avx512Vbmi2.IsSupported,
        ["Int64EncoderAvx512"] = Avx512Vbmi2.IsSupported,
        ["Int8DecoderAvx512"] = Avx512Vbmi2.IsSupported && Bmi2.X64.IsSupported,
    };

    [Fact]
    public void A_kernel_is_supported_where_the_CPU_has_what_it_needs_and_nowhere_else()
    {
        string[] wrong =
        [
            .. KernelRegistry.All
                .Where(kernel => !Expected.TryGetValue(NameOf(kernel.Type), out bool expected) || kernel.IsSupported != expected)
                .Select(kernel => $"{kernel.Name}: {(Expected.ContainsKey(NameOf(kernel.Type)) ? $"supported is {kernel.IsSupported}" : "not in the list of this test")}"),
        ];
        Assert.True(wrong.Length == 0, string.Join(Environment.NewLine, wrong));
        Assert.Empty(Expected.Keys.Except(KernelRegistry.All.Select(kernel => NameOf(kernel.Type))));
    }

    /// <summary>The kernel's name, or its block's name if several blocks share the kernel's loop.</summary>
    private static string NameOf(Type kernel) =>
        (kernel.Name.StartsWith(nameof(NullableBlockEncoder<,>), StringComparison.Ordinal) ? kernel.GetGenericArguments()[1] : kernel).Name.Split('`')[0];
}
