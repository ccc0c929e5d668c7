using System;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte</c> and <c>byte</c>: 64 bytes without the prefixes (<see cref="Int8Token{TSignedness}"/>) are the elements. <see cref="PrefixRuns"/> says
/// which bytes are prefixes and not payloads, and <see cref="Int8ElementsVector128"/> leaves the prefixes out; <see cref="NullableInt8ElementsVector128"/> does
/// so where elements may be missing. Needs a byte shuffle; with AVX2 it finds the prefixes 32 bytes at a time.
/// </summary>
/// <typeparam name="TSignedness">Whether the elements are signed.</typeparam>
/// <typeparam name="TElements">How the elements lie in memory.</typeparam>
internal static class Int8DecoderVector128<TSignedness, TElements>
    where TSignedness : ISignedness
    where TElements : IInt8ElementsVector128
{
    private const int Block = 64;

    /// <summary>
    /// Decodes fixints and tokens with the prefix, and nil where elements may be missing, in any mixture, until there is any other token, or one that is cut
    /// short, or the destination is full.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were decoded.</returns>
    [SkipLocalsInit]
    public static nint Decode(ref byte source, nint length, ref byte destination, nint room, out nint consumed)
    {
        nint to = DecodeBlocks(ref source, length, ref destination, room, out nint from);

        // The last block is put together on the stack, where there is room for a whole one; so is the block with the token that ended the loop.
        Span<byte> tokens = stackalloc byte[Block];
        Span<byte> elements = stackalloc byte[Block * TElements.Size];
        while (from < length && to < room)
        {
            int left = (int)Math.Min(length - from, Block);
            tokens.Clear();
            MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref source, from), left).CopyTo(tokens);
            ulong bad = Find(ref tokens[0], 0, wide: false, out ulong prefixes, out ulong missing);

            int end = Math.Min(left, BitOperations.TrailingZeroCount(bad));
            ulong kept = end == Block ? ~prefixes : ~prefixes & ((1UL << end) - 1);
            int count = BitOperations.PopCount(kept);
            if (count > room - to)
            {
                // What is decoded ends behind the last element that there is room for.
                count = (int)(room - to);
                end = NthBit(kept, count - 1) + 1;
            }

            if (count == 0)
            {
                break;
            }

            TElements.Store(ref tokens[0], prefixes, missing, ref elements[0]);
            elements[..(count * TElements.Size)].CopyTo(
                MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, to * TElements.Size), count * TElements.Size));
            to += count;
            from += end - (int)((prefixes >> (end - 1)) & 1);
        }

        Debug.Assert(from <= length && to <= room);
        consumed = from;
        return to;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeBlocks(ref byte source, nint length, ref byte destination, nint room, out nint consumed)
    {
        ulong cut = 0;
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - Block;
        nint lastTo = room - Block;
        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, Block, length);
            Bounds.Assert(to, Block, room);
            ref byte tokens = ref Unsafe.Add(ref source, from);
            if (Find(ref tokens, cut, wide: true, out ulong prefixes, out ulong missing) != 0)
            {
                break;
            }

            to += TElements.Store(ref tokens, prefixes, missing, ref Unsafe.Add(ref destination, to * TElements.Size));
            cut = prefixes >> 63;
            from += Block;
        }

        // A prefix that the last block ended with is read again with its payload.
        consumed = from - (nint)cut;
        return to;
    }

    /// <summary>Finds the prefixes and the missing elements among 64 bytes.</summary>
    /// <param name="tokens">The bytes.</param>
    /// <param name="cut">1 if the first byte is the payload of a token whose prefix came before it, else 0.</param>
    /// <param name="wide">
    /// Whether to load 32 bytes at a time where possible; not bytes stored just now, a few at a time, since the load waits for the stores.
    /// </param>
    /// <param name="prefixes">Receives a bit for each prefix.</param>
    /// <param name="missing">Receives a bit for each missing element.</param>
    /// <returns>A bit for each byte at which a token begins that is not decoded here.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Find(ref byte tokens, ulong cut, [ConstantExpected] bool wide, out ulong prefixes, out ulong missing)
    {
        ulong candidates;
        ulong noFixInts;
        if (wide && Vector256.IsHardwareAccelerated)
        {
            Vector256<byte> lower = Vector256.LoadUnsafe(ref tokens);
            Vector256<byte> upper = Vector256.LoadUnsafe(ref tokens, 32);
            candidates = Candidates(lower) | ((ulong)Candidates(upper) << 32);
            noFixInts = NoFixInts(lower) | ((ulong)NoFixInts(upper) << 32);
        }
        else
        {
            // Written out, since the compiler would not unroll a loop.
            Vector128<byte> a = Vector128.LoadUnsafe(ref tokens);
            Vector128<byte> b = Vector128.LoadUnsafe(ref tokens, 16);
            Vector128<byte> c = Vector128.LoadUnsafe(ref tokens, 32);
            Vector128<byte> d = Vector128.LoadUnsafe(ref tokens, 48);
            candidates = Simd128.Mask(Candidates(a), Candidates(b), Candidates(c), Candidates(d));
            noFixInts = Simd128.Mask(NoFixInts(a), NoFixInts(b), NoFixInts(c), NoFixInts(d));
        }

        prefixes = PrefixRuns.Split(candidates, cut, out ulong payloads);
        missing = TElements.FindNils(ref tokens) & ~payloads;
        return noFixInts & ~(prefixes | payloads | missing);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Candidates(Vector128<byte> bytes) => Vector128.Equals(bytes, Vector128.Create(Int8Token<TSignedness>.Prefix));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Candidates(Vector256<byte> bytes) =>
        Vector256.Equals(bytes, Vector256.Create(Int8Token<TSignedness>.Prefix)).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> NoFixInts(Vector128<byte> bytes) => Vector128.LessThan(bytes.AsSByte(), Vector128.Create(TSignedness.LeastFixInt)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint NoFixInts(Vector256<byte> bytes) =>
        Vector256.LessThan(bytes.AsSByte(), Vector256.Create(TSignedness.LeastFixInt)).ExtractMostSignificantBits();

    /// <summary>The position of the set bit number <paramref name="n"/>, counted from 0.</summary>
    private static int NthBit(ulong bits, int n)
    {
        if (Bmi2.X64.IsSupported)
        {
            return BitOperations.TrailingZeroCount(Bmi2.X64.ParallelBitDeposit(1UL << n, bits));
        }

        for (; n > 0; n--)
        {
            bits &= bits - 1;
        }

        return BitOperations.TrailingZeroCount(bits);
    }
}
