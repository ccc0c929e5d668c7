using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>bool</c>: sixteen at a time. Without the bits that the two tokens have in common, they are 0 and 1, the values as C# wants them;
/// any other byte comes out as 2 or more. It needs no shuffle, so it runs on SSE2 too.
/// </summary>
/// <remarks>
/// <code>
///   tokens    c2 c3 c3 c2 …
///   ^ c2      00 01 01 00 …    stored
///   &amp; fe      00 00 00 00 …    if anything else is here, the vector is left to the scalar decoder
/// </code>
/// Four vectors are tested at once, since the overhead of a round is as much as one vector costs.
/// </remarks>
internal static class BooleanDecoderVector128
{
    /// <summary>The bits that are 0 in both values.</summary>
    public const byte AllButValue = 0xfe;

    /// <summary>Decodes bool tokens, up to the first vector that contains anything else.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="count">The number of tokens that there are bytes and room for.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <returns>How many elements were decoded, from a byte each.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint count, ref byte destination)
    {
        nint taken = 0;
        for (nint last = count - (4 * 16); taken <= last; taken += 4 * 16)
        {
            Bounds.Assert(taken, 4 * 16, count);
            Vector128<byte> a = Values(Vector128.LoadUnsafe(ref source, (nuint)taken));
            Vector128<byte> b = Values(Vector128.LoadUnsafe(ref source, (nuint)taken + 16));
            Vector128<byte> c = Values(Vector128.LoadUnsafe(ref source, (nuint)taken + 32));
            Vector128<byte> d = Values(Vector128.LoadUnsafe(ref source, (nuint)taken + 48));
            if (!AreValues(a | b | c | d))
            {
                break;
            }

            a.StoreUnsafe(ref destination, (nuint)taken);
            b.StoreUnsafe(ref destination, (nuint)taken + 16);
            c.StoreUnsafe(ref destination, (nuint)taken + 32);
            d.StoreUnsafe(ref destination, (nuint)taken + 48);
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
        Vector128<byte> values = Values(Vector128.LoadUnsafe(ref source, (nuint)index));
        if (!AreValues(values))
        {
            return false;
        }

        values.StoreUnsafe(ref destination, (nuint)index);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Values(Vector128<byte> tokens) => tokens ^ Vector128.Create(MessagePackFirstByte.False);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreValues(Vector128<byte> values) => (values & Vector128.Create(AllButValue)) == Vector128<byte>.Zero;
}
