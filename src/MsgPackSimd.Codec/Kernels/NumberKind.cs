namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The kinds of tokens that a <c>float</c> or a <c>double</c> is read from, with the numbers that <see cref="Tables.NumberTokenTable"/> gives them.
/// </summary>
internal enum NumberKind : byte
{
    /// <summary>An integer that fits 64 bits with a sign, whatever its width.</summary>
    Integer = 16,

    /// <summary>A float of 32 bits.</summary>
    Single = 8,

    /// <summary>A float of 64 bits.</summary>
    Double = 0,

    /// <summary>An integer of 64 bits without a sign.</summary>
    UInt64 = 0x90,

    /// <summary>No number, or no kind.</summary>
    None = 0xff,
}
