using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A kernel whose fixints are narrowed by packing. <see cref="PackedFixIntsAvx2{TLane, TSignedness, TKernel}"/> has the loop, and <see
/// cref="FixIntNarrowingAvx2"/> narrows where there are others between them.
/// </summary>
/// <typeparam name="TLane">The integer of the element's size.</typeparam>
internal interface IPackEncoderAvx2<TLane>
    where TLane : unmanaged
{
    /// <summary>Loads 32 elements, saturated to 16 bits, in whatever order packs leave them.</summary>
    /// <param name="source">The first of them.</param>
    /// <param name="lower">Receives 16 of them.</param>
    /// <param name="upper">Receives the others.</param>
    static abstract void LoadWords(ref TLane source, out Vector256<short> lower, out Vector256<short> upper);

    /// <summary>Puts the bytes that the words were packed to in the order of the elements.</summary>
    /// <param name="packed">The bytes.</param>
    static abstract Vector256<byte> Order(Vector256<sbyte> packed);
}
