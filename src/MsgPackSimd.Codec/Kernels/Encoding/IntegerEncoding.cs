using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Chooses the kernel that encodes an array of integers: the widest that runs here and whose block the elements fill. A few integers are encoded one by one.
/// (<c>docs/algorithms/encode.md</c> lists the limits.)
/// </summary>
internal static class IntegerEncoding
{
    /// <summary>Encodes integers.</summary>
    /// <remarks>
    /// Sizes are compared one by one: a <c>switch</c> would put the size into a variable first, and the JIT would inline the branches of all four sizes before
    /// it finds out which is left. That took it 10 to 20 ms for each type of integer.
    /// </remarks>
    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TSignedness">Whether it is signed.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Encode<T, TSignedness>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TSignedness : ISignedness =>
        Unsafe.SizeOf<T>() == sizeof(sbyte)
            ? Encode<T, sbyte, TSignedness, Int8EncoderAvx512<TSignedness>, Int8EncoderAvx2<TSignedness>, Int8EncoderVector128<TSignedness>>(
                values, destination, out valuesRead, out bytesWritten)
        : Unsafe.SizeOf<T>() == sizeof(short)
            ? Encode<T, short, TSignedness, Int16EncoderAvx512<TSignedness>, Int16EncoderAvx2<TSignedness>, Int16EncoderVector128<TSignedness>>(
                values, destination, out valuesRead, out bytesWritten)
        : Unsafe.SizeOf<T>() == sizeof(int)
            ? Encode<T, int, TSignedness, Int32EncoderAvx512<TSignedness>, Int32EncoderAvx2<TSignedness>, Int32EncoderVector128<TSignedness>>(
                values, destination, out valuesRead, out bytesWritten)
        : Encode<T, long, TSignedness, Int64EncoderAvx512<TSignedness>, Int64EncoderAvx2<TSignedness>, Int64EncoderVector128<TSignedness>>(
                values, destination, out valuesRead, out bytesWritten);

