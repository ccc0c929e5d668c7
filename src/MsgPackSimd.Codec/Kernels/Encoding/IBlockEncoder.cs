using System;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A kernel for integers, whose tokens differ in length: how one block of them is encoded, and how uniform stretches are encoded. <see cref="BlockEncoding"/>
/// has the loops, and takes care of what is left over at the end.
/// </summary>
/// <remarks>
/// All kernels find out for each element how many bytes its token has beyond one. Their mask has the same number of bits for each element, and as many of them
/// are set as the token has bytes beyond one. The mask's population count is then the block's length beyond one byte an element, and a part of the mask gives
/// the row of a shuffle table.
/// </remarks>
/// <typeparam name="TLane">The integer of the element's size; the kernel itself knows whether it is signed.</typeparam>
internal interface IBlockEncoder<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets how many elements a block has.</summary>
    static abstract int BlockLength { get; }

    /// <summary>
    /// Gets how many bytes of room <see cref="EncodeBlock"/> wants: the longest encoding of a block, and what its last store may write past that.
    /// </summary>
    static abstract int Room { get; }

    /// <summary>Gets the table that the rows are from.</summary>
    static abstract ReadOnlySpan<byte> Rows { get; }

    /// <summary>Encodes a block.</summary>
    /// <param name="source">The first of <see cref="BlockLength"/> elements.</param>
    /// <param name="destination">Where the tokens go; <see cref="Room"/> bytes from here on may be written.</param>
    /// <param name="rows">
    /// The first byte of <see cref="Rows"/>. (By reference, since the compiler would load an address that it knows again in each round of a loop.)
    /// </param>
    /// <returns>The mask; the tokens are <see cref="BlockLength"/> bytes long, plus one for each bit set.</returns>
    static abstract uint EncodeBlock(ref TLane source, ref byte destination, ref byte rows);

    /// <summary>
    /// Encodes the last block of an array, which begins with elements that are encoded already (<see cref="LastBlock"/>): they are moved out of the vector, and
    /// zeros follow, which have no bits in the mask. Thus what was read of an element before is not used with what is read now: another thread may be changing
    /// it.
    /// </summary>
    /// <param name="source">The first of <see cref="BlockLength"/> elements.</param>
    /// <param name="skip">How many elements at its beginning are left out.</param>
    /// <param name="destination">Where the tokens go; <see cref="Room"/> bytes from here on may be written.</param>
    /// <param name="rows">The first byte of <see cref="Rows"/>.</param>
    /// <returns>The mask, with a bit for each byte that a token has beyond one.</returns>
    static abstract uint EncodeLastBlock(ref TLane source, nint skip, ref byte destination, ref byte rows);

    /// <summary>Encodes fixints, several at a time, up to the first element that is not a fixint.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go; no byte past them is written.</param>
    /// <param name="room">The number of bytes that may be written.</param>
    /// <returns>How many elements were encoded, a byte each.</returns>
    static abstract nint EncodeFixInts(ref TLane source, nint count, ref byte destination, nint room);

    /// <summary>Whether a value has a token of full width, and the kernel has a better way to encode several of these.</summary>
    static abstract bool HasFullWidth(TLane value);

    /// <summary>Encodes values whose tokens have full width, several at a time, up to the first whose token is shorter.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written.</param>
    /// <returns>How many elements were encoded; always 0 if the kernel has no better way to encode them.</returns>
    static abstract nint EncodeFullWidth(ref TLane source, nint count, ref byte destination, nint room);

    /// <summary>Encodes values that all fit half of their width as elements of that width, up to a few before the first that does not fit.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go; if there is too little room, the elements are encoded for which there is enough.</param>
    /// <param name="bytesWritten">Receives the length of the tokens, in bytes.</param>
    /// <returns>How many elements were encoded; always 0 if the kernel gains nothing by it, as for elements of 32 bits or fewer.</returns>
    static virtual nint EncodeNarrow(ref TLane source, nint count, Span<byte> destination, out int bytesWritten)
    {
        bytesWritten = 0;
        return 0;
    }

    /// <summary>
    /// Gets up to how many of 64 elements that are no fixints <see cref="FixIntRunEncoding"/> encodes one by one. With half as many on average, it is about as
    /// quick as the blocks. 0 if it is hardly ever quicker, as for elements of 8 bits.
    /// </summary>
    static virtual int MaxOthers => 0;

    /// <summary>Narrows 64 elements to bytes. (Not called if <see cref="MaxOthers"/> is 0, like <see cref="StoreToken"/>.)</summary>
    /// <param name="source">The first of them.</param>
    /// <param name="destination">Receives a byte for each element, which is its token if it is a fixint.</param>
    /// <returns>A bit for each element that is not a fixint, the first one's lowest.</returns>
    static virtual ulong NarrowSixtyFour(ref TLane source, ref byte destination) => throw new NotSupportedException();

    /// <summary>Stores the token of one element, and arbitrary bytes behind a short one.</summary>
    /// <param name="destination">Where it goes: room for a token of full width, or for twice the element's size if that is more.</param>
    /// <param name="value">The element.</param>
    /// <returns>The token's length.</returns>
    static virtual nint StoreToken(ref byte destination, TLane value) => throw new NotSupportedException();
}
