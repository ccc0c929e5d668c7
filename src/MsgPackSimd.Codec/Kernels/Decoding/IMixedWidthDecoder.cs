namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A kernel for integers of mixed widths, with a loop for windows of few tokens, one for windows of any number, and one for what is too little for
/// either. It is implemented by structs, which are type arguments of the loops around the kernels, as with <see cref="ISignedness"/>.
/// </summary>
internal interface IMixedWidthDecoder<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets from how many bytes on the loops over windows are worth beginning.</summary>
    static abstract int MinLength { get; }

    /// <summary>Gets how many elements the loops over windows need room for.</summary>
    static abstract int MinRoom { get; }

    /// <summary>Gets the greatest density, in sixteenths of a token a byte, at which the sparse loop pays.</summary>
    static abstract int SparseDensity { get; }

    /// <summary>
    /// Decodes windows that hold few tokens, until one holds many or has a token that is not decoded here, or until there are too few bytes or too little room
    /// for a whole window.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were decoded.</returns>
    static abstract nint DecodeSparse(ref byte source, nint length, ref TLane destination, nint room, out nint consumed);

    /// <summary>Decodes windows however many tokens they hold, until there is a token that is not decoded here, or too few bytes or too little room.</summary>
    /// <inheritdoc cref="DecodeSparse"/>
    static abstract nint DecodeDense(ref byte source, nint length, ref TLane destination, nint room, out nint consumed);

    /// <summary>
    /// Decodes as much as the bytes and the room allow, however little that is, or up to a token that is not decoded here. It may give up before that.
    /// </summary>
    /// <inheritdoc cref="DecodeSparse"/>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="isDense">Whether many tokens are expected, as in windows that hold many. (Only the kernel of AVX2 uses it.)</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    static abstract nint DecodeRest(ref byte source, nint length, ref TLane destination, nint room, bool isDense, out nint consumed);
}
