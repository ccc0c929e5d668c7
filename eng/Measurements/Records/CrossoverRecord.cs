using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Serialization;

namespace MsgPackSimd.Engineering.Measurements.Records;

/// <summary>One cell of the crossover report.</summary>
/// <param name="Type">The element type, as in <c>int</c>.</param>
/// <param name="Data">The distribution of the values.</param>
/// <param name="Direction"><c>encode</c> or <c>decode</c>.</param>
/// <param name="Count">Elements of an array.</param>
/// <param name="First">The ratios as they came out at first.</param>
/// <param name="Again">
/// If the first came out low: the ratios of all measurements that followed, ours and every other formatter in processes of their own.
/// </param>
internal sealed record CrossoverRecord(
    string Type,
    string Data,
    string Direction,
    int Count,
    CrossoverRatios First,
    IReadOnlyList<CrossoverRatios>? Again = null)
{
    /// <summary>
    /// Gets what counts: the first measurement, or, if others followed, the median of each of their figures. The first is then left out: it is one of
    /// thousands, and was measured again because it came out low.
    /// </summary>
    [JsonIgnore]
    public CrossoverRatios Ratios => Again is null or []
        ? First
        : new CrossoverRatios(
            Median(ratios => ratios.NsPerCall),
            Median(ratios => ratios.XScalar),
            Median(ratios => ratios.XSame),
            Again.All(ratios => ratios.XBuiltIn is not null) ? Median(ratios => ratios.XBuiltIn!.Value) : null);

    /// <summary>
    /// Gets how many times longer we took in the slowest process than in the quickest: what two identical builds differ by, since the runtime
    /// does not compile the same code the same way each time.
    /// </summary>
    [JsonIgnore]
    public double XProcess
    {
        get
        {
            double[] times = [.. (Again ?? []).Prepend(First).Select(ratios => ratios.NsPerCall)];
            return times.Max() / times.Min();
        }
    }

    private double Median(Func<CrossoverRatios, double> figure) => Quantiles.Of(Again!.Select(figure), 0.5);
}
