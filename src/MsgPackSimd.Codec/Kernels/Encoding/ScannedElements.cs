using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// What <see cref="FixIntRunEncoding"/> has found out about the next elements: the bytes that they are narrowed to, and a bit for each.
/// </summary>
/// <remarks>
/// <code>
///   bytes of Length elements | zeros, as many as a block has | a word of bits for each block | two words more
///   0                                                                       Bits
/// </code>
/// </remarks>
[InlineArray(Bits + ((Length / FixIntRunEncoding.BlockLength) + 2) * sizeof(ulong))]
internal struct ScannedElements
{
    /// <summary>How many elements there may be.</summary>
    public const int Length = 512;

    /// <summary>How many there are at most where few of them are no fixints: the sooner is the end of these noticed.</summary>
    public const int FewLength = Length / 2;

    /// <summary>Where the bits begin.</summary>
    public const int Bits = Length + FixIntRunEncoding.BlockLength;

    private byte first;
}
