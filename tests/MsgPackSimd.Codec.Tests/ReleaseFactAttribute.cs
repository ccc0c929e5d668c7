using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// A fact about optimized code: without optimization the JIT leaves calls of <c>RuntimeHelpers.CreateSpan</c>, which it otherwise turns into constants, and
/// these calls allocate.
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
