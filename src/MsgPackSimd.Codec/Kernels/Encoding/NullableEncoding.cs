using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Hands elements that may be missing to their kernels.</summary>
/// <remarks>
/// <code>
///                         AVX-512 VBMI2       a byte shuffle      neither
///   bool?                 blocks              blocks              blocks (if there are vectors)
///   sbyte? byte?          compressed          blocks              one by one, runs
///   wider integers        compressed          blocks, runs        one by one, runs
///   float? double?        compressed          two by two, runs    one by one, runs
///   DateTime?             one by one, runs    one by one, runs    one by one, runs
/// </code>
/// All but runs take any mixture of present and missing elements. A run is gathered, and encoded as an array:
/// <code>
///   elements    1.5   -2    7   …   null   3    null   4   …
///   gathered    1.5   -2    7   …  |
///   one by one                       null   3    null   4   …        until MinRun in a row are present
/// </code>
/// Where there are blocks as well, runs only pay if the kernels for arrays have a loop for what they hold: integers that are all fixints or of full width, and
/// floating-point numbers. So elements are encoded in chunks, and a run is begun behind a chunk that was like that.
/// </remarks>
internal static class NullableEncoding
{
    /// <summary>From how many elements in a row on it is worth while to gather them.</summary>
    private const int MinRun = 32;

    /// <summary>How many are gathered at once, on the stack.</summary>
    private const int MaxRun = 512;

    /// <summary>From how many elements on encoding a block is quicker than one at a time.</summary>
    private const int MinBlockCount = 8;

    /// <summary>How many times are encoded on the evidence of how many of the first <see cref="StartSample"/> are missing.</summary>
    private const int TimeChunkCount = 64;

    /// <summary>How many elements tell whether to begin with a run, or whether most times are missing.</summary>
    private const int StartSample = 16;

    /// <summary>How many elements are encoded, whichever are missing, before a check whether the last ones were all present.</summary>
    private const int ChunkCount = 512;

    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Encode<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged
    {
        int read = 0;
        int written = 0;
        if (TakesAnyMixture<T>() || values.Length < MinRun)
        {
            EncodeWithMissing(values, destination, out read, out written);
            if (read == values.Length)
            {
                valuesRead = read;
                bytesWritten = written;
                return OperationStatus.Done;
            }
        }

        return EncodeFrom(values, destination, read, written, out valuesRead, out bytesWritten);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static OperationStatus EncodeFrom<T>(
        ReadOnlySpan<T?> values, Span<byte> destination, int read, int written, out int valuesRead, out int bytesWritten)
        where T : unmanaged
    {
        int scalarCount = 1;
        bool isRun = !TakesAnyMixture<T>() && values.Length >= MinRun && (!EncodesInChunks<T>() || NullableSample.AreAllPresent(values[..StartSample]));
        var status = OperationStatus.Done;
        while (read < values.Length && status == OperationStatus.Done)
        {
            int taken;
            int length;
            if (isRun)
            {
                status = EncodeRun(values[read..], destination[written..], out taken, out length);

                // If fewer were taken, the next one is missing.
                isRun = taken == MaxRun;
            }
            else
            {
                ReadOnlySpan<T?> some = values[read..];
                some = EncodesInChunks<T>() ? some[..Math.Min(some.Length, ChunkCount)] : some;
                isRun = EncodeWithMissing(some, destination[written..], out taken, out length);
                if (!isRun && taken < some.Length)
                {
                    // An element that can't be encoded there, or for which there may be too little room.
                    read += taken;
                    written += length;
                    scalarCount = ScalarBackoff.Next(scalarCount, length);
                    status = ScalarNullable.Encode(
                        values.Slice(read, Math.Min(scalarCount, values.Length - read)), destination[written..], out taken, out length);
                }
            }

            read += taken;
            written += length;
        }

        valuesRead = read;
        bytesWritten = written;
        return status;
    }

    /// <summary>Encodes elements up to the first that is missing, or as many as are gathered at once.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static OperationStatus EncodeRun<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged
    {
        Span<T> run = stackalloc T[MaxRun];
        int count = (int)(
            Unsafe.SizeOf<T>() == sizeof(byte) ? Gather<T, byte>(values, run)
                : Unsafe.SizeOf<T>() == sizeof(ushort) ? Gather<T, ushort>(values, run)
                : Unsafe.SizeOf<T>() == sizeof(uint) ? Gather<T, uint>(values, run)
                : Gather<T, ulong>(values, run));
        return KernelDispatch.EncodeWarm<T>(run[..count], destination, out valuesRead, out bytesWritten);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint Gather<T, TLane>(ReadOnlySpan<T?> values, Span<T> run)
        where T : unmanaged
        where TLane : unmanaged =>
        PresentRunVector128.Gather(
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(values)),
            Math.Min(values.Length, run.Length),
            ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(run)));

