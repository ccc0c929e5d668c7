using System;
using System.Collections.Generic;
using System.Linq;

namespace MsgPackSimd.Engineering.Measurements;

/// <summary>The quantiles of a sample, without interpolation: the smallest value that has at least the given part of the sample at or below it.</summary>
internal static class Quantiles
{
    /// <param name="sample">The sample, one value at least.</param>
    /// <param name="part">The part of it, more than 0 and at most 1.</param>
    public static double Of(IEnumerable<double> sample, double part)
    {
        double[] sorted = [.. sample.Order()];
        return sorted[Math.Max(0, (int)Math.Ceiling(part * sorted.Length) - 1)];
    }
}
