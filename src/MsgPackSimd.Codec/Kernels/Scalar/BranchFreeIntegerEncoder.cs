using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers one at a time, without a branch that depends on the value. A table indexed by the number of leading zeros gives the token's form. A token of full
/// width is stored whatever the form, and the next token overwrites the excess.
/// </summary>
/// <remarks>
/// For 16 and 32 bits, a word holds the token, with its first byte at the top (<see cref="TokenWordTable"/>):
/// <code>
///   value             00 00 00 00 00 00 12 34       19 leading zeros in the lower half: prefix cd, three bytes
///   shifted left      00 12 34 00 00 00 00 00       by 40
///   ^ entry           cd 12 34 00 00 00 03 28       what is behind the token is overwritten by the next one; advance by 3
///
///   a negative value  ff ff ff ff ff ff 80 00       prefix d1
///   shifted left      ff 80 00 00 00 00 00 00       by 40, its sign where the prefix goes
///   ^ entry           d1 80 00 00 00 00 03 28       the entry begins with 2e, the complement of d1
/// </code>
/// The word is stored whole (half of it for 16 bits) while there is room for that; the last tokens are stored as a byte and the rest. A token of a 64-bit
/// integer does not fit a word: it is always stored as a byte, the prefix or the fixint, and the payload (<see cref="IntegerFormTable"/>):
/// <code>
///   value             00 00 00 00 00 00 12 34       51 leading zeros: prefix cd, two bytes of payload
///   shifted left      12 34 00 00 00 00 00 00       the payload stands at the top
///   stored         cd 12 34 00 00 00 00 00 00       big-endian behind the prefix; advance by 3
/// </code>
/// This is the kernel where bytes can't be shuffled (SSE2), for arrays that are shorter than any block, and for few integers at every level.
/// The idea of a table by leading zeros: https://lemire.me/blog/2021/06/03/computing-the-number-of-digits-of-an-integer-even-faster/.
/// </remarks>
internal static class BranchFreeIntegerEncoder<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        Debug.Assert(BitConverter.IsLittleEndian && Unsafe.SizeOf<T>() == Unsafe.SizeOf<TLane>());
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        nint count = values.Length;
        nint to = EncodeTokens(ref source, count, ref target, destination.Length, out nint from);
        if (from < count)
        {
            // No room for a token of full width, but perhaps for shorter ones.
            OperationStatus status = ScalarEncoder.Encode(values[(int)from..], destination[(int)to..], out valuesRead, out bytesWritten);
            valuesRead += (int)from;
            bytesWritten += (int)to;
            return status;
        }

        valuesRead = (int)from;
        bytesWritten = (int)to;
        return OperationStatus.Done;
    }

    /// <summary>
    /// Encodes a short array, with a branch for each element as long as the elements are fixints like the first one, or have full width like the first one. If
    /// the whole array is like that, the branches are predicted, and nothing has to be looked up. From the first other element on, elements are encoded without
    /// branches. Where there is no room for the longest tokens, the scalar kernel encodes what fits.
    /// </summary>
    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus EncodeShort<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        Debug.Assert(BitConverter.IsLittleEndian && Unsafe.SizeOf<T>() == Unsafe.SizeOf<TLane>());
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        nint count = values.Length;
        if (destination.Length < count * TokenLength)
        {
            return ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        nint to = 0;
        nint from = 0;
        if (count == 0)
        {
            valuesRead = 0;
            bytesWritten = 0;
            return OperationStatus.Done;
        }

        long value = Load(ref source, 0);
        if (IntegerLane<TLane, TSignedness>.IsFixInt(value))
        {
            do
            {
                Bounds.Assert(from, 1, destination.Length);
                Unsafe.Add(ref target, from) = (byte)value;
                if (++from == count)
                {
                    valuesRead = (int)count;
                    bytesWritten = (int)count;
                    return OperationStatus.Done;
                }

                value = Load(ref source, from);
            }
            while (IntegerLane<TLane, TSignedness>.IsFixInt(value));

            to = from;
        }
        else if (Unsafe.SizeOf<TLane>() != sizeof(sbyte))
        {
            while (IntegerLane<TLane, TSignedness>.HasFullWidth(value))
            {
                Bounds.Assert(to, TokenLength, destination.Length);
                ref byte token = ref Unsafe.Add(ref target, to);
                token =
                    (byte)(PrefixOfFullWidth + (TSignedness.IsSigned ? (int)(value >> 63) & (MessagePackFirstByte.Int16 - MessagePackFirstByte.UInt16) : 0));
                StoreTop(ref Unsafe.Add(ref token, 1), value << (64 - (8 * Unsafe.SizeOf<TLane>())));
                to += TokenLength;
                if (++from == count)
                {
                    valuesRead = (int)count;
                    bytesWritten = (int)to;
                    return OperationStatus.Done;
                }

                value = Load(ref source, from);
            }
        }

        to += EncodeTokens(ref Unsafe.Add(ref source, from), count - from, ref Unsafe.Add(ref target, to), destination.Length - to, out nint rest);
        Debug.Assert(from + rest == count);
        valuesRead = (int)count;
        bytesWritten = (int)to;
        return OperationStatus.Done;
    }

    /// <summary>
    /// Calls <see cref="EncodeShort{T}"/> instead of inlining it, for where much else is inlined (<see cref="IntegerEncoding"/> with AVX-512).
    /// </summary>
    /// <inheritdoc cref="EncodeShort{T}"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static OperationStatus EncodeShortApart<T>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        EncodeShort(values, destination, out valuesRead, out bytesWritten);

    /// <inheritdoc cref="KernelDispatch.EncodeAll{T}"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static int EncodeAllShort<T>(ReadOnlySpan<T> values, Span<byte> destination) =>
        EncodeShort(values, destination, out _, out int bytesWritten) == OperationStatus.Done ? bytesWritten : -1;

    /// <summary>Encodes elements: all, if there is room for that many tokens of full width; if not, as long as there is room for one.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="from">Receives how many elements were encoded.</param>
    /// <returns>The number of bytes written.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint EncodeTokens(ref TLane source, nint count, ref byte destination, nint room, out nint from)
    {
        ref byte table = ref Table;
        nint read = 0;
        nint to = 0;
        if (room >= count * TokenLength)
        {
            // Two of the longest tokens are longer than a wide store, so only the last token may lack room for one.
            for (; read < count - 1; read++)
            {
                Bounds.Assert(to, WideLength, room);
                to += StoreToken(ref Unsafe.Add(ref destination, to), Load(ref source, read), ref table, isWide: true);
            }
        }

        for (nint last = room - TokenLength; read < count && to <= last; read++)
        {
            Bounds.Assert(to, TokenLength, room);
            to += StoreToken(ref Unsafe.Add(ref destination, to), Load(ref source, read), ref table, isWide: false);
        }

        from = read;
        return to;
    }

    /// <summary>Gets the length of a token of full width.</summary>
    private static int TokenLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 1 + Unsafe.SizeOf<TLane>();
    }

    /// <summary>Gets how many bytes are stored for a token where bytes behind its end may be overwritten.</summary>
    public static int WideLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() is sizeof(short) or sizeof(int) ? 2 * Unsafe.SizeOf<TLane>() : TokenLength;
    }

    private static ref byte Table
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref Unsafe.SizeOf<TLane>() == sizeof(long)
            ? ref Unsafe.As<uint, byte>(ref MemoryMarshal.GetReference(IntegerFormTable.Entries))
            : ref Unsafe.As<ulong, byte>(ref MemoryMarshal.GetReference(TokenWordTable.Entries));
    }

    /// <summary>Stores the token of an element that may be missing, and arbitrary bytes behind a short one.</summary>
    /// <param name="token">Where it goes: room for <see cref="WideLength"/> bytes.</param>
    /// <param name="value">The element.</param>
    /// <param name="presence">All bits set, or none, for which the token is nil.</param>
    /// <returns>The token's length.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint StoreToken(ref byte token, TLane value, long presence) =>
        StoreToken(ref token, IntegerLane<TLane, TSignedness>.Extend(value) & presence, ref Table, isWide: true, Presence.NilBits(presence));

    /// <summary>Stores a token, and arbitrary bytes behind a short one.</summary>
    /// <param name="token">Where it goes: room for <see cref="WideLength"/> bytes.</param>
    /// <param name="value">The element.</param>
    /// <returns>The token's length.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint StoreToken(ref byte token, TLane value) => StoreToken(ref token, Load(ref value, 0), ref Table, isWide: true);

    /// <summary>Stores a token, and arbitrary bytes behind a short one.</summary>
    /// <param name="token">Where it goes: room for a token of full width, or for <see cref="WideLength"/> bytes.</param>
    /// <param name="value">The element.</param>
    /// <param name="table">The table's first byte.</param>
    /// <param name="isWide">Whether there is room for <see cref="WideLength"/> bytes.</param>
    /// <param name="nilBits">The code of nil, which turns the fixint 0 into nil; else 0.</param>
    /// <returns>The token's length.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint StoreToken(ref byte token, long value, ref byte table, bool isWide, byte nilBits = 0)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(sbyte))
        {
            // Two forms need no table: the prefix is stored, and the value behind it or over it.
            int prefixLength = TSignedness.IsSigned ? (int)((ulong)(value + 32) >> 63) : (int)(value >> 7);
            token = Int8Token<TSignedness>.Prefix;
            Unsafe.Add(ref token, prefixLength) = (byte)(value | nilBits);
            return prefixLength + 1;
        }

        long sign = TSignedness.IsSigned ? value >> 63 : 0;
        if (Unsafe.SizeOf<TLane>() == sizeof(long))
        {
            nint index = BitOperations.LeadingZeroCount((ulong)(value ^ sign) | 1) + (int)(sign & 64);
            uint form = Unsafe.As<byte, uint>(ref Unsafe.Add(ref table, index * sizeof(uint)));
            token = (byte)(form | ((form >> 8) & (uint)value) | nilBits);
            StoreTop(ref Unsafe.Add(ref token, 1), value << (int)(form >> 16));
            return (nint)(form >> 24);
        }

        nint zeros = (nint)(uint)BitOperations.LeadingZeroCount((uint)(value ^ sign)) + (nint)(sign & 33);
        ref byte entry = ref Unsafe.Add(ref table, zeros * sizeof(ulong));
        ulong wordForm = Unsafe.As<byte, ulong>(ref entry);
        ulong word = BinaryPrimitives.ReverseEndianness(((ulong)value << (int)wordForm) ^ wordForm) | nilBits;
        if (isWide)
        {
            StoreFirst(ref token, word, WideLength);
        }
        else
        {
            token = (byte)word;
            StoreFirst(ref Unsafe.Add(ref token, 1), word >> 8, Unsafe.SizeOf<TLane>());
        }

        return Unsafe.Add(ref entry, 1);
    }

    /// <summary>Gets the prefix of tokens of full width for values that are not negative; for negative ones it is 4 more.</summary>
    private static byte PrefixOfFullWidth
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => MessagePackFirstByte.UInt16,
            sizeof(int) => MessagePackFirstByte.UInt32,
            _ => MessagePackFirstByte.UInt64,
        };
    }

    /// <summary>
    /// Loads an element and extends it. (Unsigned elements of 8 or 16 bits are loaded as such: from a signed lane, the compiler would sign-extend them first.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Load(ref TLane source, nint index)
    {
        ref TLane lane = ref Unsafe.Add(ref source, index);
        return TSignedness.IsSigned || Unsafe.SizeOf<TLane>() > sizeof(short) ? IntegerLane<TLane, TSignedness>.Extend(lane)
            : Unsafe.SizeOf<TLane>() == sizeof(short) ? Unsafe.As<TLane, ushort>(ref lane)
            : Unsafe.As<TLane, byte>(ref lane);
    }

    /// <summary>Stores the top bytes, as many as a lane has, most significant first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreTop(ref byte destination, long value) =>
        StoreFirst(ref destination, BinaryPrimitives.ReverseEndianness((ulong)value), Unsafe.SizeOf<TLane>());

    /// <summary>Stores the lowest two, four or eight bytes, least significant first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreFirst(ref byte destination, ulong word, int length)
    {
        switch (length)
        {
            case sizeof(ushort):
                Unsafe.WriteUnaligned(ref destination, (ushort)word);
                break;
            case sizeof(uint):
                Unsafe.WriteUnaligned(ref destination, (uint)word);
                break;
            default:
                Unsafe.WriteUnaligned(ref destination, word);
                break;
        }
    }
}
