using System;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A kernel for integers with AVX-512 VBMI2: how the elements of a block are laid out as their longest tokens, and which bytes of these stay.
/// <see cref="CompressEncoding"/> has the loops, closes the gaps and stores.
/// </summary>
/// <typeparam name="TLane">The integer of the element's size; the kernel itself knows whether it is signed.</typeparam>
internal interface ICompressEncoder<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets how many elements are encoded at a time: as many of the longest tokens as 64 bytes hold.</summary>
    static abstract int BlockLength { get; }

    /// <summary>Gets the rows of <see cref="TokenLanes"/>.</summary>
    static abstract ReadOnlySpan<byte> Table { get; }

    /// <summary>Lays a block out.</summary>
    /// <param name="lanes">The rows.</param>
    /// <param name="values">A whole vector of elements, of which <see cref="BlockLength"/> are taken.</param>
    /// <param name="kept">Receives all ones in the lanes of bytes that belong to the tokens, 0 in the others.</param>
    /// <returns>Each element as its longest token, one after the other; the bytes that a shorter token does not have are not kept.</returns>
    static abstract Vector512<byte> LayOut(in TokenLanes lanes, Vector512<TLane> values, out Vector512<byte> kept);

    /// <summary>Narrows a vector to bytes, if all its elements are fixints.</summary>
    /// <param name="values">A whole vector of elements; where there are fewer, zeros in the other lanes.</param>
    /// <param name="bytes">Receives a byte for each element; the bytes behind these may be anything.</param>
    static abstract bool TryNarrow(Vector512<TLane> values, out Vector512<byte> bytes);

    /// <summary>Whether all elements of a vector have a token of full width, and there is a loop for these.</summary>
    /// <param name="values">A whole vector of elements.</param>
    static abstract bool HaveFullWidth(Vector512<TLane> values);

    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFixInts"/>
    static abstract nint EncodeFixInts(ref TLane source, nint count, ref byte destination, nint room);

    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFullWidth"/>
    static abstract nint EncodeFullWidth(ref TLane source, nint count, ref byte destination, nint room);

    /// <summary>Encodes an array that is not long, if all its tokens have full width and that is easily seen.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, one or more.</param>
    /// <param name="destination">Where the tokens go; if the attempt fails, anything may have been written there.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    static abstract bool TryEncodeFullWidth(ref TLane source, nint count, ref byte destination, nint room);
}
