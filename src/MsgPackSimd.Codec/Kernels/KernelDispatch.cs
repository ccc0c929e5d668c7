using System;
using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels.Scalar;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Where the choice of an instruction set begins: the kernels that encode integers are chosen here, those for tokens of fixed width in
/// <see cref="FixedWidthEncoding"/>, and those that decode in <see cref="StretchDecoding"/>. (Some kernels also ask what is supported: for a single instruction,
/// which <see cref="Simd128"/> has for many of them; for a limit, as <see cref="BranchFreeIntegerEncoder{TLane, TSignedness}"/> does; two AVX2 encoders for a
/// loop of AVX-512.) The <c>IsSupported</c> properties of the instruction sets are constants to the JIT, so that a choice costs nothing at run time: no delegate,
/// no virtual call, no static field. What is left is a comparison or two of the number of elements with the size of a block.
/// </summary>
internal static class KernelDispatch
{
    /// <summary>With fewer integers of 8 and 16 bits the branch-free kernel is quicker than one of AVX-512.</summary>
    private const int MinCompressCount = 3;

    /// <summary>
    /// Up to so many integers of 32 and 64 bits are encoded by the scalar kernel: it is one call, and what comes next may be two, or waits for a mask. (One and
    /// two elements took it 0.9 of the time with AVX2 on a Zen 3, 0.6 with AVX-512 on a Zen 4, of 64 bits 0.9. Of 16 bits the branches cost more than that.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxScalarCount<T>() => Unsafe.SizeOf<T>() == sizeof(int) ? 3 : Unsafe.SizeOf<T>() == sizeof(long) ? 2 : 0;

    /// <summary>
    /// Up to so many integers, what is uniform, or begins with fixints, is encoded one by one: with branches, which are all predicted for what is uniform, where
    /// the narrower kernels would have a last block to move into place. Built-in formatters are quickest with these, and quicker without a sign, so that it
    /// pays for longer: for longest where two of them fill a vector.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxShortCount<TLane, TSignedness>()
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        TSignedness.IsSigned ? BranchFreeIntegerEncoder<TLane, TSignedness>.MaxFixInts
        : Unsafe.SizeOf<TLane>() == sizeof(short) ? 31
        : Unsafe.SizeOf<TLane>() == sizeof(long) && !Avx2.IsSupported ? 56
        : 15;

    /// <summary>
    /// With fewer integers the branch-free kernel is quicker than one of blocks, though two elements or four fill one: what comes before the first block
    /// and behind the last takes as long as seven elements one by one.
    /// </summary>
    private const int MinBlockCount = 8;

