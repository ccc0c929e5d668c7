using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>DateTime</c>, four at a time. There is no division of integers, so the seconds come from a product of doubles, rounded to the nearest, and are corrected
/// by what remains. docs/algorithms/encode.md shows that this is exact.
/// </summary>
/// <remarks>
/// <code>
///   numbers   a7 … a0 b7 … b0 | c7 … c0 d7 … d0              30 bits of nanoseconds and 34 of seconds each, little-endian in memory
///   even      d7 ff a7 a6 a5 a4 a3 a2 a1 a0 . . . . . . | d7 ff c7 c6 …      one shuffle, and the heads
///   odd       d7 ff b7 b6 b5 b4 b3 b2 b1 b0 . . . . . . | d7 ff d7 d6 …
///   stores    at 0, 10, 20 and 30: each overwrites the six bytes behind the token before
///
///   seconds   d6 ff a3 a2 a1 a0 d6 ff b3 b2 b1 b0 . . . . | d6 ff c3 c2 …    where all four have no more than 32 bits
///   stores    at 0 and 12
/// </code>
/// Where the forms differ, the numbers go over the stack.
/// </remarks>
internal readonly struct TimestampEncoderAvx2 : ITimestampEncoder
{
    public static int BlockLength => 4;

    /// <summary>The fourth store begins up to 30 bytes in, and is 16 wide.</summary>
    public static int Room => 46;

    /// <summary>In place of the times that a last block lacks, one that can be encoded.</summary>
    private static ReadOnlySpan<ulong> Fillers =>
        [0, 0, 0, 0, DateTimeBits.EpochTicks, DateTimeBits.EpochTicks, DateTimeBits.EpochTicks, DateTimeBits.EpochTicks];

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeBlock(ref ulong source, nint count, ref byte destination)
    {
        Vector256<ulong> times = count == BlockLength ? Vector256.LoadUnsafe(ref source) : LoadLast(ref source, count);

        // A time that is earlier than 1970, or local, becomes negative. Until 2426 there are at most 57 bits; the scalar code takes later times.
        Vector256<ulong> ticks = Vector256.AndNot(times, Vector256.Create(DateTimeBits.Utc)) - Vector256.Create(DateTimeBits.EpochTicks);
        if ((ticks & Vector256.Create(~0UL << 57)) != Vector256<ulong>.Zero)
        {
            return 0;
        }

        Vector256<ulong> data = Combine(ticks);
        uint lanes = (1u << (int)count) - 1;
        uint shorter = Vector256.Equals(data >> 32, Vector256<ulong>.Zero).ExtractMostSignificantBits() & lanes;
        if (shorter == 0)
        {
            StoreTimestamp64(data.AsByte(), ref destination);
            return (int)count * TimestampEncoder.Timestamp64Length;
        }

        if (shorter == lanes)
        {
            StoreTimestamp32(data.AsByte(), ref destination);
            return (int)count * TimestampEncoder.Timestamp32Length;
        }

        return EncodeAny(data, count, ref destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreTimestamp64(Vector256<byte> data, ref byte destination)
    {
        Vector256<byte> heads = Vector256.Create((ulong)TimestampEncoder.Timestamp64Head, 0, TimestampEncoder.Timestamp64Head, 0).AsByte();
        Vector256<byte> even = heads | Avx2.Shuffle(data, Vector256.Create(Vector128.Create(
            (byte)0x80, 0x80, 7, 6, 5, 4, 3, 2, 1, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80)));
        Vector256<byte> odd = heads | Avx2.Shuffle(data, Vector256.Create(Vector128.Create(
            (byte)0x80, 0x80, 15, 14, 13, 12, 11, 10, 9, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80)));
        even.GetLower().StoreUnsafe(ref destination);
        odd.GetLower().StoreUnsafe(ref destination, TimestampEncoder.Timestamp64Length);
        even.GetUpper().StoreUnsafe(ref destination, 2 * TimestampEncoder.Timestamp64Length);
        odd.GetUpper().StoreUnsafe(ref destination, 3 * TimestampEncoder.Timestamp64Length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreTimestamp32(Vector256<byte> data, ref byte destination)
    {
        const ulong TwoHeads = TimestampEncoder.Timestamp32Head | ((ulong)TimestampEncoder.Timestamp32Head << (8 * TimestampEncoder.Timestamp32Length));
        Vector256<byte> tokens = Vector256.Create(TwoHeads, 0, TwoHeads, 0).AsByte() | Avx2.Shuffle(data, Vector256.Create(Vector128.Create(
            (byte)0x80, 0x80, 3, 2, 1, 0, 0x80, 0x80, 11, 10, 9, 8, 0x80, 0x80, 0x80, 0x80)));
        tokens.GetLower().StoreUnsafe(ref destination);
        tokens.GetUpper().StoreUnsafe(ref destination, 2 * TimestampEncoder.Timestamp32Length);
    }

    /// <summary>The block that ends with the last time. The times in it that are encoded already are moved out, and fillers follow at the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> LoadLast(ref ulong source, nint count)
    {
        nint skip = BlockLength - count;
        return LastBlock.Load256(ref Unsafe.As<ulong, byte>(ref Unsafe.Subtract(ref source, skip)), skip * sizeof(ulong)).AsUInt64()
            | Vector256.LoadUnsafe(in Fillers[(int)skip]);
    }

    /// <summary>Combines the nanoseconds and seconds of ticks since 1970 that have at most 57 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Combine(Vector256<ulong> ticks)
    {
        // To doubles (https://stackoverflow.com/a/41148578): each half is put into the lower bits of a large number whose lowest bit is worth as much as the
        // half's own, and the large numbers are subtracted again.
        const double LowUnit = 1UL << 52;
        const double HighUnit = LowUnit * (1UL << 32);
        Vector256<double> lowUnit = Vector256.Create(LowUnit);
        Vector256<double> high = ((ticks >> 32) | Vector256.Create(HighUnit).AsUInt64()).AsDouble();
        Vector256<double> low = Avx2.Blend(ticks.AsInt32(), lowUnit.AsInt32(), 0b10101010).AsDouble();
        Vector256<double> number = (high - Vector256.Create(HighUnit + LowUnit)) + low;

        // And back: the addition leaves the product in the lower bits, as an integer rounded to the nearest.
        Vector256<ulong> seconds = ((number * Vector256.Create(1.0 / TimeSpan.TicksPerSecond)) + lowUnit).AsUInt64() ^ lowUnit.AsUInt64();

        // What remains is about half a second at most, either way, so its lower half is all of it.
        Vector256<uint> second = Vector256.Create((ulong)TimeSpan.TicksPerSecond).AsUInt32();
        Vector256<int> rest = (ticks - Avx2.Multiply(seconds.AsUInt32(), second)).AsInt32();
        Vector256<int> borrow = Avx2.Shuffle(Vector256.ShiftRightArithmetic(rest, 31), 0b10_10_00_00);
        rest += borrow & second.AsInt32();
        Vector256<ulong> nanoseconds = Avx2.Multiply(rest.AsUInt32(), Vector256.Create((ulong)MessagePackTimestamp.NanosecondsPerTick).AsUInt32());
        return (nanoseconds << MessagePackSpec.SecondsBits) | (seconds + borrow.AsUInt64());
    }

    /// <summary>Encodes times of both forms. (Only this copy of the block has an address; the block itself stays in a register.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeAny(Vector256<ulong> data, nint count, ref byte destination) =>
        TimestampEncoder.EncodeAny(ref Unsafe.As<Vector256<ulong>, ulong>(ref data), count, ref destination);
}
