using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using MessagePack;
using MessagePack.Formatters;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes <see cref="List{T}"/>, <see cref="IList{T}"/> and <see cref="ICollection{T}"/> as MessagePack-CSharp's built-in formatters for them do:
/// the same bytes, the same values in a list, the same kinds of exception.
/// </summary>
/// <remarks>
/// <para>
/// A list is written and read as an array, as by <see cref="MsgPackSimd.Codec.MessagePackArrayEncoder"/> and
/// <see cref="MsgPackSimd.Codec.MessagePackArrayDecoder"/>
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
/// </para>
/// <para>
/// A <c>List&lt;byte&gt;</c> is written as an array too, and read from an array or, as by the built-in formatter, from a <c>bin</c> or the bytes
/// of a <c>str</c>. The interfaces are read from an array only.
/// </para>
/// <para>
/// If another thread changes a <see cref="List{T}"/> while it is being written, that is not detected, unless its count is found not to match its memory. The
/// message is still well-formed and has as many elements as the list had at the start. An element that was changed then has its old or its new value, or, in a
/// run of elements whose tokens all have full width, some bytes of each.
/// </para>
/// <para>
/// Use it through <see cref="PrimitiveArrayResolver"/> (for an enum, <see cref="EnumArrayResolver{TEnum}"/>), or on one member of type <see cref="List{T}"/>
/// with <c>[MessagePackFormatter(typeof(PrimitiveListFormatter&lt;int&gt;))]</c> (on one of another type if its class is marked
/// <c>SuppressSourceGeneration</c>). Instances hold no state and are safe to use from multiple threads.
/// </para>
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="byte"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="Half"/>, <see cref="bool"/>, <see cref="char"/>, <see cref="DateTime"/>,
/// <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>, or an enum, which is its integer.
/// </typeparam>
public sealed class PrimitiveListFormatter<T> :
    IMessagePackFormatter<List<T>?>, IMessagePackFormatter<IList<T>?>, IMessagePackFormatter<ICollection<T>?>
    where T : unmanaged
{
    /// <summary>
    /// The shared instance. (For a <typeparamref name="T"/> that the constructor refuses, the first use throws a <see cref="TypeInitializationException"/>
    /// with the constructor's exception inside.)
    /// </summary>
    public static readonly PrimitiveListFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveListFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public PrimitiveListFormatter() => ElementTypes.ThrowUnlessSupported<T>(nameof(PrimitiveListFormatter<>));

    /// <summary>Writes a list as an array, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The list. The enumerator of a class derived from it is not used.</param>
    /// <param name="options">Not used.</param>
    /// <exception cref="OperationCanceledException">The writer's cancellation token is cancelled and the list is not empty.</exception>
    /// <exception cref="InvalidOperationException">
    /// The output returned less memory than requested; or another thread is changing the list, whose count does not match its memory.
    /// </exception>
    /// <exception cref="NotSupportedException">
    /// There are <see cref="DateTime"/> elements, and the writer is set to the old specification, which has no timestamps.
    /// </exception>
    public void Serialize(ref MessagePackWriter writer, List<T>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        ElementWriter.WriteArray<T>(ref writer, CollectionsMarshal.AsSpan(value));
    }

    void IMessagePackFormatter<IList<T>?>.Serialize(ref MessagePackWriter writer, IList<T>? value, MessagePackSerializerOptions options) =>
        CollectionWriter.Write(ref writer, value);

    void IMessagePackFormatter<ICollection<T>?>.Serialize(ref MessagePackWriter writer, ICollection<T>? value, MessagePackSerializerOptions options) =>
        CollectionWriter.Write(ref writer, value);

    /// <summary>Reads an array, header included, into a new list, or nil.</summary>
    /// <param name="reader">The reader; it is advanced past the array.</param>
    /// <param name="options">
    /// Used only for <see cref="byte"/>, <see cref="DateTime"/>, <see cref="TimeSpan"/>, <see cref="DateOnly"/>, <see cref="TimeOnly"/>, <see
    /// cref="Half"/> and enums: their <see cref="MessagePackSerializerOptions.Security"/> limits how deeply arrays may be nested.
    /// </param>
    /// <returns>The elements, in a list with exactly that capacity; <see langword="null"/> for nil.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// Neither an array nor nil (nor, for a list of bytes, a <c>bin</c> or <c>str</c>) comes next, or an element is a token (such as nil) that <typeparamref
    /// name="T"/> is not read from.
    /// </exception>
    /// <exception cref="OverflowException">
    /// A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A timestamp is not in the years 1 to 9999, or a number is not that of a <see cref="DateOnly"/> or a <see cref="TimeOnly"/>.
    /// </exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory for the elements, or an array can't have as many.</exception>
    /// <exception cref="EndOfStreamException">The data ends early, or the header declares more elements than there are bytes after it.</exception>
    /// <exception cref="InsufficientExecutionStackException">The elements are of one of these types, and the array is nested too deeply.</exception>
    /// <exception cref="OperationCanceledException">
    /// The elements are of one of these types, the reader's cancellation token is cancelled, and the array is not empty.
    /// </exception>
    public List<T>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (typeof(T) == typeof(byte) && reader.NextMessagePackType != MessagePackType.Array)
        {
            return (List<T>?)(object?)ByteListFormatter.Instance.Deserialize(ref reader, options);
        }

        if (ElementTypes.CountsDepthOfList<T>())
        {
            return ReadCollection(ref reader, options);
        }

        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        return ReadElements(ref reader, start, reader.ReadArrayHeader());
    }

    IList<T>? IMessagePackFormatter<IList<T>?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        ReadCollection(ref reader, options);

    ICollection<T>? IMessagePackFormatter<ICollection<T>?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        ReadCollection(ref reader, options);

    /// <summary>
    /// Like the built-in formatters for interfaces and for lists of any type, and unlike those for lists of numbers, this counts the depth and checks the
    /// reader's cancellation token.
    /// </summary>
    private static List<T>? ReadCollection(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        int count = reader.ReadArrayHeader();
        options.Security.DepthStep(ref reader);
        try
        {
            if (count > 0)
            {
                reader.CancellationToken.ThrowIfCancellationRequested();
            }

            return ReadElements(ref reader, start, count);
        }
        finally
        {
            reader.Depth--;
        }
    }

    private static List<T> ReadElements(ref MessagePackReader reader, long start, int count)
    {
        if (count == 0)
        {
            return [];
        }

        // The reader has compared the count with the bytes that are left.
        var list = new List<T>(count);
        CollectionsMarshal.SetCount(list, count);
        ElementReader.ReadElements(ref reader, start, CollectionsMarshal.AsSpan(list));
        return list;
    }
}
