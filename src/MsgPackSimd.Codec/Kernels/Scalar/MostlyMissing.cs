using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The same token, with a branch on whether the element is missing: where most are, the CPU predicts it, and nil takes a fraction of the time of a timestamp.
/// </summary>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
/// <typeparam name="TToken">How any element is written and read.</typeparam>
internal readonly struct MostlyMissing<TLane, TToken> : INullableToken<TLane>
    where TLane : unmanaged
    where TToken : INullableToken<TLane>
{
    public static int Room
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TToken.Room;
    }

    public static int Reach
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TToken.Reach;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWrite(ref byte token, TLane value, long presence, out nint length)
    {
        if (presence != 0)
        {
            return TToken.TryWrite(ref token, value, presence, out length);
        }

        token = MessagePackFirstByte.Nil;
        length = MessagePackSpec.NilLength;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ref byte token, out TLane value, out long presence, out nint length)
    {
        if (token != MessagePackFirstByte.Nil)
        {
            return TToken.TryRead(ref token, out value, out presence, out length);
        }

        value = default;
        presence = 0;
        length = MessagePackSpec.NilLength;
        return true;
    }
}
