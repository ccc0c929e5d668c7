using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte</c> and <c>byte</c>: 64 bytes without the prefixes among them (<see cref="Int8Token{TSignedness}"/>) are the elements. So the decoder finds out
/// which bytes are prefixes and not payloads (<see cref="PrefixRuns"/> explains how), and compresses the others (AVX-512 VBMI2).
/// </summary>
/// <typeparam name="TSignedness">Whether the elements are signed.</typeparam>
/// <typeparam name="TElements">What they are in memory.</typeparam>
internal static class Int8DecoderAvx512<TSignedness, TElements>
    where TSignedness : ISignedness
    where TElements : IInt8ElementsAvx512
{
    private const int Register = 64;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi2.IsSupported && Bmi2.X64.IsSupported;
    }

    /// <summary>
    /// Decodes fixints and tokens with the prefix, and nil where elements may be missing, in any mixture, up to another token, or one that is cut short, or
    /// until the destination is full.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe nint Decode(ref byte source, nint length, ref byte destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported);
        Vector512<byte> prefix = Vector512.Create(Int8Token<TSignedness>.Prefix);
        Vector512<sbyte> least = Vector512.Create(TSignedness.LeastFixInt);
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
            ulong missing = TElements.FindNils(bytes) & ~payloads;
            if ((noFixInts & ~(prefixes | payloads | missing)) != 0)
            {
                break;
            }

            // Whole registers are stored; what is behind the elements is overwritten by the next ones.
            TElements.Store(bytes, ~prefixes, missing, ref Unsafe.Add(ref destination, to * TElements.Size));
            to += Register - BitOperations.PopCount(prefixes);
            cut = prefixes >> 63;
            from += Register;
        }

        // A prefix that the last register ended with is read again with its payload.
        from -= (nint)cut;
        fixed (byte* bytesFrom = &source)
        fixed (byte* values = &destination)
        {
            while (from < length && to < room)
            {
                nint left = Math.Min(length - from, Register);
                Bounds.Assert(from, left, length);
                Vector512<byte> bytes = Masked512.LoadFirst(bytesFrom + from, left, Vector512<byte>.Zero);
                ulong candidates = Vector512.Equals(bytes, prefix).ExtractMostSignificantBits();
                ulong noFixInts = Vector512.LessThan(bytes.AsSByte(), least).ExtractMostSignificantBits();
                ulong prefixes = PrefixRuns.Split(candidates, 0, out ulong payloads);
                ulong missing = TElements.FindNils(bytes) & ~payloads;
                ulong bad = noFixInts & ~(prefixes | payloads | missing);

                int end = Math.Min((int)left, BitOperations.TrailingZeroCount(bad));
                ulong elements = Bmi2.X64.ZeroHighBits(~prefixes, (ulong)end);
                int count = BitOperations.PopCount(elements);
                if (count > room - to)
                {
                    // Decoding ends behind the last element that there is room for.
                    count = (int)(room - to);
                    end = BitOperations.TrailingZeroCount(Bmi2.X64.ParallelBitDeposit(1UL << (count - 1), elements)) + 1;
                }

                Bounds.Assert(to, count, room);
                TElements.StoreFirst(bytes, elements, missing, values + (to * TElements.Size), count);
                to += count;
                if (count == 0)
                {
                    break;
                }

                from += end - (int)((prefixes >> (end - 1)) & 1);

                // In this case all bytes have been looked at: what is not decoded now is a prefix without its payload, or another token.
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
}
