using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float?</c> and <c>double?</c> of which many in a row are present: tokens of one length, each of which becomes an element by the same shuffle. Needs a
/// byte shuffle.
/// </summary>
/// <remarks>
/// <code>
///   bytes      cb 3f f8 00 00 00 00 00 00  cb …           16 from each token on; of float two tokens
///   shuffled    .  .  .  .  .  .  .  . 00 00 00 00 00 00 f8 3f
///   presence    1  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
///   element     1  .  .  .  .  .  .  . 00 00 00 00 00 00 f8 3f
/// </code>
/// Four vectors a round, whose prefixes are compared at once. Where one of them is any other byte, only the elements before it count; what was stored behind
/// these does not.
/// </remarks>
/// <typeparam name="TLane"><see cref="uint"/> or <see cref="ulong"/>: the bits.</typeparam>
internal static class NullableFloatRunDecoderVector128<TLane>
    where TLane : unmanaged
{
    private const int VectorsPerRound = 4;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle;
    }

    /// <summary>Gets the shuffle that makes elements of tokens, without the flags that say that they are present.</summary>
    public static Vector128<byte> Order
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.IsSingle
            ? Vector128.Create(0x80, 0x80, 0x80, 0x80, 4, 3, 2, 1, 0x80, 0x80, 0x80, 0x80, 9, 8, 7, 6)
            : Vector128.Create(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 8, 7, 6, 5, 4, 3, 2, 1);
    }

    /// <summary>Gets the flags of a vector of present elements.</summary>
    public static Vector128<byte> Presence
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.IsSingle ? Vector128.Create(1UL).AsByte() : Vector128.Create(1UL, 0).AsByte();
    }

    /// <summary>Gets how many elements a vector has.</summary>
    private static int Count
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.IsSingle ? 2 : 1;
    }

    /// <summary>Decodes tokens of the element's own width, until there is any other token, or there are too few bytes or too little room for a round.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go; what is behind those decoded may be overwritten.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded, each from a token that is one byte longer than the value.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref NullableLane<TLane> destination, nint room)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector128<byte> order = Order;
        Vector128<byte> presence = Presence;
        Vector128<byte> prefixes = Vector128.Create(FloatToken<TLane>.Prefix);
        Vector128<byte> prefixLanes = FloatToken<TLane>.IsSingle ? Vector128.Create(0x0000_ff00_0000_00ffUL, 0).AsByte() : Vector128.Create(0xffUL, 0).AsByte();
        ref byte target = ref Unsafe.As<NullableLane<TLane>, byte>(ref destination);
        nint step = Count * FloatToken<TLane>.Length;
        nint reach = ((VectorsPerRound - 1) * step) + Vector128<byte>.Count;
        nint taken = 0;
        nint from = 0;
        for (; room - taken >= VectorsPerRound * Count && length - from >= reach; taken += VectorsPerRound * Count, from += VectorsPerRound * step)
        {
            Bounds.Assert(from, reach, length);
            Bounds.Assert(taken, VectorsPerRound * Count, room);
            Vector128<byte> a = Vector128.LoadUnsafe(ref source, (nuint)from);
            Vector128<byte> b = Vector128.LoadUnsafe(ref source, (nuint)(from + step));
            Vector128<byte> c = Vector128.LoadUnsafe(ref source, (nuint)(from + (2 * step)));
            Vector128<byte> d = Vector128.LoadUnsafe(ref source, (nuint)(from + (3 * step)));
            nuint to = (nuint)taken * (nuint)Unsafe.SizeOf<NullableLane<TLane>>();
            (Simd128.Shuffle(a, order) | presence).StoreUnsafe(ref target, to);
            (Simd128.Shuffle(b, order) | presence).StoreUnsafe(ref target, to + 16);
            (Simd128.Shuffle(c, order) | presence).StoreUnsafe(ref target, to + 32);
            (Simd128.Shuffle(d, order) | presence).StoreUnsafe(ref target, to + 48);
            Vector128<byte> others = (a ^ prefixes) | (b ^ prefixes) | (c ^ prefixes) | (d ^ prefixes);
            if ((others & prefixLanes) != Vector128<byte>.Zero)
            {
                return taken + CountUpToOther(a, b, c, d);
            }
        }

        return taken;
    }

    /// <summary>
    /// How many tokens of a round come before the first with another prefix. Counted in the vectors, since another thread may be changing the bytes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint CountUpToOther(Vector128<byte> a, Vector128<byte> b, Vector128<byte> c, Vector128<byte> d) =>
        BitOperations.TrailingZeroCount(Others(a) | (Others(b) << Count) | (Others(c) << (2 * Count)) | (Others(d) << (3 * Count)));

    /// <summary>A bit for each token that has another prefix.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Others(Vector128<byte> tokens)
    {
        uint others = ~Vector128.Equals(tokens, Vector128.Create(FloatToken<TLane>.Prefix)).ExtractMostSignificantBits();
        return FloatToken<TLane>.IsSingle ? (others & 1) | ((others >> (FloatToken<TLane>.Length - 1)) & 2) : others & 1;
    }
}
