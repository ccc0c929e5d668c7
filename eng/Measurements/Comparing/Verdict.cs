namespace MsgPackSimd.Engineering.Measurements.Comparing;

/// <summary>What has become of a cell.</summary>
internal enum Verdict
{
    /// <summary>It may be quicker or slower, and it may be noise.</summary>
    WithinNoise,
    Slower,
    Quicker,
}
