using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// What <see cref="RunScanVector128{TLane, TSignedness}"/> has found for the steps that would begin at the bytes of a block: three rows of bytes, one behind the
/// other, so that a single register points to them all.
/// </summary>
/// <remarks>
/// <code>
///   lengths of run and token | lengths of runs | classes of tokens
///   0                          Runs              Classes
/// </code>
/// </remarks>
[InlineArray(3 * Length)]
internal struct ScannedRuns
{
    /// <summary>How many positions are looked up before the tokens among them are decoded. (With 128, 256 or 992, decoding took longer than with 480.)</summary>
    public const int Length = 512;

    /// <summary>Where the lengths of runs begin.</summary>
    public const int Runs = Length;

    /// <summary>Where the classes begin.</summary>
    public const int Classes = 2 * Length;

    private byte first;
}
