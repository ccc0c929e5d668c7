namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// How an element that may be missing is written and read, without a branch on whether it is missing: the step that
/// <see cref="NullableEncoder{TLane, TToken}"/> and <see cref="NullableDecoder{TLane, TToken}"/> repeat.
/// </summary>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
internal interface INullableToken<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets how many bytes are written at a token's place, whatever its length.</summary>
    static abstract int Room { get; }

    /// <summary>Gets how many bytes are read from a token's first byte on, whatever its length.</summary>
    static abstract int Reach { get; }

    /// <summary>Writes a token, and arbitrary bytes behind a short one.</summary>
    /// <param name="token">Where it goes.</param>
    /// <param name="value">The element; anything if it is missing.</param>
    /// <param name="presence">All bits set, or none, for which the token is nil.</param>
    /// <param name="length">Receives the token's length in bytes.</param>
    /// <returns>Whether the element can be encoded here.</returns>
    static abstract bool TryWrite(ref byte token, TLane value, long presence, out nint length);

    /// <summary>Reads a token.</summary>
    /// <param name="token">The token.</param>
    /// <param name="value">Receives the element; 0 if it is missing.</param>
    /// <param name="presence">Receives all bits set; none if the token is nil.</param>
    /// <param name="length">Receives the token's length in bytes.</param>
    /// <returns>Whether the token can be decoded here.</returns>
    static abstract bool TryRead(ref byte token, out TLane value, out long presence, out nint length);
}
