using System;
using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Enumerables;

/// <summary>Has a collection copy its elements, in place of asking it for one after another.</summary>
/// <remarks>
/// The count that a collection reports need not be true, or may no longer be true by the time it copies. The element that should be the last one, the one after
/// it, and the count once more tell whether it copied as many as it reported. If it did not, or can't copy, it is left to be enumerated: what that gives is
/// what the collection has. (One case goes unnoticed: a copy of more elements than are counted before and after, the first of the excess having the bytes that
/// mean untouched.) The array that a collection copies to is a pooled one, which may hold what others left there: all of it is cleared first, unless the
/// collection is one of the framework's that surely overwrites what is read, and reads nothing behind it. (Also part of the formatters' assembly, which uses
/// nothing of the codec but its public surface.)
/// </remarks>
internal static class CollectionElements
{
    /// <summary>For how many elements at most memory is rented because a collection reports that many.</summary>
    private const int MaxCount = 4 * 1024 * 1024;

    /// <summary>
    /// What memory is filled with that a collection may write to, to see whether it does. (An element that consists of it costs an enumeration, no more.)
    /// </summary>
    private const byte Untouched = 0xa5;

    /// <summary>Gets what a collection says of its number of elements, which need not be true.</summary>
    /// <param name="values">Any sequence.</param>
    /// <param name="count">Receives the number.</param>
    /// <returns><see langword="false"/> when it says nothing.</returns>
    public static bool TryGetCount<T>(IEnumerable<T> values, out int count)
    {
        switch (values)
        {
            case ICollection<T> collection:
                count = collection.Count;
                return true;
            case IReadOnlyCollection<T> collection:
                count = collection.Count;
                return true;
            default:
                count = 0;
                return false;
        }
    }

    /// <summary>Whether <see cref="TryRent{T}(IEnumerable{T}, ArrayPool{T}, out T[], out int)"/> has the sequence copy its elements.</summary>
    /// <remarks>
    /// A sequence that is not going to copy is not asked for its count, which it may have to enumerate itself for, or not know. What a collection throws when
    /// it is asked means the same as from its way to copy.
    /// </remarks>
    /// <param name="values">Any sequence.</param>
    /// <param name="count">Receives what it says of its number of elements; 0 when it is not asked, or can't say.</param>
    public static bool IsAskedToCopy<T>(IEnumerable<T> values, out int count)
    {
        count = 0;
        try
        {
            return CanCopy(values) && TryGetCount(values, out count) && count is > 0 and <= MaxCount;
        }
        catch (Exception e) when (IsUnable(e))
        {
            return false;
        }
    }

    /// <summary>
    /// Gets the elements of an <see cref="ICollection{T}"/>, or of one of the framework's collections that do not implement it, in a pooled array.
    /// </summary>
    /// <param name="values">Any sequence.</param>
    /// <param name="pool">Where the array is rented.</param>
    /// <param name="rented">Receives the array, which the caller has to give back; it is longer than it need be.</param>
    /// <param name="count">Receives the number of elements, from the array's start on.</param>
    /// <returns>
    /// <see langword="false"/> when the sequence must be enumerated: unless <see cref="IsAskedToCopy"/>, or because it failed to copy. Nothing is rented then.
    /// </returns>
    public static bool TryRent<T>(IEnumerable<T> values, ArrayPool<T> pool, [NotNullWhen(true)] out T[]? rented, out int count)
    {
        rented = null;
        return IsAskedToCopy(values, out count) && TryRent(values, count, pool, out rented);
    }

