using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>bool?</c>: sixteen at a time, whichever are missing. What <see cref="NullableBooleanEncoderVector128"/> does, the other way round.</summary>
/// <remarks>
/// <code>
///   tokens    c3    c2    c0    …
///   bits       3     2     0    …      without the bits of nil: no other number is decoded here
///   memory     1 1   1 0   0 0  …      widened: the upper bit, and the lower one in the upper byte
/// </code>
/// </remarks>
internal static class NullableBooleanDecoderVector128
{
    /// <summary>How many elements a block has. The kernel must not be called with fewer.</summary>
    public const int BlockLength = 16;

    /// <summary>Decodes tokens, up to the first block that contains any other token; the last ones in a block that overlaps the one before.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="count">The number of tokens that there are bytes and room for, at least <see cref="BlockLength"/>.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <returns>How many were decoded, from a byte each.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint count, ref NullableLane<byte> destination)
    {
        ref ushort elements = ref Unsafe.As<NullableLane<byte>, ushort>(ref destination);
        nint last = count - BlockLength;
        nint from = 0;
        for (; from < last; from += BlockLength)
        {
            if (!TryDecodeBlock(ref source, from, count, ref elements))
            {
                return from;
            }
        }

        return TryDecodeBlock(ref source, last, count, ref elements) ? count : from;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeBlock(ref byte source, nint from, nint count, ref ushort elements)
    {
        Bounds.Assert(from, BlockLength, count);
        Vector128<byte> bits = Vector128.LoadUnsafe(ref source, (nuint)from) ^ Vector128.Create(MessagePackFirstByte.Nil);
        if ((bits & Vector128.Create((byte)0xfc)) != Vector128<byte>.Zero || Vector128.EqualsAny(bits, Vector128<byte>.One))
        {
            return false;
        }

        (Vector128<ushort> lower, Vector128<ushort> upper) = Vector128.Widen(bits);
        Elements(lower).StoreUnsafe(ref elements, (nuint)from);
        Elements(upper).StoreUnsafe(ref elements, (nuint)from + 8);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Elements(Vector128<ushort> bits) => (bits >>> 1) | ((bits & Vector128<ushort>.One) << 8);
}
