using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>What the bytes of a window say of the tokens that begin with them, for elements that may be missing: <see cref="NullableDecoderAvx512{TLane, TWindow}"/> does the rest.</summary>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
/// <typeparam name="TSelf">The type itself.</typeparam>
internal interface INullableWindow<TLane, TSelf>
    where TLane : unmanaged
    where TSelf : struct
{
    /// <summary>Loads what a loop needs into registers.</summary>
    static abstract TSelf Create();

    /// <summary>Looks up what is to be known of a window.</summary>
    /// <param name="window">The window.</param>
    /// <param name="found">Receives what <see cref="Values"/> needs of it.</param>
    /// <param name="signs">Receives the same.</param>
    /// <returns>J1: where the next token begins, by position; past the stride, the position.</returns>
    Vector512<byte> LookUp(Vector512<byte> window, out Vector512<byte> found, out Vector512<byte> signs);

    /// <summary>The values of tokens.</summary>
    /// <param name="window">The window.</param>
    /// <param name="found">What was looked up for it.</param>
    /// <param name="signs">The same.</param>
    /// <param name="tokens">Where they begin, in all bytes of each one's lane.</param>
    /// <param name="first">Their first bytes, in the same places.</param>
    /// <param name="presence">All ones, or zeros of nil.</param>
    /// <param name="bad">Receives a top bit in each lane whose token, if it begins before the stride, is not decoded here.</param>
    /// <returns>The values; 0 of nil.</returns>
    Vector512<byte> Values(
        Vector512<byte> window,
        Vector512<byte> found,
        Vector512<byte> signs,
        Vector512<byte> tokens,
        Vector512<byte> first,
        Vector512<byte> presence,
        out Vector512<byte> bad);
}
