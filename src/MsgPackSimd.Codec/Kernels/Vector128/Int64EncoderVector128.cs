using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>long</c> and <c>ulong</c>: two at a time, each of which becomes one token by a row of <see cref="Int64Table"/>. What
/// <see cref="Int32EncoderVector128{TSignedness}"/> does for pairs, with one class more.
/// </summary>
/// <remarks>
/// <code>
///   values      a  b                                 two qwords
///   class       0..4 each: how many of the limits of 1-, 2-, 3- and 5-byte tokens the value is beyond
///   prefixes    0xcc + class - 1 (+ 4 if negative)   of no use, and not used, for class 0
///   lower       a pa -> shuffle by row (class a) -> store, advance by the index's bits
///   upper       b pb -> shuffle by row (class b) -> store, advance by the index's bits
/// </code>
/// </remarks>
internal readonly struct Int64EncoderVector128<TSignedness> : IBlockEncoder<long>
    where TSignedness : ISignedness
{
    /// <summary>How many blocks in a row must show the same classes before a loop for uniform stretches is tried.</summary>
    private const int Streak = 8;

    /// <summary>The index of a block of fixints, and of one of nine-byte tokens.</summary>
    private const uint FixInts = 0;
    private const uint NineBytes = 0xffff;

    /// <summary>An index that no block has: the elements or the room are used up.</summary>
    private const uint End = 1u << 30;

    public static int BlockLength => 2;

    /// <summary>The second store begins up to 9 bytes in, and is 16 wide.</summary>
    public static int Room => 32;

    public static void Encode(ref long source, nint count, ref byte destination, nint room, out nint read, out nint written)
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
            else if (uniform == NineBytes)
            {
                taken = EncodeNineBytes(ref Unsafe.Add(ref source, from), count - from, ref Unsafe.Add(ref destination, to), room - to);
                from += taken;
                to += 9 * taken;
            }
        }
        while (uniform != End);

        read = from;
        written = to;
    }

    /// <summary>Encodes whole blocks of any mix: see <see cref="Int32EncoderVector128{TSignedness}"/>.</summary>
    /// <returns>The index of the uniform blocks, or <see cref="End"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static uint EncodeMixed(ref long source, nint count, ref byte destination, nint room, out nint read, out nint written)
    {
        ref byte rows = ref MemoryMarshal.GetReference(Int64Table.Rows);
        nint lastRead = count - BlockLength;
        nint lastWritten = room - Room;
        nint from = 0;
        nint to = 0;
        int streak = 0;
        uint previous = End;
        uint uniform = End;
        while (from <= lastRead && to <= lastWritten)
        {
            Vector128<long> values = Vector128.LoadUnsafe(ref source, (nuint)from);
            Vector128<long> beyond1;
            Vector128<long> beyond2;
            Vector128<long> beyond3;
            Vector128<long> beyond5;
            Vector128<long> prefixes = Vector128.Create(0xccL);
            if (TSignedness.IsSigned)
            {
                beyond1 = Vector128.GreaterThan(values, Vector128.Create(127L)) | Vector128.LessThan(values, Vector128.Create(-32L));
                beyond2 = Vector128.GreaterThan(values, Vector128.Create(255L)) | Vector128.LessThan(values, Vector128.Create(-128L));
                beyond3 = Vector128.GreaterThan(values, Vector128.Create(65535L)) | Vector128.LessThan(values, Vector128.Create(-32768L));
                beyond5 = Beyond5(values);
                prefixes += Vector128.LessThan(values, Vector128<long>.Zero) & Vector128.Create(4L);
            }
            else
            {
                // x64 has signed compares only: with the top bit flipped, the order of the unsigned values is that of the signed ones.
                Vector128<long> flipped = values ^ Vector128.Create(long.MinValue);
                beyond1 = Vector128.GreaterThan(flipped, Vector128.Create(long.MinValue + 127));
                beyond2 = Vector128.GreaterThan(flipped, Vector128.Create(long.MinValue + 255));
                beyond3 = Vector128.GreaterThan(flipped, Vector128.Create(long.MinValue + 65535));
                beyond5 = Beyond5(values);
            }

            prefixes -= beyond2 + beyond3 + beyond5;
            // In the move-mask a lane has eight bits, of which as many are set as its token has bytes beyond one.
            Vector128<long> lengths = (beyond1 & Vector128.Create(0x80L)) | (beyond2 & Vector128.Create(0x8000L))
                | (beyond3 & Vector128.Create(0x80800000L)) | (beyond5 & Vector128.Create(unchecked((long)0x8080808000000000UL)));
            uint index = lengths.AsByte().ExtractMostSignificantBits();
            nint row0 = (nint)((index << 4) & 0xff0);
            nint row1 = (nint)((index >> 4) & 0xff0);

            Vector128<byte> lower = Simd128.LowerHalves(values.AsByte(), prefixes.AsByte());
            Vector128<byte> upper = Simd128.UpperHalves(values.AsByte(), prefixes.AsByte());
            Simd128.Shuffle(lower, Vector128.LoadUnsafe(ref rows, (nuint)row0)).StoreUnsafe(ref destination, (nuint)to);
            to += 1 + BitOperations.PopCount((uint)row0);
            Simd128.Shuffle(upper, Vector128.LoadUnsafe(ref rows, (nuint)row1)).StoreUnsafe(ref destination, (nuint)to);
            to += 1 + BitOperations.PopCount((uint)row1);
            from += BlockLength;

            // Arithmetic and no branch, so that data which is uniform nine times in ten costs no mispredictions.
            streak = (streak + 1) & (int)(((long)(index ^ previous) - 1) >> 63);
            previous = index;
            if (streak >= Streak)
            {
                streak = 0;
                if (index == FixInts || index == NineBytes)
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

    /// <summary>-1 where the value needs a nine-byte token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<long> Beyond5(Vector128<long> values) =>
        TSignedness.IsSigned
            ? Vector128.GreaterThan(values, Vector128.Create((long)uint.MaxValue)) | Vector128.LessThan(values, Vector128.Create((long)int.MinValue))
            : Vector128.GreaterThan(values ^ Vector128.Create(long.MinValue), Vector128.Create(long.MinValue + uint.MaxValue));

    /// <summary>A stretch of fixints: eight at a time are narrowed to bytes. Left at the first that is none.</summary>
    /// <returns>How many elements were encoded, a byte each.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeFixInts(ref long source, nint count, ref byte destination, nint room)
    {
        // Moved up by 32, signed fixints are 0 to 159 and all else has a higher bit or byte.
        Vector128<long> up = Vector128.Create(TSignedness.IsSigned ? 32L : 0L);
        Vector128<ushort> down = Vector128.Create((ushort)(TSignedness.IsSigned ? 32 : 0));
        Vector128<ushort> limit = Vector128.Create((ushort)(TSignedness.IsSigned ? 159 : 127));
        nint taken = 0;
        while (count - taken >= 8 && room - taken >= 8)
        {
            Vector128<long> a = Vector128.LoadUnsafe(ref source, (nuint)taken) + up;
            Vector128<long> b = Vector128.LoadUnsafe(ref source, (nuint)taken + 2) + up;
            Vector128<long> c = Vector128.LoadUnsafe(ref source, (nuint)taken + 4) + up;
            Vector128<long> d = Vector128.LoadUnsafe(ref source, (nuint)taken + 6) + up;
            if (((a | b | c | d) & Vector128.Create(~0xffL)) != Vector128<long>.Zero)
            {
                break;
            }

            Vector128<ushort> words = Vector128.Narrow(
                Vector128.Narrow(a.AsUInt64(), b.AsUInt64()), Vector128.Narrow(c.AsUInt64(), d.AsUInt64()));
            if (Vector128.GreaterThanAny(words, limit))
            {
                break;
            }

            Vector128<byte> bytes = Vector128.Narrow(words - down, words);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, taken), bytes.AsUInt64().ToScalar());
            taken += 8;
        }

        return taken;
    }

    /// <summary>A stretch of values that all take nine bytes: one at a time as in <see cref="DoubleEncoderVector128"/>, with a prefix by sign.</summary>
    /// <returns>How many elements were encoded, nine bytes each.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeNineBytes(ref long source, nint count, ref byte destination, nint room)
    {
        Vector128<byte> valueOrder = Vector128.Create((byte)0x80, 7, 6, 5, 4, 3, 2, 1, 0, 0x80, 15, 14, 13, 12, 11, 10);
        Vector128<byte> prefixOrder = Vector128.Create(
            (byte)0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        nint taken = 0;
        while (count - taken >= 2 && room - (9 * taken) >= 16)
        {
            Vector128<long> values = Vector128.LoadUnsafe(ref source, (nuint)taken);
            if (Beyond5(values).ExtractMostSignificantBits() != 0b11)
            {
                break;
            }

            Vector128<long> prefixes = Vector128.Create(0xcfL);
            if (TSignedness.IsSigned)
            {
                prefixes += Vector128.LessThan(values, Vector128<long>.Zero) & Vector128.Create(4L);
            }

            (Simd128.Shuffle(values.AsByte(), valueOrder) | Simd128.Shuffle(prefixes.AsByte(), prefixOrder))
                .StoreUnsafe(ref destination, (nuint)(9 * taken));
            taken++;
        }

        return taken;
    }
}
