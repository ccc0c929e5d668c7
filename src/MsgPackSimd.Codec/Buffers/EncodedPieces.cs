using System;
using System.Buffers;

namespace MsgPackSimd.Codec.Buffers;

/// <summary>
/// Encoded elements in pooled memory, behind room for the longest header. Where there is no more room, another piece is rented, twice as long as the one
/// before, and nothing is copied:
/// </summary>
/// <remarks>
/// <code>
///   |head|tokens      .| tokens                     .| tokens …             |
///    up to 5 bytes    ^ too little room for the next elements: a token never lies in two pieces
/// </code>
/// With one buffer that is copied to one of twice the length, a sequence of 1 Mi <c>double</c>s took 1.5 times as long on a Zen 3 (docs/experiments/encode.md).
/// </remarks>
/// <param name="pool">Where the memory is rented.</param>
/// <param name="maxLength">The maximum length of the longest header and the tokens, in bytes.</param>
internal sealed class EncodedPieces(ArrayPool<byte> pool, int maxLength)
{
    /// <summary>From this length on, pieces grow no more, so that not much more memory is rented than is needed.</summary>
    private const int MaxPieceLength = 1 << 28;

    /// <summary>Kept when their memory is returned, so that a builder that is used again allocates none.</summary>
    private Piece[] pieces = [];
    private int count;

    /// <summary>Gets the bytes in use, those for the longest header among them.</summary>
    public int Length { get; private set; } = ArrayHeader.MaxLength;

    /// <summary>Gets how many pieces there are.</summary>
    public int Count => count;

    /// <summary>Gets the bytes in use of one of the pieces; of the first one, those in front of the header among them.</summary>
    /// <param name="index">Which piece.</param>
    public ReadOnlySpan<byte> this[int index] => pieces[index].Array.AsSpan(0, pieces[index].End);

    /// <summary>Gets room behind the last token, in one piece: so many bytes, or as many as are allowed.</summary>
    /// <param name="length">How many bytes are needed.</param>
    /// <returns>The room, which may be more than that; <see cref="Advance"/> says how much of it is used.</returns>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    public Span<byte> GetRoom(int length)
    {
        int allowed = maxLength - Length;
        int needed = Math.Min(length, allowed);
        if (count == 0 || pieces[count - 1].Room < needed)
        {
            Add(needed);
        }

        Piece last = pieces[count - 1];
        return last.Array.AsSpan(last.End, Math.Min(last.Room, allowed));
    }

    /// <summary>Takes the first bytes of the room that <see cref="GetRoom"/> has returned.</summary>
    /// <param name="length">How many bytes have been written there.</param>
    public void Advance(int length)
    {
        pieces[count - 1].End += length;
        Length += length;
    }

    /// <summary>Gets what <see cref="ReturnTo"/> takes, to remove what is appended from now on.</summary>
    public Mark GetMark() => new(count, count == 0 ? 0 : pieces[count - 1].End, Length);

    /// <summary>Removes what has been appended since then.</summary>
    /// <param name="mark">What <see cref="GetMark"/> has returned; what was there then must be there still.</param>
    public void ReturnTo(Mark mark)
    {
        while (count > mark.Count)
        {
            RemoveLast();
        }

        if (count > 0)
        {
            pieces[count - 1].End = mark.End;
        }

        Length = mark.Length;
    }

    /// <summary>Writes the header right before the first token, at its own length.</summary>
    /// <param name="elementCount">The number of elements.</param>
    /// <returns>How many bytes at the start of the first piece are in front of it, and not part of the array.</returns>
    public int WriteHeader(int elementCount)
    {
        if (count == 0)
        {
            GetRoom(0);
        }

        int start = ArrayHeader.MaxLength - ArrayHeader.GetLength(elementCount);
        ArrayHeader.TryWrite(pieces[0].Array.AsSpan(start), elementCount, out _);
        return start;
    }

    /// <summary>Puts all bytes into one piece, unless they are.</summary>
    /// <returns>These bytes, those in front of the header among them.</returns>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    public ReadOnlyMemory<byte> Join()
    {
        if (count > 1)
        {
            // With the room that is left: if there were none, and more was appended and joined again and again, each time all would be copied.
            byte[] joined = pool.Rent((int)Math.Min((long)Length + pieces[count - 1].Room, maxLength));
            int position = 0;
            for (int i = 0; i < count; i++)
            {
                this[i].CopyTo(joined.AsSpan(position));
                position += pieces[i].End;
            }

            while (count > 1)
            {
                RemoveLast();
            }

            pool.Return(pieces[0].Array);
            pieces[0].Array = joined;
            pieces[0].End = position;
        }

        return pieces[0].Array.AsMemory(0, pieces[0].End);
    }

    /// <summary>All bytes as a sequence, a segment for each piece.</summary>
    /// <param name="start">How many bytes to leave out at the start of the first piece.</param>
    public ReadOnlySequence<byte> AsSequence(int start)
    {
        long position = 0;
        for (int i = 0; i < count; i++)
        {
            pieces[i].Link(position, i + 1 < count ? pieces[i + 1] : null);
            position += pieces[i].End;
        }

        return new ReadOnlySequence<byte>(pieces[0], start, pieces[count - 1], pieces[count - 1].End);
    }

    /// <summary>Returns the memory to the pool. There are no bytes then, but room for a header.</summary>
    public void Clear()
    {
        Length = ArrayHeader.MaxLength;
        while (count > 0)
        {
            RemoveLast();
        }
    }

    private void Add(int needed)
    {
        if (count == pieces.Length)
        {
            Array.Resize(ref pieces, Math.Max(4, 2 * count));
        }

        int used = count == 0 ? ArrayHeader.MaxLength : 0;
        int doubled = count == 0 ? 0 : 2 * Math.Min(pieces[count - 1].Array.Length, MaxPieceLength / 2);
        byte[] array = pool.Rent(Math.Max(used + needed, Math.Min(doubled, maxLength - Length)));
        Piece piece = pieces[count] ??= new Piece();
        piece.Array = array;
        piece.End = used;
        count++;
    }

    private void RemoveLast()
    {
        Piece piece = pieces[--count];
        byte[] array = piece.Array;
        piece.Array = [];
        piece.Unlink();
        pool.Return(array);
    }

    /// <summary>A state to return to.</summary>
    /// <param name="Count">The number of pieces.</param>
    /// <param name="End">The bytes in use of the last one.</param>
    /// <param name="Length">The bytes in use of all.</param>
    public readonly record struct Mark(int Count, int End, int Length);

    /// <summary>A pooled array that is also a segment of the sequence.</summary>
    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public byte[] Array { get; set; } = [];

        /// <summary>Gets or sets how many bytes of the array are in use.</summary>
        public int End { get; set; }

        public int Room => Array.Length - End;

        public void Link(long position, Piece? next)
        {
            Memory = Array.AsMemory(0, End);
            RunningIndex = position;
            Next = next;
        }

        public void Unlink()
        {
            Memory = default;
            Next = null;
        }
    }
}
