using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>short</c>, <c>ushort</c> and <c>char</c>: the algorithm of <see cref="Int16EncoderVector128{TSignedness}"/> on sixteen elements, four quads.
/// Unpacking and shuffling stay within each half of a 256-bit register, so the quads come out as 0, 2 (lower halves) and 1, 3 (upper halves).
/// </summary>
internal readonly struct Int16EncoderAvx2<TSignedness> : IBlockEncoder<short>
    where TSignedness : ISignedness
{
    /// <summary>How many blocks in a row must show the same classes before a loop for uniform stretches is tried.</summary>
    private const int Streak = 6;

    /// <summary>The index of a block of fixints.</summary>
    private const uint FixInts = 0;

    /// <summary>An index that no block has: the elements or the room are used up.</summary>
    private const uint End = 1u << 30;

    public static int BlockLength => 16;

    /// <summary>The fourth store begins up to 36 bytes in, and is 16 wide.</summary>
    public static int Room => 64;

    public static void Encode(ref short source, nint count, ref byte destination, nint room, out nint read, out nint written)
    {
        nint from = 0;
        nint to = 0;
        uint uniform;
        do
        {
            uniform = EncodeMixed(
                ref Unsafe.Add(ref source, from), count - from, ref Unsafe.Add(ref destination, to), room - to, out nint taken, out nint length);
            from += taken;
            to += length;
            if (uniform == FixInts)
            {
                taken = EncodeFixInts(ref Unsafe.Add(ref source, from), count - from, ref Unsafe.Add(ref destination, to), room - to);
                from += taken;
                to += taken;
            }
        }
        while (uniform != End);

        read = from;
        written = to;
    }

    /// <summary>
    /// Encodes whole blocks of any mix, until elements or room are used up or a streak of uniform blocks is seen. It calls nothing, so that all
    /// of its constants and counts stay in registers.
    /// </summary>
    /// <returns>The index of the uniform blocks, or <see cref="End"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static uint EncodeMixed(ref short source, nint count, ref byte destination, nint room, out nint read, out nint written)
    {
        ref byte rows = ref MemoryMarshal.GetReference(Int16QuadTable.Rows);
        nint lastRead = count - BlockLength;
        nint lastWritten = room - Room;
        nint from = 0;
        nint to = 0;
        int streak = 0;
        uint previous = End;
        uint uniform = End;
        while (from <= lastRead && to <= lastWritten)
        {
            Vector256<short> values = Vector256.LoadUnsafe(ref source, (nuint)from);
            Vector256<short> beyond1;
            Vector256<short> beyond2;
            Vector256<short> prefixes;
            if (TSignedness.IsSigned)
            {
                beyond1 = Vector256.GreaterThan(values, Vector256.Create((short)127)) | Vector256.LessThan(values, Vector256.Create((short)-32));
                beyond2 = Vector256.GreaterThan(values, Vector256.Create((short)255)) | Vector256.LessThan(values, Vector256.Create((short)-128));
                prefixes = Vector256.Create((short)0xcc) - beyond2
                    + (Vector256.ShiftRightArithmetic(values, 15) & Vector256.Create((short)4));
            }
            else
            {
                Vector256<short> flipped = values ^ Vector256.Create(short.MinValue);
                beyond1 = Vector256.GreaterThan(flipped, Vector256.Create((short)(short.MinValue + 127)));
                beyond2 = Vector256.GreaterThan(flipped, Vector256.Create((short)(short.MinValue + 255)));
                prefixes = Vector256.Create((short)0xcc) - beyond2;
            }

            // In the move-mask a lane has two bits, of which as many are set as its token has bytes beyond one.
            Vector256<short> lengths = (beyond1 & Vector256.Create((short)0x80)) | (beyond2 & Vector256.Create(short.MinValue));
            uint index = lengths.AsByte().ExtractMostSignificantBits();
            nint row0 = (nint)((index << 4) & 0xff0);
            nint row1 = (nint)((index >> 4) & 0xff0);
            nint row2 = (nint)((index >> 12) & 0xff0);
            nint row3 = (nint)((index >> 20) & 0xff0);

            Vector256<byte> quads02 = Avx2.Shuffle(
                Avx2.UnpackLow(values.AsUInt64(), prefixes.AsUInt64()).AsByte(),
                Vector256.Create(Vector128.LoadUnsafe(ref rows, (nuint)row0), Vector128.LoadUnsafe(ref rows, (nuint)row2)));
            Vector256<byte> quads13 = Avx2.Shuffle(
                Avx2.UnpackHigh(values.AsUInt64(), prefixes.AsUInt64()).AsByte(),
                Vector256.Create(Vector128.LoadUnsafe(ref rows, (nuint)row1), Vector128.LoadUnsafe(ref rows, (nuint)row3)));

            quads02.GetLower().StoreUnsafe(ref destination, (nuint)to);
            to += 4 + BitOperations.PopCount((uint)row0);
            quads13.GetLower().StoreUnsafe(ref destination, (nuint)to);
            to += 4 + BitOperations.PopCount((uint)row1);
            quads02.GetUpper().StoreUnsafe(ref destination, (nuint)to);
            to += 4 + BitOperations.PopCount((uint)row2);
            quads13.GetUpper().StoreUnsafe(ref destination, (nuint)to);
            to += 4 + BitOperations.PopCount((uint)row3);
            from += BlockLength;

            // Arithmetic and no branch, so that data which is uniform nine times in ten costs no mispredictions.
            streak = (streak + 1) & (int)(((long)(index ^ previous) - 1) >> 63);
            previous = index;
            if (streak >= Streak)
            {
                streak = 0;
                if (index == FixInts)
                {
                    uniform = index;
                    break;
                }
            }
        }

        read = from;
        written = to;
        return uniform;
    }

    /// <summary>A stretch of fixints: 32 at a time are narrowed to bytes. Left at the first that is none.</summary>
    /// <returns>How many elements were encoded, a byte each.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeFixInts(ref short source, nint count, ref byte destination, nint room)
    {
        short least = (short)(TSignedness.IsSigned ? -32 : 0);
        nint taken = 0;
        while (count - taken >= 32 && room - taken >= 32)
        {
            Vector256<short> lower = Vector256.LoadUnsafe(ref source, (nuint)taken);
            Vector256<short> upper = Vector256.LoadUnsafe(ref source, (nuint)taken + 16);

            // An unsigned value from 32768 up is a negative short, and as far outside.
            Vector256<short> outside = Vector256.GreaterThan(Vector256.Max(lower, upper), Vector256.Create((short)127))
                | Vector256.LessThan(Vector256.Min(lower, upper), Vector256.Create(least));
            if (outside != Vector256<short>.Zero)
            {
                break;
            }

            // Packing works within halves; the permute puts the quarters of the result back in order.
            Avx2.Permute4x64(Avx2.PackSignedSaturate(lower, upper).AsInt64(), 0b11_01_10_00).AsByte()
                .StoreUnsafe(ref destination, (nuint)taken);
            taken += 32;
        }

        return taken;
    }
}
