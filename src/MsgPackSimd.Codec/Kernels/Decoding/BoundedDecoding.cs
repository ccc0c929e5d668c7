using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A <see cref="DateOnly"/> is a number of days, and a <see cref="TimeOnly"/> a number of ticks, but not all such numbers are one. The kernels for integers
/// decode them, block by block, and each block is then looked through for others, while it is in the cache. If there is one, the scalar decoder finds out
/// where.
/// </summary>
internal static class BoundedDecoding
{
    /// <summary>How many elements are decoded at once: at most 64 KiB, where elements may be missing.</summary>
    private const int BlockLength = 4096;

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        bytesConsumed = 0;
        valuesWritten = 0;
        MessagePackReadStatus status;
        do
        {
            ReadOnlySpan<byte> rest = source[bytesConsumed..];
            Span<T> block = destination.Slice(valuesWritten, Math.Min(BlockLength, destination.Length - valuesWritten));
            status = IntegerDecoding.Decode<T, Signed>(rest, block, out int length, out int count);
            if (!AreInBounds<T>(block[..count]))
            {
                status = ScalarDecoder.Decode(rest, block, out length, out count);
            }

            bytesConsumed += length;
            valuesWritten += count;
        }
        while (status == MessagePackReadStatus.Done && valuesWritten < destination.Length && bytesConsumed < source.Length);

        return status;
    }

    /// <inheritdoc cref="ScalarNullable.Decode{T}"/>
    public static MessagePackReadStatus DecodeNullable<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        bytesConsumed = 0;
        valuesWritten = 0;
        MessagePackReadStatus status;
        do
        {
            ReadOnlySpan<byte> rest = source[bytesConsumed..];
            Span<T?> block = destination.Slice(valuesWritten, Math.Min(BlockLength, destination.Length - valuesWritten));
            status = NullableDecoding.Decode(rest, block, out int length, out int count);
            if (!AreInBounds<T>(block[..count]))
            {
                status = ScalarNullable.Decode(rest, block, out length, out count);
            }

            bytesConsumed += length;
            valuesWritten += count;
        }
        while (status == MessagePackReadStatus.Done && valuesWritten < destination.Length && bytesConsumed < source.Length);

        return status;
    }

    /// <summary>Negative numbers are greater than the bound when they are taken to be unsigned.</summary>
    private static bool AreInBounds<T>(ReadOnlySpan<T> elements)
    {
        ref T first = ref MemoryMarshal.GetReference(elements);
        return Unsafe.SizeOf<T>() == sizeof(uint)
            ? !MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<T, uint>(ref first), elements.Length).ContainsAnyExceptInRange(0u, (uint)Element<T>.Bound)
            : !MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<T, ulong>(ref first), elements.Length).ContainsAnyExceptInRange(0ul, (ulong)Element<T>.Bound);
    }

    private static bool AreInBounds<T>(ReadOnlySpan<T?> elements)
        where T : unmanaged
    {
        foreach (T? element in elements)
        {
            T value = element.GetValueOrDefault();
            ulong number = Unsafe.SizeOf<T>() == sizeof(uint) ? Unsafe.BitCast<T, uint>(value) : Unsafe.BitCast<T, ulong>(value);
            if (element.HasValue && number > (ulong)Element<T>.Bound)
            {
                return false;
            }
        }

        return true;
    }
}
