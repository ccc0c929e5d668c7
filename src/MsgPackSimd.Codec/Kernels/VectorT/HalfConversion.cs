using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <see cref="Half"/> to <see cref="float"/> and back, a vector at a time, bit by bit as C#'s casts do. .NET has no intrinsic for the instructions
/// that convert (F16C), so it is done with integers, except for one subtraction and one addition of <c>float</c>s, which normalise and round. There is
/// nothing to shuffle, so one piece of code serves every width of <see cref="Vector{T}"/>.
/// </summary>
/// <remarks>
/// A <c>float</c> has three more bits of exponent than a <c>Half</c>, and 13 more of fraction:
/// <code>
///   half    s    eeeee ffffffffff                    1.f times 2^(e - 15)
///   float   s eeeeeeee ffffffffff0000000000000       1.f times 2^(e - 127): the exponent is 112 more; for infinity and NaN 224 more: 31 becomes 255
///             +3                 +13
/// </code>
/// <para>
/// <b>Subnormal</b> halves, 0 among them, have no 1 before the fraction: 0.f times 2^-14. They are taken for 1.f times 2^-14, and the subtraction of
/// 2^-14, which is exact, leaves 0.f.
/// </para>
/// <para>
/// <b>Rounding.</b> 2^13 times the power of two in a value is added to it. The last bit of the sum is worth as much as the last bit of the half, and the
/// addition rounds to the nearest, and of two to the even one. For a value below 2^-14, that is taken as its power of two, so that subnormal halves come
/// out of the same addition. A fraction that is rounded up to 2 carries into the exponent, as it should.
/// </para>
/// <para>
/// The ideas are Fabian Giesen's (<see href="https://gist.github.com/rygorous/2156668"/>) and those of .NET's own casts
/// (<see href="https://github.com/dotnet/runtime/blob/main/src/libraries/System.Private.CoreLib/src/System/Half.cs"/>).
/// </para>
/// </remarks>
internal static partial class HalfConversion
{
    /// <summary>This many halves make a number of 64 bits, which is loaded and stored without a vector.</summary>
    private const int WordLength = 4;

    /// <summary>This many halves make a vector of 128 bits, for which every <see cref="Vector{T}"/> has room.</summary>
    private const int BlockLength = 8;

    private const int FractionShift = 13;

    /// <summary>2^-14, the least normal half, as a <c>float</c>.</summary>
    private const int LeastNormal = 0x38800000;

    /// <summary>The least <c>float</c> that is rounded to infinity: 65520.</summary>
    private const int LeastInfinite = 0x477FF000;

    /// <summary>The exponent bits of a <c>float</c>; infinity has all of these set, and no other.</summary>
    private const int SingleExponent = 0x7F800000;

    /// <summary>112 in the exponent of a <c>float</c>.</summary>
    private const int Rebias = 112 << 23;

    /// <summary>Widens halves to the bits of <c>float</c>s.</summary>
    /// <param name="source">The first of the halves' bits.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the bits go; there must be room for eight elements, even if <paramref name="count"/> is less.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void Widen(ref short source, nint count, ref int destination)
    {
        nint last = count - Vector<short>.Count;
        if (last >= 0)
        {
            for (nint i = 0; i < last; i += Vector<short>.Count)
            {
                Widen(ref source, ref destination, i, count);
            }

            Widen(ref source, ref destination, last, count);
            return;
        }

        if (count < BlockLength)
        {
            WidenEight(LoadFewer(ref source, count), ref destination);
            return;
        }

        last = count - BlockLength;
        for (nint i = 0; i < last; i += BlockLength)
        {
            Bounds.Assert(i, BlockLength, count);
            WidenEight(Vector128.LoadUnsafe(ref source, (nuint)i), ref Unsafe.Add(ref destination, i));
        }

        Bounds.Assert(last, BlockLength, count);
        WidenEight(Vector128.LoadUnsafe(ref source, (nuint)last), ref Unsafe.Add(ref destination, last));
    }

