namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A kernel that encodes blocks of elements whose tokens differ in length. <see cref="BlockEncoding"/> drives it, and takes care of what is
/// left over at the end.
/// </summary>
/// <typeparam name="TLane">The integer of the element's size; the kernel itself knows whether it is signed.</typeparam>
internal interface IBlockEncoder<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets how many elements a block has; the kernel encodes whole blocks only. At most <see cref="BlockEncoding.MaxBlockLength"/>.</summary>
    static abstract int BlockLength { get; }

    /// <summary>
    /// Gets how many bytes of room the kernel wants before it begins a block: the longest encoding of a block, and what its last store may
    /// write past that. At most <see cref="BlockEncoding.MaxRoom"/>.
    /// </summary>
    static abstract int Room { get; }

    /// <summary>Encodes as many whole blocks as there are elements and room for.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">
    /// The number of bytes from <paramref name="destination"/> on that may be written. Bytes past <paramref name="written"/> may be changed.
    /// </param>
    /// <param name="read">Receives how many elements were encoded: a multiple of <see cref="BlockLength"/>, or what a uniform loop took.</param>
    /// <param name="written">Receives the length of their tokens, in bytes.</param>
    static abstract void Encode(ref TLane source, nint count, ref byte destination, nint room, out nint read, out nint written);
}
