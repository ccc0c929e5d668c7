using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The loop for runs of fixints with few other elements between them, single ones or clusters. Sixteen elements are stored as if all were fixints. Then, one
/// after the other, the token of each that is not is stored in its place, and behind it, once more, the fixints that follow.
/// </summary>
/// <remarks>
/// <code>
///   elements      7   3  1000   5   9  …              sixteen of them, of any width
///   narrowed     07  03    e8  05  09  …
///   others        .   .     1   .   .  …              a bit for each that is no fixint
///
///   stored       07  03    e8  05  09  …              16 bytes
///   token        07  03    cd  03  e8  .  .           by <see cref="BranchFreeIntegerEncoder{TLane, TSignedness}"/>
///   the rest     07  03    cd  03  e8  05  09  …      the 16 bytes without the first three
/// </code>
/// Blocks of mixed widths take the same time whatever their elements are. Here only the others take time, most of it because their number is mispredicted. So
/// it depends on the element type up to how many others this loop is ahead (<see cref="IBlockEncoder{TLane}.MaxOthers"/>; docs/algorithms/encode.md has
/// figures). Sixteen elements with more others than that, a cluster, are encoded as blocks of mixed widths, after which this loop goes on, as long as there are
/// not too many clusters.
/// </remarks>
internal static class FixIntRunEncoding
{
    /// <summary>How many elements are narrowed at a time.</summary>
    public const int BlockLength = 16;

    /// <summary>After so many blocks without others, the loop for nothing but fixints goes on.</summary>
    private const int MaxBlocksOfFixInts = 32;

    /// <summary>How many more clusters there may be than other blocks.</summary>
    private const int FreeClusters = 2;

    /// <summary>How many clusters there may be in a row, after however many other blocks.</summary>
    private const int MaxClusters = 7;

    /// <summary>
    /// Gets how many bytes may be written for a block: its longest tokens, and the sixteen bytes that are stored behind the last element's; or a cluster's
    /// longest tokens, and what the kernel stores behind them.
    /// </summary>
    /// <typeparam name="TLane">The integer of the element's size.</typeparam>
    /// <typeparam name="TKernel">The kernel for it.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Room<TLane, TKernel>()
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane> =>
        Math.Max(
            BlockLength + (TKernel.MaxOthers * Unsafe.SizeOf<TLane>()) + Vector128<byte>.Count,
            ((BlockLength - TKernel.BlockLength) * (1 + Unsafe.SizeOf<TLane>())) + TKernel.Room);

