using System;
using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Kernels.Scalar;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Drives a block kernel over a whole span: first straight from source to destination, then what is left, elements too few for a block or room
/// too little for a wide store, block by block over a few bytes of stack. No tail falls into a loop of scalar steps.
/// </summary>
/// <remarks>
/// <code>
///   source       |  block  |  block  | … |  block  | rest |
///                                                     |  copied, and filled up with zeros (each a token of one byte)
///                                                     v
///                                                 |  block  |         on the stack
///                                                     |
///   room for wide stores:  straight to the destination; the zeros' bytes are simply not counted
///   room for the tokens :  to the stack, and only the tokens copied
///   not even that       :  scalar, which finds the last element that fits
/// </code>
/// </remarks>
internal static class BlockEncoding
{
    public const int MaxBlockLength = 32;
    public const int MaxRoom = 128;

    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TLane">The integer of its size.</typeparam>
    /// <typeparam name="TKernel">The kernel for it.</typeparam>
    [SkipLocalsInit]
    public static OperationStatus Encode<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        Debug.Assert(Unsafe.SizeOf<T>() == Unsafe.SizeOf<TLane>());
        Debug.Assert(TKernel.BlockLength <= MaxBlockLength && TKernel.Room <= MaxRoom);
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        nint count = values.Length;
        nint room = destination.Length;

        nint read = 0;
        nint written = 0;
        if (count >= TKernel.BlockLength)
        {
            TKernel.Encode(ref source, count, ref target, room, out read, out written);
        }

        if (read < count)
        {
            Span<TLane> block = stackalloc TLane[MaxBlockLength];
            block = block[..TKernel.BlockLength];
            ref TLane first = ref MemoryMarshal.GetReference(block);
            do
            {
                nint take = Math.Min(count - read, TKernel.BlockLength);
                nint padding = TKernel.BlockLength - take;
                block.Clear();
                MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref source, read), (int)take).CopyTo(block);
                nint length;
                if (room - written >= TKernel.Room)
                {
                    TKernel.Encode(ref first, block.Length, ref Unsafe.Add(ref target, written), room - written, out _, out length);
                    length -= padding;
                }
                else if (!TryEncodeWithoutRoom<TLane, TKernel>(ref first, padding, destination[(int)written..], out length))
                {
                    OperationStatus status = ScalarEncoder.Encode(
                        values[(int)read..], destination[(int)written..], out valuesRead, out bytesWritten);
                    valuesRead += (int)read;
                    bytesWritten += (int)written;
                    return status;
                }

                read += take;
                written += length;
            }
            while (read < count);
        }

        valuesRead = values.Length;
        bytesWritten = (int)written;
        return OperationStatus.Done;
    }

    /// <summary>Encodes one block into the stack and copies its tokens, if they fit.</summary>
    [SkipLocalsInit]
    private static bool TryEncodeWithoutRoom<TLane, TKernel>(ref TLane block, nint padding, Span<byte> destination, out nint length)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        Span<byte> tokens = stackalloc byte[MaxRoom];
        TKernel.Encode(ref block, TKernel.BlockLength, ref MemoryMarshal.GetReference(tokens), MaxRoom, out _, out length);
        length -= padding;
        return tokens[..(int)length].TryCopyTo(destination);
    }
}
