using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// A fact about optimized code: without optimization the JIT calls <c>RuntimeHelpers.CreateSpan</c> where else it makes a constant of it, and that
/// call allocates.
/// </summary>
public sealed class ReleaseFactAttribute : FactAttribute
{
    public ReleaseFactAttribute()
    {
#if DEBUG
        Skip = "Unoptimized code allocates where it takes a span of a table.";
#endif
    }
}
