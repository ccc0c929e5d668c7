using System;
using System.Threading.Tasks;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>What the runtime compiles for the first arrays of a process, in processes of their own.</summary>
public class ColdStartTests
{
    /// <summary>Nothing but scalar code, with the same results; the kernels come after that.</summary>
    [Fact]
    public Task The_first_arrays_are_left_to_the_scalar_code() => RunAsync("cold-start");

    /// <summary>A program may ask for the kernels in its configuration.</summary>
    [Fact]
    public Task Kernels_can_be_had_from_the_first_call_on() => RunAsync("cold-start", "kernels");

    private static async Task RunAsync(params string[] arguments)
    {
        (int exitCode, string output, string errors) = await ChildProgram.RunAsync("MsgPackSimd.Faults", arguments);
        Assert.True(exitCode == 0, $"exit code {exitCode}:\n{output}\n{errors}");
        Assert.EndsWith("all is well", output.TrimEnd(), StringComparison.Ordinal);
    }
}
