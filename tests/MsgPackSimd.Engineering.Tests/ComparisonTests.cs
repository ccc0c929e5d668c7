using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Comparing;
using MsgPackSimd.Engineering.Measurements.Records;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

public class ComparisonTests
{
    private static readonly RatioRecord Cell = Runs.Cell("double", "encode", 1024);

    /// <summary>Beyond the noise of 1 %, which counts as 2 %, times the margin.</summary>
    [Theory]
    [InlineData(1.10, nameof(Verdict.Slower))]
    [InlineData(1.04, nameof(Verdict.Slower))]
    [InlineData(1.02, nameof(Verdict.WithinNoise))]
    [InlineData(1.00, nameof(Verdict.WithinNoise))]
    [InlineData(0.98, nameof(Verdict.WithinNoise))]
    [InlineData(0.90, nameof(Verdict.Quicker))]
    public void A_cell_is_slower_beyond_the_noise(double times, string verdict)
    {
        Comparison comparison = Comparison.Of(Runs.Typical(Cell), Runs.Typical(Cell.Slower(times)));

        Assert.Equal(verdict, Only(comparison, Cell).Verdict.ToString());
        Assert.All(comparison.Changes.Where(change => change.Cell != CellKey.Of(Cell)), change => Assert.Equal(Verdict.WithinNoise, change.Verdict));
        Assert.Matches("^without a second run", Assert.Single(comparison.Warnings));
        Assert.Empty(Comparison.Of(Runs.Typical(Cell), Runs.Typical(Cell), Runs.Typical(Cell)).Warnings);
    }

    [Fact]
    public void A_busy_machine_makes_nothing_slower()
    {
        // All times double, and the ratios stay.
        Comparison comparison = Comparison.Of(Runs.Typical(Cell), Runs.Typical(Cell with { NsPerElement = 2 * Cell.NsPerElement }));

        Assert.Equal(Verdict.WithinNoise, Only(comparison, Cell).Verdict);
    }

    [Fact]
    public void A_quicker_baseline_makes_nothing_slower()
    {
        Comparison comparison = Comparison.Of(Runs.Typical(Cell), Runs.Typical(Cell with { XBaseline = Cell.XBaseline / 2 }));

        Assert.Equal(Verdict.WithinNoise, Only(comparison, Cell).Verdict);
    }

    [Fact]
    public void Where_the_baseline_is_our_own_code_it_may_become_slower_with_the_rest()
    {
        RatioRecord before = Cell with { Baseline = RatioRecord.Scalar };
        RatioRecord after = before.Slower(2) with { XBaseline = before.XBaseline };

        Assert.Equal(Verdict.Slower, Only(Comparison.Of(Runs.Typical(before), Runs.Typical(after)), Cell).Verdict);
    }

    [Theory]
    [InlineData(1.2)]
    [InlineData(1 / 1.2)]
    public void A_cell_that_was_noisy_may_change_as_much(double same)
    {
        RatioRecord noisy = Cell with { XSame = same };

        Assert.Equal(Verdict.WithinNoise, Only(Comparison.Of(Runs.Typical(noisy), Runs.Typical(Cell.Slower(1.2))), Cell).Verdict);
        Assert.Equal(Verdict.WithinNoise, Only(Comparison.Of(Runs.Typical(Cell), Runs.Typical(noisy.Slower(1.2))), Cell).Verdict);
        Assert.Equal(Verdict.Slower, Only(Comparison.Of(Runs.Typical(noisy), Runs.Typical(Cell.Slower(1.4))), Cell).Verdict);
    }

    [Fact]
    public void Noise_of_cells_of_the_same_length_and_direction_counts()
    {
        RatioRecord[] noisy = [.. new[] { "sbyte", "short", "ushort" }.Select(type => Runs.Cell(type, "encode", 1000) with { XSame = 1.2 })];
        RunFile before = Runs.Typical([Cell, .. noisy]);

        Assert.Equal(Verdict.WithinNoise, Only(Comparison.Of(before, Runs.Typical([Cell.Slower(1.2), .. noisy])), Cell).Verdict);
        RatioRecord other = Runs.Cell("double", "decode", 1024);
        Assert.Equal(
            Verdict.Slower,
            Only(Comparison.Of(Runs.Typical([other, .. noisy]), Runs.Typical([other.Slower(1.2), .. noisy])), other).Verdict);
    }

