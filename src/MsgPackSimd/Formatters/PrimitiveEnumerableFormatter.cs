using System;
using System.Collections.Generic;
using System.IO;
using MessagePack;
using MessagePack.Formatters;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes <see cref="IEnumerable{T}"/>, <see cref="IReadOnlyCollection{T}"/> and <see cref="IReadOnlyList{T}"/> as MessagePack-CSharp's built-in
/// formatters for these interfaces do: the same bytes, the same values in an array, the same kinds of exception.
/// </summary>
/// <remarks>
/// <para>
/// A sequence is written as an array, as by <see cref="MsgPackSimd.Codec.MessagePackArrayEncoder.Encode{T}(IEnumerable{T})"/>, and read as by
/// <see cref="MsgPackSimd.Codec.MessagePackArrayDecoder"/>
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
/// </para>
/// <para>
/// Arrays, lists and other sequences whose elements are adjacent in memory are written from there. Every other sequence is copied or enumerated into pooled
/// memory, or, with a few elements, to the stack. Exceptions thrown while it is enumerated are not caught; nothing of it has been written then.
/// </para>
/// <para>
/// Use it through <see cref="PrimitiveArrayResolver"/> (for an enum, <see cref="EnumArrayResolver{TEnum}"/>), or on one member of type <see
/// cref="IEnumerable{T}"/> with <c>[MessagePackFormatter(typeof(PrimitiveEnumerableFormatter&lt;int&gt;))]</c> (on one of another type if its class is marked
/// <c>SuppressSourceGeneration</c>). Instances hold no state and are safe to use from multiple threads.
/// </para>
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="byte"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="Half"/>, <see cref="bool"/>, <see cref="char"/>, <see cref="DateTime"/>,
/// <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>, or an enum, which is its integer.
/// </typeparam>
public sealed class PrimitiveEnumerableFormatter<T> :
    IMessagePackFormatter<IEnumerable<T>?>, IMessagePackFormatter<IReadOnlyCollection<T>?>, IMessagePackFormatter<IReadOnlyList<T>?>
    where T : unmanaged
{
    /// <summary>
    /// The shared instance. (For a <typeparamref name="T"/> that the constructor refuses, the first use throws a <see cref="TypeInitializationException"/>
    /// with the constructor's exception inside.)
    /// </summary>
    public static readonly PrimitiveEnumerableFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveEnumerableFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public PrimitiveEnumerableFormatter() => ElementTypes.ThrowUnlessSupported<T>(nameof(PrimitiveEnumerableFormatter<>));

    /// <summary>Writes a sequence as an array, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size, once all elements of the sequence are known.</param>
    /// <param name="value">
    /// The sequence. The writer's cancellation token is checked for each element if many are enumerated, otherwise before each chunk.
    /// </param>
    /// <param name="options">Not used.</param>
    /// <exception cref="OperationCanceledException">The writer's cancellation token is cancelled and the sequence is not empty.</exception>
    /// <exception cref="InvalidOperationException">
    /// The output returned less memory than requested; or the sequence itself throws this, for example because it was changed
    /// while it was being enumerated.
    /// </exception>
    /// <exception cref="OverflowException">The sequence is enumerated, and its array would be longer than <see cref="Array.MaxLength"/> bytes.</exception>
    /// <exception cref="NotSupportedException">
    /// There are <see cref="DateTime"/> elements, and the writer is set to the old specification, which has no timestamps.
    /// </exception>
    public void Serialize(ref MessagePackWriter writer, IEnumerable<T>? value, MessagePackSerializerOptions options) =>
        CollectionWriter.Write(ref writer, value);

    void IMessagePackFormatter<IReadOnlyCollection<T>?>.Serialize(
        ref MessagePackWriter writer, IReadOnlyCollection<T>? value, MessagePackSerializerOptions options) => CollectionWriter.Write(ref writer, value);

    void IMessagePackFormatter<IReadOnlyList<T>?>.Serialize(
        ref MessagePackWriter writer, IReadOnlyList<T>? value, MessagePackSerializerOptions options) => CollectionWriter.Write(ref writer, value);

    /// <summary>Reads an array, header included, or nil.</summary>
    /// <param name="reader">The reader; it is advanced past the array.</param>
    /// <param name="options">Their <see cref="MessagePackSerializerOptions.Security"/> limits how deeply arrays may be nested.</param>
    /// <returns>The elements, as a <c>T[]</c>; <see langword="null"/> for nil.</returns>
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
    /// <exception cref="OperationCanceledException">The reader's cancellation token is cancelled and the array is not empty.</exception>
    public IEnumerable<T>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => Read(ref reader, options);

    IReadOnlyCollection<T>? IMessagePackFormatter<IReadOnlyCollection<T>?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        Read(ref reader, options);

    IReadOnlyList<T>? IMessagePackFormatter<IReadOnlyList<T>?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        Read(ref reader, options);

    private static T[]? Read(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : ElementReader.ReadCollection<T>(ref reader, options.Security);
}