    /// <summary>The same for a sequence of which that is known already.</summary>
    /// <param name="values">A sequence that <see cref="IsAskedToCopy"/>.</param>
    /// <param name="count">The number of elements that it gave there.</param>
    /// <param name="pool">Where the array is rented.</param>
    /// <param name="rented">Receives the array, which the caller has to give back; it is longer than it need be.</param>
    /// <returns><see langword="false"/> when the sequence must be enumerated, because it failed to copy. Nothing is rented then.</returns>
    public static bool TryRent<T>(IEnumerable<T> values, int count, ArrayPool<T> pool, [NotNullWhen(true)] out T[]? rented)
    {
        rented = null;
        T[] elements = pool.Rent(count + 1);
        try
        {
            // The last element that the collection should write, and the one behind it: both lie in the array, and element types hold no references.
            Span<byte> witnesses = MemoryMarshal.CreateSpan(ref Unsafe.As<T, byte>(ref elements[count - 1]), 2 * Unsafe.SizeOf<T>());
            if (!CopiesAll(values))
            {
                Array.Clear(elements);
            }

            witnesses.Fill(Untouched);
            CopyTo(values, elements);
            if (witnesses[..Unsafe.SizeOf<T>()].ContainsAnyExcept(Untouched)
                && !witnesses[Unsafe.SizeOf<T>()..].ContainsAnyExcept(Untouched)
                && TryGetCount(values, out int countAfterwards)
                && countAfterwards == count)
            {
                rented = elements;
            }
        }
        catch (Exception e) when (IsUnable(e))
        {
            // It is left to be enumerated.
        }
        finally
        {
            if (rented is null)
            {
                pool.Return(elements);
            }
        }

        return rented is not null;
    }

    /// <summary>
    /// Whether a collection says by this that it can't count or copy at all, or not to such an array, or has more elements than it said. Anything else is for
    /// the caller to know.
    /// </summary>
    private static bool IsUnable(Exception exception) => exception is NotSupportedException or NotImplementedException or ArgumentException
        or IndexOutOfRangeException or InvalidCastException or RankException or ArrayTypeMismatchException;

    /// <summary>
    /// Whether it copies what it enumerates: an <see cref="ICollection{T}"/> promises that. A class derived from another collection would copy what its base
    /// class has, but may enumerate something else.
    /// </summary>
    private static bool CanCopy<T>(IEnumerable<T> values)
    {
        Type type = values.GetType();
        return values is ICollection<T>
            ? type == typeof(ObservableCollection<T>) || type == typeof(ReadOnlyObservableCollection<T>) || !IsDerivedFromCollection<T>(type)
            : type == typeof(Queue<T>)
                || type == typeof(Stack<T>)
                || type == typeof(ConcurrentQueue<T>)
                || type == typeof(ConcurrentStack<T>)
                || type == typeof(ConcurrentBag<T>);
    }

    private static bool IsDerivedFromCollection<T>(Type type) =>
        type.BaseType is { } baseType && baseType != typeof(object) && typeof(IEnumerable<T>).IsAssignableFrom(baseType);

    /// <summary>
    /// Whether it surely copies all its elements, being a collection of the framework whose way to copy can't be overridden. One of another kind that forgets
    /// an element must not pass on what was left in the array, and code of another kind must not see it.
    /// </summary>
    private static bool CopiesAll<T>(IEnumerable<T> values) =>
        values is not ICollection<T>
        || values.GetType() == typeof(HashSet<T>)
        || values.GetType() == typeof(LinkedList<T>)
        || values.GetType() == typeof(ObservableCollection<T>);

    private static void CopyTo<T>(IEnumerable<T> values, T[] elements)
    {
        switch (values)
        {
            case ICollection<T> collection:
                collection.CopyTo(elements, 0);
                break;
            case Queue<T> queue:
                queue.CopyTo(elements, 0);
                break;
            case Stack<T> stack:
                if (typeof(T).IsPrimitive || typeof(T).IsEnum)
                {
                    // The untyped CopyTo reverses a whole copy, with vectors for primitive types; the typed one copies element by element, and takes twice as
                    // long.
                    ((ICollection)stack).CopyTo(elements, 0);
                }
                else
                {
                    // The untyped CopyTo boxes elements that are not primitive.
                    stack.CopyTo(elements, 0);
                }

                break;
            case ConcurrentQueue<T> queue:
                queue.CopyTo(elements, 0);
                break;
            case ConcurrentStack<T> stack:
                stack.CopyTo(elements, 0);
                break;
            case ConcurrentBag<T> bag:
                bag.CopyTo(elements, 0);
                break;
        }
    }
}
