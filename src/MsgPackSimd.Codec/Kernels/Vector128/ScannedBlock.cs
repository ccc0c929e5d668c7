using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// What <see cref="LengthScanVector128{TElement, TScan}"/> has found for the tokens that would begin at the bytes of a block: three rows of bytes, one behind
/// the other, so that a single register points to them all.
/// </summary>
/// <remarks>
/// <code>
///   lengths less one | lengths of two tokens | classes
///   0                  Pairs                   Classes
/// </code>
/// </remarks>
[InlineArray(3 * Length)]
internal struct ScannedBlock
{
    /// <summary>How many positions a block has, at most.</summary>
    public const int Length = 1024;

    /// <summary>Where the lengths of two tokens begin.</summary>
    public const int Pairs = Length;

    /// <summary>
    /// Where the bits of the bytes that belong to no run begin, for <see cref="RunScanDecoderVector128{TElement, TScan}"/>, which needs no pairs.
    /// </summary>
    public const int Others = Pairs;

    /// <summary>Where the classes begin.</summary>
    public const int Classes = 2 * Length;

    private byte first;
}
