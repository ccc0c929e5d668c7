using System;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

/// <summary>A test of what only Linux and macOS have.</summary>
public sealed class UnixFactAttribute : FactAttribute
{
    public UnixFactAttribute()
    {
        if (OperatingSystem.IsWindows())
        {
            Skip = "There is no /dev/null.";
        }
    }
}
