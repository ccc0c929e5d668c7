using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>float?</c> and <c>double?</c>: a token is a prefix and as many bytes as the element has, in reverse order; or nil.</summary>
internal readonly struct NullableFloatTables<TLane> : INullableTokenTables<TLane, NullableFloatTables<TLane>>
    where TLane : unmanaged
{
    private readonly Vector512<byte> lengthInside;
    private readonly Vector512<byte> nextByte;
    private readonly Vector512<byte> offsets;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private NullableFloatTables(Vector512<byte> inside)
    {
        lengthInside = inside & Vector512.Create((byte)Unsafe.SizeOf<TLane>());
        nextByte = Vector512<byte>.Indices - inside;

        // The value's last byte stands first in the token.
        offsets = Vector512.Create((byte)Unsafe.SizeOf<TLane>()) - (Vector512<byte>.Indices & Vector512.Create((byte)(Unsafe.SizeOf<TLane>() - 1)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static NullableFloatTables<TLane> Create() =>
        new(Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)MixedWidthDecoderAvx512<TLane, Unsigned>.Stride)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Signs(Vector512<byte> window) => Vector512<byte>.Zero;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<byte> LookUp(Vector512<byte> window, out Vector512<byte> classes)
    {
        classes = Vector512<byte>.Zero;
        return nextByte + (Vector512.Equals(window, Vector512.Create(FloatToken<TLane>.Prefix)) & lengthInside);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<byte> Values(
        Vector512<byte> window,
        Vector512<byte> classes,
        Vector512<byte> signs,
        Vector512<byte> tokens,
        Vector512<byte> first,
        Vector512<byte> presence,
        out Vector512<byte> bad)
    {
        bad = ~Vector512.Equals(first, Vector512.Create(FloatToken<TLane>.Prefix)) & presence;
        return Avx512Vbmi.PermuteVar64x8(window, tokens + offsets) & presence;
    }
}
