using System;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Comparing;

/// <summary>
/// Measures how much slower a cell has become from one run to another, in two ways: by its time, and by its time as a multiple of something
/// that was measured in the same rounds and that a change to this library leaves as it is. A busy machine changes the first and not the second. If code or
/// data of that other thing lies elsewhere in memory, the second changes and not the first. A slower candidate changes both.
/// </summary>
/// <param name="sameMachine">Whether times can be compared.</param>
internal sealed class Yardstick(bool sameMachine)
{
    /// <summary>The factor by which a cell has become slower; under 1 it has become quicker.</summary>
    /// <returns>The factor nearer to 1 of the two ways; 1 where they do not agree; <see langword="null"/> where neither is available.</returns>
    public double? Slowdown(RatioRecord before, RatioRecord after)
    {
        double? byTime = sameMachine ? after.NsPerElement / before.NsPerElement : null;
        double? relative = Relative(before, after);
        if (byTime is not double time || relative is not double multiple)
        {
            return byTime ?? relative;
        }

        return (time > 1) != (multiple > 1) ? 1 : time > 1 ? Math.Min(time, multiple) : Math.Max(time, multiple);
    }

    /// <summary>
    /// A change to this library does not touch the built-in formatter, which allocates as we do. Where the baseline is our own scalar code, which shares code
    /// with everything else, copying the bytes stands in for it.
    /// </summary>
    private static double? Relative(RatioRecord before, RatioRecord after)
    {
        if (before.Baseline != after.Baseline)
        {
            return null;
        }

        return before.Baseline == RatioRecord.BuiltIn ? before.XBaseline / after.XBaseline : after.XMemcpy / before.XMemcpy;
    }
}
