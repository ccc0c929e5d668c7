using System;
using System.Buffers;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// An enum is the integer that it is in memory: its elements are encoded and decoded as that integer's, by the same kernels. They are reinterpreted here, in
/// front of <see cref="KernelDispatch"/>, so that no kernel is compiled once more for each enum.
/// </summary>
/// <remarks>
/// Size and integer are compared here, where the JIT folds the comparisons before it looks at any call, so that nothing is left of the choice (see
/// <see cref="KernelDispatch.Encode{T}"/>).
/// </remarks>
internal static class EnumDispatch
{
    /// <inheritdoc cref="KernelDispatch.Encode{T}"/>
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? (typeof(T).GetEnumUnderlyingType() == typeof(sbyte)
                ? KernelDispatch.Encode(As<T, sbyte>(values), destination, out valuesRead, out bytesWritten)
                : KernelDispatch.Encode(As<T, byte>(values), destination, out valuesRead, out bytesWritten))
            : Unsafe.SizeOf<T>() == sizeof(short) ? (typeof(T).GetEnumUnderlyingType() == typeof(short)
                ? KernelDispatch.Encode(As<T, short>(values), destination, out valuesRead, out bytesWritten)
                : KernelDispatch.Encode(As<T, ushort>(values), destination, out valuesRead, out bytesWritten))
            : Unsafe.SizeOf<T>() == sizeof(int) ? (typeof(T).GetEnumUnderlyingType() == typeof(int)
                ? KernelDispatch.Encode(As<T, int>(values), destination, out valuesRead, out bytesWritten)
                : KernelDispatch.Encode(As<T, uint>(values), destination, out valuesRead, out bytesWritten))
            : (typeof(T).GetEnumUnderlyingType() == typeof(long)
                ? KernelDispatch.Encode(As<T, long>(values), destination, out valuesRead, out bytesWritten)
                : KernelDispatch.Encode(As<T, ulong>(values), destination, out valuesRead, out bytesWritten));

    /// <inheritdoc cref="KernelDispatch.EncodeAll{T}"/>
    public static int EncodeAll<T>(ReadOnlySpan<T> values, Span<byte> destination) =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? (typeof(T).GetEnumUnderlyingType() == typeof(sbyte)
                ? KernelDispatch.EncodeAll(As<T, sbyte>(values), destination)
                : KernelDispatch.EncodeAll(As<T, byte>(values), destination))
            : Unsafe.SizeOf<T>() == sizeof(short) ? (typeof(T).GetEnumUnderlyingType() == typeof(short)
                ? KernelDispatch.EncodeAll(As<T, short>(values), destination)
                : KernelDispatch.EncodeAll(As<T, ushort>(values), destination))
            : Unsafe.SizeOf<T>() == sizeof(int) ? (typeof(T).GetEnumUnderlyingType() == typeof(int)
                ? KernelDispatch.EncodeAll(As<T, int>(values), destination)
                : KernelDispatch.EncodeAll(As<T, uint>(values), destination))
            : (typeof(T).GetEnumUnderlyingType() == typeof(long)
                ? KernelDispatch.EncodeAll(As<T, long>(values), destination)
                : KernelDispatch.EncodeAll(As<T, ulong>(values), destination));

