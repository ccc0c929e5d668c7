using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Narrows <c>long</c> and <c>ulong</c> elements to 32 bits, eight at a time, if <see cref="Int64NarrowingVector128"/>'s test says that they fit.
/// </summary>
/// <remarks>
/// <code>
///   a         a0 ..  a1 ..  |  a2 ..  a3 ..       four qwords, as two dwords each, the lower one first
///   b         b0 ..  b1 ..  |  b2 ..  b3 ..
///   shuffled  a0 a1  b0 b1  |  a2 a3  b2 b3       the lower dwords, within halves
///   permuted  a0 a1  a2 a3  |  b0 b1  b2 b3
/// </code>
/// </remarks>
internal static class Int64NarrowingAvx2
{
    /// <inheritdoc cref="Int64NarrowingVector128.Narrow{TSignedness}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Narrow<TSignedness>(ref long source, nint count, ref int destination)
        where TSignedness : ISignedness
    {
        Vector256<long> up = Vector256.Create(TSignedness.IsSigned ? -(long)int.MinValue : 0);
        nint taken = 0;
        for (; taken <= count - 8; taken += 8)
        {
            Bounds.Assert(taken, 8, count);
            Vector256<long> a = Vector256.LoadUnsafe(ref source, (nuint)taken);
            Vector256<long> b = Vector256.LoadUnsafe(ref source, (nuint)taken + 4);
            if ((((a + up) | (b + up)) & Vector256.Create(~(long)uint.MaxValue)) != Vector256<long>.Zero)
            {
                break;
            }

            Vector256<long> dwords = Avx.Shuffle(a.AsSingle(), b.AsSingle(), 0b10_00_10_00).AsInt64();
            Avx2.Permute4x64(dwords, 0b11_01_10_00).AsInt32().StoreUnsafe(ref destination, (nuint)taken);
        }

        return taken;
    }
}
