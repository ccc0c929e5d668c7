using System.Linq;
using MsgPackSimd.Engineering.Measurements.Crossovers;
using MsgPackSimd.Engineering.Measurements.Records;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

public class CrossoverSeriesTests
{
    [Theory]
    [InlineData(0, 1.5, 1.5, 1.5)]
    [InlineData(2, 1.0, 1.0, 1.5, 1.0, 1.5)]
    [InlineData(3, 1.5, 1.5, 0.9, 1.1)]
    [InlineData(1, 0.99, 1.5, 0.99, 1.5)]
    [InlineData(null, 1.5, 1.5, 0.9)]
    [InlineData(null, 1.01, 0.99, 1.01)]
    public void It_wins_from_where_it_never_loses_again(int? winsFrom, params double[] ratios)
    {
        var series = new CrossoverSeries(Runs.Series(1.02, ratios));

        Assert.Equal(winsFrom, series.WinsFrom);
        Assert.Equal(0.02, series.Noise, 3);
        Assert.Equal(ratios.Min(), series.Worst.Ratios.XQuicker);
    }

    [Fact]
    public void The_quicker_of_both_is_what_counts()
    {
        Assert.Equal(0.8, new CrossoverRatios(20, 2, 1, 0.8).XQuicker);
        Assert.Equal(0.7, new CrossoverRatios(20, 0.7, 1, 0.8).XQuicker);
        Assert.Equal(2, new CrossoverRatios(20, 2, 1).XQuicker);
    }

    [Fact]
    public void What_was_measured_again_counts_and_its_median()
    {
        CrossoverRecord first = Runs.Series(1, 0.5)[0];
        CrossoverRecord again = first with { Again = [new(22, 0.9, 1, 1.3), new(18, 1.2, 1, 1.1), new(20, 1.0, 1, 1.2)] };

        Assert.True(CrossoverSeries.IsSlow(first));
        Assert.Equal(new CrossoverRatios(20, 1.0, 1, 1.2), again.Ratios);
        Assert.False(CrossoverSeries.IsSlow(again));
        Assert.True(CrossoverSeries.WasSlow(again));
        Assert.Equal(22.0 / 18, again.XProcess);
    }
}