    /// <summary>Encodes all integers with AVX-512 VBMI2, without counts in memory, which show in a short array.</summary>
    /// <inheritdoc cref="KernelDispatch.EncodeAll{T}"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TSignedness">Whether it is signed.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeAllCompressed<T, TSignedness>(ReadOnlySpan<T> values, Span<byte> destination)
        where TSignedness : ISignedness =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? EncodeAllCompressed<T, sbyte, TSignedness, Int8EncoderAvx512<TSignedness>>(values, destination)
            : Unsafe.SizeOf<T>() == sizeof(short) ? EncodeAllCompressed<T, short, TSignedness, Int16EncoderAvx512<TSignedness>>(values, destination)
            : Unsafe.SizeOf<T>() == sizeof(int) ? EncodeAllCompressed<T, int, TSignedness, Int32EncoderAvx512<TSignedness>>(values, destination)
            : EncodeAllCompressed<T, long, TSignedness, Int64EncoderAvx512<TSignedness>>(values, destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeAllCompressed<T, TLane, TSignedness, TAvx512>(ReadOnlySpan<T> values, Span<byte> destination)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TAvx512 : ICompressEncoder<TLane>
    {
        if (TryEncodeFixIntWords<T, TSignedness>(values, destination))
        {
            return values.Length;
        }

        return values.Length <= MaxShortCount<TLane, TSignedness>()
            ? BranchFreeIntegerEncoder<TLane, TSignedness>.EncodeAllShort(values, destination)
            : CompressEncoding.EncodeAll<T, TLane, TAvx512>(values, destination);
    }

    /// <summary>Encodes four to fifteen elements of a byte, if all are fixints.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryEncodeFixIntWords<T, TSignedness>(ReadOnlySpan<T> values, Span<byte> destination)
        where TSignedness : ISignedness =>
        Unsafe.SizeOf<T>() == sizeof(sbyte)
        && values.Length is >= Int8WordEncoder.MinCount and < 2 * sizeof(ulong)
        && values.Length <= destination.Length
        && Int8WordEncoder.TryEncodeFixInts<TSignedness>(
            ref Unsafe.As<T, sbyte>(ref MemoryMarshal.GetReference(values)),
            values.Length,
            ref MemoryMarshal.GetReference(destination));

    /// <summary>Whether a few elements of a byte are encoded as a block that they don't fill. (AVX-512 has masks for that.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool SuitsFew<TLane, TSignedness>(int count, int room)
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Unsafe.SizeOf<TLane>() == sizeof(sbyte)
        && !Avx512Vbmi2.IsSupported
        && Int8FewEncoderVector128<TSignedness>.IsSupported
        && count is >= Int8FewEncoderVector128<TSignedness>.MinCount and <= Int8FewEncoderVector128<TSignedness>.MaxCount
        && room >= Int8FewEncoderVector128<TSignedness>.Room;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsFirstFixInt<T, TLane, TSignedness>(ReadOnlySpan<T> values)
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        IntegerLane<TLane, TSignedness>.IsFixInt(
            IntegerLane<TLane, TSignedness>.Extend(Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values))));

    /// <summary>The widest kernel that runs here and whose block the elements fill; the branch-free one if they fill none, or are but a few.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static OperationStatus Encode<T, TLane, TSignedness, TAvx512, TAvx2, TVector128>(
        ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TAvx512 : ICompressEncoder<TLane>
        where TAvx2 : IBlockEncoder<TLane>
        where TVector128 : IBlockEncoder<TLane>
    {
        if (TryEncodeFixIntWords<T, TSignedness>(values, destination))
        {
            valuesRead = values.Length;
            bytesWritten = values.Length;
            return OperationStatus.Done;
        }

        if (SuitsFew<TLane, TSignedness>(values.Length, destination.Length))
        {
            valuesRead = values.Length;
            bytesWritten = Int8FewEncoderVector128<TSignedness>.Encode(
                ref Unsafe.As<T, sbyte>(ref MemoryMarshal.GetReference(values)), values.Length, ref MemoryMarshal.GetReference(destination));
            return OperationStatus.Done;
        }

        // Where few elements begin with a fixint, all may be fixints. If they are not, no other kernel has to find that out.
        bool areMixed = false;
        if (FewFixIntsEncoderVector128<TLane, TSignedness>.IsSupported
            && values.Length is >= FewFixIntsEncoderVector128<TLane, TSignedness>.MinCount and <= FewFixIntsEncoderVector128<TLane, TSignedness>.MaxCount
            && values.Length <= destination.Length
            && IsFirstFixInt<T, TLane, TSignedness>(values))
        {
            if (FewFixIntsEncoderVector128<TLane, TSignedness>.TryEncode(
                ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values)), values.Length, ref MemoryMarshal.GetReference(destination)))
            {
                valuesRead = values.Length;
                bytesWritten = values.Length;
                return OperationStatus.Done;
            }

            areMixed = true;
        }

        if (areMixed && values.Length <= MaxShortFixInts<TLane>())
        {
            return BranchFreeIntegerEncoder<TLane, TSignedness>.Encode(values, destination, out valuesRead, out bytesWritten);
        }

        if (!areMixed
            && values.Length <= MaxShortCount<TLane, TSignedness>()
            && (Avx512Vbmi2.IsSupported || values.Length <= MaxShortFixInts<TLane>() || !IsFirstFixInt<T, TLane, TSignedness>(values)))
        {
            return Avx512Vbmi2.IsSupported
                ? BranchFreeIntegerEncoder<TLane, TSignedness>.EncodeShortApart(values, destination, out valuesRead, out bytesWritten)
                : BranchFreeIntegerEncoder<TLane, TSignedness>.EncodeShort(values, destination, out valuesRead, out bytesWritten);
        }

        if (Avx512Vbmi2.IsSupported)
        {
            return CompressEncoding.Encode<T, TLane, TAvx512>(values, destination, out valuesRead, out bytesWritten);
        }

        if (Avx2.IsSupported && values.Length >= Math.Max(TAvx2.BlockLength, MinAvx2Count<TLane>()))
        {
            return areMixed
                ? BlockEncoding.EncodeMixedWidths<T, TLane, TAvx2>(values, destination, out valuesRead, out bytesWritten)
                : BlockEncoding.Encode<T, TLane, TAvx2>(values, destination, out valuesRead, out bytesWritten);
        }

        if (Simd128.HasShuffle && values.Length >= TVector128.BlockLength)
        {
            return areMixed
                ? BlockEncoding.EncodeMixedWidths<T, TLane, TVector128>(values, destination, out valuesRead, out bytesWritten)
                : BlockEncoding.Encode<T, TLane, TVector128>(values, destination, out valuesRead, out bytesWritten);
        }

        return Simd128.HasShuffle || values.Length < Vector128<byte>.Count
            ? BranchFreeIntegerEncoder<TLane, TSignedness>.Encode(values, destination, out valuesRead, out bytesWritten)
            : BlockEncoding.EncodeWithoutShuffle<T, TLane, TSignedness, TVector128>(values, destination, out valuesRead, out bytesWritten);
    }

    /// <summary>
    /// Up to this many integers are encoded one by one: with branches as long as they are like the first one, then without branches. The kernels of blocks have
    /// to find out what the elements are like, and to move a last block into place; those of AVX-512 have masks to make. (The limits are from timings on a
    /// Zen 4: of uniform elements, of mixtures, and of arrays in which nine in ten are small.)
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

    /// <summary>
    /// The same for arrays that begin with a fixint: the other kernels narrow more of them as quickly, but those of 64 bits only with AVX2. (Few fixints of 16
    /// or 32 bits are narrowed by themselves; if it turns out that others are among them, up to this many are encoded one by one.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxShortFixInts<TLane>()
        where TLane : unmanaged =>
        Unsafe.SizeOf<TLane>() == sizeof(short) ? 9 : Unsafe.SizeOf<TLane>() == sizeof(long) && !Avx2.IsSupported ? 15 : 7;

    /// <summary>With fewer integers of 32 bits the AVX2 kernel is not quicker than the one of 128 bits, which takes less time to start.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MinAvx2Count<TLane>()
        where TLane : unmanaged => Unsafe.SizeOf<TLane>() == sizeof(int) ? 24 : 0;
}