    /// <summary>Encodes elements some of which are missing.</summary>
    /// <returns>Whether the last elements that were encoded were all present, many in a row.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeWithMissing<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
    {
        if (Element<T>.IsSigned)
        {
            return
                Unsafe.SizeOf<T>() == sizeof(sbyte) ? EncodeInt8s<T, Signed>(values, destination, out read, out written)
                    : Unsafe.SizeOf<T>() == sizeof(short) ? EncodeIntegers<T, short, Signed, NullableIntegerLayout<short, Int16EncoderAvx512<Signed>>>(
                        values, destination, out read, out written)
                    : Unsafe.SizeOf<T>() == sizeof(int) ? EncodeIntegers<T, int, Signed, NullableIntegerLayout<int, Int32EncoderAvx512<Signed>>>(
                        values, destination, out read, out written)
                    : EncodeIntegers<T, long, Signed, NullableIntegerLayout<long, Int64EncoderAvx512<Signed>>>(
                        values, destination, out read, out written);
        }

        if (Element<T>.IsUnsigned)
        {
            return
                Unsafe.SizeOf<T>() == sizeof(byte) ? EncodeInt8s<T, Unsigned>(values, destination, out read, out written)
                    : Unsafe.SizeOf<T>() == sizeof(ushort) ? EncodeIntegers<T, short, Unsigned, NullableIntegerLayout<short, Int16EncoderAvx512<Unsigned>>>(
                        values, destination, out read, out written)
                    : Unsafe.SizeOf<T>() == sizeof(uint) ? EncodeIntegers<T, int, Unsigned, NullableIntegerLayout<int, Int32EncoderAvx512<Unsigned>>>(
                        values, destination, out read, out written)
                    : EncodeIntegers<T, long, Unsigned, NullableIntegerLayout<long, Int64EncoderAvx512<Unsigned>>>(
                        values, destination, out read, out written);
        }

        if (typeof(T) == typeof(float))
        {
            return EncodeFloats<T, uint>(values, destination, out read, out written);
        }

        if (typeof(T) == typeof(double))
        {
            return EncodeFloats<T, ulong>(values, destination, out read, out written);
        }

        return typeof(T) == typeof(bool)
            ? EncodeBooleans(values, destination, out read, out written)
            : EncodeOneByOne<T, ulong, NullableTimestamp>(values, destination, out read, out written);
    }

    /// <summary>Whether the kernels take elements of which some are missing as quickly as those of a run.</summary>
    private static bool TakesAnyMixture<T>() =>
        typeof(T) == typeof(bool)
        || (Avx512Vbmi2.IsSupported && typeof(T) != typeof(DateTime))
        || (Simd128.HasShuffle && (typeof(T) == typeof(sbyte) || typeof(T) == typeof(byte)));

    /// <summary>
    /// Whether elements are encoded in chunks, whichever are missing. The kernels for arrays are quicker only because they have loops for integers that are all
    /// fixints, or all of full width, and because <c>float</c> and <c>double</c> have one length.
    /// </summary>
    private static bool EncodesInChunks<T>() =>
        !Avx512Vbmi2.IsSupported && Simd128.HasShuffle && typeof(T) != typeof(DateTime) && typeof(T) != typeof(bool) && Unsafe.SizeOf<T>() > sizeof(byte);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeInt8s<T, TSignedness>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
        where TSignedness : ISignedness
    {
        if (Avx512Vbmi2.IsSupported || !Simd128.HasShuffle || values.Length < MinBlockCount)
        {
            return EncodeCompressedOrOneByOne<T, sbyte, NullableInteger<sbyte, TSignedness>, NullableIntegerLayout<sbyte, Int8EncoderAvx512<TSignedness>>>(
                values, destination, out read, out written);
        }

        EncodeBlocks<T, sbyte, NullableInt8BlockVector128<TSignedness>>(values, destination, out read, out written);
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeFloats<T, TLane>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
        where TLane : unmanaged
    {
        if (Avx512Vbmi2.IsSupported || !NullableFloatEncoderVector128<TLane>.IsSupported || values.Length == 1)
        {
            return EncodeCompressedOrOneByOne<T, TLane, NullableFloat<TLane>, NullableFloatLayout<TLane>>(values, destination, out read, out written);
        }

        read = (int)NullableFloatEncoderVector128<TLane>.Encode(
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(values)),
            values.Length,
            ref MemoryMarshal.GetReference(destination),
            destination.Length,
            out nint length);
        written = (int)length;
        if (read < values.Length)
        {
            // The last of an odd number, or elements for which there is less room than is stored for two.
            EncodeOneByOne<T, TLane, NullableFloat<TLane>>(values[read..], destination[written..], out int restCount, out int restLength);
            read += restCount;
            written += restLength;
        }

        return read == ChunkCount && NullableSample.AreAllPresent(values.Slice(read - MinRun, MinRun));
    }

