using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Tokens of full width, for elements of two, four or eight bytes: <c>float</c> and <c>double</c>, whose tokens always have it, and stretches of
/// integers. A byte permute puts the bytes into place, and there are no gaps to close.
/// </summary>
/// <remarks>
/// In the lane of an integer's prefix the permute leaves the value's top byte, whose top bit is the sign. If it is set, the prefix is <c>d1</c> instead of
/// <c>cd</c>, <c>d2</c> instead of <c>ce</c>, or <c>d3</c> instead of <c>cf</c>: three bits differ, 1c. One GFNI instruction, which multiplies the bits of
/// each byte by a matrix and adds a constant, turns signs into prefixes. (All processors with VBMI2 have it, but it can be switched off.)
/// <code>
///   permute   a3 a3 a2 a1 a0  b3 b3 b2 b1 b0  …        a is negative
///   affine    d2 d2 ce ce ce  ce ce ce d2 ce  …        in each lane: ce, or ce ^ 1c if its top bit is set
///   select    d2 a3 a2 a1 a0  ce b3 b2 b1 b0  …
/// </code>
/// Without GFNI, the prefixes are made from their arithmetic difference, 4:
/// <code>
///   prefixes  ce a3 a2 a1 a0  ce b3 b2 b1 b0  …
///   signs      4  0  0  0  0   0  0  0  0  0  …        permuted, shifted right by five, masked
///   sum       d2 a3 a2 a1 a0  ce b3 b2 b1 b0  …
/// </code>
/// The tokens of 64 elements fill as many whole vectors as a token has bytes. Each of these vectors begins at a different byte of a token, and all its
/// bytes come from one vector of elements. The vectors' rows are slices of one row, since the order repeats with every token. For elements of four bytes:
/// <code>
///   vector    begins at byte    elements from
///   0         0                 0
///   1         64 = 12 * 5 + 4   12
///   2         128 = 25 * 5 + 3  25
///   3         192 = 38 * 5 + 2  38
///   4         256 = 51 * 5 + 1  51
/// </code>
/// So no byte is stored twice: at 64 Ki elements this takes a tenth to a third less time than a store for each twelve elements. And if the first vector begins
/// where a cache line does (<see cref="CacheLine"/>), all of them do. Before and behind the groups, and in shorter arrays, each store takes 21, twelve or seven
/// elements, and the next store overwrites its last bytes. An array's last elements take overlapping stores or, where fewer than a vector of floats are left,
/// masks; a stretch ends under a mask.
/// </remarks>
internal static class FullWidthEncoderAvx512<TLane, TForm>
    where TLane : unmanaged
    where TForm : ITokenForm
{
    /// <summary>The number of elements whose tokens fill whole vectors, whatever the size of an element.</summary>
    private const int GroupLength = 64;

    /// <summary>With fewer integers the rows are not worth loading.</summary>
    private const int MinGroupedIntegers = 4 * GroupLength;

    /// <summary>Fewer floats take no longer in blocks than in groups: they need no test, and their tokens stay in the first level cache.</summary>
    private const int MinGroupedFloats = 16 * GroupLength;

    /// <summary>
    /// Gets how many floats there have to be: as many as fill a vector, since with fewer, a step under masks takes longer than the narrower kernels do.
    /// For elements of four bytes the narrower kernels are quicker with up to 25 elements.
    /// </summary>
    public static int MinFloats
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(float) ? 26 : LaneCount.Of512<TLane>();
    }

    /// <summary>The length in bytes of each of the table's two rows.</summary>
    private const int RowLength = 72;

    private static int TokenLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 1 + Unsafe.SizeOf<TLane>();
    }

    private static int BlockLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512<byte>.Count / TokenLength;
    }

    /// <summary>Gets how many elements there must be from the beginning of a group on: the group's last vector of elements reaches past the group.</summary>
    private static int GroupReach
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FirstElement(TokenLength - 1) + LaneCount.Of512<TLane>();
    }

    /// <summary>Gets whether there are shorter tokens. (Types are compared, which leaves the compiler nothing to inline: it has enough of that here.)</summary>
    private static bool IsInteger
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(TForm) != typeof(SingleForm) && typeof(TForm) != typeof(DoubleForm);
    }

    private static bool HasSign
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(TForm) == typeof(Int16Form<Signed>) || typeof(TForm) == typeof(Int32Form<Signed>) || typeof(TForm) == typeof(Int64Form<Signed>);
    }

    /// <summary>Gets the prefixes of values with a clear top bit.</summary>
    private static Vector512<byte> Prefixes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(HasSign ? TForm.OtherPrefix : TForm.Prefix);
    }

    private static ref readonly byte Table
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(
            Unsafe.SizeOf<TLane>() == sizeof(short) ? TokenLaneTable.FullWidth16
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? TokenLaneTable.FullWidth32
            : TokenLaneTable.FullWidth64);
    }

    /// <summary>Whether all of the integers have full width.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HaveFullWidth(Vector512<TLane> values) => !HasShorter(values);

    /// <summary>Whether an integer has full width.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasFullWidth(TLane value) => HasSign
        ? IntegerLane<TLane, Signed>.HasFullWidth(IntegerLane<TLane, Signed>.Extend(value))
        : IntegerLane<TLane, Unsigned>.HasFullWidth(IntegerLane<TLane, Unsigned>.Extend(value));

    /// <summary>Encodes integers while all of a vector have full width, the last ones under masks.</summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFullWidth"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeStretch(ref TLane source, nint count, ref byte destination, nint room)
    {
        nint fit = (nint)((nuint)room / (uint)TokenLength);
        if (count > fit)
        {
            count = fit;
        }

        nint taken = count >= MinGroupedIntegers ? EncodeGroups(ref source, count, ref destination) : 0;
        return taken + EncodeBlocks(in Table, ref Unsafe.Add(ref source, taken), count - taken, ref Unsafe.Add(ref destination, taken * TokenLength));
    }

    /// <summary>Encodes all elements.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go; no byte past them is written.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void EncodeAll(ref TLane source, nint count, ref byte destination)
    {
        Debug.Assert(!IsInteger);
        nint read = count >= MinGroupedFloats ? EncodeGroups(ref source, count, ref destination) : 0;
        ref TLane rest = ref Unsafe.Add(ref source, read);
        ref byte to = ref Unsafe.Add(ref destination, read * TokenLength);
        if (count - read >= LaneCount.Of512<TLane>())
        {
            EncodeFloats(in Table, ref rest, count - read, ref to);
        }
        else
        {
            EncodeBlocks(in Table, ref rest, count - read, ref to);
        }
    }

    /// <summary>
    /// Encodes an array of integers, if all of them have full width. The first and the last integer are checked beforehand, since what is written is of
    /// no use if the attempt fails.
    /// </summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, for which <see cref="IsArrayLength"/> holds.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <returns>Whether all have full width; if not, what was written is of no use.</returns>
    /// <remarks>Not inlined, and compiled with all optimizations, since the compiler has too little of its inlining budget left in the callers.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static bool TryEncodeArray(ref TLane source, nint count, ref byte destination, nint room) =>
        room >= count * TokenLength
        && HasFullWidth(source)
        && HasFullWidth(Unsafe.Add(ref source, count - 1))
        && EncodeOverlapped(in Table, ref source, count, ref destination);

    /// <summary>Whether <see cref="TryEncodeArray"/> is worth trying with so many integers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsArrayLength(nint count) => count >= LaneCount.Of512<TLane>() && count < MinGroupedIntegers;

    /// <summary>Encodes at least a vector of floats, with <see cref="EncodeOverlapped"/>, which can't fail for floats.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void EncodeFloats(ref readonly byte table, ref TLane source, nint count, ref byte destination) =>
        EncodeOverlapped(in table, ref source, count, ref destination);

    /// <summary>
    /// Encodes at least a vector of elements: first the vector of tokens at the end, then a store for each block. The last block is moved back if its
    /// vector would reach past the elements.
    /// </summary>
    /// <returns>Whether all have full width; if not, what was written is of no use.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeOverlapped(ref readonly byte table, ref TLane source, nint count, ref byte destination)
    {
        Debug.Assert(count >= LaneCount.Of512<TLane>());

        // The vector at the end begins some bytes into a token (begun). Fewer elements than a vector holds have bytes in it, so others are loaded before them.
        int others = LaneCount.Of512<TLane>() - ((Vector512<byte>.Count + TokenLength - 1) / TokenLength);
        int begun = ((LaneCount.Of512<TLane>() - others) * TokenLength) - Vector512<byte>.Count;
        Vector512<byte> order = Vector512.LoadUnsafe(in table, (nuint)begun) + Vector512.Create((byte)(others * Unsafe.SizeOf<TLane>()));
        Vector512<byte> prefixLanes = Vector512.LoadUnsafe(in table, (nuint)(RowLength + begun));
        nint last = count - LaneCount.Of512<TLane>();
        nint to = (count * TokenLength) - Vector512<byte>.Count;
        Bounds.Assert(last, LaneCount.Of512<TLane>(), count);
        Bounds.Assert(to, Vector512<byte>.Count, count * TokenLength);
        Vector512<TLane> least = Store(
            ref Unsafe.Add(ref source, last),
            ref Unsafe.Add(ref destination, to),
            0,
            order,
            prefixLanes,
            Prefixes,
            Vector512<byte>.AllBitsSet.As<byte, TLane>());

        order = Vector512.LoadUnsafe(in table);
        prefixLanes = Vector512.LoadUnsafe(in table, RowLength);
        to = 0;
        nint read = 0;
        for (; read <= last; read += BlockLength)
        {
            Bounds.Assert(read, LaneCount.Of512<TLane>(), count);
            Bounds.Assert(to, Vector512<byte>.Count, count * TokenLength);
            least = Store(ref Unsafe.Add(ref source, read), ref Unsafe.Add(ref destination, to), 0, order, prefixLanes, Prefixes, least);
            to += BlockLength * TokenLength;
        }

        // The last block's vector also has the first bytes of the next block's tokens. With the vector at the end, these bytes cover so many elements more.
        int rest = ((2 * Vector512<byte>.Count) - (BlockLength * TokenLength)) / TokenLength;
        if (count - read > rest)
        {
            to = last * TokenLength;
            Bounds.Assert(to, Vector512<byte>.Count, count * TokenLength);
            least = Store(ref Unsafe.Add(ref source, last), ref Unsafe.Add(ref destination, to), 0, order, prefixLanes, Prefixes, least);
        }

        return !IsInteger || !ReachesShorter(least);
    }

    /// <summary>Encodes elements, a store for each block, integers while all of a vector have full width; the last ones under masks.</summary>
    /// <returns>The number of elements encoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeBlocks(ref readonly byte table, ref TLane source, nint count, ref byte destination)
    {
        Vector512<byte> order = Vector512.LoadUnsafe(in table);
        Vector512<byte> prefixLanes = Vector512.LoadUnsafe(in table, RowLength);
        nint taken = 0;
        nint to = 0;
        for (nint last = count - LaneCount.Of512<TLane>(); taken <= last; taken += BlockLength)
        {
            Bounds.Assert(taken, LaneCount.Of512<TLane>(), count);
            Bounds.Assert(to, Vector512<byte>.Count, count * TokenLength);
            Vector512<TLane> values = Vector512.LoadUnsafe(ref source, (nuint)taken);
            if (IsInteger && HasShorter(values))
            {
                break;
            }

            LayOut(values.AsByte(), order, prefixLanes, Prefixes).StoreUnsafe(ref destination, (nuint)to);
            to += BlockLength * TokenLength;
        }

        // If the loop ended at a shorter token and not at the end, one more step does no harm.
        while (taken < count)
        {
            nint take = count - taken < BlockLength ? count - taken : BlockLength;
            Bounds.Assert(taken, take, count);
            Bounds.Assert(to, take * TokenLength, count * TokenLength);
            Vector512<byte> values = LoadFirst(ref Unsafe.Add(ref source, taken), take);
            if (IsInteger && HasShorter(values.As<byte, TLane>()))
            {
                break;
            }

            Masked512.StoreFirst(LayOut(values, order, prefixLanes, Prefixes), ref Unsafe.Add(ref destination, to), take * TokenLength);
            taken += take;
            to += take * TokenLength;
        }

        return taken;
    }

    /// <summary>Loads the first elements. The other lanes get a value that has full width too, whatever the type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> LoadFirst(ref TLane source, nint count) =>
        Masked512.LoadFirst(ref source, count, Vector512.Create((byte)0x80).As<byte, TLane>()).AsByte();

    /// <summary>Encodes whole groups, and the few elements before the first group, while all elements that are loaded together have full width.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go, with room for all of them.</param>
    /// <returns>The number of elements encoded.</returns>
    public static nint EncodeGroups(ref TLane source, nint count, ref byte destination) => EncodeGroups(in Table, ref source, count, ref destination);

    /// <summary>
    /// Does the work of the overload above. The rows are passed by reference: the compiler keeps in registers what it does not know to be constant.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeGroups(ref readonly byte table, ref TLane source, nint count, ref byte destination)
    {
        ref readonly byte prefixLanes = ref Unsafe.Add(ref Unsafe.AsRef(in table), RowLength);
        Vector512<byte> prefixes = Prefixes;
        Vector512<byte> order0 = Slice(in table, 0);
        Vector512<byte> order1 = Slice(in table, 1);
        Vector512<byte> order2 = Slice(in table, 2);
        Vector512<byte> order3 = Slice(in table, 3);
        Vector512<byte> order4 = Slice(in table, 4);
        Vector512<byte> order5 = Slice(in table, 5);
        Vector512<byte> order6 = Slice(in table, 6);
        Vector512<byte> order7 = Slice(in table, 7);
        Vector512<byte> order8 = Slice(in table, 8);
        Vector512<byte> lanes0 = Slice(in prefixLanes, 0);
        Vector512<byte> lanes1 = Slice(in prefixLanes, 1);
        Vector512<byte> lanes2 = Slice(in prefixLanes, 2);
        Vector512<byte> lanes3 = Slice(in prefixLanes, 3);
        Vector512<byte> lanes4 = Slice(in prefixLanes, 4);
        Vector512<byte> lanes5 = Slice(in prefixLanes, 5);
        Vector512<byte> lanes6 = Slice(in prefixLanes, 6);
        Vector512<byte> lanes7 = Slice(in prefixLanes, 7);
        Vector512<byte> lanes8 = Slice(in prefixLanes, 8);
        nint last = count - GroupReach;
        nint taken = CacheLine.TokensTo(in destination, TokenLength);
        if (taken > last)
        {
            return 0;
        }

        // Excess bytes are overwritten later, both here and where a group turns out to have a shorter token in it.
        Vector512<TLane> least = Vector512<byte>.AllBitsSet.As<byte, TLane>();
        for (nint read = 0; read < taken; read += BlockLength)
        {
            Bounds.Assert(read, LaneCount.Of512<TLane>(), count);
            Bounds.Assert(read * TokenLength, Vector512<byte>.Count, count * TokenLength);
            least = Store(ref Unsafe.Add(ref source, read), ref Unsafe.Add(ref destination, read * TokenLength), 0, order0, lanes0, prefixes, least);
        }

        if (IsInteger && ReachesShorter(least))
        {
            return 0;
        }

        for (; taken <= last; taken += GroupLength)
        {
            Bounds.Assert(taken, GroupReach, count);
            Bounds.Assert(taken * TokenLength, GroupLength * TokenLength, count * TokenLength);
            ref TLane group = ref Unsafe.Add(ref source, taken);
            ref byte tokens = ref Unsafe.Add(ref destination, taken * TokenLength);
            least = Vector512<byte>.AllBitsSet.As<byte, TLane>();
            least = Store(ref group, ref tokens, 0, order0, lanes0, prefixes, least);
            least = Store(ref group, ref tokens, 1, order1, lanes1, prefixes, least);
            least = Store(ref group, ref tokens, 2, order2, lanes2, prefixes, least);
            if (TokenLength > 3)
            {
                least = Store(ref group, ref tokens, 3, order3, lanes3, prefixes, least);
                least = Store(ref group, ref tokens, 4, order4, lanes4, prefixes, least);
            }

            if (TokenLength > 5)
            {
                least = Store(ref group, ref tokens, 5, order5, lanes5, prefixes, least);
                least = Store(ref group, ref tokens, 6, order6, lanes6, prefixes, least);
                least = Store(ref group, ref tokens, 7, order7, lanes7, prefixes, least);
                least = Store(ref group, ref tokens, 8, order8, lanes8, prefixes, least);
            }

            if (IsInteger && ReachesShorter(least))
            {
                break;
            }
        }

        return taken;
    }

    /// <summary>The index, within a group, of the first element that has bytes in this vector of the group.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FirstElement(int vector) => vector * Vector512<byte>.Count / TokenLength;

    /// <summary>The slice of a row for one of a group's vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Slice(ref readonly byte row, int vector) => vector < TokenLength
        ? Vector512.LoadUnsafe(in row, (nuint)(vector * Vector512<byte>.Count % TokenLength))
        : default;

    /// <summary>Stores one of a group's vectors.</summary>
    /// <returns>The lesser of <paramref name="least"/> and the elements, lane by lane; the elements are shifted as by <see cref="FromShorter"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<TLane> Store(
        ref TLane group,
        ref byte tokens,
        int vector,
        Vector512<byte> order,
        Vector512<byte> prefixLanes,
        Vector512<byte> prefixes,
        Vector512<TLane> least)
    {
        Vector512<TLane> values = Vector512.LoadUnsafe(ref group, (nuint)FirstElement(vector));
        LayOut(values.AsByte(), order, prefixLanes, prefixes).StoreUnsafe(ref tokens, (nuint)(vector * Vector512<byte>.Count));
        return IsInteger ? Least(FromShorter(values), least) : least;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> LayOut(Vector512<byte> values, Vector512<byte> order, Vector512<byte> prefixLanes, Vector512<byte> prefixes)
    {
        Vector512<byte> permuted = Avx512Vbmi.PermuteVar64x8(values, order);
        if (!HasSign)
        {
            return Vector512.ConditionalSelect(prefixLanes, prefixes, permuted);
        }

        if (Gfni.V512.IsSupported)
        {
            return Vector512.ConditionalSelect(prefixLanes, PrefixesOfSigns(permuted), permuted);
        }

        return Vector512.ConditionalSelect(prefixLanes, prefixes, permuted)
            + (Vector512.ShiftRightLogical(permuted.AsUInt16(), 5).AsByte() & prefixLanes & Vector512.Create((byte)4));
    }

    /// <summary>For each byte, the prefix of a number whose top byte it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> PrefixesOfSigns(Vector512<byte> tops)
    {
        // Bits 2, 3 and 4 of the product are bit 7 of the byte; the row for bit 0 is byte 7 of the matrix.
        Vector512<byte> matrix = Vector512.Create(0x0000_8080_8000_0000ul).AsByte();
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            return Gfni.V512.GaloisFieldAffineTransform(tops, matrix, MessagePackFirstByte.UInt16);
        }

        return Unsafe.SizeOf<TLane>() == sizeof(int)
            ? Gfni.V512.GaloisFieldAffineTransform(tops, matrix, MessagePackFirstByte.UInt32)
            : Gfni.V512.GaloisFieldAffineTransform(tops, matrix, MessagePackFirstByte.UInt64);
    }

    /// <summary>The lesser of two unsigned values, lane by lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<TLane> Least(Vector512<TLane> left, Vector512<TLane> right)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            return Vector512.Min(left.AsUInt16(), right.AsUInt16()).As<ushort, TLane>();
        }

        return Unsafe.SizeOf<TLane>() == sizeof(int)
            ? Vector512.Min(left.AsUInt32(), right.AsUInt32()).As<uint, TLane>()
            : Vector512.Min(left.AsUInt64(), right.AsUInt64()).As<ulong, TLane>();
    }

    /// <summary>Whether any of the values fits a shorter token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasShorter(Vector512<TLane> values) => ReachesShorter(FromShorter(values));

    /// <summary>Shifts the range of values with shorter tokens so that it begins at 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<TLane> FromShorter(Vector512<TLane> values) => !HasSign ? values : Unsafe.SizeOf<TLane>() switch
    {
        sizeof(short) => (values.AsInt16() - Vector512.Create((short)sbyte.MinValue)).As<short, TLane>(),
        sizeof(int) => (values.AsInt32() - Vector512.Create((int)short.MinValue)).As<int, TLane>(),
        _ => (values.AsInt64() - Vector512.Create((long)int.MinValue)).As<long, TLane>(),
    };

    /// <summary>Whether any of the values, shifted by <see cref="FromShorter"/>, has a shorter token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool ReachesShorter(Vector512<TLane> fromShorter)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            return Vector512.LessThanOrEqualAny(
                fromShorter.AsUInt16(), Vector512.Create((ushort)(byte.MaxValue - (HasSign ? sbyte.MinValue : 0))));
        }
        else if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            return Vector512.LessThanOrEqualAny(
                fromShorter.AsUInt32(), Vector512.Create((uint)(ushort.MaxValue - (HasSign ? short.MinValue : 0))));
        }
        else
        {
            return Vector512.LessThanOrEqualAny(
                fromShorter.AsUInt64(), Vector512.Create((ulong)(uint.MaxValue - (HasSign ? (long)int.MinValue : 0))));
        }
    }
}