    /// <summary>Gets whether any kernel but the scalar one runs here: all of them are written for little-endian lanes.</summary>
    private static bool HasVectors
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;
    }

    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        // The types are compared here, where the JIT folds it before it looks at any call: behind a property it would take all of the others for calls to be
        // inlined, and run out of its budget for that.
        if (typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(bool))
        {
            return HasVectors && FixedWidthEncoding.IsSupported<T>()
                ? FixedWidthEncoding.Encode(values, destination, out valuesRead, out bytesWritten)
                : ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        if (!HasVectors)
        {
            return ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        return typeof(T) == typeof(sbyte) || typeof(T) == typeof(short) || typeof(T) == typeof(int) || typeof(T) == typeof(long)
            ? EncodeIntegers<T, Signed>(values, destination, out valuesRead, out bytesWritten)
            : EncodeIntegers<T, Unsigned>(values, destination, out valuesRead, out bytesWritten);
    }

    /// <inheritdoc cref="ScalarEncoder.GetEncodedLength{T}"/>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values) =>
        Vector.IsHardwareAccelerated ? LengthCounting.GetEncodedLength(values) : ScalarEncoder.GetEncodedLength(values);

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        if (!HasVectors)
        {
            return ScalarDecoder.Decode(source, destination, out bytesConsumed, out valuesWritten);
        }

        if (typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(bool))
        {
            return StretchDecoding.DecodeFixedWidth(source, destination, out bytesConsumed, out valuesWritten);
        }

        return typeof(T) == typeof(sbyte) || typeof(T) == typeof(short) || typeof(T) == typeof(int) || typeof(T) == typeof(long)
            ? DecodeIntegers<T, Signed>(source, destination, out bytesConsumed, out valuesWritten)
            : DecodeIntegers<T, Unsigned>(source, destination, out bytesConsumed, out valuesWritten);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeIntegers<T, TSignedness>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TSignedness : ISignedness =>
        Unsafe.SizeOf<T>() switch
        {
            sizeof(sbyte) => StretchDecoding.DecodeIntegers<T, sbyte, TSignedness, Int16Form<TSignedness>>(
                source, destination, out bytesConsumed, out valuesWritten),
            sizeof(short) => StretchDecoding.DecodeIntegers<T, short, TSignedness, Int16Form<TSignedness>>(
                source, destination, out bytesConsumed, out valuesWritten),
            sizeof(int) => StretchDecoding.DecodeIntegers<T, int, TSignedness, Int32Form<TSignedness>>(
                source, destination, out bytesConsumed, out valuesWritten),
            _ => StretchDecoding.DecodeIntegers<T, long, TSignedness, Int64Form<TSignedness>>(
                source, destination, out bytesConsumed, out valuesWritten),
        };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static OperationStatus EncodeIntegers<T, TSignedness>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TSignedness : ISignedness =>
        Unsafe.SizeOf<T>() switch
        {
            sizeof(sbyte) => EncodeIntegers<T, sbyte, TSignedness, SByteEncoderAvx512, SByteEncoderAvx2, SByteEncoderVector128>(
                values, destination, out valuesRead, out bytesWritten),
            sizeof(short) => EncodeIntegers<T, short, TSignedness, Int16EncoderAvx512<TSignedness>, Int16EncoderAvx2<TSignedness>, Int16EncoderVector128<TSignedness>>(
                values, destination, out valuesRead, out bytesWritten),
            sizeof(int) => EncodeIntegers<T, int, TSignedness, Int32EncoderAvx512<TSignedness>, Int32EncoderAvx2<TSignedness>, Int32EncoderVector128<TSignedness>>(
                values, destination, out valuesRead, out bytesWritten),
            _ => EncodeIntegers<T, long, TSignedness, Int64EncoderAvx512<TSignedness>, Int64EncoderAvx2<TSignedness>, Int64EncoderVector128<TSignedness>>(
                values, destination, out valuesRead, out bytesWritten),
        };

    /// <summary>The widest kernel that runs here and whose block the elements fill; the branch-free one if they fill none, or are but a few.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static OperationStatus EncodeIntegers<T, TLane, TSignedness, TAvx512, TAvx2, TVector128>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TAvx512 : ICompressEncoder<TLane>
        where TAvx2 : IBlockEncoder<TLane>
        where TVector128 : IBlockEncoder<TLane>
    {
        if (Unsafe.SizeOf<T>() == sizeof(sbyte)
            && values.Length is >= SByteWordEncoder.MinCount and < 2 * sizeof(ulong)
            && values.Length <= destination.Length
            && SByteWordEncoder.TryEncodeFixInts(
                ref Unsafe.As<T, sbyte>(ref MemoryMarshal.GetReference(values)),
                values.Length,
                ref MemoryMarshal.GetReference(destination)))
        {
            valuesRead = values.Length;
            bytesWritten = values.Length;
            return OperationStatus.Done;
        }

        if (values.Length <= MaxScalarCount<T>())
        {
            return ScalarEncoder.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        if (Avx512Vbmi2.IsSupported && values.Length >= MinCompressCount)
        {
            return CompressEncoding.Encode<T, TLane, TAvx512>(values, destination, out valuesRead, out bytesWritten);
        }

        if (!Avx512Vbmi2.IsSupported
            && values.Length > 0
            && values.Length <= MaxShortCount<TLane, TSignedness>()
            && BranchFreeIntegerEncoder<TLane, TSignedness>.IsWorthTrying(
                Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values)), values.Length)
            && BranchFreeIntegerEncoder<TLane, TSignedness>.TryEncodeShort(
                ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values)),
                values.Length,
                ref MemoryMarshal.GetReference(destination),
                destination.Length,
                out bytesWritten))
        {
            valuesRead = values.Length;
            return OperationStatus.Done;
        }

        if (Avx2.IsSupported && values.Length >= Math.Max(TAvx2.BlockLength, MinBlockCount))
        {
            return BlockEncoding.Encode<T, TLane, TAvx2>(values, destination, out valuesRead, out bytesWritten);
        }

        if (Simd128.HasShuffle && values.Length >= Math.Max(TVector128.BlockLength, MinBlockCount))
        {
            return BlockEncoding.Encode<T, TLane, TVector128>(values, destination, out valuesRead, out bytesWritten);
        }

        return Simd128.HasShuffle || values.Length < Vector128<byte>.Count
            ? BranchFreeIntegerEncoder<TLane, TSignedness>.Encode(values, destination, out valuesRead, out bytesWritten)
            : BlockEncoding.EncodeWithoutShuffle<T, TLane, TSignedness, TVector128>(values, destination, out valuesRead, out bytesWritten);
    }
}
