using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The loop for runs of fixints with few other elements between them, single ones or clusters. Up to 512 elements are narrowed to bytes, on the stack. Then
/// each step stores the token of one element, whatever it is, and behind it 64 of the bytes, of which those up to the next other element are tokens.
/// </summary>
/// <remarks>
/// <code>
///   elements      7   3  1000   5   9  …    2   4  70000   1  …        blocks of 64
///   narrowed     07  03    e8  05  09  …   02  04     70  01  …
///   others        .   .     1   .   .  …    .   .      1   .  …        a bit for each that is no fixint
///   steps         1   .     1   .   .  …    1   .      1   .  …        and for the first of each block
///
///   step         07  03  e8  05  09  …                                 the token by <see cref="BranchFreeIntegerEncoder{TLane, TSignedness}"/>, and 64 bytes
///   step                 cd  03  e8  05  09  …
///   step                                    02  04  70  01  …          a run ends where the next block begins, so 64 bytes are enough for any
/// </code>
/// No branch depends on the elements but one at the end of all steps. (A loop over the others of each block, or of each sixteen elements, would be mispredicted
/// nearly each time; it is ahead only where most blocks have none.) And no load waits for a store: the bytes have been stored long before.
/// <para>
/// Blocks of mixed widths take the same time whatever their elements are. Here each of the others takes a step. So it depends on the element type up to how
/// many others this loop is ahead (<see cref="IBlockEncoder{TLane}.MaxOthers"/>; docs/experiments/encode.md has figures). 64 elements with more others than
/// that, a cluster, are encoded as blocks of mixed widths, after which this loop goes on, as long as there are not too many clusters.
/// </para>
/// </remarks>
internal static class FixIntRunEncoding
{
    /// <summary>How many elements are narrowed at a time.</summary>
    public const int BlockLength = 64;

    /// <summary>If there is less than one other in so many elements, most blocks have none.</summary>
    private const int MinDistance = 128;

    /// <summary>How many more clusters there may be than other blocks.</summary>
    private const int FreeClusters = 2;

    /// <summary>How many clusters there may be in a row, after however many other blocks.</summary>
    private const int MaxClusters = 7;

    /// <summary>
    /// Gets how many bytes may be written for a block: its longest tokens, and the bytes that are stored behind the last element's; or a cluster's longest
    /// tokens, and what the kernel stores behind them.
    /// </summary>
    /// <typeparam name="TLane">The integer of the element's size.</typeparam>
    /// <typeparam name="TKernel">The kernel for it.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Room<TLane, TKernel>()
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane> =>
        Math.Max(
            MaxLength<TLane>(TKernel.MaxOthers) + BlockLength,
            ((BlockLength - TKernel.BlockLength) * (1 + Unsafe.SizeOf<TLane>())) + TKernel.Room);

    /// <summary>
    /// Encodes blocks until there are too many others, or likely a block of full width, or no others for long, or until elements or room are used up but for a
    /// part of a block.
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

            // Between clusters there may be half of MaxOthers in a block, if they have full width. With more, this loop was hardly ahead without clusters.
            nint elements = read - from;
            nint beyondOne = written - to - elements;
            clustersLeft = Math.Min(clustersLeft + (elements / BlockLength), MaxClusters) - 1;
            if (clustersLeft < 0 || 2L * BlockLength * beyondOne > (long)elements * TKernel.MaxOthers * Unsafe.SizeOf<TLane>())
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
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static NextLoop EncodeUpToCluster<TLane, TKernel>(
        ref TLane source, nint count, ref byte destination, nint room, ref nint read, ref nint written)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        Unsafe.SkipInit(out ScannedElements scanned);
        ref byte bytes = ref Unsafe.As<ScannedElements, byte>(ref scanned);
        ref ulong bits = ref Unsafe.As<byte, ulong>(ref Unsafe.Add(ref bytes, ScannedElements.Bits));
        nint maxLength = ScannedElements.FewLength;
        bool isBehindFixInts = false;
        bool isWhole;
        do
        {
            // No more than there is room for, whatever the others are by the time that they are encoded.
            ref TLane elements = ref Unsafe.Add(ref source, read);
            nint end = Math.Min(count - read, maxLength) - BlockLength;
            nint spare = room - written - BlockLength;
            nint othersCount = 0;
            nint length = 0;
            for (; length <= end; length += BlockLength)
            {
                Bounds.Assert(read + length, BlockLength, count);
                ulong others = TKernel.NarrowSixtyFour(ref Unsafe.Add(ref elements, length), ref Unsafe.Add(ref bytes, length));
                int othersOfBlock = BitOperations.PopCount(others);
                spare -= MaxLength<TLane>(othersOfBlock);
                if (othersOfBlock > TKernel.MaxOthers || spare < 0)
                {
                    break;
                }

                othersCount += othersOfBlock;
                BitsOf(ref bits, length) = others;
            }

            // What is stored behind the last token is nothing of what lay on the stack.
            Unsafe.InitBlockUnaligned(ref Unsafe.Add(ref bytes, length), 0, BlockLength);
            bool areFew = othersCount * MinDistance < length;
            ref byte target = ref Unsafe.Add(ref destination, written);
            isWhole = length == maxLength;
            maxLength = areFew ? ScannedElements.FewLength : ScannedElements.Length;
            read += length;
            written += areFew
                ? StoreFew<TLane, TKernel>(ref elements, length, ref bytes, ref bits, ref target)
                : Store<TLane, TKernel>(ref elements, length, ref bytes, ref bits, ref target);

            // The last store, which is behind the last token, begins where the tokens end, or before.
            Bounds.Assert(written, length > 0 ? BlockLength : 0, room);
            bool areFixInts = isWhole && othersCount == 0;
            if (areFixInts && isBehindFixInts)
            {
                return NextLoop.FixInts;
            }

            isBehindFixInts = areFixInts;
        }
        while (isWhole);

