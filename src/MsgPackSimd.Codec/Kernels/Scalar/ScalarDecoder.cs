using System;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// One token after another, without vectors: the fallback on every CPU, and the reference that every other kernel is compared with.
/// </summary>
internal static class ScalarDecoder
{
    /// <summary>Reads tokens until <paramref name="destination"/> is full, the bytes end, or a token can't be read.</summary>
    /// <param name="source">The tokens; what follows the last one that is needed is not looked at.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="bytesConsumed">Receives the length of the tokens that were read.</param>
    /// <param name="valuesWritten">Receives how many elements were stored.</param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/> when the destination is full or the source ends between two tokens, else what kept the next token
    /// from being read.
    /// </returns>
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        int consumed = 0;
        int written = 0;
        MessagePackReadStatus status = MessagePackReadStatus.Done;
        while (written < destination.Length && consumed < source.Length)
        {
            status = Element<T>.TryReadToken(source[consumed..], out T value, out int tokenLength);
            if (status != MessagePackReadStatus.Done)
            {
                break;
            }

            destination[written++] = value;
            consumed += tokenLength;
        }

        bytesConsumed = consumed;
        valuesWritten = written;
        return status;
    }
}