    /// <inheritdoc cref="KernelDispatch.GetEncodedLength{T}"/>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values) =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? (typeof(T).GetEnumUnderlyingType() == typeof(sbyte)
                ? KernelDispatch.GetEncodedLength(As<T, sbyte>(values))
                : KernelDispatch.GetEncodedLength(As<T, byte>(values)))
            : Unsafe.SizeOf<T>() == sizeof(short) ? (typeof(T).GetEnumUnderlyingType() == typeof(short)
                ? KernelDispatch.GetEncodedLength(As<T, short>(values))
                : KernelDispatch.GetEncodedLength(As<T, ushort>(values)))
            : Unsafe.SizeOf<T>() == sizeof(int) ? (typeof(T).GetEnumUnderlyingType() == typeof(int)
                ? KernelDispatch.GetEncodedLength(As<T, int>(values))
                : KernelDispatch.GetEncodedLength(As<T, uint>(values)))
            : (typeof(T).GetEnumUnderlyingType() == typeof(long)
                ? KernelDispatch.GetEncodedLength(As<T, long>(values))
                : KernelDispatch.GetEncodedLength(As<T, ulong>(values)));

    /// <inheritdoc cref="KernelDispatch.Decode{T}"/>
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten) =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? (typeof(T).GetEnumUnderlyingType() == typeof(sbyte)
                ? KernelDispatch.Decode(source, As<T, sbyte>(destination), out bytesConsumed, out valuesWritten)
                : KernelDispatch.Decode(source, As<T, byte>(destination), out bytesConsumed, out valuesWritten))
            : Unsafe.SizeOf<T>() == sizeof(short) ? (typeof(T).GetEnumUnderlyingType() == typeof(short)
                ? KernelDispatch.Decode(source, As<T, short>(destination), out bytesConsumed, out valuesWritten)
                : KernelDispatch.Decode(source, As<T, ushort>(destination), out bytesConsumed, out valuesWritten))
            : Unsafe.SizeOf<T>() == sizeof(int) ? (typeof(T).GetEnumUnderlyingType() == typeof(int)
                ? KernelDispatch.Decode(source, As<T, int>(destination), out bytesConsumed, out valuesWritten)
                : KernelDispatch.Decode(source, As<T, uint>(destination), out bytesConsumed, out valuesWritten))
            : (typeof(T).GetEnumUnderlyingType() == typeof(long)
                ? KernelDispatch.Decode(source, As<T, long>(destination), out bytesConsumed, out valuesWritten)
                : KernelDispatch.Decode(source, As<T, ulong>(destination), out bytesConsumed, out valuesWritten));

    /// <inheritdoc cref="KernelDispatch.EncodeNullable{T}"/>
    public static OperationStatus EncodeNullable<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? (typeof(T).GetEnumUnderlyingType() == typeof(sbyte)
                ? KernelDispatch.EncodeNullable(As<T?, sbyte?>(values), destination, out valuesRead, out bytesWritten)
                : KernelDispatch.EncodeNullable(As<T?, byte?>(values), destination, out valuesRead, out bytesWritten))
            : Unsafe.SizeOf<T>() == sizeof(short) ? (typeof(T).GetEnumUnderlyingType() == typeof(short)
                ? KernelDispatch.EncodeNullable(As<T?, short?>(values), destination, out valuesRead, out bytesWritten)
                : KernelDispatch.EncodeNullable(As<T?, ushort?>(values), destination, out valuesRead, out bytesWritten))
            : Unsafe.SizeOf<T>() == sizeof(int) ? (typeof(T).GetEnumUnderlyingType() == typeof(int)
                ? KernelDispatch.EncodeNullable(As<T?, int?>(values), destination, out valuesRead, out bytesWritten)
                : KernelDispatch.EncodeNullable(As<T?, uint?>(values), destination, out valuesRead, out bytesWritten))
            : (typeof(T).GetEnumUnderlyingType() == typeof(long)
                ? KernelDispatch.EncodeNullable(As<T?, long?>(values), destination, out valuesRead, out bytesWritten)
                : KernelDispatch.EncodeNullable(As<T?, ulong?>(values), destination, out valuesRead, out bytesWritten));

    /// <inheritdoc cref="KernelDispatch.DecodeNullable{T}"/>
    public static MessagePackReadStatus DecodeNullable<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? (typeof(T).GetEnumUnderlyingType() == typeof(sbyte)
                ? KernelDispatch.DecodeNullable(source, As<T?, sbyte?>(destination), out bytesConsumed, out valuesWritten)
                : KernelDispatch.DecodeNullable(source, As<T?, byte?>(destination), out bytesConsumed, out valuesWritten))
            : Unsafe.SizeOf<T>() == sizeof(short) ? (typeof(T).GetEnumUnderlyingType() == typeof(short)
                ? KernelDispatch.DecodeNullable(source, As<T?, short?>(destination), out bytesConsumed, out valuesWritten)
                : KernelDispatch.DecodeNullable(source, As<T?, ushort?>(destination), out bytesConsumed, out valuesWritten))
            : Unsafe.SizeOf<T>() == sizeof(int) ? (typeof(T).GetEnumUnderlyingType() == typeof(int)
                ? KernelDispatch.DecodeNullable(source, As<T?, int?>(destination), out bytesConsumed, out valuesWritten)
                : KernelDispatch.DecodeNullable(source, As<T?, uint?>(destination), out bytesConsumed, out valuesWritten))
            : (typeof(T).GetEnumUnderlyingType() == typeof(long)
                ? KernelDispatch.DecodeNullable(source, As<T?, long?>(destination), out bytesConsumed, out valuesWritten)
                : KernelDispatch.DecodeNullable(source, As<T?, ulong?>(destination), out bytesConsumed, out valuesWritten));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ReadOnlySpan<TInteger> As<T, TInteger>(ReadOnlySpan<T> values) => Unsafe.BitCast<ReadOnlySpan<T>, ReadOnlySpan<TInteger>>(values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Span<TInteger> As<T, TInteger>(Span<T> values) => Unsafe.BitCast<Span<T>, Span<TInteger>>(values);
}
