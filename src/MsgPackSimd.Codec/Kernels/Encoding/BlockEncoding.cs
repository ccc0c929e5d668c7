using System;
using System.Buffers;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>The loops around a block kernel: from source to destination as far as there are blocks and room, and what is left then.</summary>
/// <remarks>
/// <code>
///   source       |  block  |  block  | … |  block  |rest|
///                                           |  block   |      what is encoded already is moved out of it
///
///   destination  | tokens | tokens ……  | tokens |tk|          near its end there is no room for wide stores:
///                                                ^            to the stack, from where only the tokens are copied
/// </code>
/// Uniform stretches have loops of their own in the kernel. They are entered at the start on speculation, and later after a round of blocks
/// that were all the same; they are left at the first element that does not fit in. Long arrays of 64 bits go through <see cref="NarrowedEncoding"/>. In long
/// arrays, runs of fixints with few others between them go through <see cref="FixIntRunEncoding"/>.
/// </remarks>
internal static partial class BlockEncoding
{
    /// <summary>How many blocks are encoded before their length is looked at.</summary>
    private const int Round = 8;

    /// <summary>
    /// From so many bytes of elements behind the first fixints on, an array is long. In shorter ones, the choice between more loops takes longer than it saves.
    /// </summary>
    private const int MinLongSize = 1024;

    /// <summary>Encodes at least one block.</summary>
    /// <inheritdoc cref="ScalarEncoder.Encode{T}" path="/returns"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TLane">The integer of its size.</typeparam>
    /// <typeparam name="TKernel">The kernel for it.</typeparam>
    /// <param name="values">The elements, at least as many as a block has.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="valuesRead">Receives how many elements were encoded.</param>
    /// <param name="bytesWritten">Receives how many bytes their tokens took.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Encode<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        Debug.Assert(Unsafe.SizeOf<T>() == Unsafe.SizeOf<TLane>());
        Debug.Assert(values.Length >= TKernel.BlockLength);

        // The first element tells which loop to begin with; an array that is uniform goes through no other. Fixints, which other encoders are quick at
        // too, are tried without another call in between.
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        int fixInts = TKernel.HasFullWidth(source)
            ? 0
            : (int)TKernel.EncodeFixInts(ref source, values.Length, ref MemoryMarshal.GetReference(destination), destination.Length);
        if (fixInts == values.Length)
        {
            valuesRead = fixInts;
            bytesWritten = fixInts;
            return OperationStatus.Done;
        }

        if (Unsafe.SizeOf<TLane>() == sizeof(long) && values.Length - fixInts >= NarrowedEncoding.Chunk)
        {
            return NarrowedEncoding.EncodeFrom<T, TLane, TKernel>(values, destination, fixInts, out valuesRead, out bytesWritten);
        }

