using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Arrays of <c>sbyte</c> or <c>byte</c> that fill no vector: four to fifteen fixints are copied as two words that meet or overlap in the middle; a few
/// operations on the words show whether all elements are fixints.
/// </summary>
internal static class Int8WordEncoder
{
    public const int MinCount = sizeof(uint);

    /// <summary>Copies the elements, which are their tokens if all of them are fixints.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, at least <see cref="MinCount"/> and at most twice eight.</param>
    /// <param name="destination">Where the tokens go: a byte an element is written, in any case, and no byte more.</param>
    /// <returns>Whether all of them are fixints.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEncodeFixInts<TSignedness>(ref sbyte source, nint count, ref byte destination)
        where TSignedness : ISignedness
    {
        ref byte bytes = ref Unsafe.As<sbyte, byte>(ref source);
        if (count >= sizeof(ulong))
        {
            nint last = count - sizeof(ulong);
            Bounds.Assert(last, sizeof(ulong), count);
            ulong first = Unsafe.ReadUnaligned<ulong>(ref bytes);
            ulong second = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref bytes, last));
            Unsafe.WriteUnaligned(ref destination, first);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, last), second);
            return (Prefixed<TSignedness>(first) | Prefixed<TSignedness>(second)) == 0;
        }
        else
        {
            nint last = count - sizeof(uint);
            Bounds.Assert(last, sizeof(uint), count);
            uint first = Unsafe.ReadUnaligned<uint>(ref bytes);
            uint second = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref bytes, last));
            Unsafe.WriteUnaligned(ref destination, first);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, last), second);
            return (Prefixed<TSignedness>(first) | Prefixed<TSignedness>(second)) == 0;
        }
    }

    /// <summary>
    /// The top bit of each byte that is not a fixint: such a byte begins with 1 and, if signed, not with 111. (Bits that a shift moves into the next byte land
    /// below its top bit.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Prefixed<TSignedness>(ulong bytes)
        where TSignedness : ISignedness =>
        (TSignedness.IsSigned ? bytes & ~((bytes << 1) & (bytes << 2)) : bytes) & 0x8080808080808080;
}
