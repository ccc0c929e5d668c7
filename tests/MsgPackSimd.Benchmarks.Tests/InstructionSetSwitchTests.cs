using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using MsgPackSimd.Benchmarks.Configuration;
using MsgPackSimd.Benchmarks.Suites;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Benchmarks.Tests;

/// <summary>Environment variables belong to the whole process, so these tests run alone.</summary>
[Collection(nameof(WholeProcess))]
public class InstructionSetSwitchTests
{
    public static TheoryData<string> Levels => [.. InstructionSetSwitch.Available];

    [Theory]
    [MemberData(nameof(Levels))]
    public async Task A_process_with_the_environment_of_a_level_has_that_level(string level)
    {
        string output = await With(InstructionSetSwitch.GetEnvironment(level), async () => (await ChildProgram.RunAsync("LevelProbe")).Output);

        Assert.Equal(level, output.Trim().Split(' ')[1]);
    }

    [Fact]
    public async Task A_suite_is_not_set_up_at_another_level_than_it_is_meant_for()
    {
        var suite = new DecodeBenchmarks<int> { Data = "random", Count = 4 };

        InvalidOperationException e = await With(
            [(InstructionSetSwitch.ExpectedLevelVariable, "mmx")],
            () => Task.FromResult(Assert.Throws<InvalidOperationException>(suite.Setup)));

        Assert.Contains("mmx", e.Message, StringComparison.Ordinal);
        Assert.Contains(InstructionSetSwitch.Available[^1], e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_level_that_can_not_be_had_has_no_environment() =>
        Assert.Throws<ArgumentException>(() => InstructionSetSwitch.GetEnvironment("mmx").ToList());

    /// <summary>Does something with environment variables set, which child processes inherit.</summary>
    private static async Task<TResult> With<TResult>(IEnumerable<(string Name, string Value)> variables, Func<Task<TResult>> action)
    {
        (string Name, string? Old)[] old = [.. variables.Select(variable => (variable.Name, Environment.GetEnvironmentVariable(variable.Name)))];
        foreach ((string name, string value) in variables)
        {
            Environment.SetEnvironmentVariable(name, value);
        }

        try
        {
            return await action();
        }
        finally
        {
            foreach ((string name, string? value) in old)
            {
                Environment.SetEnvironmentVariable(name, value);
            }
        }
    }
}
