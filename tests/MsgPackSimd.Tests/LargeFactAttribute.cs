using System;
using Xunit;

namespace MsgPackSimd.TestSupport;

/// <summary>A test that needs gigabytes: run by <c>./build.sh test --large</c>, skipped elsewhere. (Give it the trait Category=Large.)</summary>
public sealed class LargeFactAttribute : FactAttribute
{
    public LargeFactAttribute()
    {
        if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable("MSGPACKSIMD_LARGE")))
        {
            Skip = "Needs 3 GiB of memory: ./build.sh test --large runs it.";
        }
    }
}