    /// <summary>Narrows the bits of <c>float</c>s to halves.</summary>
    /// <param name="source">The first of the <c>float</c>s' bits; eight elements must be readable, even if <paramref name="count"/> is less.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the halves' bits go.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void Narrow(ref int source, nint count, ref short destination)
    {
        nint last = count - Vector<short>.Count;
        if (last >= 0)
        {
            for (nint i = 0; i < last; i += Vector<short>.Count)
            {
                Narrow(ref source, ref destination, i, count);
            }

            Narrow(ref source, ref destination, last, count);
            return;
        }

        if (count < BlockLength)
        {
            StoreFewer(NarrowEight(ref source), ref destination, count);
            return;
        }

        last = count - BlockLength;
        for (nint i = 0; i < last; i += BlockLength)
        {
            Bounds.Assert(i, BlockLength, count);
            NarrowEight(ref Unsafe.Add(ref source, i)).StoreUnsafe(ref destination, (nuint)i);
        }

        Bounds.Assert(last, BlockLength, count);
        NarrowEight(ref Unsafe.Add(ref source, last)).StoreUnsafe(ref destination, (nuint)last);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen(ref short source, ref int destination, nint index, nint count)
    {
        Bounds.Assert(index, Vector<short>.Count, count);
        Vector.Widen(Vector.LoadUnsafe(ref source, (nuint)index), out Vector<int> first, out Vector<int> second);
        Widen(first).StoreUnsafe(ref destination, (nuint)index);
        Widen(second).StoreUnsafe(ref destination, (nuint)(index + Vector<int>.Count));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Narrow(ref int source, ref short destination, nint index, nint count)
    {
        Bounds.Assert(index, Vector<short>.Count, count);
        Vector<int> first = Narrow(Vector.LoadUnsafe(ref source, (nuint)index));
        Vector<int> second = Narrow(Vector.LoadUnsafe(ref source, (nuint)(index + Vector<int>.Count)));
        Vector.Narrow(first, second).StoreUnsafe(ref destination, (nuint)index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WidenEight(Vector128<short> halves, ref int destination)
    {
        if (Vector<short>.Count == BlockLength)
        {
            Vector.Widen(halves.AsVector(), out Vector<int> lower, out Vector<int> upper);
            Widen(lower).StoreUnsafe(ref destination);
            Widen(upper).StoreUnsafe(ref destination, BlockLength / 2);
        }
        else
        {
            Widen(Vector.WidenLower(halves.AsVector())).AsVector256().StoreUnsafe(ref destination);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<short> NarrowEight(ref int source) => Vector<short>.Count == BlockLength
        ? Vector.Narrow(Narrow(Vector.LoadUnsafe(ref source)), Narrow(Vector.LoadUnsafe(ref source, BlockLength / 2))).AsVector128()
        : Vector.Narrow(Narrow(Vector256.LoadUnsafe(ref source).AsVector()), Vector<int>.Zero).AsVector128();

    /// <summary>
    /// Loads fewer than eight halves: the first four, and, of the last four, which may overlap these, those that are not among the first.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<short> LoadFewer(ref short source, nint count)
    {
        ulong lower = 0;
        ulong upper = 0;
        if (count >= WordLength)
        {
            lower = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<short, byte>(ref source));

            // Half of the shift, twice: with four elements the whole shift is by 64 bits.
            int shift = 8 * (int)(BlockLength - count);
            upper = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<short, byte>(ref Unsafe.Add(ref source, count - WordLength))) >> shift >> shift;
        }
        else
        {
            for (nint i = count - 1; i >= 0; i--)
            {
                lower = (lower << 16) | (ushort)Unsafe.Add(ref source, i);
            }
        }

        return Vector128.Create(lower, upper).AsInt16();
    }

    /// <summary>Stores the first <paramref name="count"/> of eight halves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreFewer(Vector128<short> halves, ref short destination, nint count)
    {
        ulong lower = halves.AsUInt64().ToScalar();
        if (count >= WordLength)
        {
            int shift = 8 * (int)(BlockLength - count);
            ulong last = (lower >> (64 - shift - shift)) | (halves.AsUInt64().GetElement(1) << shift << shift);
            Unsafe.WriteUnaligned(ref Unsafe.As<short, byte>(ref Unsafe.Add(ref destination, count - WordLength)), last);
            Unsafe.WriteUnaligned(ref Unsafe.As<short, byte>(ref destination), lower);
        }
        else
        {
            for (nint i = 0; i < count; i++)
            {
                Unsafe.Add(ref destination, i) = (short)lower;
                lower >>= 16;
            }
        }
    }

    /// <summary>Widens halves, each in a lane of twice its width, with its sign in all bits above.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<int> Widen(Vector<int> halves)
    {
        Vector<int> magnitudes = (halves << FractionShift) & Vector.Create(0x7FFF << FractionShift);
        Vector<int> fromInfinity = Vector.GreaterThan(magnitudes, Vector.Create((0x7C00 << FractionShift) - 1)) & Vector.Create(Rebias);
        Vector<int> offset = Vector.LessThan(magnitudes, Vector.Create(0x0400 << FractionShift)) & Vector.Create(LeastNormal);

        // An exponent of 0 has become 112, which stands for 2^-15; the offset's bits make it 113.
        Vector<int> rebiased = magnitudes + Vector.Create(Rebias) + fromInfinity;
        Vector<float> normalised = Vector.AsVectorSingle(rebiased | offset) - Vector.AsVectorSingle(offset);
        return Vector.AsVectorInt32(normalised) | (halves & Vector.Create(int.MinValue));
    }

    /// <summary>Narrows <c>float</c>s to halves in the lower half of each lane; the upper half is meaningless.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<int> Narrow(Vector<int> singles)
    {
        Vector<int> magnitudes = singles & Vector.Create(int.MaxValue);
        Vector<int> clamped = Vector.Min(magnitudes, Vector.Create(LeastInfinite));
        Vector<int> unit = Vector.Max(clamped & Vector.Create(SingleExponent), Vector.Create(LeastNormal)) + Vector.Create(13 << 23);
        Vector<int> rounded = Vector.AsVectorInt32(Vector.AsVectorSingle(clamped) + Vector.AsVectorSingle(unit));

        // The sum has the unit's exponent, and its lowest bits are the fraction with the 1 before it, which adds one to the exponent. So the exponent is
        // counted from that of 2^-14, which becomes 0.
        Vector<int> fromLeast = rounded - Vector.Create(LeastNormal + (13 << 23));
        Vector<int> halves = fromLeast + (fromLeast >>> FractionShift);

        // A NaN keeps the higher bits of its fraction, and becomes a quiet one.
        Vector<int> nans = ((magnitudes >>> FractionShift) & Vector.Create(0x7FFF)) | Vector.Create(0x0200);
        halves = Vector.ConditionalSelect(Vector.GreaterThan(magnitudes, Vector.Create(SingleExponent)), nans, halves);
        return halves | ((singles >>> 16) & Vector.Create(0x8000));
    }
}
