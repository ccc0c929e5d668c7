using System;
using System.Buffers;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using MessagePack;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Sequences;

namespace MsgPackSimd.Formatters;

/// <summary>Writes collections that don't show their memory, and what is only known as a sequence. Nothing is written before all elements are known.</summary>
internal static class CollectionWriter
{
    /// <summary>
    /// Up to so many elements are enumerated, where that takes no virtual call for each, or the collection is no <see cref="ICollection{T}"/>: to copy them takes memory from
    /// a pool first.
    /// </summary>
    private const int MaxShortCount = 8;

    /// <summary>The same, where each element takes two virtual calls.</summary>
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

    /// <summary>Writes a collection whose type is known, and thereby an enumerator without a virtual call.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The collection.</param>
    /// <param name="count">What it says of its number of elements.</param>
    /// <param name="enumerator">An enumerator of it.</param>
    public static void Write<T, TEnumerator>(ref MessagePackWriter writer, IEnumerable<T> value, int count, TEnumerator enumerator)
        where T : unmanaged
        where TEnumerator : struct, IEnumerator<T>
    {
        if (count > MaxShortCount || !TryWriteShort<T, TEnumerator>(ref writer, enumerator))
        {
            WriteMany(ref writer, value);
        }
    }

    /// <summary>Writes a collection whose type is known, and that it is one that does not show its memory.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The collection.</param>
    /// <param name="count">What it says of its number of elements.</param>
    public static void Write<T>(ref MessagePackWriter writer, IEnumerable<T> value, int count)
        where T : unmanaged
    {
        if (count > MaxShortCount || !TryWriteShort<T, IEnumerator<T>>(ref writer, value.GetEnumerator()))
        {
            WriteMany(ref writer, value);
        }
    }

    /// <summary>Writes what is enumerated, if that comes to an end soon; otherwise nothing is written.</summary>
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

    /// <summary>Not inlined: the kernels need not be compiled for each type of collection.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteArray<T>(ref MessagePackWriter writer, scoped ReadOnlySpan<T> values)
        where T : unmanaged => ElementWriter.WriteArray(ref writer, values);

    private static void WriteMany<T>(ref MessagePackWriter writer, IEnumerable<T> value)
        where T : unmanaged
    {
        if (!CollectionElements.TryRent(value, ArrayPool<T>.Shared, out T[]? rented, out int count))
        {
            WriteEnumerated(ref writer, value);
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

    private static void WriteEnumerated<T>(ref MessagePackWriter writer, IEnumerable<T> values)
        where T : unmanaged
    {
        MessagePackArrayBuilder<T> builder = SpareBuilder<T>.Take();
        try
        {
            builder.Append(values, writer.CancellationToken);
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
                ElementWriter.WriteEncoded(ref writer, builder.WrittenSpan);
            }
        }
        finally
        {
            SpareBuilder<T>.Return(builder);
        }
    }
}
