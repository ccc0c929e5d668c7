using System;
using MsgPackSimd.Codec.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Which arrays are left to the scalar code at first. (What is compiled for them is seen in a process of its own, by the formatters' tests.)</summary>
public class ColdStartTests
{
    /// <summary>All other tests are about the kernels only if this holds.</summary>
    [Fact]
    public void These_tests_run_the_kernels_from_the_first_call()
    {
        Assert.True(AppContext.TryGetSwitch(ColdStart.SwitchName, out bool isOn) && isOn);

        // Of a type that no test uses.
        Assert.False(ColdStart<Guid>.TryTakeForEncoding(1) || ColdStart<Guid>.MayEncode);
        Assert.False(ColdStart<Guid>.TryTakeForDecoding(1) || ColdStart<Guid>.MayDecode);
    }

    [Theory]
    [InlineData(0, 16)]
    [InlineData(1, 15)]
    [InlineData(100, 14)]
    [InlineData(1024, 8)]
    [InlineData(7168, 2)]
    [InlineData(7169, 1)]
    [InlineData(15 * 1024, 1)]
    [InlineData((15 * 1024) + 1, 0)]
    [InlineData(int.MaxValue, 0)]
    public void Arrays_are_left_to_the_scalar_code_until_the_budget_is_spent(int count, int calls)
    {
        int taken = 0;
        for (int i = 0; i < calls; i++)
        {
            Assert.True(ColdStart.TryTake(ref taken, count, isEnabled: true));
        }

        // For good, even if a shorter array would still fit.
        Assert.False(taken < ColdStart.Budget && ColdStart.TryTake(ref taken, count, isEnabled: true));
        Assert.Equal(ColdStart.Budget, taken);
        Assert.False(ColdStart.TryTake(ref taken, 0, isEnabled: true));
    }

    /// <summary>Threads do not wait for one another, so that a sum may be too high or too low; it must not be a door left open.</summary>
    [Theory]
    [InlineData(ColdStart.Budget)]
    [InlineData(ColdStart.Budget + ColdStart.ElementsPerCall)]
    [InlineData(int.MaxValue)]
    public void A_spent_budget_stays_spent(int taken)
    {
        Assert.False(ColdStart.TryTake(ref taken, 0, isEnabled: true));
        Assert.Equal(ColdStart.Budget, taken);
    }

    [Fact]
    public void Where_there_is_no_cold_start_the_first_array_ends_it()
    {
        int taken = 0;
        Assert.False(ColdStart.TryTake(ref taken, 1, isEnabled: false));
        Assert.Equal(ColdStart.Budget, taken);
    }
}
