using System;
using Xunit;

namespace MsgPackSimd.Packages.Tests;

/// <summary>A test that needs the real package <c>MessagePack</c>: reported as skipped where the substitute stands in for it.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class RealPackageFactAttribute : FactAttribute
{
#if !MESSAGEPACK_PACKAGE
    /// <summary>Skips the test.</summary>
    public RealPackageFactAttribute()
    {
        Skip = "Needs the real package MessagePack; this build has the substitute.";
    }
#endif
}

/// <summary>A test of what only the Release configuration promises: packages are released from no other.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ReleaseFactAttribute : FactAttribute
{
#if DEBUG
    /// <summary>Skips the test.</summary>
    public ReleaseFactAttribute()
    {
        Skip = "Debug builds keep the folders of this machine, so that breakpoints are found.";
    }
#endif
}
