using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>A kernel whose fixints are narrowed by packing. <see cref="PackedFixIntsAvx512{TLane, TSignedness, TKernel}"/> has the loop.</summary>
/// <typeparam name="TLane">The integer of the element's size.</typeparam>
internal interface IPackEncoderAvx512<TLane> : ICompressEncoder<TLane>
    where TLane : unmanaged
{
    /// <summary>Loads 64 elements, saturated to 16 bits, in whatever order packs leave them.</summary>
    /// <param name="source">The first of them.</param>
    /// <param name="lower">Receives 32 of them.</param>
    /// <param name="upper">Receives the others.</param>
    static abstract void LoadWords(ref TLane source, out Vector512<short> lower, out Vector512<short> upper);

    /// <summary>Puts the bytes that the words were packed to in the order of the elements.</summary>
    /// <param name="packed">The bytes.</param>
    static abstract Vector512<byte> Order(Vector512<sbyte> packed);
}
