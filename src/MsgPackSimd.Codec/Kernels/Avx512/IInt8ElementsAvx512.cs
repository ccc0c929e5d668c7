using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>The counterpart of <see cref="IInt8ElementsVector128"/> for <see cref="Int8DecoderAvx512{TSignedness, TElements}"/>.</summary>
internal interface IInt8ElementsAvx512
{
    /// <summary>Gets how many bytes an element takes in memory.</summary>
    static abstract int Size { get; }

    /// <summary>Finds the bytes among 64 that stand for missing elements, as if none of the 64 were a payload.</summary>
    /// <param name="tokens">The bytes.</param>
    /// <returns>A bit for each byte that is nil; none where elements can't be missing.</returns>
    static abstract ulong FindNils(Vector512<byte> tokens);

    /// <summary>Stores the elements that are among 64 bytes.</summary>
    /// <param name="tokens">The bytes.</param>
    /// <param name="kept">A bit for each byte that is an element.</param>
    /// <param name="missing">A bit for each missing element.</param>
    /// <param name="destination">Where the elements go: room for 64, of which those behind the last one may be overwritten.</param>
    static abstract void Store(Vector512<byte> tokens, ulong kept, ulong missing, ref byte destination);

    /// <summary>Stores the first of the elements that are among 64 bytes, and nothing behind them.</summary>
    /// <inheritdoc cref="Store"/>
    /// <param name="tokens">The bytes.</param>
    /// <param name="kept">A bit for each byte that is an element.</param>
    /// <param name="missing">A bit for each missing element.</param>
    /// <param name="destination">Where the elements go, in pinned memory.</param>
    /// <param name="count">How many elements to store.</param>
    static abstract unsafe void StoreFirst(Vector512<byte> tokens, ulong kept, ulong missing, byte* destination, int count);
}
