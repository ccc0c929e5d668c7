using System.Runtime.Intrinsics.X86;
using Xunit;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <summary>A theory of the kernels that have no masks for few elements: skipped where those that have them, of AVX-512, run instead.</summary>
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
