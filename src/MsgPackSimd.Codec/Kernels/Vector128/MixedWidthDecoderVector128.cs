using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The algorithm of <see cref="MixedWidthDecoderAvx512{TLane, TSignedness}"/> on a window of 16 bytes, with nothing but a byte shuffle (SSSE3,
/// AdvSimd). For elements of 16 and 32 bits.
/// </summary>
internal readonly struct MixedWidthDecoderVector128<TLane, TSignedness> : IMixedWidthDecoder<TLane>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    private const int Window = 16;

    /// <summary>How many tokens <see cref="DecodeSparse"/> takes of a window, at most.</summary>
    private const int SparseCount = 8;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle && Unsafe.SizeOf<TLane>() is sizeof(short) or sizeof(int);
    }

    public static int MinLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Window;
    }

    public static int MinRoom
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(short) ? 16 : 12;
    }

    /// <summary>
    /// Gets the density in sixteenths: on average some six or seven tokens in the 11 or 13 bytes of a stride, of the eight that the sparse loop takes.
    /// </summary>
    public static int SparseDensity
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 9;
    }

    /// <summary>Gets how many bytes lie between the beginnings of two windows.</summary>
    private static int Stride
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Window - 1 - Unsafe.SizeOf<TLane>();
    }

    private static ref byte Classes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(Unsafe.SizeOf<TLane>() == sizeof(short)
            ? TSignedness.IsSigned ? MixedWidthTable.Int16NarrowClasses : MixedWidthTable.UInt16NarrowClasses
            : TSignedness.IsSigned ? MixedWidthTable.Int32ByteClasses : MixedWidthTable.UInt32ByteClasses);
    }

    private static ref byte LengthsLessOne
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(
            Unsafe.SizeOf<TLane>() == sizeof(short) ? MixedWidthTable.NarrowLengthsLessOne16 : MixedWidthTable.NarrowLengthsLessOne32);
    }

    private static ref byte Positions
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(
            Unsafe.SizeOf<TLane>() == sizeof(short) ? MixedWidthTable.NarrowPositions16 : MixedWidthTable.BytePositions32);
    }

    private static ref byte Signs
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(
            Unsafe.SizeOf<TLane>() == sizeof(short) ? MixedWidthTable.NarrowSigns16 : MixedWidthTable.ByteSigns32);
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeSparse(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector128<byte> positions = Vector128.LoadUnsafe(ref Positions);
        Vector128<byte> signs = Vector128.LoadUnsafe(ref Signs);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - Window;
        nint lastTo = room - SparseCount;
        if (lastFrom < 0)
        {
            consumed = 0;
            return 0;
        }

        // The next window is looked up before the tokens of this one are found, or the last one once more: less waits that way (docs/algorithms/decode.md).
        Vector128<byte> j1 = LookUp(Vector128.LoadUnsafe(ref source), out Vector128<byte> classes);
        Vector128<byte> entry = Vector128<byte>.Zero;
        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, Window, length);
            Bounds.Assert(to, SparseCount, room);
            Vector128<byte> lower = SparseTokens(j1, entry, out Vector128<byte> upper, out Vector128<byte> nextEntry);
            Vector128<byte> nextJ1 = LookUp(
                Vector128.LoadUnsafe(ref source, (nuint)Math.Min(from + Stride, lastFrom)), out Vector128<byte> nextClasses);

            Vector128<byte> window = Vector128.LoadUnsafe(ref source, (nuint)from);
            Vector128<byte> lowerValues = Values(window, lower, classes, positions, signs, out Vector128<byte> bad);

            // Bit 7 is set here if eight jumps end before the stride, which means more than eight tokens.
            bad |= nextEntry;
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                if ((bad & LaneTops()) != Vector128<byte>.Zero)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref target, (nuint)(to * sizeof(short)));
                // A bit for each token: the first byte of its lane is compared with the stride, the second one with 0, which gives no bit.
                to += Simd128.CountTopBits(lower - Vector128.Create((ushort)Stride).AsByte());
            }
            else
            {
                Vector128<byte> upperValues = Values(window, upper, classes, positions, signs, out Vector128<byte> upperBad);
                if (((bad | upperBad) & LaneTops()) != Vector128<byte>.Zero)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref target, (nuint)(to * sizeof(int)));
                upperValues.StoreUnsafe(ref target, (nuint)((to + 4) * sizeof(int)));
                // A bit for each token: of every two bytes the first one is compared with the stride, the second one with 0, which gives no bit.
                Vector128<byte> both = OddWords(upper, lower);
                to += Simd128.CountTopBits(both - Vector128.Create((ushort)Stride).AsByte());
            }

            from += Stride;
            classes = nextClasses;
            j1 = nextJ1;
            entry = nextEntry;
        }

        consumed = from + entry.ToScalar();
        return to;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeDense(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector128<byte> positions = Vector128.LoadUnsafe(ref Positions);
        Vector128<byte> signs = Vector128.LoadUnsafe(ref Signs);
        Vector128<byte> stride = Vector128.Create((byte)Stride);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - Window;
        nint lastTo = room - MinRoom;
        if (lastFrom < 0)
        {
            consumed = 0;
            return 0;
        }

        Vector128<byte> j1 = LookUp(Vector128.LoadUnsafe(ref source), out Vector128<byte> classes);
        Vector128<byte> entry = Vector128<byte>.Zero;
        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, Window, length);
            Bounds.Assert(to, MinRoom, room);
            Vector128<byte> lower = DenseTokens(j1, entry, out Vector128<byte> upper, out Vector128<byte> last, out Vector128<byte> nextEntry);
            Vector128<byte> nextJ1 = LookUp(
                Vector128.LoadUnsafe(ref source, (nuint)Math.Min(from + Stride, lastFrom)), out Vector128<byte> nextClasses);

            Vector128<byte> window = Vector128.LoadUnsafe(ref source, (nuint)from);
            Vector128<byte> lowerValues = Values(window, lower, classes, positions, signs, out Vector128<byte> bad);
            Vector128<byte> all;
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                Vector128<byte> upperValues = Values(window, upper, classes, positions, signs, out Vector128<byte> upperBad);
                if (((bad | upperBad) & LaneTops()) != Vector128<byte>.Zero)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref target, (nuint)(to * sizeof(short)));
                upperValues.StoreUnsafe(ref target, (nuint)((to + 8) * sizeof(short)));
                all = Select(Vector128.Create((ushort)0xff00).AsByte(), upper, lower);
            }
            else
            {
                Vector128<byte> upperValues = Values(window, upper, classes, positions, signs, out Vector128<byte> upperBad);
                Vector128<byte> lastValues = Values(window, last, classes, positions, signs, out Vector128<byte> lastBad);
                if (((bad | upperBad | lastBad) & LaneTops()) != Vector128<byte>.Zero)
                {
                    break;
                }

                lowerValues.StoreUnsafe(ref target, (nuint)(to * sizeof(int)));
                upperValues.StoreUnsafe(ref target, (nuint)((to + 4) * sizeof(int)));
                lastValues.StoreUnsafe(ref target, (nuint)((to + 8) * sizeof(int)));

                // A byte from each of the three tokens of a lane, and a fourth byte, whose limit is 0, so that it gives no bit.
                all = Select(Vector128.Create(0x0000_ff00).AsByte(), last, OddWords(upper, lower));
            }

            Vector128<byte> limits = Unsafe.SizeOf<TLane>() == sizeof(short)
                ? stride
                : Vector128.Create((Stride << 16) | (Stride << 8) | Stride).AsByte();
            to += Simd128.CountTopBits(all - limits);
            from += Stride;
            classes = nextClasses;
            j1 = nextJ1;
            entry = nextEntry;
        }

        consumed = from + entry.ToScalar();
        return to;
    }

    public static nint DecodeRest(ref byte source, nint length, ref TLane destination, nint room, bool isDense, out nint consumed) =>
        BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeToEnd(ref source, length, ref destination, room, out consumed);

    /// <summary>Looks up, for each byte of a window, what a token that begins with it would be.</summary>
    /// <param name="window">The window.</param>
    /// <param name="classes">Receives the classes.</param>
    /// <returns>J1: where the next token begins; past the stride, the position itself.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LookUp(Vector128<byte> window, out Vector128<byte> classes)
    {
        Vector128<byte> index = Index(window);
        classes = Simd128.Shuffle(Vector128.LoadUnsafe(ref Classes), index);
        return Simd128.Shuffle(Vector128.LoadUnsafe(ref LengthsLessOne), index) + NextByte();
    }

    /// <summary>The tokens of a window that holds few.</summary>
    /// <param name="j1">Where the next token begins.</param>
    /// <param name="entry">Where the first token of the window begins.</param>
    /// <param name="upper">Receives where those tokens of 32-bit elements begin that follow the ones returned.</param>
    /// <param name="next">Receives where the first token of the next window begins.</param>
    /// <returns>Where the first tokens begin, the position of each in all bytes of its lane.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> SparseTokens(Vector128<byte> j1, Vector128<byte> entry, out Vector128<byte> upper, out Vector128<byte> next)
    {
        Vector128<byte> j2 = Simd128.Shuffle(j1, j1);
        Vector128<byte> j4 = Simd128.Shuffle(j2, j2);
        next = Simd128.Shuffle(Simd128.Shuffle(j4, j4) - Vector128.Create((byte)Stride), entry);
        Vector128<byte> lower = Tokens(entry, j1, j2, j4);
        upper = Simd128.Shuffle(j4, lower);
        return lower;
    }

    /// <summary>The tokens of a window that holds many.</summary>
    /// <inheritdoc cref="SparseTokens"/>
    /// <param name="j1">Where the next token begins.</param>
    /// <param name="entry">Where the first token of the window begins.</param>
    /// <param name="upper">Receives where the tokens begin that follow the ones returned.</param>
    /// <param name="last">Receives where those tokens of 32-bit elements begin that follow these.</param>
    /// <param name="next">Receives where the first token of the next window begins.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> DenseTokens(
        Vector128<byte> j1, Vector128<byte> entry, out Vector128<byte> upper, out Vector128<byte> last, out Vector128<byte> next)
    {
        Vector128<byte> j2 = Simd128.Shuffle(j1, j1);
        Vector128<byte> j4 = Simd128.Shuffle(j2, j2);
        Vector128<byte> j8 = Simd128.Shuffle(j4, j4);
        next = Simd128.Shuffle(Simd128.Shuffle(j8, j8) - Vector128.Create((byte)Stride), entry);
        Vector128<byte> lower = Tokens(entry, j1, j2, j4);
        last = Simd128.Shuffle(j8, lower);
        upper = Unsafe.SizeOf<TLane>() == sizeof(short) ? last : Simd128.Shuffle(j4, lower);
        return lower;
    }

    /// <summary>All bits of the bytes at which a token of this window may begin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Inside() => Vector128.LessThan(Vector128<byte>.Indices, Vector128.Create((byte)Stride));

    /// <summary>The position of the next byte; past the stride, the byte's own position.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> NextByte() => Vector128<byte>.Indices - Inside();

    /// <summary>The top bit of each lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LaneTops() => Unsafe.SizeOf<TLane>() == sizeof(short)
        ? Vector128.Create((ushort)0x8000).AsByte()
        : Vector128.Create(0x8000_0000).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Select(Vector128<byte> mask, Vector128<byte> where, Vector128<byte> elsewhere) =>
        Vector128.ConditionalSelect(mask, where, elsewhere);

    /// <summary>
    /// For each byte, as a token's first one, its row of 16; bit 7 is set for fixints and past the stride. The template of the tables explains the rows.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Index(Vector128<byte> window) =>
        Vector128.Min(window - Vector128.Create(MessagePackFirstByte.UInt8), Vector128.Create((byte)8))
            | Vector128.GreaterThan(window.AsSByte(), GreatestOther()).AsByte();

    /// <summary>
    /// The number that fixints are greater than. Past the stride it is -128: all bytes but 80 are greater, and 80 begins no token decoded here.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<sbyte> GreatestOther() =>
        Vector128.ConditionalSelect(Inside().AsSByte(), Vector128.Create((sbyte)(TSignedness.LeastFixInt - 1)), Vector128.Create(sbyte.MinValue));

    /// <summary>Where the tokens begin, the position of each in all bytes of its lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Tokens(Vector128<byte> entry, Vector128<byte> j1, Vector128<byte> j2, Vector128<byte> j4)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            Vector128<byte> words = OddWords(Simd128.Shuffle(j1, entry), entry);
            words = OddPairs(Simd128.Shuffle(j2, words), words);
            return UpperHalf(Simd128.Shuffle(j4, words), words);
        }

        Vector128<byte> tokens = OddPairs(Simd128.Shuffle(j1, entry), entry);
        return UpperHalf(Simd128.Shuffle(j2, tokens), tokens);
    }

    // Selections for which x64 has an instruction; as three instructions (and, and not, or) they accounted for a tenth of the time.

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> OddWords(Vector128<byte> where, Vector128<byte> elsewhere) => Sse41.IsSupported
        ? Sse41.Blend(elsewhere.AsInt16(), where.AsInt16(), 0b1010_1010).AsByte()
        : Vector128.ConditionalSelect(Vector128.Create(0xffff_0000).AsByte(), where, elsewhere);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> OddPairs(Vector128<byte> where, Vector128<byte> elsewhere) => Sse41.IsSupported
        ? Sse41.Blend(elsewhere.AsInt16(), where.AsInt16(), 0b1100_1100).AsByte()
        : Vector128.ConditionalSelect(Vector128.Create(0xffff_ffff_0000_0000).AsByte(), where, elsewhere);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> UpperHalf(Vector128<byte> where, Vector128<byte> elsewhere) => Sse41.IsSupported
        ? Sse41.Blend(elsewhere.AsInt16(), where.AsInt16(), 0b1111_0000).AsByte()
        : Vector128.ConditionalSelect(Vector128.Create(0, ulong.MaxValue).AsByte(), where, elsewhere);

    /// <summary>The values of the tokens at these positions.</summary>
    /// <param name="window">The bytes.</param>
    /// <param name="tokens">The positions.</param>
    /// <param name="classes">The classes of all positions.</param>
    /// <param name="positions">By class, where the bytes of a value are.</param>
    /// <param name="signs">By class, which bit of a value is its sign.</param>
    /// <param name="bad">Receives a set top bit in each lane whose token is not decoded here, or whose value does not fit.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Values(
        Vector128<byte> window,
        Vector128<byte> tokens,
        Vector128<byte> classes,
        Vector128<byte> positions,
        Vector128<byte> signs,
        out Vector128<byte> bad)
    {
        Vector128<byte> tokenClasses = Simd128.Shuffle(classes, tokens);
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            Vector128<byte> rows = (tokenClasses & Vector128.Create((byte)0x0f)) | Vector128.Create((ushort)0x0100).AsByte();
            Vector128<byte> sign = Simd128.Shuffle(signs, rows);
            Vector128<byte> payloads = Simd128.Shuffle(window, Simd128.Shuffle(positions, rows) + tokens);
            Vector128<byte> values = ((payloads ^ sign).AsInt16() - sign.AsInt16()).AsByte();
            bad = values & (tokenClasses + tokenClasses);
            return values;
        }
        else
        {
            Vector128<byte> sign = Simd128.Shuffle(signs, (tokenClasses & Vector128.Create((byte)0x03)) | Vector128.Create(0x0c08_0400).AsByte());
            Vector128<byte> at = Simd128.Shuffle(positions, (tokenClasses & Vector128.Create((byte)0x0c)) | Vector128.Create(0x0302_0100).AsByte()) + tokens;
            Vector128<byte> values = ((Simd128.Shuffle(window, at) ^ sign).AsInt32() - sign.AsInt32()).AsByte();
            bad = values & tokenClasses;
            return values;
        }
    }
}
