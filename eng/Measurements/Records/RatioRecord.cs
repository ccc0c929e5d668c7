namespace MsgPackSimd.Engineering.Measurements.Records;

/// <summary>One cell of the ratio table.</summary>
/// <param name="Type">The element type, as in <c>int</c>.</param>
/// <param name="Data">The distribution of the values, or the name of a recording.</param>
/// <param name="Direction"><c>encode</c>, <c>decode</c> into a new array, or <c>span</c>: decode into existing memory.</param>
/// <param name="Count">Elements of an array.</param>
/// <param name="NsPerElement">Nanoseconds an element; for an empty array, nanoseconds a call.</param>
/// <param name="GbPerSecond">Encoded bytes a nanosecond.</param>
/// <param name="Baseline">What the candidate is compared with.</param>
/// <param name="XBaseline">How many times quicker than the baseline.</param>
/// <param name="XMemcpy">The time as a multiple of copying the encoded bytes.</param>
/// <param name="XSame">
/// The time of the same candidate at another place of the same rounds, where copying the bytes comes before it and not the baseline, as a multiple of its time:
/// the noise, and with arrays that a cache only just holds, what the copying has left in it.
/// </param>
/// <param name="AllocatedBytes">What a call allocates on average.</param>
internal sealed record RatioRecord(
    string Type,
    string Data,
    string Direction,
    int Count,
    double NsPerElement,
    double GbPerSecond,
    string Baseline,
    double XBaseline,
    double XMemcpy,
    double XSame,
    long AllocatedBytes)
{
    /// <summary>The baseline that is MessagePack-CSharp's own formatter.</summary>
    public const string BuiltIn = "built-in";

    /// <summary>The baseline that is our code without vectors.</summary>
    public const string Scalar = "scalar";
}
