using System;
using System.Buffers;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The loops around the integer kernels with AVX-512 VBMI2. <see cref="BlockEncoding"/> has those for the narrower sets. Here
/// every load and store that would reach too far is masked, so no block overlaps another and none goes over the stack.
/// </summary>
internal static class CompressEncoding
{
    /// <summary>How many blocks are loaded before the first of them is stored, and encoded before their length is looked at.</summary>
    private const int Round = 8;

    /// <summary>
    /// After a stretch of full width with fewer than <see cref="ShortStretch"/> elements, <see cref="RoundsAfterShortStretch"/> rounds must have full width
    /// before another stretch is tried (of 16-bit elements; of others one round is enough). Where single shorter tokens end stretches every few hundred
    /// elements, the branches that are mispredicted at the end cost more than the stretch has saved.
    /// </summary>
    private const int ShortStretch = 512;

    /// <inheritdoc cref="ShortStretch"/>
    private const int RoundsAfterShortStretch = 3;

    /// <summary>Encodes all elements that there is room for.</summary>
    /// <inheritdoc cref="ScalarEncoder.Encode{T}" path="/returns"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TLane">The integer of its size.</typeparam>
    /// <typeparam name="TKernel">The kernel for it.</typeparam>
    /// <param name="values">The elements, one or more.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="valuesRead">Receives how many elements were encoded.</param>
    /// <param name="bytesWritten">Receives how many bytes their tokens took.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Encode<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        int length = EncodeIfShort<T, TLane, TKernel>(values, destination);
        if (length >= 0)
        {
            valuesRead = values.Length;
            bytesWritten = length;
            return OperationStatus.Done;
        }

