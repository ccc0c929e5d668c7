using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Narrows <c>long</c> and <c>ulong</c> elements to 32 bits, four at a time.</summary>
internal static class Int64NarrowingVector128
{
    /// <summary>Narrows elements, up to a few before the first whose value does not fit 32 bits.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the narrow elements go, with room for <paramref name="count"/> of them.</param>
    /// <returns>How many elements were narrowed.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Narrow<TSignedness>(ref long source, nint count, ref int destination)
        where TSignedness : ISignedness
    {
        // With 2^31 added, the signed values that fit have no bits above the lowest 32, as the unsigned ones have without.
        Vector128<long> up = Vector128.Create(TSignedness.IsSigned ? -(long)int.MinValue : 0);
        nint taken = 0;
        for (; taken <= count - 4; taken += 4)
        {
            Bounds.Assert(taken, 4, count);
            Vector128<long> a = Vector128.LoadUnsafe(ref source, (nuint)taken);
            Vector128<long> b = Vector128.LoadUnsafe(ref source, (nuint)taken + 2);
            if ((((a + up) | (b + up)) & Vector128.Create(~(long)uint.MaxValue)) != Vector128<long>.Zero)
            {
                break;
            }

            Vector128.Narrow(a, b).StoreUnsafe(ref destination, (nuint)taken);
        }

        return taken;
    }
}
