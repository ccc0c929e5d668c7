using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>The only token form of a <c>float</c> or <c>double</c>, for kernels that know the type only by the integer that has its bits.</summary>
/// <typeparam name="TLane"><see cref="uint"/> or <see cref="ulong"/>: the bits.</typeparam>
internal static class FloatToken<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets whether it is the token of a <c>float</c>.</summary>
    public static bool IsSingle
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(float);
    }

    /// <summary>Gets the prefix, behind which the bits follow.</summary>
    public static byte Prefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IsSingle ? MessagePackFirstByte.Float32 : MessagePackFirstByte.Float64;
    }

    /// <summary>Gets how many bytes the token has, with the prefix.</summary>
    public static int Length
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 1 + Unsafe.SizeOf<TLane>();
    }
}
