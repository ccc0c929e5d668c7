using System;
using System.Diagnostics;
using System.IO;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec;

/// <content>
/// Whole values, with everything they contain.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#formats">the format table of the specification</see>.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>How deeply values may be nested by default: as deeply as MessagePack-CSharp allows by default.</summary>
    public const int DefaultSkipDepth = 500;

    /// <summary>The largest nesting depth that can be asked for; a larger one acts as this one.</summary>
    public const int MaxSkipDepth = 1024;

    /// <summary>
    /// Skips one value of any kind, with everything it contains
    /// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#formats">formats</see>). It does not recurse, and does not look at
    /// the payloads of str, bin and ext: UTF-8 is not checked for being well-formed.
    /// </summary>
    /// <param name="source">The bytes to read from; the value's first token is at the start.</param>
    /// <param name="length">
    /// Receives the value's length in bytes; on <see cref="MessagePackReadStatus.NeedMoreData"/> the minimum length that the source must have, where
    /// every element that is still to come counts as one byte; on any other failure 0.
    /// </param>
    /// <param name="maxDepth">
    /// How deeply arrays and maps, including empty ones, may be nested: 0 allows none. A negative number acts as 0, one above
    /// <see cref="MaxSkipDepth"/> as <see cref="MaxSkipDepth"/>.
    /// </param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.Done"/> if the whole value is there; <see cref="MessagePackReadStatus.NeedMoreData"/> if it is not, as soon as fewer
    /// bytes follow than elements are declared; <see cref="MessagePackReadStatus.WrongToken"/> if <c>0xc1</c> is found in place of a token;
    /// <see cref="MessagePackReadStatus.DoesNotFit"/> if values are nested too deeply, or the value is declared to be longer than
    /// <see cref="int.MaxValue"/> bytes.
    /// </returns>
    public static MessagePackReadStatus TrySkip(ReadOnlySpan<byte> source, out int length, int maxDepth = DefaultSkipDepth)
    {
        MessagePackReadStatus status = TryReadHead(source, out long tokenLength, out long elements);
        if (status == MessagePackReadStatus.WrongToken)
        {
            return WrongToken(out length);
        }

        if (status == MessagePackReadStatus.Done && elements >= 0)
        {
            return TrySkipNested(source, Math.Min(maxDepth, MaxSkipDepth), out length);
        }

        return EndOfValue(source, tokenLength, out length);
    }

    /// <inheritdoc cref="TrySkip(ReadOnlySpan{byte}, out int, int)" path="/summary"/>
    /// <param name="source">The bytes to read from; the value's first token is at the start.</param>
    /// <param name="bytesConsumed">Receives the value's length, in bytes.</param>
    /// <param name="maxDepth">
    /// How deeply arrays and maps, including empty ones, may be nested: 0 allows none. A negative number acts as 0, one above
    /// <see cref="MaxSkipDepth"/> as <see cref="MaxSkipDepth"/>.
    /// </param>
    /// <exception cref="FormatException"><c>0xc1</c> is found in place of a token.</exception>
    /// <exception cref="OverflowException">
    /// Values are nested too deeply, or the value is declared to be longer than <see cref="int.MaxValue"/> bytes.
    /// </exception>
    /// <exception cref="EndOfStreamException">The source ends before the value does.</exception>
    public static void Skip(ReadOnlySpan<byte> source, out int bytesConsumed, int maxDepth = DefaultSkipDepth)
    {
        MessagePackReadStatus status = TrySkip(source, out bytesConsumed, maxDepth);
        if (status != MessagePackReadStatus.Done)
        {
            ThrowHelper.ThrowNotSkipped(status, source, bytesConsumed);
        }
    }

    /// <summary>Skips an array or a map.</summary>
    [SkipLocalsInit]
    private static MessagePackReadStatus TrySkipNested(ReadOnlySpan<byte> source, int maxDepth, out int length)
    {
        // For each array or map that is open around the current one, how many of its elements are still to come. At least that many bytes are left in the
        // source, so the number fits an int.
        Span<int> remainingAround = stackalloc int[MaxSkipDepth];
        int depth = 0;
        int remaining = 1;

        // How many elements of all open arrays and maps are still to come; each takes at least one byte.
        long outstanding = 1;
        int position = 0;
        while (true)
        {
            while (remaining == 0)
            {
                if (depth == 0)
                {
                    length = position;
                    return MessagePackReadStatus.Done;
                }

                remaining = remainingAround[--depth];
            }

            MessagePackReadStatus status = TryReadHead(source[position..], out long tokenLength, out long elements);
            if (status == MessagePackReadStatus.WrongToken)
            {
                return WrongToken(out length);
            }

            remaining--;
            outstanding--;
            if (elements >= 0)
            {
                if (depth >= maxDepth)
                {
                    length = 0;
                    return MessagePackReadStatus.DoesNotFit;
                }

                remainingAround[depth++] = remaining;
                outstanding += elements;
            }

            long end = position + tokenLength + outstanding;
            if (end > source.Length)
            {
                return EndOfValue(source, end, out length);
            }

            Debug.Assert(status == MessagePackReadStatus.Done, "A head that is cut short ends behind the source.");
            position += (int)tokenLength;
            if (elements >= 0)
            {
                remaining = (int)elements;
            }
        }
    }

    /// <summary>The outcome for a value, given the earliest position at which it can end.</summary>
    private static MessagePackReadStatus EndOfValue(ReadOnlySpan<byte> source, long end, out int length)
    {
        if (end > int.MaxValue)
        {
            length = 0;
            return MessagePackReadStatus.DoesNotFit;
        }

        length = (int)end;
        return end > source.Length ? MessagePackReadStatus.NeedMoreData : MessagePackReadStatus.Done;
    }

    /// <summary>Reads the length of a token of any kind, and the number of elements that follow it as parts of its value.</summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="tokenLength">
    /// Receives the token's length in bytes, including the payload of str, bin and ext, even if the source ends earlier. If the head itself is cut short,
    /// this is the head's length.
    /// </param>
    /// <param name="elements">Receives the elements of an array, or the keys and values of a map; -1 for all other tokens.</param>
    /// <returns>The outcome of reading the head; never <see cref="MessagePackReadStatus.DoesNotFit"/>.</returns>
    [SkipLocalsInit] // Otherwise all that is received from the calls would be zeroed first, for every token.
    private static MessagePackReadStatus TryReadHead(ReadOnlySpan<byte> source, out long tokenLength, out long elements)
    {
        elements = -1;
        uint payloadLength = 0;
        MessagePackReadStatus status;
        int headLength;
        switch (source.IsEmpty ? default : source[0])
        {
            case >= MessagePackFirstByte.MinFixMap and <= MessagePackFirstByte.MaxFixMap or MessagePackFirstByte.Map16 or MessagePackFirstByte.Map32:
                status = TryReadMapHeader(source, out uint pairs, out headLength);
                elements = status == MessagePackReadStatus.Done ? 2L * pairs : elements;
                break;

            case >= MessagePackFirstByte.MinFixArray and <= MessagePackFirstByte.MaxFixArray or MessagePackFirstByte.Array16 or MessagePackFirstByte.Array32:
                status = TryReadArrayHeader(source, out uint items, out headLength);
                elements = status == MessagePackReadStatus.Done ? items : elements;
                break;

            case >= MessagePackFirstByte.MinFixStr and <= MessagePackFirstByte.MaxFixStr or (>= MessagePackFirstByte.Str8 and <= MessagePackFirstByte.Str32):
                status = TryReadStringHeader(source, out payloadLength, out headLength);
                break;

            case >= MessagePackFirstByte.Bin8 and <= MessagePackFirstByte.Bin32:
                status = TryReadBinaryHeader(source, out payloadLength, out headLength);
                break;

            case (>= MessagePackFirstByte.Ext8 and <= MessagePackFirstByte.Ext32) or (>= MessagePackFirstByte.FixExt1 and <= MessagePackFirstByte.FixExt16):
                status = TryReadExtensionHeader(source, out _, out payloadLength, out headLength);
                break;

            case MessagePackFirstByte.Nil or MessagePackFirstByte.False or MessagePackFirstByte.True:
                headLength = 1;
                status = MessagePackReadStatus.Done;
                break;

            // Of a float, the first byte is the head, and tells the length of the whole token.
            case MessagePackFirstByte.Float32:
                headLength = SingleLength;
                status = MessagePackReadStatus.Done;
                break;

            case MessagePackFirstByte.Float64:
                headLength = DoubleLength;
                status = MessagePackReadStatus.Done;
                break;

            default:
                // Only integers, an empty source, and the byte that is never used are left.
                status = TryReadInteger(source, out _, out _, out headLength);
                break;
        }

        tokenLength = (long)headLength + payloadLength;
        return status;
    }
}
