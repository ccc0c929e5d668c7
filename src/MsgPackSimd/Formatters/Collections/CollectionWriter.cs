using System;
using System.Buffers;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using MessagePack;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Enumerables;

namespace MsgPackSimd.Formatters;

/// <summary>Writes collections that don't expose their memory, and values known only as sequences. Nothing is written before all elements are known.</summary>
internal static class CollectionWriter
{
    /// <summary>
    /// Up to this many elements are enumerated if that takes no virtual call for each element, or if the collection is not an <see cref="ICollection{T}"/>, or
    /// is known not to expose its memory: copying them would first take memory from a pool.
    /// </summary>
    private const int MaxShortCount = 8;

    /// <summary>The same limit if each element takes two virtual calls.</summary>
    private const int MaxShortCountOfCopied = 3;

    /// <summary>Writes a sequence as an array, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The sequence.</param>
    public static void Write<T>(ref MessagePackWriter writer, IEnumerable<T>? value)
        where T : unmanaged
    {
        if (value is null)
        {
            writer.WriteNil();
        }
        else if (ContiguousElements.TryGetSpan(value, out ReadOnlySpan<T> span))
        {
            WriteArray(ref writer, span);
        }
        else if (!CollectionElements.TryGetCount(value, out int count)
            || count > (value is ICollection<T> ? MaxShortCountOfCopied : MaxShortCount)
            || !TryWriteShort<T, IEnumerator<T>>(ref writer, value.GetEnumerator()))
        {
            WriteMany(ref writer, value);
        }
    }

    /// <summary>Writes a collection whose type is known, so that its enumerator needs no virtual call.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The collection.</param>
    /// <param name="count">The number of elements that the collection reports.</param>
    /// <param name="enumerator">An enumerator of the collection.</param>
    public static void Write<T, TEnumerator>(ref MessagePackWriter writer, IEnumerable<T> value, int count, TEnumerator enumerator)
        where T : unmanaged
        where TEnumerator : struct, IEnumerator<T>
    {
        if (count > MaxShortCount || !TryWriteShort<T, TEnumerator>(ref writer, enumerator))
        {
            WriteMany(ref writer, value);
        }
    }

    /// <summary>
    /// Writes a collection whose type is known, and known not to expose its memory: more of its elements are enumerated than of one of any type.
    /// </summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The collection.</param>
    /// <param name="count">The number of elements that the collection reports.</param>
    public static void Write<T>(ref MessagePackWriter writer, IEnumerable<T> value, int count)
        where T : unmanaged
    {
        if (count > MaxShortCount || !TryWriteShort<T, IEnumerator<T>>(ref writer, value.GetEnumerator()))
        {
            WriteMany(ref writer, value);
        }
    }

    /// <summary>Writes what an enumerator gives, and nothing if it throws because the collection was changed.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="count">The number of elements that the collection reports.</param>
    /// <param name="enumerator">Gives the elements.</param>
    public static void WriteEnumerated<T, TEnumerator>(ref MessagePackWriter writer, int count, TEnumerator enumerator)
        where T : unmanaged
        where TEnumerator : struct, IEnumerator<T>
    {
        var elements = new List<T>(count);
        while (enumerator.MoveNext())
        {
            elements.Add(enumerator.Current);
        }

        ElementWriter.WriteArray<T>(ref writer, CollectionsMarshal.AsSpan(elements));
    }

    /// <summary>Writes the enumerated elements if there are no more than <see cref="MaxShortCount"/>; otherwise writes nothing.</summary>
    private static bool TryWriteShort<T, TEnumerator>(ref MessagePackWriter writer, TEnumerator enumerator)
        where T : unmanaged
        where TEnumerator : IEnumerator<T>
    {
        Span<T> elements = stackalloc T[MaxShortCount];
        int count = 0;
        using (enumerator)
        {
            while (enumerator.MoveNext())
            {
                if (count == elements.Length)
                {
                    return false;
                }

                elements[count++] = enumerator.Current;
            }
        }

        WriteArray<T>(ref writer, elements[..count]);
        return true;
    }

    /// <summary>Not inlined, so that the kernels need not be compiled for each type of collection.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteArray<T>(ref MessagePackWriter writer, scoped ReadOnlySpan<T> values)
        where T : unmanaged => ElementWriter.WriteArray(ref writer, values);

    private static void WriteMany<T>(ref MessagePackWriter writer, IEnumerable<T> value)
        where T : unmanaged
    {
        if (!CollectionElements.IsAskedToCopy(value, out int count))
        {
            WriteEnumerated(ref writer, value);
            return;
        }

        if (!CollectionElements.TryRent(value, count, ArrayPool<T>.Shared, out T[]? rented))
        {
            // It failed to copy its elements. The builder is not to ask it again.
            WriteEnumerated(ref writer, Enumerate(value, writer.CancellationToken));
            return;
        }

        try
        {
            WriteArray<T>(ref writer, rented.AsSpan(0, count));
        }
        finally
        {
            ArrayPool<T>.Shared.Return(rented);
        }
    }

    /// <summary>The same elements, without any other way to them. The token is checked for each.</summary>
    private static IEnumerable<T> Enumerate<T>(IEnumerable<T> values, CancellationToken cancellationToken)
    {
        foreach (T value in values)
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return value;
        }
    }

    private static void WriteEnumerated<T>(ref MessagePackWriter writer, IEnumerable<T> values)
        where T : unmanaged
    {
        MessagePackArrayBuilder<T> builder = SpareBuilder<T>.Take();
        try
        {
            CancellationToken cancellationToken = writer.CancellationToken;
            if (cancellationToken.IsCancellationRequested)
            {
                // The builder would not even look whether there are elements. To the built-in formatters, where there are none, there is nothing to cancel.
                builder.Append(Enumerate(values, cancellationToken));
            }
            else
            {
                builder.Append(values, cancellationToken);
            }

            if (builder.Count > 0)
            {
                ElementWriter.ThrowIfNotInSpec<T>(ref writer);
            }

            if (builder.Count <= ElementWriter.MaxChunkCount<T>()
                && builder.TryWriteTo(writer.GetSpan(ElementWriter.GetMaxLength<T>(builder.Count)), out int bytesWritten))
            {
                writer.Advance(bytesWritten);
            }
            else
            {
                foreach (ReadOnlyMemory<byte> piece in builder.WrittenSequence)
                {
                    ElementWriter.WriteEncoded(ref writer, piece.Span);
                }
            }
        }
        finally
        {
            SpareBuilder<T>.Return(builder);
        }
    }
}
