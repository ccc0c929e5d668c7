using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Elements some of which are missing, one at a time and without a branch on whether an element is missing: a whole token is written in any case, and the next
/// one overwrites the excess.
/// </summary>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
/// <typeparam name="TWriter">How a token is written.</typeparam>
internal static class NullableEncoder<TLane, TWriter>
    where TLane : unmanaged
    where TWriter : INullableTokenWriter<TLane>
{
    /// <summary>
    /// Encodes elements until there is too little room, an element can't be encoded here, or <paramref name="streak"/> elements in a row were present.
    /// </summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="streak">How many present elements in a row end the loop.</param>
    /// <param name="read">Receives how many elements were encoded.</param>
    /// <param name="written">Receives the length of their tokens in bytes.</param>
    /// <returns>Whether <paramref name="streak"/> elements in a row were present.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static bool Encode(
        ref NullableLane<TLane> source, nint count, ref byte destination, nint room, nint streak, out nint read, out nint written)
    {
        nint last = room - TWriter.Room;
        nint from = 0;
        nint to = 0;
        nint present = 0;
        while (from < count && to <= last && present < streak)
        {
            Bounds.Assert(from, 1, count);
            Bounds.Assert(to, TWriter.Room, room);
            ref NullableLane<TLane> element = ref Unsafe.Add(ref source, from);
            long presence = element.Presence;
            if (!TWriter.TryWrite(ref Unsafe.Add(ref destination, to), element.Value, presence, out nint length))
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
