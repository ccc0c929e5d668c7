using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float?</c> and <c>double?</c>, some of which are missing, without a branch on which: a step decodes a run of present elements and the run of missing ones
/// behind it. Which bytes may be prefixes and which may be nil has been looked up before. Needs a byte shuffle.
/// </summary>
/// <remarks>
/// <code>
///   position     0              5              10 11 12             17
///   bytes       ca 3f 80 00 00 ca c0 00 00 00 c0 c0 ca 40 00 00 00 …       of float?
///   prefix       x  .  .  .  .  x  .  .  .  .  .  .  x  .  .  .  . …       a bit for each byte that is ca
///   nil          .  .  .  .  .  .  x  .  .  .  x  x  .  .  .  .  . …       and that is c0
///
///   present      x              x              .                          every fifth of the first bits: the lowest that is clear is 10,
///   missing                                    x  x  .                    of the others from there on, 2: two are present, two are missing
///   next step    from += 10 + 2
/// </code>
/// What is looked up for the bytes of payloads is never used. Present elements are stored first, as many as a step may have, and missing ones behind those that
/// count; what stands behind these is overwritten next.
/// <para>
/// From step to step there are eleven instructions and no load: the bits behind those of a step are loaded when the step begins, and shifted when it is known
/// how many bytes it has taken.
/// </para>
/// </remarks>
/// <typeparam name="TLane"><see cref="uint"/> or <see cref="ulong"/>: the bits.</typeparam>
internal static class NullableFloatRunScanDecoderVector128<TLane>
    where TLane : unmanaged
{
    /// <summary>How many bytes it takes to begin; so many may be loaded in a step.</summary>
    public const int MinLength = 64;

    /// <summary>How many elements it takes to begin; so many may be stored in a step.</summary>
    private const int MinRoom = 16;

    /// <summary>How many bytes are looked up before a walk.</summary>
    private const int BlockLength = 1024;

    /// <summary>How many bytes their bits take, with those of a word that begins in the last one.</summary>
    private const int RowLength = (BlockLength / 8) + (2 * sizeof(ulong));

    /// <summary>How many bytes behind the first bits of a step the next ones are loaded: a word has 57 at least, of which a step takes 56 at most.</summary>
    private const int Ahead = 7;

    /// <summary>The most missing elements of a step.</summary>
    private const int MaxMissing = 8;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle;
    }

    /// <summary>Gets the most present elements of a step: the bits of their tokens, and of the missing ones behind, are among the first 57 of a word.</summary>
    private static int MaxPresent
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.IsSingle ? 8 : 5;
    }

    /// <summary>Gets the bits of the bytes where present elements of a step begin.</summary>
    private static ulong Places
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.IsSingle ? 0x08_4210_8421UL : 0x10_0804_0201UL;
    }

    /// <summary>Decodes tokens until there is any other token, or there are too few bytes or too little room for a step.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go; what is behind those decoded may be overwritten.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were stored.</returns>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref NullableLane<TLane> destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Unsafe.SkipInit(out BitRows rows);
        ref byte prefixes = ref Unsafe.As<BitRows, byte>(ref rows);
        nint from = 0;
        nint to = 0;
        while (length - from >= MinLength && room - to >= MinRoom)
        {
            ref byte bytes = ref Unsafe.Add(ref source, from);
            nint scanned = Math.Min(length - from, BlockLength) & ~(nint)63;
            LookUp(ref bytes, scanned, ref prefixes);
            to += Walk(ref bytes, scanned, ref prefixes, ref Unsafe.Add(ref destination, to), room - to, out nint walked);
            from += walked;
            if (walked <= scanned - MinLength)
            {
                break;
            }
        }

        consumed = from;
        return to;
    }

    /// <summary>Looks up which bytes are prefixes, and which are nil.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void LookUp(ref byte source, nint length, ref byte prefixes)
    {
        nint at = 0;
        do
        {
            Bounds.Assert(at, 64, length);
            ref byte bytes = ref Unsafe.Add(ref source, at);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref prefixes, at >> 3), Find(ref bytes, FloatToken<TLane>.Prefix));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref prefixes, RowLength + (at >> 3)), Find(ref bytes, MessagePackFirstByte.Nil));
            at += 64;
        }
        while (at < length);

        Unsafe.WriteUnaligned(ref Unsafe.Add(ref prefixes, at >> 3), UInt128.Zero);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref prefixes, RowLength + (at >> 3)), UInt128.Zero);
    }

    /// <summary>Decodes up to the last bytes of what has been looked up.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint Walk(ref byte source, nint length, ref byte prefixes, ref NullableLane<TLane> destination, nint room, out nint walked)
    {
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - MinLength;
        nint lastTo = room - MinRoom;
        ulong present = Unsafe.ReadUnaligned<ulong>(ref prefixes);
        ulong missing = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref prefixes, RowLength));
        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, MinLength, length);
            Bounds.Assert(to, MinRoom, room);
            ref byte word = ref Unsafe.Add(ref prefixes, (from >> 3) + Ahead);
            ulong presentAhead = Unsafe.ReadUnaligned<ulong>(ref word) >> (int)(from & 7);
            ulong missingAhead = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref word, RowLength)) >> (int)(from & 7);
            int presentLength = BitOperations.TrailingZeroCount((~present & Places) | (1UL << (MaxPresent * FloatToken<TLane>.Length)));
            int missingCount = BitOperations.TrailingZeroCount(~(uint)(missing >> presentLength) | (1U << MaxMissing));
            int taken = presentLength + missingCount;
            if (taken == 0)
            {
                break;
            }

            StorePresent(ref Unsafe.Add(ref source, from), ref Unsafe.Add(ref destination, to));
            to += (nint)(uint)Count(presentLength);
            StoreMissing(ref Unsafe.Add(ref destination, to));
            to += missingCount;
            from += taken;
            present = (present >> taken) | (presentAhead << ((8 * Ahead) - taken));
            missing = (missing >> taken) | (missingAhead << ((8 * Ahead) - taken));
        }

        walked = from;
        return to;
    }

    /// <summary>How many tokens of present elements have this length: it is divided by 5 or by 9.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Count(int length) => FloatToken<TLane>.IsSingle ? (length * 205) >> 10 : (length * 57) >> 9;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Find(ref byte source, byte value) => Avx2.IsSupported
        ? Vector256.Equals(Vector256.LoadUnsafe(ref source), Vector256.Create(value)).ExtractMostSignificantBits()
            | ((ulong)Vector256.Equals(Vector256.LoadUnsafe(ref source, 32), Vector256.Create(value)).ExtractMostSignificantBits() << 32)
        : Simd128.Mask(
            Vector128.Equals(Vector128.LoadUnsafe(ref source), Vector128.Create(value)),
            Vector128.Equals(Vector128.LoadUnsafe(ref source, 16), Vector128.Create(value)),
            Vector128.Equals(Vector128.LoadUnsafe(ref source, 32), Vector128.Create(value)),
            Vector128.Equals(Vector128.LoadUnsafe(ref source, 48), Vector128.Create(value)));

    /// <summary>Stores as many present elements as a step may have; of <c>double?</c>, with vectors of 256 bits, one more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StorePresent(ref byte source, ref NullableLane<TLane> destination)
    {
        ref byte target = ref Unsafe.As<NullableLane<TLane>, byte>(ref destination);
        Vector128<byte> order = NullableFloatRunDecoderVector128<TLane>.Order;
        Vector128<byte> presence = NullableFloatRunDecoderVector128<TLane>.Presence;
        nuint step = (nuint)((FloatToken<TLane>.IsSingle ? 2 : 1) * FloatToken<TLane>.Length);
        if (Avx2.IsSupported)
        {
            Vector256<byte> orders = Vector256.Create(order, order);
            Vector256<byte> presences = Vector256.Create(presence, presence);
            Vector256<byte> a = Vector256.Create(Vector128.LoadUnsafe(ref source), Vector128.LoadUnsafe(ref source, step));
            Vector256<byte> b = Vector256.Create(Vector128.LoadUnsafe(ref source, 2 * step), Vector128.LoadUnsafe(ref source, 3 * step));
            (Avx2.Shuffle(a, orders) | presences).StoreUnsafe(ref target);
            (Avx2.Shuffle(b, orders) | presences).StoreUnsafe(ref target, 32);
            if (!FloatToken<TLane>.IsSingle)
            {
                Vector256<byte> c = Vector256.Create(Vector128.LoadUnsafe(ref source, 4 * step), Vector128.LoadUnsafe(ref source, 5 * step));
                (Avx2.Shuffle(c, orders) | presences).StoreUnsafe(ref target, 64);
            }

            return;
        }

        (Simd128.Shuffle(Vector128.LoadUnsafe(ref source), order) | presence).StoreUnsafe(ref target);
        (Simd128.Shuffle(Vector128.LoadUnsafe(ref source, step), order) | presence).StoreUnsafe(ref target, 16);
        (Simd128.Shuffle(Vector128.LoadUnsafe(ref source, 2 * step), order) | presence).StoreUnsafe(ref target, 32);
        (Simd128.Shuffle(Vector128.LoadUnsafe(ref source, 3 * step), order) | presence).StoreUnsafe(ref target, 48);
        if (!FloatToken<TLane>.IsSingle)
        {
            (Simd128.Shuffle(Vector128.LoadUnsafe(ref source, 4 * step), order) | presence).StoreUnsafe(ref target, 64);
        }
    }

    /// <summary>Stores eight missing elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreMissing(ref NullableLane<TLane> destination)
    {
        // Written out, since the compiler would not unroll a loop.
        ref byte target = ref Unsafe.As<NullableLane<TLane>, byte>(ref destination);
        Clear(ref target);
        if (!FloatToken<TLane>.IsSingle)
        {
            Clear(ref Unsafe.Add(ref target, 64));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Clear(ref byte target)
    {
        if (Avx2.IsSupported)
        {
            Vector256<byte>.Zero.StoreUnsafe(ref target);
            Vector256<byte>.Zero.StoreUnsafe(ref target, 32);
            return;
        }

        Vector128<byte>.Zero.StoreUnsafe(ref target);
        Vector128<byte>.Zero.StoreUnsafe(ref target, 16);
        Vector128<byte>.Zero.StoreUnsafe(ref target, 32);
        Vector128<byte>.Zero.StoreUnsafe(ref target, 48);
    }

    /// <summary>A bit for each byte of a block that is a prefix, and for each that is nil.</summary>
    [InlineArray(2 * RowLength)]
    private struct BitRows
    {
        private byte first;
    }
}
