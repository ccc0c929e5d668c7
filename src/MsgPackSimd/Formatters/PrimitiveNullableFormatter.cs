using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using MessagePack;
using MessagePack.Formatters;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes arrays and lists of elements that may be missing, <c>T?[]</c> and <c>List&lt;T?&gt;</c>, as MessagePack-CSharp's built-in formatters do:
/// the same bytes, the same values, the same kinds of exception.
/// </summary>
/// <remarks>
/// <para>
/// An element is written as by <see cref="MsgPackSimd.Codec.MessagePackArrayEncoder"/>, or as nil
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#nil-format">nil format</see>) if it is missing, and read as by
/// <see cref="MsgPackSimd.Codec.MessagePackArrayDecoder"/>, or from nil. An element's own formatter is not used.
/// </para>
/// <para>
/// Use it through <see cref="PrimitiveArrayResolver"/> (for an enum, <see cref="EnumArrayResolver{TEnum}"/>), or on one member of type <c>T?[]</c> with
/// <c>[MessagePackFormatter(typeof(PrimitiveNullableFormatter&lt;double&gt;))]</c> (on one of another type if its class is marked
/// <c>SuppressSourceGeneration</c>). Instances hold no state and are safe to use from multiple threads.
/// </para>
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="byte"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="Half"/>, <see cref="bool"/>, <see cref="char"/>, <see cref="DateTime"/>,
/// <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>, or an enum, which is its integer.
/// </typeparam>
public sealed class PrimitiveNullableFormatter<T> : IMessagePackFormatter<T?[]?>, IMessagePackFormatter<List<T?>?>
    where T : unmanaged
{
    /// <summary>
    /// The shared instance. (For a <typeparamref name="T"/> that the constructor refuses, the first use throws a <see cref="TypeInitializationException"/>
    /// with the constructor's exception inside.)
    /// </summary>
    public static readonly PrimitiveNullableFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveNullableFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public PrimitiveNullableFormatter() => ElementTypes.ThrowUnlessSupported<T>(nameof(PrimitiveNullableFormatter<>));

    /// <summary>Writes an array, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The array.</param>
    /// <param name="options">Not used.</param>
    /// <exception cref="OperationCanceledException">The writer's cancellation token is cancelled and the array is not empty.</exception>
    /// <exception cref="InvalidOperationException">The output returned less memory than requested.</exception>
    /// <exception cref="NotSupportedException">
    /// There is a <see cref="DateTime"/> that is not missing, and the writer is set to the old specification, which has no timestamps.
    /// </exception>
    public void Serialize(ref MessagePackWriter writer, T?[]? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        NullableElements.Write<T>(ref writer, value);
    }

    void IMessagePackFormatter<List<T?>?>.Serialize(ref MessagePackWriter writer, List<T?>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        NullableElements.Write<T>(ref writer, CollectionsMarshal.AsSpan(value));
    }

    /// <summary>Reads an array, header included, or nil.</summary>
    /// <param name="reader">The reader; it is advanced past the array.</param>
    /// <param name="options">Their <see cref="MessagePackSerializerOptions.Security"/> limits how deeply arrays may be nested.</param>
    /// <returns>The elements; <see langword="null"/> for nil.</returns>
    /// <exception cref="MessagePackSerializationException">
    /// Neither an array nor nil comes next, or an element is a token that <typeparamref name="T"/> is not read from.
    /// </exception>
    /// <exception cref="OverflowException">
    /// A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A timestamp is not in the years 1 to 9999, or a number is not that of a <see cref="DateOnly"/> or a <see cref="TimeOnly"/>.
    /// </exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory for the elements, or an array can't have as many.</exception>
    /// <exception cref="EndOfStreamException">The data ends early, or the header declares more elements than there are bytes after it.</exception>
    /// <exception cref="OperationCanceledException">The reader's cancellation token is cancelled and there are elements.</exception>
    /// <exception cref="InsufficientExecutionStackException">The array is nested too deeply.</exception>
    public T?[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        int count = reader.ReadArrayHeader();
        if (count == 0)
        {
            return [];
        }

        // The reader has compared the count with the bytes that are left.
        var values = new T?[count];
        ReadElements(ref reader, values, options);
        return values;
    }

    List<T?>? IMessagePackFormatter<List<T?>?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        int count = reader.ReadArrayHeader();
        var list = new List<T?>(count);
        CollectionsMarshal.SetCount(list, count);
        ReadElements(ref reader, CollectionsMarshal.AsSpan(list), options);
        return list;
    }

    private static void ReadElements(ref MessagePackReader reader, Span<T?> values, MessagePackSerializerOptions options)
    {
        options.Security.DepthStep(ref reader);
        try
        {
            if (!values.IsEmpty)
            {
                reader.CancellationToken.ThrowIfCancellationRequested();
                NullableElements.Read(ref reader, values);
            }
        }
        finally
        {
            reader.Depth--;
        }
    }
}
