using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Chooses how an array of integers is decoded: by <see cref="Int8Decoding"/>, <see cref="WindowDecoding"/> or <see cref="TokenwiseDecoding"/>, which have the
/// loops around the kernels. For few integers, the choice depends on what they look like.
/// </summary>
internal static class IntegerDecoding
{
    /// <summary>How many elements it takes for a loop over 16-byte windows to pay: it leaves the last dozen to the branch-free decoder.</summary>
    public const int MinWindowCount = 20;

    /// <summary>The same where the elements may be of one length, or mostly fixints, which <see cref="TokenwiseDecoding"/> is better at.</summary>
    private const int MinCertainWindowCount = 40;

    /// <summary>Fewer elements than this are not looked at beforehand.</summary>
    private const int MinGuessCount = 4;

    /// <summary>Decodes integers.</summary>
    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TSignedness">Whether it is signed.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus Decode<T, TSignedness>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TSignedness : ISignedness =>
        DecodeOf<T, TSignedness, Contiguous>(source, destination, WindowDecoding.ArrayStart, out bytesConsumed, out valuesWritten);

    /// <summary>Decodes the integers of a segment of a sequence.</summary>
    /// <inheritdoc cref="Decode{T, TSignedness}"/>
    /// <param name="source">The tokens.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="start">What <see cref="GetSegmentStart{T, TSignedness}"/> says; <see cref="WindowDecoding.ArrayStart"/> for the first segment.</param>
    /// <param name="bytesConsumed">Receives the length of the tokens that were decoded.</param>
    /// <param name="valuesWritten">Receives how many elements were stored.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus DecodeSegment<T, TSignedness>(
        ReadOnlySpan<byte> source, Span<T> destination, int start, out int bytesConsumed, out int valuesWritten)
        where TSignedness : ISignedness =>
        DecodeOf<T, TSignedness, Segmented>(source, destination, start, out bytesConsumed, out valuesWritten);

    /// <summary>How the next segment of a sequence is begun.</summary>
    /// <inheritdoc cref="WindowDecoding.GetSegmentStart{TLane, TSignedness}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GetSegmentStart<T, TSignedness>(int bytesConsumed, int valuesWritten)
        where TSignedness : ISignedness =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? WindowDecoding.ArrayStart
            : Unsafe.SizeOf<T>() == sizeof(short) ? WindowDecoding.GetSegmentStart<short, TSignedness>(bytesConsumed, valuesWritten)
            : Unsafe.SizeOf<T>() == sizeof(int) ? WindowDecoding.GetSegmentStart<int, TSignedness>(bytesConsumed, valuesWritten)
            : WindowDecoding.GetSegmentStart<long, TSignedness>(bytesConsumed, valuesWritten);

    /// <summary>Reads a token that is in registers, without branches.</summary>
    /// <inheritdoc cref="BranchFreeIntegerDecoder{TLane, TSignedness}.TryRead(ulong, ulong, out TLane, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead<T, TSignedness>(ulong lower, ulong upper, out T value, out int tokenLength)
        where TSignedness : ISignedness =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? TryRead<T, sbyte, TSignedness>(lower, upper, out value, out tokenLength)
            : Unsafe.SizeOf<T>() == sizeof(short) ? TryRead<T, short, TSignedness>(lower, upper, out value, out tokenLength)
            : Unsafe.SizeOf<T>() == sizeof(int) ? TryRead<T, int, TSignedness>(lower, upper, out value, out tokenLength)
            : TryRead<T, long, TSignedness>(lower, upper, out value, out tokenLength);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryRead<T, TLane, TSignedness>(ulong lower, ulong upper, out T value, out int tokenLength)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        bool isDone = BranchFreeIntegerDecoder<TLane, TSignedness>.TryRead(lower, upper, out TLane lane, out tokenLength);
        value = Unsafe.BitCast<TLane, T>(lane);
        return isDone;
    }

    /// <summary>Decodes integers by their size.</summary>
    /// <inheritdoc cref="DecodeSegment{T, TSignedness}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeOf<T, TSignedness, TOrigin>(
        ReadOnlySpan<byte> source, Span<T> destination, int start, out int bytesConsumed, out int valuesWritten)
        where TSignedness : ISignedness
        where TOrigin : IOrigin =>
        // (Any form for elements of one byte, which have no loop for tokens of full width. One comparison after the other: see IntegerEncoding.)
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? Decode<T, sbyte, TSignedness, Int16Form<TSignedness>, TOrigin>(
                source, destination, start, out bytesConsumed, out valuesWritten)
            : Unsafe.SizeOf<T>() == sizeof(short) ? Decode<T, short, TSignedness, Int16Form<TSignedness>, TOrigin>(
                source, destination, start, out bytesConsumed, out valuesWritten)
            : Unsafe.SizeOf<T>() == sizeof(int) ? Decode<T, int, TSignedness, Int32Form<TSignedness>, TOrigin>(
                source, destination, start, out bytesConsumed, out valuesWritten)
            : Decode<T, long, TSignedness, Int64Form<TSignedness>, TOrigin>(
                source, destination, start, out bytesConsumed, out valuesWritten);

    /// <summary>Decodes integers of one size.</summary>
    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TLane">The integer of its size.</typeparam>
    /// <typeparam name="TSignedness">Whether it is signed.</typeparam>
    /// <typeparam name="TForm">Its token of full width.</typeparam>
    /// <typeparam name="TOrigin">Whether it is a segment of a sequence.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus Decode<T, TLane, TSignedness, TForm, TOrigin>(
        ReadOnlySpan<byte> source, Span<T> destination, int start, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
        where TOrigin : IOrigin
    {
        if (destination.Length <= FixIntDecoderVector128<TLane, TSignedness>.MaxFew)
        {
            return DecodeFew<T, TLane, TSignedness, TForm>(source, destination, out bytesConsumed, out valuesWritten);
        }

        return DecodeMany<T, TLane, TSignedness, TForm, TOrigin>(source, destination, start, out bytesConsumed, out valuesWritten);
    }

    /// <summary>
    /// Decodes integers with the kernels: those of one byte, where there is a byte shuffle, with one that takes any mixture; all others with or without
    /// windows.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeMany<T, TLane, TSignedness, TForm, TOrigin>(
        ReadOnlySpan<byte> source, Span<T> destination, int start, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
        where TOrigin : IOrigin
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(sbyte) && Simd128.HasShuffle)
        {
            return Int8Decoding.Decode<T, TSignedness>(source, destination, out bytesConsumed, out valuesWritten);
        }

        if (MixedWidthDecoderAvx512<TLane, TSignedness>.IsSupported)
        {
            return WindowDecoding.DecodeWide<T, TLane, TSignedness, TForm, TOrigin>(source, destination, start, out bytesConsumed, out valuesWritten);
        }

        return destination.Length >= MinCertainWindowCount && MixedWidthDecoderVector128<TLane, TSignedness>.IsSupported
            ? WindowDecoding.DecodeNarrow<T, TLane, TSignedness, TForm, TOrigin>(source, destination, start, out bytesConsumed, out valuesWritten)
            : TokenwiseDecoding.Decode<T, TLane, TSignedness, TForm>(source, destination, out bytesConsumed, out valuesWritten);
    }

    /// <summary>
    /// Decodes few integers: fixints with two vectors, what the scalar decoder is quickest at with the scalar decoder, and all else with the kernels. It is a
    /// method of its own, so that longer arrays do not pay for the registers that it saves.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static MessagePackReadStatus DecodeFew<T, TLane, TSignedness, TForm>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref TLane values = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination));
        if (FixIntDecoderVector128<TLane, TSignedness>.DecodeFew(ref bytes, source.Length, ref values, destination.Length) > 0)
        {
            bytesConsumed = destination.Length;
            valuesWritten = destination.Length;
            return MessagePackReadStatus.Done;
        }

        if (SuitsScalar<TLane, TSignedness>(source, destination.Length))
        {
            return ScalarFallback.Decode(source, destination, out bytesConsumed, out valuesWritten);
        }

        return DecodeMany<T, TLane, TSignedness, TForm, Contiguous>(source, destination, WindowDecoding.ArrayStart, out bytesConsumed, out valuesWritten);
    }

    /// <summary>
    /// Whether the scalar decoder is the quickest. Where kernels have masks for few elements, it is for up to three. Elsewhere, for fewer elements than fill a
    /// vector, it is if most of them are fixints, or if its branches are predicted: without a sign, one length has one prefix; and unsigned elements of 16 bits
    /// have but three lengths, so any of them qualify.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool SuitsScalar<TLane, TSignedness>(ReadOnlySpan<byte> source, int count)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (!WindowDecoding.HasNarrowWindows || count >= Vector128<byte>.Count)
        {
            return count < MinGuessCount;
        }

        if (count < MinGuessCount || source.Length < sizeof(ulong))
        {
            return true;
        }

        if (IntegerLane<TLane, TSignedness>.IsFixIntCode(source[0])
            && TokenSample<TLane, TSignedness>.CountOthersOf8(source) <= (Unsafe.SizeOf<TLane>() == sizeof(sbyte) ? 3 : 2))
        {
            return true;
        }

        return !TSignedness.IsSigned
            && (Unsafe.SizeOf<TLane>() == sizeof(short) || TokenSample<TLane, TSignedness>.GuessLength(source) != 0);
    }
}
