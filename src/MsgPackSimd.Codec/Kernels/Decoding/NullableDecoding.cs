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
/// decoded together (<see cref="NullableRunDecoding"/>), and many that are missing counted; where it is now this and now that, they are decoded two at a time by the length scan, if there is a byte
/// shuffle, or else one at a time.
/// </summary>
internal static class NullableDecoding
{
    /// <summary>From how many elements in a row on it is worth while to decode them together.</summary>
    private const int MinRun = 32;

    /// <summary>The same, where there is a kernel for that alone, which can begin and end anywhere.</summary>
    private const int MinOwnRun = 16;

    /// <summary>After how many in a row that are there a few that are missing do not end the run: to begin again takes as long as to decode so many two at a time.</summary>
    private const int MinLongRun = 128;

    /// <summary>How many of the first ones, if it is the same with all of them, have a run tried, where they are decoded one at a time.</summary>
    private const int StartStreak = 4;

    /// <summary>How many elements the length scan decodes before it is seen whether the last ones were all there, or all missing.</summary>
    private const int MaxScanCount = 1024;

    /// <summary>The same at the beginning.</summary>
    private const int StartScanCount = 64;

    /// <summary>The same for floating-point numbers: with those of them that are all there it takes little to begin.</summary>
    private const int MaxFloatScanCount = 256;

    /// <summary>
    /// How many elements are decoded one at a time after the scan has met a token that it does not read before it had read <see cref="MinRun"/>: to look up a block takes as long as to decode some of
    /// them so.
    /// </summary>
    private const int MinPause = 64;

    /// <summary>The same, where that has happened time after time.</summary>
    private const int MaxPause = 4096;

    /// <summary>How many bytes are decoded by windows, at first, before it is seen whether none of the next few elements is missing.</summary>
    private const int MinStretch = 2048;

    /// <inheritdoc cref="MinStretch"/>
    private const int MaxStretch = 64 * 1024;

