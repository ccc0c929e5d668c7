using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Long arrays of 64-bit integers, stretches of which may fit 32 bits, as counters and keys do. Such a stretch is narrowed, on the stack, and encoded as
/// elements of 32 bits, which have the same tokens: their blocks have twice as many elements, and those of full width a loop of their own.
/// </summary>
/// <remarks>
/// <code>
///   elements    7   -300   100000   …   2^40   5   -1   …
///   narrowed    7   -300   100000   …  |                         as int[], 256 at a time
///   64 bits                            |2^40   5   -1   …        then a while as long[]: the longer, the more attempts have failed
/// </code>
/// </remarks>
internal static class NarrowedEncoding
{
    /// <summary>
    /// How many elements are narrowed at a time, and how many there must be for an attempt. A stretch that is shorter counts as a failed attempt.
    /// </summary>
    public const int Chunk = 256;

    /// <summary>How many elements are encoded with 64 bits after a stretch: one that does not fit is often alone.</summary>
    private const int PauseAfterStretch = 64;

    /// <summary>How many elements are encoded with 64 bits after one failed attempt.</summary>
    private const int MinPause = 1024;

    /// <summary>How many elements are encoded with 64 bits after many failed attempts.</summary>
    private const int MaxPause = 16 * 1024;

    /// <inheritdoc cref="BlockEncoding.EncodeLongFrom"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static OperationStatus EncodeFrom<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, int fixInts, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        int read = fixInts;
        int written = fixInts;
        int pause = 0;
        var status = OperationStatus.Done;
        while (read < values.Length && status == OperationStatus.Done)
        {
            int length;
            int taken = 0;
            ref TLane rest = ref Unsafe.As<T, TLane>(ref Unsafe.Add(ref MemoryMarshal.GetReference(values), read));
            if (values.Length - read >= Chunk && !TKernel.HasFullWidth(rest))
            {
                taken = (int)TKernel.EncodeNarrow(ref rest, values.Length - read, destination[written..], out length);
                read += taken;
                written += length;
            }

            pause = taken >= Chunk ? PauseAfterStretch : Math.Clamp(4 * pause, MinPause, MaxPause);
            int count = values.Length - read;
            if (count > pause + Chunk)
            {
                count = pause;
            }

            if (count > 0)
            {
                status = count >= TKernel.BlockLength
                    ? BlockEncoding.EncodeLongFrom<T, TLane, TKernel>(values.Slice(read, count), destination[written..], 0, out taken, out length)
                    : ScalarEncoder.Encode(values.Slice(read, count), destination[written..], out taken, out length);
                read += taken;
                written += length;
            }
        }

        valuesRead = read;
        bytesWritten = written;
        return status;
    }

    /// <summary>Encodes a stretch of elements as elements of 32 bits, up to a few before the first that does not fit.</summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeNarrow"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeStretch<TSignedness>(ref long source, nint count, Span<byte> destination, out int bytesWritten)
        where TSignedness : ISignedness
    {
        Span<int> chunk = stackalloc int[Chunk];
        nint read = 0;
        int written = 0;
        int taken;
        do
        {
            ref long rest = ref Unsafe.Add(ref source, read);
            nint length = Math.Min(count - read, Chunk);
            int narrowed = (int)(Avx2.IsSupported
                ? Int64NarrowingAvx2.Narrow<TSignedness>(ref rest, length, ref MemoryMarshal.GetReference(chunk))
                : Int64NarrowingVector128.Narrow<TSignedness>(ref rest, length, ref MemoryMarshal.GetReference(chunk)));
            int tokenBytes;
            if (TSignedness.IsSigned)
            {
                IntegerEncoding.Encode<int, Signed>(chunk[..narrowed], destination[written..], out taken, out tokenBytes);
            }
            else
            {
                IntegerEncoding.Encode<uint, Unsigned>(
                    MemoryMarshal.Cast<int, uint>(chunk[..narrowed]), destination[written..], out taken, out tokenBytes);
            }

            read += taken;
            written += tokenBytes;
        }
        while (taken == Chunk && read < count);

        bytesWritten = written;
        return read;
    }
}
