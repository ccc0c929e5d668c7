using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers of 64 bits to narrower ones, if they fit. There is nothing to shuffle, so one piece of code serves every width of <see cref="Vector{T}"/>.
/// </summary>
/// <typeparam name="TLane">The narrower integer.</typeparam>
/// <typeparam name="TSignedness">Whether it is signed.</typeparam>
internal static class IntegerNarrowing<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>Narrows integers, up to the first that does not fit. Behind it, elements are stored that mean nothing.</summary>
    /// <param name="source">The integers.</param>
    /// <param name="destination">Where as many elements go.</param>
    /// <returns>How many fit.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static int Narrow(ReadOnlySpan<long> source, ref TLane destination)
    {
        ref long first = ref MemoryMarshal.GetReference(source);
        var outside = Vector<long>.Zero;
        int i = 0;
        for (; i <= source.Length - Vector<TLane>.Count; i += Vector<TLane>.Count)
        {
            Bounds.Assert(i, Vector<TLane>.Count, source.Length);
            Narrow(ref Unsafe.Add(ref first, i), ref outside).StoreUnsafe(ref destination, (nuint)i);
        }

        if (outside == Vector<long>.Zero)
        {
            return i + NarrowSingly(source[i..], ref Unsafe.Add(ref destination, i));
        }

        return NarrowSingly(source, ref destination);
    }

    private static int NarrowSingly(ReadOnlySpan<long> source, ref TLane destination)
    {
        for (int i = 0; i < source.Length; i++)
        {
            TLane lane = IntegerLane<TLane, TSignedness>.Truncate(source[i]);
            if (IntegerLane<TLane, TSignedness>.Extend(lane) != source[i])
            {
                return i;
            }

            Unsafe.Add(ref destination, i) = lane;
        }

        return source.Length;
    }

    /// <summary>A vector of elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<TLane> Narrow(ref long source, ref Vector<long> outside)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            return Vector.As<int, TLane>(NarrowToInt32(ref source, ref outside));
        }

        return Unsafe.SizeOf<TLane>() == sizeof(short)
            ? Vector.As<short, TLane>(NarrowToInt16(ref source, ref outside))
            : Vector.As<sbyte, TLane>(Vector.Narrow(
                NarrowToInt16(ref source, ref outside), NarrowToInt16(ref Unsafe.Add(ref source, Vector<short>.Count), ref outside)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<short> NarrowToInt16(ref long source, ref Vector<long> outside) =>
        Vector.Narrow(NarrowToInt32(ref source, ref outside), NarrowToInt32(ref Unsafe.Add(ref source, Vector<int>.Count), ref outside));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<int> NarrowToInt32(ref long source, ref Vector<long> outside)
    {
        // With half of the range added, if it has a sign, no bit is set above the element's.
        int bits = 8 * Unsafe.SizeOf<TLane>();
        var half = new Vector<long>(TSignedness.IsSigned ? 1L << (bits - 1) : 0);
        var above = new Vector<long>(-1L << bits);
        Vector<long> lower = Vector.LoadUnsafe(ref source);
        Vector<long> upper = Vector.LoadUnsafe(ref source, (nuint)Vector<long>.Count);
        outside |= ((lower + half) | (upper + half)) & above;
        return Vector.Narrow(lower, upper);
    }
}
