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
/// Arrays, lists and other sequences whose elements lie side by side are written from there; every other one is enumerated once, into memory that
/// is given back afterwards. What the sequence throws passes, and nothing of it has been written then.
/// </para>
/// <para>
/// Use it through <see cref="PrimitiveArrayResolver"/>, or on one member with
/// <c>[MessagePackFormatter(typeof(PrimitiveEnumerableFormatter&lt;int&gt;))]</c>. Instances hold no state and are safe to use from many threads.
/// </para>
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="bool"/> and <see cref="char"/>.
/// </typeparam>
public sealed class PrimitiveEnumerableFormatter<T> :
    IMessagePackFormatter<IEnumerable<T>?>, IMessagePackFormatter<IReadOnlyCollection<T>?>, IMessagePackFormatter<IReadOnlyList<T>?>
    where T : unmanaged
{
    /// <summary>The one instance that is ever needed.</summary>
    public static readonly PrimitiveEnumerableFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveEnumerableFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public PrimitiveEnumerableFormatter() => ElementTypes.ThrowUnlessSupported<T>(nameof(PrimitiveEnumerableFormatter<>));

    /// <summary>Writes a sequence as an array, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size, once the sequence has come to its end.</param>
    /// <param name="value">The sequence. The writer's token is looked at for each element that it has to be asked for.</param>
    /// <param name="options">Not used.</param>
    /// <exception cref="OperationCanceledException">The writer's token is cancelled and the sequence is not empty.</exception>
    /// <exception cref="InvalidOperationException">
    /// The output hands out less memory than it was asked for, too little for an element; or the sequence was changed while it was enumerated.
    /// </exception>
    /// <exception cref="OverflowException">The array of a sequence that is enumerated would be longer than <see cref="Array.MaxLength"/> bytes.</exception>
    public void Serialize(ref MessagePackWriter writer, IEnumerable<T>? value, MessagePackSerializerOptions options) =>
        CollectionWriter.Write(ref writer, value);

    void IMessagePackFormatter<IReadOnlyCollection<T>?>.Serialize(
        ref MessagePackWriter writer, IReadOnlyCollection<T>? value, MessagePackSerializerOptions options) => CollectionWriter.Write(ref writer, value);

    void IMessagePackFormatter<IReadOnlyList<T>?>.Serialize(
        ref MessagePackWriter writer, IReadOnlyList<T>? value, MessagePackSerializerOptions options) => CollectionWriter.Write(ref writer, value);

    /// <summary>Reads an array, header included; <see langword="null"/> where nil stands in its place.</summary>
    /// <param name="reader">The reader; it is moved behind the array.</param>
    /// <param name="options">Their <see cref="MessagePackSerializerOptions.Security"/> says how deep arrays may stand in one another.</param>
    /// <returns>The elements, as a <c>T[]</c>.</returns>
    /// <exception cref="MessagePackSerializationException">Neither an array nor nil comes next, or a token is of a kind that <typeparamref name="T"/> is not read from.</exception>
    /// <exception cref="OverflowException">A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.</exception>
    /// <exception cref="EndOfStreamException">The data ends early, or the header declares more elements than bytes follow it.</exception>
    /// <exception cref="InsufficientExecutionStackException">The array stands too deep.</exception>
    /// <exception cref="OperationCanceledException">The reader's token is cancelled and the array is not empty.</exception>
    public IEnumerable<T>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => Read(ref reader, options);

    IReadOnlyCollection<T>? IMessagePackFormatter<IReadOnlyCollection<T>?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        Read(ref reader, options);

    IReadOnlyList<T>? IMessagePackFormatter<IReadOnlyList<T>?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        Read(ref reader, options);

    private static T[]? Read(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        reader.TryReadNil() ? null : ElementReader.ReadCollection<T>(ref reader, options.Security);
}
