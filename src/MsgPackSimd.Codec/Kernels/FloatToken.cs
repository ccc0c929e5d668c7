using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>The one token of a <c>float</c> or <c>double</c>, for kernels that know it by the number that has its bits.</summary>
/// <typeparam name="TLane"><see cref="uint"/> or <see cref="ulong"/>: the bits.</typeparam>
internal static class FloatToken<TLane>
    where TLane : unmanaged
{
    /// <summary>Gets whether it is that of a <c>float</c>.</summary>
    public static bool IsSingle
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(float);
    }

    /// <summary>Gets the prefix behind which the bits are.</summary>
    public static byte Prefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IsSingle ? MessagePackCode.Float32 : MessagePackCode.Float64;
    }

    /// <summary>Gets how many bytes it has, with the prefix.</summary>
    public static int Length
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 1 + Unsafe.SizeOf<TLane>();
    }
}
