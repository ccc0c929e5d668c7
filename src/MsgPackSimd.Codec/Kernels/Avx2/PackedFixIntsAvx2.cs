using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The loop for fixints of 16 and 32 bits: 32 elements are packed to bytes by saturation, and two such vectors are checked together.
/// <see cref="PackedFixIntsAvx512{TLane, TSignedness, TKernel}"/> says why; here the elements that do not fill a vector are left to the kernel.
/// </summary>
/// <typeparam name="TLane">The integer of the element's size.</typeparam>
/// <typeparam name="TSignedness">Whether the elements are signed.</typeparam>
/// <typeparam name="TKernel">The kernel.</typeparam>
internal static class PackedFixIntsAvx2<TLane, TSignedness, TKernel>
    where TLane : unmanaged
    where TSignedness : ISignedness
    where TKernel : IPackEncoderAvx2<TLane>
{
    /// <summary>Encodes fixints, 32 at a time, up to the first element that is not one or the last that there is room for.</summary>
    /// <param name="source">The first element of the stretch.</param>
    /// <param name="taken">How many elements are encoded already, a byte each.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the stretch's tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <returns>How many elements are encoded now.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Encode(ref TLane source, nint taken, nint count, ref byte destination, nint room)
    {
        nint limit = Math.Min(count, room);
        for (; taken <= limit - 64; taken += 64)
        {
            Bounds.Assert(taken, 64, count);
            Bounds.Assert(taken, 64, room);
            ref TLane first = ref Unsafe.Add(ref source, taken);
            TKernel.LoadWords(ref first, out Vector256<short> lower, out Vector256<short> upper);
            TKernel.LoadWords(ref Unsafe.Add(ref first, 32), out Vector256<short> nextLower, out Vector256<short> nextUpper);
            Vector256<sbyte> packed = Avx2.PackSignedSaturate(lower, upper);
            Vector256<sbyte> nextPacked = Avx2.PackSignedSaturate(nextLower, nextUpper);
            if (ElementRange.BeyondFixInts<TSignedness>(
                    Combine(lower, upper), Combine(nextLower, nextUpper), Vector256.Min(packed, nextPacked)) != Vector256<short>.Zero)
            {
                break;
            }

            TKernel.Order(packed).StoreUnsafe(ref destination, (nuint)taken);
            TKernel.Order(nextPacked).StoreUnsafe(ref destination, (nuint)taken + 32);
        }

        for (; taken <= limit - 32; taken += 32)
        {
            Bounds.Assert(taken, 32, count);
            Bounds.Assert(taken, 32, room);
            TKernel.LoadWords(ref Unsafe.Add(ref source, taken), out Vector256<short> lower, out Vector256<short> upper);
            Vector256<sbyte> packed = Avx2.PackSignedSaturate(lower, upper);
            if (ElementRange.BeyondFixInts<TSignedness>(lower, upper, packed) != Vector256<short>.Zero)
            {
                break;
            }

            TKernel.Order(packed).StoreUnsafe(ref destination, (nuint)taken);
        }

        return taken;
    }

    /// <summary>What tells of two vectors of words whether one of them exceeds the fixints.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<short> Combine(Vector256<short> first, Vector256<short> second) =>
        TSignedness.IsSigned ? Vector256.Max(first, second) : first | second;
}
