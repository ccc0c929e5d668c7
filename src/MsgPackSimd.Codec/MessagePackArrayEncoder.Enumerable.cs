using System;
using System.Buffers;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using MsgPackSimd.Codec.Enumerables;

namespace MsgPackSimd.Codec;

/// <content>Encoding of sequences, whose length need not be known in advance.</content>
public static partial class MessagePackArrayEncoder
{
    /// <summary>Encodes a sequence as an array, into a new <c>byte[]</c> of exactly its length.</summary>
    /// <remarks>
    /// <para>
    /// The elements of an array, a <see cref="List{T}"/>, an <see cref="ArraySegment{T}"/>, an immutable array or (as <c>char</c>) a <see cref="string"/> are
    /// encoded in place, as by <see cref="Encode{T}(ReadOnlySpan{T})"/>. Any other <see cref="ICollection{T}"/>, except a class derived from another
    /// collection, is asked to copy its elements, all at once, to pooled memory; so are queues, stacks and concurrent collections of the framework. If it can't
    /// count or copy them, has more than about four million, or copies more or fewer than its count, it is enumerated by a <see
    /// cref="MessagePackArrayBuilder{T}"/>. So is every other sequence, which is not asked for its count. Nothing is allocated except the result, what the
    /// sequence itself allocates, and sometimes a builder: by the first call of each thread that enumerates elements of that type, and by one that a sequence
    /// makes while it is enumerated. (A sequence that is longer than those before adds a few small objects to the builder.)
    /// </para>
    /// <para>
    /// The array that a collection is asked to copy to is longer than it need be. Unless the collection is one of the framework's, nothing is in it that others
    /// left there. It goes back to the pool afterwards, so the collection must not keep it.
    /// </para>
    /// <para>
    /// If another thread changes an array or a list in the meantime, either an <see cref="InvalidOperationException"/> is thrown or the result is still
    /// well-formed and has as many elements as there were at the start. An element that was changed then has its old or its new value, or, in a run of elements
    /// whose tokens all have full width, some bytes of each, its prefix included, so that it may not be readable as <typeparamref name="T"/>. A list does not
    /// detect the change, as it would if it were enumerated.
    /// </para>
    /// </remarks>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements; if there are none, the result is the single byte of an empty array.</param>
    /// <returns>Header and elements.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="values"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// The length of the result changed because another thread changed the values while they were being encoded; or the sequence itself throws this, for
    /// example because it was changed while it was being enumerated.
    /// </exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory for the result.</exception>
    /// <exception cref="OverflowException">The result would be longer than <see cref="Array.MaxLength"/> bytes.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    [OverloadResolutionPriority(-1)]
    public static byte[] Encode<T>(IEnumerable<T> values)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        ArgumentNullException.ThrowIfNull(values);
        if (ContiguousElements.TryGetSpan(values, out ReadOnlySpan<T> span))
        {
            return Encode(span);
        }

        if (CollectionElements.TryRent(values, ArrayPool<T>.Shared, out T[]? rented, out int count))
        {
            try
            {
                return Encode<T>(rented.AsSpan(0, count));
            }
            finally
            {
                ArrayPool<T>.Shared.Return(rented);
            }
        }

        MessagePackArrayBuilder<T> builder = SpareBuilder<T>.Take();
        try
        {
            builder.AppendEnumerated(values, CancellationToken.None);
            return builder.ToArray();
        }
        finally
        {
            SpareBuilder<T>.Return(builder);
        }
    }

    /// <summary>Encodes a sequence as an array into a buffer writer, once all elements of the sequence are known.</summary>
    /// <remarks>
    /// The elements are obtained as by <see cref="Encode{T}(IEnumerable{T})"/>. No memory is requested from the output before the last element is known: if the
    /// sequence throws, or an enumerated one is too long, nothing has been written.
    /// </remarks>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements.</param>
    /// <param name="output">
    /// Receives header and elements. It is never asked for more than 32 KiB at once. If it throws, or returns too short a span, what was written before
    /// that stays written.
    /// </param>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// <paramref name="output"/> returned a span that is shorter than requested; or the sequence itself throws this, for example because it was changed while
    /// it was being enumerated.
    /// </exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory for the elements, or for their array if the sequence is enumerated.</exception>
    /// <exception cref="OverflowException">The sequence is enumerated, and its array would be longer than <see cref="Array.MaxLength"/> bytes.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    [OverloadResolutionPriority(-1)]
    public static void Encode<T>(IEnumerable<T> values, IBufferWriter<byte> output)
    {
        ThrowHelper.ThrowIfNotSupported<T>();
        ArgumentNullException.ThrowIfNull(values);
        ArgumentNullException.ThrowIfNull(output);
        if (ContiguousElements.TryGetSpan(values, out ReadOnlySpan<T> span))
        {
            Encode(span, output);
            return;
        }

        if (CollectionElements.TryRent(values, ArrayPool<T>.Shared, out T[]? rented, out int count))
        {
            try
            {
                Encode<T>(rented.AsSpan(0, count), output);
                return;
            }
            finally
            {
                ArrayPool<T>.Shared.Return(rented);
            }
        }

        MessagePackArrayBuilder<T> builder = SpareBuilder<T>.Take();
        try
        {
            builder.AppendEnumerated(values, CancellationToken.None);
            builder.WriteTo(output);
        }
        finally
        {
            SpareBuilder<T>.Return(builder);
        }
    }
}
