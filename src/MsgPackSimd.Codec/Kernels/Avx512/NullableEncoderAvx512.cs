using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Elements that may be missing, as many at a time as 64 bytes hold of the longest tokens. They are encoded like the elements of an array
/// (<see cref="CompressEncoding"/>), but one byte is kept of a missing element.
/// </summary>
/// <remarks>
/// <code>
///   memory      1 - - -  e8 03 00 00   0 - - -  00 00 00 00   1 - - -  05 00 00 00  …     two vectors
///   values      e8 03 00 00   00 00 00 00   05 00 00 00  …
///   presence    ff ff ff ff   .  .  .  .    ff ff ff ff  …
///   tokens      cd 00 00 03 e8   00 00 00 00 00   00 00 00 00 05  …                       TLayout
///   kept        ^        ^  ^                ^                ^
///   or nil      cd 00 00 03 e8   c0 c0 c0 c0 c0   00 00 00 00 05  …
///   compress    cd 03 e8 c0 05  …
/// </code>
/// </remarks>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
/// <typeparam name="TLayout">How elements are laid out.</typeparam>
internal static class NullableEncoderAvx512<TLane, TLayout>
    where TLane : unmanaged
    where TLayout : INullableLayout<TLane>
{
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi2.IsSupported;
    }

    private static ReadOnlySpan<byte> Rows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() switch
        {
            sizeof(byte) => NullableLaneTable.Size1,
            sizeof(ushort) => NullableLaneTable.Size2,
            sizeof(uint) => NullableLaneTable.Size4,
            _ => NullableLaneTable.Size8,
        };
    }

    /// <summary>Encodes elements until there is too little room for the next block.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="length">Receives the length of the tokens in bytes.</param>
    /// <returns>How many elements were encoded.</returns>
    public static nint Encode(ref NullableLane<TLane> source, nint count, ref byte destination, nint room, out nint length) =>
        Encode(
            in MemoryMarshal.GetReference(Rows),
            in MemoryMarshal.GetReference(TLayout.Table),
            ref Unsafe.As<NullableLane<TLane>, TLane>(ref source),
            count,
            ref destination,
            room,
            out length);

    /// <summary>The rows are passed by reference, for the reason that <see cref="TokenLanes"/> gives.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint Encode(
        ref readonly byte rows, ref readonly byte table, ref TLane source, nint count, ref byte destination, nint room, out nint length)
    {
        Vector512<byte> valueOrder = Vector512.LoadUnsafe(in rows);
        Vector512<byte> presenceOrder = Vector512.LoadUnsafe(in rows, 64);
        Vector512<byte> tokenOrder = Vector512.LoadUnsafe(in rows, 128);
        var lanes = new TokenLanes(in table, hasCodes: Unsafe.SizeOf<TLane>() >= sizeof(int));
        nint from = 0;
        nint to = 0;

        // Two vectors may hold more elements than a block has.
        nint lastWhole = count - LaneCount.Of512<TLane>();
        nint lastWritten = room - Vector512<byte>.Count;
        for (; from <= lastWhole && to <= lastWritten; from += TLayout.BlockLength)
        {
            Bounds.Assert(from, LaneCount.Of512<TLane>(), count);
            Bounds.Assert(to, Vector512<byte>.Count, room);
            Vector512<TLane> first = Vector512.LoadUnsafe(ref source, (nuint)(2 * from));
            Vector512<TLane> second = Vector512.LoadUnsafe(ref source, (nuint)((2 * from) + LaneCount.Of512<TLane>()));
            Vector512<byte> tokens = LayOut(lanes, valueOrder, presenceOrder, tokenOrder, first.AsByte(), second.AsByte(), out Vector512<byte> kept);
            Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, tokens).StoreUnsafe(ref destination, (nuint)to);
            to += BitOperations.PopCount(kept.ExtractMostSignificantBits());
        }

        while (from < count)
        {
            nint take = Math.Min(count - from, TLayout.BlockLength);
            nint fields = 2 * take;
            Bounds.Assert(from, take, count);
            Vector512<TLane> first = Masked512.LoadFirst(ref Unsafe.Add(ref source, 2 * from), fields);
            Vector512<TLane> second = fields > LaneCount.Of512<TLane>()
                ? Masked512.LoadFirst(ref Unsafe.Add(ref source, (2 * from) + LaneCount.Of512<TLane>()), fields - LaneCount.Of512<TLane>())
                : Vector512<byte>.Zero.As<byte, TLane>();
            Vector512<byte> tokens = LayOut(lanes, valueOrder, presenceOrder, tokenOrder, first.AsByte(), second.AsByte(), out Vector512<byte> kept);
            Vector512<byte> taken = Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)(take * (1 + Unsafe.SizeOf<TLane>()))));
            kept &= taken;
            int block = BitOperations.PopCount(kept.ExtractMostSignificantBits());
            if (room - to < block)
            {
                break;
            }

            Bounds.Assert(to, block, room);
            Masked512.StoreFirst(Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, tokens), ref Unsafe.Add(ref destination, to), block);
            to += block;
            from += take;
        }

        length = to;
        return from;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> LayOut(
        in TokenLanes lanes,
        Vector512<byte> valueOrder,
        Vector512<byte> presenceOrder,
        Vector512<byte> tokenOrder,
        Vector512<byte> first,
        Vector512<byte> second,
        out Vector512<byte> kept)
    {
        Vector512<byte> values = Avx512Vbmi.PermuteVar64x8x2(first, valueOrder, second);
        Vector512<byte> presence = ~Vector512.Equals(Avx512Vbmi.PermuteVar64x8x2(first, presenceOrder, second), Vector512<byte>.Zero);
        Vector512<byte> missing = Vector512.Equals(Avx512Vbmi.PermuteVar64x8x2(first, tokenOrder, second), Vector512<byte>.Zero);
        Vector512<byte> tokens = TLayout.LayOut(lanes, values.As<byte, TLane>(), presence, out kept);
        return Avx512BW.BlendVariable(tokens, Vector512.Create(MessagePackFirstByte.Nil), missing);
    }
}
