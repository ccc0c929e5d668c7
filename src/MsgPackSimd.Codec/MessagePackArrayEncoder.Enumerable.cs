using System;
using System.Buffers;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Sequences;

namespace MsgPackSimd.Codec;

/// <content>Encoding of sequences, whose length need not be known.</content>
public static partial class MessagePackArrayEncoder
{
    /// <summary>Encodes a sequence as an array, into a new <c>byte[]</c> of exactly its length.</summary>
    /// <remarks>
    /// <para>
    /// An array, a <see cref="List{T}"/>, an <see cref="ArraySegment{T}"/>, an immutable array and (as <c>char</c>) a <see cref="string"/> are
    /// encoded from where their elements are, as by <see cref="Encode{T}(ReadOnlySpan{T})"/>. Another <see cref="ICollection{T}"/> is asked to copy its
    /// elements, all at once, to pooled memory; if it can't, or copies more or fewer than its count, and every other sequence, is enumerated, by a
    /// <see cref="MessagePackArrayBuilder{T}"/>. Nothing is allocated but the result and what the sequence itself allocates.
    /// </para>
    /// <para>
    /// A list that another thread changes meanwhile comes out as a whole array, each element as it was or as it is, or as an
    /// <see cref="InvalidOperationException"/>; the list does not find out by itself, as it would if it were enumerated.
    /// </para>
    /// </remarks>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements; none gives the one byte of an empty array.</param>
    /// <returns>Header and elements.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="values"/> is <see langword="null"/>.</exception>
    /// <exception cref="OverflowException">The result would be longer than <see cref="int.MaxValue"/> bytes.</exception>
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
            builder.Append(values);
            return builder.ToArray();
        }
        finally
        {
            SpareBuilder<T>.Return(builder);
        }
    }

    /// <summary>Encodes a sequence as an array into a buffer writer, once the sequence has come to its end.</summary>
    /// <remarks>
    /// As with <see cref="Encode{T}(IEnumerable{T})"/>. The output is asked for nothing before the last element is there: when the sequence throws, or is too
    /// long, nothing of it has been written.
    /// </remarks>
    /// <typeparam name="T">The element type.</typeparam>
    /// <param name="values">The elements.</param>
    /// <param name="output">Receives header and elements. It is never asked for more than 32 KiB at once.</param>
    /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException"><paramref name="output"/> hands out a span shorter than the one asked for.</exception>
    /// <exception cref="OverflowException">The array of a sequence that is enumerated would be longer than <see cref="Array.MaxLength"/> bytes.</exception>
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
            builder.Append(values);
            builder.WriteTo(output);
        }
        finally
        {
            SpareBuilder<T>.Return(builder);
        }
    }
}
