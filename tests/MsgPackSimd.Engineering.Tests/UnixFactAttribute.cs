using System;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

/// <summary>A test of build.sh itself, with a script in the place of a program.</summary>
public sealed class UnixFactAttribute : FactAttribute
{
    public UnixFactAttribute()
    {
        if (OperatingSystem.IsWindows())
        {
            Skip = "A script in the place of a program is started on Linux and macOS only.";
        }
    }
}
