using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Format;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte</c>: <see cref="SByteEncoderVector128"/> on 32 elements, four octets. Interleaving stays within each half of a 256-bit register, so
/// the octets come out as 0, 2 (lower halves) and 1, 3 (upper halves).
/// </summary>
internal readonly struct SByteEncoderAvx2 : IBlockEncoder<sbyte>
{
    public static int BlockLength => 32;

    /// <summary>The fourth store begins up to 48 bytes in, and is 16 wide.</summary>
    public static int Room => 64;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Encode(ref sbyte source, nint count, ref byte destination, nint room, out nint read, out nint written)
    {
        ref byte rows = ref MemoryMarshal.GetReference(SByteOctetTable.Rows);
        Vector256<byte> prefix = Vector256.Create(MessagePackCode.Int8);
        nint lastRead = count - BlockLength;
        nint lastWritten = room - Room;
        nint from = 0;
        nint to = 0;
        while (from <= lastRead && to <= lastWritten)
        {
            Vector256<sbyte> values = Vector256.LoadUnsafe(ref source, (nuint)from);
            uint prefixed = Vector256.LessThan(values, Vector256.Create((sbyte)-32)).ExtractMostSignificantBits();
            from += BlockLength;
            if (prefixed == 0)
            {
                values.AsByte().StoreUnsafe(ref destination, (nuint)to);
                to += BlockLength;
                continue;
            }

            uint octet0 = prefixed & 0xff;
            uint octet1 = (prefixed >> 8) & 0xff;
            uint octet2 = (prefixed >> 16) & 0xff;
            uint octet3 = prefixed >> 24;
            Vector256<byte> octets02 = Avx2.Shuffle(
                Avx2.UnpackLow(prefix, values.AsByte()),
                Vector256.Create(Vector128.LoadUnsafe(ref rows, octet0 * 16), Vector128.LoadUnsafe(ref rows, octet2 * 16)));
            Vector256<byte> octets13 = Avx2.Shuffle(
                Avx2.UnpackHigh(prefix, values.AsByte()),
                Vector256.Create(Vector128.LoadUnsafe(ref rows, octet1 * 16), Vector128.LoadUnsafe(ref rows, octet3 * 16)));

            octets02.GetLower().StoreUnsafe(ref destination, (nuint)to);
            to += 8 + BitOperations.PopCount(octet0);
            octets13.GetLower().StoreUnsafe(ref destination, (nuint)to);
            to += 8 + BitOperations.PopCount(octet1);
            octets02.GetUpper().StoreUnsafe(ref destination, (nuint)to);
            to += 8 + BitOperations.PopCount(octet2);
            octets13.GetUpper().StoreUnsafe(ref destination, (nuint)to);
            to += 8 + BitOperations.PopCount(octet3);
        }

        read = from;
        written = to;
    }
}
