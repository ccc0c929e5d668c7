using System;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>What decodes the tokens that the steps (<see cref="INullableSteps{T, TSteps}"/>) leave.</summary>
/// <typeparam name="T">The elements' type.</typeparam>
internal interface INullableFallback<T>
    where T : unmanaged
{
    /// <summary>Gets how many elements the steps have to decode, from one such token to the next, to be quicker than this.</summary>
    static abstract int MinCount { get; }

    /// <summary>Gets from how many tokens the first number of them is reckoned.</summary>
    static abstract int StartCount { get; }

    /// <summary>Gets how many tokens this decodes before the steps are tried again, unless it goes on to the end of a run that it is in.</summary>
    static abstract int MaxCount { get; }

    /// <summary>Decodes some tokens.</summary>
    /// <param name="source">The first token; there is one.</param>
    /// <param name="destination">Where the elements go; not empty.</param>
    /// <param name="count">How many to decode, about.</param>
    /// <param name="bytesConsumed">Receives the length of the tokens that were decoded.</param>
    /// <param name="valuesWritten">Receives how many elements were stored.</param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/> if at least one token was read and none refused; otherwise what kept the next one from being read.
    /// </returns>
    static abstract MessagePackReadStatus Decode(ReadOnlySpan<byte> source, Span<T?> destination, int count, out int bytesConsumed, out int valuesWritten);
}
