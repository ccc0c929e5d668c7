using System;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Decodes elements that may be missing: in steps, which depend on the kernels that there are for the element type. A fallback takes the tokens that the steps
/// leave, and more and more of those behind them if these are of the same kind: to begin with the steps for each of them would take longer than to decode it.
/// </summary>
internal static class NullableDecoding
{
    /// <summary>
    /// How many times as many tokens the fallback decodes as the last time, if the steps have come less than <see cref="INullableFallback{T}.MinCount"/>
    /// elements far since then. If they have come further, it decodes half as many.
    /// </summary>
    private const int FallbackGrowth = 4;

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        if (Element<T>.IsSigned)
        {
            return
                Unsafe.SizeOf<T>() == sizeof(sbyte) ? DecodeInt8s<T, Signed>(source, destination, out bytesConsumed, out valuesWritten)
                    : Unsafe.SizeOf<T>() == sizeof(short) ? DecodeIntegers<T, short, Signed>(source, destination, out bytesConsumed, out valuesWritten)
                    : Unsafe.SizeOf<T>() == sizeof(int) ? DecodeIntegers<T, int, Signed>(source, destination, out bytesConsumed, out valuesWritten)
                    : DecodeIntegers<T, long, Signed>(source, destination, out bytesConsumed, out valuesWritten);
        }

        if (Element<T>.IsUnsigned)
        {
            return
                Unsafe.SizeOf<T>() == sizeof(byte) ? DecodeInt8s<T, Unsigned>(source, destination, out bytesConsumed, out valuesWritten)
                    : Unsafe.SizeOf<T>() == sizeof(ushort) ? DecodeIntegers<T, short, Unsigned>(source, destination, out bytesConsumed, out valuesWritten)
                    : Unsafe.SizeOf<T>() == sizeof(uint) ? DecodeIntegers<T, int, Unsigned>(source, destination, out bytesConsumed, out valuesWritten)
                    : DecodeIntegers<T, long, Unsigned>(source, destination, out bytesConsumed, out valuesWritten);
        }

        if (typeof(T) == typeof(float))
        {
            return DecodeFloats<T, uint>(source, destination, out bytesConsumed, out valuesWritten);
        }

        if (typeof(T) == typeof(double))
        {
            return DecodeFloats<T, ulong>(source, destination, out bytesConsumed, out valuesWritten);
        }

        return typeof(T) == typeof(bool)
            ? Decode<T, NullableBooleanSteps<T>, NullableScalarFallback<T>>(source, destination, out bytesConsumed, out valuesWritten)
            : DecodeSingly<T, ulong, NullableTimestamp>(source, destination, out bytesConsumed, out valuesWritten);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeInt8s<T, TSignedness>(
        ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TSignedness : ISignedness =>
        Simd128.HasShuffle
            ? DecodeIntegers<T, sbyte, TSignedness, NullableInt8Steps<T, TSignedness>>(source, destination, out bytesConsumed, out valuesWritten)
            : DecodeSingly<T, sbyte, NullableInteger<sbyte, TSignedness>>(source, destination, out bytesConsumed, out valuesWritten);

    /// <summary>Integers of 16 bits or more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeIntegers<T, TLane, TSignedness>(
        ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (NullableDecoderAvx512<TLane, NullableIntegerTables<TLane, TSignedness>>.IsSupported)
        {
            return DecodeIntegers<T, TLane, TSignedness, NullableWindowSteps<T, TLane, NullableIntegerTables<TLane, TSignedness>>>(
                source, destination, out bytesConsumed, out valuesWritten);
        }

        return Simd128.HasShuffle
            ? DecodeIntegers<T, TLane, TSignedness, NullableScanSteps<T, TLane, TSignedness>>(
                source, destination, out bytesConsumed, out valuesWritten)
            : DecodeSingly<T, TLane, NullableInteger<TLane, TSignedness>>(source, destination, out bytesConsumed, out valuesWritten);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeIntegers<T, TLane, TSignedness, TSteps>(
        ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TSteps : struct, INullableSteps<T, TSteps> =>
        Decode<T, TSteps, NullableForeignFallback<T, TLane, NullableInteger<TLane, TSignedness>, NullableWideIntegerScan<TLane, TSignedness>>>(
            source, destination, out bytesConsumed, out valuesWritten);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeFloats<T, TLane>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TLane : unmanaged =>
        NullableDecoderAvx512<TLane, NullableFloatTables<TLane>>.IsSupported
            ? Decode<T, NullableWindowSteps<T, TLane, NullableFloatTables<TLane>>, NullableForeignFallback<T, T, NullableNumber<T>, NullableNumberScan<T>>>(
                source, destination, out bytesConsumed, out valuesWritten)
            : Decode<T, NullableFloatSteps<T, TLane>, NullableForeignFallback<T, T, NullableNumber<T>, NullableNumberScan<T>>>(
                source, destination, out bytesConsumed, out valuesWritten);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeSingly<T, TLane, TToken>(
        ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane> =>
        Decode<T, NullableTokenSteps<T, TLane, TToken>, NullableScalarFallback<T>>(source, destination, out bytesConsumed, out valuesWritten);

    private static MessagePackReadStatus Decode<T, TSteps, TFallback>(
        ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TSteps : struct, INullableSteps<T, TSteps>
        where TFallback : INullableFallback<T>
    {
        int from = 0;
        int to = 0;
        int fallbackCount = TFallback.StartCount;
        int taken = 0;
        var steps = TSteps.Start(source, destination);
        var status = MessagePackReadStatus.Done;
        while (to < destination.Length && from < source.Length && status == MessagePackReadStatus.Done)
        {
            bool isGoingOn = steps.TryDecode(source[from..], destination[to..], out int length, out int count);
            from += length;
            to += count;
            taken += count;
            if (!isGoingOn && to < destination.Length && from < source.Length)
            {
                // A token that can't be decoded there, or for which there are too few bytes.
                fallbackCount = taken < TFallback.MinCount ? Math.Min(FallbackGrowth * fallbackCount, TFallback.MaxCount) : Math.Max(1, fallbackCount / 2);
                status = TFallback.Decode(source[from..], destination[to..], fallbackCount, out length, out count);
                from += length;
                to += count;
                taken = 0;
            }
        }

        bytesConsumed = from;
        valuesWritten = to;
        return status;
    }
}
