using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <content>
/// Long arrays: 32 elements become nine 32-byte stores side by side, so that no byte is stored twice.
/// </content>
/// <remarks>
/// The halves of the stores begin at different bytes of a token. From byte 4 on, a half has bytes of three elements in it, and a load to a half holds two. But
/// of the third element only high bytes are needed, and at least as many high bytes of the first one are not. So the former take the place of the latter, and
/// one shuffle lays out all three:
/// <code>
///   half from byte 7 of a's token   a1 a0 cb b7 b6 b5 b4 b3 b2 b1 b0 cb c7 c6 c5 c4
///   load      a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7
///   load      c0 c1 c2 c3 c4 c5 c6 c7
///   blend     a0 a1 a2 a3 c4 c5 c6 c7 b0 b1 b2 b3 b4 b5 b6 b7
///   shuffle    1  0  - 15 14 13 12 11 10  9  8  -  7  6  5  4         <see cref="GroupOrder"/> from 7 on
///
///   store     lower half from byte   upper half from byte   third elements
///   0         0 of element 0         7 of element 1         3 in the upper half
///   1         5 of 3                 3 of 5                 5 in the lower half
///   2         1 of 7                 8 of 8                 10 in the upper half
///   3         6 of 10                4 of 12                12, 14
///   4         2 of 14                0 of 16
///   5         7 of 17                5 of 19                19, 21
///   6         3 of 21                1 of 23
///   7         8 of 24                6 of 26                26, 28
///   8         4 of 28                2 of 30                30 in the lower half
/// </code>
/// Orders and prefixes for nine stores would be more vectors than there are registers. So the prefixes are computed from the orders: <see cref="Blank"/>.
/// </remarks>
internal static partial class DoubleEncoderAvx2
{
    /// <summary>The number of elements whose tokens fill whole vectors.</summary>
    private const int GroupLength = 32;

    /// <summary>With fewer elements the call, and the elements ahead of the first group, are not worth it.</summary>
    private const int MinGroupedCount = 512;

    /// <summary>
    /// What an order has in the place of a prefix. Its top bit makes the shuffle leave 0 there; and less the greatest index, down to 0, it is the prefix, where
    /// an index is 0.
    /// </summary>
    private const byte Blank = MessagePackFirstByte.Float64 + MaxIndex;

    /// <summary>The greatest index of an order.</summary>
    private const byte MaxIndex = 15;

    /// <summary>The order in which the bytes of two elements stand in their tokens, and behind them those of a third in the place of the first.</summary>
    private static ReadOnlySpan<byte> GroupOrder =>
        [Blank, 7, 6, 5, 4, 3, 2, 1, 0, Blank, 15, 14, 13, 12, 11, 10, 9, 8, Blank, 7, 6, 5, 4, 3];

    /// <summary>Encodes whole groups, and the elements ahead of the first one that is stored within cache lines.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go: nine bytes an element, and no byte more is written.</param>
    /// <returns>The number of elements encoded.</returns>
    public static nint EncodeGroups(ref ulong source, nint count, ref byte destination) =>
        EncodeGroups(ref MemoryMarshal.GetReference(GroupOrder), ref source, count, ref destination);

