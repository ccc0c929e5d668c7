using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels.Scalar;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The way of elements that may be missing from their tokens. With AVX-512 VBMI there are kernels for windows of tokens, whichever are nil; for
/// <c>bool</c> there is one with any vectors, and for <c>sbyte</c> and <c>byte</c> where there is a byte shuffle. Elsewhere many in a row that are there are
/// decoded as those of an array, and laid out; many that are missing are counted; where it is now this and now that, they are decoded one at a time.
/// </summary>
internal static class NullableDecoding
{
    /// <summary>From how many elements in a row on it is worth while to decode them together.</summary>
    private const int MinRun = 32;

    /// <summary>How many of the first ones, if it is the same with all of them, have it tried.</summary>
    private const int StartStreak = 4;

    /// <summary>How many are decoded at once, on the stack.</summary>
    private const int MaxRun = 512;

    /// <summary>How many bytes are decoded by windows, at first, before it is seen whether none of the next few elements is missing. (One at a time, this is seen all the while.)</summary>
    private const int MinStretch = 2048;

    /// <inheritdoc cref="MinStretch"/>
    private const int MaxStretch = 64 * 1024;

    /// <summary>How many times longer each such stretch is than the one before.</summary>
    private const int StretchGrowth = 4;

    /// <summary>How many tokens tell that more like them come.</summary>
    private const int SampleCount = 16;

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        int from = 0;
        int to = 0;
        int scalar = 1;
        int stretch = MinStretch;
        int streak = destination.Length >= MinRun ? StartStreak : MinRun;
        bool isRun = destination.Length >= MinRun && HasWindows<T>() && StartsRun<T>(source);
        var status = MessagePackReadStatus.Done;
        while (to < destination.Length && from < source.Length && status == MessagePackReadStatus.Done)
        {
            int length;
            int count;
            if (isRun)
            {
                isRun = source[from] == MessagePackCode.Nil
                    ? DecodeMissing(source[from..], destination[to..], out length, out count)
                    : DecodeRun(source[from..], destination[to..], out length, out count);
                stretch = isRun ? MinStretch : stretch;
            }
            else
            {
                isRun = DecodeMixed(source.Slice(from, Math.Min(source.Length - from, stretch)), destination[to..], streak, out length, out count);
                streak = MinRun;
                if (!isRun && to + count < destination.Length && from + length < source.Length)
                {
                    // One that is not read there, or to which there are too few bytes.
                    from += length;
                    to += count;
                    scalar = ScalarFallback.NextRun(scalar, length);
                    status = ScalarNullable.Decode(
                        source[from..], destination.Slice(to, Math.Min(scalar, destination.Length - to)), out length, out count);
                    isRun = HasWindows<T>() && StartsRun<T>(source[(from + length)..]);
                    stretch = Math.Min(StretchGrowth * stretch, MaxStretch);
                }
            }

            from += length;
            to += count;
        }

