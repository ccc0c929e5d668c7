using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The encoded length of integers without encoding them: a byte each, and more for each limit that a value is beyond, as in the kernels. There is
/// nothing to shuffle, so one piece of code serves every width of vector and every integer.
/// </summary>
internal static class LengthCounting
{
    /// <inheritdoc cref="ScalarEncoder.GetEncodedLength{T}"/>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values)
    {
        if (typeof(T) == typeof(sbyte))
        {
            return values.Length + CountBeyond(Cast<T, sbyte>(values));
        }

        if (typeof(T) == typeof(byte))
        {
            return values.Length + CountBeyond(Cast<T, byte>(values));
        }

        if (typeof(T) == typeof(short))
        {
            return values.Length + CountBeyond(Cast<T, short>(values));
        }

        if (typeof(T) == typeof(int) || typeof(T) == typeof(DateOnly))
        {
            return values.Length + CountBeyond(Cast<T, int>(values));
        }

        if (typeof(T) == typeof(long) || typeof(T) == typeof(TimeSpan) || typeof(T) == typeof(TimeOnly))
        {
            return values.Length + CountBeyond(Cast<T, long>(values));
        }

        if (typeof(T) == typeof(ushort) || typeof(T) == typeof(char))
        {
            return values.Length + CountBeyond(Cast<T, ushort>(values));
        }

        if (typeof(T) == typeof(uint))
        {
            return values.Length + CountBeyond(Cast<T, uint>(values));
        }

        Debug.Assert(typeof(T) == typeof(ulong));
        return values.Length + CountBeyond(Cast<T, ulong>(values));
    }

    /// <summary>How many bytes the tokens have beyond one each.</summary>
    /// <remarks>
    /// They are counted lane by lane, and the lanes added up before one of them can overflow. (A population count of each compare's mask took
    /// half as much time again.)
    /// </remarks>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static long CountBeyond<T>(ReadOnlySpan<T> values)
        where T : unmanaged, IBinaryInteger<T>, IMinMaxValue<T>
    {
        if (values.Length < Vector<T>.Count)
        {
            return ScalarEncoder.GetEncodedLength(values) - values.Length;
        }

        ref T source = ref MemoryMarshal.GetReference(values);
        nint last = values.Length - Vector<T>.Count;

        // A token has at most as many bytes beyond one as its element has, so after this many rounds no lane has passed half of its range. (That may be
        // more elements than a process of 32 bits can count.)
        int maxRounds = int.CreateSaturating(T.MaxValue) / 2 / Unsafe.SizeOf<T>();
        nint maxDistance = (nint)Math.Min((maxRounds - 1L) * Vector<T>.Count, int.MaxValue);
        long beyond = 0;
        nint from = 0;
        while (from <= last)
        {
            nint end = last - from > maxDistance ? from + maxDistance : last;
            Vector<T> counts = Vector<T>.Zero;
            for (; from <= end; from += Vector<T>.Count)
            {
                Bounds.Assert(from, Vector<T>.Count, values.Length);
                counts -= CountBeyond(Vector.LoadUnsafe(ref source, (nuint)from));
            }

            beyond += Sum(counts);
        }

        if (from < values.Length)
        {
            Bounds.Assert(last, Vector<T>.Count, values.Length);

            // The last vector overlaps with the one before: what was counted already is replaced by zeros, which are fixints.
            Vector<T> isNew = Vector.GreaterThanOrEqual(Vector<T>.Indices, new Vector<T>(T.CreateTruncating(from - last)));
            beyond += Sum(-CountBeyond(Vector.LoadUnsafe(ref source, (nuint)last) & isNew));
        }

        return beyond;
    }

    private static long Sum<T>(Vector<T> counts)
        where T : unmanaged, IBinaryInteger<T>
    {
        long sum = 0;
        for (int i = 0; i < Vector<T>.Count; i++)
        {
            sum += long.CreateTruncating(counts[i]);
        }

        return sum;
    }

    /// <summary>For each element the number of bytes beyond one, negated: a compare gives -1 for true.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<T> CountBeyond<T>(Vector<T> values)
        where T : unmanaged, IBinaryInteger<T>
    {
        Vector<T> beyond = IsOutside(values, -32, sbyte.MaxValue);
        if (Unsafe.SizeOf<T>() >= sizeof(short))
        {
            beyond += IsOutside(values, sbyte.MinValue, byte.MaxValue);
        }

        if (Unsafe.SizeOf<T>() >= sizeof(int))
        {
            Vector<T> isOutside = IsOutside(values, short.MinValue, ushort.MaxValue);
            beyond += isOutside + isOutside;
        }

        if (Unsafe.SizeOf<T>() >= sizeof(long))
        {
            Vector<T> isOutside = IsOutside(values, int.MinValue, uint.MaxValue);
            isOutside += isOutside;
            beyond += isOutside + isOutside;
        }

        return beyond;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<T> IsOutside<T>(Vector<T> values, long least, long greatest)
        where T : unmanaged, IBinaryInteger<T>
    {
        Vector<T> outside = Vector.GreaterThan(values, new Vector<T>(T.CreateTruncating(greatest)));
        return Element<T>.IsSigned ? outside | Vector.LessThan(values, new Vector<T>(T.CreateTruncating(least))) : outside;
    }

    private static ReadOnlySpan<TTo> Cast<TFrom, TTo>(ReadOnlySpan<TFrom> values) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<TFrom, TTo>(ref MemoryMarshal.GetReference(values)), values.Length);
}
