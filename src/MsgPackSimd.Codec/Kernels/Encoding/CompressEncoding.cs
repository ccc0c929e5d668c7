using System;
using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The loops around the integer kernels with AVX-512 VBMI2. <see cref="BlockEncoding"/> has those for the narrower sets. Here
/// every load and store that would reach too far is masked, so no block overlaps another and none goes over the stack.
/// </summary>
internal static partial class CompressEncoding
{
    /// <summary>With fewer elements, a stretch of 16-bit elements of full width is short.</summary>
    private const int MinFullWidthStretch = 512;

    /// <summary>With fewer elements, a stretch of fixints of 32 or 64 bits is short.</summary>
    private const int MinFixIntStretch = 256;

    /// <summary>
    /// How many rounds must be uniform before another stretch is tried after one of so many elements: more than one if that was short. Where single elements
    /// end the stretches every few hundred elements, the branches that are mispredicted at the end, and the way from loop to loop, cost more than the stretch
    /// has saved. (It is <see cref="EncodeMixed"/> that knows which rounds are counted. The figures: docs/experiments/encode.md, "Single shorter tokens
    /// among random elements of 16 bits" and "Few others with AVX-512".)
    /// </summary>
    /// <param name="loop">The loop that has encoded the stretch.</param>
    /// <param name="stretch">The number of its elements; 0 if none was tried.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint RoundsAfter<TLane>(NextLoop loop, nint stretch)
        where TLane : unmanaged =>
        Unsafe.SizeOf<TLane>() == sizeof(short) ? loop == NextLoop.FullWidth && stretch < MinFullWidthStretch ? 3 : 1
        : Unsafe.SizeOf<TLane>() > sizeof(short) ? loop == NextLoop.FixInts && stretch is > 0 and < MinFixIntStretch ? 4 : 1
        : 1;

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
        int length = TryEncodeTwoBlocks<T, TLane, TKernel>(values, destination);
        if (length >= 0)
        {
            valuesRead = values.Length;
            bytesWritten = length;
            return OperationStatus.Done;
        }

        return EncodeFromStart<T, TLane, TKernel>(values, destination, out valuesRead, out bytesWritten);
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
        int length = TryEncodeTwoBlocks<T, TLane, TKernel>(values, destination);
        return length >= 0 ? length
            : EncodeFromStart<T, TLane, TKernel>(values, destination, out _, out int bytesWritten) == OperationStatus.Done ? bytesWritten
            : -1;
    }

    /// <summary>Encodes an array that fits two blocks.</summary>
    /// <returns>The number of bytes written; -1 if it does not fit them, or there is no room.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int TryEncodeTwoBlocks<T, TLane, TKernel>(ReadOnlySpan<T> values, Span<byte> destination)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        Debug.Assert(Unsafe.SizeOf<T>() == Unsafe.SizeOf<TLane>());
        return values.Length <= 2 * TKernel.BlockLength
            ? EncodeTwoBlocks<TLane, TKernel>(
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
    /// <inheritdoc cref="EncodeRest" path="/param"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static OperationStatus EncodeFromStart<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        NextLoop next = NextLoop.MixedWidths;
        nint read = 0;
        if (values.Length >= LaneCount.Of512<TLane>())
        {
            // A whole vector tells which loop to begin with. The first element alone would not do: where widths are mixed, it has one width as often as
            // another, and a mispredicted branch costs as much as a dozen elements.
            Bounds.Assert(0, LaneCount.Of512<TLane>(), values.Length);
            Vector512<TLane> first = Vector512.LoadUnsafe(ref source);
            if (TKernel.TryNarrow(first, out Vector512<byte> bytes))
            {
                // If the rest fills a second vector only in part, it is encoded here: the loop is another call, and would check the first elements again.
                int rest = values.Length - LaneCount.Of512<TLane>();
                if (rest > 0
                    && rest < LaneCount.Of512<TLane>()
                    && destination.Length >= Math.Max(values.Length, Vector512<byte>.Count)
                    && TKernel.TryNarrow(Masked512.LoadFirst(ref Unsafe.Add(ref source, LaneCount.Of512<TLane>()), rest), out Vector512<byte> others))
                {
                    Bounds.Assert(0, Vector512<byte>.Count, destination.Length);
                    Bounds.Assert(LaneCount.Of512<TLane>(), rest, destination.Length);
                    bytes.StoreUnsafe(ref target);
                    Masked512.StoreFirst(others, ref Unsafe.Add(ref target, LaneCount.Of512<TLane>()), rest);
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

                next = NextLoop.FullWidth;
            }
        }

        nint written = read;
        if (next == NextLoop.MixedWidths)
        {
            ref byte table = ref MemoryMarshal.GetReference(TKernel.Table);
            nint rounds = RoundsAfter<TLane>(NextLoop.FixInts, read);
            next = EncodeMixed<TLane, TKernel>(ref table, ref source, values.Length, ref target, destination.Length, rounds, ref read, ref written);
            if (read == values.Length)
            {
                valuesRead = values.Length;
                bytesWritten = (int)written;
                return OperationStatus.Done;
            }
        }

        return EncodeRest<T, TLane, TKernel>(values, destination, read, written, next, out valuesRead, out bytesWritten);
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
    private static OperationStatus EncodeRest<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, nint read, nint written, NextLoop next, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        ref byte table = ref MemoryMarshal.GetReference(TKernel.Table);
        nint count = values.Length;
        nint room = destination.Length;
        while (next != NextLoop.None)
        {
            ref TLane rest = ref Unsafe.Add(ref source, read);
            ref byte to = ref Unsafe.Add(ref target, written);
            nint taken = next == NextLoop.FixInts
                ? TKernel.EncodeFixInts(ref rest, count - read, ref to, room - written)
                : TKernel.EncodeFullWidth(ref rest, count - read, ref to, room - written);
            read += taken;
            written += next == NextLoop.FixInts ? taken : taken * (1 + Unsafe.SizeOf<TLane>());
            if (read == count)
            {
                break;
            }

            nint rounds = RoundsAfter<TLane>(next, taken);
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
}
