using System;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The steps in which tokens are decoded some of which may be nil, and what one step tells the next. <see cref="NullableDecoding"/> takes such steps until
/// nothing is left.
/// </summary>
/// <typeparam name="T">The elements' type.</typeparam>
/// <typeparam name="TSteps">The type that implements these steps.</typeparam>
internal interface INullableSteps<T, TSteps>
    where T : unmanaged
    where TSteps : struct
{
    /// <summary>Prepares the first step.</summary>
    /// <param name="source">All tokens.</param>
    /// <param name="destination">Where all elements go.</param>
    static abstract TSteps Start(ReadOnlySpan<byte> source, Span<T?> destination);

    /// <summary>Decodes some of the tokens, or none.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="destination">Where the elements go; not empty.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    /// <returns>
    /// Whether to go on with another step; if not, the fallback decodes the next token, if there is one and room for it. If so, something was decoded, or
    /// the next step works in another way: one of the two always holds.
    /// </returns>
    bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written);
}
