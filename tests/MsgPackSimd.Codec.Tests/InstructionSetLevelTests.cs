using System;
using System.Runtime.Intrinsics;
using MsgPackSimd.Engineering;
using Xunit;
using Xunit.Abstractions;

namespace MsgPackSimd.Codec.Tests;

/// <summary>A run that claims an instruction-set level must have it: the runtime silently ignores a switch that it does not know.</summary>
public class InstructionSetLevelTests(ITestOutputHelper output)
{
    [Fact]
    public void The_process_has_the_level_that_this_run_claims()
    {
        string? expected = Environment.GetEnvironmentVariable("MSGPACKSIMD_EXPECTED_LEVEL");
        output.WriteLine($"{InstructionSetLevel.Architecture} {InstructionSetLevel.Current}");
        if (!string.IsNullOrEmpty(expected))
        {
            Assert.Equal(expected, InstructionSetLevel.Current);
        }
    }

    [Fact]
    public void Portable_vectors_are_on_at_every_level_but_scalar() =>
        Assert.Equal(InstructionSetLevel.Current != "scalar", Vector128.IsHardwareAccelerated);
}
