using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Linq;

namespace MsgPackSimd.TestSupport;

/// <summary>The same elements as sequences of all kinds.</summary>
public static class TestSequences
{
    /// <summary>Sequences that enumerate <paramref name="values"/>, by name: collections that are what they say, some that are not, and lazy ones.</summary>
    public static IEnumerable<(string Name, IEnumerable<T> Sequence)> Shapes<T>(T[] values)
        where T : unmanaged
    {
        yield return ("array", values);
        yield return ("list", new List<T>(values));
        yield return ("list with room", new List<T>(2 * values.Length).Also(list => list.AddRange(values)));
        yield return ("segment", new ArraySegment<T>([default, .. values, default], 1, values.Length));
        yield return ("immutable array", ImmutableArray.Create(values));
        yield return ("immutable list", ImmutableList.Create(values));
        yield return ("queue", Wrapped(values));
        yield return ("stack", new Stack<T>(values.Reverse()));
        yield return ("concurrent queue", new ConcurrentQueue<T>(values));
        yield return ("concurrent stack", new ConcurrentStack<T>(values.Reverse()));
        yield return ("concurrent bag", new ConcurrentBag<T>(values.Reverse()));
        yield return ("count without a copy", new StubReadOnlyCollection<T>(values, values.Length));
        yield return ("count too low, without a copy", new StubReadOnlyCollection<T>(values, 0));
        yield return ("count too high, without a copy", new StubReadOnlyCollection<T>(values, int.MaxValue));
        yield return ("linked list", new LinkedList<T>(values));
        yield return ("collection", new Collection<T>(values));
        yield return ("read-only collection", new ReadOnlyCollection<T>(values));
        yield return ("values of a dictionary", values.Select((value, i) => (value, i)).ToDictionary(pair => pair.i, pair => pair.value).Values);
        yield return ("lazy", Lazy(values));
        yield return ("lazy of LINQ", values.Where(_ => true));
        yield return ("lazy with a count", values.Select(value => value));
        yield return ("list that enumerates something else", new OtherList<T>(values));
        yield return ("list that is enumerated backwards", new BackwardsList<T>(values));
        yield return ("derived list", new DerivedList<T>(values));
        yield return ("queue that is enumerated backwards", new BackwardsQueue<T>(values));
        yield return ("stack that is enumerated backwards", new BackwardsStack<T>(values));
        yield return ("concurrent queue that is enumerated backwards", new BackwardsConcurrentQueue<T>(values));
        yield return ("linked list that is enumerated backwards", new BackwardsLinkedList<T>(values));
        yield return ("collection that is enumerated backwards", new BackwardsCollection<T>(values));
        yield return ("derived collection", new ObservableCollection<T>(values));
        foreach (CopyBehavior behavior in Enum.GetValues<CopyBehavior>())
        {
            foreach (int difference in new[] { -values.Length, -1, 0, 1, 5_000_000, int.MinValue })
            {
                // A collection that copies as many elements as it reports, but enumerates another number: nobody can know which is right.
                if ((behavior, difference) is not ((CopyBehavior.OneTooMany, 1) or (CopyBehavior.AllButTheLast, -1)))
                {
                    yield return ($"{behavior}, count off by {difference}", new StubCollection<T>(values, values.Length + difference, behavior));
                }
            }
        }

        if (values is char[] characters)
        {
            yield return ("string", (IEnumerable<T>)(object)new string(characters));
        }

        if (values is uint[])
        {
            yield return ("array of the other sign", (IEnumerable<T>)(object)Array.ConvertAll((uint[])(object)values, value => (int)value));
        }
    }

    public static IEnumerable<T> Lazy<T>(IEnumerable<T> values)
    {
        foreach (T value in values)
        {
            yield return value;
        }
    }

    /// <summary>Elements, and then <see cref="TimeoutException"/>.</summary>
    public static IEnumerable<T> Throwing<T>(IEnumerable<T> values)
    {
        foreach (T value in values)
        {
            yield return value;
        }

        throw new TimeoutException();
    }

    /// <summary>A list to which an element is added while it is enumerated, so that its enumerator throws <see cref="InvalidOperationException"/>.</summary>
    public static IEnumerable<T> Modified<T>(IEnumerable<T> values, int at)
    {
        var list = new List<T>(values);
        int i = 0;
        foreach (T value in list)
        {
            if (i++ == at)
            {
                list.Add(value);
            }

            yield return value;
        }
    }

    /// <summary>A queue whose elements go around the end of its memory.</summary>
    private static Queue<T> Wrapped<T>(T[] values)
    {
        var queue = new Queue<T>(Math.Max(values.Length, 1));
        queue.Enqueue(default!);
        queue.Dequeue();
        foreach (T value in values)
        {
            queue.Enqueue(value);
        }

        return queue;
    }

    private static TValue Also<TValue>(this TValue value, Action<TValue> action)
    {
        action(value);
        return value;
    }

    private sealed class DerivedList<T>(T[] values) : List<T>(values);

    /// <summary>A list that has and copies its elements backwards, and whose enumerator is that of another list.</summary>
    private sealed class BackwardsList<T>(T[] values) : List<T>(Enumerable.Reverse(values)), IEnumerable<T>
    {
        IEnumerator<T> IEnumerable<T>.GetEnumerator() => ((IEnumerable<T>)values.ToList()).GetEnumerator();
    }

    /// <summary>A list whose memory is not what it enumerates and copies.</summary>
    private sealed class OtherList<T> : List<T>, ICollection<T>
    {
        private readonly T[] values;

        public OtherList(T[] values)
        {
            this.values = values;
            Add(default!);
        }

