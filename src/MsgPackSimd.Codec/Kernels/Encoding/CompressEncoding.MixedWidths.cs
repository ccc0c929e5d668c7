using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <content>The loop for mixed widths.</content>
internal static partial class CompressEncoding
{
    /// <summary>How many blocks are loaded before the first of them is stored, and encoded before their length is looked at.</summary>
    private const int Round = 8;

    /// <summary>
    /// Encodes blocks of any mix until a round of them turns out uniform: whole vectors while they can be loaded and stored, and the last elements under
    /// masks. Nothing is called from the loops, so that their constants and counts stay in registers.
    /// </summary>
    /// <remarks>
    /// <para>
    /// Where a block goes is known only when the lengths of all blocks before it are known. If the processor expects a load to depend on an earlier
    /// store, it holds the load back until that store's address is known; and it may expect that merely because two addresses once had their lower bits
    /// in common. So a round's vectors are loaded while the round before is stored: even a load that is held back is done by the time its vector is
    /// needed. (docs/algorithms/encode.md has the figures.)
    /// </para>
    /// <para>
    /// The length of a round alone says whether it was uniform: it is the smallest possible if all elements were fixints, and the greatest possible if
    /// all had full width. To count streaks of blocks with equal masks, block by block, would take a tenth more time.
    /// </para>
    /// </remarks>
    /// <param name="table">The rows.</param>
    /// <param name="source">The first element of the array.</param>
    /// <param name="count">The number of elements of the array.</param>
    /// <param name="destination">Where the array's tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="rounds">
    /// How many rounds in a row must be uniform for a loop of their own to be worth it: with elements of 16 bits, rounds of full width, with those of 32 and 64
    /// bits, rounds of fixints. Of everything else, one is enough.
    /// </param>
    /// <param name="read">How many elements are encoded, before and after.</param>
    /// <param name="written">How many bytes their tokens take, before and after.</param>
    /// <returns>The loop to go on with; <see cref="NextLoop.None"/> when no element is left, or too little room for the next.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static NextLoop EncodeMixed<TLane, TKernel>(
        ref byte table, ref TLane source, nint count, ref byte destination, nint room, nint rounds, ref nint read, ref nint written)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        nint roundsLeft = rounds;
        var lanes = new TokenLanes(in table, Unsafe.SizeOf<TLane>() >= sizeof(int));
        nint lastRead = count - LaneCount.Of512<TLane>();
        nint lastWritten = room - Vector512<byte>.Count;

        // The last places, in elements and in bytes, where a round can begin.
        nint lastRound = lastRead - ((Round - 1) * TKernel.BlockLength);
        nint lastRoundWritten = lastWritten - ((Round - 1) * TKernel.BlockLength * (1 + Unsafe.SizeOf<TLane>()));
        nint from = read;
        nint to = written;
        Vector512<TLane> v0 = default;
        Vector512<TLane> v1 = default;
        Vector512<TLane> v2 = default;
        Vector512<TLane> v3 = default;
        Vector512<TLane> v4 = default;
        Vector512<TLane> v5 = default;
        Vector512<TLane> v6 = default;
        Vector512<TLane> v7 = default;
        if (from <= lastRound && to <= lastRoundWritten)
        {
            Bounds.Assert(from, ((Round - 1) * TKernel.BlockLength) + LaneCount.Of512<TLane>(), count);
            ref TLane first = ref Unsafe.Add(ref source, from);
            v0 = Vector512.LoadUnsafe(ref first, 0 * (nuint)TKernel.BlockLength);
            v1 = Vector512.LoadUnsafe(ref first, 1 * (nuint)TKernel.BlockLength);
            v2 = Vector512.LoadUnsafe(ref first, 2 * (nuint)TKernel.BlockLength);
            v3 = Vector512.LoadUnsafe(ref first, 3 * (nuint)TKernel.BlockLength);
            v4 = Vector512.LoadUnsafe(ref first, 4 * (nuint)TKernel.BlockLength);
            v5 = Vector512.LoadUnsafe(ref first, 5 * (nuint)TKernel.BlockLength);
            v6 = Vector512.LoadUnsafe(ref first, 6 * (nuint)TKernel.BlockLength);
            v7 = Vector512.LoadUnsafe(ref first, 7 * (nuint)TKernel.BlockLength);
        }

        while (from <= lastRound && to <= lastRoundWritten)
        {
            // After the last round there is no next one: the last place that has a whole round is loaded instead, and not used.
            nint start = to;
            from += Round * TKernel.BlockLength;
            nint loaded = from <= lastRound ? from : lastRound;
            Bounds.Assert(loaded, ((Round - 1) * TKernel.BlockLength) + LaneCount.Of512<TLane>(), count);
            ref TLane ahead = ref Unsafe.Add(ref source, loaded);
            to = EncodeBlock<TLane, TKernel>(lanes, v0, ref destination, to, room, ref Unsafe.Add(ref ahead, 0 * TKernel.BlockLength), out v0);
            to = EncodeBlock<TLane, TKernel>(lanes, v1, ref destination, to, room, ref Unsafe.Add(ref ahead, 1 * TKernel.BlockLength), out v1);
            to = EncodeBlock<TLane, TKernel>(lanes, v2, ref destination, to, room, ref Unsafe.Add(ref ahead, 2 * TKernel.BlockLength), out v2);
            to = EncodeBlock<TLane, TKernel>(lanes, v3, ref destination, to, room, ref Unsafe.Add(ref ahead, 3 * TKernel.BlockLength), out v3);
            to = EncodeBlock<TLane, TKernel>(lanes, v4, ref destination, to, room, ref Unsafe.Add(ref ahead, 4 * TKernel.BlockLength), out v4);
            to = EncodeBlock<TLane, TKernel>(lanes, v5, ref destination, to, room, ref Unsafe.Add(ref ahead, 5 * TKernel.BlockLength), out v5);
            to = EncodeBlock<TLane, TKernel>(lanes, v6, ref destination, to, room, ref Unsafe.Add(ref ahead, 6 * TKernel.BlockLength), out v6);
            to = EncodeBlock<TLane, TKernel>(lanes, v7, ref destination, to, room, ref Unsafe.Add(ref ahead, 7 * TKernel.BlockLength), out v7);

            nint length = to - start;
            nint fullWidth = Round * TKernel.BlockLength * (1 + Unsafe.SizeOf<TLane>());
            bool areFixInts = length == Round * TKernel.BlockLength;
            bool areFullWidth = Unsafe.SizeOf<TLane>() > sizeof(sbyte) && length == fullWidth;

            // Counted without a branch: among random elements of 16 bits there are shorter tokens by chance, and among fixints there may be few others, in
            // either case often enough for a branch in each round to be mispredicted.
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                nint isShorter = (length - fullWidth) >> 63;
                roundsLeft = ((roundsLeft - 1) & ~isShorter) | (rounds & isShorter);
                areFullWidth = roundsLeft == 0;
            }
            else if (Unsafe.SizeOf<TLane>() > sizeof(short))
            {
                nint isLonger = ((Round * TKernel.BlockLength) - length) >> 63;
                roundsLeft = ((roundsLeft - 1) & ~isLonger) | (rounds & isLonger);
                areFixInts = roundsLeft == 0;
            }

            if (areFixInts)
            {
                read = from;
                written = to;
                return NextLoop.FixInts;
            }

            if (areFullWidth)
            {
                read = from;
                written = to;
                return NextLoop.FullWidth;
            }
        }

        // The whole vectors that are left, fewer than a round. They are loaded ahead too; in place of those that do not exist, the last whole vector is loaded.
        nint left = from <= lastRead ? Math.Min(((lastRead - from) / TKernel.BlockLength) + 1, Round - 1) : 0;
        if (left > 0)
        {
            Bounds.Assert(lastRead, LaneCount.Of512<TLane>(), count);
            v0 = Vector512.LoadUnsafe(ref source, (nuint)from);
            v1 = Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + (1 * TKernel.BlockLength), lastRead));
            v2 = Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + (2 * TKernel.BlockLength), lastRead));
            v3 = Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + (3 * TKernel.BlockLength), lastRead));
            v4 = Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + (4 * TKernel.BlockLength), lastRead));
            v5 = Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + (5 * TKernel.BlockLength), lastRead));
            v6 = Vector512.LoadUnsafe(ref source, (nuint)Math.Min(from + (6 * TKernel.BlockLength), lastRead));
            for (; left > 0 && to <= lastWritten; left--)
            {
                to = EncodeBlock<TLane, TKernel>(lanes, v0, ref destination, to, room);
                from += TKernel.BlockLength;
                v0 = v1;
                v1 = v2;
                v2 = v3;
                v3 = v4;
                v4 = v5;
                v5 = v6;
            }
        }

        // The elements that are left after these, and blocks for which there is little room.
        while (from < count)
        {
            nint take = count - from < TKernel.BlockLength ? count - from : TKernel.BlockLength;
            Bounds.Assert(from, take, count);
            Vector512<byte> tokens = LayOut<TLane, TKernel>(
                lanes, Masked512.LoadFirst(ref Unsafe.Add(ref source, from), take), take, out int length);
            if (to <= lastWritten)
            {
                Bounds.Assert(to, Vector512<byte>.Count, room);
                tokens.StoreUnsafe(ref destination, (nuint)to);
            }
            else if (room - to >= length)
            {
                Bounds.Assert(to, length, room);
                Masked512.StoreFirst(tokens, ref Unsafe.Add(ref destination, to), length);
            }
            else
            {
                break;
            }

            to += length;
            from += take;
        }

        read = from;
        written = to;
        return NextLoop.None;
    }

    /// <summary>Encodes a block. Before anything is stored, the vector that is to take its place is loaded.</summary>
    /// <inheritdoc cref="EncodeBlock{TLane, TKernel}(in TokenLanes, Vector512{TLane}, ref byte, nint, nint)" path="/returns"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint EncodeBlock<TLane, TKernel>(
        in TokenLanes lanes, Vector512<TLane> values, ref byte destination, nint to, nint room, ref TLane ahead, out Vector512<TLane> next)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        next = Vector512.LoadUnsafe(ref ahead);
        return EncodeBlock<TLane, TKernel>(lanes, values, ref destination, to, room);
    }

    /// <summary>Encodes a block.</summary>
    /// <returns>Where the next block goes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint EncodeBlock<TLane, TKernel>(in TokenLanes lanes, Vector512<TLane> values, ref byte destination, nint to, nint room)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        Bounds.Assert(to, Vector512<byte>.Count, room);
        Vector512<byte> tokens = TKernel.LayOut(lanes, values, out Vector512<byte> kept);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, tokens).StoreUnsafe(ref destination, (nuint)to);
        return to + (nint)(uint)BitOperations.PopCount(kept.ExtractMostSignificantBits());
    }
}