        bytesConsumed = from;
        valuesWritten = to;
        return status;
    }

    /// <summary>
    /// Whether the next few elements are all there. Windows of integers take as long whether they are or not; those of <c>float</c> and <c>double</c> take about twice as long as to decode elements
    /// that are all there, whose tokens have one length.
    /// </summary>
    private static bool StartsRun<T>(ReadOnlySpan<byte> source)
    {
        if (typeof(T) != typeof(float) && typeof(T) != typeof(double))
        {
            return false;
        }

        byte prefix = typeof(T) == typeof(float) ? MessagePackCode.Float32 : MessagePackCode.Float64;
        int count = 0;
        for (int i = 0; i < source.Length && count < SampleCount; i += 1 + Unsafe.SizeOf<T>())
        {
            if (source[i] != prefix)
            {
                return false;
            }

            count++;
        }

        return count == SampleCount;
    }

    /// <summary>Counts nils.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeMissing<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        ReadOnlySpan<byte> tokens = source[..Math.Min(source.Length, destination.Length)];
        int count = tokens.IndexOfAnyExcept(MessagePackCode.Nil);
        count = count < 0 ? tokens.Length : count;
        destination[..count].Clear();
        bytesConsumed = count;
        valuesWritten = count;
        return count >= MinRun;
    }

    /// <summary>Decodes tokens up to the first that is nil or not to be read, or as many as are decoded at once.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool DecodeRun<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        Span<T> run = stackalloc T[MaxRun];
        KernelDispatch.Decode(source, run[..Math.Min(MaxRun, destination.Length)], out bytesConsumed, out valuesWritten);
        switch (Unsafe.SizeOf<T>())
        {
            case sizeof(byte):
                LayOut<T, byte>(run[..valuesWritten], destination);
                break;
            case sizeof(ushort):
                LayOut<T, ushort>(run[..valuesWritten], destination);
                break;
            case sizeof(uint):
                LayOut<T, uint>(run[..valuesWritten], destination);
                break;
            default:
                LayOut<T, ulong>(run[..valuesWritten], destination);
                break;
        }

        return valuesWritten >= MinRun;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void LayOut<T, TLane>(Span<T> run, Span<T?> destination)
        where T : unmanaged
        where TLane : unmanaged =>
        NullableRuns.LayOut(
            ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(run)),
            run.Length,
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination)));

    /// <summary>Decodes tokens some of which are nil.</summary>
    /// <returns>Whether so many in a row were nil, or were not, the last ones that were decoded.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool DecodeMixed<T>(ReadOnlySpan<byte> source, Span<T?> destination, int streak, out int consumed, out int written)
        where T : unmanaged
    {
        if (Element<T>.IsSigned)
        {
            return Unsafe.SizeOf<T>() switch
            {
                sizeof(sbyte) => DecodeInt8s<T, Signed>(source, destination, streak, out consumed, out written),
                sizeof(short) => DecodeMixed<T, short, NullableInteger<short, Signed>, NullableIntegerWindow<short, Signed>>(
                    source, destination, streak, out consumed, out written),
                sizeof(int) => DecodeMixed<T, int, NullableInteger<int, Signed>, NullableIntegerWindow<int, Signed>>(
                    source, destination, streak, out consumed, out written),
                _ => DecodeMixed<T, long, NullableInteger<long, Signed>, NullableIntegerWindow<long, Signed>>(
                    source, destination, streak, out consumed, out written),
            };
        }

        if (Element<T>.IsUnsigned)
        {
            return Unsafe.SizeOf<T>() switch
            {
                sizeof(byte) => DecodeInt8s<T, Unsigned>(source, destination, streak, out consumed, out written),
                sizeof(ushort) => DecodeMixed<T, short, NullableInteger<short, Unsigned>, NullableIntegerWindow<short, Unsigned>>(
                    source, destination, streak, out consumed, out written),
                sizeof(uint) => DecodeMixed<T, int, NullableInteger<int, Unsigned>, NullableIntegerWindow<int, Unsigned>>(
                    source, destination, streak, out consumed, out written),
                _ => DecodeMixed<T, long, NullableInteger<long, Unsigned>, NullableIntegerWindow<long, Unsigned>>(
                    source, destination, streak, out consumed, out written),
            };
        }

        if (typeof(T) == typeof(float))
        {
            return DecodeMixed<T, uint, NullableFloat<uint>, NullableFloatWindow<uint, SingleForm>>(source, destination, streak, out consumed, out written);
        }

        if (typeof(T) == typeof(double))
        {
            return DecodeMixed<T, ulong, NullableFloat<ulong>, NullableFloatWindow<ulong, DoubleForm>>(source, destination, streak, out consumed, out written);
        }

        return typeof(T) == typeof(bool)
            ? DecodeBooleans(source, destination, streak, out consumed, out written)
            : DecodeMixed<T, ulong, NullableTimestamp>(source, destination, streak, out consumed, out written);
    }

    /// <summary>Whether there are kernels for windows of tokens, whichever of them are nil.</summary>
    private static bool HasWindows<T>() =>
        Avx512Vbmi.IsSupported && typeof(T) != typeof(sbyte) && typeof(T) != typeof(byte) && typeof(T) != typeof(bool) && typeof(T) != typeof(DateTime);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool DecodeBooleans<T>(ReadOnlySpan<byte> source, Span<T?> destination, int streak, out int consumed, out int written)
        where T : unmanaged
    {
        int count = Math.Min(source.Length, destination.Length);
        if (count < NullableBooleanDecoderVector128.BlockLength)
        {
            return DecodeMixed<T, byte, NullableBoolean>(source, destination, streak, out consumed, out written);
        }

        written = (int)NullableBooleanDecoderVector128.Decode(
            ref MemoryMarshal.GetReference(source), count, ref Unsafe.As<T?, NullableLane<byte>>(ref MemoryMarshal.GetReference(destination)));
        consumed = written;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool DecodeInt8s<T, TSignedness>(ReadOnlySpan<byte> source, Span<T?> destination, int streak, out int consumed, out int written)
        where T : unmanaged
        where TSignedness : ISignedness
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref byte elements = ref Unsafe.As<T?, byte>(ref MemoryMarshal.GetReference(destination));
        nint length;
        if (Int8DecoderAvx512<TSignedness, NullableInt8ElementsAvx512>.IsSupported)
        {
            written = (int)Int8DecoderAvx512<TSignedness, NullableInt8ElementsAvx512>.Decode(
                ref bytes, source.Length, ref elements, destination.Length, out length);
        }
        else if (Simd128.HasShuffle)
        {
            written = (int)Int8DecoderVector128<TSignedness, NullableInt8Elements>.Decode(
                ref bytes, source.Length, ref elements, destination.Length, out length);
        }
        else
        {
            return DecodeMixed<T, sbyte, NullableInteger<sbyte, TSignedness>>(source, destination, streak, out consumed, out written);
        }

        consumed = (int)length;
        return false;
    }

    /// <summary>Windows, if there are kernels for them; else one at a time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool DecodeMixed<T, TLane, TToken, TWindow>(ReadOnlySpan<byte> source, Span<T?> destination, int streak, out int consumed, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane>
        where TWindow : struct, INullableWindow<TLane, TWindow>
    {
        if (!NullableDecoderAvx512<TLane, TWindow>.IsSupported)
        {
            return DecodeMixed<T, TLane, TToken>(source, destination, streak, out consumed, out written);
        }

        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref NullableLane<TLane> lanes = ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        nint to = 0;
        if (source.Length >= NullableDecoderAvx512<TLane, TWindow>.MinLength && destination.Length >= NullableDecoderAvx512<TLane, TWindow>.MinLength)
        {
            to = NullableDecoderAvx512<TLane, TWindow>.Decode(ref bytes, source.Length, ref lanes, destination.Length, out from);
        }

        if (to < destination.Length && from < source.Length)
        {
            to += NullableDecoderAvx512<TLane, TWindow>.DecodeRest(
                ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref lanes, to), destination.Length - to, out nint rest);
            from += rest;
        }

        consumed = (int)from;
        written = (int)to;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool DecodeMixed<T, TLane, TToken>(ReadOnlySpan<byte> source, Span<T?> destination, int streak, out int consumed, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane>
    {
        ref NullableLane<TLane> lanes = ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination));
        bool isRun = NullableDecoder<TLane, TToken>.Decode(
            ref MemoryMarshal.GetReference(source), source.Length, ref lanes, destination.Length, streak, out nint from, out nint to);
        nint left = source.Length - from;
        if (left < TToken.Reach && left > 0 && to < destination.Length)
        {
            to += DecodeLast<TLane, TToken>(source[(int)from..], ref Unsafe.Add(ref lanes, to), destination.Length - to, out nint last);
            from += last;
        }

        consumed = (int)from;
        written = (int)to;
        return isRun;
    }

    /// <summary>Decodes the last bytes, behind which none may be read, from a copy with zeros behind them.</summary>
    /// <returns>How many elements were stored: none if the last token is cut short.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nint DecodeLast<TLane, TToken>(ReadOnlySpan<byte> source, ref NullableLane<TLane> destination, nint room, out nint consumed)
        where TLane : unmanaged
        where TToken : INullableToken<TLane>
    {
        Span<byte> padded = stackalloc byte[32];
        padded.Clear();
        source.CopyTo(padded);
        NullableDecoder<TLane, TToken>.Decode(
            ref MemoryMarshal.GetReference(padded), source.Length + TToken.Reach - 1, ref destination, room, MinRun, out consumed, out nint written);
        if (consumed > source.Length)
        {
            consumed = 0;
            return 0;
        }

        return written;
    }
}
