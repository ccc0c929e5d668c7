using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.IO;
using MessagePack;
using MessagePack.Formatters;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes <see cref="HashSet{T}"/>, <see cref="ISet{T}"/>, <see cref="IReadOnlySet{T}"/> and <see cref="ReadOnlySet{T}"/> as MessagePack-CSharp's
/// built-in formatters for them do: the same bytes, the same values in a set with the same comparer, the same kinds of exception.
/// </summary>
/// <remarks>
/// <para>
/// A set is written as an array, in the order in which it is enumerated, and read as by <see cref="MsgPackSimd.Codec.MessagePackArrayDecoder"/>
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
/// </para>
/// <para>
/// A set with a few elements is enumerated. One with more is asked to copy them into pooled memory, and is enumerated only if it can't copy them, has too many,
/// or is of a class derived from another set. Exceptions thrown while it is enumerated are not caught; nothing of it has been written then. (As a
/// <see cref="HashSet{T}"/>, what is derived from it copies its elements to a new array.)
/// </para>
/// <para>
/// Use it through <see cref="PrimitiveArrayResolver"/> (for an enum, <see cref="EnumArrayResolver{TEnum}"/>), or on one member of type <see cref="HashSet{T}"/>
/// with <c>[MessagePackFormatter(typeof(PrimitiveSetFormatter&lt;int&gt;))]</c> (on one of another type if its class is marked
/// <c>SuppressSourceGeneration</c>). Instances hold no state and are safe to use from multiple threads.
/// </para>
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="byte"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="Half"/>, <see cref="bool"/>, <see cref="char"/>, <see cref="DateTime"/>,
/// <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>, or an enum, which is its integer.
/// </typeparam>
public sealed class PrimitiveSetFormatter<T> :
    IMessagePackFormatter<HashSet<T>?>,
    IMessagePackFormatter<ISet<T>?>,
    IMessagePackFormatter<IReadOnlySet<T>?>,
    IMessagePackFormatter<ReadOnlySet<T>?>
    where T : unmanaged
{
    /// <summary>
    /// The shared instance. (For a <typeparamref name="T"/> that the constructor refuses, the first use throws a <see cref="TypeInitializationException"/>
    /// with the constructor's exception inside.)
    /// </summary>
    public static readonly PrimitiveSetFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveSetFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public PrimitiveSetFormatter() => ElementTypes.ThrowUnlessSupported<T>(nameof(PrimitiveSetFormatter<>));

    /// <summary>Writes a set as an array, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size, once all elements of the set are known.</param>
    /// <param name="value">The set.</param>
    /// <param name="options">Not used.</param>
    /// <exception cref="OperationCanceledException">The writer's cancellation token is cancelled and the set is not empty.</exception>
    /// <exception cref="InvalidOperationException">
    /// The output returned less memory than requested; or the set itself throws this, for example because it was changed
    /// while it was being enumerated.
    /// </exception>
    /// <exception cref="OverflowException">The set is enumerated, and its array would be longer than <see cref="Array.MaxLength"/> bytes.</exception>
    /// <exception cref="NotSupportedException">
    /// There are <see cref="DateTime"/> elements, and the writer is set to the old specification, which has no timestamps.
    /// </exception>
    public void Serialize(ref MessagePackWriter writer, HashSet<T>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        if (value.GetType() == typeof(HashSet<T>))
        {
            CollectionWriter.Write(ref writer, value, value.Count, value.GetEnumerator());
        }
        else
        {
            // With its own enumerator, and not with one that a derived class may put in its place.
            CollectionWriter.WriteEnumerated<T, HashSet<T>.Enumerator>(ref writer, value.Count, value.GetEnumerator());
        }
    }

    void IMessagePackFormatter<ISet<T>?>.Serialize(
        ref MessagePackWriter writer, ISet<T>? value, MessagePackSerializerOptions options) => CollectionWriter.Write(ref writer, value);

    void IMessagePackFormatter<IReadOnlySet<T>?>.Serialize(
        ref MessagePackWriter writer, IReadOnlySet<T>? value, MessagePackSerializerOptions options) => CollectionWriter.Write(ref writer, value);

    void IMessagePackFormatter<ReadOnlySet<T>?>.Serialize(
        ref MessagePackWriter writer, ReadOnlySet<T>? value, MessagePackSerializerOptions options) => CollectionWriter.Write(ref writer, value);

    /// <summary>Reads an array, header included, or nil.</summary>
    /// <param name="reader">The reader; it is advanced past the array.</param>
    /// <param name="options">
    /// Their <see cref="MessagePackSerializerOptions.Security"/> limits how deeply arrays may be nested, and chooses the comparer of a set.
    /// </param>
    /// <returns>A set of the elements; <see langword="null"/> for nil.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// Neither an array nor nil comes next, or an element is a token (such as nil) that <typeparamref name="T"/> is not read from.
    /// </exception>
    /// <exception cref="OverflowException">
    /// A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A timestamp is not in the years 1 to 9999, or a number is not that of a <see cref="DateOnly"/> or a <see cref="TimeOnly"/>.
    /// </exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory for the elements, or an array can't have as many.</exception>
    /// <exception cref="EndOfStreamException">The data ends early, or the header declares more elements than there are bytes after it.</exception>
    /// <exception cref="InsufficientExecutionStackException">The array is nested too deeply.</exception>
    /// <exception cref="TypeAccessException">
    /// MessagePack-CSharp has no comparer for <typeparamref name="T"/> that suits the security: for untrusted data, none for <see cref="Half"/>,
    /// <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>.
    /// </exception>
    /// <exception cref="OperationCanceledException">The reader's cancellation token is cancelled and the array is not empty.</exception>
    public HashSet<T>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        (HashSet<T>?)CollectionReader.Read<T, CollectionFactories.OfHashSet<T>>(ref reader, options.Security);

    ISet<T>? IMessagePackFormatter<ISet<T>?>.Deserialize(
        ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        (HashSet<T>?)CollectionReader.Read<T, CollectionFactories.OfHashSet<T>>(ref reader, options.Security);

    IReadOnlySet<T>? IMessagePackFormatter<IReadOnlySet<T>?>.Deserialize(
        ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        (HashSet<T>?)CollectionReader.Read<T, CollectionFactories.OfHashSet<T>>(ref reader, options.Security);

    ReadOnlySet<T>? IMessagePackFormatter<ReadOnlySet<T>?>.Deserialize(
        ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        CollectionReader.Read<T, CollectionFactories.OfHashSet<T>>(ref reader, options.Security) is HashSet<T> set
            ? new ReadOnlySet<T>(set)
            : null;
}
