using System;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>In what steps tokens some of which may be nil are decoded, and what one step tells the next: what <see cref="NullableDecoding"/> does until there is nothing left.</summary>
/// <typeparam name="T">The elements' type.</typeparam>
/// <typeparam name="TSteps">The type that has these steps.</typeparam>
internal interface INullableSteps<T, TSteps>
    where T : unmanaged
    where TSteps : struct
{
    /// <summary>How to begin.</summary>
    /// <param name="source">All tokens.</param>
    /// <param name="destination">Where all elements go.</param>
    static abstract TSteps Start(ReadOnlySpan<byte> source, Span<T?> destination);

    /// <summary>Decodes some of the tokens, or none.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="destination">Where the elements go; not empty.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    /// <returns>
    /// Whether there is another step; if not, the scalar decoder has the next token, if there is one and room for it. Where there is, something was decoded, or the next step goes another way: it never
    /// goes on without either.
    /// </returns>
    bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written);
}
