using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A stretch of fixints: sixteen bytes are sixteen values, sign-extended to the element's size. The stretch ends at the first byte that is not a fixint, or
/// is a negative one where elements are unsigned. A step of 16 stores all of them before it looks: what is stored from such a byte on does not count.
/// </summary>
internal static class FixIntDecoderVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>The most elements that <see cref="DecodeFew"/> takes: as many as two vectors hold.</summary>
    public const int MaxFew = 2 * 16;

    /// <summary>The fewest elements that <see cref="DecodeFew"/> takes: as many as half a vector holds.</summary>
    private const int MinFew = 8;

    /// <summary>Decodes fixints, sixteen at a time.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded, from a byte each.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector128<sbyte> least = Vector128.Create(TSignedness.LeastFixInt);
        nint count = Math.Min(length, room);
        nint taken = 0;

        // Where nothing is widened, a step is so short that four of them share a test.
        for (nint last = count - (4 * 16); Unsafe.SizeOf<TLane>() == sizeof(sbyte) && taken <= last; taken += 4 * 16)
        {
            Bounds.Assert(taken, 4 * 16, length);
            Bounds.Assert(taken, 4 * 16, room);
            ref byte place = ref Unsafe.As<TLane, byte>(ref destination);
            Vector128<byte> a = Vector128.LoadUnsafe(ref source, (nuint)taken);
            Vector128<byte> b = Vector128.LoadUnsafe(ref source, (nuint)taken + 16);
            Vector128<byte> c = Vector128.LoadUnsafe(ref source, (nuint)taken + 32);
            Vector128<byte> d = Vector128.LoadUnsafe(ref source, (nuint)taken + 48);
            if (Vector128.LessThanAny(Vector128.Min(Vector128.Min(a.AsSByte(), b.AsSByte()), Vector128.Min(c.AsSByte(), d.AsSByte())), least))
            {
                break;
            }

            a.StoreUnsafe(ref place, (nuint)taken);
            b.StoreUnsafe(ref place, (nuint)taken + 16);
            c.StoreUnsafe(ref place, (nuint)taken + 32);
            d.StoreUnsafe(ref place, (nuint)taken + 48);
        }

        for (nint last = count - 16; taken <= last; taken += 16)
        {
            Bounds.Assert(taken, 16, length);
            Bounds.Assert(taken, 16, room);
            Vector128<sbyte> bytes = Vector128.LoadUnsafe(ref source, (nuint)taken).AsSByte();
            uint others = Vector128.LessThan(bytes, least).ExtractMostSignificantBits();
            Store(bytes, ref Unsafe.Add(ref destination, taken));
            if (others != 0)
            {
                return taken + BitOperations.TrailingZeroCount(others);
            }
        }

        // The rest is overlapped.
        if (count >= 16 && taken < count)
        {
            Bounds.Assert(count - 16, 16, length);
            Bounds.Assert(count - 16, 16, room);
            Vector128<sbyte> bytes = Vector128.LoadUnsafe(ref source, (nuint)(count - 16)).AsSByte();
            uint others = Vector128.LessThan(bytes, least).ExtractMostSignificantBits();
            Store(bytes, ref Unsafe.Add(ref destination, count - 16));
            taken = count - 16 + BitOperations.TrailingZeroCount(others | (1 << 16));
        }

        return taken;
    }

    /// <summary>Decodes a few elements, if they are all fixints: the first vector and the last, which overlap, or half of each.</summary>
    /// <remarks>
    /// <code>
    ///   eleven fixints   00 01 02 03 04 05 06 07 08 09 0a
    ///   first half       ^  ^  ^  ^  ^  ^  ^  ^
    ///   last half                 ^  ^  ^  ^  ^  ^  ^  ^      03 to 07 are stored twice
    /// </code>
    /// </remarks>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there: at most <see cref="MaxFew"/>.</param>
    /// <returns>How many elements were decoded, from a byte each: <paramref name="room"/>, or 0.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint DecodeFew(ref byte source, nint length, ref TLane destination, nint room)
    {
        Debug.Assert(room <= MaxFew);
        if (room < MinFew || length < room)
        {
            return 0;
        }

        Vector128<sbyte> least = Vector128.Create(TSignedness.LeastFixInt);
        if (room < 16)
        {
            nint last = room - 8;
            Bounds.Assert(last, 8, length);
            Vector128<sbyte> firstHalf = LoadHalf(ref source);
            Vector128<sbyte> lastHalf = LoadHalf(ref Unsafe.Add(ref source, last));
            if (Vector128.LessThanAny(Vector128.Min(firstHalf, lastHalf), least))
            {
                return 0;
            }

            StoreHalf(firstHalf, ref destination);
            StoreHalf(lastHalf, ref Unsafe.Add(ref destination, last));
        }
        else
        {
            nint last = room - 16;
            Bounds.Assert(last, 16, length);
            Vector128<sbyte> first = Vector128.LoadUnsafe(ref source).AsSByte();
            Vector128<sbyte> second = Vector128.LoadUnsafe(ref source, (nuint)last).AsSByte();
            if (Vector128.LessThanAny(Vector128.Min(first, second), least))
            {
                return 0;
            }

            Store(first, ref destination);
            Store(second, ref Unsafe.Add(ref destination, last));
        }

        return room;
    }

    /// <summary>Stores eight values, sign-extended to the element's size, which is 16 bits or more.</summary>
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

    /// <summary>Loads eight bytes, and fills the upper half with zeros, which are fixints.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<sbyte> LoadHalf(ref byte source) => Vector128.CreateScalar(Unsafe.ReadUnaligned<long>(ref source)).AsSByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreHalf(Vector128<sbyte> values, ref TLane destination)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(sbyte))
        {
            Unsafe.WriteUnaligned(ref Unsafe.As<TLane, byte>(ref destination), values.AsInt64().ToScalar());
            return;
        }

        Store(Vector128.WidenLower(values), ref destination);
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
