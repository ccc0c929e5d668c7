using System;
using System.Linq;
using MsgPackSimd.Benchmarks.Configuration;
using MsgPackSimd.Benchmarks.Suites;
using Xunit;

namespace MsgPackSimd.Benchmarks.Tests;

public class RunOptionsTests
{
    [Fact]
    public void Without_options_it_is_three_inputs_two_lengths_and_the_full_level()
    {
        RunOptions options = RunOptions.Parse([]);

        Assert.Equal(["random", "mixed_width", "small"], options.Data);
        Assert.Equal([1024, 65536], options.Lengths);
        Assert.Equal([InstructionSetSwitch.Available[^1]], options.Levels);
        Assert.Empty(options.Rest);
        Assert.Equal(37, AllSuites.For(options).Length);
    }

    [Fact]
    public void Lists_and_names_of_lists_can_be_mixed()
    {
        RunOptions options = RunOptions.Parse(["--lengths", "short,large,100,5", "--data", "default,all_-33,recordings", "--job", "short"]);

        Assert.Equal([.. Enumerable.Range(0, 65), 100, 1 << 20, 1 << 24], options.Lengths);
        Assert.Equal(["random", "mixed_width", "small", "all_-33", "topobathy", "volume"], options.DataFor<int>());
        Assert.Equal(["random", "mri"], options.DataFor<ushort>().Except(["mixed_width", "small"]));
        Assert.Equal(["random", "eeg"], options.DataFor<double>());
        Assert.Equal("short", options.Job);
    }

    [Fact]
    public void A_suite_without_a_chosen_input_is_left_out() =>
        Assert.Equal(
            [typeof(EncodeBenchmarks<short>), typeof(DecodeBenchmarks<short>), typeof(ShapeBenchmarks<short, short[,]>)],
            AllSuites.For(RunOptions.Parse(["--data", "elevation"])));

    [Fact]
    public void What_is_not_ours_is_left_for_BenchmarkDotNet() =>
        Assert.Equal(["--filter", "*Int32*", "--join"], RunOptions.Parse(["--filter", "*Int32*", "--level", "all", "--join"]).Rest);

    [Theory]
    [InlineData("--level", "sse5")]
    [InlineData("--data", "large")]
    [InlineData("--lengths", "-1")]
    [InlineData("--lengths", "1k")]
    [InlineData("--job", "quick")]
    [InlineData("--data")]
    [InlineData("--inProcess", "--level", "scalar,sse2,advsimd")]
    public void A_wrong_option_is_refused(params string[] args) => Assert.Throws<ArgumentException>(() => RunOptions.Parse(args));
}
