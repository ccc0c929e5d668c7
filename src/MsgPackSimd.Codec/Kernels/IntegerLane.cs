using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>An integer of an element's size: its value, and which tokens can hold it.</summary>
/// <typeparam name="TLane">The signed integer of the element's size, whether the element is signed or not.</typeparam>
/// <typeparam name="TSignedness">Whether the element is signed.</typeparam>
internal static class IntegerLane<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>The value. (Of an unsigned element of 64 bits, the same bits.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long Extend(TLane lane) =>
        Unsafe.SizeOf<TLane>() == sizeof(sbyte) ? (TSignedness.IsSigned ? Unsafe.BitCast<TLane, sbyte>(lane) : Unsafe.BitCast<TLane, byte>(lane))
            : Unsafe.SizeOf<TLane>() == sizeof(short) ? (TSignedness.IsSigned ? Unsafe.BitCast<TLane, short>(lane) : Unsafe.BitCast<TLane, ushort>(lane))
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? (TSignedness.IsSigned ? Unsafe.BitCast<TLane, int>(lane) : Unsafe.BitCast<TLane, uint>(lane))
            : Unsafe.BitCast<TLane, long>(lane);

    /// <summary>The lowest bytes of a value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TLane Truncate(long value) =>
        Unsafe.SizeOf<TLane>() == sizeof(sbyte) ? Unsafe.BitCast<sbyte, TLane>((sbyte)value)
            : Unsafe.SizeOf<TLane>() == sizeof(short) ? Unsafe.BitCast<short, TLane>((short)value)
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? Unsafe.BitCast<int, TLane>((int)value)
            : Unsafe.BitCast<long, TLane>(value);

    /// <summary>Whether a value is its own token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsFixInt(long value) => (ulong)(value - TSignedness.LeastFixInt) <= (ulong)(127 - TSignedness.LeastFixInt);

    /// <summary>Whether a token's first byte is a fixint that the element holds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsFixIntCode(byte code) => (sbyte)code >= TSignedness.LeastFixInt;

    /// <summary>Whether no token shorter than one of full width holds a value. Elements of two bytes or more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasFullWidth(long value)
    {
        // So many numbers have a payload of half the width; of negative ones, half as many.
        long half = 1L << (4 * Unsafe.SizeOf<TLane>());
        return TSignedness.IsSigned ? (ulong)(value + (half / 2)) >= (ulong)(half + (half / 2)) : (ulong)value >= (ulong)half;
    }
}
