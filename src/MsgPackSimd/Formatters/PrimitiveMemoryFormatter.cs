using System;
using System.Buffers;
using System.Collections.Immutable;
using System.Runtime.InteropServices;
using MessagePack;
using MessagePack.Formatters;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes <see cref="Memory{T}"/>, <see cref="ReadOnlyMemory{T}"/>, <see cref="ArraySegment{T}"/>, <see cref="ImmutableArray{T}"/> and
/// <see cref="ReadOnlySequence{T}"/> as MessagePack-CSharp's built-in formatters for them do: the same bytes, the same values in a new array, the same
/// kinds of exception.
/// </summary>
/// <remarks>
/// <para>
/// All elements are written as one array, as by <see cref="MsgPackSimd.Codec.MessagePackArrayEncoder"/>, and read from one array, as by
/// <see cref="MsgPackSimd.Codec.MessagePackArrayDecoder"/>
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
/// Reading advances the reader past the array, or past nil.
/// </para>
/// <para>
/// Nil is read as the default value, except for a <see cref="ReadOnlySequence{T}"/>, where it causes an <see cref="ArgumentNullException"/>, as with the
/// built-in formatter. Nil is written for an <see cref="ArraySegment{T}"/> without an array and for an <see cref="ImmutableArray{T}"/> that is not
/// initialized; the other types are written as an empty array if they have no elements. Writing checks the writer's cancellation token if there are elements:
/// before each chunk, for which the output is asked for 32 KiB or less, and for a <see cref="ReadOnlySequence{T}"/> of several segments before the header and
/// before each chunk of each segment. If there are elements, reading counts the nesting depth for an <see cref="ImmutableArray{T}"/>, and for <see
/// cref="Half"/>, <see cref="TimeSpan"/>, <see cref="DateOnly"/>, <see cref="TimeOnly"/> and enums, for which it also checks the reader's cancellation token
/// (but not for an <see cref="ImmutableArray{T}"/>).
/// </para>
/// <para>
/// If the elements are bytes, only an <see cref="ImmutableArray{T}"/> is an array of numbers. The other types are MessagePack <c>bin</c>, for which
/// MessagePack-CSharp has formatters of its own; here they cause a <see cref="NotSupportedException"/>.
/// </para>
/// <para>
/// Exceptions: those of <see cref="PrimitiveArrayFormatter{T}"/>; <see cref="InsufficientExecutionStackException"/> if an <see cref="ImmutableArray{T}"/> is
/// nested too deeply; <see cref="OverflowException"/> if a sequence has more than <see cref="int.MaxValue"/> elements.
/// </para>
/// <para>
/// Use it through <see cref="PrimitiveArrayResolver"/> (for an enum, <see cref="EnumArrayResolver{TEnum}"/>), or on one member of type <see
/// cref="ReadOnlyMemory{T}"/> with <c>[MessagePackFormatter(typeof(PrimitiveMemoryFormatter&lt;float&gt;))]</c> (on one of another type if its class is marked
/// <c>SuppressSourceGeneration</c>). Instances hold no state and are safe to use from multiple threads.
/// </para>
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="byte"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="Half"/>, <see cref="bool"/>, <see cref="char"/>, <see cref="DateTime"/>,
/// <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>, or an enum, which is its integer.
/// </typeparam>
public sealed class PrimitiveMemoryFormatter<T> :
    IMessagePackFormatter<Memory<T>>,
    IMessagePackFormatter<ReadOnlyMemory<T>>,
    IMessagePackFormatter<ArraySegment<T>>,
    IMessagePackFormatter<ImmutableArray<T>>,
    IMessagePackFormatter<ReadOnlySequence<T>>
    where T : unmanaged
{
    /// <summary>
    /// The shared instance. (For a <typeparamref name="T"/> that the constructor refuses, the first use throws a <see cref="TypeInitializationException"/>
    /// with the constructor's exception inside.)
    /// </summary>
    public static readonly PrimitiveMemoryFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveMemoryFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public PrimitiveMemoryFormatter() => ElementTypes.ThrowUnlessSupported<T>(nameof(PrimitiveMemoryFormatter<>));

    void IMessagePackFormatter<Memory<T>>.Serialize(ref MessagePackWriter writer, Memory<T> value, MessagePackSerializerOptions options) =>
        WriteArray(ref writer, value.Span);

    /// <summary>Writes a memory as an array, header included.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The elements.</param>
    /// <param name="options">Not used.</param>
    /// <inheritdoc cref="PrimitiveArrayFormatter{T}.Serialize" path="/exception"/>
    /// <exception cref="NotSupportedException">
    /// The elements are bytes; or they are <see cref="DateTime"/> values, and the writer is set to the old specification, which has no timestamps.
    /// </exception>
    public void Serialize(ref MessagePackWriter writer, ReadOnlyMemory<T> value, MessagePackSerializerOptions options) => WriteArray(ref writer, value.Span);

    void IMessagePackFormatter<ArraySegment<T>>.Serialize(ref MessagePackWriter writer, ArraySegment<T> value, MessagePackSerializerOptions options)
    {
        ElementTypes.ThrowIfBinary<T>();
        if (value.Array is null)
        {
            writer.WriteNil();
            return;
        }

        ElementWriter.WriteArray<T>(ref writer, value);
    }

    void IMessagePackFormatter<ImmutableArray<T>>.Serialize(ref MessagePackWriter writer, ImmutableArray<T> value, MessagePackSerializerOptions options)
    {
        if (value.IsDefault)
        {
            writer.WriteNil();
            return;
        }

        ElementWriter.WriteArray(ref writer, value.AsSpan());
    }

    void IMessagePackFormatter<ReadOnlySequence<T>>.Serialize(ref MessagePackWriter writer, ReadOnlySequence<T> value, MessagePackSerializerOptions options)
    {
        ElementTypes.ThrowIfBinary<T>();
        if (value.IsSingleSegment)
        {
            ElementWriter.WriteArray(ref writer, value.FirstSpan);
            return;
        }

        int count = checked((int)value.Length);
        if (count > 0)
        {
            ElementWriter.ThrowIfRefused<T>(ref writer);
        }

        writer.WriteArrayHeader(count);
        foreach (ReadOnlyMemory<T> segment in value)
        {
            if (!segment.IsEmpty)
            {
                ElementWriter.WriteElements(ref writer, segment.Span);
            }
        }
    }

    Memory<T> IMessagePackFormatter<Memory<T>>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        ReadArray(ref reader, options);

    /// <summary>Reads an array, header included, or nil, which is an empty memory.</summary>
    /// <param name="reader">The reader; it is advanced past the array.</param>
    /// <param name="options">Used as by <see cref="PrimitiveArrayFormatter{T}.Deserialize"/>.</param>
    /// <returns>The elements, in a new array.</returns>
    /// <inheritdoc cref="PrimitiveArrayFormatter{T}.Deserialize" path="/exception"/>
    public ReadOnlyMemory<T> Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => ReadArray(ref reader, options);

    ArraySegment<T> IMessagePackFormatter<ArraySegment<T>>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        ReadArray(ref reader, options) is { } values ? new ArraySegment<T>(values) : default;

    ImmutableArray<T> IMessagePackFormatter<ImmutableArray<T>>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return default;
        }

        long start = reader.Consumed;
        int count = reader.ReadArrayHeader();
        if (count == 0)
        {
            return [];
        }

        options.Security.DepthStep(ref reader);
        try
        {
            return ImmutableCollectionsMarshal.AsImmutableArray(ElementReader.ReadElementsApart<T>(ref reader, start, count));
        }
        finally
        {
            reader.Depth--;
        }
    }

    ReadOnlySequence<T> IMessagePackFormatter<ReadOnlySequence<T>>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        new(ReadArray(ref reader, options)!);

    private static void WriteArray(ref MessagePackWriter writer, ReadOnlySpan<T> values)
    {
        ElementTypes.ThrowIfBinary<T>();
        ElementWriter.WriteArray(ref writer, values);
    }

    private static T[]? ReadArray(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        ElementTypes.ThrowIfBinary<T>();
        return PrimitiveArrayFormatter<T>.Instance.Deserialize(ref reader, options);
    }
}
