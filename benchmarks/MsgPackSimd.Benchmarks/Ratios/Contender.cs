namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>Whose time is taken.</summary>
internal enum Contender
{
    /// <summary>Our formatter, the candidate.</summary>
    Ours,

    /// <summary>Our code without vectors.</summary>
    Scalar,

    /// <summary>MessagePack-CSharp's own formatter.</summary>
    BuiltIn,
}
