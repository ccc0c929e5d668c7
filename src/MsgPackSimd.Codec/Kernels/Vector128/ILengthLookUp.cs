using System;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Looks up a register of bytes at a time for <see cref="LengthScanDecoderVector128{TElement, TScan}"/> and <see cref="RunScanDecoderVector128{TElement,
/// TScan}"/>.
/// </summary>
/// <typeparam name="TVector">The register.</typeparam>
internal interface ILengthLookUp<TVector>
    where TVector : struct
{
    /// <summary>Gets how many bytes a register has.</summary>
    static abstract int Width { get; }

    /// <summary>Gets, for each byte of 16, the place of the byte behind it.</summary>
    static abstract TVector Next { get; }

    /// <summary>A table of 16 bytes, in each half if there are two.</summary>
    static abstract TVector Table(ReadOnlySpan<byte> entries);

    /// <summary>Looks up lengths and classes of the tokens that would begin at the bytes of a register.</summary>
    /// <param name="lengthTable">Lengths less one, by index.</param>
    /// <param name="classTable">Classes, likewise.</param>
    /// <param name="source">The bytes.</param>
    /// <param name="at">The first of them to look up.</param>
    /// <param name="scan">Receives what has been found (<see cref="ScannedBlock"/>).</param>
    /// <returns>The lengths less one.</returns>
    static abstract TVector LookUp(TVector lengthTable, TVector classTable, ref byte source, nint at, ref byte scan);

    /// <summary>Looks up the next register of bytes, and from both finds the lengths of two tokens for this one.</summary>
    /// <inheritdoc cref="LookUp"/>
    /// <param name="current">The lengths less one for the register of bytes at <paramref name="at"/>.</param>
    /// <param name="lengthTable">Lengths less one, by index.</param>
    /// <param name="classTable">Classes, likewise.</param>
    /// <param name="next"><see cref="Next"/>.</param>
    /// <param name="source">The bytes.</param>
    /// <param name="at">The first byte of this register.</param>
    /// <param name="scan">Receives what has been found.</param>
    /// <returns>The lengths less one for the next register.</returns>
    static abstract TVector Step(TVector current, TVector lengthTable, TVector classTable, TVector next, ref byte source, nint at, ref byte scan);
}
