using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float</c> and <c>double</c>: a register of elements at a time out of two overlapping loads and one two-register permute (AVX-512 VBMI). There
/// is one prefix, so it is compared where it stands. <c>TLane</c> is the integer of the element's size.
/// </summary>
/// <remarks>
/// <code>
///   first load     ca a3 a2 a1 a0  ca b3 b2 …                64 bytes: tokens 0 to 11, and most of 12
///   second load    … o3 o2 o1 o0  ca p3 p2 p1 p0             64 bytes, 16 further on: it ends with token 15
///   permute        a0 a1 a2 a3  b0 b1 b2 b3  …  p3           sixteen floats; a double's two loads, 8 bytes apart, give eight
/// </code>
/// </remarks>
internal static class FloatDecoderAvx512<TLane>
    where TLane : unmanaged
{
    private const int Register = 64;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.IsSupported;
    }

    private static int Lanes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Register / Unsafe.SizeOf<TLane>();
    }

    /// <summary>Gets where the second load begins: it ends with the last token.</summary>
    private static int Second
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (Lanes * FloatToken<TLane>.Length) - Register;
    }

    /// <summary>Decodes tokens of full width, to the last one; where fewer are left than a register holds, with masked loads and stores.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector512<byte> order = Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(
            FloatToken<TLane>.IsSingle ? UniformTable.Values32From5 : UniformTable.Values64From9));
        Vector512<byte> places = Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(
            FloatToken<TLane>.IsSingle ? UniformTable.Places5 : UniformTable.Places9));
        Vector512<byte> secondPlaces = Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(
            FloatToken<TLane>.IsSingle ? UniformTable.SecondPlaces5 : UniformTable.SecondPlaces9));
        Vector512<byte> prefix = Vector512.Create(FloatToken<TLane>.Prefix);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint taken = 0;
        nint count = Math.Min(room, length / FloatToken<TLane>.Length);
        nint step = CacheLine.FirstStep(ref destination, count, Lanes);
        while (count - taken >= Lanes)
        {
            nint from = taken * FloatToken<TLane>.Length;
            Bounds.Assert(from, Second + Register, length);
            Bounds.Assert(taken, Lanes, room);
            Vector512<byte> first = Vector512.LoadUnsafe(ref source, (nuint)from);
            Vector512<byte> second = Vector512.LoadUnsafe(ref source, (nuint)(from + Second));
            if ((Others(first, prefix, places) | Others(second, prefix, secondPlaces)) != Vector512<byte>.Zero)
            {
                break;
            }

            Avx512Vbmi.PermuteVar64x8x2(first, order, second).StoreUnsafe(ref target, (nuint)(taken * Unsafe.SizeOf<TLane>()));
            taken += step;
            step = Lanes;
        }

        if (taken < count)
        {
            fixed (byte* bytes = &source)
            fixed (TLane* values = &destination)
            {
                nint left = Math.Min(count - taken, Lanes);
                byte* from = bytes + (taken * FloatToken<TLane>.Length);
                nint within = left * FloatToken<TLane>.Length;
                Bounds.Assert(taken * FloatToken<TLane>.Length, within, length);
                Bounds.Assert(taken, left, room);

                // Bytes past the end are loaded as prefixes, so that they do not look like other tokens.
                Vector512<byte> first = Masked512.LoadFirst(from, Math.Min(within, Register), prefix);
                Vector512<byte> second = within > Register ? Masked512.LoadFirst(from + Second, within - Second, prefix) : prefix;
                Masked512.StoreFirst(
                    Avx512Vbmi.PermuteVar64x8x2(first, order, second), (byte*)(values + taken), left * Unsafe.SizeOf<TLane>());

                // Whoever goes on behind the stretch need not wait for these tokens, if they are as predicted.
                if ((Others(first, prefix, places) | Others(second, prefix, secondPlaces)) == Vector512<byte>.Zero)
                {
                    return taken + left;
                }

                taken += Math.Min(left, FirstOther(first, second, prefix, places, secondPlaces));
            }
        }

        Debug.Assert(taken <= room && taken * FloatToken<TLane>.Length <= length);
        return taken;
    }

    /// <summary>Not 0 in the bytes where a prefix should stand and something else does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Others(Vector512<byte> bytes, Vector512<byte> prefix, Vector512<byte> places) =>
        (bytes ^ prefix) & places;

    /// <summary>The number of the first token that has another prefix.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint FirstOther(
        Vector512<byte> first, Vector512<byte> second, Vector512<byte> prefix, Vector512<byte> places, Vector512<byte> secondPlaces)
    {
        ulong others = ~Vector512.Equals(Others(first, prefix, places), Vector512<byte>.Zero).ExtractMostSignificantBits();
        if (others != 0)
        {
            return BitOperations.TrailingZeroCount(others) / FloatToken<TLane>.Length;
        }

        others = ~Vector512.Equals(Others(second, prefix, secondPlaces), Vector512<byte>.Zero).ExtractMostSignificantBits();
        return (Second + BitOperations.TrailingZeroCount(others)) / FloatToken<TLane>.Length;
    }
}
