using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>bool</c>: <see cref="BooleanDecoderVector128"/> on 32 at a time.</summary>
internal static class BooleanDecoderAvx2
{
    /// <summary>With fewer tokens the 128-bit kernel serves.</summary>
    public const int MinCount = 32;

    /// <summary>Decodes bool tokens, up to the first vector that contains anything else. The last step is overlapped.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="count">The number of tokens that there are bytes and room for, at least <see cref="MinCount"/>.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <returns>How many elements were decoded, from a byte each.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint count, ref byte destination)
    {
        nint taken = 0;
        for (nint last = count - (4 * 32); taken <= last; taken += 4 * 32)
        {
            Bounds.Assert(taken, 4 * 32, count);
            Vector256<byte> a = Values(Vector256.LoadUnsafe(ref source, (nuint)taken));
            Vector256<byte> b = Values(Vector256.LoadUnsafe(ref source, (nuint)taken + 32));
            Vector256<byte> c = Values(Vector256.LoadUnsafe(ref source, (nuint)taken + 64));
            Vector256<byte> d = Values(Vector256.LoadUnsafe(ref source, (nuint)taken + 96));
            if (!AreValues(a | b | c | d))
            {
                break;
            }

            a.StoreUnsafe(ref destination, (nuint)taken);
            b.StoreUnsafe(ref destination, (nuint)taken + 32);
            c.StoreUnsafe(ref destination, (nuint)taken + 64);
            d.StoreUnsafe(ref destination, (nuint)taken + 96);
        }

        for (nint last = count - 32; taken <= last; taken += 32)
        {
            if (!TryStep(ref source, taken, count, ref destination))
            {
                return taken;
            }
        }

        return taken < count && TryStep(ref source, count - 32, count, ref destination) ? count : taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryStep(ref byte source, nint index, nint count, ref byte destination)
    {
        Bounds.Assert(index, 32, count);
        Vector256<byte> values = Values(Vector256.LoadUnsafe(ref source, (nuint)index));
        if (!AreValues(values))
        {
            return false;
        }

        values.StoreUnsafe(ref destination, (nuint)index);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Values(Vector256<byte> tokens) => tokens ^ Vector256.Create(MessagePackFirstByte.False);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreValues(Vector256<byte> values) => (values & Vector256.Create(BooleanDecoderVector128.AllButValue)) == Vector256<byte>.Zero;
}
