using System;
using Xunit;

namespace MsgPackSimd.TestSupport;

/// <summary>A test of what only Linux and macOS have.</summary>
public sealed class UnixFactAttribute : FactAttribute
{
    /// <summary>Initializes a new instance of the <see cref="UnixFactAttribute"/> class.</summary>
    /// <param name="whyNot">Why it can't be run on Windows.</param>
    public UnixFactAttribute(string whyNot)
    {
        if (OperatingSystem.IsWindows())
        {
            Skip = whyNot;
        }
    }
}
