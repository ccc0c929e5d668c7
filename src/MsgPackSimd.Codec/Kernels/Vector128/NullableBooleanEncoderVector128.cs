using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>bool?</c>: sixteen at a time, whichever are missing. An element and its flag are a number of 16 bits, its token is a byte.</summary>
/// <remarks>
/// <code>
///   memory     1 1   1 0   0 0  …      flag, value: true, false, none
///   bits       3     2     0    …      2, and 1 if the value is not 0; both only if the flag is not 0
///   tokens    c3    c2    c0    …      narrowed, with the bits of nil
/// </code>
/// </remarks>
internal static class NullableBooleanEncoderVector128
{
    /// <summary>How many elements a block has. The kernel must not be called with fewer.</summary>
    public const int BlockLength = 16;

    /// <summary>Encodes as many elements as there is room for, the last ones in a block that overlaps the one before.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, at least <see cref="BlockLength"/>.</param>
    /// <param name="destination">Where the tokens go, a byte each.</param>
    /// <param name="room">The number of bytes that may be written there, at least <see cref="BlockLength"/>.</param>
    /// <returns>How many were encoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Encode(ref NullableLane<byte> source, nint count, ref byte destination, nint room)
    {
        ref ushort elements = ref Unsafe.As<NullableLane<byte>, ushort>(ref source);
        nint end = Math.Min(count, room);
        nint last = end - BlockLength;
        for (nint from = 0; from < last; from += BlockLength)
        {
            EncodeBlock(ref elements, from, end, ref destination);
        }

        EncodeBlock(ref elements, last, end, ref destination);
        return end;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void EncodeBlock(ref ushort elements, nint from, nint end, ref byte destination)
    {
        Bounds.Assert(from, BlockLength, end);
        Vector128<ushort> lower = Bits(Vector128.LoadUnsafe(ref elements, (nuint)from));
        Vector128<ushort> upper = Bits(Vector128.LoadUnsafe(ref elements, (nuint)from + 8));
        (Vector128.Narrow(lower, upper) | Vector128.Create(MessagePackFirstByte.Nil)).StoreUnsafe(ref destination, (nuint)from);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Bits(Vector128<ushort> elements)
    {
        Vector128<ushort> isMissing = Vector128.Equals(elements & Vector128.Create((ushort)0xff), Vector128<ushort>.Zero);
        Vector128<ushort> isFalse = Vector128.Equals(elements >>> 8, Vector128<ushort>.Zero);
        return Vector128.AndNot(Vector128.AndNot(Vector128<ushort>.One, isFalse) | Vector128.Create((ushort)2), isMissing);
    }
}
