using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float</c>: six at a time become 30 bytes of a 32-byte store. A byte shuffle stays within each half of the register, so the dwords are
/// spread first: each half gets the three values whose bytes lie in it, the third one in both.
/// </summary>
/// <remarks>
/// <code>
///   load      a  b  c  d  | e  f  g  h                           dwords
///   spread    a  b  c  c  | d  e  f  f
///   shuffle   - a a a a  - b b b b  - c c c c  - | d d d d  - e e e e  - f f f f  - -
///   or        ca         ca         ca         ca|         ca          ca
/// </code>
/// </remarks>
internal static class SingleEncoderAvx2
{
    /// <summary>With fewer elements the 128-bit kernel serves.</summary>
    public const int MinCount = 8;

    private const int TokenLength = 5;

    private static Vector256<int> Spread
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256.Create(0, 1, 2, 2, 3, 4, 5, 5);
    }

    private static Vector256<byte> Order
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256.Create(
            (byte)0x80, 3, 2, 1, 0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80,
            3, 2, 1, 0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80, 0x80);
    }

    /// <inheritdoc cref="SingleEncoderVector128.Encode"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encode(ref uint source, nint count, ref byte destination)
    {
        // Eight elements are kept from the loop for long arrays, so that those below have two to seven left for the last store, whatever it takes.
        nint read = count >= FullWidthEncoderAvx2<SingleForm>.MinCount
            ? FullWidthEncoderAvx2<SingleForm>.EncodeGroups(ref Unsafe.As<uint, int>(ref source), count - 8, ref destination, (count - 8) * TokenLength)
            : 0;
        Vector256<byte> prefixes = Vector256.Create(
            (byte)0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca,
            0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0, 0);
        Vector256<int> spread = Spread;
        Vector256<byte> order = Order;

        // Two vectors a round, since everything else in a round costs as much as its shuffles and stores.
        for (; count - read >= 14; read += 12)
        {
            Bounds.Assert(read, 14, count);
            Bounds.Assert(read * TokenLength, 62, count * TokenLength);
            ref byte target = ref Unsafe.Add(ref destination, read * TokenLength);
            Vector256<int> first = Vector256.LoadUnsafe(ref source, (nuint)read).AsInt32();
            Vector256<int> second = Vector256.LoadUnsafe(ref source, (nuint)read + 6).AsInt32();
            (Avx2.Shuffle(Avx2.PermuteVar8x32(first, spread).AsByte(), order) | prefixes).StoreUnsafe(ref target);
            (Avx2.Shuffle(Avx2.PermuteVar8x32(second, spread).AsByte(), order) | prefixes).StoreUnsafe(ref target, 30);
        }

        for (; count - read >= 8; read += 6)
        {
            Bounds.Assert(read, 8, count);
            Bounds.Assert(read * TokenLength, 32, count * TokenLength);
            Vector256<int> values = Vector256.LoadUnsafe(ref source, (nuint)read).AsInt32();
            (Avx2.Shuffle(Avx2.PermuteVar8x32(values, spread).AsByte(), order) | prefixes)
                .StoreUnsafe(ref destination, (nuint)(read * TokenLength));
        }

        // Two to seven elements are left. The last six are encoded together; if seven are left, the first of these goes ahead.
        if (count - read == 7)
        {
            SingleEncoderVector128.Step(ref source, read, count, ref destination);
        }

        LastSix(ref source, count, ref destination);
    }

    /// <summary>Encodes the last six of at least eight elements, and the last two bytes of the one before.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void LastSix(ref uint source, nint count, ref byte destination)
    {
        Bounds.Assert(count - 8, 8, count);
        Bounds.Assert((count * TokenLength) - 32, 32, count * TokenLength);
        Vector256<byte> prefixes = Vector256.Create(
            (byte)0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0,
            0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0, 0xca, 0, 0, 0, 0);
        Vector256<byte> order = Vector256.Create(
            (byte)1, 0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80, 15, 14, 13,
            0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80, 15, 14, 13, 12);
        Vector256<int> spread = Vector256.Create(1, 2, 3, 4, 4, 5, 6, 7);
        Vector256<int> values = Vector256.LoadUnsafe(ref source, (nuint)(count - 8)).AsInt32();
        (Avx2.Shuffle(Avx2.PermuteVar8x32(values, spread).AsByte(), order) | prefixes)
            .StoreUnsafe(ref destination, (nuint)((count * TokenLength) - 32));
    }
}
