using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using MsgPackSimd.Codec.Buffers;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Enumerables;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Codec;

/// <summary>
/// Encodes, in one pass, an array whose length is not known before its last element: elements are appended one by one or many at
/// a time, and the header (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>)
/// is the shortest one for their number.
/// </summary>
/// <example>
/// <code>
/// using var builder = new MessagePackArrayBuilder&lt;double&gt;();
/// await foreach (double sample in samples)
/// {
///     builder.Append(sample);
/// }
///
/// builder.WriteTo(pipe.Writer);
/// </code>
/// </example>
/// <remarks>
/// <para>
/// Elements are collected in a block. When it is full, it is encoded to memory that begins with space for the longest header; in the end, the shortest
/// header is written right before the first token. (The idea comes from the single-pass arrays of
/// <see href="https://github.com/fxamacker/cbor/pull/519">fxamacker/cbor</see>, which put the header at the start of that space and move the elements;
/// here they stay where they are.) As long as nothing has been encoded, the elements of the block are encoded directly into the output. (The block is
/// encoded to that memory when it has too little room for what follows, when the array is asked for as memory or a sequence, and before a sequence is
/// appended that shows no span.)
/// </para>
/// <para>
/// All memory comes from <see cref="ArrayPool{T}"/>: a block of 16 KiB, and pieces for what has been encoded, each twice as
/// long as the one before, up to 256 MiB. <see cref="Reset"/> and <see cref="Dispose"/> return it, after which the builder holds
/// none. After an exception the builder holds the elements that it held before the call, and can still be used.
/// </para>
/// <para>
/// There is no builder for elements that may be missing: collect them in a list, and use <see
/// cref="MessagePackArrayEncoder.EncodeNullable{T}(ReadOnlySpan{T?})"/>.
/// </para>
/// <para>Instances are not safe to use from multiple threads at the same time.</para>
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="byte"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="Half"/>, <see cref="bool"/>, <see cref="char"/>, <see cref="DateTime"/>,
/// <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>, or an enum, which is its integer.
/// </typeparam>
public sealed class MessagePackArrayBuilder<T> : IDisposable
{
    /// <summary>The length of a block of elements, in bytes: together with its tokens it stays in the first-level cache.</summary>
    private const int BlockBytes = 16 * 1024;

    private readonly ArrayPool<T> elementPool;
    private readonly int maxLength;

    /// <summary>Room for the longest header, and the tokens of <see cref="encodedCount"/> elements.</summary>
    private readonly EncodedPieces pieces;
    private int encodedCount;

    /// <summary>
    /// The elements that were appended last and are not encoded yet. While a sequence is being appended, which fills the block, or an output is being written
    /// to, this field is <see langword="null"/>.
    /// </summary>
    private T[]? block;
    private int blockCount;

    private State state;

    /// <summary>Initializes a new instance of the <see cref="MessagePackArrayBuilder{T}"/> class, which has no elements and holds no memory.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public MessagePackArrayBuilder()
        : this(ArrayPool<byte>.Shared, ArrayPool<T>.Shared, Array.MaxLength)
    {
    }

