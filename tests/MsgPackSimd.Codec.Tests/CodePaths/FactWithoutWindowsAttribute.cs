using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <summary>
/// A fact about elements that may be missing, with a byte shuffle: skipped where the AVX-512 kernels run instead, and where there is no byte shuffle.
/// </summary>
public sealed class FactWithoutWindowsAttribute : FactAttribute
{
    public FactWithoutWindowsAttribute()
    {
        if (Avx512Vbmi.IsSupported || !Simd128.HasShuffle)
        {
            Skip = "Other kernels run here.";
        }
    }
}
