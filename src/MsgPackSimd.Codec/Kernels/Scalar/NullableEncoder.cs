using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels.Scalar;

/// <summary>
/// Elements of which some are missing, one at a time and without a branch for whether one is: a whole token is written in any case, and what is too much of it is overwritten by the next one.
/// </summary>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
/// <typeparam name="TToken">How one is written.</typeparam>
internal static class NullableEncoder<TLane, TToken>
    where TLane : unmanaged
    where TToken : INullableToken<TLane>
{
    /// <summary>Encodes elements until there is too little room, one is not written here, or so many in a row were not missing.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="streak">That number.</param>
    /// <param name="read">Receives how many elements were encoded.</param>
    /// <param name="written">Receives the length of their tokens in bytes.</param>
    /// <returns>Whether so many in a row were not missing.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static bool Encode(
        ref NullableLane<TLane> source, nint count, ref byte destination, nint room, nint streak, out nint read, out nint written)
    {
        nint last = room - TToken.Room;
        nint from = 0;
        nint to = 0;
        nint present = 0;
        while (from < count && to <= last && present < streak)
        {
            Bounds.Assert(from, 1, count);
            Bounds.Assert(to, TToken.Room, room);
            ref NullableLane<TLane> element = ref Unsafe.Add(ref source, from);
            long presence = element.Presence;
            if (!TToken.TryWrite(ref Unsafe.Add(ref destination, to), element.Value, presence, out nint length))
            {
                break;
            }

            from++;
            to += length;
            present = (present + 1) & (nint)presence;
        }

        read = from;
        written = to;
        return present == streak;
    }
}
