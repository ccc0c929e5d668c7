using System;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels.Scalar;

/// <summary>
/// Integers one at a time, without a branch that depends on the token: a table by the first byte says the token's length and how its value is cut
/// out of the eight bytes that follow.
/// </summary>
/// <remarks>
/// <code>
///   bytes         d1 ed cc 05 05 05 05 05 05 …       i16: length 3, value from byte 1 on, shift 48, arithmetic
///   big-endian    ed cc 05 05 05 05 05 05
///   shifted       ff ff ff ff ff ff ed cc             the value; whether it fits the element is a comparison with its own truncation
/// </code>
/// What limits it is the way from one token to the next: first byte, table, address, about ten cycles whatever the data.
/// </remarks>
internal static class BranchFreeIntegerDecoder<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>How many tokens of one length in a row make it worth while to try a kernel for a uniform stretch.</summary>
    private const int Streak = 12;

    /// <summary>A token's first byte and eight more are read, however long it is.</summary>
    private const int Reach = 1 + sizeof(ulong);

    /// <summary>
    /// Reads tokens until the destination is full, fewer than nine bytes are left, a token is not to be read, or a dozen in a row had the same
    /// length.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    /// <returns>The length of the tokens of the streak; 0 where there was none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int Decode(
        ref byte source, nint length, ref TLane destination, nint room, out nint consumed, out nint written)
    {
        Debug.Assert(BitConverter.IsLittleEndian);
        ref uint entries = ref MemoryMarshal.GetReference(IntegerTokenTable.Entries);
        ref byte lengths = ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths);
        nint last = length - Reach;
        nint from = 0;
        nint to = 0;
        nint same = 0;
        nint previous = 0;
        nint uniform = 0;
        while (from <= last && to < room)
        {
            Debug.Assert(from + Reach <= length && to < room, "First byte, payload and element lie in source and destination.");
            nint code = Unsafe.Add(ref source, from);
            nint tokenLength = Unsafe.Add(ref lengths, code);
            if (!TryRead(ref source, from, Unsafe.Add(ref entries, code), out TLane lane))
            {
                break;
            }

            Unsafe.Add(ref destination, to) = lane;
            to++;
            from += tokenLength;

            // Arithmetic and no branch: see BlockEncoding.
            same = (same + 1) & (((tokenLength ^ previous) - 1) >> 63);
            previous = tokenLength;
            if (same >= Streak)
            {
                uniform = tokenLength;
                break;
            }
        }

        consumed = from;
        written = to;
        return (int)uniform;
    }

    /// <summary>
    /// Reads tokens that are all of one length. That they are is a branch here, which is predicted as long as it is so: the next token does not
    /// wait for this one's first byte.
    /// </summary>
    /// <inheritdoc cref="Decode"/>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="tokenLength">The length of the tokens.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeOfLength(ref byte source, nint length, ref TLane destination, nint room, nint tokenLength)
    {
        ref uint entries = ref MemoryMarshal.GetReference(IntegerTokenTable.Entries);
        ref byte lengths = ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths);
        nint last = length - Reach;
        nint from = 0;
        nint to = 0;
        while (from <= last && to < room)
        {
            Debug.Assert(from + Reach <= length, "First byte and payload lie in the source.");
            nint code = Unsafe.Add(ref source, from);
            if (Unsafe.Add(ref lengths, code) != tokenLength
                || !TryRead(ref source, from, Unsafe.Add(ref entries, code), out TLane lane))
            {
                break;
            }

            Unsafe.Add(ref destination, to) = lane;
            to++;
            from += tokenLength;
        }

        return to;
    }

    /// <summary>Cuts a value out of the eight bytes that its entry points at; false where it does not fit, or no integer begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryRead(ref byte source, nint from, uint entry, out TLane lane)
    {
        ulong bytes = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, from + (nint)((entry >> 8) & 1)));
        ulong word = BinaryPrimitives.ReverseEndianness(bytes);
        int shift = (int)(entry >> 16);
        long signed = (int)entry >> 31;
        ulong logical = word >> shift;
        long value = (long)(logical ^ ((logical ^ (ulong)((long)word >> shift)) & (ulong)signed));

        lane = Truncate(value);
        bool fits = Unsafe.SizeOf<TLane>() == sizeof(long)
            ? (value & (TSignedness.IsSigned ? ~signed : signed)) >= 0
            : Extend(lane) == value && (!TSignedness.IsSigned || (value & ~signed) >= 0);
        return fits && (byte)entry != 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TLane Truncate(long value) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(sbyte) => Unsafe.BitCast<sbyte, TLane>((sbyte)value),
        sizeof(short) => Unsafe.BitCast<short, TLane>((short)value),
        sizeof(int) => Unsafe.BitCast<int, TLane>((int)value),
        _ => Unsafe.BitCast<long, TLane>(value),
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Extend(TLane lane) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(sbyte) => Unsafe.BitCast<TLane, sbyte>(lane),
        sizeof(short) => TSignedness.IsSigned ? Unsafe.BitCast<TLane, short>(lane) : Unsafe.BitCast<TLane, ushort>(lane),
        sizeof(int) => TSignedness.IsSigned ? Unsafe.BitCast<TLane, int>(lane) : Unsafe.BitCast<TLane, uint>(lane),
        _ => Unsafe.BitCast<TLane, long>(lane),
    };
}
