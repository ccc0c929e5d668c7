using System;
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

    /// <summary>Gets the positions in a window.</summary>
    internal static ReadOnlySpan<byte> Positions =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    ];

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
        Vector512<byte> upperHalves = Unsafe.SizeOf<TLane>() == sizeof(short) ? Vector512.Create((ushort)0xff00).AsByte()
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? OddWords
            : OddDwords;
        return (nint)(CountInside(Mix(upperHalves, upper, lower), stride) / (nuint)(Unsafe.SizeOf<TLane>() / 2));
    }

    /// <summary>How many tokens of four registers of 32-bit lanes begin before the stride: a byte of each lane is taken from each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint CountInside(
        Vector512<byte> first, Vector512<byte> second, Vector512<byte> third, Vector512<byte> fourth, Vector512<byte> stride)
    {
        Vector512<byte> all = Mix(Vector512.Create(0x0000_ff00).AsByte(), second, first);
        all = Mix(Vector512.Create(0x00ff_0000).AsByte(), third, all);
        return (nint)CountInside(Mix(Vector512.Create(0xff00_0000).AsByte(), fourth, all), stride);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector512<byte> Permute(Vector512<byte> table, Vector512<byte> indices) => Avx512Vbmi.PermuteVar64x8(table, indices);

    /// <summary>All ones in all bytes but the last: zeros are taken from that one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> AllButLast() => Vector512.Create(
        ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue, ulong.MaxValue >> 8)
        .AsByte();

    /// <summary>
    /// The bits of <paramref name="one"/> where the mask's are set, else those of <paramref name="other"/>. With a constant mask this is one instruction, which
    /// reads the mask from memory; a blend takes one more, to put it into a mask register.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Mix(Vector512<byte> mask, Vector512<byte> one, Vector512<byte> other) =>
        Avx512F.TernaryLogic(mask, one, other, 0xCA);

    /// <summary>The same with a mask of 64-bit lanes, of which eight bytes are in memory: a whole vector there may lie in two cache lines.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Mix(ulong mask, Vector512<byte> one, Vector512<byte> other) =>
        Avx512F.TernaryLogic(Vector512.Create(mask), one.AsUInt64(), other.AsUInt64(), 0xCA).AsByte();

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

    /// <summary>
    /// The lanes whose number has a bit set: the odd lanes for 1, the odd pairs for 2, and so on. (Their bytes have that bit set, times the lane's length, in
    /// their position.)
    /// </summary>
    /// <param name="positions">
    /// <see cref="Positions"/>, which the compiler must not know: it keeps in mask registers what it has compared, but loads a mask that it knows again each
    /// time, and that takes the time of a permute.
    /// </param>
    /// <param name="bit">The bit. With more lanes than a register has there are none.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector512<byte> LanesWith(Vector512<byte> positions, int bit)
    {
        Vector512<byte> positionBit = Vector512.Create((byte)(bit < Lanes ? bit * Unsafe.SizeOf<TLane>() : Window));
        return Vector512.Equals(positions & positionBit, positionBit);
    }

    /// <summary>Where jumps over 2, 4, 8, 16 and 32 tokens lead from every position of a window.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Double(
        Vector512<byte> j1, out Vector512<byte> j2, out Vector512<byte> j4, out Vector512<byte> j8, out Vector512<byte> j16, out Vector512<byte> j32)
    {
        j2 = Permute(j1, j1);
        j4 = Permute(j2, j2);
        j8 = Permute(j4, j4);
        j16 = Permute(j8, j8);
        j32 = Permute(j16, j16);
    }

    /// <summary>
    /// Moves the tokens of some lanes on. With the lanes in a mask register, this is one instruction, a permute that keeps the other lanes. That is why
    /// <see cref="Select"/> is a blend, and not a ternary of three vectors.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector512<byte> Advance(Vector512<byte> tokens, Vector512<byte> jump, Vector512<byte> lanes) =>
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

    /// <summary>How far beyond the next byte the next token begins, for a token that begins with each of these bytes.</summary>
    /// <param name="table">What 64-bit elements have for that: <see cref="MixedWidthTable.LengthsLessOne"/>. Of others, the classes say it.</param>
    /// <param name="first">The bytes, raised to the table's first row.</param>
    /// <param name="classes">Their classes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> LengthsLessOne(Vector512<byte> table, Vector512<byte> first, Vector512<byte> classes) =>
        Unsafe.SizeOf<TLane>() == sizeof(long) ? Permute(table, first) : classes & Vector512.Create((byte)0x07);

    /// <summary>The tables in which the bytes of a window are looked up, loaded into registers ahead of the loops.</summary>
    internal readonly struct WindowTables
    {
        /// <summary>By class, where the bytes of a token's value come from.</summary>
        public readonly Vector512<byte> Offsets;

        private readonly Vector512<byte> classTable;
        private readonly Vector512<byte> lengths;
        private readonly Vector512<byte> inside;
        private readonly Vector512<byte> nextByte;
        private readonly Vector512<byte> least;

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
            nextByte = Vector512<byte>.Indices - inside;
            least = Vector512.Create(MixedWidthTable.LeastRowCode) | ~inside;
        }

        /// <summary>The sign of each byte of a window, all zeros or all ones, and a zero in the last.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector512<byte> Signs(Vector512<byte> window) =>
            // Not a blend with zero: for that the compiler names another register, which the instruction does not need, but which the CPU waits for.
            Vector512.LessThan(window.AsSByte(), Vector512<sbyte>.Zero).AsByte() & AllButLast();

        /// <summary>
        /// Looks up, for each byte of a window, what a token that begins with it would be. Past the stride all bytes are raised to ff, the fixint -1, so that
        /// the next token begins at the position itself, and there is no class. (Where elements have no sign, ff has the class of what is not decoded; it is
        /// cleared.)
        /// </summary>
        /// <param name="window">The window.</param>
        /// <param name="classes">Receives the classes.</param>
        /// <returns>J1: where the next token begins.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<byte> LookUp(Vector512<byte> window, out Vector512<byte> classes)
        {
            Vector512<byte> first = Vector512.Max(window, least);
            Vector512<byte> all = Permute(classTable, first);
            classes = TSignedness.IsSigned ? all : all & inside;
            return nextByte + LengthsLessOne(lengths, first, all);
        }
    }
}