    /// <inheritdoc cref="EncodeGroups(ref ulong, nint, ref byte)"/>
    /// <remarks>The row is passed by reference: the compiler keeps in registers what it does not know to be constant.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeGroups(ref byte row, ref ulong source, nint count, ref byte destination)
    {
        Vector256<byte> order0 = Slices(ref row, 0, 7);
        Vector256<byte> order1 = Slices(ref row, 5, 3);
        Vector256<byte> order2 = Slices(ref row, 1, 8);
        Vector256<byte> order3 = Slices(ref row, 6, 4);
        Vector256<byte> order4 = Slices(ref row, 2, 0);
        Vector256<byte> order5 = Slices(ref row, 7, 5);
        Vector256<byte> order6 = Slices(ref row, 3, 1);
        Vector256<byte> order7 = Slices(ref row, 8, 6);
        Vector256<byte> order8 = Slices(ref row, 4, 2);

        nint last = count - GroupLength;
        nint read = CacheLine.TokensTo(in destination, TokenLength) % GroupLength;
        if (read > last)
        {
            return 0;
        }

        // The surplus bytes of each store are overwritten.
        for (nint ahead = 0; ahead < read; ahead += 3)
        {
            Bounds.Assert(ahead, 4, count);
            Bounds.Assert(ahead * TokenLength, Vector256<byte>.Count, count * TokenLength);
            Vector256<byte> values = Avx2.Permute4x64(Load(ref source, ahead), Spread).AsByte();
            (Avx2.Shuffle(values, Order) | Prefixes).StoreUnsafe(ref destination, (nuint)(ahead * TokenLength));
        }

        for (; read <= last; read += GroupLength)
        {
            Bounds.Assert(read, GroupLength, count);
            Bounds.Assert(read * TokenLength, GroupLength * TokenLength, count * TokenLength);
            ref ulong group = ref Unsafe.Add(ref source, read);
            ref byte tokens = ref Unsafe.Add(ref destination, read * TokenLength);

            Vector256<ulong> values = Avx2.Permute4x64(Load(ref group, 0), Spread);
            Store(BlendDwords(values, Load(ref group, 1), 0b10_00_00), order0, ref tokens, 0);

            values = Load(ref group, 3);
            Store(BlendDwords(values, Load(ref group, 5), 0b00_00_10), order1, ref tokens, 1);

            values = Load(ref group, 7);
            Store(BlendWords(Avx2.Permute4x64(values, Spread), Avx2.Permute4x64(values, 0b00_11_01_00), 0b1110), order2, ref tokens, 2);

            values = Load(ref group, 10);
            Vector256<ulong> next = Load(ref group, 14);
            Vector256<ulong> thirds = Avx2.Permute2x128(values, next, 0x21);
            Store(BlendDwords(BlendWords(values, thirds, 0b1000), thirds, 0b00_00_10), order3, ref tokens, 3);
            Store(next, order4, ref tokens, 4);

            values = Load(ref group, 17);
            Store(BlendDwords(values, Load(ref group, 19), 0b10_00_10), order5, ref tokens, 5);
            Store(Load(ref group, 21), order6, ref tokens, 6);

            values = Load(ref group, 24);
            next = Load(ref group, 28);
            thirds = Avx2.Permute2x128(values, next, 0x21);
            Vector256<byte> highBytes = Vector256.Create(0xffff_ffff_ffff_0000, 0, 0xffff_ffff_0000_0000, 0).AsByte();
            Store(Avx2.BlendVariable(values.AsByte(), thirds.AsByte(), highBytes).AsUInt64(), order7, ref tokens, 7);
            Store(BlendWords(next, Avx2.Permute4x64(next, 0b11_10_11_10), 0b1000), order8, ref tokens, 8);
        }

        return read;
    }

    /// <summary>The slices of a row for both halves of a store.</summary>
    /// <param name="row">The row.</param>
    /// <param name="lower">The byte of a token with which the lower half begins.</param>
    /// <param name="upper">The byte of a token with which the upper half begins.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Slices(ref byte row, nuint lower, nuint upper) =>
        Vector256.Create(Vector128.LoadUnsafe(ref row, lower), Vector128.LoadUnsafe(ref row, upper));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Load(ref ulong group, nint element) => Vector256.LoadUnsafe(ref group, (nuint)element);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> BlendDwords(Vector256<ulong> values, Vector256<ulong> thirds, [ConstantExpected] byte thirdsMask) =>
        Avx2.Blend(values.AsUInt32(), thirds.AsUInt32(), thirdsMask).AsUInt64();

    /// <summary>Takes the same words of both halves from <paramref name="thirds"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> BlendWords(Vector256<ulong> values, Vector256<ulong> thirds, [ConstantExpected] byte thirdsMask) =>
        Avx2.Blend(values.AsUInt16(), thirds.AsUInt16(), thirdsMask).AsUInt64();

    /// <summary>Lays out the elements, and does one of a group's stores.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(Vector256<ulong> values, Vector256<byte> order, ref byte tokens, nuint store)
    {
        Vector256<byte> prefixes = Vector256.SubtractSaturate(order, Vector256.Create(MaxIndex));
        (Avx2.Shuffle(values.AsByte(), order) | prefixes).StoreUnsafe(ref tokens, store * (nuint)Vector256<byte>.Count);
    }
}