        return NextLoop.MixedWidths;
    }

    /// <summary>Stores the tokens of elements that have been narrowed: a step for each other, and for the first element of each block.</summary>
    /// <param name="source">The first of them.</param>
    /// <param name="length">How many there are; whole blocks.</param>
    /// <param name="bytes">The bytes that they were narrowed to.</param>
    /// <param name="bits">The bits of the others, a word for each block.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <returns>The length of the tokens.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint Store<TLane, TKernel>(ref TLane source, nint length, ref byte bytes, ref ulong bits, ref byte destination)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        // An element's token lies as many bytes behind its index as the tokens before it have beyond one each.
        nint beyondOne = 0;
        nint block = 0;
        nint index = 0;
        ulong steps = bits | 1;
        ulong next = Unsafe.Add(ref bits, 1) | 1;
        while (index < length)
        {
            beyondOne += StoreTokenAndRun<TLane, TKernel>(ref source, index, ref bytes, ref Unsafe.Add(ref destination, beyondOne)) - 1;

            // The next bit, or if there is none, the first one of the next block; behind the last block, any. The bits of the block after that are loaded
            // before it is known that they are needed: otherwise each step would wait for such a load.
            ulong afterNext = Unsafe.Add(ref BitsOf(ref bits, block), 2) | 1;
            steps &= steps - 1;
            ulong ifLast = (ulong)((long)(~steps & (steps - 1)) >> 63);
            steps |= next & ifLast;
            next ^= (next ^ afterNext) & ifLast;
            block += (nint)ifLast & BlockLength;
            index = block + (nint)(uint)BitOperations.TrailingZeroCount(steps);
        }

        return length + beyondOne;
    }

    /// <summary>The same with branches, which are quicker if most blocks have no others.</summary>
    /// <inheritdoc cref="Store"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint StoreFew<TLane, TKernel>(ref TLane source, nint length, ref byte bytes, ref ulong bits, ref byte destination)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        nint beyondOne = 0;
        for (nint block = 0; block < length; block += BlockLength)
        {
            Copy(ref Unsafe.Add(ref bytes, block), ref Unsafe.Add(ref destination, block + beyondOne));
            for (ulong others = BitsOf(ref bits, block); others != 0; others &= others - 1)
            {
                nint index = block + (nint)(uint)BitOperations.TrailingZeroCount(others);
                beyondOne += StoreTokenAndRun<TLane, TKernel>(ref source, index, ref bytes, ref Unsafe.Add(ref destination, beyondOne)) - 1;
            }
        }

        return length + beyondOne;
    }

    /// <summary>Stores the token of an element, and as many narrowed ones behind it as a block has.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="index">Which element.</param>
    /// <param name="bytes">The bytes that the elements were narrowed to.</param>
    /// <param name="destination">Where the first element's token would go if all before this one had tokens of one byte.</param>
    /// <returns>The token's length.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint StoreTokenAndRun<TLane, TKernel>(ref TLane source, nint index, ref byte bytes, ref byte destination)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        // The element is read again. If another thread has changed it, there is a token of what it is now.
        nint tokenLength = TKernel.StoreToken(ref Unsafe.Add(ref destination, index), Unsafe.Add(ref source, index));
        Copy(ref Unsafe.Add(ref bytes, index + 1), ref Unsafe.Add(ref destination, index + tokenLength));
        return tokenLength;
    }

    /// <summary>The longest tokens that a block can have with so many others: the first element may have become another one since.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxLength<TLane>(int others) => BlockLength + ((others + 1) * Unsafe.SizeOf<TLane>());

    /// <summary>The bits of the block that begins with an element.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref ulong BitsOf(ref ulong bits, nint index) => ref Unsafe.AddByteOffset(ref bits, (nint)((nuint)index / 8));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy(ref byte source, ref byte destination)
    {
        if (Vector256.IsHardwareAccelerated)
        {
            Vector256.LoadUnsafe(ref source).StoreUnsafe(ref destination);
            Vector256.LoadUnsafe(ref source, 32).StoreUnsafe(ref destination, 32);
        }
        else
        {
            Vector128.LoadUnsafe(ref source).StoreUnsafe(ref destination);
            Vector128.LoadUnsafe(ref source, 16).StoreUnsafe(ref destination, 16);
            Vector128.LoadUnsafe(ref source, 32).StoreUnsafe(ref destination, 32);
            Vector128.LoadUnsafe(ref source, 48).StoreUnsafe(ref destination, 48);
        }
    }

    /// <summary>Whether a block looks as if all its elements had full width: four of them have.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsLikelyFullWidth<TLane, TKernel>(ref TLane source)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane> =>
        TKernel.HasFullWidth(source)
        && TKernel.HasFullWidth(Unsafe.Add(ref source, 21))
        && TKernel.HasFullWidth(Unsafe.Add(ref source, 42))
        && TKernel.HasFullWidth(Unsafe.Add(ref source, 63));

    /// <summary>Encodes a block of any width. (The elements are read again, as above.)</summary>
    /// <param name="source">The first of them.</param>
    /// <param name="destination">Where the tokens go; <see cref="Room"/> bytes from here on may be written.</param>
    /// <returns>The length of the tokens.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint EncodeCluster<TLane, TKernel>(ref TLane source, ref byte destination)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        Debug.Assert(BlockLength % TKernel.BlockLength == 0, "The kernel's blocks would go past the cluster's end.");
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
