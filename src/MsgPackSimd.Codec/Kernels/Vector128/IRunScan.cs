namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// What <see cref="RunScanDecoderVector128{TElement, TScan}"/> needs besides the tables of the length scan: which bytes are tokens of a run, and how a run is
/// stored.
/// </summary>
/// <typeparam name="TElement">The element as it lies in memory.</typeparam>
internal interface IRunScan<TElement> : ILengthScan<TElement>
    where TElement : unmanaged
{
    /// <summary>Gets whether elements of this size are decoded in runs.</summary>
    static abstract bool ServesRuns { get; }

    /// <summary>Which of 32 bytes are no tokens of a run, a bit each, the first one's lowest.</summary>
    /// <param name="source">The first byte.</param>
    static abstract uint OthersOf32(ref byte source);

    /// <summary>Stores sixteen elements of a run. What is stored of other bytes does not count.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="destination">Where the elements go.</param>
    static abstract void StoreSixteen(ref byte source, ref TElement destination);

    /// <summary>Decodes a token that the tables do not cover.</summary>
    /// <param name="source">The token, and so many bytes behind it as the longest token has.</param>
    /// <param name="destination">Where the element goes.</param>
    /// <returns>The length of the token; 0 if it is not one of this element type.</returns>
    static abstract nint DecodeOne(ref byte source, ref TElement destination);
}
