using System;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers one at a time, without a branch that depends on the token: a table indexed by the first byte gives the token's length and how its value is cut out
/// of the eight bytes that follow.
/// </summary>
/// <remarks>
/// <code>
///   bytes         d1 ed cc 05 05 05 05 05 05 …       i16: length 3, value from byte 1 on, shift 48, arithmetic
///   big-endian    ed cc 05 05 05 05 05 05
///   shifted       ff ff ff ff ff ff ed cc             the value; it fits the element if it equals its own truncation
/// </code>
/// The limit is the path from one token to the next: first byte, table, address; about twelve cycles whatever the data.
/// </remarks>
internal static class BranchFreeIntegerDecoder<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>A token's first byte and eight more are read, whatever its length.</summary>
    public const int Reach = 1 + sizeof(ulong);

    /// <summary>How many tokens in a row, each as long as the one before, make it worth while to try a kernel for a uniform stretch.</summary>
    private const int Streak = 12;

    /// <summary>
    /// Reads tokens until the destination is full, fewer than nine bytes are left, a token can't be decoded here, or a dozen in a row were each as long as the
    /// one before.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    /// <returns>The length of the tokens of the streak; 0 if there was no streak.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
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
            Bounds.Assert(from, Reach, length);
            Bounds.Assert(to, 1, room);
            nint code = Unsafe.Add(ref source, from);
            nint tokenLength = Unsafe.Add(ref lengths, code);
            if (!TryRead(ref source, from, Unsafe.Add(ref entries, code), out TLane lane))
            {
                break;
            }

            Unsafe.Add(ref destination, to) = lane;
            to++;
            from += tokenLength;

            // Arithmetic and no branch, which would be mispredicted all the time on data that is uniform nine times in ten.
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
    /// Reads tokens until the destination is full, the source ends, a token is cut short or can't be decoded here, or a dozen in a row were each as long as
    /// the one before: as <see cref="Decode"/> does, but including the last eight bytes.
    /// </summary>
    /// <inheritdoc cref="Decode"/>
    /// <returns>How many elements were stored.</returns>
    public static nint DecodeToEnd(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Decode(ref source, length, ref destination, room, out nint from, out nint to);
        if (to < room && length - from <= sizeof(ulong) && length >= sizeof(ulong))
        {
            to += DecodeLast(ref Unsafe.Add(ref source, length), length - from, ref Unsafe.Add(ref destination, to), room - to, out nint last);
            from += last;
        }

        consumed = from;
        return to;
    }

    /// <summary>
    /// Reads tokens out of the last eight bytes or fewer. These are loaded once, with what stands before them, and each token is shifted out when it has been
    /// read.
    /// </summary>
    /// <remarks>
    /// <code>
    ///   loaded      … 05 cd 12 34 07|      from eight bytes before the end on; of these, five have not been read
    ///   shifted     05 cd 12 34 07 -- -- --
    ///   behind 05   cd 12 34 07 -- -- -- --
    ///   behind cd   07 -- -- -- -- -- -- --
    /// </code>
    /// </remarks>
    /// <param name="end">The end of the source; the eight bytes before it belong to the source.</param>
    /// <param name="left">How many bytes before the end the first token begins: 0 to 8.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <returns>How many elements were stored: all that there are, up to a token that is cut short or can't be decoded here.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeLast(ref byte end, nint left, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(left is >= 0 and <= sizeof(ulong));
        ref uint entries = ref MemoryMarshal.GetReference(IntegerTokenTable.Entries);
        ref byte lengths = ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths);
        nint first = left;
        nint to = 0;
        ulong word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Subtract(ref end, sizeof(ulong))) >> (int)(8 * (sizeof(ulong) - left));
        while (left > 0 && to < room)
        {
            Bounds.Assert(to, 1, room);
            nint code = (byte)word;
            if (IntegerLane<TLane, TSignedness>.IsFixIntCode((byte)code))
            {
                // A branch, since most of so few bytes are fixints: with it, no token waits for the length of the one before.
                Unsafe.Add(ref destination, to) = IntegerLane<TLane, TSignedness>.Truncate((sbyte)code);
                to++;
                left--;
                word >>= 8;
                continue;
            }

            uint entry = Unsafe.Add(ref entries, code);
            nint tokenLength = Unsafe.Add(ref lengths, code);
            // Without the prefix, if there is one: by eight bits or none.
            if (tokenLength > left || !TryRead(word >> (int)((entry >> 5) & 8), entry, out TLane lane))
            {
                break;
            }

            Unsafe.Add(ref destination, to) = lane;
            to++;
            left -= tokenLength;
            word >>= (int)(8 * tokenLength);
        }

        consumed = first - left;
        return to;
    }

    /// <summary>Reads one token, with <see cref="Reach"/> bytes from it on.</summary>
    /// <param name="source">The token.</param>
    /// <param name="destination">Where the element goes.</param>
    /// <returns>The token's length; 0 if it can't be decoded here.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static int DecodeOne(ref byte source, ref TLane destination)
    {
        nint code = source;
        if (!TryRead(ref source, 0, Unsafe.Add(ref MemoryMarshal.GetReference(IntegerTokenTable.Entries), code), out TLane lane))
        {
            return 0;
        }

        destination = lane;
        return Unsafe.Add(ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths), code);
    }

    /// <summary>
    /// Reads tokens that are all of one length. Whether a token has that length is a branch here, which is predicted as long as tokens have it: the next token
    /// does not wait for this one's first byte.
    /// </summary>
    /// <remarks>
    /// The prefixes of one length are <c>cc d0</c>, <c>cd d1</c>, <c>ce d2</c> or <c>cf d3</c>. The fifth bit says whether the value is signed, in which case
    /// the value's top bit counts with the opposite sign. (In 64 bits it does so by itself, and must not be set if the value is not signed.)
    /// </remarks>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="tokenLength">The length of the tokens: 2, 3 or 5, or 9 for elements of less than eight bytes.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeOfLength(ref byte source, nint length, ref TLane destination, nint room, int tokenLength)
    {
        Debug.Assert(tokenLength is 2 or 3 or 5 || (tokenLength == 9 && Unsafe.SizeOf<TLane>() < sizeof(long)));
        ref byte lengths = ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths);
        int width = 8 * (tokenLength - 1);
        nint last = length - tokenLength;
        nint from = 0;
        nint to = 0;
        while (from <= last && to < room)
        {
            Bounds.Assert(from, tokenLength, length);
            Bounds.Assert(to, 1, room);
            nint code = Unsafe.Add(ref source, from);
            ref byte payload = ref Unsafe.Add(ref source, from + 1);
            long unsigned = tokenLength switch
            {
                2 => payload,
                3 => BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<ushort>(ref payload)),
                5 => BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<uint>(ref payload)),
                _ => BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<long>(ref payload)),
            };
            long topBit = (long)((code >> 4) & 1) << (width - 1);
            long value = unsigned - ((unsigned & topBit) << 1);
            TLane lane = IntegerLane<TLane, TSignedness>.Truncate(value);
            if (Unsafe.Add(ref lengths, code) != tokenLength
                || IntegerLane<TLane, TSignedness>.Extend(lane) != value
                || (Unsafe.SizeOf<TLane>() == sizeof(long) ? !TSignedness.IsSigned && value < 0 : (unsigned & ~topBit) < 0))
            {
                break;
            }

            Unsafe.Add(ref destination, to) = lane;
            to++;
            from += tokenLength;
        }

        return to;
    }

    /// <summary>Cuts a value out of the eight bytes that its entry points at; false if it does not fit, or no integer begins there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ref byte source, nint from, uint entry, out TLane lane) =>
        TryRead(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, from + (nint)PrefixLength(entry))), entry, out lane);

    /// <summary>Reads a token that may be nil, with <see cref="Reach"/> bytes from it on.</summary>
    /// <param name="token">The token.</param>
    /// <param name="presence">All bits set; none if it is nil.</param>
    /// <param name="lane">Receives the value; 0 for nil.</param>
    /// <param name="tokenLength">Receives the token's length.</param>
    /// <returns>Whether the value fits, or the token is nil.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ref byte token, long presence, out TLane lane, out nint tokenLength)
    {
        nint code = token;
        uint entry = Unsafe.Add(ref MemoryMarshal.GetReference(IntegerTokenTable.Entries), code);
        tokenLength = Unsafe.Add(ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths), code);
        return TryRead(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref token, (nint)PrefixLength(entry))), entry, out lane, presence);
    }

    /// <summary>Reads a token that is in registers.</summary>
    /// <param name="lower">Its first eight bytes, the first byte lowest.</param>
    /// <param name="upper">The eight bytes behind these.</param>
    /// <param name="lane">Receives the value.</param>
    /// <param name="tokenLength">Receives the token's length.</param>
    /// <returns>Whether it is an integer that fits.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ulong lower, ulong upper, out TLane lane, out int tokenLength)
    {
        nint code = (byte)lower;
        uint entry = Unsafe.Add(ref MemoryMarshal.GetReference(IntegerTokenTable.Entries), code);
        tokenLength = Unsafe.Add(ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths), code);
        return TryRead(PrefixLength(entry) == 0 ? lower : (lower >> 8) | (upper << 56), entry, out lane);
    }

    /// <summary>How many bytes of a token come before its value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint PrefixLength(uint entry) => (entry >> 8) & 1;

    /// <summary>Cuts a value out of the eight bytes that begin with it.</summary>
    /// <remarks>
    /// <code>
    ///   entry   | signed: ff | shift | 1 behind a prefix | 1 for an integer |      byte 3 first
    /// </code>
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryRead(ulong bytes, uint entry, out TLane lane, long presence = -1)
    {
        ulong word = BinaryPrimitives.ReverseEndianness(bytes);

        // Byte 2; a shift takes its count modulo 64, and ignores byte 3 above it.
        int shift = (int)(entry >> 16);
        long signed = (int)entry >> 31;
        ulong logical = word >> shift;
        long value = (long)(logical ^ ((logical ^ (ulong)((long)word >> shift)) & (ulong)signed)) & presence;

        lane = IntegerLane<TLane, TSignedness>.Truncate(value);
        bool fits = Unsafe.SizeOf<TLane>() == sizeof(long)
            ? (value & (TSignedness.IsSigned ? ~signed : signed)) >= 0
            : IntegerLane<TLane, TSignedness>.Extend(lane) == value && (!TSignedness.IsSigned || (value & ~signed) >= 0);
        return fits && ((byte)entry | ~presence) != 0;
    }
}
