using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte?</c> and <c>byte?</c> where there is a byte shuffle: the kernels for arrays, given another kind of elements to store, take nil too.
/// </summary>
internal readonly struct NullableInt8Steps<T, TSignedness> : INullableSteps<T, NullableInt8Steps<T, TSignedness>>
    where T : unmanaged
    where TSignedness : ISignedness
{
    public static NullableInt8Steps<T, TSignedness> Start(ReadOnlySpan<byte> source, Span<T?> destination) => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref byte elements = ref Unsafe.As<T?, byte>(ref MemoryMarshal.GetReference(destination));
        written = (int)(Int8DecoderAvx512<TSignedness, NullableInt8ElementsAvx512>.IsSupported
            ? Int8DecoderAvx512<TSignedness, NullableInt8ElementsAvx512>.Decode(ref bytes, source.Length, ref elements, destination.Length, out nint length)
            : Int8DecoderVector128<TSignedness, NullableInt8ElementsVector128>.Decode(ref bytes, source.Length, ref elements, destination.Length, out length));
        consumed = (int)length;
        return false;
    }
}
