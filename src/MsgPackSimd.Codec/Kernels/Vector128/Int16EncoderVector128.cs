using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>short</c>, <c>ushort</c> and <c>char</c>: eight at a time, as two quads. The same as <see cref="Int32EncoderVector128{TSignedness}"/> with
/// one class less and twice the lanes: compares find each element's class, which gives its prefix and the row of
/// <see cref="Int16QuadTable"/>.
/// </summary>
/// <remarks>
/// <code>
///   values      a  b  c  d  e  f  g  h               eight words
///   class       0..2 each: how many of the limits of 1- and 2-byte tokens the value is beyond
///   prefixes    0xcc + class - 1 (+ 4 if negative)   of no use, and not used, for class 0
///   lower       a b c d pa pb pc pd  -> shuffle by row (classes a to d) -> store, advance by the index's bits
///   upper       e f g h pe pf pg ph  -> shuffle by row (classes e to h) -> store, advance by the index's bits
/// </code>
/// </remarks>
internal readonly struct Int16EncoderVector128<TSignedness> : IBlockEncoder<short>
    where TSignedness : ISignedness
{
    /// <summary>How many blocks in a row must show the same classes before a loop for uniform stretches is tried.</summary>
    private const int Streak = 8;

    /// <summary>The index of a block of fixints.</summary>
    private const uint FixInts = 0;

    /// <summary>An index that no block has: the elements or the room are used up.</summary>
    private const uint End = 1u << 30;

    public static int BlockLength => 8;

    /// <summary>The second store begins up to 12 bytes in, and is 16 wide.</summary>
    public static int Room => 32;

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
            Vector128<short> values = Vector128.LoadUnsafe(ref source, (nuint)from);
            Vector128<short> beyond1;
            Vector128<short> beyond2;
            Vector128<short> prefixes;
            if (TSignedness.IsSigned)
            {
                beyond1 = Vector128.GreaterThan(values, Vector128.Create((short)127)) | Vector128.LessThan(values, Vector128.Create((short)-32));
                beyond2 = Vector128.GreaterThan(values, Vector128.Create((short)255)) | Vector128.LessThan(values, Vector128.Create((short)-128));
                prefixes = Vector128.Create((short)0xcc) - beyond2
                    + (Vector128.ShiftRightArithmetic(values, 15) & Vector128.Create((short)4));
            }
            else
            {
                // x64 has signed compares only: with the top bit flipped, the order of the unsigned values is that of the signed ones.
                Vector128<short> flipped = values ^ Vector128.Create(short.MinValue);
                beyond1 = Vector128.GreaterThan(flipped, Vector128.Create((short)(short.MinValue + 127)));
                beyond2 = Vector128.GreaterThan(flipped, Vector128.Create((short)(short.MinValue + 255)));
                prefixes = Vector128.Create((short)0xcc) - beyond2;
            }

            // In the move-mask a lane has two bits, of which as many are set as its token has bytes beyond one.
            Vector128<short> lengths = (beyond1 & Vector128.Create((short)0x80)) | (beyond2 & Vector128.Create(short.MinValue));
            uint index = lengths.AsByte().ExtractMostSignificantBits();
            nint row0 = (nint)((index << 4) & 0xff0);
            nint row1 = (nint)((index >> 4) & 0xff0);

            Vector128<byte> lower = Simd128.LowerHalves(values.AsByte(), prefixes.AsByte());
            Vector128<byte> upper = Simd128.UpperHalves(values.AsByte(), prefixes.AsByte());
            Simd128.Shuffle(lower, Vector128.LoadUnsafe(ref rows, (nuint)row0)).StoreUnsafe(ref destination, (nuint)to);
            to += 4 + BitOperations.PopCount((uint)row0);
            Simd128.Shuffle(upper, Vector128.LoadUnsafe(ref rows, (nuint)row1)).StoreUnsafe(ref destination, (nuint)to);
            to += 4 + BitOperations.PopCount((uint)row1);
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

    /// <summary>A stretch of fixints: sixteen at a time are narrowed to bytes. Left at the first that is none.</summary>
    /// <returns>How many elements were encoded, a byte each.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeFixInts(ref short source, nint count, ref byte destination, nint room)
    {
        short least = (short)(TSignedness.IsSigned ? -32 : 0);
        nint taken = 0;
        while (count - taken >= 16 && room - taken >= 16)
        {
            Vector128<short> lower = Vector128.LoadUnsafe(ref source, (nuint)taken);
            Vector128<short> upper = Vector128.LoadUnsafe(ref source, (nuint)taken + 8);

            // An unsigned value from 32768 up is a negative short, and as far outside.
            Vector128<short> outside = Vector128.GreaterThan(Vector128.Max(lower, upper), Vector128.Create((short)127))
                | Vector128.LessThan(Vector128.Min(lower, upper), Vector128.Create(least));
            if (outside != Vector128<short>.Zero)
            {
                break;
            }

            Vector128.NarrowWithSaturation(lower, upper).StoreUnsafe(ref Unsafe.As<byte, sbyte>(ref destination), (nuint)taken);
            taken += 16;
        }

        return taken;
    }
}
