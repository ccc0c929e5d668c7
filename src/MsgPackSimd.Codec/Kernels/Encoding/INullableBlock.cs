using System;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// How a block of integers that may be missing is encoded, whichever are missing; <see cref="NullableBlockEncoder{TLane, TBlock}"/> has the loop.
/// </summary>
/// <remarks>
/// <code>
///   memory       1 - - - e8 03 - -   0 - - - - - - -   1 - - - 05 - - -   …         of int?
///   presence     1 1 1 1             .                 1 1 1 1            …
///   values       e8 03 - -           c0 - - -          05 - - -           …         nil where the element is missing
///   beyond one   2                   0                 0                  …         as for an array, but 0 where it is missing: nil is a fixint to the rows
///   tokens       cd 03 e8 c0 05 …                                                   by the rows of the kernel for arrays
/// </code>
/// </remarks>
/// <typeparam name="TLane">The integer of the element's size.</typeparam>
/// <typeparam name="TBlock">The elements of a block as vectors.</typeparam>
internal interface INullableBlock<TLane, TBlock>
    where TLane : unmanaged
{
    /// <summary>Gets whether the CPU has what this needs.</summary>
    static abstract bool IsSupported { get; }

    /// <inheritdoc cref="IBlockEncoder{TLane}.BlockLength"/>
    static abstract int BlockLength { get; }

    /// <inheritdoc cref="IBlockEncoder{TLane}.Room"/>
    static abstract int Room { get; }

    /// <inheritdoc cref="IBlockEncoder{TLane}.Rows"/>
    static abstract ReadOnlySpan<byte> Rows { get; }

    /// <summary>Loads a block.</summary>
    /// <param name="source">The first of <see cref="BlockLength"/> elements.</param>
    static abstract TBlock Load(ref NullableLane<TLane> source);

    /// <summary>Encodes a block.</summary>
    /// <param name="block">The block.</param>
    /// <param name="destination">Where the tokens go; <see cref="Room"/> bytes from here on may be written.</param>
    /// <param name="rows">The first byte of <see cref="Rows"/>.</param>
    /// <returns>The mask; the tokens are <see cref="BlockLength"/> bytes long, plus one for each bit set.</returns>
    static abstract uint Encode(TBlock block, ref byte destination, ref byte rows);
}
