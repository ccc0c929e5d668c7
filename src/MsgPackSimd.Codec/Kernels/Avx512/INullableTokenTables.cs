using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// What the bytes of a window say about the tokens that begin with them, by tables or by a compare, for elements that may be missing:
/// <see cref="NullableDecoderAvx512{TLane, TTables}"/> does the rest.
/// </summary>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
/// <typeparam name="TSelf">The type itself.</typeparam>
internal interface INullableTokenTables<TLane, TSelf>
    where TLane : unmanaged
    where TSelf : struct
{
    /// <summary>Loads what a loop needs into registers.</summary>
    static abstract TSelf Create();

    /// <summary>Looks up the bytes of a window.</summary>
    /// <param name="window">The window.</param>
    /// <param name="classes">Receives the class of the token that would begin at each byte; unused by floats.</param>
    /// <returns>J1: for each position, where the next token begins; past the stride, the position itself.</returns>
    Vector512<byte> LookUp(Vector512<byte> window, out Vector512<byte> classes);

    /// <summary>The sign of each byte of a window, all zeros or all ones; unused by floats.</summary>
    static abstract Vector512<byte> Signs(Vector512<byte> window);

    /// <summary>The values of tokens.</summary>
    /// <param name="window">The window.</param>
    /// <param name="classes">The classes, from <see cref="LookUp"/>.</param>
    /// <param name="signs">The signs, from <see cref="Signs"/>.</param>
    /// <param name="tokens">Where the tokens begin, the position of each in all bytes of its lane.</param>
    /// <param name="first">The first byte of each token, in all bytes of its lane.</param>
    /// <param name="presence">All ones in a token's lane; zeros if it is nil.</param>
    /// <param name="bad">Receives a set top bit in each lane whose token is not decoded here. It counts only if the token begins before the stride.</param>
    /// <returns>The values; 0 for nil.</returns>
    Vector512<byte> Values(
        Vector512<byte> window,
        Vector512<byte> classes,
        Vector512<byte> signs,
        Vector512<byte> tokens,
        Vector512<byte> first,
        Vector512<byte> presence,
        out Vector512<byte> bad);
}
