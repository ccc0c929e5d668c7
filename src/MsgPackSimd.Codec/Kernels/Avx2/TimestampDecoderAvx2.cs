using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>DateTime</c>, four at a time, from tokens of one form.</summary>
/// <remarks>
/// <code>
///   even      d7 ff a7 a6 a5 a4 a3 a2 a1 a0 . . . . . . | d7 ff c7 c6 …      loads at 0 and 20
///   odd       d7 ff b7 b6 b5 b4 b3 b2 b1 b0 . . . . . . | d7 ff d7 d6 …      loads at 10 and 30
///   numbers   a7 … a0 b7 … b0 | c7 … c0 d7 … d0              two shuffles, and one OR
/// </code>
/// A timestamp 32 has half as many bytes behind its head. Two of these tokens are in one load; the loads begin at 0 and 12.
/// </remarks>
internal static class TimestampDecoderAvx2
{
    private const int BlockLength = 4;

    /// <summary>Decodes tokens of timestamp 64, to the last block of four that has no other tokens.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the times' bits go.</param>
    /// <param name="room">The number of times that fit there.</param>
    /// <returns>How many times were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeTimestamp64(ref byte source, nint length, ref ulong destination, nint room)
    {
        // The fourth load begins 30 bytes in.
        const int Reach = (3 * TimestampEncoder.Timestamp64Length) + 16;
        Vector256<ulong> heads = Vector256.Create((ulong)TimestampEncoder.Timestamp64Head, 0, TimestampEncoder.Timestamp64Head, 0);
        Vector256<ulong> headLanes = Vector256.Create((ulong)ushort.MaxValue, 0, ushort.MaxValue, 0);
        Vector256<byte> lowerOrder = Vector256.Create(Vector128.Create(
            (byte)9, 8, 7, 6, 5, 4, 3, 2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80));
        Vector256<byte> upperOrder = Vector256.Create(Vector128.Create(
            (byte)0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 9, 8, 7, 6, 5, 4, 3, 2));
        nint taken = 0;
        nint from = 0;
        for (; taken <= room - BlockLength && from <= length - Reach; taken += BlockLength, from += BlockLength * TimestampEncoder.Timestamp64Length)
        {
            Bounds.Assert(from, Reach, length);
            Bounds.Assert(taken, BlockLength, room);
            Vector256<byte> even = HalvesAvx2.Load(ref source, from, 2 * TimestampEncoder.Timestamp64Length);
            Vector256<byte> odd = HalvesAvx2.Load(ref source, from + TimestampEncoder.Timestamp64Length, 2 * TimestampEncoder.Timestamp64Length);
            if ((((even.AsUInt64() ^ heads) | (odd.AsUInt64() ^ heads)) & headLanes) != Vector256<ulong>.Zero)
            {
                break;
            }

            Vector256<ulong> data = (Avx2.Shuffle(even, lowerOrder) | Avx2.Shuffle(odd, upperOrder)).AsUInt64();

            // Divided by 100: the factor is 2^37 / 100, rounded up, with which the quotient is exact for any 32 bits.
            Vector256<ulong> ticks = Avx2.Multiply((data >> MessagePackSpec.SecondsBits).AsUInt32(), Vector256.Create(0x51eb851fUL).AsUInt32()) >> 37;
            Vector256<uint> second = Vector256.Create((ulong)TimeSpan.TicksPerSecond).AsUInt32();
            Vector256<ulong> high = (data >> 32) & Vector256.Create((1UL << (MessagePackSpec.SecondsBits - 32)) - 1);
            ticks += Avx2.Multiply(data.AsUInt32(), second) + (Avx2.Multiply(high.AsUInt32(), second) << 32);
            (ticks + Vector256.Create(DateTimeBits.Utc + DateTimeBits.EpochTicks)).StoreUnsafe(ref destination, (nuint)taken);
        }

        return taken;
    }

    /// <summary>Decodes tokens of timestamp 32, to the last block of four that has no other tokens.</summary>
    /// <inheritdoc cref="DecodeTimestamp64"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeTimestamp32(ref byte source, nint length, ref ulong destination, nint room)
    {
        const int Reach = (2 * TimestampEncoder.Timestamp32Length) + 16;
        const ulong SecondHead = (ulong)TimestampEncoder.Timestamp32Head << (8 * TimestampEncoder.Timestamp32Length);
        Vector256<ulong> heads = Vector256.Create(TimestampEncoder.Timestamp32Head | SecondHead, 0, TimestampEncoder.Timestamp32Head | SecondHead, 0);
        Vector256<ulong> headLanes = Vector256.Create(0xffff_0000_0000_ffff, 0, 0xffff_0000_0000_ffff, 0);
        Vector256<byte> order = Vector256.Create(Vector128.Create(
            (byte)5, 4, 3, 2, 0x80, 0x80, 0x80, 0x80, 11, 10, 9, 8, 0x80, 0x80, 0x80, 0x80));
        nint taken = 0;
        nint from = 0;
        for (; taken <= room - BlockLength && from <= length - Reach; taken += BlockLength, from += BlockLength * TimestampEncoder.Timestamp32Length)
        {
            Bounds.Assert(from, Reach, length);
            Bounds.Assert(taken, BlockLength, room);
            Vector256<byte> tokens = HalvesAvx2.Load(ref source, from, 2 * TimestampEncoder.Timestamp32Length);
            if (((tokens.AsUInt64() ^ heads) & headLanes) != Vector256<ulong>.Zero)
            {
                break;
            }

            Vector256<ulong> ticks = Avx2.Multiply(
                Avx2.Shuffle(tokens, order).AsUInt32(), Vector256.Create((ulong)TimeSpan.TicksPerSecond).AsUInt32());
            (ticks + Vector256.Create(DateTimeBits.Utc + DateTimeBits.EpochTicks)).StoreUnsafe(ref destination, (nuint)taken);
        }

        return taken;
    }
}
