using System;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Decodes elements that may be missing: in steps, which depend on the kernels that there are for the element type. The scalar decoder takes what the steps
/// leave.
/// </summary>
internal static class NullableDecoding
{
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
            ? Decode<T, NullableBooleanSteps<T>>(source, destination, out bytesConsumed, out valuesWritten)
            : Decode<T, NullableTokenSteps<T, ulong, NullableTimestamp>>(source, destination, out bytesConsumed, out valuesWritten);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeInt8s<T, TSignedness>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TSignedness : ISignedness =>
        Simd128.HasShuffle
            ? Decode<T, NullableInt8Steps<T, TSignedness>>(source, destination, out bytesConsumed, out valuesWritten)
            : Decode<T, NullableTokenSteps<T, sbyte, NullableInteger<sbyte, TSignedness>>>(source, destination, out bytesConsumed, out valuesWritten);

    /// <summary>Integers of 16 bits or more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeIntegers<T, TLane, TSignedness>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (NullableDecoderAvx512<TLane, NullableIntegerTables<TLane, TSignedness>>.IsSupported)
        {
            return Decode<T, NullableWindowSteps<T, TLane, NullableIntegerTables<TLane, TSignedness>>>(source, destination, out bytesConsumed, out valuesWritten);
        }

        return Simd128.HasShuffle
            ? Decode<T, NullableScanSteps<T, TLane, NullableInteger<TLane, TSignedness>, NullableIntegerScan<TLane, TSignedness>>>(
                source, destination, out bytesConsumed, out valuesWritten)
            : Decode<T, NullableTokenSteps<T, TLane, NullableInteger<TLane, TSignedness>>>(source, destination, out bytesConsumed, out valuesWritten);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeFloats<T, TLane>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TLane : unmanaged =>
        NullableDecoderAvx512<TLane, NullableFloatTables<TLane>>.IsSupported
            ? Decode<T, NullableWindowSteps<T, TLane, NullableFloatTables<TLane>>>(source, destination, out bytesConsumed, out valuesWritten)
            : Decode<T, NullableFloatSteps<T, TLane>>(source, destination, out bytesConsumed, out valuesWritten);

    private static MessagePackReadStatus Decode<T, TSteps>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
        where TSteps : struct, INullableSteps<T, TSteps>
    {
        int from = 0;
        int to = 0;
        int scalarCount = 1;
        var steps = TSteps.Start(source, destination);
        var status = MessagePackReadStatus.Done;
        while (to < destination.Length && from < source.Length && status == MessagePackReadStatus.Done)
        {
            bool isGoingOn = steps.TryDecode(source[from..], destination[to..], out int length, out int count);
            from += length;
            to += count;
            if (!isGoingOn && to < destination.Length && from < source.Length)
            {
                // A token that can't be decoded there, or for which there are too few bytes. More tokens are read behind it if this step has decoded nothing,
                // even if the steps before it have: counting what all of them have decoded is up to a seventh slower where one token in 10 or 100 is of this
                // kind.
                scalarCount = ScalarBackoff.Next(scalarCount, length);
                status = ScalarNullable.Decode(source[from..], destination.Slice(to, Math.Min(scalarCount, destination.Length - to)), out length, out count);
                from += length;
                to += count;
            }
        }

        bytesConsumed = from;
        valuesWritten = to;
        return status;
    }
}
