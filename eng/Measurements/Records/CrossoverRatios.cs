using System;
using System.Text.Json.Serialization;

namespace MsgPackSimd.Engineering.Measurements.Records;

/// <summary>One measurement of a cell of the crossover report.</summary>
/// <param name="NsPerCall">Nanoseconds a call.</param>
/// <param name="XScalar">How many times quicker than the scalar code.</param>
/// <param name="XSame">
/// The time of the same candidate measured a second time, in the same rounds or in another process, as a multiple of the first: two identical builds.
/// </param>
/// <param name="XBuiltIn">How many times quicker than the built-in formatter, where the package is there.</param>
internal sealed record CrossoverRatios(double NsPerCall, double XScalar, double XSame, double? XBuiltIn = null)
{
    /// <summary>Gets how many times quicker than the quicker of the two.</summary>
    [JsonIgnore]
    public double XQuicker => Math.Min(XScalar, XBuiltIn ?? double.PositiveInfinity);
}