        return TKernel.MaxOthers != 0 && values.Length - fixInts >= MinLongSize / Unsafe.SizeOf<TLane>()
            ? EncodeLongFrom<T, TLane, TKernel>(values, destination, fixInts, out valuesRead, out bytesWritten)
            : EncodeFrom<T, TLane, TKernel>(values, destination, fixInts, out valuesRead, out bytesWritten);
    }

    /// <summary>Encodes at least one block of a short array that is known not to be uniform.</summary>
    /// <inheritdoc cref="Encode{T, TLane, TKernel}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus EncodeMixedWidths<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane> =>
        EncodeFrom<T, TLane, TKernel>(values, destination, 0, out valuesRead, out bytesWritten);

    /// <summary>Encodes what is behind the fixints that a short array begins with.</summary>
    /// <param name="values">The elements, those fixints included; at least as many as a block has.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="fixInts">How many elements are encoded already, a byte each.</param>
    /// <param name="valuesRead">Receives how many elements were encoded.</param>
    /// <param name="bytesWritten">Receives how many bytes their tokens took.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static OperationStatus EncodeFrom<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, int fixInts, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        nint count = values.Length;
        nint room = destination.Length;
        nint read = fixInts;
        nint written = fixInts;
        NextLoop next = read == 0 && TKernel.HasFullWidth(source) ? NextLoop.FullWidth : NextLoop.MixedWidths;
        while (read < count)
        {
            if (next == NextLoop.None)
            {
                return EncodeWithoutRoom<T, TLane, TKernel>(values, destination, (int)read, (int)written, out valuesRead, out bytesWritten);
            }

            if (next == NextLoop.MixedWidths)
            {
                next = EncodeMixed<TLane, TKernel>(
                    ref MemoryMarshal.GetReference(TKernel.Rows), ref source, count, ref target, room, nint.MaxValue, 0, ref read, ref written);
            }
            else
            {
                EncodeUniform<TLane, TKernel>(next, ref source, count, ref target, room, ref read, ref written);
                next = NextLoop.MixedWidths;
            }
        }

        valuesRead = (int)read;
        bytesWritten = (int)written;
        return OperationStatus.Done;
    }

    /// <summary>Encodes fixints or tokens of full width, up to the first that is not one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void EncodeUniform<TLane, TKernel>(
        NextLoop loop, ref TLane source, nint count, ref byte destination, nint room, ref nint read, ref nint written)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        Debug.Assert(loop is NextLoop.FixInts or NextLoop.FullWidth, "There is no such uniform loop.");
        ref TLane from = ref Unsafe.Add(ref source, read);
        ref byte to = ref Unsafe.Add(ref destination, written);
        nint taken;
        if (loop == NextLoop.FixInts)
        {
            taken = TKernel.EncodeFixInts(ref from, count - read, ref to, room - written);
            written += taken;
        }
        else
        {
            taken = TKernel.EncodeFullWidth(ref from, count - read, ref to, room - written);
            written += taken * (1 + Unsafe.SizeOf<TLane>());
        }

        read += taken;
    }

    /// <summary>Without a byte shuffle (SSE2) there is still the loop for fixints; the branch-free kernel takes a run of everything else.</summary>
    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static OperationStatus EncodeWithoutShuffle<T, TLane, TSignedness, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TKernel : IBlockEncoder<TLane>
    {
        const int Run = 64;
        valuesRead = 0;
        bytesWritten = 0;
        OperationStatus status;
        do
        {
            int fixInts = (int)TKernel.EncodeFixInts(
                ref Unsafe.As<T, TLane>(ref Unsafe.Add(ref MemoryMarshal.GetReference(values), valuesRead)),
                values.Length - valuesRead,
                ref Unsafe.Add(ref MemoryMarshal.GetReference(destination), bytesWritten),
                destination.Length - bytesWritten);
            valuesRead += fixInts;
            bytesWritten += fixInts;

            ReadOnlySpan<T> run = values.Slice(valuesRead, Math.Min(Run, values.Length - valuesRead));
            status = BranchFreeIntegerEncoder<TLane, TSignedness>.Encode(run, destination[bytesWritten..], out int read, out int written);
            valuesRead += read;
            bytesWritten += written;
        }
        while (status == OperationStatus.Done && valuesRead < values.Length);

        return status;
    }

    /// <summary>
    /// Encodes blocks of any mix, the last one included, until the elements or the room are used up or a round of blocks turns out uniform.
    /// Nothing is called from the loop, so that its constants and counts stay in registers.
    /// </summary>
    /// <remarks>
    /// The length of a round alone says whether it was uniform: it is the smallest possible if all elements were fixints, and the largest possible if all had
    /// full width. Thus data that is uniform nine times in ten causes no mispredictions, and this check costs the loop nothing. A length slightly above the
    /// smallest says that there were few others.
    /// </remarks>
    /// <param name="rows">The first byte of the kernel's table.</param>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="runsFrom">From which element on a round with few others ends the loop.</param>
    /// <param name="fullWidthFrom">From which element on a round of full width ends the loop.</param>
    /// <param name="read">How many elements are encoded; it is moved on.</param>
    /// <param name="written">How many bytes their tokens take; it is moved on.</param>
    /// <returns>The loop that is to go on.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static NextLoop EncodeMixed<TLane, TKernel>(
        ref byte rows, ref TLane source, nint count, ref byte destination, nint room, nint runsFrom, nint fullWidthFrom, ref nint read, ref nint written)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        nint lastRead = count - TKernel.BlockLength;
        nint lastWritten = room - TKernel.Room;
        nint from = read;
        nint to = written;
        while (from <= lastRead && to <= lastWritten)
        {
            bool isRound = true;
            nint end = from + ((Round - 1) * TKernel.BlockLength);
            if (end > lastRead)
            {
                // Elements for less than a round, from which nothing is concluded.
                end = lastRead;
                isRound = false;
            }

            if (to + ((Round - 1) * TKernel.BlockLength * (1 + Unsafe.SizeOf<TLane>())) > lastWritten)
            {
                // Room for less than a round: one block.
                end = from;
                isRound = false;
            }

            ref byte start = ref Unsafe.Add(ref destination, to);
            ref byte target = ref start;
            do
            {
                Bounds.Assert(from, TKernel.BlockLength, count);
                Bounds.Assert(Unsafe.ByteOffset(ref destination, ref target), TKernel.Room, room);
                uint mask = TKernel.EncodeBlock(ref Unsafe.Add(ref source, from), ref target, ref rows);
                target = ref Unsafe.Add(ref target, TKernel.BlockLength + (nint)Simd128.CountBits(mask));
                from += TKernel.BlockLength;
            }
            while (from <= end);

            nint length = Unsafe.ByteOffset(ref start, ref target);
            to += length;

            // No longer than if all were fixints; where a loop for few others may be next, than if half of MaxOthers had full width.
            nint limit = Round * TKernel.BlockLength;
            if (TKernel.MaxOthers != 0 && from >= runsFrom)
            {
                limit = Round * TKernel.BlockLength * (128 + (TKernel.MaxOthers * Unsafe.SizeOf<TLane>())) / 128;
            }

            if (isRound && length <= limit)
            {
                read = from;
                written = to;
                return length == Round * TKernel.BlockLength ? NextLoop.FixInts : NextLoop.FixIntRuns;
            }

            // Tokens of two and three bytes have no loop of their own.
            if (isRound
                && Unsafe.SizeOf<TLane>() >= sizeof(int)
                && length == Round * TKernel.BlockLength * (1 + Unsafe.SizeOf<TLane>())
                && from >= fullWidthFrom)
            {
                read = from;
                written = to;
                return NextLoop.FullWidth;
            }
        }

        if (from < count && to <= lastWritten)
        {
            // The last block ends with the last element.
            Bounds.Assert(lastRead, TKernel.BlockLength, count);
            Bounds.Assert(to, TKernel.Room, room);
            nint rest = count - from;
            uint mask = TKernel.EncodeLastBlock(
                ref Unsafe.Add(ref source, lastRead), TKernel.BlockLength - rest, ref Unsafe.Add(ref destination, to), ref rows);
            to += rest + (nint)Simd128.CountBits(mask);
            from = count;
        }

        read = from;
        written = to;
        return NextLoop.None;
    }

    /// <summary>
    /// Encodes the last elements where the destination has no room for wide stores: block by block to the stack, from where the tokens alone are
    /// copied. A last block is filled up with zeros, each a token of one byte that is not copied. What does not fit even so is left to the scalar kernel, which
    /// finds the last element that fits.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static OperationStatus EncodeWithoutRoom<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, int read, int written, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        Span<TLane> block = stackalloc TLane[TKernel.BlockLength];
        Span<byte> tokens = stackalloc byte[TKernel.Room];
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        while (read < values.Length)
        {
            int take = Math.Min(values.Length - read, block.Length);
            block.Clear();
            MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref source, read), take).CopyTo(block);
            uint mask = TKernel.EncodeBlock(
                ref MemoryMarshal.GetReference(block), ref MemoryMarshal.GetReference(tokens), ref MemoryMarshal.GetReference(TKernel.Rows));
            int length = take + BitOperations.PopCount(mask);
            if (!tokens[..length].TryCopyTo(destination[written..]))
            {
                OperationStatus status = ScalarEncoder.Encode(values[read..], destination[written..], out valuesRead, out bytesWritten);
                valuesRead += read;
                bytesWritten += written;
                return status;
            }

            read += take;
            written += length;
        }

        valuesRead = read;
        bytesWritten = written;
        return OperationStatus.Done;
    }
}
