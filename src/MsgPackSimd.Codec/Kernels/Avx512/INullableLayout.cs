using System;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>How elements that may be missing are laid out as their longest tokens: <see cref="NullableEncoderAvx512{TLane, TLayout}"/> does the rest.</summary>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
internal interface INullableLayout<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets how many elements are encoded at a time: as many of the longest tokens as 64 bytes hold.</summary>
    static abstract int BlockLength { get; }

    /// <summary>Gets the rows of <see cref="TokenLanes"/>.</summary>
    static abstract ReadOnlySpan<byte> Table { get; }

    /// <summary>Lays a block out.</summary>
    /// <param name="lanes">The rows.</param>
    /// <param name="values">A whole vector of values, of which <see cref="BlockLength"/> are taken.</param>
    /// <param name="presence">All ones in the bytes of each value, or zeros if it is missing.</param>
    /// <param name="kept">Receives all ones in the lanes of bytes that belong to the tokens; for a missing element, in one lane.</param>
    /// <returns>Each value as its longest token, one after the other; in place of a missing value, anything.</returns>
    static abstract Vector512<byte> LayOut(in TokenLanes lanes, Vector512<TLane> values, Vector512<byte> presence, out Vector512<byte> kept);
}
