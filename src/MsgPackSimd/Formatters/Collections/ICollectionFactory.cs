using System;
using System.Collections.Generic;
using MessagePack;

namespace MsgPackSimd.Formatters;

/// <summary>Makes collections of one type.</summary>
/// <remarks>
/// That type is no type argument: it is a reference type, and code that is shared by all of these looks up at run time which method a factory has. (Short
/// queues were read at 0.71 to 0.95 of the built-in formatter's speed.)
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
internal interface ICollectionFactory<T>
{
    /// <summary>
    /// The comparer of a set; <see langword="null"/> for other collections. For some element types MessagePack-CSharp has none that resists deliberate hash
    /// collisions, and throws: before an element is read, as with the built-in formatter.
    /// </summary>
    /// <param name="security">Chooses the comparer.</param>
    static virtual IEqualityComparer<T>? GetComparer(MessagePackSecurity security) => null;

    /// <summary>Makes a collection of a few elements, which are read one by one.</summary>
    /// <param name="reader">The reader, past the array header; it is advanced past the elements.</param>
    /// <param name="count">The number of elements, from 0 up.</param>
    /// <param name="comparer">What <see cref="GetComparer"/> has given.</param>
    static abstract object ReadShort(ref MessagePackReader reader, int count, IEqualityComparer<T>? comparer);

    /// <summary>Makes a collection of many elements.</summary>
    /// <param name="elements">The elements, in memory that the collection must not keep, but may change.</param>
    /// <param name="comparer">What <see cref="GetComparer"/> has given.</param>
    static abstract object Create(ArraySegment<T> elements, IEqualityComparer<T>? comparer);
}
