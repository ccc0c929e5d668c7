using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using MessagePack;

namespace MsgPackSimd.Formatters;

/// <summary>Makes each type of collection from its elements, in the way that takes the least time for that type.</summary>
internal static class CollectionFactories
{
    public readonly struct OfQueue<T> : ICollectionFactory<T>
        where T : unmanaged
    {
        public static object ReadShort(ref MessagePackReader reader, int count, IEqualityComparer<T>? comparer)
        {
            var collection = new Queue<T>(count);
            for (int i = 0; i < count; i++)
            {
                collection.Enqueue(ShortArrayReader.Read<T>(ref reader));
            }

            return collection;
        }

        public static object Create(ArraySegment<T> elements, IEqualityComparer<T>? comparer) => new Queue<T>(elements);
    }

    /// <summary>The first element of a message is at the top of the stack, so it must be pushed last.</summary>
    public readonly struct OfStack<T> : ICollectionFactory<T>
        where T : unmanaged
    {
        public static object ReadShort(ref MessagePackReader reader, int count, IEqualityComparer<T>? comparer)
        {
            if (count == 0)
            {
                return new Stack<T>();
            }

            // (This passes an array, since an array segment would be boxed.)
            T[] elements = ShortArrayReader.Read<T>(ref reader, count);
            elements.AsSpan().Reverse();
            return new Stack<T>(elements);
        }

        public static object Create(ArraySegment<T> elements, IEqualityComparer<T>? comparer)
        {
            elements.AsSpan().Reverse();
            return new Stack<T>(elements);
        }
    }

    public readonly struct OfLinkedList<T> : ICollectionFactory<T>
        where T : unmanaged
    {
        public static object ReadShort(ref MessagePackReader reader, int count, IEqualityComparer<T>? comparer)
        {
            var collection = new LinkedList<T>();
            for (int i = 0; i < count; i++)
            {
                collection.AddLast(ShortArrayReader.Read<T>(ref reader));
            }

            return collection;
        }

        public static object Create(ArraySegment<T> elements, IEqualityComparer<T>? comparer)
        {
            var collection = new LinkedList<T>();
            foreach (T element in elements.AsSpan())
            {
                collection.AddLast(element);
            }

            return collection;
        }
    }

    /// <summary>It takes all elements at once: of each element that is added singly it would notify its observers, if it had any yet.</summary>
    public readonly struct OfObservableCollection<T> : ICollectionFactory<T>
        where T : unmanaged
    {
        public static object ReadShort(ref MessagePackReader reader, int count, IEqualityComparer<T>? comparer) =>
            count == 0 ? new ObservableCollection<T>() : new ObservableCollection<T>(ShortArrayReader.Read<T>(ref reader, count));

        public static object Create(ArraySegment<T> elements, IEqualityComparer<T>? comparer) => new ObservableCollection<T>(elements);
    }

    /// <summary>It takes all elements at once: each one that is added singly has to find the thread's own part of the bag.</summary>
    public readonly struct OfConcurrentBag<T> : ICollectionFactory<T>
        where T : unmanaged
    {
        public static object ReadShort(ref MessagePackReader reader, int count, IEqualityComparer<T>? comparer) =>
            count == 0 ? new ConcurrentBag<T>() : new ConcurrentBag<T>(ShortArrayReader.Read<T>(ref reader, count));

        public static object Create(ArraySegment<T> elements, IEqualityComparer<T>? comparer) => new ConcurrentBag<T>(elements);
    }

    public readonly struct OfConcurrentQueue<T> : ICollectionFactory<T>
        where T : unmanaged
    {
        public static object ReadShort(ref MessagePackReader reader, int count, IEqualityComparer<T>? comparer)
        {
            var collection = new ConcurrentQueue<T>();
            for (int i = 0; i < count; i++)
            {
                collection.Enqueue(ShortArrayReader.Read<T>(ref reader));
            }

            return collection;
        }

        public static object Create(ArraySegment<T> elements, IEqualityComparer<T>? comparer)
        {
            var collection = new ConcurrentQueue<T>();
            foreach (T element in elements.AsSpan())
            {
                collection.Enqueue(element);
            }

            return collection;
        }
    }

    /// <summary>Filled from the last element to the first, like a stack; it takes a range of an array at once.</summary>
    public readonly struct OfConcurrentStack<T> : ICollectionFactory<T>
        where T : unmanaged
    {
        public static object ReadShort(ref MessagePackReader reader, int count, IEqualityComparer<T>? comparer) =>
            count == 0 ? new ConcurrentStack<T>() : Create(ShortArrayReader.Read<T>(ref reader, count), comparer);

        public static object Create(ArraySegment<T> elements, IEqualityComparer<T>? comparer)
        {
            var stack = new ConcurrentStack<T>();
            elements.AsSpan().Reverse();
            stack.PushRange(elements.Array!, elements.Offset, elements.Count);
            return stack;
        }
    }

    /// <summary>
    /// A set grows as distinct values come, as with the built-in formatters: a message of nothing but repetitions does not make it large. It has the comparer
    /// that MessagePack-CSharp chooses for keys from the message's source.
    /// </summary>
    public readonly struct OfHashSet<T> : ICollectionFactory<T>
        where T : unmanaged
    {
        public static IEqualityComparer<T> GetComparer(MessagePackSecurity security) => security.GetEqualityComparer<T>();

        public static object ReadShort(ref MessagePackReader reader, int count, IEqualityComparer<T>? comparer)
        {
            var collection = new HashSet<T>(comparer);
            for (int i = 0; i < count; i++)
            {
                collection.Add(ShortArrayReader.Read<T>(ref reader));
            }

            return collection;
        }

        public static object Create(ArraySegment<T> elements, IEqualityComparer<T>? comparer)
        {
            var collection = new HashSet<T>(comparer);
            foreach (T element in elements.AsSpan())
            {
                collection.Add(element);
            }

            return collection;
        }
    }
}
