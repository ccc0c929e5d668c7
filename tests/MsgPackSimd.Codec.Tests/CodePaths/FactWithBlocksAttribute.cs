using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests.CodePaths;

/// <summary>
/// A fact about the encoders of integers that shuffle blocks: skipped where bytes are compressed instead, and where there is no byte shuffle.
/// </summary>
public sealed class FactWithBlocksAttribute : FactAttribute
{
    public FactWithBlocksAttribute()
    {
        if (Avx512Vbmi2.IsSupported || !Simd128.HasShuffle)
        {
            Skip = "Other kernels run here.";
        }
    }
}
