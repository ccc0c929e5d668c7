using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <summary>
/// A fact of elements that may be missing where there is a byte shuffle: skipped where the kernels of AVX-512 run instead, and where there is none.
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