    /// <summary>How many times longer each such stretch, or pause, is than the one before.</summary>
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
        int run = 0;
        int scan = NullableRunDecoding.HasOwnKernel<T>() ? MaxFloatScanCount : StartScanCount;
        int pause = 0;
        int nextPause = MinPause;
        int minRun = NullableRunDecoding.HasOwnKernel<T>() ? MinOwnRun : MinRun;
        int minLongRun = NullableRunDecoding.HasOwnKernel<T>() ? MinOwnRun : MinLongRun;
        int streak = destination.Length >= MinRun && !NullableRunDecoding.HasOwnKernel<T>() ? StartStreak : MinRun;
        bool isRun = destination.Length >= MinRun
            && (HasWindows<T>() ? StartsRun<T>(source) : NullableRunDecoding.HasOwnKernel<T>() || (HasScan<T>() && NullableRunDecoding.StartsMissing(source)));
        var status = MessagePackReadStatus.Done;
        while (to < destination.Length && from < source.Length && status == MessagePackReadStatus.Done)
        {
            int length;
            int count;
            if (isRun)
            {
                if (source[from] == MessagePackCode.Nil)
                {
                    NullableRunDecoding.DecodeMissing(source[from..], destination[to..], out length, out count);
                    isRun = count >= MinRun || (!HasWindows<T>() && run >= minLongRun);
                    run = 0;
                }
                else
                {
                    NullableRunDecoding.DecodeRun(source[from..], destination[to..], out length, out count);
                    run += count;
                    isRun = count >= minRun || (!HasWindows<T>() && count > 0 && run >= minLongRun);
                }

                stretch = isRun ? MinStretch : stretch;
            }
            else
            {
                // As much as is decoded the same way before it is looked at again.
                bool isScanned = pause == 0 && HasScan<T>() && destination.Length - to >= MinScanCount<T>();
                int some = destination.Length - to;
                some = pause > 0 ? Math.Min(some, pause) : isScanned && some - scan >= MinLongRun ? scan : some;
                int bytes = HasWindows<T>() ? Math.Min(source.Length - from, stretch) : source.Length - from;
                isRun = DecodeMixed(source.Slice(from, bytes), destination.Slice(to, some), streak, isScanned, out length, out count);
                streak = MinRun;
                run = 0;
                if (isScanned && count == some)
                {
                    isRun = count >= minRun && AreAlike<T>(destination.Slice(to + count - minRun, minRun));
                    scan = NullableRunDecoding.HasOwnKernel<T>() ? MaxFloatScanCount : MaxScanCount;
                }
                else if (isScanned && count < MinRun)
                {
                    pause = nextPause;
                    nextPause = Math.Min(StretchGrowth * nextPause, MaxPause);
                }
                else
                {
                    pause = Math.Max(0, pause - count);
                    nextPause = isScanned ? MinPause : nextPause;
                }

                if (!isRun && count < some && from + length < source.Length)
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

    /// <summary>Decodes tokens some of which are nil.</summary>
    /// <returns>Whether so many in a row were nil, or were not, the last ones that were decoded.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool DecodeMixed<T>(ReadOnlySpan<byte> source, Span<T?> destination, int streak, bool isScanned, out int consumed, out int written)
        where T : unmanaged
    {
        if (Element<T>.IsSigned)
        {
            return Unsafe.SizeOf<T>() switch
            {
                sizeof(sbyte) => DecodeInt8s<T, Signed>(source, destination, streak, out consumed, out written),
                sizeof(short) => DecodeMixed<T, short, NullableInteger<short, Signed>, NullableIntegerWindow<short, Signed>, NullableIntegerScan<short, Signed>>(
                    source, destination, streak, isScanned, out consumed, out written),
                sizeof(int) => DecodeMixed<T, int, NullableInteger<int, Signed>, NullableIntegerWindow<int, Signed>, NullableIntegerScan<int, Signed>>(
                    source, destination, streak, isScanned, out consumed, out written),
                _ => DecodeMixed<T, long, NullableInteger<long, Signed>, NullableIntegerWindow<long, Signed>, NullableIntegerScan<long, Signed>>(
                    source, destination, streak, isScanned, out consumed, out written),
            };
        }

        if (Element<T>.IsUnsigned)
        {
            return Unsafe.SizeOf<T>() switch
            {
                sizeof(byte) => DecodeInt8s<T, Unsigned>(source, destination, streak, out consumed, out written),
                sizeof(ushort) => DecodeMixed<T, short, NullableInteger<short, Unsigned>, NullableIntegerWindow<short, Unsigned>, NullableIntegerScan<short, Unsigned>>(
                    source, destination, streak, isScanned, out consumed, out written),
                sizeof(uint) => DecodeMixed<T, int, NullableInteger<int, Unsigned>, NullableIntegerWindow<int, Unsigned>, NullableIntegerScan<int, Unsigned>>(
                    source, destination, streak, isScanned, out consumed, out written),
                _ => DecodeMixed<T, long, NullableInteger<long, Unsigned>, NullableIntegerWindow<long, Unsigned>, NullableIntegerScan<long, Unsigned>>(
                    source, destination, streak, isScanned, out consumed, out written),
            };
        }

        if (typeof(T) == typeof(float))
        {
            return DecodeMixed<T, uint, NullableFloat<uint>, NullableFloatWindow<uint, SingleForm>, NullableFloatScan<uint>>(
                source, destination, streak, isScanned, out consumed, out written);
        }

        if (typeof(T) == typeof(double))
        {
            return DecodeMixed<T, ulong, NullableFloat<ulong>, NullableFloatWindow<ulong, DoubleForm>, NullableFloatScan<ulong>>(
                source, destination, streak, isScanned, out consumed, out written);
        }

        return typeof(T) == typeof(bool)
            ? DecodeBooleans(source, destination, streak, out consumed, out written)
            : DecodeMixed<T, ulong, NullableTimestamp>(source, destination, streak, out consumed, out written);
    }

    /// <summary>Whether there are kernels for windows of tokens, whichever of them are nil.</summary>
    private static bool HasWindows<T>() =>
        Avx512Vbmi.IsSupported && typeof(T) != typeof(sbyte) && typeof(T) != typeof(byte) && typeof(T) != typeof(bool) && typeof(T) != typeof(DateTime);

    /// <summary>
    /// Whether the length scan is quicker than one at a time. Of <c>double</c> so many bytes are looked up for a token that sixteen at a time it takes longer: their lengths are in the bits of their
    /// first bytes.
    /// </summary>
    private static bool HasScan<T>() =>
        !HasWindows<T>() && Simd128.HasShuffle && (typeof(T) == typeof(double)
            ? Avx2.IsSupported
            : typeof(T) == typeof(float) || ((Element<T>.IsSigned || Element<T>.IsUnsigned) && Unsafe.SizeOf<T>() > sizeof(byte)));

    /// <summary>From how many elements on it is.</summary>
    private static int MinScanCount<T>() => typeof(T) == typeof(float) || typeof(T) == typeof(double) ? 48 : 24;

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

    /// <summary>Windows, if there are kernels for them; else two at a time, if there is a byte shuffle and enough of them; else one at a time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool DecodeMixed<T, TLane, TToken, TWindow, TScan>(
        ReadOnlySpan<byte> source, Span<T?> destination, int streak, bool isScanned, out int consumed, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane>
        where TWindow : struct, INullableWindow<TLane, TWindow>
        where TScan : ILengthScan<NullableLane<TLane>>
    {
        if (!NullableDecoderAvx512<TLane, TWindow>.IsSupported)
        {
            return isScanned
                ? DecodeByScan<T, TLane, TToken, TScan>(source, destination, out consumed, out written)
                : DecodeMixed<T, TLane, TToken>(source, destination, streak, out consumed, out written);
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

    /// <summary>Two at a time, and the last few bytes one at a time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool DecodeByScan<T, TLane, TToken, TScan>(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane>
        where TScan : ILengthScan<NullableLane<TLane>>
    {
        written = (int)LengthScanDecoderVector128<NullableLane<TLane>, TScan>.Decode(
            ref MemoryMarshal.GetReference(source),
            source.Length,
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination)),
            destination.Length,
            out nint length);
        consumed = (int)length;
        if (written < destination.Length && source.Length - consumed < LengthScanDecoderVector128<NullableLane<TLane>, TScan>.Reach)
        {
            DecodeMixed<T, TLane, TToken>(source[consumed..], destination[written..], MinRun, out int restLength, out int restCount);
            consumed += restLength;
            written += restCount;
        }

        return false;
    }

    /// <summary>Whether all of the elements are missing, or none is.</summary>
    private static bool AreAlike<T>(ReadOnlySpan<T?> elements)
        where T : unmanaged
    {
        foreach (T? element in elements)
        {
            if (element.HasValue != elements[0].HasValue)
            {
                return false;
            }
        }

        return true;
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
