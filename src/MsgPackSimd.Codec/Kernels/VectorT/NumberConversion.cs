using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Numbers that were decoded as what their tokens were to what the elements are, as C#'s casts do it. There is nothing to shuffle, so one piece of code serves
/// every width of <see cref="Vector{T}"/>.
/// </summary>
internal static class NumberConversion
{
    /// <summary>Replaces integers by <c>double</c>s, in their place.</summary>
    /// <param name="values">The bits of as many <see cref="long"/>s.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void FromIntegers(Span<double> values)
    {
        Span<long> integers = MemoryMarshal.Cast<double, long>(values);
        int i = 0;
        for (; i <= values.Length - Vector<long>.Count; i += Vector<long>.Count)
        {
            Vector.ConvertToDouble(new Vector<long>(integers[i..])).CopyTo(values[i..]);
        }

        for (; i < values.Length; i++)
        {
            values[i] = integers[i];
        }
    }

    /// <summary>Replaces integers by <c>float</c>s, in their place.</summary>
    /// <param name="values">The bits of as many <see cref="int"/>s.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void FromIntegers(Span<float> values)
    {
        Span<int> integers = MemoryMarshal.Cast<float, int>(values);
        int i = 0;
        for (; i <= values.Length - Vector<int>.Count; i += Vector<int>.Count)
        {
            Vector.ConvertToSingle(new Vector<int>(integers[i..])).CopyTo(values[i..]);
        }

        for (; i < values.Length; i++)
        {
            values[i] = integers[i];
        }
    }

    /// <summary>Widens <c>float</c>s.</summary>
    /// <param name="source">The <c>float</c>s.</param>
    /// <param name="destination">Where the <c>double</c>s go: as many.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void Widen(ReadOnlySpan<float> source, Span<double> destination)
    {
        Debug.Assert(source.Length == destination.Length);
        int i = 0;
        for (; i <= source.Length - Vector<float>.Count; i += Vector<float>.Count)
        {
            Vector.Widen(new Vector<float>(source[i..]), out Vector<double> first, out Vector<double> second);
            first.CopyTo(destination[i..]);
            second.CopyTo(destination[(i + Vector<double>.Count)..]);
        }

        for (; i < source.Length; i++)
        {
            destination[i] = source[i];
        }
    }

    /// <summary>Narrows <c>double</c>s.</summary>
    /// <param name="source">The <c>double</c>s.</param>
    /// <param name="destination">Where the <c>float</c>s go: as many.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void Narrow(ReadOnlySpan<double> source, Span<float> destination)
    {
        Debug.Assert(source.Length == destination.Length);
        int i = 0;
        for (; i <= source.Length - Vector<float>.Count; i += Vector<float>.Count)
        {
            Vector.Narrow(new Vector<double>(source[i..]), new Vector<double>(source[(i + Vector<double>.Count)..])).CopyTo(destination[i..]);
        }

        for (; i < source.Length; i++)
        {
            destination[i] = (float)source[i];
        }
    }
}
