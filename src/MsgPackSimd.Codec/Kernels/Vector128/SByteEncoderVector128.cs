using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Format;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte</c>: sixteen at a time, as two octets. The prefix 0xd0 is interleaved with the values, and the rows of
/// <see cref="SByteOctetTable"/> leave out those that are not wanted. A stretch of fixints is copied: they are their own tokens.
/// </summary>
/// <remarks>
/// <code>
///   values       a  b  c  d  e  f  g  h  …                      sixteen bytes
///   mask         1  0  0  1  0  0  0  0  …                      less than -32
///   interleaved  d0 a d0 b d0 c d0 d d0 e d0 f d0 g d0 h        the first octet
///   shuffled     d0 a b c d0 d e f g h . . . . . .              by the row of mask bits 0 to 7; advance by 8 + their number
/// </code>
/// </remarks>
internal readonly struct SByteEncoderVector128 : IBlockEncoder<sbyte>
{
    public static int BlockLength => 16;

    /// <summary>The second store begins up to 16 bytes in, and is 16 wide.</summary>
    public static int Room => 32;

    public static int BitsPerElement => 1;

    public static uint FullWidth => ushort.MaxValue;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint EncodeBlock(ref sbyte source, ref byte destination, int skip)
    {
        ref byte rows = ref MemoryMarshal.GetReference(SByteOctetTable.Rows);
        Vector128<byte> prefix = Vector128.Create(MessagePackCode.Int8);
        Vector128<sbyte> values = Vector128.LoadUnsafe(ref source);
        uint mask = Vector128.LessThan(values, Vector128.Create((sbyte)-32)).ExtractMostSignificantBits();
        nint to = -skip - BitOperations.PopCount(mask & (uint)((1ul << (skip * BitsPerElement)) - 1));
        nint row0 = (nint)((mask << 4) & 0xff0);
        nint row1 = (nint)((mask >> 4) & 0xff0);

        Vector128<byte> lower = Simd128.InterleaveLower(prefix, values.AsByte());
        Vector128<byte> upper = Simd128.InterleaveUpper(prefix, values.AsByte());
        Simd128.Shuffle(lower, Vector128.LoadUnsafe(ref rows, (nuint)row0)).StoreUnsafe(ref destination, (nuint)to);
        to += 8 + BitOperations.PopCount((uint)row0);
        Simd128.Shuffle(upper, Vector128.LoadUnsafe(ref rows, (nuint)row1)).StoreUnsafe(ref destination, (nuint)to);
        return mask;
    }

    /// <summary>Fixints: sixteen at a time are copied.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref sbyte source, nint count, ref byte destination, nint room)
    {
        nint taken = 0;
        while (count - taken >= 16 && room - taken >= 16 && TryEncodeSixteenFixInts(ref source, taken, ref destination))
        {
            taken += 16;
        }

        // The rest is overlapped: the elements before it are fixints too, each at its own index.
        if (taken >= 16 && count - taken is > 0 and < 16 && count <= room && TryEncodeSixteenFixInts(ref source, count - 16, ref destination))
        {
            taken = count;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncodeSixteenFixInts(ref sbyte source, nint index, ref byte destination)
    {
        Vector128<sbyte> values = Vector128.LoadUnsafe(ref source, (nuint)index);
        if (Vector128.LessThanAny(values, Vector128.Create((sbyte)-32)))
        {
            return false;
        }

        values.AsByte().StoreUnsafe(ref destination, (nuint)index);
        return true;
    }

    /// <summary>Two-byte tokens go through the blocks: eight of them fill a 16-byte store.</summary>
    public static nint EncodeFullWidth(ref sbyte source, nint count, ref byte destination, nint room) => 0;
}
