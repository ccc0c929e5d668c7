using System;
using System.Buffers;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec;

/// <summary>
/// Goes through the segments of a sequence that has several. Each segment's own reference leads to the next one: the sequence's enumerator would check each
/// time what kind of sequence it is.
/// </summary>
internal struct SegmentCursor
{
    private readonly object? last;
    private readonly int end;
    private ReadOnlySequenceSegment<byte>? next;
    private int start;

    /// <summary>Initializes a new instance of the <see cref="SegmentCursor"/> struct, at the first segment.</summary>
    /// <param name="source">A sequence of more than one segment.</param>
    public SegmentCursor(in ReadOnlySequence<byte> source)
    {
        this.next = (ReadOnlySequenceSegment<byte>?)source.Start.GetObject();
        this.start = source.Start.GetInteger();
        this.last = source.End.GetObject();
        this.end = source.End.GetInteger();
    }

    /// <summary>Gets the next segment.</summary>
    /// <param name="segment">Receives its bytes, if there is one.</param>
    /// <returns><see langword="false"/> at the end of the sequence.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryRead(out ReadOnlySpan<byte> segment)
    {
        if (this.next is null)
        {
            segment = default;
            return false;
        }

        segment = this.next.Memory.Span;
        if (ReferenceEquals(this.next, this.last))
        {
            segment = segment[..this.end];
            this.next = null;
        }
        else
        {
            this.next = this.next.Next;
        }

        segment = segment[this.start..];
        this.start = 0;
        return true;
    }

    /// <summary>Whether there is another segment, behind one that was read, of fewer than <paramref name="length"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsNextShorterThan(int length) =>
        this.next is not null && (ReferenceEquals(this.next, this.last) ? this.end : this.next.Memory.Length) < length;
}
