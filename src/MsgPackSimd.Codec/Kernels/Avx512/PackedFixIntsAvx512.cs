using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>The loop for fixints of 16 and 32 bits: 64 elements are packed to bytes by saturation, and two such vectors are checked together.</summary>
/// <remarks>
/// <para>
/// Saturated to 16 bits, a value stays beyond either limit; saturated to 8 bits, only below the lower one. So the greatest of the words and the least of the
/// bytes tell whether all are fixints. (Without a sign, a value that is not a fixint has a bit set above the lowest seven, so the words are combined by OR.)
/// </para>
/// <para>
/// The check is a third to a half of the instructions. Hence the two vectors, and the masks are combined as numbers: combined as vectors, they would be
/// turned into vectors first.
/// </para>
/// </remarks>
/// <typeparam name="TLane">The integer of the element's size.</typeparam>
/// <typeparam name="TSignedness">Whether the elements are signed.</typeparam>
/// <typeparam name="TKernel">The kernel.</typeparam>
internal static class PackedFixIntsAvx512<TLane, TSignedness, TKernel>
    where TLane : unmanaged
    where TSignedness : ISignedness
    where TKernel : IPackEncoderAvx512<TLane>
{
    /// <summary>Encodes fixints up to the first element that is not one.</summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFixInts"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint EncodeStretch(ref TLane source, nint count, ref byte destination, nint room)
    {
        nint limit = Math.Min(count, room);
        nint taken = FixIntStretchAvx512<TLane, TKernel>.EncodeToCacheLine(ref source, count, ref destination, room);
        for (; taken <= limit - 128; taken += 128)
        {
            Bounds.Assert(taken, 128, count);
            Bounds.Assert(taken, 128, room);
            ref TLane first = ref Unsafe.Add(ref source, taken);
            TKernel.LoadWords(ref first, out Vector512<short> lower, out Vector512<short> upper);
            TKernel.LoadWords(ref Unsafe.Add(ref first, 64), out Vector512<short> nextLower, out Vector512<short> nextUpper);
            Vector512<sbyte> packed = Avx512BW.PackSignedSaturate(lower, upper);
            Vector512<sbyte> nextPacked = Avx512BW.PackSignedSaturate(nextLower, nextUpper);
            if (HaveOthers(Combine(Combine(lower, upper), Combine(nextLower, nextUpper)), Vector512.Min(packed, nextPacked)))
            {
                break;
            }

            TKernel.Order(packed).StoreUnsafe(ref destination, (nuint)taken);
            TKernel.Order(nextPacked).StoreUnsafe(ref destination, (nuint)taken + 64);
        }

        // The last 64 overlap what is encoded already: the elements before them are fixints too, and each keeps its own index.
        while (taken < limit && limit >= 64)
        {
            nint from = Math.Min(taken, limit - 64);
            Bounds.Assert(from, 64, count);
            Bounds.Assert(from, 64, room);
            TKernel.LoadWords(ref Unsafe.Add(ref source, from), out Vector512<short> lower, out Vector512<short> upper);
            Vector512<sbyte> packed = Avx512BW.PackSignedSaturate(lower, upper);
            if (HaveOthers(Combine(lower, upper), packed))
            {
                break;
            }

            TKernel.Order(packed).StoreUnsafe(ref destination, (nuint)from);
            taken = from + 64;
        }

        return FixIntStretchAvx512<TLane, TKernel>.EncodeRest(ref source, taken, count, ref destination, room);
    }

    /// <summary>What tells of two vectors of words whether one of them exceeds the fixints.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<short> Combine(Vector512<short> first, Vector512<short> second) =>
        TSignedness.IsSigned ? Vector512.Max(first, second) : first | second;

    /// <summary>Whether an element is not a fixint.</summary>
    /// <param name="combined">All words, combined.</param>
    /// <param name="least">The least bytes that they were packed to.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HaveOthers(Vector512<short> combined, Vector512<sbyte> least)
    {
        if (!TSignedness.IsSigned)
        {
            return (combined & Vector512.Create((short)~0x7f)) != Vector512<short>.Zero;
        }

        ulong above = Vector512.GreaterThan(combined, Vector512.Create((short)127)).ExtractMostSignificantBits();
        ulong below = Vector512.LessThan(least, Vector512.Create(TSignedness.LeastFixInt)).ExtractMostSignificantBits();
        return (above | below) != 0;
    }
}
