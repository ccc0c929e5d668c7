using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>bool</c>: <see cref="BooleanEncoderVector128"/> on 32 at a time.</summary>
internal static class BooleanEncoderAvx2
{
    /// <summary>With fewer elements the 128-bit kernel serves.</summary>
    public const int MinCount = 32;

    /// <summary>Encodes all elements; the last step is overlapped.</summary>
    /// <param name="source">The first element's byte.</param>
    /// <param name="count">The number of elements, at least <see cref="MinCount"/>.</param>
    /// <param name="destination">Where the tokens go: one byte an element.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encode(ref byte source, nint count, ref byte destination)
    {
        nint read = 0;
        if (count >= CacheLine.MinLength)
        {
            // From here on each vector that is stored lies in one cache line.
            Step(ref source, 0, count, ref destination);
            read = CacheLine.BytesTo(in destination) % Vector256<byte>.Count;
        }

        // Four vectors a round, since everything else in a round costs as much as one vector.
        for (; count - read >= 128; read += 128)
        {
            Step(ref source, read, count, ref destination);
            Step(ref source, read + 32, count, ref destination);
            Step(ref source, read + 64, count, ref destination);
            Step(ref source, read + 96, count, ref destination);
        }

        for (; count - read >= 32; read += 32)
        {
            Step(ref source, read, count, ref destination);
        }

        Step(ref source, count - 32, count, ref destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Step(ref byte source, nint index, nint count, ref byte destination)
    {
        Bounds.Assert(index, 32, count);
        Vector256<byte> values = Vector256.LoadUnsafe(ref source, (nuint)index);
        (Vector256.Create(MessagePackFirstByte.True) + Vector256.Equals(values, Vector256<byte>.Zero))
            .StoreUnsafe(ref destination, (nuint)index);
    }
}
