using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Tokens of full width of elements of two, four or eight bytes: <c>float</c> and <c>double</c>, whose tokens all are, and stretches of integers. A
/// byte permute brings them into place, and there are no gaps to close.
/// </summary>
/// <remarks>
/// In the lane of an integer's prefix the permute leaves the value's top byte, of which the top bit is the sign. It makes <c>cd</c> a
/// <c>d1</c>, <c>ce</c> a <c>d2</c>, and <c>cf</c> a <c>d3</c>: three bits differ, 1c. One instruction of GFNI, which multiplies each byte's bits with a
/// matrix and adds a constant, makes prefixes of signs. (All processors with VBMI2 have it. It can be switched off, though.)
/// <code>
///   permute   a3 a3 a2 a1 a0  b3 b3 b2 b1 b0  …        a is negative
///   affine    d2 d2 ce ce ce  ce ce ce d2 ce  …        in each lane: ce, or ce ^ 1c if its top bit is set
///   select    d2 a3 a2 a1 a0  ce b3 b2 b1 b0  …
/// </code>
/// Without GFNI, with the difference of 4 that there is as well:
/// <code>
///   prefixes  ce a3 a2 a1 a0  ce b3 b2 b1 b0  …
///   signs      4  0  0  0  0   0  0  0  0  0  …        permuted, shifted right by five, masked
///   sum       d2 a3 a2 a1 a0  ce b3 b2 b1 b0  …
/// </code>
/// 64 elements are as many whole vectors as a token has bytes. Each of these vectors begins at another byte of a token, and all its bytes
/// come from one vector of elements; the rows are slices of one row, since it is the same every token. For elements of four bytes:
/// <code>
///   vector    begins at byte    elements from
///   0         0                 0
///   1         64 = 12 * 5 + 4   12
///   2         128 = 25 * 5 + 3  25
///   3         192 = 38 * 5 + 2  38
///   4         256 = 51 * 5 + 1  51
/// </code>
/// So no byte is stored twice: at 64 Ki elements a tenth to a third of the time less than a store for each twelve. And if the first of them begins where
/// a cache line does (<see cref="CacheLine"/>), all do. Of what is before and behind the groups, and of arrays that are shorter, 21, twelve or seven
/// elements at a time take a store each, whose last bytes the next one overwrites. An array's last elements take stores that overlap; a stretch ends under a
/// mask.
/// </remarks>
internal static class FullWidthEncoderAvx512<TLane, TForm>
    where TLane : unmanaged
    where TForm : ITokenForm
{
    /// <summary>As many elements as take whole vectors of tokens, whatever their size.</summary>
    private const int GroupLength = 64;

    /// <summary>With fewer integers the rows are not worth loading.</summary>
    private const int MinGroupedIntegers = 4 * GroupLength;

    /// <summary>Where the tokens stay in the first level cache, floats take no longer in blocks: they need no test.</summary>
    private const int MinGroupedFloats = 16 * GroupLength;

    /// <summary>
    /// Gets how many floats there have to be: as many as fill a vector, since with fewer, a step under masks takes longer than the narrower kernels do.
    /// Of four bytes these are quicker with up to 25 elements.
    /// </summary>
    public static int MinFloats
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(float) ? 26 : Vector512<TLane>.Count;
    }

    /// <summary>The table has two rows of so many bytes.</summary>
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

    /// <summary>Gets how many elements have to be there where a group begins, since the last vector of elements reaches past it.</summary>
    private static int GroupReach
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FirstElement(TokenLength - 1) + Vector512<TLane>.Count;
    }

    /// <summary>Gets whether there are shorter tokens. (Types are compared since that takes the compiler nothing to inline, of which it has enough here.)</summary>
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
        get => Vector512.Create(HasSign ? TForm.OtherCode : TForm.Code);
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
    private static bool HasFullWidth(TLane value) =>
        HasSign ? ElementRange.HasFullWidth<TLane, Signed>(value) : ElementRange.HasFullWidth<TLane, Unsigned>(value);

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
        if (count - read >= Vector512<TLane>.Count)
        {
            EncodeFloats(in Table, ref rest, count - read, ref to);
        }
        else
        {
            EncodeBlocks(in Table, ref rest, count - read, ref to);
        }
    }

    /// <summary>
    /// Encodes an array of integers, if all of them have full width. The first and the last one are asked before it is tried, since what is written is of
    /// no use if it fails.
    /// </summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, for which <see cref="IsArrayLength"/> holds.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <returns>Whether all have full width; if not, what was written is of no use.</returns>
    /// <remarks>Not inlined, and compiled with all optimizations, since it asks more than there is a budget for where it is called.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static bool TryEncodeArray(ref TLane source, nint count, ref byte destination, nint room) =>
        room >= count * TokenLength
        && HasFullWidth(source)
        && HasFullWidth(Unsafe.Add(ref source, count - 1))
        && EncodeOverlapped(in Table, ref source, count, ref destination);

    /// <summary>Whether so many integers are worth being tried.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsArrayLength(nint count) => count >= Vector512<TLane>.Count && count < MinGroupedIntegers;

    /// <summary>Encodes at least a vector of floats, with <see cref="EncodeOverlapped"/>, which for these can't fail.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void EncodeFloats(ref readonly byte table, ref TLane source, nint count, ref byte destination) =>
        EncodeOverlapped(in table, ref source, count, ref destination);

    /// <summary>
    /// Encodes at least a vector of elements: a vector of tokens that ends where the tokens do, then a store for each block, of which the last is
    /// moved back if its vector would end past the elements.
    /// </summary>
    /// <returns>Whether all have full width; if not, what was written is of no use.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeOverlapped(ref readonly byte table, ref TLane source, nint count, ref byte destination)
    {
        Debug.Assert(count >= Vector512<TLane>.Count);

        // The vector at the end begins so many bytes into a token. Since fewer elements than a vector holds have bytes there, others are loaded before them.
        int others = Vector512<TLane>.Count - ((Vector512<byte>.Count + TokenLength - 1) / TokenLength);
        int begun = ((Vector512<TLane>.Count - others) * TokenLength) - Vector512<byte>.Count;
        Vector512<byte> order = Vector512.LoadUnsafe(in table, (nuint)begun) + Vector512.Create((byte)(others * Unsafe.SizeOf<TLane>()));
        Vector512<byte> prefixLanes = Vector512.LoadUnsafe(in table, (nuint)(RowLength + begun));
        nint last = count - Vector512<TLane>.Count;
        nint to = (count * TokenLength) - Vector512<byte>.Count;
        Bounds.Assert(last, Vector512<TLane>.Count, count);
        Bounds.Assert(to, Vector512<byte>.Count, count * TokenLength);
        Vector512<TLane> least = Store(
            ref Unsafe.Add(ref source, last), ref Unsafe.Add(ref destination, to), 0, order, prefixLanes, Prefixes, Vector512<TLane>.AllBitsSet);

        order = Vector512.LoadUnsafe(in table);
        prefixLanes = Vector512.LoadUnsafe(in table, RowLength);
        to = 0;
        nint read = 0;
        for (; read <= last; read += BlockLength)
        {
            Bounds.Assert(read, Vector512<TLane>.Count, count);
            Bounds.Assert(to, Vector512<byte>.Count, count * TokenLength);
            least = Store(ref Unsafe.Add(ref source, read), ref Unsafe.Add(ref destination, to), 0, order, prefixLanes, Prefixes, least);
            to += BlockLength * TokenLength;
        }

        // A block's vector has more bytes than its tokens, which are the next one's; together with the vector at the end it has those of so many elements.
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
        for (nint last = count - Vector512<TLane>.Count; taken <= last; taken += BlockLength)
        {
            Bounds.Assert(taken, Vector512<TLane>.Count, count);
            Bounds.Assert(to, Vector512<byte>.Count, count * TokenLength);
            Vector512<TLane> values = Vector512.LoadUnsafe(ref source, (nuint)taken);
            if (IsInteger && HasShorter(values))
            {
                break;
            }

            LayOut(values.AsByte(), order, prefixLanes, Prefixes).StoreUnsafe(ref destination, (nuint)to);
            to += BlockLength * TokenLength;
        }

        // Where the loop ended for another reason than the end, one step more does no harm.
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

    /// <summary>Loads the first elements; the others, which are not there, have full width too, whatever their type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> LoadFirst(ref TLane source, nint count) =>
        Masked512.LoadFirst(ref source, count, Vector512.Create((byte)0x80).As<byte, TLane>()).AsByte();

    /// <summary>Encodes whole groups, and the few elements before the first, while all that is loaded at a time has full width.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go, with room for all of them.</param>
    /// <returns>The number of elements encoded.</returns>
    public static nint EncodeGroups(ref TLane source, nint count, ref byte destination) => EncodeGroups(in Table, ref source, count, ref destination);

    /// <summary>The same, with the rows passed by reference: what the compiler does not know to be constant it keeps in registers.</summary>
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

        // What is stored too much is overwritten, here and where a group turns out to have a shorter token in it.
        Vector512<TLane> least = Vector512<TLane>.AllBitsSet;
        for (nint read = 0; read < taken; read += BlockLength)
        {
            Bounds.Assert(read, Vector512<TLane>.Count, count);
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
            least = Vector512<TLane>.AllBitsSet;
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

    /// <summary>The number of the first element of which a group's vector has bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FirstElement(int vector) => vector * Vector512<byte>.Count / TokenLength;

    /// <summary>The slice of a row for one of a group's vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Slice(ref readonly byte row, int vector) => vector < TokenLength
        ? Vector512.LoadUnsafe(in row, (nuint)(vector * Vector512<byte>.Count % TokenLength))
        : default;

    /// <summary>Stores one of a group's vectors.</summary>
    /// <returns>The lesser of the elements and <paramref name="least"/>, lane by lane, counted from where shorter tokens begin.</returns>
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

    /// <summary>For each byte the prefix of a number that begins with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> PrefixesOfSigns(Vector512<byte> tops)
    {
        // Bits 2, 3 and 4 of the result are bit 7; the row for bit 0 is byte 7 of the matrix.
        Vector512<byte> matrix = Vector512.Create(0x0000_8080_8000_0000ul).AsByte();
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            return Gfni.V512.GaloisFieldAffineTransform(tops, matrix, MessagePackCode.UInt16);
        }

        return Unsafe.SizeOf<TLane>() == sizeof(int)
            ? Gfni.V512.GaloisFieldAffineTransform(tops, matrix, MessagePackCode.UInt32)
            : Gfni.V512.GaloisFieldAffineTransform(tops, matrix, MessagePackCode.UInt64);
    }

    /// <summary>The lesser of two values without a sign, lane by lane.</summary>
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

    /// <summary>Whether any of the values, shifted so, has a shorter token.</summary>
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
