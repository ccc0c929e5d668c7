using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>DateTime</c>, eight at a time, in the way that <see cref="TimestampEncoderAvx2"/> encodes four. Here there are instructions for the conversions to and
/// from doubles, and a byte permute of two registers puts the tokens in place, heads included.
/// </summary>
internal readonly struct TimestampEncoderAvx512 : ITimestampEncoder
{
    /// <summary>With fewer times, a block that is loaded under a mask takes longer than four elements in a narrower vector.</summary>
    public const int MinCount = 5;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.IsSupported && Avx512DQ.IsSupported;
    }

    public static int BlockLength => 8;

    /// <summary>Gets the room: eight tokens of the longer form, which two stores of 64 and 16 bytes fill.</summary>
    public static int Room => 8 * TimestampEncoder.Timestamp64Length;

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeBlock(ref ulong source, nint count, ref byte destination)
    {
        // In place of the times that a last block lacks stands one that can be encoded.
        Vector512<ulong> times = count == BlockLength
            ? Vector512.LoadUnsafe(ref source)
            : Masked512.LoadFirst(in source, count, Vector512.Create(DateTimeBits.EpochTicks));

        // A time that is earlier than 1970, or local, becomes negative, and so is beyond the limit.
        Vector512<ulong> ticks = Vector512.AndNot(times, Vector512.Create(DateTimeBits.Utc)) - Vector512.Create(DateTimeBits.EpochTicks);
        if (Vector512.GreaterThanOrEqualAny(ticks, Vector512.Create(TimestampEncoder.TickLimit)))
        {
            return 0;
        }

        Vector512<ulong> data = Combine(ticks);
        uint lanes = (1u << (int)count) - 1;
        uint shorter = (uint)Vector512.LessThanOrEqual(data, Vector512.Create((ulong)uint.MaxValue)).ExtractMostSignificantBits() & lanes;
        if (shorter == 0)
        {
            // An order of 80 bytes, loaded as its first 64 and its last 64; what the last 16 order is stored.
            ref byte order = ref MemoryMarshal.GetReference(TimestampTable.Timestamp64);
            Vector512<byte> heads = Vector512.Create(TimestampEncoder.Timestamp64Head).AsByte();
            Vector512<byte> first = Avx512Vbmi.PermuteVar64x8x2(data.AsByte(), Vector512.LoadUnsafe(ref order), heads);
            Vector512<byte> last = Avx512Vbmi.PermuteVar64x8x2(data.AsByte(), Vector512.LoadUnsafe(ref order, 16), heads);
            first.StoreUnsafe(ref destination);
            last.GetUpper().GetUpper().StoreUnsafe(ref destination, 64);
            return (int)count * TimestampEncoder.Timestamp64Length;
        }

        if (shorter == lanes)
        {
            Vector512<byte> order = Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(TimestampTable.Timestamp32));
            Vector512<byte> heads = Vector512.Create(TimestampEncoder.Timestamp32Head).AsByte();
            Avx512Vbmi.PermuteVar64x8x2(data.AsByte(), order, heads).StoreUnsafe(ref destination);
            return (int)count * TimestampEncoder.Timestamp32Length;
        }

        return EncodeAny(data, count, ref destination);
    }

    /// <summary>Combines the nanoseconds and seconds of ticks since 1970.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Combine(Vector512<ulong> ticks)
    {
        Vector512<ulong> seconds = Avx512DQ.ConvertToVector512UInt64(
            Avx512DQ.ConvertToVector512Double(ticks) * Vector512.Create(1.0 / TimeSpan.TicksPerSecond));
        Vector512<uint> second = Vector512.Create((ulong)TimeSpan.TicksPerSecond).AsUInt32();
        Vector512<int> rest = (ticks - Avx512F.Multiply(seconds.AsUInt32(), second)).AsInt32();
        Vector512<int> borrow = Avx512F.Shuffle(Vector512.ShiftRightArithmetic(rest, 31), 0b10_10_00_00);
        rest += borrow & second.AsInt32();
        Vector512<ulong> nanoseconds = Avx512F.Multiply(rest.AsUInt32(), Vector512.Create((ulong)MessagePackTimestamp.NanosecondsPerTick).AsUInt32());
        return (nanoseconds << MessagePackSpec.SecondsBits) | (seconds + borrow.AsUInt64());
    }

    /// <summary>Encodes times of both forms. (Only this copy of the block has an address; the block itself stays in a register.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeAny(Vector512<ulong> data, nint count, ref byte destination) =>
        TimestampEncoder.EncodeAny(ref Unsafe.As<Vector512<ulong>, ulong>(ref data), count, ref destination);
}
