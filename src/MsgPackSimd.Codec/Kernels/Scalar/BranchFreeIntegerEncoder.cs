using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels.Scalar;

/// <summary>
/// Integers one at a time, without a branch that depends on the value: a table by the number of leading zeros says the token's form, a payload of
/// full width is stored whatever the form, and what is too much is overwritten by the next token.
/// </summary>
/// <remarks>
/// <code>
///   value             00 00 00 00 00 00 12 34       51 leading zeros: prefix 0xcd, two bytes of payload
///   shifted left      12 34 00 00 00 00 00 00       the payload stands at the top
///   stored         cd 12 34 00 00 00 00 00 00       big-endian behind the prefix; advance by 3
/// </code>
/// This is the kernel where bytes can't be shuffled (SSE2), and for arrays that are shorter than any block.
/// The idea of a table by leading zeros: https://lemire.me/blog/2021/06/03/computing-the-number-of-digits-of-an-integer-even-faster/.
/// </remarks>
internal static class BranchFreeIntegerEncoder<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>Gets how many fixints are stored one by one; more are narrowed as quickly by the kernels, but of 64 bits only by AVX2's.</summary>
    public static int MaxFixInts
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() < sizeof(long) || Avx2.IsSupported ? 7 : 15;
    }

    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        Debug.Assert(BitConverter.IsLittleEndian && Unsafe.SizeOf<T>() == Unsafe.SizeOf<TLane>());
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        ref uint entries = ref MemoryMarshal.GetReference(IntegerFormTable.Entries);
        int lastWritten = destination.Length - (1 + Unsafe.SizeOf<TLane>());
        int from = 0;
        int to = 0;
        while (from < values.Length && to <= lastWritten)
        {
            Bounds.Assert(to, 1 + Unsafe.SizeOf<TLane>(), destination.Length);
            to += StoreToken(ref Unsafe.Add(ref target, to), Extend(Unsafe.Add(ref source, from)), ref entries);
            from++;
        }

        if (from < values.Length)
        {
            // No room for a token of full width, but perhaps for shorter ones.
            OperationStatus status = ScalarEncoder.Encode(values[from..], destination[to..], out valuesRead, out bytesWritten);
            valuesRead += from;
            bytesWritten += to;
            return status;
        }

        valuesRead = from;
        bytesWritten = to;
        return OperationStatus.Done;
    }

    /// <summary>Whether the array is not one of so many fixints, by its first element, that <see cref="TryEncodeShort"/> is not worth the call.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsWorthTrying(TLane first, int count) => count <= MaxFixInts || !IsFixInt(Extend(first));

    /// <summary>
    /// Encodes a short array that begins with fixints, or has full width throughout: with branches, which are predicted then, so that nothing has to be looked
    /// up. Behind the fixints the rest is encoded without branches; a mixture that begins otherwise is given up, and so are more fixints than <see cref="MaxFixInts"/>.
    /// </summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, one or more.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="bytesWritten">Receives the length of the tokens, if all were encoded.</param>
    /// <returns>Whether all were; otherwise what the destination holds is unspecified.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static bool TryEncodeShort(ref TLane source, nint count, ref byte destination, nint room, out int bytesWritten)
    {
        nint from = 0;
        if (IsFixInt(Extend(source)))
        {
            bytesWritten = (int)count;
            if (count > MaxFixInts || room < count)
            {
                return false;
            }

            do
            {
                long value = Extend(Unsafe.Add(ref source, from));
                if (!IsFixInt(value))
                {
                    bytesWritten = (int)from + EncodeRest(ref Unsafe.Add(ref source, from), count - from, ref Unsafe.Add(ref destination, from), room - from);
                    return bytesWritten > (int)from;
                }

                Unsafe.Add(ref destination, from) = (byte)value;
            }
            while (++from < count);

            return true;
        }

        bytesWritten = (int)count * (1 + Unsafe.SizeOf<TLane>());
        if (Unsafe.SizeOf<TLane>() == sizeof(sbyte) || room < bytesWritten)
        {
            return false;
        }

        ref byte token = ref destination;
        do
        {
            long value = Extend(Unsafe.Add(ref source, from));
            if (!HasFullWidth(value))
            {
                return false;
            }

            token = (byte)(FullWidthCode + (TSignedness.IsSigned ? (int)(value >> 63) & (MessagePackCode.Int16 - MessagePackCode.UInt16) : 0));
            StoreTop(ref Unsafe.Add(ref token, 1), value << (64 - (8 * Unsafe.SizeOf<TLane>())));
            token = ref Unsafe.Add(ref token, 1 + Unsafe.SizeOf<TLane>());
        }
        while (++from < count);

        return true;
    }

    /// <summary>Encodes one element or more if there is room for longest tokens.</summary>
    /// <returns>The number of bytes written; 0 without that room.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeRest(ref TLane source, nint count, ref byte destination, nint room)
    {
        if (room < count * (1 + Unsafe.SizeOf<TLane>()))
        {
            return 0;
        }

        ref uint entries = ref MemoryMarshal.GetReference(IntegerFormTable.Entries);
        int to = 0;
        for (nint from = 0; from < count; from++)
        {
            Bounds.Assert(to, 1 + Unsafe.SizeOf<TLane>(), room);
            to += StoreToken(ref Unsafe.Add(ref destination, to), Extend(Unsafe.Add(ref source, from)), ref entries);
        }

        return to;
    }

    /// <summary>Stores a token, and behind a short one whatever a token of full width would have there.</summary>
    /// <param name="token">Where it goes: room for a token of full width.</param>
    /// <param name="value">The element.</param>
    /// <param name="entries">The table's first entry.</param>
    /// <returns>The token's length.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int StoreToken(ref byte token, long value, ref uint entries)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(sbyte))
        {
            // Two forms need no table: the prefix is stored, and the value behind it or over it.
            int prefixLength = (int)((ulong)(value + 32) >> 63);
            token = MessagePackCode.Int8;
            Unsafe.Add(ref token, prefixLength) = (byte)value;
            return prefixLength + 1;
        }

        long sign = TSignedness.IsSigned ? value >> 63 : 0;
        int index = BitOperations.LeadingZeroCount((ulong)(value ^ sign) | 1) + (int)(sign & 64);
        uint entry = Unsafe.Add(ref entries, index);
        token = (byte)(entry | ((entry >> 8) & (uint)value));
        StoreTop(ref Unsafe.Add(ref token, 1), value << (int)(entry >> 16));
        return (int)(entry >> 24);
    }

    /// <summary>Gets the prefix of tokens of full width of values without a sign; with one it is 4 more.</summary>
    private static byte FullWidthCode
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => MessagePackCode.UInt16,
            sizeof(int) => MessagePackCode.UInt32,
            _ => MessagePackCode.UInt64,
        };
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsFixInt(long value) => TSignedness.IsSigned
        ? (ulong)(value + 32) <= 127 + 32
        : (ulong)value <= 127;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasFullWidth(long value)
    {
        long half = 1L << (4 * Unsafe.SizeOf<TLane>());
        return TSignedness.IsSigned ? (ulong)(value + (half / 2)) >= (ulong)(half + (half / 2)) : (ulong)value >= (ulong)half;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Extend(TLane lane) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(sbyte) => Unsafe.BitCast<TLane, sbyte>(lane),
        sizeof(short) => TSignedness.IsSigned ? Unsafe.BitCast<TLane, short>(lane) : Unsafe.BitCast<TLane, ushort>(lane),
        sizeof(int) => TSignedness.IsSigned ? Unsafe.BitCast<TLane, int>(lane) : Unsafe.BitCast<TLane, uint>(lane),
        _ => Unsafe.BitCast<TLane, long>(lane),
    };

    /// <summary>Stores the top bytes, as many as a lane has, most significant first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreTop(ref byte destination, long value)
    {
        ulong reversed = BinaryPrimitives.ReverseEndianness((ulong)value);
        switch (Unsafe.SizeOf<TLane>())
        {
            case sizeof(short):
                Unsafe.WriteUnaligned(ref destination, (ushort)reversed);
                break;
            case sizeof(int):
                Unsafe.WriteUnaligned(ref destination, (uint)reversed);
                break;
            default:
                Unsafe.WriteUnaligned(ref destination, reversed);
                break;
        }
    }
}
