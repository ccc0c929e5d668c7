using System;
using Xunit;

namespace MsgPackSimd.Benchmarks.Tests;

/// <summary>A test of the script that compiles the native peers.</summary>
public sealed class UnixFactAttribute : FactAttribute
{
    public UnixFactAttribute()
    {
        if (OperatingSystem.IsWindows())
        {
            Skip = "The native peers are compiled on Linux and macOS only.";
        }
    }
}