        int ICollection<T>.Count => values.Length;

        void ICollection<T>.CopyTo(T[] array, int arrayIndex) => values.CopyTo(array, arrayIndex);

        IEnumerator<T> IEnumerable<T>.GetEnumerator() => values.AsEnumerable().GetEnumerator();
    }
}

/// <summary>
/// A queue that has its elements backwards, and whose enumerator goes through them from the end. It implements no interface by which it would promise to copy
/// what it enumerates.
/// </summary>
internal sealed class BackwardsQueue<T>(T[] values) : Queue<T>(Enumerable.Reverse(values)), IEnumerable<T>
{
    IEnumerator<T> IEnumerable<T>.GetEnumerator() => values.AsEnumerable().GetEnumerator();
}

/// <summary>The same as a stack.</summary>
internal sealed class BackwardsStack<T>(T[] values) : Stack<T>(values), IEnumerable<T>
{
    IEnumerator<T> IEnumerable<T>.GetEnumerator() => values.AsEnumerable().GetEnumerator();
}

/// <summary>The same as a queue for many threads.</summary>
internal sealed class BackwardsConcurrentQueue<T>(T[] values) : ConcurrentQueue<T>(Enumerable.Reverse(values)), IEnumerable<T>
{
    IEnumerator<T> IEnumerable<T>.GetEnumerator() => values.AsEnumerable().GetEnumerator();
}

/// <summary>
/// The same as a linked list: an <see cref="ICollection{T}"/>, but what copies its elements is its base class, which does not know of the other enumerator.
/// </summary>
internal sealed class BackwardsLinkedList<T>(T[] values) : LinkedList<T>(Enumerable.Reverse(values)), IEnumerable<T>
{
    IEnumerator<T> IEnumerable<T>.GetEnumerator() => values.AsEnumerable().GetEnumerator();
}

/// <summary>The same as a class of which others are meant to be derived.</summary>
internal sealed class BackwardsCollection<T>(T[] values) : Collection<T>([.. Enumerable.Reverse(values)]), IEnumerable<T>
{
    IEnumerator<T> IEnumerable<T>.GetEnumerator() => values.AsEnumerable().GetEnumerator();
}

/// <summary>A collection that reports some count, and can only be enumerated.</summary>
public sealed class StubReadOnlyCollection<T>(T[] values, int count) : IReadOnlyCollection<T>
{
    public int Count => count;

    public IEnumerator<T> GetEnumerator() => values.AsEnumerable().GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>A collection that counts its elements by enumerating them, and can only be enumerated.</summary>
public sealed class LazilyCountedCollection<T>(IEnumerable<T> values) : IReadOnlyCollection<T>
{
    public int Count => this.AsEnumerable().Count(_ => true);

    /// <summary>Gets how often it was enumerated.</summary>
    public int Enumerations { get; private set; }

    public IEnumerator<T> GetEnumerator()
    {
        Enumerations++;
        return values.GetEnumerator();
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>How a collection copies its elements.</summary>
public enum CopyBehavior
{
    Whole,
    Nothing,
    AllButTheLast,
    OneTooMany,
    NotSupported,
    NotImplemented,
    InvalidCast,
    WrongRank,
    WrongArray,
    BeyondTheArray,
}

/// <summary>A collection whose count and copying may be wrong; its enumerator is right.</summary>
public sealed class StubCollection<T>(T[] values, int count, CopyBehavior behavior) : ICollection<T>
{
    public int Count => count;

    public bool IsReadOnly => true;

    /// <summary>Gets how many enumerators were handed out and not disposed of.</summary>
    public int OpenEnumerators { get; private set; }

    /// <summary>Gets how often it was asked to copy its elements.</summary>
    public int Copies { get; private set; }

    public IEnumerator<T> GetEnumerator()
    {
        OpenEnumerators++;
        try
        {
            foreach (T value in values)
            {
                yield return value;
            }
        }
        finally
        {
            OpenEnumerators--;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public void CopyTo(T[] array, int arrayIndex)
    {
        Copies++;
        switch (behavior)
        {
            case CopyBehavior.NotSupported:
                throw new NotSupportedException();
            case CopyBehavior.NotImplemented:
                throw new NotImplementedException();
            case CopyBehavior.InvalidCast:
                throw new InvalidCastException();
            case CopyBehavior.WrongRank:
                throw new RankException();
            case CopyBehavior.WrongArray:
                throw new ArrayTypeMismatchException();
            case CopyBehavior.BeyondTheArray:
                array[array.Length] = default!;
                break;
        }

        int copied = behavior switch
        {
            CopyBehavior.Nothing => 0,
            CopyBehavior.AllButTheLast => Math.Max(0, values.Length - 1),
            _ => values.Length,
        };
        Array.Copy(values, 0, array, arrayIndex, copied);
        if (behavior == CopyBehavior.OneTooMany)
        {
            array[arrayIndex + copied] = default!;
        }
    }

    public void Add(T item) => throw new NotSupportedException();

    public void Clear() => throw new NotSupportedException();

    public bool Contains(T item) => throw new NotSupportedException();

    public bool Remove(T item) => throw new NotSupportedException();
}

/// <summary>Lazy, and its own enumerator.</summary>
public sealed class OneEnumerator<T>(T[] values) : IEnumerable<T>, IEnumerator<T>
{
    private int next;

    public T Current => values[next - 1];

    object IEnumerator.Current => throw new NotSupportedException();

    public IEnumerator<T> GetEnumerator()
    {
        next = 0;
        return this;
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public bool MoveNext() => next++ < values.Length;

    public void Reset() => throw new NotSupportedException();

    public void Dispose()
    {
    }
}
