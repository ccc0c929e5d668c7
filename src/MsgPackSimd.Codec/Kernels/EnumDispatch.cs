using System;
using System.Buffers;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// An enum is the integer that it is in memory: its elements are encoded and decoded as that integer's, by the same kernels. They are reinterpreted here, in front of
/// <see cref="KernelDispatch"/>, so that no kernel is compiled once more for each enum.
/// </summary>
/// <remarks>
/// The JIT knows <see cref="Type.GetTypeCode"/> of a type argument, which for an enum is that of its integer, and leaves nothing of the choice.
/// </remarks>
internal static class EnumDispatch
{
    /// <inheritdoc cref="KernelDispatch.Encode{T}"/>
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        Type.GetTypeCode(typeof(T)) switch
        {
            TypeCode.SByte => KernelDispatch.Encode(As<T, sbyte>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.Int16 => KernelDispatch.Encode(As<T, short>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.Int32 => KernelDispatch.Encode(As<T, int>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.Int64 => KernelDispatch.Encode(As<T, long>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.Byte => KernelDispatch.Encode(As<T, byte>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.UInt16 => KernelDispatch.Encode(As<T, ushort>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.UInt32 => KernelDispatch.Encode(As<T, uint>(values), destination, out valuesRead, out bytesWritten),
            _ => KernelDispatch.Encode(As<T, ulong>(values), destination, out valuesRead, out bytesWritten),
        };

    /// <inheritdoc cref="KernelDispatch.EncodeAll{T}"/>
    public static int EncodeAll<T>(ReadOnlySpan<T> values, Span<byte> destination) =>
        Type.GetTypeCode(typeof(T)) switch
        {
            TypeCode.SByte => KernelDispatch.EncodeAll(As<T, sbyte>(values), destination),
            TypeCode.Int16 => KernelDispatch.EncodeAll(As<T, short>(values), destination),
            TypeCode.Int32 => KernelDispatch.EncodeAll(As<T, int>(values), destination),
            TypeCode.Int64 => KernelDispatch.EncodeAll(As<T, long>(values), destination),
            TypeCode.Byte => KernelDispatch.EncodeAll(As<T, byte>(values), destination),
            TypeCode.UInt16 => KernelDispatch.EncodeAll(As<T, ushort>(values), destination),
            TypeCode.UInt32 => KernelDispatch.EncodeAll(As<T, uint>(values), destination),
            _ => KernelDispatch.EncodeAll(As<T, ulong>(values), destination),
        };

    /// <inheritdoc cref="KernelDispatch.GetEncodedLength{T}"/>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values) =>
        Type.GetTypeCode(typeof(T)) switch
        {
            TypeCode.SByte => KernelDispatch.GetEncodedLength(As<T, sbyte>(values)),
            TypeCode.Int16 => KernelDispatch.GetEncodedLength(As<T, short>(values)),
            TypeCode.Int32 => KernelDispatch.GetEncodedLength(As<T, int>(values)),
            TypeCode.Int64 => KernelDispatch.GetEncodedLength(As<T, long>(values)),
            TypeCode.Byte => KernelDispatch.GetEncodedLength(As<T, byte>(values)),
            TypeCode.UInt16 => KernelDispatch.GetEncodedLength(As<T, ushort>(values)),
            TypeCode.UInt32 => KernelDispatch.GetEncodedLength(As<T, uint>(values)),
            _ => KernelDispatch.GetEncodedLength(As<T, ulong>(values)),
        };

    /// <inheritdoc cref="KernelDispatch.Decode{T}"/>
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten) =>
        Type.GetTypeCode(typeof(T)) switch
        {
            TypeCode.SByte => KernelDispatch.Decode(source, As<T, sbyte>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.Int16 => KernelDispatch.Decode(source, As<T, short>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.Int32 => KernelDispatch.Decode(source, As<T, int>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.Int64 => KernelDispatch.Decode(source, As<T, long>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.Byte => KernelDispatch.Decode(source, As<T, byte>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.UInt16 => KernelDispatch.Decode(source, As<T, ushort>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.UInt32 => KernelDispatch.Decode(source, As<T, uint>(destination), out bytesConsumed, out valuesWritten),
            _ => KernelDispatch.Decode(source, As<T, ulong>(destination), out bytesConsumed, out valuesWritten),
        };

    /// <inheritdoc cref="KernelDispatch.EncodeNullable{T}"/>
    public static OperationStatus EncodeNullable<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged =>
        Type.GetTypeCode(typeof(T)) switch
        {
            TypeCode.SByte => KernelDispatch.EncodeNullable(As<T?, sbyte?>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.Int16 => KernelDispatch.EncodeNullable(As<T?, short?>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.Int32 => KernelDispatch.EncodeNullable(As<T?, int?>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.Int64 => KernelDispatch.EncodeNullable(As<T?, long?>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.Byte => KernelDispatch.EncodeNullable(As<T?, byte?>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.UInt16 => KernelDispatch.EncodeNullable(As<T?, ushort?>(values), destination, out valuesRead, out bytesWritten),
            TypeCode.UInt32 => KernelDispatch.EncodeNullable(As<T?, uint?>(values), destination, out valuesRead, out bytesWritten),
            _ => KernelDispatch.EncodeNullable(As<T?, ulong?>(values), destination, out valuesRead, out bytesWritten),
        };

    /// <inheritdoc cref="KernelDispatch.DecodeNullable{T}"/>
    public static MessagePackReadStatus DecodeNullable<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged =>
        Type.GetTypeCode(typeof(T)) switch
        {
            TypeCode.SByte => KernelDispatch.DecodeNullable(source, As<T?, sbyte?>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.Int16 => KernelDispatch.DecodeNullable(source, As<T?, short?>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.Int32 => KernelDispatch.DecodeNullable(source, As<T?, int?>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.Int64 => KernelDispatch.DecodeNullable(source, As<T?, long?>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.Byte => KernelDispatch.DecodeNullable(source, As<T?, byte?>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.UInt16 => KernelDispatch.DecodeNullable(source, As<T?, ushort?>(destination), out bytesConsumed, out valuesWritten),
            TypeCode.UInt32 => KernelDispatch.DecodeNullable(source, As<T?, uint?>(destination), out bytesConsumed, out valuesWritten),
            _ => KernelDispatch.DecodeNullable(source, As<T?, ulong?>(destination), out bytesConsumed, out valuesWritten),
        };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ReadOnlySpan<TInteger> As<T, TInteger>(ReadOnlySpan<T> values) => Unsafe.BitCast<ReadOnlySpan<T>, ReadOnlySpan<TInteger>>(values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Span<TInteger> As<T, TInteger>(Span<T> values) => Unsafe.BitCast<Span<T>, Span<TInteger>>(values);
}
