using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The last step of encoding a block: each of its parts, values and prefixes in 16 bytes, becomes tokens by a row of a shuffle table. The parts are stored one
/// behind the other.
/// </summary>
/// <remarks>
/// <code>
///   mask      | part 1 | part 0 |     eight bits for each part
///                          |  '------ how many are set: the bytes that its tokens have beyond one an element
///                          '--------- which row
/// </code>
/// </remarks>
internal static class ShuffleRow
{
    /// <summary>Stores the tokens of two parts, each of which is half of the values and half of the prefixes. Each store is 16 bytes wide.</summary>
    /// <param name="values">The elements.</param>
    /// <param name="prefixes">The prefixes that each can have, in its lane.</param>
    /// <param name="mask">The block's mask.</param>
    /// <param name="elements">How many elements a part has; a constant.</param>
    /// <param name="rows">The table.</param>
    /// <param name="spacing">How many bytes its rows lie apart, 8 or 16; a constant.</param>
    /// <param name="destination">Where the tokens go.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(
        Vector128<byte> values, Vector128<byte> prefixes, uint mask, int elements, ref byte rows, int spacing, ref byte destination)
    {
        // The rows' offsets come first, here and below: with the parts before them, longs took up to an eighth longer.
        nuint row0 = Choose(mask, 0, 2, spacing);
        nuint row1 = Choose(mask, 1, 2, spacing);
        Vector128<byte> part0 = Simd128.LowerHalves(values, prefixes);
        Vector128<byte> part1 = Simd128.UpperHalves(values, prefixes);
        Simd128.Shuffle(part0, Load(ref rows, row0, spacing)).StoreUnsafe(ref destination);
        Simd128.Shuffle(part1, Load(ref rows, row1, spacing)).StoreUnsafe(ref Unsafe.Add(ref destination, elements), BytesBeyond(row0, spacing));
    }

    /// <summary>
    /// Stores the tokens of four parts. Each is shuffled in 128 bits, so that the rows are memory operands, and nothing is put together only to be taken apart
    /// again.
    /// </summary>
    /// <param name="values">The elements.</param>
    /// <param name="prefixes">The prefixes that each can have, in its lane.</param>
    /// <param name="mask">The block's mask.</param>
    /// <param name="elements">How many elements a part has; a constant.</param>
    /// <param name="rows">The table.</param>
    /// <param name="spacing">How many bytes its rows lie apart, 8 or 16; a constant.</param>
    /// <param name="destination">Where the tokens go.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(
        Vector256<byte> values, Vector256<byte> prefixes, uint mask, int elements, ref byte rows, int spacing, ref byte destination)
    {
        nuint row0 = Choose(mask, 0, 4, spacing);
        nuint row1 = Choose(mask, 1, 4, spacing);
        nuint row2 = Choose(mask, 2, 4, spacing);
        nuint row3 = Choose(mask, 3, 4, spacing);

        // The upper half is taken right behind each unpack, so that the last use of the register is the lower half, which is shuffled in place.
        Vector256<byte> parts02 = Avx2.UnpackLow(values.AsUInt64(), prefixes.AsUInt64()).AsByte();
        Vector128<byte> part2 = parts02.GetUpper();
        Vector256<byte> parts13 = Avx2.UnpackHigh(values.AsUInt64(), prefixes.AsUInt64()).AsByte();
        Vector128<byte> part3 = parts13.GetUpper();
        Ssse3.Shuffle(parts02.GetLower(), Load(ref rows, row0, spacing)).StoreUnsafe(ref destination);
        nuint beyond = BytesBeyond(row0, spacing);
        Ssse3.Shuffle(parts13.GetLower(), Load(ref rows, row1, spacing)).StoreUnsafe(ref Unsafe.Add(ref destination, elements), beyond);
        beyond += BytesBeyond(row1, spacing);
        Ssse3.Shuffle(part2, Load(ref rows, row2, spacing)).StoreUnsafe(ref Unsafe.Add(ref destination, 2 * elements), beyond);
        beyond += BytesBeyond(row2, spacing);
        Ssse3.Shuffle(part3, Load(ref rows, row3, spacing)).StoreUnsafe(ref Unsafe.Add(ref destination, 3 * elements), beyond);
    }

    /// <summary>
    /// The row for a part: eight bits of the mask; if rows lie 16 bytes apart, as the offset in bytes. Rows that lie eight apart need no offset, since an
    /// address can scale a register by eight.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint Choose(uint mask, int part, int parts, int spacing)
    {
        if (spacing == 16)
        {
            return (part == 0 ? mask << 4 : mask >> ((8 * part) - 4)) & 0xff0;
        }

        return part == 0 ? (byte)mask
            : part == parts - 1 ? mask >> (8 * part)
            : Bmi1.IsSupported ? Bmi1.BitFieldExtract(mask, (ushort)(0x800 | (8 * part)))
            : (byte)(mask >> (8 * part));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Load(ref byte rows, nuint row, int spacing) =>
        spacing == 16
            ? Vector128.LoadUnsafe(ref rows, row)
            : Vector128.LoadUnsafe(ref Unsafe.As<ulong, byte>(ref Unsafe.Add(ref Unsafe.As<byte, ulong>(ref rows), row)));

    /// <summary>
    /// The number of bytes beyond one an element that the row's tokens have. (Unsigned, so that nothing has to be sign-extended.) An offset in bytes has the
    /// bits of the row, further up, which makes no difference to an instruction, but to a table.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint BytesBeyond(nuint row, int spacing) => Simd128.CountBitsOfByte(spacing == 16 && !Sse2.IsSupported ? row >> 4 : row);
}
