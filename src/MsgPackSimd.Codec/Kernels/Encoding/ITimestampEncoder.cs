namespace MsgPackSimd.Codec.Kernels;

/// <summary>A kernel for times: how a block of them is encoded. <see cref="TimestampEncoding"/> has the loop.</summary>
internal interface ITimestampEncoder
{
    /// <summary>Gets how many times a block has.</summary>
    static abstract int BlockLength { get; }

    /// <summary>Gets how many bytes of room a block wants: its longest encoding, and what its last store may write past that.</summary>
    static abstract int Room { get; }

    /// <summary>Encodes a block, or less at the end of an array.</summary>
    /// <param name="source">
    /// The first time's bits. If fewer than <see cref="BlockLength"/> follow, a kernel that does not mask its loads may read those before: an array has at
    /// least one block.
    /// </param>
    /// <param name="count">The number of times, from 1 to <see cref="BlockLength"/>.</param>
    /// <param name="destination">Where the tokens go; <see cref="Room"/> bytes may be written.</param>
    /// <returns>
    /// The length of the tokens in bytes; 0 if a time is not encoded here: it is local, or not in the years that the kernel knows a shorter form for.
    /// </returns>
    static abstract int EncodeBlock(ref ulong source, nint count, ref byte destination);
}
