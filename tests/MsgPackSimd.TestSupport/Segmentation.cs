using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;

namespace MsgPackSimd.TestSupport;

/// <summary>Makes sequences of several segments out of one message.</summary>
public static class Segmentation
{
    /// <summary>Messages up to this length are cut at every byte, longer ones at token borders and their neighbours.</summary>
    private const int MaxExhaustiveLength = 64;

    /// <summary>Makes one sequence of the given segments; empty ones stay empty segments.</summary>
    public static ReadOnlySequence<T> Join<T>(params IEnumerable<ReadOnlyMemory<T>> segments)
    {
        Segment<T>? first = null;
        Segment<T>? last = null;
        foreach (ReadOnlyMemory<T> memory in segments)
        {
            last = new Segment<T>(memory, last);
            first ??= last;
        }

        return first is null ? ReadOnlySequence<T>.Empty : new ReadOnlySequence<T>(first, 0, last!, last!.Memory.Length);
    }

    /// <summary>Cuts a message into pieces of at most <paramref name="length"/> bytes.</summary>
    public static ReadOnlySequence<byte> InPieces(byte[] message, int length) => InPieces<byte>(message, length);

    /// <summary>Cuts memory into pieces of at most <paramref name="length"/> elements.</summary>
    public static ReadOnlySequence<T> InPieces<T>(ReadOnlyMemory<T> message, int length) =>
        Join(Enumerable.Range(0, (message.Length + length - 1) / length)
            .Select(i => message.Slice(i * length, Math.Min(length, message.Length - (i * length)))));

    /// <summary>
    /// All ways to cut a message that are worth trying: in two at every byte (in a long one at every token border and its neighbours), with
    /// an empty segment at the cut, and in single bytes with and without empty segments between.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <param name="borders">Where its tokens begin.</param>
    public static IEnumerable<ReadOnlySequence<byte>> All(ReadOnlyMemory<byte> message, IEnumerable<int> borders)
    {
        IEnumerable<int> cuts = message.Length <= MaxExhaustiveLength
            ? Enumerable.Range(0, message.Length + 1)
            : borders.SelectMany(border => new[] { border - 1, border, border + 1 })
                .Where(cut => cut >= 0 && cut <= message.Length)
                .Distinct();
        foreach (int cut in cuts)
        {
            yield return Join(message[..cut], message[cut..]);
            yield return Join(message[..cut], ReadOnlyMemory<byte>.Empty, message[cut..], ReadOnlyMemory<byte>.Empty);
        }

        yield return InPieces(message, 1);
        yield return Join(Enumerable.Range(0, message.Length)
            .SelectMany(i => new[] { ReadOnlyMemory<byte>.Empty, message.Slice(i, 1) })
            .Prepend(ReadOnlyMemory<byte>.Empty));
    }

    private sealed class Segment<T> : ReadOnlySequenceSegment<T>
    {
        public Segment(ReadOnlyMemory<T> memory, Segment<T>? previous)
        {
            Memory = memory;
            if (previous is not null)
            {
                previous.Next = this;
                RunningIndex = previous.RunningIndex + previous.Memory.Length;
            }
        }
    }
}