    [Fact]
    public void A_second_run_of_the_same_build_shows_its_noise()
    {
        RunFile before = Runs.Typical(Cell);
        RunFile after = Runs.Typical(Cell.Slower(1.2));

        Assert.Equal(Verdict.Slower, Only(Comparison.Of(before, after), Cell).Verdict);
        Assert.Equal(Verdict.Slower, Only(Comparison.Of(before, after, Runs.Typical(Cell)), Cell).Verdict);
        Assert.Equal(Verdict.WithinNoise, Only(Comparison.Of(before, after, Runs.Typical(Cell.Slower(1.2))), Cell).Verdict);
        Assert.Equal(Verdict.WithinNoise, Only(Comparison.Of(before, after, Runs.Typical(Cell.Slower(1 / 1.2))), Cell).Verdict);
    }

    [Fact]
    public void What_one_run_lacks_is_named()
    {
        RatioRecord other = Runs.Cell("bool", "encode", 4);

        Comparison comparison = Comparison.Of(Runs.Typical(Cell), Runs.Typical(other));

        Assert.Equal([CellKey.Of(Cell)], comparison.OnlyBefore);
        Assert.Equal([CellKey.Of(other)], comparison.OnlyAfter);
        Assert.Equal(6, comparison.Changes.Count);
    }

    [Fact]
    public void Recordings_are_compared_too()
    {
        RatioRecord eeg = Cell with { Data = "eeg", Count = 3200 };

        Comparison comparison = Comparison.Of(
            Runs.Typical() with { Recordings = [eeg] }, Runs.Typical() with { Recordings = [eeg.Slower(2)] });

        Assert.Equal(Verdict.Slower, Only(comparison, eeg).Verdict);
    }

    [Fact]
    public void On_another_machine_only_ratios_are_compared()
    {
        RunFile after = Runs.Typical(Cell.Slower(2) with { NsPerElement = Cell.NsPerElement / 10 });
        after = after with { Head = after.Head with { Machine = "Another CPU", Level = "avx512" } };

        Comparison comparison = Comparison.Of(Runs.Typical(Cell), after);

        Assert.Equal(Verdict.Slower, Only(comparison, Cell).Verdict);
        Assert.Equal(["another machine: A CPU, 2 cores, then Another CPU, 2 cores", "another level: avx2, then avx512"], comparison.Warnings.Take(2));
    }

    [Fact]
    public void With_another_baseline_only_times_are_compared()
    {
        RatioRecord after = Cell.Slower(2) with { Baseline = RatioRecord.Scalar, XBaseline = 100 };

        Assert.Equal(Verdict.Slower, Only(Comparison.Of(Runs.Typical(Cell), Runs.Typical(after)), Cell).Verdict);

        RunFile elsewhere = Runs.Typical(after);
        elsewhere = elsewhere with { Head = elsewhere.Head with { Cores = 64 } };
        Assert.Equal([CellKey.Of(Cell)], Comparison.Of(Runs.Typical(Cell), elsewhere).Incomparable);
    }

    [Fact]
    public void A_second_run_of_another_build_shows_no_noise_of_the_first()
    {
        RunFile again = Runs.Typical(Cell) with { Head = Runs.Head with { Commit = "fedcba987654" } };

        Assert.Contains(
            "the noise is taken from two builds: 0123456789ab, then fedcba987654", Comparison.Of(Runs.Typical(Cell), Runs.Typical(Cell), again).Warnings);
    }

    [Fact]
    public void Runs_with_nothing_in_common_can_not_be_compared()
    {
        Assert.Throws<InvalidDataException>(() => Comparison.Of(Runs.Of(Cell), Runs.Of(Cell with { Count = 5 })));
        Assert.Throws<InvalidDataException>(() => Comparison.Of(Runs.Of(Cell, Cell), Runs.Of(Cell)));
    }

    private static CellChange Only(Comparison comparison, RatioRecord cell) => comparison.Changes.Single(change => change.Cell == CellKey.Of(cell));
}
