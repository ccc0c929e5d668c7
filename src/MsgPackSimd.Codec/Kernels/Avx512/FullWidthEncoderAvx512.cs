using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Tokens of full width of elements of two, four or eight bytes, 21, twelve or seven at a time: <c>float</c> and <c>double</c>, whose tokens all
/// are, and stretches of integers. A byte permute brings them into place, and there are no gaps to close.
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
/// </remarks>
internal static class FullWidthEncoderAvx512<TLane, TForm>
    where TLane : unmanaged
    where TForm : ITokenForm
{
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

    private static bool HasSign
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TForm.Code > TForm.OtherCode;
    }

    private static ref readonly byte Table
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(
            Unsafe.SizeOf<TLane>() == sizeof(short) ? TokenLaneTable.FullWidth16
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? TokenLaneTable.FullWidth32
            : TokenLaneTable.FullWidth64);
    }

    /// <summary>Encodes integers while all of a vector have full width, and whole vectors can be loaded and stored.</summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFullWidth"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeStretch(ref TLane source, nint count, ref byte destination, nint room)
    {
        Vector512<byte> order = Vector512.LoadUnsafe(in Table);
        Vector512<byte> prefixLanes = Vector512.LoadUnsafe(in Table, 64);
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

            LayOut(values.AsByte(), order, prefixLanes).StoreUnsafe(ref destination, (nuint)to);
            taken += BlockLength;
            to += BlockLength * TokenLength;
        }

        return taken;
    }

    /// <summary>Encodes all elements.</summary>
    /// <param name="source">The first element's bits.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go; no byte past them is written.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void EncodeAll(ref TLane source, nint count, ref byte destination)
    {
        Debug.Assert(!HasSign);
        Vector512<byte> order = Vector512.LoadUnsafe(in Table);
        Vector512<byte> prefixLanes = Vector512.LoadUnsafe(in Table, 64);
        nint read = 0;
        nint to = 0;
        for (nint last = count - Vector512<TLane>.Count; read <= last; read += BlockLength)
        {
            Bounds.Assert(read, Vector512<TLane>.Count, count);
            Bounds.Assert(to, Vector512<byte>.Count, count * TokenLength);
            LayOut(Vector512.LoadUnsafe(ref source, (nuint)read).AsByte(), order, prefixLanes).StoreUnsafe(ref destination, (nuint)to);
            to += BlockLength * TokenLength;
        }

        while (read < count)
        {
            nint take = count - read < BlockLength ? count - read : BlockLength;
            Bounds.Assert(read, take, count);
            Bounds.Assert(to, take * TokenLength, count * TokenLength);
            Masked512.StoreFirst(
                LayOut(Masked512.LoadFirst(ref Unsafe.Add(ref source, read), take).AsByte(), order, prefixLanes),
                ref Unsafe.Add(ref destination, to),
                take * TokenLength);
            read += take;
            to += take * TokenLength;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> LayOut(Vector512<byte> values, Vector512<byte> order, Vector512<byte> prefixLanes)
    {
        Vector512<byte> permuted = Avx512Vbmi.PermuteVar64x8(values, order);
        Vector512<byte> prefixes = Vector512.Create(TForm.Code < TForm.OtherCode ? TForm.Code : TForm.OtherCode);
        Vector512<byte> tokens = Vector512.ConditionalSelect(prefixLanes, prefixes, permuted);
        return HasSign
            ? tokens + (Vector512.ShiftRightLogical(permuted.AsUInt16(), 5).AsByte() & prefixLanes & Vector512.Create((byte)4))
            : tokens;
    }

    /// <summary>Whether any of the values fits a shorter token.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasShorter(Vector512<TLane> values)
    {
        // The range of shorter tokens, shifted to begin at 0.
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            ushort below = HasSign ? (ushort)(1 << 7) : (ushort)0;
            return Vector512.LessThanOrEqualAny(values.AsUInt16() + Vector512.Create(below), Vector512.Create((ushort)(byte.MaxValue + below)));
        }
        else if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            uint below = HasSign ? 1u << 15 : 0;
            return Vector512.LessThanOrEqualAny(values.AsUInt32() + Vector512.Create(below), Vector512.Create(ushort.MaxValue + below));
        }
        else
        {
            ulong below = HasSign ? 1ul << 31 : 0;
            return Vector512.LessThanOrEqualAny(values.AsUInt64() + Vector512.Create(below), Vector512.Create(uint.MaxValue + below));
        }
    }
}
