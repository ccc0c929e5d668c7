using System;
using System.IO;
using MessagePack;
using MessagePack.Formatters;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes <c>T[]</c> as MessagePack-CSharp's built-in formatter for that array does: the same bytes, the same values, the same
/// kinds of exception. (And <see cref="ArraySegment{T}"/>, as <see cref="PrimitiveMemoryFormatter{T}"/> does.)
/// </summary>
/// <remarks>
/// <para>
/// An array is written and read as by <see cref="MsgPackSimd.Codec.MessagePackArrayEncoder"/> and <see cref="MsgPackSimd.Codec.MessagePackArrayDecoder"/>
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
/// </para>
/// <para>
/// Use it through <see cref="PrimitiveArrayResolver"/> (for an enum, <see cref="EnumArrayResolver{TEnum}"/>), or on one member with
/// <c>[MessagePackFormatter(typeof(PrimitiveArrayFormatter&lt;int&gt;))]</c>. Instances hold no state and are safe to use from multiple threads.
/// </para>
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="Half"/>, <see cref="bool"/>, <see cref="char"/>, <see cref="DateTime"/>,
/// <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>, or an enum, which is its integer.
/// </typeparam>
public sealed class PrimitiveArrayFormatter<T> : IMessagePackFormatter<T[]?>, IMessagePackFormatter<ArraySegment<T>>
    where T : unmanaged
{
    /// <summary>
    /// Up to this many <see cref="DateTime"/> values are read by the built-in formatter. The reader's method for such a value is long, and the compiler inlines
    /// another part of it here, where there is more code around it, than there: four values took 6 to 15 ns longer. For five and six, the codec takes up to
    /// 12 ns longer on a Zen 5 if their form is predictable.
    /// </summary>
    private const int MaxBuiltInCount = 6;

    /// <summary>
    /// The shared instance. (For a <typeparamref name="T"/> that the constructor refuses, the first use throws a <see cref="TypeInitializationException"/>
    /// with the constructor's exception inside.)
    /// </summary>
    public static readonly PrimitiveArrayFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveArrayFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException">
    /// <typeparamref name="T"/> is not an element type, or <see cref="byte"/>: <c>byte[]</c> is MessagePack <c>bin</c>.
    /// </exception>
    public PrimitiveArrayFormatter()
    {
        ElementTypes.ThrowUnlessSupported<T>(nameof(PrimitiveArrayFormatter<>));
        ElementTypes.ThrowIfBinary<T>();
    }

    /// <summary>Writes an array, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The array.</param>
    /// <param name="options">Not used.</param>
    /// <exception cref="OperationCanceledException">The writer's cancellation token is cancelled and the array is not empty.</exception>
    /// <exception cref="InvalidOperationException">The output returned less memory than requested.</exception>
    /// <exception cref="NotSupportedException">
    /// There are <see cref="DateTime"/> elements, and the writer is set to the old specification, which has no timestamps.
    /// </exception>
    public void Serialize(ref MessagePackWriter writer, T[]? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        ElementWriter.WriteArray<T>(ref writer, value);
    }

    /// <summary>Reads an array, header included, or nil.</summary>
    /// <param name="reader">The reader; it is advanced past the array.</param>
    /// <param name="options">
    /// Used only for <see cref="DateTime"/>, <see cref="TimeSpan"/>, <see cref="DateOnly"/>, <see cref="TimeOnly"/>, <see cref="Half"/> and enums; for all of
    /// these but <see cref="DateTime"/>, their <see cref="MessagePackSerializerOptions.Security"/> limits how deeply arrays may be nested.
    /// </param>
    /// <returns>The elements; <see langword="null"/> for nil.</returns>
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
    /// <exception cref="InsufficientExecutionStackException">
    /// The elements are of one of those types but <see cref="DateTime"/>, and the array is nested too deeply.
    /// </exception>
    /// <exception cref="OperationCanceledException">
    /// The elements are of one of those types but <see cref="DateTime"/>, the reader's cancellation token is cancelled, and the array is not empty.
    /// </exception>
    public T[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (typeof(T) == typeof(DateTime) && (byte)(reader.NextCode - Codec.MessagePackFirstByte.MinFixArray) <= MaxBuiltInCount)
        {
            return (T[]?)(object?)DateTimeArrayFormatter.Instance.Deserialize(ref reader, options);
        }

        if (reader.TryReadNil())
        {
            return null;
        }

        if (ElementTypes.CountsDepthOfArray<T>())
        {
            return ElementReader.ReadCollection<T>(ref reader, options.Security, isEmptyCounted: false);
        }

        long start = reader.Consumed;
        int count = reader.ReadArrayHeader();
        return ElementReader.ReadElements<T>(ref reader, start, count);
    }

    // MessagePack-CSharp's source generator (up to 3.1.12) heeds a formatter that an attribute names only if it is one for some type that has a name, which an
    // array has not: AnalyzerUtilities.SearchTypeForFormatterImplementations. So this is one for segments too.

    void IMessagePackFormatter<ArraySegment<T>>.Serialize(ref MessagePackWriter writer, ArraySegment<T> value, MessagePackSerializerOptions options) =>
        ((IMessagePackFormatter<ArraySegment<T>>)PrimitiveMemoryFormatter<T>.Instance).Serialize(ref writer, value, options);

    ArraySegment<T> IMessagePackFormatter<ArraySegment<T>>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
        ((IMessagePackFormatter<ArraySegment<T>>)PrimitiveMemoryFormatter<T>.Instance).Deserialize(ref reader, options);
}
