using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers that may be missing, encoded and decoded as the integers of an array are (<see cref="BranchFreeIntegerEncoder{TLane, TSignedness}"/>,
/// <see cref="BranchFreeIntegerDecoder{TLane, TSignedness}"/>). A missing one is encoded as the fixint 0 with the bits of nil.
/// </summary>
internal readonly struct NullableInteger<TLane, TSignedness> : INullableToken<TLane>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    public static int Room
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => BranchFreeIntegerEncoder<TLane, TSignedness>.WideLength;
    }

    public static int Reach
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => BranchFreeIntegerDecoder<TLane, TSignedness>.Reach;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWrite(ref byte token, TLane value, long presence, out nint length)
    {
        length = BranchFreeIntegerEncoder<TLane, TSignedness>.StoreToken(ref token, value, presence);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ref byte token, out TLane value, out long presence, out nint length)
    {
        presence = Presence.OfCode(token);
        return BranchFreeIntegerDecoder<TLane, TSignedness>.TryRead(ref token, presence, out value, out length);
    }
}
