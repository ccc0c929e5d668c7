using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Enumerables;

/// <summary>Finds the sequences whose elements lie side by side in memory, and need not be asked for one by one.</summary>
/// <remarks>
/// Only where the type is known exactly: a class derived from <see cref="List{T}"/> may enumerate something else than the list has, and what an
/// <see cref="ICollection{T}"/> of the caller's says about itself need not be true. (Also part of the formatters' assembly, which uses nothing
/// of the codec but its public surface.)
/// </remarks>
internal static class ContiguousElements
{
    /// <summary>Gets the elements of an array, a <see cref="List{T}"/>, an array's segment, an immutable array or a string.</summary>
    /// <param name="values">Any sequence.</param>
    /// <param name="span">
    /// Receives the elements. A list's memory and count are taken at once: if another thread changes the list while the elements are read, they may be the old
    /// or the new ones, but nothing else can be read.
    /// </param>
    /// <returns><see langword="false"/> for every other sequence, also for an uninitialized one, which throws when it is enumerated.</returns>
    public static bool TryGetSpan<T>(IEnumerable<T> values, out ReadOnlySpan<T> span)
    {
        Type type = values.GetType();
        if (type == typeof(T[]))
        {
            span = Unsafe.As<T[]>(values);
            return true;
        }

        if (type == typeof(List<T>))
        {
            span = CollectionsMarshal.AsSpan(Unsafe.As<List<T>>(values));
            return true;
        }

        if (type == typeof(ImmutableArray<T>))
        {
            var array = (ImmutableArray<T>)values;
            span = array.AsSpan();
            return !array.IsDefault;
        }

        if (type == typeof(ArraySegment<T>))
        {
            var segment = (ArraySegment<T>)values;
            span = segment;
            return segment.Array is not null;
        }

        if (typeof(T) == typeof(char) && type == typeof(string))
        {
            ReadOnlySpan<char> characters = Unsafe.As<string>(values);
            span = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<char, T>(ref MemoryMarshal.GetReference(characters)), characters.Length);
            return true;
        }

        span = default;
        return false;
    }
}