    /// <summary>
    /// Encodes blocks until there are too many others, or likely sixteen tokens of full width, or no others for long, or until elements or room are used up but
    /// for a part of a block.
    /// </summary>
    /// <typeparam name="TLane">The integer of the element's size.</typeparam>
    /// <typeparam name="TKernel">The kernel for it.</typeparam>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="read">How many elements are encoded; it is moved on.</param>
    /// <param name="written">How many bytes their tokens take; it is moved on.</param>
    /// <returns>The loop for fixints after many of these, that for tokens of full width if these are next, else that for mixed widths.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static NextLoop Encode<TLane, TKernel>(ref TLane source, nint count, ref byte destination, nint room, ref nint read, ref nint written)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        nint clustersLeft = FreeClusters;
        while (true)
        {
            nint from = read;
            nint to = written;
            NextLoop next = EncodeUpToCluster<TLane, TKernel>(ref source, count, ref destination, room, ref read, ref written);
            if (next == NextLoop.FixInts || read > count - BlockLength || written > room - Room<TLane, TKernel>())
            {
                return next;
            }

            // Between clusters there may be a quarter of MaxOthers in a block, if they have full width. With more, this loop was hardly ahead without clusters.
            nint elements = read - from;
            nint beyondOne = written - to - elements;
            clustersLeft = Math.Min(clustersLeft + (elements / BlockLength), MaxClusters) - 1;
            if (clustersLeft < 0 || 4 * BlockLength * beyondOne > elements * TKernel.MaxOthers * Unsafe.SizeOf<TLane>())
            {
                return NextLoop.MixedWidths;
            }

            ref TLane cluster = ref Unsafe.Add(ref source, read);
            if (IsLikelyFullWidth<TLane, TKernel>(ref cluster))
            {
                return NextLoop.FullWidth;
            }

            Bounds.Assert(read, BlockLength, count);
            Bounds.Assert(written, Room<TLane, TKernel>(), room);
            written += EncodeCluster<TLane, TKernel>(ref cluster, ref Unsafe.Add(ref destination, written));
            read += BlockLength;
        }
    }

    /// <summary>Encodes blocks up to the first with too many others; otherwise as <see cref="Encode"/>.</summary>
    /// <inheritdoc cref="Encode"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static NextLoop EncodeUpToCluster<TLane, TKernel>(
        ref TLane source, nint count, ref byte destination, nint room, ref nint read, ref nint written)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        nint lastRead = count - BlockLength;
        nint lastWritten = room - Room<TLane, TKernel>();
        nint from = read;
        nint to = written;
        int blocksOfFixInts = 0;
        var next = NextLoop.MixedWidths;
        while (from <= lastRead && to <= lastWritten)
        {
            Bounds.Assert(from, BlockLength, count);
            Bounds.Assert(to, Room<TLane, TKernel>(), room);
            ref TLane block = ref Unsafe.Add(ref source, from);
            Vector128<byte> bytes = TKernel.NarrowSixteen(ref block, out uint others);
            if (others == 0)
            {
                bytes.StoreUnsafe(ref destination, (nuint)to);
                from += BlockLength;
                to += BlockLength;
                if (++blocksOfFixInts == MaxBlocksOfFixInts)
                {
                    next = NextLoop.FixInts;
                    break;
                }

                continue;
            }

            if (BitOperations.PopCount(others) > TKernel.MaxOthers)
            {
                break;
            }

            blocksOfFixInts = 0;
            ref byte target = ref Unsafe.Add(ref destination, to);
            bytes.StoreUnsafe(ref target);
            nint done = 0;
            do
            {
                // The element is read again. If another thread has changed it, there is a token of what it is now.
                nint index = (nint)(uint)BitOperations.TrailingZeroCount(others);
                others &= others - 1;
                target = ref Unsafe.Add(ref target, index - done);
                target = ref Unsafe.Add(ref target, TKernel.StoreToken(ref target, Unsafe.Add(ref block, index)));
                done = index + 1;
                LastBlock.MoveDown(bytes, done).StoreUnsafe(ref target);
            }
            while (others != 0);

            from += BlockLength;
            to = Unsafe.ByteOffset(ref destination, ref target) + (BlockLength - done);
        }

        read = from;
        written = to;
        return next;
    }

    /// <summary>Whether sixteen elements look as if all had full width: four of them have.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsLikelyFullWidth<TLane, TKernel>(ref TLane source)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane> =>
        TKernel.HasFullWidth(source)
        && TKernel.HasFullWidth(Unsafe.Add(ref source, 5))
        && TKernel.HasFullWidth(Unsafe.Add(ref source, 10))
        && TKernel.HasFullWidth(Unsafe.Add(ref source, 15));

    /// <summary>Encodes sixteen elements of any width. (The elements are read again, as above.)</summary>
    /// <param name="source">The first of them.</param>
    /// <param name="destination">Where the tokens go; <see cref="Room"/> bytes from here on may be written.</param>
    /// <returns>The length of the tokens.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeCluster<TLane, TKernel>(ref TLane source, ref byte destination)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        ref byte rows = ref MemoryMarshal.GetReference(TKernel.Rows);
        ref byte target = ref destination;
        for (nint i = 0; i < BlockLength; i += TKernel.BlockLength)
        {
            uint mask = TKernel.EncodeBlock(ref Unsafe.Add(ref source, i), ref target, ref rows);
            target = ref Unsafe.Add(ref target, TKernel.BlockLength + (nint)Simd128.CountBits(mask));
        }

        return Unsafe.ByteOffset(ref destination, ref target);
    }
}
