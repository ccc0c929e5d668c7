namespace MsgPackSimd.Codec.Kernels;

/// <summary>How an element that may be missing is read: the step that <see cref="NullableDecoder{TLane, TReader}"/> repeats.</summary>
/// <inheritdoc cref="INullableToken{TLane}"/>
internal interface INullableTokenReader<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets how many bytes are read from a token's first byte on, whatever its length.</summary>
    static abstract int Reach { get; }

    /// <summary>Reads a token.</summary>
    /// <param name="token">The token.</param>
    /// <param name="value">Receives the element; 0 if it is missing.</param>
    /// <param name="presence">Receives all bits set; none if the token is nil.</param>
    /// <param name="length">Receives the token's length in bytes.</param>
    /// <returns>Whether the token can be decoded here.</returns>
    static abstract bool TryRead(ref byte token, out TLane value, out long presence, out nint length);
}
