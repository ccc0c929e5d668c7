namespace MsgPackSimd.Codec.Kernels;

/// <summary>How an element that may be missing is written: the step that <see cref="NullableEncoder{TLane, TWriter}"/> repeats.</summary>
/// <inheritdoc cref="INullableToken{TLane}"/>
internal interface INullableTokenWriter<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets how many bytes are written at a token's place, whatever its length.</summary>
    static abstract int Room { get; }

    /// <summary>Writes a token, and arbitrary bytes behind a short one.</summary>
    /// <param name="token">Where it goes.</param>
    /// <param name="value">The element; anything if it is missing.</param>
    /// <param name="presence">All bits set, or none, for which the token is nil.</param>
    /// <param name="length">Receives the token's length in bytes.</param>
    /// <returns>Whether the element can be encoded here.</returns>
    static abstract bool TryWrite(ref byte token, TLane value, long presence, out nint length);
}
