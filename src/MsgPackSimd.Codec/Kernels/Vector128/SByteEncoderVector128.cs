using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Format;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte</c>: sixteen at a time. Where all are fixints they are their own tokens. Else the prefix 0xd0 is interleaved with the values, and the
/// rows of <see cref="SByteOctetTable"/> leave out those that are not wanted, eight elements a row.
/// </summary>
/// <remarks>
/// <code>
///   values       a  b  c  d  e  f  g  h  …                      sixteen bytes
///   mask         1  0  0  1  0  0  0  0  …                      less than -32
///   interleaved  d0 a d0 b d0 c d0 d d0 e d0 f d0 g d0 h        the first eight
///   shuffled     d0 a b c d0 d e f g h . . . . . .              by the row of mask bits 0 to 7; advance by 8 + their number
/// </code>
/// </remarks>
internal readonly struct SByteEncoderVector128 : IBlockEncoder<sbyte>
{
    public static int BlockLength => 16;

    /// <summary>The second store begins up to 16 bytes in, and is 16 wide.</summary>
    public static int Room => 32;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Encode(ref sbyte source, nint count, ref byte destination, nint room, out nint read, out nint written)
    {
        ref byte rows = ref MemoryMarshal.GetReference(SByteOctetTable.Rows);
        Vector128<byte> prefix = Vector128.Create(MessagePackCode.Int8);
        nint lastRead = count - BlockLength;
        nint lastWritten = room - Room;
        nint from = 0;
        nint to = 0;
        while (from <= lastRead && to <= lastWritten)
        {
            Vector128<sbyte> values = Vector128.LoadUnsafe(ref source, (nuint)from);
            uint prefixed = Vector128.LessThan(values, Vector128.Create((sbyte)-32)).ExtractMostSignificantBits();
            from += BlockLength;
            if (prefixed == 0)
            {
                values.AsByte().StoreUnsafe(ref destination, (nuint)to);
                to += BlockLength;
                continue;
            }

            uint lower = prefixed & 0xff;
            uint upper = prefixed >> 8;
            Vector128<byte> lowerRow = Vector128.LoadUnsafe(ref rows, lower * 16);
            Vector128<byte> upperRow = Vector128.LoadUnsafe(ref rows, upper * 16);
            Simd128.Shuffle(Simd128.InterleaveLower(prefix, values.AsByte()), lowerRow).StoreUnsafe(ref destination, (nuint)to);
            to += 8 + BitOperations.PopCount(lower);
            Simd128.Shuffle(Simd128.InterleaveUpper(prefix, values.AsByte()), upperRow).StoreUnsafe(ref destination, (nuint)to);
            to += 8 + BitOperations.PopCount(upper);
        }

        read = from;
        written = to;
    }
}
