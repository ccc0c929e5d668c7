using System.Runtime.Intrinsics.X86;
using Xunit;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <summary>A theory about the AVX-512 encode kernels: skipped where others run instead.</summary>
public sealed class TheoryWithMasksAttribute : TheoryAttribute
{
    public TheoryWithMasksAttribute()
    {
        if (!Avx512Vbmi2.IsSupported)
        {
            Skip = "Kernels without masks run here.";
        }
    }
}
