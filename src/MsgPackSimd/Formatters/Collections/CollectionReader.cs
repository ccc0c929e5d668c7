using System;
using System.Buffers;
using System.Collections.Generic;
using MessagePack;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads the elements of a collection that does not expose its memory: a few one after the other, many into pooled memory, from which the collection is
/// then made.
/// </summary>
internal static class CollectionReader
{
    /// <summary>The most elements for which memory is pooled, since it may stay in the pool for a long time.</summary>
    private const int MaxPooledCount = 1024 * 1024;

    /// <summary>Reads a collection as the built-in formatters do: its depth is counted, and the reader's cancellation token is checked.</summary>
    /// <param name="reader">The reader, at the array header or nil; it is advanced past the elements.</param>
    /// <param name="security">Limits how deeply collections may be nested.</param>
    /// <returns>The collection that <typeparamref name="TFactory"/> makes; <see langword="null"/> for nil.</returns>
    public static object? Read<T, TFactory>(ref MessagePackReader reader, MessagePackSecurity security)
        where T : unmanaged
        where TFactory : ICollectionFactory<T>
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        int count = reader.ReadArrayHeader();
        IEqualityComparer<T>? comparer = TFactory.GetComparer(security);
        security.DepthStep(ref reader);
        try
        {
            if (count > 0)
            {
                reader.CancellationToken.ThrowIfCancellationRequested();
            }

            return count == 0 || ShortArrayReader.Suits<T>(ref reader, count)
                ? TFactory.ReadShort(ref reader, count, comparer)
                : ReadMany<T, TFactory>(ref reader, comparer, start, count);
        }
        finally
        {
            reader.Depth--;
        }
    }

    private static object ReadMany<T, TFactory>(ref MessagePackReader reader, IEqualityComparer<T>? comparer, long start, int count)
        where T : unmanaged
        where TFactory : ICollectionFactory<T>
    {
        // The reader has compared the count with the bytes that are left.
        T[]? rented = count <= MaxPooledCount ? ArrayPool<T>.Shared.Rent(count) : null;
        try
        {
            var elements = new ArraySegment<T>(rented ?? GC.AllocateUninitializedArray<T>(count), 0, count);
            ElementReader.ReadElements(ref reader, start, elements.AsSpan());
            return TFactory.Create(elements, comparer);
        }
        finally
        {
            if (rented is not null)
            {
                ArrayPool<T>.Shared.Return(rented);
            }
        }
    }
}
