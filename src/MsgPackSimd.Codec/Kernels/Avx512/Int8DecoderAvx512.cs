using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte</c> and <c>byte</c>: what is left of 64 bytes without the prefixes, d0 or cc, are the elements, so the decoder finds out which byte of that kind is a prefix, and compresses
/// (AVX-512 VBMI2). <see cref="PrefixRuns"/> explains how.
/// </summary>
internal static class Int8DecoderAvx512<TSignedness>
    where TSignedness : ISignedness
{
    private const int Register = 64;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi2.IsSupported && Bmi2.X64.IsSupported;
    }

    /// <summary>
    /// Decodes fixints and tokens with the prefix in any mixture, until there is another token, or one that is cut short, or the destination is full.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe nint Decode(ref byte source, nint length, ref sbyte destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported);
        Vector512<byte> prefix = Vector512.Create(Int8Token<TSignedness>.Prefix);
        Vector512<sbyte> least = Vector512.Create(Int8Token<TSignedness>.LeastFixInt);
        ref byte target = ref Unsafe.As<sbyte, byte>(ref destination);
        ulong cut = 0;
        nint from = 0;
        nint to = 0;
        while (length - from >= Register && room - to >= Register)
        {
            Bounds.Assert(from, Register, length);
            Bounds.Assert(to, Register, room);
            Vector512<byte> bytes = Vector512.LoadUnsafe(ref source, (nuint)from);
            ulong candidates = Vector512.Equals(bytes, prefix).ExtractMostSignificantBits();
            ulong noFixInts = Vector512.LessThan(bytes.AsSByte(), least).ExtractMostSignificantBits();
            ulong prefixes = PrefixRuns.Split(candidates, cut, out ulong payloads);
            if ((noFixInts & ~(prefixes | payloads)) != 0)
            {
                break;
            }

            // The store is of a whole register; what is behind the elements is overwritten by the next one.
            Avx512Vbmi2.Compress(Vector512<byte>.Zero, ToMask(~prefixes), bytes).StoreUnsafe(ref target, (nuint)to);
            to += Register - BitOperations.PopCount(prefixes);
            cut = prefixes >> 63;
            from += Register;
        }

        // A prefix that the last register ended with is read again with its payload.
        from -= (nint)cut;
        fixed (byte* bytesFrom = &source)
        fixed (sbyte* values = &destination)
        {
            while (from < length && to < room)
            {
                nint left = Math.Min(length - from, Register);
                Bounds.Assert(from, left, length);
                Vector512<byte> bytes = Masked512.LoadFirst(bytesFrom + from, left, Vector512<byte>.Zero);
                ulong candidates = Vector512.Equals(bytes, prefix).ExtractMostSignificantBits();
                ulong noFixInts = Vector512.LessThan(bytes.AsSByte(), least).ExtractMostSignificantBits();
                ulong prefixes = PrefixRuns.Split(candidates, 0, out ulong payloads);
                ulong bad = noFixInts & ~(prefixes | payloads);

                int end = Math.Min((int)left, BitOperations.TrailingZeroCount(bad));
                ulong elements = Bmi2.X64.ZeroHighBits(~prefixes, (ulong)end);
                int count = BitOperations.PopCount(elements);
                if (count > room - to)
                {
                    // The elements end behind the last one that there is room for.
                    count = (int)(room - to);
                    end = BitOperations.TrailingZeroCount(Bmi2.X64.ParallelBitDeposit(1UL << (count - 1), elements)) + 1;
                }

                Bounds.Assert(to, count, room);
                Masked512.StoreFirst(Avx512Vbmi2.Compress(Vector512<byte>.Zero, ToMask(elements), bytes), (byte*)values + to, count);
                to += count;
                if (count == 0)
                {
                    break;
                }

                // All that was left has been looked at: what is not decoded now is a prefix without its payload, or another token.
                from += end - (int)(prefixes >> (end - 1) & 1);
                if (left < Register)
                {
                    break;
                }
            }
        }

        Debug.Assert(from <= length && to <= room);
        consumed = from;
        return to;
    }

    /// <summary>A vector with the top bit of each byte from these bits: eight bits from anywhere in 64, of which the last is the one that is meant.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> ToMask(ulong bits)
    {
        Vector512<byte> firstBits = Vector512<byte>.Indices - Vector512.Create((byte)7);
        return Vector512.LessThan(
            Avx512Vbmi.MultiShift(firstBits, Vector512.Create(bits)).AsSByte(), Vector512<sbyte>.Zero).AsByte();
    }
}
