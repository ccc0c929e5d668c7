using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>bool</c>: sixteen (with AVX2 32) at a time. Both tokens are 0xc2 but for the lowest bit, and that bit is the value, 0 or 1 as C# wants it.
/// No shuffle, so this runs on SSE2 too.
/// </summary>
internal static class BooleanDecoder
{
    private const byte AllButValue = 0xfe;

    /// <summary>Decodes bool tokens, up to the block in which there is something else.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="count">The number of tokens that there are bytes and room for.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <returns>How many elements were decoded, from a byte each.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint count, ref byte destination)
    {
        nint taken = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            while (count - taken >= 32)
            {
                Bounds.Assert(taken, 32, count);
                Vector256<byte> bytes = Vector256.LoadUnsafe(ref source, (nuint)taken);
                if ((bytes & Vector256.Create(AllButValue)) != Vector256.Create(MessagePackCode.False))
                {
                    return taken;
                }

                (bytes & Vector256<byte>.One).StoreUnsafe(ref destination, (nuint)taken);
                taken += 32;
            }
        }

        while (count - taken >= 16)
        {
            if (!TrySixteen(ref source, taken, count, ref destination))
            {
                return taken;
            }

            taken += 16;
        }

        // The rest is overlapped.
        if (count >= 16 && taken < count && TrySixteen(ref source, count - 16, count, ref destination))
        {
            taken = count;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TrySixteen(ref byte source, nint index, nint count, ref byte destination)
    {
        Bounds.Assert(index, 16, count);
        Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)index);
        if ((bytes & Vector128.Create(AllButValue)) != Vector128.Create(MessagePackCode.False))
        {
            return false;
        }

        (bytes & Vector128<byte>.One).StoreUnsafe(ref destination, (nuint)index);
        return true;
    }
}
