using System;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels.Scalar;

/// <summary>
/// Integers one at a time, without a branch that depends on the value: a table by the number of leading zeros says the token's form, eight
/// bytes of payload are stored whatever the form, and what is too much is overwritten by the next token.
/// </summary>
/// <remarks>
/// <code>
///   value             00 00 00 00 00 00 12 34       51 leading zeros: prefix 0xcd, two bytes of payload
///   shifted left      12 34 00 00 00 00 00 00       the payload stands at the top
///   stored         cd 12 34 00 00 00 00 00 00       big-endian behind the prefix; advance by 3
/// </code>
/// This is the kernel for integers of all widths where bytes can't be shuffled (SSE2).
/// The idea of a table by leading zeros: https://lemire.me/blog/2021/06/03/computing-the-number-of-digits-of-an-integer-even-faster/.
/// </remarks>
internal readonly struct BranchFreeIntegerEncoder<TLane, TSignedness> : IBlockEncoder<TLane>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    public static int BlockLength => 1;

    /// <summary>A prefix and eight bytes are stored for every token.</summary>
    public static int Room => 1 + sizeof(ulong);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Encode(ref TLane source, nint count, ref byte destination, nint room, out nint read, out nint written)
    {
        Debug.Assert(BitConverter.IsLittleEndian);
        ref uint entries = ref MemoryMarshal.GetReference(IntegerFormTable.Entries);
        nint lastWritten = room - Room;
        nint from = 0;
        nint to = 0;
        while (from < count && to <= lastWritten)
        {
            long value = Extend(Unsafe.Add(ref source, from));
            long sign = TSignedness.IsSigned ? value >> 63 : 0;
            int index = BitOperations.LeadingZeroCount((ulong)(value ^ sign) | 1) + (int)(sign & 64);
            uint entry = Unsafe.Add(ref entries, index);

            ref byte token = ref Unsafe.Add(ref destination, to);
            token = (byte)(entry | ((entry >> 8) & (uint)value));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref token, 1), BinaryPrimitives.ReverseEndianness(value << (int)(entry >> 16)));
            to += (nint)(entry >> 24);
            from++;
        }

        read = from;
        written = to;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Extend(TLane lane) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(sbyte) => TSignedness.IsSigned ? Unsafe.BitCast<TLane, sbyte>(lane) : Unsafe.BitCast<TLane, byte>(lane),
        sizeof(short) => TSignedness.IsSigned ? Unsafe.BitCast<TLane, short>(lane) : Unsafe.BitCast<TLane, ushort>(lane),
        sizeof(int) => TSignedness.IsSigned ? Unsafe.BitCast<TLane, int>(lane) : Unsafe.BitCast<TLane, uint>(lane),
        _ => Unsafe.BitCast<TLane, long>(lane),
    };
}
