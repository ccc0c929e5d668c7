using System;
using System.Buffers;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels.Scalar;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The loops around the integer kernels with AVX-512 VBMI2. <see cref="BlockEncoding"/> is the same for the narrower sets; here
/// there is a mask for every load and store that would reach too far, and so neither an overlapped block nor one on the stack.
/// </summary>
internal static class CompressEncoding
{
    /// <summary>How many blocks are encoded before their length is looked at.</summary>
    private const int Round = 8;

    /// <summary>How the mixed loop was left.</summary>
    private enum Next
    {
        /// <summary>Fewer elements or bytes are left than a vector has.</summary>
        Last,

        /// <summary>A round of fixints has been seen.</summary>
        FixInts,

        /// <summary>A round of tokens of full width has been seen.</summary>
        FullWidth,
    }

    /// <summary>Encodes all elements that there is room for.</summary>
    /// <inheritdoc cref="ScalarEncoder.Encode{T}" path="/returns"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TLane">The integer of its size.</typeparam>
    /// <typeparam name="TKernel">The kernel for it.</typeparam>
    /// <param name="values">The elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="valuesRead">Receives how many elements were encoded.</param>
    /// <param name="bytesWritten">Receives how many bytes their tokens took.</param>
    public static OperationStatus Encode<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        Debug.Assert(Unsafe.SizeOf<T>() == Unsafe.SizeOf<TLane>());
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        ref byte table = ref MemoryMarshal.GetReference(TKernel.Table);
        nint count = values.Length;
        nint room = destination.Length;
        nint read = 0;
        nint written = 0;
        if (count > TKernel.BlockLength)
        {
            read = TKernel.EncodeFixInts(ref source, count, ref target, room);
            written = read;
            Next next;
            while ((next = EncodeMixed<TLane, TKernel>(ref table, ref source, count, ref target, room, ref read, ref written)) != Next.Last)
            {
                ref TLane rest = ref Unsafe.Add(ref source, read);
                ref byte to = ref Unsafe.Add(ref target, written);
                nint taken = next == Next.FixInts
                    ? TKernel.EncodeFixInts(ref rest, count - read, ref to, room - written)
                    : TKernel.EncodeFullWidth(ref rest, count - read, ref to, room - written);
                read += taken;
                written += next == Next.FixInts ? taken : taken * (1 + Unsafe.SizeOf<TLane>());
            }
        }

        if (EncodeLast<TLane, TKernel>(ref table, ref source, count, ref target, room, ref read, ref written))
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
    /// Encodes blocks of any mix while whole vectors can be loaded and stored, or until a round of them turns out uniform. Nothing is called from
    /// the loop, so that its constants and counts stay in registers.
    /// </summary>
    /// <remarks>
    /// Whether a round was uniform, its length alone says: it is the least that there is if all were fixints, and the greatest if all had full
    /// width. A streak of blocks with equal masks, counted block by block, took a tenth more time.
    /// </remarks>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static Next EncodeMixed<TLane, TKernel>(
        ref byte table, ref TLane source, nint count, ref byte destination, nint room, ref nint read, ref nint written)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        var lanes = new TokenLanes(in table, Unsafe.SizeOf<TLane>() >= sizeof(int));
        nint lastRead = count - Vector512<TLane>.Count;
        nint lastWritten = room - Vector512<byte>.Count;
        nint from = read;
        nint to = written;
        Next next = Next.Last;
        while (from <= lastRead && to <= lastWritten)
        {
            nint start = to;
            nint end = from + ((Round - 1) * TKernel.BlockLength);
            if (end > lastRead || to + ((Round - 1) * TKernel.BlockLength * (1 + Unsafe.SizeOf<TLane>())) > lastWritten)
            {
                // Room or elements for less than a round: one block, of which nothing is concluded.
                end = from;
                start = nint.MinValue;
            }

            do
            {
                Debug.Assert(from <= lastRead && to <= lastWritten, "The vectors lie in source and destination.");
                Vector512<byte> tokens = TKernel.LayOut(lanes, Vector512.LoadUnsafe(ref source, (nuint)from), out Vector512<byte> kept);
                Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, tokens).StoreUnsafe(ref destination, (nuint)to);
                to += (nint)(uint)BitOperations.PopCount(kept.ExtractMostSignificantBits());
                from += TKernel.BlockLength;
            }
            while (from <= end);

            nint length = to - start;
            if (length == Round * TKernel.BlockLength)
            {
                next = Next.FixInts;
                break;
            }

            if (Unsafe.SizeOf<TLane>() >= sizeof(short) && length == Round * TKernel.BlockLength * (1 + Unsafe.SizeOf<TLane>()))
            {
                next = Next.FullWidth;
                break;
            }
        }

        read = from;
        written = to;
        return next;
    }

    /// <summary>Encodes the last elements, fewer than two blocks or as many as there is room for, under masks.</summary>
    /// <returns>Whether all are encoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static bool EncodeLast<TLane, TKernel>(
        ref byte table, ref TLane source, nint count, ref byte destination, nint room, ref nint read, ref nint written)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        var lanes = new TokenLanes(in table, Unsafe.SizeOf<TLane>() >= sizeof(int));
        nint from = read;
        nint to = written;
        while (from < count)
        {
            nint take = count - from < TKernel.BlockLength ? count - from : TKernel.BlockLength;
            Vector512<byte> tokens = TKernel.LayOut(
                lanes, Masked512.LoadFirst(ref Unsafe.Add(ref source, from), take), out Vector512<byte> kept);
            kept &= Masked512.First(take * (1 + Unsafe.SizeOf<TLane>()));
            nint length = BitOperations.PopCount(kept.ExtractMostSignificantBits());
            if (length > room - to)
            {
                break;
            }

            Masked512.StoreFirst(Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, tokens), ref Unsafe.Add(ref destination, to), length);
            to += length;
            from += take;
        }

        read = from;
        written = to;
        return from == count;
    }
}
