using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The algorithm of <see cref="MixedWidthDecoderAvx512{TLane, TSignedness}"/> on two windows of 16 bytes, one in each half of a register: a shuffle
/// within the halves looks up 16 rows, so both the window and the table have 16. For elements of 16 and 32 bits; with wider elements a window
/// would hold one or two tokens.
/// </summary>
/// <remarks>
/// <code>
///   bytes      0 … 10 11 … 15 | 11 … 21 22 … 26      32-bit elements: a token that begins before the stride of 11 ends within the window
/// </code>
/// </remarks>
internal readonly struct MixedWidthDecoderAvx2<TLane, TSignedness> : IMixedWidthDecoder<TLane>
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
        get => Avx2.IsSupported && Unsafe.SizeOf<TLane>() is sizeof(short) or sizeof(int);
    }

    public static int MinLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Stride + Window;
    }

    public static int MinRoom
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(short) ? 32 : 24;
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

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeSparse(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector256<byte> positions = Positions();
        Vector256<byte> extensions = Extensions();
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint position = 0;
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - MinLength;
        nint lastTo = room - (2 * SparseCount);
        if (lastFrom < 0)
        {
            consumed = 0;
            return 0;
        }

        // Six windows at a time, two in each vector (docs/algorithms/decode.md says why). When a round begins, the tokens of these two are known, and what the
        // next two say of their bytes. Each gets a step further, and the second two are looked up. Past the last windows, these stand for those that are not
        // there.
        Vector256<byte> nextJ1 = LookUp(Load(ref source, 0, length), out Vector256<byte> classes);
        Vector256<byte> lower = SparseTokens(nextJ1, Vector128<byte>.Zero, out Vector256<byte> upper, out Vector256<byte> bad, out Vector128<byte> nextEntry);
        nextJ1 = LookUp(Load(ref source, Math.Min(2 * Stride, lastFrom), length), out Vector256<byte> nextClasses);
        while (from <= lastFrom && to <= lastTo)
        {
            nint nextPosition = nextEntry.ToScalar();
            Vector256<byte> nextLower = SparseTokens(
                nextJ1, nextEntry, out Vector256<byte> nextUpper, out Vector256<byte> nextBad, out Vector128<byte> secondEntry);
            nextJ1 = LookUp(Load(ref source, Math.Min(from + (4 * Stride), lastFrom), length), out Vector256<byte> secondClasses);

            Vector256<byte> windows = Load(ref source, from, length);
            Vector256<byte> lowerValues = Values(windows, lower, classes, positions, extensions, ref bad);
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                if ((bad & Vector256.Create((ushort)0x8000).AsByte()) != Vector256<byte>.Zero)
                {
                    break;
                }

                // A bit for each token: from the second byte of its lane 0 is subtracted, so that its bit stays clear.
                uint inside = (lower - Vector256.Create((ushort)Stride).AsByte()).ExtractMostSignificantBits();
                nint first = to;
                to += BitOperations.PopCount((ushort)inside);
                Bounds.Assert(first, SparseCount, room);
                Bounds.Assert(to, SparseCount, room);
                lowerValues.GetLower().StoreUnsafe(ref target, (nuint)(first * sizeof(short)));
                lowerValues.GetUpper().StoreUnsafe(ref target, (nuint)(to * sizeof(short)));
                to += BitOperations.PopCount(inside >> 16);
            }
            else
            {
                Vector256<byte> upperValues = Values(windows, upper, classes, positions, extensions, ref bad);
                if (bad.AsInt32().ExtractMostSignificantBits() != 0)
                {
                    break;
                }

                // A bit for each token: from the second of every two bytes 0 is subtracted, so that its bit stays clear.
                uint inside = (Avx2.Blend(lower.AsInt16(), upper.AsInt16(), 0b1010_1010).AsByte() - Vector256.Create((ushort)Stride).AsByte())
                    .ExtractMostSignificantBits();
                nint first = to;
                to += BitOperations.PopCount((ushort)inside);
                Bounds.Assert(first, SparseCount, room);
                Bounds.Assert(to, SparseCount, room);
                Avx2.Permute2x128(lowerValues, upperValues, 0x20).StoreUnsafe(ref target, (nuint)(first * sizeof(int)));
                Avx2.Permute2x128(lowerValues, upperValues, 0x31).StoreUnsafe(ref target, (nuint)(to * sizeof(int)));
                to += BitOperations.PopCount(inside >> 16);
            }

            from += 2 * Stride;
            (lower, upper, bad) = (nextLower, nextUpper, nextBad);
            classes = nextClasses;
            position = nextPosition;
            nextEntry = secondEntry;
            nextClasses = secondClasses;
        }

        consumed = from + position;
        return to;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeDense(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector256<byte> positions = Positions();
        Vector256<byte> extensions = Extensions();
        Vector256<byte> stride = Vector256.Create((byte)Stride);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint position = 0;
        nint from = 0;
        nint to = 0;
        nint lastFrom = length - MinLength;
        nint lastTo = room - MinRoom;
        if (lastFrom < 0)
        {
            consumed = 0;
            return 0;
        }

        Vector256<byte> nextJ1 = LookUp(Load(ref source, 0, length), out Vector256<byte> classes);
        Vector256<byte> lower = DenseTokens(
            nextJ1, Vector128<byte>.Zero, out Vector256<byte> upper, out Vector256<byte> last, out Vector128<byte> nextEntry);
        nextJ1 = LookUp(Load(ref source, Math.Min(2 * Stride, lastFrom), length), out Vector256<byte> nextClasses);
        while (from <= lastFrom && to <= lastTo)
        {
            nint nextPosition = nextEntry.ToScalar();
            Vector256<byte> nextLower = DenseTokens(
                nextJ1, nextEntry, out Vector256<byte> nextUpper, out Vector256<byte> nextLast, out Vector128<byte> secondEntry);
            nextJ1 = LookUp(Load(ref source, Math.Min(from + (4 * Stride), lastFrom), length), out Vector256<byte> secondClasses);

            Vector256<byte> windows = Load(ref source, from, length);
            Vector256<byte> bad = Vector256<byte>.Zero;
            Vector256<byte> lowerValues = Values(windows, lower, classes, positions, extensions, ref bad);
            Vector256<byte> upperValues = Values(windows, upper, classes, positions, extensions, ref bad);
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                if ((bad & Vector256.Create((ushort)0x8000).AsByte()) != Vector256<byte>.Zero)
                {
                    break;
                }

                Vector256<byte> both = Avx2.BlendVariable(lower, upper, Vector256.Create((ushort)0xff00).AsByte());
                uint inside = (both - stride).ExtractMostSignificantBits();
                nint first = to;
                to += BitOperations.PopCount((ushort)inside);
                Bounds.Assert(first, 16, room);
                Bounds.Assert(to, 16, room);
                Avx2.Permute2x128(lowerValues, upperValues, 0x20).StoreUnsafe(ref target, (nuint)(first * sizeof(short)));
                Avx2.Permute2x128(lowerValues, upperValues, 0x31).StoreUnsafe(ref target, (nuint)(to * sizeof(short)));
                to += BitOperations.PopCount(inside >> 16);
            }
            else
            {
                Vector256<byte> lastValues = Values(windows, last, classes, positions, extensions, ref bad);
                if (bad.AsInt32().ExtractMostSignificantBits() != 0)
                {
                    break;
                }

                // A byte of each of the three tokens of a lane, and a fourth byte, from which 0 is subtracted, so that its bit stays clear.
                Vector256<byte> all = Avx2.BlendVariable(
                    Avx2.Blend(lower.AsInt16(), upper.AsInt16(), 0b1010_1010).AsByte(), last, Vector256.Create(0x0000_ff00).AsByte());
                uint inside = (all - Vector256.Create((Stride << 16) | (Stride << 8) | Stride).AsByte()).ExtractMostSignificantBits();
                nint first = to;
                to += BitOperations.PopCount((ushort)inside);
                Bounds.Assert(first, 12, room);
                Bounds.Assert(to, 12, room);
                Avx2.Permute2x128(lowerValues, upperValues, 0x20).StoreUnsafe(ref target, (nuint)(first * sizeof(int)));
                lastValues.GetLower().StoreUnsafe(ref target, (nuint)((first + 8) * sizeof(int)));
                Avx2.Permute2x128(lowerValues, upperValues, 0x31).StoreUnsafe(ref target, (nuint)(to * sizeof(int)));
                lastValues.GetUpper().StoreUnsafe(ref target, (nuint)((to + 8) * sizeof(int)));
                to += BitOperations.PopCount(inside >> 16);
            }

            from += 2 * Stride;
            (lower, upper, last) = (nextLower, nextUpper, nextLast);
            classes = nextClasses;
            position = nextPosition;
            nextEntry = secondEntry;
            nextClasses = secondClasses;
        }

        consumed = from + position;
        return to;
    }

    public static nint DecodeRest(ref byte source, nint length, ref TLane destination, nint room, bool isDense, out nint consumed)
    {
        nint from = 0;
        nint to = 0;
        if (isDense && (length < MinLength || room < MinRoom))
        {
            // Not if the loop for windows ended at a token that it does not take: that token would end this loop too.
            to = MixedWidthDecoderVector128<TLane, TSignedness>.DecodeDense(ref source, length, ref destination, room, out from);
        }

        to += BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeToEnd(
            ref Unsafe.Add(ref source, from), length - from, ref Unsafe.Add(ref destination, to), room - to, out consumed);
        consumed += from;
        return to;
    }

    /// <summary>Loads the two windows from here on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Load(ref byte source, nint at, nint length)
    {
        Bounds.Assert(at, Stride + Vector128<byte>.Count, length);
        return HalvesAvx2.Load(ref source, at, Stride);
    }

    private static ReadOnlySpan<byte> Classes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(short)
            ? TSignedness.IsSigned ? MixedWidthTable.Int16NarrowClasses : MixedWidthTable.UInt16NarrowClasses
            : TSignedness.IsSigned ? MixedWidthTable.Int32NarrowClasses : MixedWidthTable.UInt32NarrowClasses;
    }

    private static ReadOnlySpan<byte> LengthsLessOne
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(short) ? MixedWidthTable.NarrowLengthsLessOne16 : MixedWidthTable.NarrowLengthsLessOne32;
    }

    /// <summary>A table of 16 rows in both halves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Both(ReadOnlySpan<byte> rows)
    {
        Vector128<byte> half = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(rows));
        return Vector256.Create(half, half);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Positions() => Unsafe.SizeOf<TLane>() == sizeof(short)
        ? Both(MixedWidthTable.NarrowPositions16)
        : Vector256.LoadUnsafe(ref MemoryMarshal.GetReference(MixedWidthTable.NarrowPositions32));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Extensions() => Unsafe.SizeOf<TLane>() == sizeof(short)
        ? Both(MixedWidthTable.NarrowSigns16)
        : Vector256.LoadUnsafe(ref MemoryMarshal.GetReference(MixedWidthTable.NarrowShifts32));

    /// <summary>All ones in the bytes at which a token of this window may begin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Inside()
    {
        Vector128<byte> half = Vector128.LessThan(Vector128<byte>.Indices, Vector128.Create((byte)Stride));
        return Vector256.Create(half, half);
    }

    /// <summary>For each position, the next one; past the stride, the position itself.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> NextByte() => Vector256.Create(Vector128<byte>.Indices, Vector128<byte>.Indices) - Inside();

    /// <summary>
    /// For each byte, taken for a token's first, its row of the 16; bit 7 is set for fixints and past the stride. The template of the tables explains the rows.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Index(Vector256<byte> windows) =>
        Vector256.Min(windows - Vector256.Create(MessagePackFirstByte.UInt8), Vector256.Create((byte)8))
            | Vector256.GreaterThan(windows.AsSByte(), GreatestOther()).AsByte();

    /// <summary>The number that fixints exceed. Past the stride, the number that all bytes but 80 exceed; 80 begins no token that is decoded here.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<sbyte> GreatestOther() =>
        Vector256.ConditionalSelect(Inside().AsSByte(), Vector256.Create((sbyte)(TSignedness.LeastFixInt - 1)), Vector256.Create(sbyte.MinValue));

    /// <summary>Looks up, for each byte of two windows, what a token that begins with it would be.</summary>
    /// <param name="windows">The two windows.</param>
    /// <param name="classes">Receives the classes.</param>
    /// <returns>J1: where the next token begins; past the stride, the position itself.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> LookUp(Vector256<byte> windows, out Vector256<byte> classes)
    {
        Vector256<byte> index = Index(windows);
        classes = Avx2.Shuffle(Both(Classes), index);
        return Avx2.Shuffle(Both(LengthsLessOne), index) + NextByte();
    }

    /// <summary>The tokens of windows that hold few: where the first ones begin, and where those begin that follow them.</summary>
    /// <param name="j1">Where the next token begins.</param>
    /// <param name="entry">Where the first token of the first window begins.</param>
    /// <param name="upper">Receives the second four of 32-bit elements.</param>
    /// <param name="bad">Receives a set bit 7 in some byte if a window has more than eight tokens.</param>
    /// <param name="next">Receives where the first token of the window behind these two begins.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> SparseTokens(
        Vector256<byte> j1, Vector128<byte> entry, out Vector256<byte> upper, out Vector256<byte> bad, out Vector128<byte> next)
    {
        Vector256<byte> j2 = Avx2.Shuffle(j1, j1);
        Vector256<byte> j4 = Avx2.Shuffle(j2, j2);
        Vector128<byte> middle = Enter(Avx2.Shuffle(j4, j4), entry, out next);

        // Bit 7 of an entry is set if it lies before the window it should lie in.
        bad = (middle | next).ToVector256();
        Vector256<byte> lower = Tokens(Vector256.Create(entry, middle), j1, j2, j4);
        upper = Avx2.Shuffle(j4, lower);
        return lower;
    }

    /// <summary>The tokens of windows that hold many.</summary>
    /// <inheritdoc cref="SparseTokens"/>
    /// <param name="j1">Where the next token begins.</param>
    /// <param name="entry">Where the first token of the first window begins.</param>
    /// <param name="upper">Receives the next eight; of 32-bit elements, the next four.</param>
    /// <param name="last">Receives the four after these of 32-bit elements.</param>
    /// <param name="next">Receives where the first token of the window behind these two begins.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> DenseTokens(
        Vector256<byte> j1, Vector128<byte> entry, out Vector256<byte> upper, out Vector256<byte> last, out Vector128<byte> next)
    {
        Vector256<byte> j2 = Avx2.Shuffle(j1, j1);
        Vector256<byte> j4 = Avx2.Shuffle(j2, j2);
        Vector256<byte> j8 = Avx2.Shuffle(j4, j4);
        Vector128<byte> middle = Enter(Avx2.Shuffle(j8, j8), entry, out next);
        Vector256<byte> lower = Tokens(Vector256.Create(entry, middle), j1, j2, j4);
        last = Avx2.Shuffle(j8, lower);
        upper = Unsafe.SizeOf<TLane>() == sizeof(short) ? last : Avx2.Shuffle(j4, lower);
        return lower;
    }

    /// <summary>Where the first token of the second window begins, and that of the window behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Enter(Vector256<byte> jump, Vector128<byte> entry, out Vector128<byte> next)
    {
        // The upper half is taken out first: the lower half, used last, is then shuffled where it is.
        Vector256<byte> exit = jump - Vector256.Create((byte)Stride);
        Vector128<byte> upperExit = exit.GetUpper();
        Vector128<byte> middle = Ssse3.Shuffle(exit.GetLower(), entry);
        next = Ssse3.Shuffle(upperExit, middle);
        return middle;
    }

    /// <summary>Where the tokens begin, the position of each in all bytes of its lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Tokens(Vector256<byte> entries, Vector256<byte> j1, Vector256<byte> j2, Vector256<byte> j4)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            Vector256<byte> words = Avx2.Blend(entries.AsInt16(), Avx2.Shuffle(j1, entries).AsInt16(), 0b1010_1010).AsByte();
            words = Avx2.Blend(words.AsInt32(), Avx2.Shuffle(j2, words).AsInt32(), 0b1010_1010).AsByte();
            return Avx2.Blend(words.AsInt32(), Avx2.Shuffle(j4, words).AsInt32(), 0b1100_1100).AsByte();
        }

        Vector256<byte> tokens = Avx2.Blend(entries.AsInt32(), Avx2.Shuffle(j1, entries).AsInt32(), 0b1010_1010).AsByte();
        return Avx2.Blend(tokens.AsInt32(), Avx2.Shuffle(j2, tokens).AsInt32(), 0b1100_1100).AsByte();
    }

    /// <summary>The values of the tokens at these positions.</summary>
    /// <param name="windows">The bytes.</param>
    /// <param name="tokens">The positions.</param>
    /// <param name="classes">The classes of all positions.</param>
    /// <param name="positions">By class, where the bytes of a value are.</param>
    /// <param name="extensions">By class, which bit of a 16-bit value is its sign, or by how many bits a 32-bit value is shifted.</param>
    /// <param name="bad">Receives a set top bit in each lane whose token is not decoded here, or whose value does not fit.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Values(
        Vector256<byte> windows,
        Vector256<byte> tokens,
        Vector256<byte> classes,
        Vector256<byte> positions,
        Vector256<byte> extensions,
        ref Vector256<byte> bad)
    {
        Vector256<byte> tokenClasses = Avx2.Shuffle(classes, tokens);
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            Vector256<byte> rows = tokenClasses | Vector256.Create((ushort)0x0100).AsByte();
            Vector256<byte> sign = Avx2.Shuffle(extensions, rows);
            Vector256<byte> payloads = Avx2.Shuffle(windows, Avx2.Shuffle(positions, rows) + tokens);
            Vector256<byte> values = ((payloads ^ sign).AsInt16() - sign.AsInt16()).AsByte();
            bad |= values & (tokenClasses + tokenClasses);
            return values;
        }
        else
        {
            Vector256<byte> at = Avx2.PermuteVar8x32(positions.AsInt32(), tokenClasses.AsInt32()).AsByte() + tokens;
            Vector256<uint> shifts = Avx2.PermuteVar8x32(extensions.AsUInt32(), tokenClasses.AsUInt32());
            Vector256<byte> values = Avx2.ShiftRightArithmeticVariable(Avx2.Shuffle(windows, at).AsInt32(), shifts).AsByte();
            bad |= values & tokenClasses;
            return values;
        }
    }
}
