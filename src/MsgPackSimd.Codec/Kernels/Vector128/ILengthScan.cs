using System;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Which tokens <see cref="LengthScanDecoderVector128{TElement, TScan}"/> decodes, and with <see cref="IRunScan{TElement}"/> the run scan, by tables of
/// <see cref="Tables.TokenRowTable"/>, and into what.
/// </summary>
/// <typeparam name="TElement">The element as it lies in memory.</typeparam>
internal interface ILengthScan<TElement>
    where TElement : unmanaged
{
    /// <summary>Gets whether elements of this size are decoded with this scan wherever there is a byte shuffle, and no kernel of AVX-512 serves them.</summary>
    static abstract bool ServesSize { get; }

    /// <summary>Gets the length less one of a token, by its index.</summary>
    static abstract ReadOnlySpan<byte> LengthsLessOne { get; }

    /// <summary>Gets the class of a token, by its index.</summary>
    static abstract ReadOnlySpan<byte> Classes { get; }

    /// <summary>Gets the rows, by class.</summary>
    static abstract ReadOnlySpan<byte> Rows { get; }

    /// <summary>The indices by which tokens are looked up: from 0 to 15, or with bit 7 set, for which a table gives 0.</summary>
    /// <param name="bytes">The tokens' first bytes.</param>
    static abstract Vector128<byte> Index(Vector128<byte> bytes);

    /// <inheritdoc cref="Index(Vector128{byte})"/>
    static abstract Vector256<byte> Index(Vector256<byte> bytes);

    /// <summary>Shuffles a token's bytes.</summary>
    /// <param name="bytes">The token and what follows it.</param>
    /// <param name="row">The row of its class.</param>
    /// <returns>The value, and a byte that says whether the token can be decoded here.</returns>
    static abstract Vector128<byte> Read(Vector128<byte> bytes, ref byte row);

    /// <summary>Whether a token, or each of several tokens, can be decoded here.</summary>
    /// <param name="read">What <see cref="Read"/> returned; for several tokens, all that it returned, combined by OR.</param>
    static abstract bool CanDecode(Vector128<byte> read);

    /// <summary>Stores an element.</summary>
    /// <param name="read">What <see cref="Read"/> returned.</param>
    /// <param name="tokenClass">The token's class.</param>
    /// <param name="row">The row of that class.</param>
    /// <param name="element">Where the element goes.</param>
    static abstract void Store(Vector128<byte> read, byte tokenClass, ref byte row, ref TElement element);
}
