using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Tokens of five bytes, 32 at a time: <c>float</c>, and stretches of <c>int</c> and <c>uint</c>. They become five 32-byte stores side by side, so that
/// no byte is stored twice. <see cref="SingleEncoderAvx2"/> and <see cref="Int32EncoderAvx2{TSignedness}"/> encode what is left.
/// </summary>
/// <remarks>
/// The halves of the stores begin at different bytes of a token. Each has bytes of at most four elements in it, which are loaded to that half:
/// <code>
///   store   half    begins at byte     elements from
///   0       lower     0                 0
///           upper    16 = 3 * 5 + 1     3
///   1       lower    32 = 6 * 5 + 2     6
///           upper    48 = 9 * 5 + 3     9
///   …
///   4       upper   144 = 28 * 5 + 4   28
/// </code>
/// For an <c>int</c> the shuffle leaves the value's top byte in the place of the prefix: see <see cref="FullWidthPrefix"/>.
/// </remarks>
internal static class FullWidthEncoderAvx2<TForm>
    where TForm : IFiveByteForm
{
    /// <summary>
    /// Gets from how many elements on this is quicker than six elements at a time. Floats, which need no test, gain by it only where there are more of them.
    /// </summary>
    public static int MinCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IsInteger ? 192 : 512;
    }

    /// <summary>The number of elements whose tokens fill whole vectors.</summary>
    private const int GroupLength = 32;

    private const int TokenLength = 5;

    /// <summary>The number of elements whose tokens fit one vector.</summary>
    private const int BlockLength = 6;

    /// <summary>The order in which the bytes of four elements stand in their tokens, with the top bytes in the places of the prefixes as well.</summary>
    private static ReadOnlySpan<byte> SignedOrder => [3, 3, 2, 1, 0, 7, 7, 6, 5, 4, 11, 11, 10, 9, 8, 15, 15, 14, 13, 12];

    /// <summary>The same order with zeros in the places of the prefixes.</summary>
    private static ReadOnlySpan<byte> Order => [0x80, 3, 2, 1, 0, 0x80, 7, 6, 5, 4, 0x80, 11, 10, 9, 8, 0x80, 15, 14, 13, 12];

    /// <summary>The places of prefixes.</summary>
    private static ReadOnlySpan<byte> PrefixLanes => [0xff, 0, 0, 0, 0, 0xff, 0, 0, 0, 0, 0xff, 0, 0, 0, 0, 0xff, 0, 0, 0, 0];

    private static bool IsInteger
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(TForm) != typeof(SingleForm);
    }

    private static bool HasSign
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(TForm) == typeof(Int32Form<Signed>);
    }

    /// <summary>Encodes whole groups while all of a group have full width, and there is room for all of it.</summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFullWidth"/>
    public static nint EncodeGroups(ref int source, nint count, ref byte destination, nint room) => EncodeGroups(
        ref MemoryMarshal.GetReference(Order), ref MemoryMarshal.GetReference(PrefixLanes), ref source, count, ref destination, room);

    /// <summary>
    /// Does the work of the overload above. The rows are passed by reference: the compiler keeps in registers what it does not know to be constant. With a
    /// sign there are twenty such vectors, more than there are registers: there the compiler may know the rows, and makes operands in memory of them.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeGroups(ref byte order, ref byte prefixLanes, ref int source, nint count, ref byte destination, nint room)
    {
        if (HasSign)
        {
            order = ref MemoryMarshal.GetReference(SignedOrder);
            prefixLanes = ref MemoryMarshal.GetReference(PrefixLanes);
        }

        Vector256<byte> order0 = Slices(ref order, 0);
        Vector256<byte> order1 = Slices(ref order, 1);
        Vector256<byte> order2 = Slices(ref order, 2);
        Vector256<byte> order3 = Slices(ref order, 3);
        Vector256<byte> order4 = Slices(ref order, 4);
        Vector256<byte> lanes0 = Slices(ref prefixLanes, 0);
        Vector256<byte> lanes1 = Slices(ref prefixLanes, 1);
        Vector256<byte> lanes2 = Slices(ref prefixLanes, 2);
        Vector256<byte> lanes3 = Slices(ref prefixLanes, 3);
        Vector256<byte> lanes4 = Slices(ref prefixLanes, 4);
        Vector256<byte> prefix = Vector256.Create(TForm.Prefix);
        Vector256<byte> prefixes0 = lanes0 & prefix;
        Vector256<byte> prefixes1 = lanes1 & prefix;
        Vector256<byte> prefixes2 = lanes2 & prefix;
        Vector256<byte> prefixes3 = lanes3 & prefix;
        Vector256<byte> prefixes4 = lanes4 & prefix;
        nint last = Math.Min(count, (nint)((nuint)room / TokenLength)) - GroupLength;
        nint taken = CacheLine.TokensTo(in destination, TokenLength) % GroupLength;
        if (taken > last)
        {
            return 0;
        }

        // Excess bytes are overwritten later, both here and where a group turns out to have a shorter token in it.
        Vector256<uint> least = Vector256<uint>.AllBitsSet;
        for (nint read = 0; read < taken; read += BlockLength)
        {
            Bounds.Assert(read, Vector256<int>.Count, count);
            Bounds.Assert(read * TokenLength, Vector256<byte>.Count, room);
            least = Store(ref Unsafe.Add(ref source, read), ref Unsafe.Add(ref destination, read * TokenLength), 0, order0, lanes0, prefixes0, least);
        }

        if (IsInteger && ReachesShorter(least))
        {
            return 0;
        }

        for (; taken <= last; taken += GroupLength)
        {
            Bounds.Assert(taken, GroupLength, count);
            Bounds.Assert(taken * TokenLength, GroupLength * TokenLength, room);
            ref int group = ref Unsafe.Add(ref source, taken);
            ref byte tokens = ref Unsafe.Add(ref destination, taken * TokenLength);
            least = Vector256<uint>.AllBitsSet;
            least = Store(ref group, ref tokens, 0, order0, lanes0, prefixes0, least);
            least = Store(ref group, ref tokens, 1, order1, lanes1, prefixes1, least);
            least = Store(ref group, ref tokens, 2, order2, lanes2, prefixes2, least);
            least = Store(ref group, ref tokens, 3, order3, lanes3, prefixes3, least);
            least = Store(ref group, ref tokens, 4, order4, lanes4, prefixes4, least);
            if (IsInteger && ReachesShorter(least))
            {
                break;
            }
        }

        return taken;
    }

    /// <summary>Whether any of the values, shifted so that those with shorter tokens begin at 0, has one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool ReachesShorter(Vector256<uint> fromShorter) =>
        Vector256.LessThanOrEqualAny(fromShorter, Vector256.Create((uint)(ushort.MaxValue - (HasSign ? short.MinValue : 0))));

    /// <summary>The slices of a row of tokens for both halves of one of a group's stores.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Slices(ref byte row, int store) => Vector256.Create(
        Vector128.LoadUnsafe(ref row, (nuint)(store * Vector256<byte>.Count % TokenLength)),
        Vector128.LoadUnsafe(ref row, (nuint)(((store * Vector256<byte>.Count) + Vector128<byte>.Count) % TokenLength)));

    /// <summary>Does one of a group's stores.</summary>
    /// <returns>
    /// The lesser of <paramref name="least"/> and the elements, lane by lane; the elements are shifted so that those with shorter tokens begin at 0.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> Store(
        ref int group,
        ref byte tokens,
        int store,
        Vector256<byte> order,
        Vector256<byte> prefixLanes,
        Vector256<byte> prefixes,
        Vector256<uint> least)
    {
        Vector256<int> values = Vector256.Create(
            Vector128.LoadUnsafe(ref group, (nuint)(store * Vector256<byte>.Count / TokenLength)),
            Vector128.LoadUnsafe(ref group, (nuint)(((store * Vector256<byte>.Count) + Vector128<byte>.Count) / TokenLength)));
        Vector256<byte> shuffled = Avx2.Shuffle(values.AsByte(), order);
        Vector256<byte> result = HasSign
            ? FullWidthPrefix.Put<Signed>(shuffled, prefixLanes, MessagePackFirstByte.UInt32)
            : shuffled | prefixes;
        result.StoreUnsafe(ref tokens, (nuint)(store * Vector256<byte>.Count));
        return IsInteger ? Vector256.Min((HasSign ? values - Vector256.Create((int)short.MinValue) : values).AsUInt32(), least) : least;
    }
}
