using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>double</c>: three at a time become 27 bytes of a 32-byte store. The middle one's bytes lie in both halves of the register, so it is put
/// into both before the shuffle.
/// </summary>
/// <remarks>
/// <code>
///   load      a  b  | c  d                                             qwords
///   spread    a  b  | b  c
///   shuffle   - a7 … a0  - b7 … b2 | b1 b0  - c7 … c0  - - - - -
///   or        cb        cb         |       cb
/// </code>
/// </remarks>
internal static partial class DoubleEncoderAvx2
{
    /// <summary>With fewer elements the 128-bit kernel serves.</summary>
    public const int MinCount = 4;

    /// <summary>The control of the qword permute: a b b c.</summary>
    public const byte Spread = 0b10_01_01_00;

    private const int TokenLength = 9;

    private static Vector256<byte> Order
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256.Create(
            (byte)0x80, 7, 6, 5, 4, 3, 2, 1, 0, 0x80, 15, 14, 13, 12, 11, 10,
            1, 0, 0x80, 15, 14, 13, 12, 11, 10, 9, 8, 0x80, 0x80, 0x80, 0x80, 0x80);
    }

    private static Vector256<byte> Prefixes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256.Create(
            (byte)0xcb, 0, 0, 0, 0, 0, 0, 0, 0, 0xcb, 0, 0, 0, 0, 0, 0,
            0, 0, 0xcb, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /// <summary>Encodes all elements.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements, at least <see cref="MinCount"/>.</param>
    /// <param name="destination">Where the tokens go: nine bytes an element, and no byte more is written.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encode(ref ulong source, nint count, ref byte destination)
    {
        nint read = count >= MinGroupedCount ? EncodeGroups(ref source, count, ref destination) : 0;
        Vector256<byte> prefixes = Prefixes;
        Vector256<byte> order = Order;

        // Two vectors a round, since everything else in a round costs as much as its shuffles and stores.
        for (; count - read >= 7; read += 6)
        {
            Bounds.Assert(read, 7, count);
            Bounds.Assert(read * TokenLength, 59, count * TokenLength);
            ref byte target = ref Unsafe.Add(ref destination, read * TokenLength);
            Vector256<ulong> first = Vector256.LoadUnsafe(ref source, (nuint)read);
            Vector256<ulong> second = Vector256.LoadUnsafe(ref source, (nuint)read + 3);
            (Avx2.Shuffle(Avx2.Permute4x64(first, Spread).AsByte(), order) | prefixes).StoreUnsafe(ref target);
            (Avx2.Shuffle(Avx2.Permute4x64(second, Spread).AsByte(), order) | prefixes).StoreUnsafe(ref target, 27);
        }

        for (; count - read >= 4; read += 3)
        {
            Bounds.Assert(read, 4, count);
            Bounds.Assert(read * TokenLength, 32, count * TokenLength);
            Vector256<ulong> values = Vector256.LoadUnsafe(ref source, (nuint)read);
            (Avx2.Shuffle(Avx2.Permute4x64(values, Spread).AsByte(), order) | prefixes)
                .StoreUnsafe(ref destination, (nuint)(read * TokenLength));
        }

        DoubleEncoderVector128.Encode(ref source, read, count, ref destination);
    }
}
