using System.Runtime.Intrinsics.X86;
using Xunit;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <summary>A theory about the kernels that have no masks for few elements: skipped where the AVX-512 kernels, which have masks, run instead.</summary>
public sealed class TheoryWithoutMasksAttribute : TheoryAttribute
{
    public TheoryWithoutMasksAttribute()
    {
        if (Avx512Vbmi.IsSupported)
        {
            Skip = "Kernels with masks run here.";
        }
    }
}
