using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Comparing;

/// <summary>A cell in both runs.</summary>
/// <param name="Before">In the first run.</param>
/// <param name="After">In the second run.</param>
/// <param name="Slowdown">The factor by which it has become slower; under 1 it has become quicker.</param>
/// <param name="Limit">The factor that noise explains.</param>
internal sealed record CellChange(RatioRecord Before, RatioRecord After, double Slowdown, double Limit)
{
    public CellKey Cell => CellKey.Of(Before);

    public Verdict Verdict => Slowdown > Limit ? Verdict.Slower : Slowdown < 1 / Limit ? Verdict.Quicker : Verdict.WithinNoise;
}
