using System;
using System.Runtime.InteropServices;
using MsgPackSimd.Engineering;

namespace MsgPackSimd.Demo.Measuring;

/// <summary>What the figures were taken on.</summary>
internal static class Machine
{
    public static string Description =>
        $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.RuntimeIdentifier}, widest vectors: {WidestVectors}";

    /// <summary>Gets the widest vectors that this process may use; environment variables can switch off what the CPU has.</summary>
    private static string WidestVectors => InstructionSetLevel.Current switch
    {
        "scalar" => "none",
        "avx2" => "256 bits (avx2)",
        string level when level.StartsWith("avx512", StringComparison.Ordinal) => $"512 bits ({level})",
        string level => $"128 bits ({level})",
    };
}
