using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <content>The steps that all loops have in common: what is looked up for a window, its jumps, tokens and values.</content>
internal readonly partial struct MixedWidthDecoderAvx512<TLane, TSignedness>
{
    private static Vector512<byte> OddWords
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0xffff_0000).AsByte();
    }

    private static Vector512<byte> OddDwords
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0xffff_ffff_0000_0000UL).AsByte();
    }

    private static Vector512<byte> OddQwords
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0, ulong.MaxValue, 0, ulong.MaxValue, 0, ulong.MaxValue, 0, ulong.MaxValue).AsByte();
    }

    private static Vector512<byte> OddQuarters
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0, 0, ulong.MaxValue, ulong.MaxValue, 0, 0, ulong.MaxValue, ulong.MaxValue).AsByte();
    }

    private static Vector512<byte> UpperHalf
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(0, 0, 0, 0, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue).AsByte();
    }

    /// <summary>The top bits of the lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong LaneBits(Vector512<byte> vector) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(short) => vector.AsInt16().ExtractMostSignificantBits(),
        sizeof(int) => vector.AsInt32().ExtractMostSignificantBits(),
        _ => vector.AsInt64().ExtractMostSignificantBits(),
    };

    /// <summary>How many of 64 positions lie before the stride.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint CountInside(Vector512<byte> positions, Vector512<byte> stride) =>
        (uint)BitOperations.PopCount((positions - stride).ExtractMostSignificantBits());

    /// <summary>How many tokens of two registers begin before the stride: half of each lane's bytes are taken from each register.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint CountInside(Vector512<byte> lower, Vector512<byte> upper, Vector512<byte> stride)
    {
        Vector512<byte> upperHalves = Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => Vector512.Create((ushort)0xff00).AsByte(),
            sizeof(int) => OddWords,
            _ => OddDwords,
        };
        return (nint)(CountInside(Select(lower, upper, upperHalves), stride) / (nuint)(Unsafe.SizeOf<TLane>() / 2));
    }

    /// <summary>How many tokens of four registers of 32-bit lanes begin before the stride: a byte of each lane is taken from each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint CountInside(
        Vector512<byte> first, Vector512<byte> second, Vector512<byte> third, Vector512<byte> fourth, Vector512<byte> stride)
    {
        Vector512<byte> all = Select(first, second, Vector512.Create(0x0000_ff00).AsByte());
        all = Select(all, third, Vector512.Create(0x00ff_0000).AsByte());
        return (nint)CountInside(Select(all, fourth, Vector512.Create(0xff00_0000).AsByte()), stride);
    }

    /// <summary>How many tokens of seven registers of 64-bit lanes begin before the stride: a byte of each lane is taken from each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint CountInside(
        Vector512<byte> first,
        Vector512<byte> second,
        Vector512<byte> third,
        Vector512<byte> fourth,
        Vector512<byte> fifth,
        Vector512<byte> sixth,
        Vector512<byte> seventh,
        Vector512<byte> stride)
    {
        Vector512<byte> all = Select(stride, first, Vector512.Create(0x0000_0000_0000_00ffUL).AsByte());
        all = Select(all, second, Vector512.Create(0x0000_0000_0000_ff00UL).AsByte());
        all = Select(all, third, Vector512.Create(0x0000_0000_00ff_0000UL).AsByte());
        all = Select(all, fourth, Vector512.Create(0x0000_0000_ff00_0000UL).AsByte());
        all = Select(all, fifth, Vector512.Create(0x0000_00ff_0000_0000UL).AsByte());
        all = Select(all, sixth, Vector512.Create(0x0000_ff00_0000_0000UL).AsByte());
        all = Select(all, seventh, Vector512.Create(0x00ff_0000_0000_0000UL).AsByte());
        return (nint)CountInside(all, stride);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector512<byte> Permute(Vector512<byte> table, Vector512<byte> indices) => Avx512Vbmi.PermuteVar64x8(table, indices);

    /// <summary>All ones in all bytes but the last: zeros are taken from that one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> AllButLast() => Vector512.Create(
        ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue >> 8)
        .AsByte();

    /// <summary>a &amp; b | c.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> AndOr(Vector512<byte> a, Vector512<byte> b, Vector512<byte> c) => Avx512F.TernaryLogic(a, b, c, 0xEA);

    /// <summary>
    /// Where the tokens begin, the position of each in all bytes of its lane. A lane's number in binary says which jumps lead to its token.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector512<byte> Tokens(
        Vector512<byte> entry, Vector512<byte> j1, Vector512<byte> j2, Vector512<byte> j4, Vector512<byte> j8, Vector512<byte> j16)
    {
        Vector512<byte> tokens = entry;
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            tokens = Advance(tokens, j1, OddWords);
            tokens = Advance(tokens, j2, OddDwords);
            tokens = Advance(tokens, j4, OddQwords);
            tokens = Advance(tokens, j8, OddQuarters);
            return Advance(tokens, j16, UpperHalf);
        }

        if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            tokens = Advance(tokens, j1, OddDwords);
            tokens = Advance(tokens, j2, OddQwords);
            tokens = Advance(tokens, j4, OddQuarters);
            return Advance(tokens, j8, UpperHalf);
        }

        tokens = Advance(tokens, j1, OddQwords);
        tokens = Advance(tokens, j2, OddQuarters);
        return Advance(tokens, j4, UpperHalf);
    }

    /// <summary>Where the tokens of two windows begin, found step by step in turn. On entry, each argument has where its window's first token begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Tokens(ref Vector512<byte> tokensA, in Jumps jumpsA, ref Vector512<byte> tokensB, in Jumps jumpsB)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            tokensA = Advance(tokensA, jumpsA.J1, OddWords);
            tokensB = Advance(tokensB, jumpsB.J1, OddWords);
            tokensA = Advance(tokensA, jumpsA.J2, OddDwords);
            tokensB = Advance(tokensB, jumpsB.J2, OddDwords);
            tokensA = Advance(tokensA, jumpsA.J4, OddQwords);
            tokensB = Advance(tokensB, jumpsB.J4, OddQwords);
            tokensA = Advance(tokensA, jumpsA.J8, OddQuarters);
            tokensB = Advance(tokensB, jumpsB.J8, OddQuarters);
            tokensA = Advance(tokensA, jumpsA.J16, UpperHalf);
            tokensB = Advance(tokensB, jumpsB.J16, UpperHalf);
        }
        else if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            tokensA = Advance(tokensA, jumpsA.J1, OddDwords);
            tokensB = Advance(tokensB, jumpsB.J1, OddDwords);
            tokensA = Advance(tokensA, jumpsA.J2, OddQwords);
            tokensB = Advance(tokensB, jumpsB.J2, OddQwords);
            tokensA = Advance(tokensA, jumpsA.J4, OddQuarters);
            tokensB = Advance(tokensB, jumpsB.J4, OddQuarters);
            tokensA = Advance(tokensA, jumpsA.J8, UpperHalf);
            tokensB = Advance(tokensB, jumpsB.J8, UpperHalf);
        }
        else
        {
            tokensA = Advance(tokensA, jumpsA.J1, OddQwords);
            tokensB = Advance(tokensB, jumpsB.J1, OddQwords);
            tokensA = Advance(tokensA, jumpsA.J2, OddQuarters);
            tokensB = Advance(tokensB, jumpsB.J2, OddQuarters);
            tokensA = Advance(tokensA, jumpsA.J4, UpperHalf);
            tokensB = Advance(tokensB, jumpsB.J4, UpperHalf);
        }
    }

    /// <summary>
    /// Moves the tokens of some lanes on. With the lanes in a mask register, this is one instruction, a permute that keeps the other lanes. That is why
    /// <see cref="Select"/> is a blend, and not a ternary of three vectors.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Advance(Vector512<byte> tokens, Vector512<byte> jump, Vector512<byte> lanes) =>
        Select(tokens, Permute(jump, tokens), lanes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Select(Vector512<byte> old, Vector512<byte> other, Vector512<byte> mask) =>
        Avx512BW.BlendVariable(old, other, mask);

    /// <summary>
    /// The values of the tokens at these positions. A token's class names a row of offsets; these name bytes of the window, bytes of its signs, or a zero.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector512<byte> Values(
        Vector512<byte> window, Vector512<byte> signs, Vector512<byte> tokens, Vector512<byte> tokenClasses, Vector512<byte> offsets)
    {
        Vector512<byte> tokenOffsets = Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => Avx512BW.PermuteVar32x16(offsets.AsUInt16(), tokenClasses.AsUInt16()).AsByte(),
            sizeof(int) => Avx512F.PermuteVar16x32(offsets.AsUInt32(), tokenClasses.AsUInt32()).AsByte(),
            _ => Avx512F.PermuteVar8x64(offsets.AsUInt64(), tokenClasses.AsUInt64()).AsByte(),
        };
        return Avx512Vbmi.PermuteVar64x8x2(window, Avx512BW.AddSaturate(tokens, tokenOffsets), signs);
    }

    /// <summary>Where jumps over 1, 2, 4, 8 and 16 tokens lead from every position of a window.</summary>
    private readonly struct Jumps
    {
        public readonly Vector512<byte> J1;
        public readonly Vector512<byte> J2;
        public readonly Vector512<byte> J4;
        public readonly Vector512<byte> J8;
        public readonly Vector512<byte> J16;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private Jumps(Vector512<byte> j1, Vector512<byte> j2, Vector512<byte> j4, Vector512<byte> j8, Vector512<byte> j16)
        {
            J1 = j1;
            J2 = j2;
            J4 = j4;
            J8 = j8;
            J16 = j16;
        }

        /// <summary>Doubles the jumps of two windows, in turn.</summary>
        /// <param name="j1A">For each position of the first window, where the next token begins.</param>
        /// <param name="j1B">For each position of the second window, where the next token begins.</param>
        /// <param name="a">Receives the first window's jumps.</param>
        /// <param name="b">Receives the second window's jumps.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Double(Vector512<byte> j1A, Vector512<byte> j1B, out Jumps a, out Jumps b)
        {
            Vector512<byte> j2A = Permute(j1A, j1A);
            Vector512<byte> j2B = Permute(j1B, j1B);
            Vector512<byte> j4A = Permute(j2A, j2A);
            Vector512<byte> j4B = Permute(j2B, j2B);
            Vector512<byte> j8A = Permute(j4A, j4A);
            Vector512<byte> j8B = Permute(j4B, j4B);
            a = new Jumps(j1A, j2A, j4A, j8A, Permute(j8A, j8A));
            b = new Jumps(j1B, j2B, j4B, j8B, Permute(j8B, j8B));
        }
    }

    /// <summary>The tables in which the bytes of a window are looked up, loaded into registers ahead of the loops.</summary>
    internal readonly struct WindowTables
    {
        /// <summary>By class, where the bytes of a token's value come from.</summary>
        public readonly Vector512<byte> Offsets;

        private readonly Vector512<byte> classTable;
        private readonly Vector512<byte> lengths;
        private readonly Vector512<byte> inside;
        private readonly Vector512<byte> lengthInside;
        private readonly Vector512<byte> nextByte;
        private readonly Vector512<byte> fixInt;

        /// <summary>Initializes a new instance of the <see cref="WindowTables"/> struct.</summary>
        /// <param name="classTable">The classes of the first bytes.</param>
        /// <param name="offsets">The offsets of the classes.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public WindowTables(ref byte classTable, ref byte offsets)
        {
            this.classTable = Vector512.LoadUnsafe(ref classTable);
            lengths = Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(MixedWidthTable.LengthsLessOne));
            Offsets = Vector512.LoadUnsafe(ref offsets);
            inside = Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)Stride));
            lengthInside = inside & Vector512.Create((byte)0x07);
            nextByte = Vector512<byte>.Indices - inside;
            fixInt = Vector512.Create(MixedWidthTable.LeastRowCode);
        }

        /// <summary>
        /// Looks up, for each byte of a window, what a token that begins with it would be. Past the stride there is no class, and the next token begins at the
        /// position itself.
        /// </summary>
        /// <param name="window">The window.</param>
        /// <param name="classes">Receives the classes.</param>
        /// <param name="signs">Receives the sign of each byte, all zeros or all ones, and a zero in the last.</param>
        /// <returns>J1: where the next token begins.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<byte> LookUp(Vector512<byte> window, out Vector512<byte> classes, out Vector512<byte> signs)
        {
            Vector512<byte> first = Vector512.Max(window, fixInt);
            Vector512<byte> all = Permute(classTable, first);
            Vector512<byte> step = Unsafe.SizeOf<TLane>() == sizeof(long) ? Permute(lengths, first) & inside : all & lengthInside;
            classes = all & inside;

            // Not a blend with zero: for that the compiler names another register, which the instruction does not need, but which the CPU waits for.
            signs = Vector512.LessThan(window.AsSByte(), Vector512<sbyte>.Zero).AsByte() & AllButLast();
            return nextByte + step;
        }
    }
}