    /// <summary>Integers of 16 bits or more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeIntegers<T, TLane, TSignedness, TLayout>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TLayout : INullableLayout<TLane>
    {
        if (Avx512Vbmi2.IsSupported || !Simd128.HasShuffle || values.Length < MinBlockCount)
        {
            return EncodeCompressedOrOneByOne<T, TLane, NullableInteger<TLane, TSignedness>, TLayout>(values, destination, out read, out written);
        }

        if (Avx2.IsSupported && values.Length >= NullableIntegerBlockAvx2<TLane, TSignedness>.BlockLength)
        {
            EncodeBlocks<T, TLane, NullableIntegerBlockAvx2<TLane, TSignedness>>(values, destination, out read, out written);
        }
        else
        {
            EncodeBlocks<T, TLane, NullableIntegerBlockVector128<TLane, TSignedness>>(values, destination, out read, out written);
        }

        // Many more such integers may follow, for which the kernels for arrays have loops of their own: all of them fixints, or nearly all of full width (their
        // tokens then have at least fifteen sixteenths of the longest possible length).
        return read == ChunkCount
            && (written == read || (Unsafe.SizeOf<T>() > sizeof(short) && written > read * (1 + Unsafe.SizeOf<T>()) * 15 / 16))
            && NullableSample.AreAllPresent(values.Slice(read - MinRun, MinRun));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void EncodeBlocks<T, TLane, TBlock>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TBlock : struct, INullableBlock<TLane, TBlock>
    {
        read = (int)NullableBlockEncoder<TLane, TBlock>.Encode(
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(values)),
            values.Length,
            ref MemoryMarshal.GetReference(destination),
            destination.Length,
            out nint length);
        written = (int)length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeBooleans<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
    {
        if (Math.Min(values.Length, destination.Length) < NullableBooleanEncoderVector128.BlockLength)
        {
            return EncodeOneByOne<T, byte, NullableBoolean>(values, destination, out read, out written);
        }

        read = (int)NullableBooleanEncoderVector128.Encode(
            ref Unsafe.As<T?, NullableLane<byte>>(ref MemoryMarshal.GetReference(values)),
            values.Length,
            ref MemoryMarshal.GetReference(destination),
            destination.Length);
        written = read;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeCompressedOrOneByOne<T, TLane, TToken, TLayout>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane>
        where TLayout : INullableLayout<TLane>
    {
        if (NullableEncoderAvx512<TLane, TLayout>.IsSupported && values.Length >= MinBlockCount)
        {
            read = (int)NullableEncoderAvx512<TLane, TLayout>.Encode(
                ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(values)),
                values.Length,
                ref MemoryMarshal.GetReference(destination),
                destination.Length,
                out nint length);
            written = (int)length;
            return false;
        }

        return EncodeOneByOne<T, TLane, TToken>(values, destination, out read, out written);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeOneByOne<T, TLane, TToken>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane>
    {
        if (values.Length == 1 && destination.Length >= TToken.Room)
        {
            // Calling the loop takes longer than encoding the one element.
            ref NullableLane<TLane> element = ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(values));
            bool isWritten = TToken.TryWrite(ref MemoryMarshal.GetReference(destination), element.Value, element.Presence, out nint tokenLength);
            read = isWritten ? 1 : 0;
            written = isWritten ? (int)tokenLength : 0;
            return false;
        }

        return typeof(T) == typeof(DateTime)
            ? EncodeTimes<T, TLane, TToken>(values, destination, out read, out written)
            : EncodeEach<T, TLane, TToken>(values, destination, out read, out written);
    }

    /// <summary>Encodes times in chunks: where most are missing, with a branch on which are.</summary>
    /// <inheritdoc cref="EncodeWithMissing"/>
    private static bool EncodeTimes<T, TLane, TToken>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane>
    {
        read = 0;
        written = 0;
        bool isRun;
        int count;
        int taken;
        do
        {
            count = Math.Min(TimeChunkCount, values.Length - read);
            ReadOnlySpan<T?> chunk = values.Slice(read, count);
            isRun = NullableSample.AreMostlyMissing(chunk[..Math.Min(StartSample, count)])
                ? EncodeEach<T, TLane, MostlyMissing<TLane, TToken>>(chunk, destination[written..], out taken, out int length)
                : EncodeEach<T, TLane, TToken>(chunk, destination[written..], out taken, out length);
            read += taken;
            written += length;
        }
        while (!isRun && taken == count && read < values.Length);

        return isRun;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EncodeEach<T, TLane, TToken>(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane>
    {
        bool isRun = NullableEncoder<TLane, TToken>.Encode(
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(values)),
            values.Length,
            ref MemoryMarshal.GetReference(destination),
            destination.Length,
            MinRun,
            out nint taken,
            out nint length);
        read = (int)taken;
        written = (int)length;
        return isRun;
    }
}
