using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// An enum is the integer that it is in memory: its elements are encoded and decoded as that integer's, by the same kernels. They are reinterpreted here, in front of
/// <see cref="KernelDispatch"/>, so that no kernel is compiled once more for each enum.
/// </summary>
/// <remarks>The JIT folds size and sign of a type argument before it looks at any call, so that nothing is left of the choice.</remarks>
internal static class EnumDispatch
{
    /// <inheritdoc cref="KernelDispatch.Encode{T}"/>
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        Element<T>.IsSigned
            ? Unsafe.SizeOf<T>() switch
            {
                sizeof(sbyte) => KernelDispatch.Encode(As<T, sbyte>(values), destination, out valuesRead, out bytesWritten),
                sizeof(short) => KernelDispatch.Encode(As<T, short>(values), destination, out valuesRead, out bytesWritten),
                sizeof(int) => KernelDispatch.Encode(As<T, int>(values), destination, out valuesRead, out bytesWritten),
                _ => KernelDispatch.Encode(As<T, long>(values), destination, out valuesRead, out bytesWritten),
            }
            : Unsafe.SizeOf<T>() switch
            {
                sizeof(byte) => KernelDispatch.Encode(As<T, byte>(values), destination, out valuesRead, out bytesWritten),
                sizeof(ushort) => KernelDispatch.Encode(As<T, ushort>(values), destination, out valuesRead, out bytesWritten),
                sizeof(uint) => KernelDispatch.Encode(As<T, uint>(values), destination, out valuesRead, out bytesWritten),
                _ => KernelDispatch.Encode(As<T, ulong>(values), destination, out valuesRead, out bytesWritten),
            };

    /// <inheritdoc cref="KernelDispatch.EncodeAll{T}"/>
    public static int EncodeAll<T>(ReadOnlySpan<T> values, Span<byte> destination) =>
        Element<T>.IsSigned
            ? Unsafe.SizeOf<T>() switch
            {
                sizeof(sbyte) => KernelDispatch.EncodeAll(As<T, sbyte>(values), destination),
                sizeof(short) => KernelDispatch.EncodeAll(As<T, short>(values), destination),
                sizeof(int) => KernelDispatch.EncodeAll(As<T, int>(values), destination),
                _ => KernelDispatch.EncodeAll(As<T, long>(values), destination),
            }
            : Unsafe.SizeOf<T>() switch
            {
                sizeof(byte) => KernelDispatch.EncodeAll(As<T, byte>(values), destination),
                sizeof(ushort) => KernelDispatch.EncodeAll(As<T, ushort>(values), destination),
                sizeof(uint) => KernelDispatch.EncodeAll(As<T, uint>(values), destination),
                _ => KernelDispatch.EncodeAll(As<T, ulong>(values), destination),
            };

    /// <inheritdoc cref="KernelDispatch.GetEncodedLength{T}"/>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values) =>
        Element<T>.IsSigned
            ? Unsafe.SizeOf<T>() switch
            {
                sizeof(sbyte) => KernelDispatch.GetEncodedLength(As<T, sbyte>(values)),
                sizeof(short) => KernelDispatch.GetEncodedLength(As<T, short>(values)),
                sizeof(int) => KernelDispatch.GetEncodedLength(As<T, int>(values)),
                _ => KernelDispatch.GetEncodedLength(As<T, long>(values)),
            }
            : Unsafe.SizeOf<T>() switch
            {
                sizeof(byte) => KernelDispatch.GetEncodedLength(As<T, byte>(values)),
                sizeof(ushort) => KernelDispatch.GetEncodedLength(As<T, ushort>(values)),
                sizeof(uint) => KernelDispatch.GetEncodedLength(As<T, uint>(values)),
                _ => KernelDispatch.GetEncodedLength(As<T, ulong>(values)),
            };

