using System;
using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The dispatch by element type. The classes in the folders Encoding and Decoding (<see cref="IntegerEncoding"/>, <see cref="IntegerDecoding"/> and so on)
/// choose the kernels, by instruction set and number of elements. Without vectors, the scalar code does everything, and at first it does in any case (<see
/// cref="ColdStart{TElement}"/>).
/// </summary>
/// <remarks>
/// The <c>IsSupported</c> properties of the instruction sets are constants to the JIT, so that a choice costs nothing at run time: no delegate, no virtual
/// call. What is left is a comparison or two of the number of elements with the size of a block. What is known only at run time is in <c>static readonly</c>
/// fields: what a <c>DateTime</c> is in memory, where the encoders' tables are, and whether there is a cold start. How far each type's has come is the one
/// thing that is counted.
/// <para>
/// Some kernels also ask what is supported: to use a single instruction, for which many of them go through <see cref="Simd128"/>; to use AVX2 for one step, as
/// <see cref="Int8DecoderVector128{TSignedness, TElements}"/>, <see cref="LengthScanVector128{TElement, TScan}"/>, <see
/// cref="LengthScanDecoderVector128{TElement, TScan}"/>, <see cref="FixIntRunDecoderVector128{TLane, TSignedness}"/>, the scans of runs and <see
/// cref="NullableFloatRunScanDecoderVector128{TLane}"/> do; or to hand tokens of full width to AVX-512, as <see cref="Int32EncoderAvx2{TSignedness}"/> and <see
/// cref="Int64EncoderAvx2{TSignedness}"/> do.
/// </para>
/// </remarks>
internal static class KernelDispatch
{
    /// <summary>
    /// Gets whether the kernels that encode and decode run here: they are written for little-endian lanes. (Lengths are counted by <see
    /// cref="LengthCounting"/>, for which that does not matter.)
    /// </summary>
    private static bool HasVectors
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;
    }

    /// <summary>
    /// Whether the kernels for elements that may be missing can run: they take a flag and a value that are as far apart as the value is long. (The value of a
    /// <c>DateTime?</c> may be nearer in a 32-bit process.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasVectorsForNullable<T>()
        where T : unmanaged =>
        HasVectors && (typeof(T) == typeof(DateTime) ? DateTimeBits.AreKnownInNullable : Unsafe.SizeOf<T?>() == 2 * Unsafe.SizeOf<T>());

    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        if (typeof(T).IsEnum)
        {
            return EnumDispatch.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        return ColdStart<T>.MayEncode
            ? EncodeFirst(values, destination, out valuesRead, out bytesWritten)
            : EncodeWarm(values, destination, out valuesRead, out bytesWritten);
    }

    /// <summary>The same for the first arrays. A separate method, so that nothing has to be kept for the kernels while the array is counted.</summary>
    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static OperationStatus EncodeFirst<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten) =>
        ColdStart<T>.TryTakeForEncoding(values.Length)
            ? ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten)
            : EncodeWarm(values, destination, out valuesRead, out bytesWritten);

    /// <summary>The same after the cold start, for kernels that use other kernels.</summary>
    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus EncodeWarm<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        // The types are compared here, where the JIT folds the comparisons before it looks at any call. Behind a property they would not be folded yet: the JIT
        // would take the branches of all other types for calls to be inlined, and run out of its budget for that.
        if (typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(bool))
        {
            return HasVectors && FixedWidthEncoding.IsSupported<T>()
                ? FixedWidthEncoding.Encode(values, destination, out valuesRead, out bytesWritten)
                : ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        if (typeof(T) == typeof(DateTime))
        {
            return HasVectors && DateTimeBits.AreKnown
                ? TimestampEncoding.Encode(Unsafe.BitCast<ReadOnlySpan<T>, ReadOnlySpan<DateTime>>(values), destination, out valuesRead, out bytesWritten)
                : ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        if (!HasVectors)
        {
            return ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        if (typeof(T) == typeof(Half))
        {
            return HalfEncoding.Encode(Unsafe.BitCast<ReadOnlySpan<T>, ReadOnlySpan<Half>>(values), destination, out valuesRead, out bytesWritten);
        }

        return typeof(T) == typeof(sbyte) || typeof(T) == typeof(short) || typeof(T) == typeof(int) || typeof(T) == typeof(long)
            || typeof(T) == typeof(TimeSpan) || typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly)
            ? IntegerEncoding.Encode<T, Signed>(values, destination, out valuesRead, out bytesWritten)
            : IntegerEncoding.Encode<T, Unsigned>(values, destination, out valuesRead, out bytesWritten);
    }

    /// <summary>Encodes all elements.</summary>
    /// <param name="values">The elements.</param>
    /// <param name="destination">Where their tokens go.</param>
    /// <returns>The tokens' length in bytes; -1 if there is no room for all of them.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeAll<T>(ReadOnlySpan<T> values, Span<byte> destination)
    {
        if (typeof(T).IsEnum)
        {
            return EnumDispatch.EncodeAll(values, destination);
        }

        if (ColdStart<T>.MayEncode)
        {
            return EncodeAllFirst(values, destination);
        }

        if (typeof(T) == typeof(DateTime) && HasVectors && DateTimeBits.AreKnown)
        {
            return TimestampEncoding.EncodeAll(Unsafe.BitCast<ReadOnlySpan<T>, ReadOnlySpan<DateTime>>(values), destination);
        }

        if ((typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(bool)) && HasVectors && FixedWidthEncoding.IsSupported<T>())
        {
            return FixedWidthEncoding.EncodeAll(values, destination);
        }

        if (Avx512Vbmi2.IsSupported
            && (typeof(T) == typeof(sbyte) || typeof(T) == typeof(short) || typeof(T) == typeof(int) || typeof(T) == typeof(long)
                || typeof(T) == typeof(TimeSpan) || typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly)))
        {
            return IntegerEncoding.EncodeAllCompressed<T, Signed>(values, destination);
        }

        if (Avx512Vbmi2.IsSupported
            && (typeof(T) == typeof(byte) || typeof(T) == typeof(ushort) || typeof(T) == typeof(char)
                || typeof(T) == typeof(uint) || typeof(T) == typeof(ulong)))
        {
            return IntegerEncoding.EncodeAllCompressed<T, Unsigned>(values, destination);
        }

        return typeof(T) == typeof(sbyte) || typeof(T) == typeof(byte) || typeof(T) == typeof(float) || typeof(T) == typeof(double)
            || typeof(T) == typeof(Half) || typeof(T) == typeof(bool)
            ? EncodeWarm(values, destination, out _, out int bytesWritten) == OperationStatus.Done ? bytesWritten : -1
            : EncodeAllApart(values, destination);
    }

    /// <summary>The same for the first arrays.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeAllFirst<T>(ReadOnlySpan<T> values, Span<byte> destination) =>
        EncodeFirst(values, destination, out _, out int bytesWritten) == OperationStatus.Done ? bytesWritten : -1;

    /// <summary>
    /// Without AVX-512, the choice among the kernels for integers of 16 bits and more exceeds the compiler's inlining budget when it is inlined into a
    /// formatter. Depending on what happened to be profiled, the compiler then leaves one call or another in place, and an array of one to eight elements pays
    /// for three calls. So there is a single call here, to code that chooses the kernel and does not depend on a profile. (docs/experiments/compiler.md has
    /// the figures.)
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static int EncodeAllApart<T>(ReadOnlySpan<T> values, Span<byte> destination) =>
        EncodeWarm(values, destination, out _, out int bytesWritten) == OperationStatus.Done ? bytesWritten : -1;

    /// <inheritdoc cref="ScalarEncoder.GetEncodedLength{T}"/>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values)
    {
        if (typeof(T).IsEnum)
        {
            return EnumDispatch.GetEncodedLength(values);
        }

        if (Element<T>.HasOneTokenLength)
        {
            return (long)values.Length * Element<T>.MaxTokenLength;
        }

        if (ColdStart<T>.MayEncode && ColdStart<T>.TryTakeForEncoding(values.Length))
        {
            return ScalarEncoder.GetEncodedLength(values);
        }

        if (typeof(T) == typeof(DateTime))
        {
            return HasVectors && DateTimeBits.AreKnown
                ? TimestampEncoding.GetEncodedLength(Unsafe.BitCast<ReadOnlySpan<T>, ReadOnlySpan<DateTime>>(values))
                : ScalarEncoder.GetEncodedLength(values);
        }

        return Vector.IsHardwareAccelerated ? LengthCounting.GetEncodedLength(values) : ScalarEncoder.GetEncodedLength(values);
    }

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        if (typeof(T).IsEnum)
        {
            return EnumDispatch.Decode(source, destination, out bytesConsumed, out valuesWritten);
        }

        return ColdStart<T>.MayDecode
            ? DecodeFirst(source, destination, out bytesConsumed, out valuesWritten)
            : DecodeWarm(source, destination, out bytesConsumed, out valuesWritten);
    }

    /// <summary>The same for the first arrays.</summary>
    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static MessagePackReadStatus DecodeFirst<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten) =>
        ColdStart<T>.TryTakeForDecoding(Math.Min(source.Length, destination.Length))
            ? ScalarDecoder.Decode(source, destination, out bytesConsumed, out valuesWritten)
            : DecodeWarm(source, destination, out bytesConsumed, out valuesWritten);

    /// <summary>The same after the cold start, for kernels that use other kernels.</summary>
    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus DecodeWarm<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        if (typeof(T) == typeof(DateTime))
        {
            return HasVectors && DateTimeBits.AreKnown
                ? TimestampDecoding.Decode(source, Unsafe.BitCast<Span<T>, Span<DateTime>>(destination), out bytesConsumed, out valuesWritten)
                : ScalarDecoder.Decode(source, destination, out bytesConsumed, out valuesWritten);
        }

        if (!HasVectors)
        {
            return ScalarDecoder.Decode(source, destination, out bytesConsumed, out valuesWritten);
        }

        if (typeof(T) == typeof(Half))
        {
            return HalfDecoding.Decode(source, Unsafe.BitCast<Span<T>, Span<Half>>(destination), out bytesConsumed, out valuesWritten);
        }

        if (typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(bool))
        {
            return FixedWidthDecoding.Decode(source, destination, out bytesConsumed, out valuesWritten);
        }

        if (typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly))
        {
            return BoundedDecoding.Decode(source, destination, out bytesConsumed, out valuesWritten);
        }

        return typeof(T) == typeof(sbyte) || typeof(T) == typeof(short) || typeof(T) == typeof(int)
            || typeof(T) == typeof(long) || typeof(T) == typeof(TimeSpan)
            ? IntegerDecoding.Decode<T, Signed>(source, destination, out bytesConsumed, out valuesWritten)
            : IntegerDecoding.Decode<T, Unsigned>(source, destination, out bytesConsumed, out valuesWritten);
    }

    /// <summary>The same for one of several segments: a stretch of integers goes on across the border between two of them.</summary>
    /// <inheritdoc cref="IntegerDecoding.DecodeSegment{T, TSignedness}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus DecodeSegment<T>(
        ReadOnlySpan<byte> source, Span<T> destination, int start, out int bytesConsumed, out int valuesWritten)
    {
        if (!Element<T>.IsPlainInteger || !HasVectors || ColdStart<T>.MayDecode)
        {
            return Decode(source, destination, out bytesConsumed, out valuesWritten);
        }

        return Element<T>.IsSigned
            ? IntegerDecoding.DecodeSegment<T, Signed>(source, destination, start, out bytesConsumed, out valuesWritten)
            : IntegerDecoding.DecodeSegment<T, Unsigned>(source, destination, start, out bytesConsumed, out valuesWritten);
    }

    /// <inheritdoc cref="IntegerDecoding.GetSegmentStart{T, TSignedness}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GetSegmentStart<T>(int bytesConsumed, int valuesWritten) =>
        !Element<T>.IsPlainInteger ? WindowDecoding.ArrayStart
            : Element<T>.IsSigned ? IntegerDecoding.GetSegmentStart<T, Signed>(bytesConsumed, valuesWritten)
            : IntegerDecoding.GetSegmentStart<T, Unsigned>(bytesConsumed, valuesWritten);

    /// <inheritdoc cref="ScalarNullable.Encode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus EncodeNullable<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged
    {
        if (typeof(T).IsEnum)
        {
            return EnumDispatch.EncodeNullable(values, destination, out valuesRead, out bytesWritten);
        }

        return ColdStart<T?>.MayEncode && ColdStart<T?>.TryTakeForEncoding(values.Length)
            ? ScalarNullable.Encode(values, destination, out valuesRead, out bytesWritten)
            : EncodeNullableWarm(values, destination, out valuesRead, out bytesWritten);
    }

    /// <summary>The same after the cold start, for kernels that use other kernels.</summary>
    /// <inheritdoc cref="ScalarNullable.Encode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus EncodeNullableWarm<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged
    {
        if (!HasVectorsForNullable<T>())
        {
            return ScalarNullable.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        return typeof(T) == typeof(Half)
            ? HalfEncoding.Encode(Unsafe.BitCast<ReadOnlySpan<T?>, ReadOnlySpan<Half?>>(values), destination, out valuesRead, out bytesWritten)
            : NullableEncoding.Encode(values, destination, out valuesRead, out bytesWritten);
    }

    /// <inheritdoc cref="ScalarNullable.Decode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus DecodeNullable<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        if (typeof(T).IsEnum)
        {
            return EnumDispatch.DecodeNullable(source, destination, out bytesConsumed, out valuesWritten);
        }

        return ColdStart<T?>.MayDecode && ColdStart<T?>.TryTakeForDecoding(Math.Min(source.Length, destination.Length))
            ? ScalarNullable.Decode(source, destination, out bytesConsumed, out valuesWritten)
            : DecodeNullableWarm(source, destination, out bytesConsumed, out valuesWritten);
    }

    /// <summary>The same after the cold start, for kernels that use other kernels.</summary>
    /// <inheritdoc cref="ScalarNullable.Decode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus DecodeNullableWarm<T>(
        ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        if (!HasVectorsForNullable<T>())
        {
            return ScalarNullable.Decode(source, destination, out bytesConsumed, out valuesWritten);
        }

        if (typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly))
        {
            return BoundedDecoding.DecodeNullable(source, destination, out bytesConsumed, out valuesWritten);
        }

        return typeof(T) == typeof(Half)
            ? HalfDecoding.Decode(source, Unsafe.BitCast<Span<T?>, Span<Half?>>(destination), out bytesConsumed, out valuesWritten)
            : NullableDecoding.Decode(source, destination, out bytesConsumed, out valuesWritten);
    }
}
