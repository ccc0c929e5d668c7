using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;

namespace MsgPackSimd.Formatters;

/// <summary>The arrays and collections that have a formatter, for all resolvers.</summary>
/// <remarks>Types are only compared and nothing is created by reflection, so this also works in programs that are compiled ahead of time.</remarks>
internal static class Shapes
{
    /// <summary>Finds the formatter for <typeparamref name="T"/>.</summary>
    /// <typeparam name="T">The type to read or write.</typeparam>
    /// <typeparam name="TElement">An element type.</typeparam>
    /// <returns>
    /// The formatter; <see langword="null"/> if <typeparamref name="T"/> is not an accelerated array or collection of <typeparamref name="TElement"/>.
    /// </returns>
    public static object? FindFormatter<T, TElement>()
        where TElement : unmanaged
    {
        if (typeof(TElement) == typeof(byte) && IsBinary<T>())
        {
            return null;
        }

        // A method loads all types that it names when it is compiled. For an array, there is no need of the 350 types behind the other shapes.
        return typeof(T) == typeof(TElement[])
            ? PrimitiveArrayFormatter<TElement>.Instance
            : FindForList<T, TElement>()
                ?? FindForMemory<T, TElement>()
                ?? FindForNullable<T, TElement>()
                ?? FindForMultiDimensionalArray<T, TElement>()
                ?? FindForSet<T, TElement>()
                ?? FindForOtherCollection<T, TElement>();
    }

    private static object? FindForList<T, TElement>()
        where TElement : unmanaged
    {
        if (typeof(T) == typeof(List<TElement>) || typeof(T) == typeof(IList<TElement>) || typeof(T) == typeof(ICollection<TElement>))
        {
            return PrimitiveListFormatter<TElement>.Instance;
        }

        return typeof(T) == typeof(IEnumerable<TElement>)
            || typeof(T) == typeof(IReadOnlyCollection<TElement>)
            || typeof(T) == typeof(IReadOnlyList<TElement>)
            ? PrimitiveEnumerableFormatter<TElement>.Instance
            : null;
    }

#pragma warning disable CA1859 // With a more specific type, a call would load it, and through its interfaces all shapes that it serves.
    private static object? FindForMemory<T, TElement>()
        where TElement : unmanaged =>
        typeof(T) == typeof(Memory<TElement>)
        || typeof(T) == typeof(ReadOnlyMemory<TElement>)
        || typeof(T) == typeof(ArraySegment<TElement>)
        || typeof(T) == typeof(ImmutableArray<TElement>)
        || typeof(T) == typeof(ReadOnlySequence<TElement>)
            ? PrimitiveMemoryFormatter<TElement>.Instance
            : null;

    private static object? FindForNullable<T, TElement>()
        where TElement : unmanaged =>
        typeof(T) == typeof(TElement?[]) || typeof(T) == typeof(List<TElement?>)
            ? PrimitiveNullableFormatter<TElement>.Instance
            : null;

    private static object? FindForMultiDimensionalArray<T, TElement>()
        where TElement : unmanaged =>
        typeof(T) == typeof(TElement[,]) || typeof(T) == typeof(TElement[,,]) || typeof(T) == typeof(TElement[,,,])
            ? PrimitiveMultiDimensionalArrayFormatter<TElement>.Instance
            : null;

    private static object? FindForSet<T, TElement>()
        where TElement : unmanaged =>
        typeof(T) == typeof(HashSet<TElement>)
        || typeof(T) == typeof(ISet<TElement>)
        || typeof(T) == typeof(IReadOnlySet<TElement>)
        || typeof(T) == typeof(ReadOnlySet<TElement>)
            ? PrimitiveSetFormatter<TElement>.Instance
            : null;

    private static object? FindForOtherCollection<T, TElement>()
        where TElement : unmanaged =>
        typeof(T) == typeof(Queue<TElement>)
        || typeof(T) == typeof(Stack<TElement>)
        || typeof(T) == typeof(LinkedList<TElement>)
        || typeof(T) == typeof(ObservableCollection<TElement>)
        || typeof(T) == typeof(ReadOnlyCollection<TElement>)
        || typeof(T) == typeof(ReadOnlyObservableCollection<TElement>)
        || typeof(T) == typeof(ConcurrentBag<TElement>)
        || typeof(T) == typeof(ConcurrentQueue<TElement>)
        || typeof(T) == typeof(ConcurrentStack<TElement>)
            ? PrimitiveCollectionFormatter<TElement>.Instance
            : null;
#pragma warning restore CA1859

    /// <summary>Whether this is one of the shapes in which bytes are not an array of numbers.</summary>
    private static bool IsBinary<T>() =>
        typeof(T) == typeof(byte[])
        || typeof(T) == typeof(Memory<byte>)
        || typeof(T) == typeof(ReadOnlyMemory<byte>)
        || typeof(T) == typeof(ArraySegment<byte>)
        || typeof(T) == typeof(ReadOnlySequence<byte>);
}
