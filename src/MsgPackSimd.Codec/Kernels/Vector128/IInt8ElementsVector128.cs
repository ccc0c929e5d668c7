namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// How <see cref="Int8DecoderVector128{TSignedness, TElements}"/> stores elements of a byte: plain, or with a flag where they may be missing. A
/// struct as a type argument makes the JIT compile the kernel once for each.
/// </summary>
internal interface IInt8ElementsVector128
{
    /// <summary>Gets how many bytes an element takes in memory.</summary>
    static abstract int Size { get; }

    /// <summary>Finds the nils, which stand for missing elements, among 64 bytes, as if none of these were a payload.</summary>
    /// <param name="tokens">The bytes.</param>
    /// <returns>A bit for each byte that is nil; none where elements can't be missing.</returns>
    static abstract ulong FindNils(ref byte tokens);

    /// <summary>Stores the elements: what is left of 64 bytes without the prefixes.</summary>
    /// <param name="tokens">The bytes.</param>
    /// <param name="prefixes">A bit for each prefix among them.</param>
    /// <param name="missing">A bit for each missing element.</param>
    /// <param name="destination">Where the elements go: room for 64, of which those behind the last one may be overwritten.</param>
    /// <returns>How many elements there are.</returns>
    static abstract nint Store(ref byte tokens, ulong prefixes, ulong missing, ref byte destination);
}
