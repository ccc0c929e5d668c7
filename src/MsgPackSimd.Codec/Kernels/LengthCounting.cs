using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels.Scalar;

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

        if (typeof(T) == typeof(short))
        {
            return values.Length + CountBeyond(Cast<T, short>(values));
        }

        if (typeof(T) == typeof(int))
        {
            return values.Length + CountBeyond(Cast<T, int>(values));
        }

        if (typeof(T) == typeof(long))
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

        return typeof(T) == typeof(ulong)
            ? values.Length + CountBeyond(Cast<T, ulong>(values))
            : (long)values.Length * Element<T>.MaxTokenLength;
    }

    /// <summary>How many bytes the tokens have beyond one each.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static long CountBeyond<T>(ReadOnlySpan<T> values)
        where T : unmanaged, IBinaryInteger<T>
    {
        if (values.Length < Vector<T>.Count)
        {
            return ScalarEncoder.GetEncodedLength(values) - values.Length;
        }

        ref T source = ref MemoryMarshal.GetReference(values);
        nint last = values.Length - Vector<T>.Count;
        long beyond = 0;
        nint from = 0;
        for (; from <= last; from += Vector<T>.Count)
        {
            beyond += CountBeyond(Vector.LoadUnsafe(ref source, (nuint)from));
        }

        if (from < values.Length)
        {
            // The rest is overlapped: what was counted already is replaced by zeros, which are fixints.
            Vector<T> isNew = Vector.GreaterThanOrEqual(Vector<T>.Indices, new Vector<T>(T.CreateTruncating(from - last)));
            beyond += CountBeyond(Vector.LoadUnsafe(ref source, (nuint)last) & isNew);
        }

        return beyond;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountBeyond<T>(Vector<T> values)
        where T : unmanaged, IBinaryInteger<T>
    {
        int beyond = CountOutside(values, sbyte.MaxValue, -32);
        if (Unsafe.SizeOf<T>() >= sizeof(short))
        {
            beyond += CountOutside(values, byte.MaxValue, sbyte.MinValue);
        }

        if (Unsafe.SizeOf<T>() >= sizeof(int))
        {
            beyond += 2 * CountOutside(values, ushort.MaxValue, short.MinValue);
        }

        if (Unsafe.SizeOf<T>() >= sizeof(long))
        {
            beyond += 4 * CountOutside(values, uint.MaxValue, int.MinValue);
        }

        return beyond;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountOutside<T>(Vector<T> values, long greatest, long least)
        where T : unmanaged, IBinaryInteger<T>
    {
        Vector<T> outside = Vector.GreaterThan(values, new Vector<T>(T.CreateTruncating(greatest)));
        if (Element<T>.IsSigned)
        {
            outside |= Vector.LessThan(values, new Vector<T>(T.CreateTruncating(least)));
        }

        return Vector.CountWhereAllBitsSet(outside);
    }

    private static ReadOnlySpan<TTo> Cast<TFrom, TTo>(ReadOnlySpan<TFrom> values) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<TFrom, TTo>(ref MemoryMarshal.GetReference(values)), values.Length);
}
