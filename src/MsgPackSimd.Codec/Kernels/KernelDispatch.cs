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
    /// <summary>
    /// Up to so many integers are encoded one by one: with branches as long as they are like the first one, then without. The kernels of blocks
    /// have to find out what the elements are like, and to move a last block into place; those of AVX-512 have masks to make. (Where those lines cross, on a
    /// Zen 4, of uniform elements and of mixtures: docs/algorithms/encode.md.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxShortCount<TLane, TSignedness>()
        where TLane : unmanaged
        where TSignedness : ISignedness => Unsafe.SizeOf<TLane>() switch
        {
            sizeof(sbyte) => Avx512Vbmi2.IsSupported ? 3 : 7,
            sizeof(short) => Avx512Vbmi2.IsSupported ? (TSignedness.IsSigned ? 4 : 5) : TSignedness.IsSigned ? 7 : 12,
            sizeof(int) => Avx512Vbmi2.IsSupported ? (TSignedness.IsSigned ? 3 : 4) : TSignedness.IsSigned ? 8 : 14,
            _ => Avx512Vbmi2.IsSupported ? 2 : TSignedness.IsSigned ? 13 : Avx2.IsSupported ? 15 : 24,
        };

    /// <summary>The same of arrays that begin with a fixint: more are narrowed as quickly by the other kernels, but of 64 bits only with AVX2.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxShortFixInts<TLane>()
        where TLane : unmanaged =>
        Unsafe.SizeOf<TLane>() == sizeof(short) ? 9 : Unsafe.SizeOf<TLane>() == sizeof(long) && !Avx2.IsSupported ? 15 : 7;

    /// <summary>With fewer integers of 32 bits the AVX2 kernel is not quicker than the one of 128 bits, which takes less to begin with.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MinAvx2Count<TLane>()
        where TLane : unmanaged => Unsafe.SizeOf<TLane>() == sizeof(int) ? 24 : 0;

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

        if (values.Length <= MaxShortCount<TLane, TSignedness>()
            && (Avx512Vbmi2.IsSupported
                || values.Length <= MaxShortFixInts<TLane>()
                || !BranchFreeIntegerEncoder<TLane, TSignedness>.IsFixInt(Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values)))))
        {
            return BranchFreeIntegerEncoder<TLane, TSignedness>.EncodeShort(values, destination, out valuesRead, out bytesWritten);
        }

        if (Avx512Vbmi2.IsSupported)
        {
            return CompressEncoding.Encode<T, TLane, TAvx512>(values, destination, out valuesRead, out bytesWritten);
        }

        if (Avx2.IsSupported && values.Length >= Math.Max(TAvx2.BlockLength, MinAvx2Count<TLane>()))
        {
            return BlockEncoding.Encode<T, TLane, TAvx2>(values, destination, out valuesRead, out bytesWritten);
        }

        if (Simd128.HasShuffle && values.Length >= TVector128.BlockLength)
        {
            return BlockEncoding.Encode<T, TLane, TVector128>(values, destination, out valuesRead, out bytesWritten);
        }

        return Simd128.HasShuffle || values.Length < Vector128<byte>.Count
            ? BranchFreeIntegerEncoder<TLane, TSignedness>.Encode(values, destination, out valuesRead, out bytesWritten)
            : BlockEncoding.EncodeWithoutShuffle<T, TLane, TSignedness, TVector128>(values, destination, out valuesRead, out bytesWritten);
    }
}