    /// <inheritdoc cref="KernelDispatch.Decode{T}"/>
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten) =>
        Element<T>.IsSigned
            ? Unsafe.SizeOf<T>() switch
            {
                sizeof(sbyte) => KernelDispatch.Decode(source, As<T, sbyte>(destination), out bytesConsumed, out valuesWritten),
                sizeof(short) => KernelDispatch.Decode(source, As<T, short>(destination), out bytesConsumed, out valuesWritten),
                sizeof(int) => KernelDispatch.Decode(source, As<T, int>(destination), out bytesConsumed, out valuesWritten),
                _ => KernelDispatch.Decode(source, As<T, long>(destination), out bytesConsumed, out valuesWritten),
            }
            : Unsafe.SizeOf<T>() switch
            {
                sizeof(byte) => KernelDispatch.Decode(source, As<T, byte>(destination), out bytesConsumed, out valuesWritten),
                sizeof(ushort) => KernelDispatch.Decode(source, As<T, ushort>(destination), out bytesConsumed, out valuesWritten),
                sizeof(uint) => KernelDispatch.Decode(source, As<T, uint>(destination), out bytesConsumed, out valuesWritten),
                _ => KernelDispatch.Decode(source, As<T, ulong>(destination), out bytesConsumed, out valuesWritten),
            };

    /// <inheritdoc cref="KernelDispatch.EncodeNullable{T}"/>
    public static OperationStatus EncodeNullable<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged =>
        Element<T>.IsSigned
            ? Unsafe.SizeOf<T>() switch
            {
                sizeof(sbyte) => KernelDispatch.EncodeNullable(As<T?, sbyte?>(values), destination, out valuesRead, out bytesWritten),
                sizeof(short) => KernelDispatch.EncodeNullable(As<T?, short?>(values), destination, out valuesRead, out bytesWritten),
                sizeof(int) => KernelDispatch.EncodeNullable(As<T?, int?>(values), destination, out valuesRead, out bytesWritten),
                _ => KernelDispatch.EncodeNullable(As<T?, long?>(values), destination, out valuesRead, out bytesWritten),
            }
            : Unsafe.SizeOf<T>() switch
            {
                sizeof(byte) => KernelDispatch.EncodeNullable(As<T?, byte?>(values), destination, out valuesRead, out bytesWritten),
                sizeof(ushort) => KernelDispatch.EncodeNullable(As<T?, ushort?>(values), destination, out valuesRead, out bytesWritten),
                sizeof(uint) => KernelDispatch.EncodeNullable(As<T?, uint?>(values), destination, out valuesRead, out bytesWritten),
                _ => KernelDispatch.EncodeNullable(As<T?, ulong?>(values), destination, out valuesRead, out bytesWritten),
            };

    /// <inheritdoc cref="KernelDispatch.DecodeNullable{T}"/>
    public static MessagePackReadStatus DecodeNullable<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged =>
        Element<T>.IsSigned
            ? Unsafe.SizeOf<T>() switch
            {
                sizeof(sbyte) => KernelDispatch.DecodeNullable(source, As<T?, sbyte?>(destination), out bytesConsumed, out valuesWritten),
                sizeof(short) => KernelDispatch.DecodeNullable(source, As<T?, short?>(destination), out bytesConsumed, out valuesWritten),
                sizeof(int) => KernelDispatch.DecodeNullable(source, As<T?, int?>(destination), out bytesConsumed, out valuesWritten),
                _ => KernelDispatch.DecodeNullable(source, As<T?, long?>(destination), out bytesConsumed, out valuesWritten),
            }
            : Unsafe.SizeOf<T>() switch
            {
                sizeof(byte) => KernelDispatch.DecodeNullable(source, As<T?, byte?>(destination), out bytesConsumed, out valuesWritten),
                sizeof(ushort) => KernelDispatch.DecodeNullable(source, As<T?, ushort?>(destination), out bytesConsumed, out valuesWritten),
                sizeof(uint) => KernelDispatch.DecodeNullable(source, As<T?, uint?>(destination), out bytesConsumed, out valuesWritten),
                _ => KernelDispatch.DecodeNullable(source, As<T?, ulong?>(destination), out bytesConsumed, out valuesWritten),
            };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ReadOnlySpan<TInteger> As<T, TInteger>(ReadOnlySpan<T> values) => Unsafe.BitCast<ReadOnlySpan<T>, ReadOnlySpan<TInteger>>(values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Span<TInteger> As<T, TInteger>(Span<T> values) => Unsafe.BitCast<Span<T>, Span<TInteger>>(values);
}
