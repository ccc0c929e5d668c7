using System;
using MessagePack;

namespace MsgPackSimd.Formatters;

/// <summary>Makes collections of one type.</summary>
/// <typeparam name="T">The element type.</typeparam>
/// <typeparam name="TCollection">The type of the collection.</typeparam>
internal interface ICollectionFactory<T, TCollection>
{
    /// <summary>Throws if there can't be such a collection with this security, as the built-in formatter does before it reads an element.</summary>
    /// <param name="security">Chooses the comparer of a set.</param>
    static virtual void ThrowIfImpossible(MessagePackSecurity security)
    {
    }

    /// <summary>Makes a collection of a few elements, which are read one by one.</summary>
    /// <param name="reader">The reader, past the array header; it is advanced past the elements.</param>
    /// <param name="count">The number of elements, from 0 up.</param>
    /// <param name="security">Chooses the comparer of a set.</param>
    static abstract TCollection ReadShort(ref MessagePackReader reader, int count, MessagePackSecurity security);

    /// <summary>Makes a collection of many elements.</summary>
    /// <param name="elements">The elements, in memory that the collection must not keep, but may change.</param>
    /// <param name="security">Chooses the comparer of a set.</param>
    static abstract TCollection Create(ArraySegment<T> elements, MessagePackSecurity security);
}