        return EncodeMany<T, TLane, TKernel>(values, destination, out valuesRead, out bytesWritten);
    }

    /// <inheritdoc cref="KernelDispatch.EncodeAll{T}"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TLane">The integer of its size.</typeparam>
    /// <typeparam name="TKernel">The kernel for it.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeAll<T, TLane, TKernel>(ReadOnlySpan<T> values, Span<byte> destination)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        int length = EncodeIfShort<T, TLane, TKernel>(values, destination);
        return length >= 0 ? length
            : EncodeMany<T, TLane, TKernel>(values, destination, out _, out int bytesWritten) == OperationStatus.Done ? bytesWritten
            : -1;
    }

    /// <summary>Encodes an array that fits two blocks.</summary>
    /// <returns>The number of bytes written; -1 if it does not fit them, or there is no room.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeIfShort<T, TLane, TKernel>(ReadOnlySpan<T> values, Span<byte> destination)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        Debug.Assert(Unsafe.SizeOf<T>() == Unsafe.SizeOf<TLane>());
        return values.Length <= 2 * TKernel.BlockLength
            ? EncodeShort<TLane, TKernel>(
                ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values)),
                values.Length,
                ref MemoryMarshal.GetReference(destination),
                destination.Length)
            : -1;
    }

    /// <summary>
    /// Encodes an array that does not fit two blocks, or that there may be no room for, at once if it is uniform. (A method of its own, since the loops for all
    /// other arrays have a frame that takes time.)
    /// </summary>
    /// <inheritdoc cref="EncodeLong" path="/param"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static OperationStatus EncodeMany<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        MixedLoopEnd next = MixedLoopEnd.Last;
        nint read = 0;
        if (values.Length >= Vector512<TLane>.Count)
        {
            // A whole vector tells which loop to begin with. The first element alone would not do: where widths are mixed, it has one width as often as
            // another, and a mispredicted branch costs as much as a dozen elements.
            Vector512<TLane> first = Vector512.LoadUnsafe(ref source);
            if (TKernel.TryNarrow(first, out Vector512<byte> bytes))
            {
                // If the rest fills a second vector only in part, it is encoded here: the loop is another call, and would check the first elements again.
                int rest = values.Length - Vector512<TLane>.Count;
                if (rest > 0
                    && rest < Vector512<TLane>.Count
                    && destination.Length >= Math.Max(values.Length, Vector512<byte>.Count)
                    && TKernel.TryNarrow(Masked512.LoadFirst(ref Unsafe.Add(ref source, Vector512<TLane>.Count), rest), out Vector512<byte> others))
                {
                    bytes.StoreUnsafe(ref target);
                    Masked512.StoreFirst(others, ref Unsafe.Add(ref target, Vector512<TLane>.Count), rest);
                    valuesRead = values.Length;
                    bytesWritten = values.Length;
                    return OperationStatus.Done;
                }

                read = TKernel.EncodeFixInts(ref source, values.Length, ref target, destination.Length);
                if (read == values.Length)
                {
                    valuesRead = values.Length;
                    bytesWritten = values.Length;
                    return OperationStatus.Done;
                }
            }
            else if (TKernel.HaveFullWidth(first))
            {
                if (TKernel.TryEncodeFullWidth(ref source, values.Length, ref target, destination.Length))
                {
                    valuesRead = values.Length;
                    bytesWritten = values.Length * (1 + Unsafe.SizeOf<TLane>());
                    return OperationStatus.Done;
                }

                next = MixedLoopEnd.FullWidth;
            }
        }

        nint written = read;
        if (next == MixedLoopEnd.Last)
        {
            ref byte table = ref MemoryMarshal.GetReference(TKernel.Table);
            next = EncodeMixed<TLane, TKernel>(ref table, ref source, values.Length, ref target, destination.Length, 1, ref read, ref written);
            if (read == values.Length)
            {
                valuesRead = values.Length;
                bytesWritten = (int)written;
                return OperationStatus.Done;
            }
        }

        return EncodeLong<T, TLane, TKernel>(values, destination, read, written, next, out valuesRead, out bytesWritten);
    }

    /// <summary>Encodes any number of elements: more than two blocks, or as many as there is room for.</summary>
    /// <param name="values">The elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="read">How many elements are encoded already.</param>
    /// <param name="written">How many bytes their tokens took.</param>
    /// <param name="next">The loop to go on with.</param>
    /// <param name="valuesRead">Receives how many elements were encoded.</param>
    /// <param name="bytesWritten">Receives how many bytes their tokens took.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static OperationStatus EncodeLong<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, nint read, nint written, MixedLoopEnd next, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        ref byte table = ref MemoryMarshal.GetReference(TKernel.Table);
        nint count = values.Length;
        nint room = destination.Length;
        while (next != MixedLoopEnd.Last)
        {
            ref TLane rest = ref Unsafe.Add(ref source, read);
            ref byte to = ref Unsafe.Add(ref target, written);
            nint taken = next == MixedLoopEnd.FixInts
                ? TKernel.EncodeFixInts(ref rest, count - read, ref to, room - written)
                : TKernel.EncodeFullWidth(ref rest, count - read, ref to, room - written);
            read += taken;
            written += next == MixedLoopEnd.FixInts ? taken : taken * (1 + Unsafe.SizeOf<TLane>());
            if (read == count)
            {
                break;
            }

            nint rounds = next == MixedLoopEnd.FullWidth && taken < ShortStretch ? RoundsAfterShortStretch : 1;
            next = EncodeMixed<TLane, TKernel>(ref table, ref source, count, ref target, room, rounds, ref read, ref written);
        }

        if (read == count)
        {
            valuesRead = (int)read;
            bytesWritten = (int)written;
            return OperationStatus.Done;
        }

        // Not all of the next few elements fit: the scalar kernel finds the last one that does.
        OperationStatus status = ScalarEncoder.Encode(values[(int)read..], destination[(int)written..], out valuesRead, out bytesWritten);
        valuesRead += (int)read;
        bytesWritten += (int)written;
        return status;
    }

    /// <summary>
    /// If there are many elements, encodes the fixints before the first element that lies where a cache line begins (<see cref="CacheLine"/>): several times
    /// more bytes are loaded than stored. Of <c>sbyte</c>s as many are stored as loaded, and a store that crosses lines costs more than such a load. So of
    /// these it encodes those before the first whose token lies where a line begins.
    /// </summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFixInts"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint EncodeToCacheLine<TLane, TKernel>(ref TLane source, nint count, ref byte destination, nint room)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        bool isCopy = Unsafe.SizeOf<TLane>() == sizeof(sbyte);
        if (count < CacheLine.MinLength / (isCopy ? 2 : Unsafe.SizeOf<TLane>())
            || room < Vector512<TLane>.Count
            || !TKernel.TryNarrow(Vector512.LoadUnsafe(ref source), out Vector512<byte> bytes))
        {
            return 0;
        }

        Bounds.Assert(0, Vector512<TLane>.Count, count);
        Bounds.Assert(0, Vector512<TLane>.Count, room);
        Masked512.StoreFirst(bytes, ref destination, Vector512<TLane>.Count);
        return isCopy ? CacheLine.BytesTo(in destination) : CacheLine.ElementsTo(in source, CacheLine.Length);
    }

    /// <summary>Encodes the last fixints of a stretch, a vector at a time, the last of them under a mask.</summary>
    /// <param name="source">The first element of the stretch.</param>
    /// <param name="taken">How many elements are encoded already, a byte each.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the stretch's tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <returns>How many elements are encoded now.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint EncodeFixInts<TLane, TKernel>(ref TLane source, nint taken, nint count, ref byte destination, nint room)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        Vector512<byte> bytes;
        while (count - taken >= Vector512<TLane>.Count && room - taken >= Vector512<byte>.Count)
        {
            Bounds.Assert(taken, Vector512<TLane>.Count, count);
            Bounds.Assert(taken, Vector512<byte>.Count, room);
            if (!TKernel.TryNarrow(Vector512.LoadUnsafe(ref source, (nuint)taken), out bytes))
            {
                return taken;
            }

            bytes.StoreUnsafe(ref destination, (nuint)taken);
            taken += Vector512<TLane>.Count;
        }

        while (taken < count)
        {
            nint take = count - taken < Vector512<TLane>.Count ? count - taken : Vector512<TLane>.Count;
            if (room - taken < take || !TKernel.TryNarrow(Masked512.LoadFirst(ref Unsafe.Add(ref source, taken), take), out bytes))
            {
                break;
            }

            Bounds.Assert(taken, take, count);
            Bounds.Assert(taken, take, room);
            Masked512.StoreFirst(bytes, ref Unsafe.Add(ref destination, taken), take);
            taken += take;
        }

        return taken;
    }

    /// <summary>
    /// Encodes an array that fits two blocks: fixints by narrowing them, if two vectors hold them, and any mix block by block. Fixints are tried
    /// first, since every other encoder is quick at them; the mixes have time to spare.
    /// </summary>
    /// <returns>The number of bytes written; -1 if there is no room.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static int EncodeShort<TLane, TKernel>(ref TLane source, int count, ref byte destination, int room)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        Debug.Assert(count > 0 && count <= 2 * TKernel.BlockLength);
        int written = 0;
        int length = count;
        Vector512<TLane> values = Masked512.LoadFirst(ref source, count);
        bool areFixInts = TKernel.TryNarrow(values, out Vector512<byte> tokens);
        if (areFixInts && count > Vector512<TLane>.Count)
        {
            length = count - Vector512<TLane>.Count;
            areFixInts = TKernel.TryNarrow(Masked512.LoadFirst(ref Unsafe.Add(ref source, Vector512<TLane>.Count), length), out Vector512<byte> rest);
            if (areFixInts)
            {
                if (room < Vector512<byte>.Count)
                {
                    return -1;
                }

                tokens.StoreUnsafe(ref destination);
                written = Vector512<TLane>.Count;
                tokens = rest;
            }
        }

        if (!areFixInts)
        {
            var lanes = new TokenLanes(in MemoryMarshal.GetReference(TKernel.Table), Unsafe.SizeOf<TLane>() >= sizeof(int));
            if (count > TKernel.BlockLength)
            {
                if (room < Vector512<byte>.Count)
                {
                    return -1;
                }

                count -= TKernel.BlockLength;
                Vector512<TLane> rest = Masked512.LoadFirst(ref Unsafe.Add(ref source, TKernel.BlockLength), count);
                LayOut<TLane, TKernel>(lanes, values, TKernel.BlockLength, out written).StoreUnsafe(ref destination);
                values = rest;
            }

            tokens = LayOut<TLane, TKernel>(lanes, values, count, out length);
        }

        if (room - written >= Vector512<byte>.Count)
        {
            tokens.StoreUnsafe(ref destination, (nuint)written);
        }
        else if (room - written >= length)
        {
            Masked512.StoreFirst(tokens, ref Unsafe.Add(ref destination, written), length);
        }
        else
        {
            return -1;
        }

        return written + length;
    }

    /// <summary>The tokens of a block that has only its first elements.</summary>
    /// <param name="lanes">The rows.</param>
    /// <param name="values">The elements, and zeros.</param>
    /// <param name="take">The number of elements.</param>
    /// <param name="length">Receives the length of their tokens. What is kept of the zeros follows these tokens and is not counted.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> LayOut<TLane, TKernel>(in TokenLanes lanes, Vector512<TLane> values, nint take, out int length)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        Vector512<byte> tokens = TKernel.LayOut(lanes, values, out Vector512<byte> kept);
        ulong lanesOfElements = ulong.MaxValue >> (int)(64 - (take * (1 + Unsafe.SizeOf<TLane>())));
        length = BitOperations.PopCount(kept.ExtractMostSignificantBits() & lanesOfElements);
        return Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, tokens);
    }

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
    /// all had full width. Counting streaks of blocks with equal masks, block by block, took a tenth more time.
    /// </para>
    /// </remarks>
    /// <param name="table">The rows.</param>
    /// <param name="source">The first element of the array.</param>
    /// <param name="count">The number of elements of the array.</param>
    /// <param name="destination">Where the array's tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="fullWidthRounds">
    /// How many rounds in a row must have full width for the loop for full width to be worth it; with elements of 32 and 64 bits one is always enough.
    /// </param>
    /// <param name="read">How many elements are encoded, before and after.</param>
    /// <param name="written">How many bytes their tokens take, before and after.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static MixedLoopEnd EncodeMixed<TLane, TKernel>(
        ref byte table, ref TLane source, nint count, ref byte destination, nint room, nint fullWidthRounds, ref nint read, ref nint written)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        nint roundsLeft = fullWidthRounds;
        var lanes = new TokenLanes(in table, Unsafe.SizeOf<TLane>() >= sizeof(int));
        nint lastRead = count - Vector512<TLane>.Count;
        nint lastWritten = room - Vector512<byte>.Count;

        // The last places, in elements and in bytes, where a round can begin.
        nint lastRound = lastRead - ((Round - 1) * TKernel.BlockLength);
        nint lastRoundWritten = lastWritten - ((Round - 1) * TKernel.BlockLength * (1 + Unsafe.SizeOf<TLane>()));
        nint from = read;
        nint to = written;
        Unsafe.SkipInit(out Vector512<TLane> v0);
        Unsafe.SkipInit(out Vector512<TLane> v1);
        Unsafe.SkipInit(out Vector512<TLane> v2);
        Unsafe.SkipInit(out Vector512<TLane> v3);
        Unsafe.SkipInit(out Vector512<TLane> v4);
        Unsafe.SkipInit(out Vector512<TLane> v5);
        Unsafe.SkipInit(out Vector512<TLane> v6);
        Unsafe.SkipInit(out Vector512<TLane> v7);
        if (from <= lastRound && to <= lastRoundWritten)
        {
            Bounds.Assert(from, ((Round - 1) * TKernel.BlockLength) + Vector512<TLane>.Count, count);
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
            Bounds.Assert(loaded, ((Round - 1) * TKernel.BlockLength) + Vector512<TLane>.Count, count);
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
            if (length == Round * TKernel.BlockLength)
            {
                read = from;
                written = to;
                return MixedLoopEnd.FixInts;
            }

            // Elements of 16 bits have shorter tokens by chance, often enough for a branch in each round to be mispredicted: their rounds of full width are
            // counted without a branch.
            nint fullWidth = Round * TKernel.BlockLength * (1 + Unsafe.SizeOf<TLane>());
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                nint isShorter = (length - fullWidth) >> 63;
                roundsLeft = ((roundsLeft - 1) & ~isShorter) | (fullWidthRounds & isShorter);
            }

            if (Unsafe.SizeOf<TLane>() == sizeof(short) ? roundsLeft == 0 : Unsafe.SizeOf<TLane>() > sizeof(short) && length == fullWidth)
            {
                read = from;
                written = to;
                return MixedLoopEnd.FullWidth;
            }
        }

        // The whole vectors that are left, fewer than a round. They are loaded ahead too; in place of those that do not exist, the last whole vector is loaded.
        nint left = from <= lastRead ? Math.Min(((lastRead - from) / TKernel.BlockLength) + 1, Round - 1) : 0;
        if (left > 0)
        {
            Bounds.Assert(lastRead, Vector512<TLane>.Count, count);
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
            Vector512<byte> tokens = LayOut<TLane, TKernel>(
                lanes, Masked512.LoadFirst(ref Unsafe.Add(ref source, from), take), take, out int length);
            Bounds.Assert(from, take, count);
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
        return MixedLoopEnd.Last;
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
