using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>float?</c> and <c>double?</c> from tokens of any form, integers and both floats, and nil: as numbers in an array that has no nil are.</summary>
/// <typeparam name="T"><see cref="float"/> or <see cref="double"/>.</typeparam>
internal readonly struct NullableNumber<T> : INullableTokenReader<T>
    where T : unmanaged
{
    public static int Reach
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => BranchFreeNumberDecoder<T>.Reach;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ref byte token, out T value, out long presence, out nint length)
    {
        Unsafe.SkipInit(out value);
        presence = Presence.OfCode(token);
        return BranchFreeNumberDecoder<T>.TryRead(ref token, presence, ref value, out length);
    }
}
