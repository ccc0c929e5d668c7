using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers that may be missing, a block at a time. Each block is loaded before the one in front of it is stored: where the tokens go depends on the lengths of
/// all tokens before them, and until the CPU knows that place, it may hold back later loads.
/// </summary>
/// <typeparam name="TLane">The integer of the element's size.</typeparam>
/// <typeparam name="TBlock">A block, and how it is encoded.</typeparam>
internal static class NullableBlockEncoder<TLane, TBlock>
    where TLane : unmanaged
    where TBlock : struct, INullableBlock<TLane, TBlock>
{
    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TBlock.IsSupported;
    }

    /// <summary>Encodes elements: all of them, or those before a block for which there may be too little room.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="written">Receives the length of the tokens in bytes.</param>
    /// <returns>How many elements were encoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Encode(ref NullableLane<TLane> source, nint count, ref byte destination, nint room, out nint written)
    {
        ref byte rows = ref MemoryMarshal.GetReference(TBlock.Rows);
        nint from = 0;
        nint to = 0;
        nint last = count - TBlock.BlockLength;
        nint lastTo = room - TBlock.Room;
        TBlock block = last >= 0 ? TBlock.Load(ref source) : default;
        while (from <= last && to <= lastTo)
        {
            nint next = Math.Min(from + TBlock.BlockLength, last);
            Bounds.Assert(next, TBlock.BlockLength, count);
            Bounds.Assert(to, TBlock.Room, room);
            TBlock following = TBlock.Load(ref Unsafe.Add(ref source, next));
            uint mask = TBlock.Encode(block, ref Unsafe.Add(ref destination, to), ref rows);
            block = following;
            from += TBlock.BlockLength;
            to += TBlock.BlockLength + (nint)Simd128.CountBits(mask);
        }

        return EncodeLast(ref source, from, count, ref destination, to, room, out written);
    }

    /// <summary>
    /// Encodes to the stack what fills no block, or has no room for wide stores, and copies the tokens from there. A last block is filled up with missing
    /// elements, whose tokens of one byte are not copied.
    /// </summary>
    [SkipLocalsInit]
    private static nint EncodeLast(ref NullableLane<TLane> source, nint from, nint count, ref byte destination, nint to, nint room, out nint written)
    {
        Span<NullableLane<TLane>> block = stackalloc NullableLane<TLane>[TBlock.BlockLength];
        Span<byte> tokens = stackalloc byte[TBlock.Room];
        while (from < count)
        {
            int take = (int)Math.Min(count - from, TBlock.BlockLength);
            block.Clear();
            MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref source, from), take).CopyTo(block);
            uint mask = TBlock.Encode(
                TBlock.Load(ref MemoryMarshal.GetReference(block)), ref MemoryMarshal.GetReference(tokens), ref MemoryMarshal.GetReference(TBlock.Rows));
            int length = take + BitOperations.PopCount(mask);
            if (length > room - to)
            {
                break;
            }

            tokens[..length].CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, to), length));
            from += take;
            to += length;
        }

        written = to;
        return from;
    }
}
