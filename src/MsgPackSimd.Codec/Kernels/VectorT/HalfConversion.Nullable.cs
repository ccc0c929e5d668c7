using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <content>The same where elements may be missing.</content>
internal static partial class HalfConversion
{
    /// <summary>Widens halves that may be missing.</summary>
    /// <remarks>
    /// <code>
    ///   Half?    1 - h h                 a lane of 32 bits
    ///   float?   1 0 0 0 f f f f         the half widened, behind the flag
    /// </code>
    /// </remarks>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where they go.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void Widen(ref NullableLane<short> source, nint count, ref NullableLane<int> destination)
    {
        nint last = count - Vector<int>.Count;
        if (last >= 0)
        {
            for (nint i = 0; i < last; i += Vector<int>.Count)
            {
                Widen(ref source, ref destination, i, count);
            }

            Widen(ref source, ref destination, last, count);
            return;
        }

        for (nint i = 0; i < count; i++)
        {
            NullableLane<short> half = Unsafe.Add(ref source, i);
            Unsafe.Add(ref destination, i) = new NullableLane<int>
            {
                HasValue = half.HasValue,
                Value = BitConverter.SingleToInt32Bits((float)BitConverter.Int16BitsToHalf(half.Value)),
            };
        }
    }

    /// <summary>Narrows <c>float</c>s that may be missing.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where they go.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void Narrow(ref NullableLane<int> source, nint count, ref NullableLane<short> destination)
    {
        nint last = count - Vector<int>.Count;
        if (last >= 0)
        {
            for (nint i = 0; i < last; i += Vector<int>.Count)
            {
                Narrow(ref source, ref destination, i, count);
            }

            Narrow(ref source, ref destination, last, count);
            return;
        }

        for (nint i = 0; i < count; i++)
        {
            NullableLane<int> single = Unsafe.Add(ref source, i);
            Unsafe.Add(ref destination, i) = new NullableLane<short>
            {
                HasValue = single.HasValue,
                Value = BitConverter.HalfToInt16Bits((Half)BitConverter.Int32BitsToSingle(single.Value)),
            };
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen(ref NullableLane<short> source, ref NullableLane<int> destination, nint index, nint count)
    {
        Bounds.Assert(index, Vector<int>.Count, count);
        ref int halves = ref Unsafe.As<NullableLane<short>, int>(ref source);
        ref ulong singles = ref Unsafe.As<NullableLane<int>, ulong>(ref destination);
        Vector<int> elements = Vector.LoadUnsafe(ref halves, (nuint)index);
        Vector.Widen((elements & Vector.Create((int)byte.MaxValue)).As<int, uint>(), out Vector<ulong> firstPresent, out Vector<ulong> secondPresent);
        Vector.Widen(Widen(elements >> 16).As<int, uint>(), out Vector<ulong> first, out Vector<ulong> second);
        ((first << 32) | firstPresent).StoreUnsafe(ref singles, (nuint)index);
        ((second << 32) | secondPresent).StoreUnsafe(ref singles, (nuint)(index + Vector<ulong>.Count));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Narrow(ref NullableLane<int> source, ref NullableLane<short> destination, nint index, nint count)
    {
        Bounds.Assert(index, Vector<int>.Count, count);
        ref ulong singles = ref Unsafe.As<NullableLane<int>, ulong>(ref source);
        ref int halves = ref Unsafe.As<NullableLane<short>, int>(ref destination);
        Vector<ulong> first = Vector.LoadUnsafe(ref singles, (nuint)index);
        Vector<ulong> second = Vector.LoadUnsafe(ref singles, (nuint)(index + Vector<ulong>.Count));
        Vector<int> present = Vector.Narrow(first, second).As<uint, int>() & Vector.Create((int)byte.MaxValue);
        Vector<int> values = Narrow(Vector.Narrow(first >>> 32, second >>> 32).As<uint, int>());
        ((values << 16) | present).StoreUnsafe(ref halves, (nuint)index);
    }
}