    /// <summary>Initializes a new instance of the <see cref="MessagePackArrayBuilder{T}"/> class for tests.</summary>
    /// <param name="bytePool">Where the memory for the encoded bytes is rented.</param>
    /// <param name="elementPool">Where the block is rented.</param>
    /// <param name="maxLength">The maximum length of the longest header and the tokens, in bytes.</param>
    internal MessagePackArrayBuilder(ArrayPool<byte> bytePool, ArrayPool<T> elementPool, int maxLength)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        this.elementPool = elementPool;
        this.maxLength = maxLength;
        pieces = new EncodedPieces(bytePool, maxLength);
    }

    private enum State
    {
        Ready,

        /// <summary>A sequence is being enumerated, or asked to copy its elements; it must not use the builder.</summary>
        Appending,

        /// <summary>The array is being written to an output, which must not use the builder.</summary>
        Writing,

        Disposed,
    }

    /// <summary>Gets the number of elements that were appended.</summary>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OverflowException">More than <see cref="int.MaxValue"/> elements were appended.</exception>
    public int Count
    {
        get
        {
            ThrowIfDisposed();
            return checked(encodedCount + blockCount);
        }
    }

    /// <summary>Gets the array built so far, header and elements.</summary>
    /// <value>
    /// Memory that belongs to the builder: its content is unspecified after the next call that appends, and after <see cref="Reset"/> and <see
    /// cref="Dispose"/>.
    /// </value>
    /// <exception cref="InvalidOperationException">Called by the sequence that is being appended, or by the output that is being written to.</exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    /// <exception cref="OverflowException">The array is longer than <see cref="Array.MaxLength"/> bytes.</exception>
    [DebuggerBrowsable(DebuggerBrowsableState.Never)] // It encodes the elements that have not been yet, which a debugger should not.
    public ReadOnlyMemory<byte> WrittenMemory
    {
        get
        {
            int start = Complete();
            return pieces.Join()[start..];
        }
    }

    /// <summary>Gets the array built so far, header and elements: <see cref="WrittenMemory"/> as a span.</summary>
    /// <exception cref="InvalidOperationException">Called by the sequence that is being appended, or by the output that is being written to.</exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    /// <exception cref="OverflowException">The array is longer than <see cref="Array.MaxLength"/> bytes.</exception>
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    public ReadOnlySpan<byte> WrittenSpan => WrittenMemory.Span;

    /// <summary>
    /// Gets the array built so far, header and elements, in the pieces in which it was built. For a long array, this saves the copying to one piece that <see
    /// cref="WrittenMemory"/> takes.
    /// </summary>
    /// <value>
    /// Memory that belongs to the builder: its content is unspecified after the next call that appends, or that asks for <see cref="WrittenMemory"/> or <see
    /// cref="WrittenSpan"/>, and after <see cref="Reset"/> and <see cref="Dispose"/>.
    /// </value>
    /// <exception cref="InvalidOperationException">Called by the sequence that is being appended, or by the output that is being written to.</exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    /// <exception cref="OverflowException">The array is longer than <see cref="Array.MaxLength"/> bytes.</exception>
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    public ReadOnlySequence<byte> WrittenSequence => pieces.AsSequence(Complete());

    /// <summary>Appends one element.</summary>
    /// <param name="value">The element.</param>
    /// <exception cref="InvalidOperationException">Called by the sequence that is being appended, or by the output that is being written to.</exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    /// <exception cref="OverflowException">
    /// The array would be longer than <see cref="Array.MaxLength"/> bytes. This is detected when a block is full.
    /// </exception>
    public void Append(T value)
    {
        T[]? elements = block;
        int count = blockCount;
        if (elements is null || (uint)count >= (uint)elements.Length)
        {
            elements = MakeBlock();
            count = 0;
        }

        elements[count] = value;
        blockCount = count + 1;
    }

    /// <summary>Appends a span of elements.</summary>
    /// <param name="values">The elements; not memory of this builder (<see cref="WrittenSpan"/>), which appending may return to the pool.</param>
    /// <exception cref="InvalidOperationException">Called by the sequence that is being appended, or by the output that is being written to.</exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    /// <exception cref="OverflowException">
    /// The array would be longer than <see cref="Array.MaxLength"/> bytes. This is detected when a block is full.
    /// </exception>
    public void Append(ReadOnlySpan<T> values)
    {
        ThrowIfNotReady();
        if (block is not null && values.Length <= block.Length - blockCount)
        {
            values.CopyTo(block.AsSpan(blockCount));
            blockCount += values.Length;
            return;
        }

        EncodeBlock();
        if (values.Length < DefaultBlockCount)
        {
            values.CopyTo(MakeBlock());
            blockCount = values.Length;
        }
        else
        {
            EncodeElements(values);
        }
    }

    /// <summary>Appends the elements of a sequence.</summary>
    /// <remarks>
    /// An array, a <see cref="List{T}"/>, an <see cref="ArraySegment{T}"/>, an immutable array and a <see cref="string"/> are appended as a span, and the
    /// elements of other collections are copied at once where possible, to pooled memory, which the collection must not keep (see <see
    /// cref="MessagePackArrayEncoder.Encode{T}(IEnumerable{T})"/>). Every other sequence is enumerated.
    /// </remarks>
    /// <param name="values">The elements. While the sequence is enumerated or copied, it must not use this builder.</param>
    /// <param name="cancellationToken">
    /// Checked at the start, even if there are no elements; of a sequence that is enumerated also for each element; and once more when a collection has copied
    /// its elements. If it is cancelled at the start, the sequence is asked for nothing.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="values"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// Called by the sequence that is being appended, or by the output that is being written to; or the sequence itself throws this, for example because it was
    /// changed.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled before the last element was there. Nothing of the sequence is appended.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    /// <exception cref="OverflowException">
    /// The array would be longer than <see cref="Array.MaxLength"/> bytes. This is detected when a block is full.
    /// </exception>
    [OverloadResolutionPriority(-1)]
    public void Append(IEnumerable<T> values, CancellationToken cancellationToken = default)
    {
        ThrowIfNotReady();
        ArgumentNullException.ThrowIfNull(values);
        cancellationToken.ThrowIfCancellationRequested();
        if (ContiguousElements.TryGetSpan(values, out ReadOnlySpan<T> span))
        {
            if (!span.IsEmpty)
            {
                Append(span);
            }
        }
        else if (!TryAppendCopied(values, cancellationToken))
        {
            AppendEnumerated(values, cancellationToken);
        }
    }

    /// <summary>Gets the exact number of bytes of the array built so far, header included.</summary>
    /// <returns>The length that <see cref="WrittenSpan"/> would have, in bytes; it may be more than an array can hold.</returns>
    /// <exception cref="InvalidOperationException">Called by the output that is being written to.</exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OverflowException">More than <see cref="int.MaxValue"/> elements were appended.</exception>
    public long GetEncodedLength()
    {
        if (state == State.Writing)
        {
            ThrowNotReady();
        }

        return (long)ArrayHeader.GetLength(Count) + (pieces.Length - ArrayHeader.MaxLength) + KernelDispatch.GetEncodedLength<T>(block.AsSpan(0, blockCount));
    }

    /// <summary>Copies the array built so far to a new <c>byte[]</c> of exactly its length.</summary>
    /// <returns>Header and elements.</returns>
    /// <exception cref="InvalidOperationException">Called by the sequence that is being appended, or by the output that is being written to.</exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    /// <exception cref="OverflowException">The array is longer than <see cref="Array.MaxLength"/> bytes.</exception>
    public byte[] ToArray()
    {
        ThrowIfNotReady();
        if (encodedCount == 0)
        {
            return MessagePackArrayEncoder.Encode<T>(block.AsSpan(0, blockCount));
        }

        int start = Complete();
        byte[] encoded = GC.AllocateUninitializedArray<byte>(pieces.Length - start);
        CopyTo(encoded, start);
        return encoded;
    }

    /// <summary>Writes the array built so far to <paramref name="destination"/>, if there is room for all of it.</summary>
    /// <param name="destination">
    /// Where header and elements go. <see cref="MessagePackArrayEncoder.GetMaxEncodedLength{T}"/> bytes for <see cref="Count"/> elements are always enough, if
    /// there can be so many.
    /// </param>
    /// <param name="bytesWritten">Receives the length of header and elements, in bytes; 0 when they do not fit.</param>
    /// <returns>
    /// <see langword="false"/> when the destination is too short. The content of the destination past <paramref name="bytesWritten"/> is unspecified
    /// afterwards.
    /// </returns>
    /// <exception cref="InvalidOperationException">Called by the sequence that is being appended, or by the output that is being written to.</exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    /// <exception cref="OverflowException">The array is longer than <see cref="Array.MaxLength"/> bytes.</exception>
    public bool TryWriteTo(Span<byte> destination, out int bytesWritten)
    {
        ThrowIfNotReady();
        if (encodedCount == 0)
        {
            return MessagePackArrayEncoder.TryEncode<T>(block.AsSpan(0, blockCount), destination, out bytesWritten);
        }

        int start = Complete();
        int length = pieces.Length - start;
        bool fits = length <= destination.Length;
        bytesWritten = fits ? length : 0;
        if (fits)
        {
            CopyTo(destination, start);
        }

        return fits;
    }

    /// <summary>Writes the array built so far to a buffer writer, in chunks of bounded size.</summary>
    /// <param name="output">
    /// Receives header and elements. It is never asked for more than 32 KiB at once. If it throws, or returns too short a span, what was written before that
    /// stays written.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// <paramref name="output"/> returned a span that is shorter than requested; or called by the sequence that is currently being appended, or by the output
    /// that is currently being written to, which must not use the builder.
    /// </exception>
    /// <exception cref="ObjectDisposedException">
    /// The builder was disposed; or <paramref name="output"/> disposed of it, which is an exception even if all has been written.
    /// </exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory.</exception>
    /// <exception cref="OverflowException">The array is longer than <see cref="Array.MaxLength"/> bytes. Nothing has been written.</exception>
    public void WriteTo(IBufferWriter<byte> output)
    {
        ThrowIfNotReady();
        ArgumentNullException.ThrowIfNull(output);
        bool isEncoded = encodedCount > 0;
        int start = isEncoded ? Complete() : 0;

        // The block is taken from the builder: without one, the output can't append an element, nor have it returned to the pool.
        T[]? elements = block;
        block = null;
        state = State.Writing;
        try
        {
            if (isEncoded)
            {
                for (int i = 0; i < pieces.Count; i++)
                {
                    WriteEncoded(pieces[i][(i == 0 ? start : 0)..], output);
                }
            }
            else
            {
                MessagePackArrayEncoder.Encode<T>(elements.AsSpan(0, blockCount), output);
            }

            // An output that disposes of the builder is noticed before the next chunk of a piece, but neither behind the last chunk nor in a block.
            ThrowIfDisposed();
        }
        finally
        {
            GiveBack(elements);
        }
    }

    private void WriteEncoded(ReadOnlySpan<byte> rest, IBufferWriter<byte> output)
    {
        while (!rest.IsEmpty)
        {
            int sizeHint = Math.Min(rest.Length, MessagePackArrayEncoder.MaxChunkLength);
            Span<byte> span = output.GetSpan(sizeHint);
            if (span.Length < sizeHint)
            {
                ThrowHelper.ThrowSpanTooShort(span.Length, sizeHint);
            }

            // The bytes are in pooled memory, which goes back when the builder is disposed of.
            ThrowIfDisposed();
            int length = Math.Min(rest.Length, span.Length);
            rest[..length].CopyTo(span);
            output.Advance(length);
            rest = rest[length..];
        }
    }

    /// <summary>Removes all elements, to start a new array, and returns the memory to the pool.</summary>
    /// <exception cref="InvalidOperationException">Called by the sequence that is being appended, or by the output that is being written to.</exception>
    /// <exception cref="ObjectDisposedException">The builder was disposed.</exception>
    public void Reset()
    {
        ThrowIfNotReady();
        Clear();
    }

    /// <summary>Returns the memory to the pool. After that, no member except this one can be used.</summary>
    public void Dispose()
    {
        state = State.Disposed;
        Clear();
    }

    private static int DefaultBlockCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => BlockBytes / Unsafe.SizeOf<T>();
    }

    /// <summary>
    /// Ends the use of the builder by a sequence or an output: the block is the builder's again or, if that was disposed of meanwhile, the pool's.
    /// </summary>
    /// <param name="taken">The block, if there was one.</param>
    private void GiveBack(T[]? taken)
    {
        if (state != State.Disposed)
        {
            state = State.Ready;
            block = taken;
        }
        else if (taken is not null)
        {
            elementPool.Return(taken);
        }
    }

    private bool TryAppendCopied(IEnumerable<T> values, CancellationToken cancellationToken)
    {
        // As in AppendEnumerated, the block is taken from the builder: without one, the collection can't append an element while it counts and copies.
        EncodeBlock();
        T[]? taken = block;
        block = null;
        T[]? elements;
        int count;
        state = State.Appending;
        try
        {
            if (!CollectionElements.TryRent(values, elementPool, out elements, out count))
            {
                return false;
            }
        }
        finally
        {
            GiveBack(taken);
        }

        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            Append(elements.AsSpan(0, count));
            return true;
        }
        finally
        {
            elementPool.Return(elements);
        }
    }

    /// <summary>Appends the elements of a sequence by enumerating it, whatever else it can do.</summary>
    /// <param name="values">The sequence.</param>
    /// <param name="cancellationToken">Checked before the first element is asked for, and for each element.</param>
    internal void AppendEnumerated(IEnumerable<T> values, CancellationToken cancellationToken)
    {
        // A collection that was asked for its count before may have disposed of the builder.
        ThrowIfDisposed();

        // The elements in the block must survive an exception, so they are encoded. The block itself is taken from the builder: otherwise the sequence
        // could have the builder return the block to the pool while it is still being filled.
        EncodeBlock();
        EncodedPieces.Mark before = pieces.GetMark();
        int encodedCountBefore = encodedCount;
        T[]? elements = block;
        block = null;
        state = State.Appending;
        bool isAppended = false;
        try
        {
            elements ??= elementPool.Rent(DefaultBlockCount);
            int count;
            using (IEnumerator<T> enumerator = values.GetEnumerator())
            {
                // The first element may be long in coming.
                cancellationToken.ThrowIfCancellationRequested();
                while ((count = cancellationToken.CanBeCanceled
                    ? FillWatched(elements, enumerator, cancellationToken)
                    : FillUnwatched(elements, enumerator)) == elements.Length)
                {
                    ThrowIfDisposed();
                    EncodeElements(elements);
                }
            }

            ThrowIfDisposed();
            block = elements;
            blockCount = count;
            isAppended = true;
        }
        finally
        {
            if (!isAppended && elements is not null)
            {
                elementPool.Return(elements);
            }

            if (state == State.Appending)
            {
                state = State.Ready;
                if (!isAppended)
                {
                    pieces.ReturnTo(before);
                    encodedCount = encodedCountBefore;
                }
            }
        }
    }

    /// <summary>Has a sequence fill memory, up to the memory's end or the sequence's.</summary>
    /// <remarks>
    /// Most of the time that encoding a sequence takes goes into enumerating it. The runtime learns which kind of sequence comes here and inlines its steps
    /// into the loop, if the loop is a method of its own with nothing else in it. Inlined into its caller, or with the cancellation token in it, or with an
    /// index in place of references, the loop takes up to a fifth longer (docs/experiments/compiler.md).
    /// </remarks>
    /// <returns>The number of elements that were stored.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FillUnwatched(Span<T> elements, IEnumerator<T> enumerator)
    {
        ref T start = ref MemoryMarshal.GetReference(elements);
        ref T element = ref start;
        ref T end = ref Unsafe.Add(ref start, elements.Length);
        while (Unsafe.IsAddressLessThan(ref element, ref end) && enumerator.MoveNext())
        {
            element = enumerator.Current;
            element = ref Unsafe.Add(ref element, 1);
        }

        return (int)(Unsafe.ByteOffset(ref start, ref element) / Unsafe.SizeOf<T>());
    }

    /// <summary>The same, but checks the cancellation token for each element.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FillWatched(Span<T> elements, IEnumerator<T> enumerator, CancellationToken cancellationToken)
    {
        int count = 0;
        for (; count < elements.Length && enumerator.MoveNext(); count++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            elements[count] = enumerator.Current;
        }

        return count;
    }

    /// <summary>Provides a block that is free from its start on: a new one, or the full one after it has been encoded.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private T[] MakeBlock()
    {
        ThrowIfNotReady();
        EncodeBlock();
        return block ??= elementPool.Rent(DefaultBlockCount);
    }

    private void EncodeBlock()
    {
        if (blockCount > 0)
        {
            EncodeElements(block.AsSpan(0, blockCount));
            blockCount = 0;
        }
    }

    /// <summary>Encodes elements after those that are already encoded: all of them, or none if there are too many.</summary>
    private void EncodeElements(ReadOnlySpan<T> values)
    {
        EncodedPieces.Mark before = pieces.GetMark();
        bool isDone = false;
        try
        {
            ReadOnlySpan<T> rest = values;
            while (!rest.IsEmpty)
            {
                ReadOnlySpan<T> chunk = rest[..Math.Min(rest.Length, DefaultBlockCount)];
                Span<byte> room = pieces.GetRoom(chunk.Length * Element<T>.MaxTokenLength);
                if (KernelDispatch.Encode(chunk, room, out int valuesRead, out int bytesWritten) != OperationStatus.Done)
                {
                    ThrowHelper.ThrowTooLong(maxLength);
                }

                pieces.Advance(bytesWritten);
                rest = rest[valuesRead..];
            }

            isDone = true;
        }
        finally
        {
            if (!isDone)
            {
                pieces.ReturnTo(before);
            }
        }

        encodedCount += values.Length;
    }

    /// <summary>Encodes what is not encoded yet, and writes the header.</summary>
    /// <returns>How many bytes at the start of the first piece are in front of the header.</returns>
    private int Complete()
    {
        ThrowIfNotReady();
        EncodeBlock();
        return pieces.WriteHeader(encodedCount);
    }

    /// <summary>Copies header and elements.</summary>
    /// <param name="destination">Where they go.</param>
    /// <param name="start">How many bytes at the start of the first piece are in front of the header.</param>
    private void CopyTo(Span<byte> destination, int start)
    {
        for (int i = 0; i < pieces.Count; i++)
        {
            ReadOnlySpan<byte> piece = pieces[i][(i == 0 ? start : 0)..];
            piece.CopyTo(destination);
            destination = destination[piece.Length..];
        }
    }

    private void Clear()
    {
        T[]? elements = block;
        block = null;
        encodedCount = 0;
        blockCount = 0;
        pieces.Clear();
        if (elements is not null)
        {
            elementPool.Return(elements);
        }
    }

    private void ThrowIfNotReady()
    {
        if (state != State.Ready)
        {
            ThrowNotReady();
        }
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(state == State.Disposed, this);

    [DoesNotReturn]
    private void ThrowNotReady()
    {
        ThrowIfDisposed();
        throw new InvalidOperationException(state == State.Writing
            ? "The builder is used by the output that it is being written to."
            : "The builder is used by the sequence that is being appended to it.");
    }
}
