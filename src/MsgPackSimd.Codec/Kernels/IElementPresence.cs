using System;
using System.Buffers;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Whether elements may be missing: an element type, the type that its elements have in memory, and the kernels for them. What is done with an array as a
/// whole, its head, its chunks and its segments, is the same for both.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
/// <typeparam name="TElement"><typeparamref name="T"/> itself, or <typeparamref name="T"/> with <see langword="null"/> for nil.</typeparam>
internal interface IElementPresence<T, TElement>
{
    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    static abstract OperationStatus Encode(ReadOnlySpan<TElement> values, Span<byte> destination, out int valuesRead, out int bytesWritten);

    /// <inheritdoc cref="KernelDispatch.EncodeAll{T}"/>
    static abstract int EncodeAll(ReadOnlySpan<TElement> values, Span<byte> destination);

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    static abstract MessagePackReadStatus Decode(ReadOnlySpan<byte> source, Span<TElement> destination, out int bytesConsumed, out int valuesWritten);

    /// <inheritdoc cref="KernelDispatch.DecodeSegment{T}"/>
    static abstract MessagePackReadStatus DecodeSegment(
        ReadOnlySpan<byte> source, Span<TElement> destination, int start, out int bytesConsumed, out int valuesWritten);

    /// <inheritdoc cref="KernelDispatch.GetSegmentStart{T}"/>
    static abstract int GetSegmentStart(int bytesConsumed, int valuesWritten);

    /// <summary>The element for a value that was read from a token.</summary>
    static abstract TElement FromValue(T value);
}

/// <summary>All elements are present.</summary>
internal readonly struct AllPresent<T> : IElementPresence<T, T>
{
    public static OperationStatus Encode(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        KernelDispatch.Encode(values, destination, out valuesRead, out bytesWritten);

    public static int EncodeAll(ReadOnlySpan<T> values, Span<byte> destination) => KernelDispatch.EncodeAll(values, destination);

    public static MessagePackReadStatus Decode(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten) =>
        KernelDispatch.Decode(source, destination, out bytesConsumed, out valuesWritten);

    public static MessagePackReadStatus DecodeSegment(
        ReadOnlySpan<byte> source, Span<T> destination, int start, out int bytesConsumed, out int valuesWritten) =>
        KernelDispatch.DecodeSegment(source, destination, start, out bytesConsumed, out valuesWritten);

    public static int GetSegmentStart(int bytesConsumed, int valuesWritten) => KernelDispatch.GetSegmentStart<T>(bytesConsumed, valuesWritten);

    public static T FromValue(T value) => value;
}

/// <summary>Some elements may be missing.</summary>
internal readonly struct MaybeMissing<T> : IElementPresence<T, T?>
    where T : unmanaged
{
    public static OperationStatus Encode(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        KernelDispatch.EncodeNullable(values, destination, out valuesRead, out bytesWritten);

    public static int EncodeAll(ReadOnlySpan<T?> values, Span<byte> destination) =>
        Encode(values, destination, out _, out int bytesWritten) == OperationStatus.Done ? bytesWritten : -1;

    public static MessagePackReadStatus Decode(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten) =>
        KernelDispatch.DecodeNullable(source, destination, out bytesConsumed, out valuesWritten);

    public static MessagePackReadStatus DecodeSegment(
        ReadOnlySpan<byte> source, Span<T?> destination, int start, out int bytesConsumed, out int valuesWritten) =>
        Decode(source, destination, out bytesConsumed, out valuesWritten);

    public static int GetSegmentStart(int bytesConsumed, int valuesWritten) => WindowDecoding.ArrayStart;

    public static T? FromValue(T value) => value;
}
