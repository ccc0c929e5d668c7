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
/// <c>d1</c>, <c>ce</c> a <c>d2</c>, and <c>cf</c> a <c>d3</c>: all are 4 more.
/// <code>
///   permute   a3 a3 a2 a1 a0  b3 b3 b2 b1 b0  …
///   prefixes  ce a3 a2 a1 a0  ce b3 b2 b1 b0  …
///   signs      4  0  0  0  0   0  0  0  0  0  …        permuted, shifted right by five, masked; a is negative
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
/// So no byte is stored twice: at 64 Ki elements a tenth to a third of the time less than a store for each twelve. Of what is left, 21, twelve or seven
/// elements at a time take a store each, whose last bytes the next one overwrites.
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

    /// <summary>Encodes integers while all of a vector have full width, the last ones under masks.</summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFullWidth"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeStretch(ref TLane source, nint count, ref byte destination, nint room)
    {
        nint taken = count >= MinGroupedIntegers ? EncodeGroups(ref source, count, ref destination, room) : 0;
        nint to = taken * TokenLength;
        return taken + EncodeBlocks(in Table, ref Unsafe.Add(ref source, taken), count - taken, ref Unsafe.Add(ref destination, to), room - to);
    }

    /// <summary>Encodes all elements.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go; no byte past them is written.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void EncodeAll(ref TLane source, nint count, ref byte destination)
    {
        Debug.Assert(!IsInteger);
        nint read = count >= MinGroupedFloats ? EncodeGroups(ref source, count, ref destination, count * TokenLength) : 0;
        EncodeRest(ref Unsafe.Add(ref source, read), count - read, ref Unsafe.Add(ref destination, read * TokenLength));
    }

    /// <summary>Encodes integers, a store for each block, while all of a vector have full width, the last ones under masks.</summary>
    /// <returns>The number of elements encoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeBlocks(ref readonly byte table, ref TLane source, nint count, ref byte destination, nint room)
    {
        Vector512<byte> order = Vector512.LoadUnsafe(in table);
        Vector512<byte> prefixLanes = Vector512.LoadUnsafe(in table, RowLength);
        nint lastRead = count - Vector512<TLane>.Count;
        nint lastWritten = room - Vector512<byte>.Count;
        nint taken = 0;
        nint to = 0;
        while (taken <= lastRead && to <= lastWritten)
        {
            Bounds.Assert(taken, Vector512<TLane>.Count, count);
            Bounds.Assert(to, Vector512<byte>.Count, room);
            Vector512<TLane> values = Vector512.LoadUnsafe(ref source, (nuint)taken);
            if (HasShorter(values))
            {
                break;
            }

            LayOut(values.AsByte(), order, prefixLanes, Prefixes).StoreUnsafe(ref destination, (nuint)to);
            taken += BlockLength;
            to += BlockLength * TokenLength;
        }

        // Where the loop ended for another reason than the end, one step more does no harm.
        while (taken < count)
        {
            nint take = count - taken < BlockLength ? count - taken : BlockLength;
            Bounds.Assert(taken, take, count);
            Vector512<byte> values = LoadFirst(ref Unsafe.Add(ref source, taken), take);
            if (HasShorter(values.As<byte, TLane>()) || room - to < take * TokenLength)
            {
                break;
            }

            Vector512<byte> tokens = LayOut(values, order, prefixLanes, Prefixes);
            Bounds.Assert(to, take * TokenLength, room);
            Masked512.StoreFirst(tokens, ref Unsafe.Add(ref destination, to), take * TokenLength);
            taken += take;
            to += take * TokenLength;
        }

        return taken;
    }

    /// <summary>Loads the first elements; the others, which are not there, have full width too, whatever their type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe Vector512<byte> LoadFirst(ref TLane source, nint count)
    {
        fixed (TLane* first = &source)
        {
            return Masked512.LoadFirst((byte*)first, count * Unsafe.SizeOf<TLane>(), Vector512.Create((byte)0x80));
        }
    }

    /// <summary>Encodes all elements, a store for each block, the last ones under masks.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void EncodeRest(ref TLane source, nint count, ref byte destination)
    {
        Vector512<byte> order = Vector512.LoadUnsafe(in Table);
        Vector512<byte> prefixLanes = Vector512.LoadUnsafe(in Table, RowLength);
        nint read = 0;
        nint to = 0;
        for (nint last = count - Vector512<TLane>.Count; read <= last; read += BlockLength)
        {
            Bounds.Assert(read, Vector512<TLane>.Count, count);
            Bounds.Assert(to, Vector512<byte>.Count, count * TokenLength);
            LayOut(Vector512.LoadUnsafe(ref source, (nuint)read).AsByte(), order, prefixLanes, Prefixes).StoreUnsafe(ref destination, (nuint)to);
            to += BlockLength * TokenLength;
        }

        while (read < count)
        {
            nint take = count - read < BlockLength ? count - read : BlockLength;
            Bounds.Assert(read, take, count);
            Bounds.Assert(to, take * TokenLength, count * TokenLength);
            Masked512.StoreFirst(
                LayOut(Masked512.LoadFirst(ref Unsafe.Add(ref source, read), take).AsByte(), order, prefixLanes, Prefixes),
                ref Unsafe.Add(ref destination, to),
                take * TokenLength);
            read += take;
            to += take * TokenLength;
        }
    }

    /// <summary>Encodes whole groups while all that is loaded for one has full width, and there is room for it.</summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFullWidth"/>
    public static nint EncodeGroups(ref TLane source, nint count, ref byte destination, nint room) =>
        EncodeGroups(in Table, ref source, count, ref destination, room);

    /// <summary>The same, with the rows passed by reference: what the compiler does not know to be constant it keeps in registers.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeGroups(ref readonly byte table, ref TLane source, nint count, ref byte destination, nint room)
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
        nint lastRead = count - GroupReach;
        nint lastWritten = room - (GroupLength * TokenLength);
        nint taken = 0;
        nint to = 0;
        while (taken <= lastRead && to <= lastWritten)
        {
            Bounds.Assert(taken, GroupReach, count);
            Bounds.Assert(to, GroupLength * TokenLength, room);
            ref TLane group = ref Unsafe.Add(ref source, taken);
            ref byte tokens = ref Unsafe.Add(ref destination, to);
            Vector512<TLane> least = Vector512<TLane>.AllBitsSet;
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
                // What was stored is overwritten.
                break;
            }

            taken += GroupLength;
            to += GroupLength * TokenLength;
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
        Vector512<byte> tokens = Vector512.ConditionalSelect(prefixLanes, prefixes, permuted);
        return HasSign
            ? tokens + (Vector512.ShiftRightLogical(permuted.AsUInt16(), 5).AsByte() & prefixLanes & Vector512.Create((byte)4))
            : tokens;
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
