using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>What a kernel needs of the CPU.</summary>
public enum InstructionSet
{
    /// <summary>128-bit vectors and a byte shuffle: SSSE3 or AdvSimd.</summary>
    Vector128,

    /// <summary>AVX2.</summary>
    Avx2,

    /// <summary>AVX-512 with VBMI and VBMI2.</summary>
    Avx512Vbmi2,
}

/// <summary>A test of one kernel, called directly: skipped, visibly, where this process lacks the instruction set.</summary>
public sealed class KernelFactAttribute : FactAttribute
{
    public KernelFactAttribute(InstructionSet instructionSet)
    {
        InstructionSet = instructionSet;
        bool has = instructionSet switch
        {
            InstructionSet.Avx512Vbmi2 => Avx512Vbmi2.IsSupported,
            InstructionSet.Avx2 => Avx2.IsSupported,
            _ => Simd128.HasShuffle,
        };
        if (!has)
        {
            Skip = $"{instructionSet} is not available at this level.";
        }
    }

    public InstructionSet InstructionSet { get; }
}
