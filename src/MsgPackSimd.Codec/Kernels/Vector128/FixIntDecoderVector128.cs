using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A stretch of fixints: sixteen bytes are sixteen values, sign-extended to the element's size. Left at the first byte that is no fixint, or is
/// one that an unsigned element has no value for.
/// </summary>
internal static class FixIntDecoderVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>Decodes fixints, sixteen at a time.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded, from a byte each.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector128<sbyte> least = Vector128.Create((sbyte)(TSignedness.IsSigned ? -32 : 0));
        nint taken = 0;
        while (length - taken >= 16 && room - taken >= 16)
        {
            Bounds.Assert(taken, 16, length);
            Bounds.Assert(taken, 16, room);
            Vector128<sbyte> bytes = Vector128.LoadUnsafe(ref source, (nuint)taken).AsSByte();
            if (Vector128.LessThanAny(bytes, least))
            {
                break;
            }

            Store(bytes, ref Unsafe.Add(ref destination, taken));
            taken += 16;
        }

        // The rest is overlapped.
        nint count = Math.Min(length, room);
        if (count >= 16 && taken < count && taken > count - 16)
        {
            Bounds.Assert(count - 16, 16, length);
            Bounds.Assert(count - 16, 16, room);
            Vector128<sbyte> bytes = Vector128.LoadUnsafe(ref source, (nuint)(count - 16)).AsSByte();
            if (!Vector128.LessThanAny(bytes, least))
            {
                Store(bytes, ref Unsafe.Add(ref destination, count - 16));
                taken = count;
            }
        }

        return taken;
    }

    /// <summary>Stores eight values, sign-extended to the element's size, of 16 bits or more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<short> values, ref TLane destination)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            values.StoreUnsafe(ref Unsafe.As<TLane, short>(ref destination));
            return;
        }

        Store(Vector128.WidenLower(values), ref destination);
        Store(Vector128.WidenUpper(values), ref Unsafe.Add(ref destination, 4));
    }

    /// <summary>Stores sixteen values, sign-extended to the element's size.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<sbyte> values, ref TLane destination)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(sbyte))
        {
            values.StoreUnsafe(ref Unsafe.As<TLane, sbyte>(ref destination));
            return;
        }

        Store(Vector128.WidenLower(values), ref destination);
        Store(Vector128.WidenUpper(values), ref Unsafe.Add(ref destination, 8));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(Vector128<int> values, ref TLane destination)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            values.StoreUnsafe(ref Unsafe.As<TLane, int>(ref destination));
            return;
        }

        Vector128.WidenLower(values).StoreUnsafe(ref Unsafe.As<TLane, long>(ref destination));
        Vector128.WidenUpper(values).StoreUnsafe(ref Unsafe.As<TLane, long>(ref destination), 2);
    }
}
