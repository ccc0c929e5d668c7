using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MessagePack;
using MessagePack.Formatters;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes arrays of two, three and four dimensions as MessagePack-CSharp's built-in formatters for them do: the same bytes, the same values, the
/// same kinds of exception.
/// </summary>
/// <remarks>
/// <para>
/// A grid of 2 × 3 elements is written as an array of its lengths and, last, an array of all elements, row by row, as they lie in memory
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>):
/// <code>[2, 3, [a00, a01, a02, a10, a11, a12]]</code>
/// The inner array is written as by <see cref="MsgPackSimd.Codec.MessagePackArrayEncoder"/>. <see langword="null"/> is written as nil. Reading accepts the same
/// structure, with tokens of any form that <see cref="MsgPackSimd.Codec.MessagePackArrayDecoder"/> accepts, and advances the reader past the outer array, or
/// past nil.
/// </para>
/// <para>
/// Exceptions: those of <see cref="PrimitiveArrayFormatter{T}"/> for the elements; <see cref="MessagePackSerializationException"/> if there are not as many
/// lengths as dimensions, or the number of elements is not their product, or, as with the built-in formatters, lengths before a 0 multiply to more than
/// <see cref="int.MaxValue"/>; <see cref="InsufficientExecutionStackException"/> if the array is nested too deeply;
/// <see cref="OperationCanceledException"/> if the reader's or the writer's cancellation token is cancelled and there are elements;
/// <see cref="EndOfStreamException"/> if the data ends early.
/// </para>
/// <para>
/// Use it through <see cref="PrimitiveArrayResolver"/> (for an enum, <see cref="EnumArrayResolver{TEnum}"/>), or, in a class that is marked
/// <c>SuppressSourceGeneration</c>, on one member with <c>[MessagePackFormatter(typeof(PrimitiveMultiDimensionalArrayFormatter&lt;short&gt;))]</c>. Instances
/// hold no state and are safe to use from multiple threads.
/// </para>
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="byte"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="Half"/>, <see cref="bool"/>, <see cref="char"/>, <see cref="DateTime"/>,
/// <see cref="TimeSpan"/>, <see cref="DateOnly"/> and <see cref="TimeOnly"/>, or an enum, which is its integer.
/// </typeparam>
public sealed class PrimitiveMultiDimensionalArrayFormatter<T> :
    IMessagePackFormatter<T[,]?>, IMessagePackFormatter<T[,,]?>, IMessagePackFormatter<T[,,,]?>
    where T : unmanaged
{
    private const int MaxRank = 4;

    /// <summary>
    /// The shared instance. (For a <typeparamref name="T"/> that the constructor refuses, the first use throws a <see cref="TypeInitializationException"/>
    /// with the constructor's exception inside.)
    /// </summary>
    public static readonly PrimitiveMultiDimensionalArrayFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveMultiDimensionalArrayFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public PrimitiveMultiDimensionalArrayFormatter() => ElementTypes.ThrowUnlessSupported<T>(nameof(PrimitiveMultiDimensionalArrayFormatter<>));

    void IMessagePackFormatter<T[,]?>.Serialize(ref MessagePackWriter writer, T[,]? value, MessagePackSerializerOptions options) => Write(ref writer, value);

    void IMessagePackFormatter<T[,,]?>.Serialize(ref MessagePackWriter writer, T[,,]? value, MessagePackSerializerOptions options) => Write(ref writer, value);

    void IMessagePackFormatter<T[,,,]?>.Serialize(ref MessagePackWriter writer, T[,,,]? value, MessagePackSerializerOptions options) =>
        Write(ref writer, value);

    T[,]? IMessagePackFormatter<T[,]?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        Span<int> lengths = stackalloc int[2];
        if (!TryReadLengths(ref reader, lengths, out long start))
        {
            return null;
        }

        var values = new T[lengths[0], lengths[1]];
        ReadElements(ref reader, start, values, options);
        return values;
    }

    T[,,]? IMessagePackFormatter<T[,,]?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        Span<int> lengths = stackalloc int[3];
        if (!TryReadLengths(ref reader, lengths, out long start))
        {
            return null;
        }

        var values = new T[lengths[0], lengths[1], lengths[2]];
        ReadElements(ref reader, start, values, options);
        return values;
    }

    T[,,,]? IMessagePackFormatter<T[,,,]?>.Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        Span<int> lengths = stackalloc int[MaxRank];
        if (!TryReadLengths(ref reader, lengths, out long start))
        {
            return null;
        }

        var values = new T[lengths[0], lengths[1], lengths[2], lengths[3]];
        ReadElements(ref reader, start, values, options);
        return values;
    }

    private static void Write(ref MessagePackWriter writer, Array? value)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        if (value.Length > 0)
        {
            ElementWriter.ThrowIfRefused<T>(ref writer);
        }

        writer.WriteArrayHeader(value.Rank + 1);
        for (int dimension = 0; dimension < value.Rank; dimension++)
        {
            writer.Write(value.GetLength(dimension));
        }

        ElementWriter.WriteArray<T>(ref writer, GetSpan(value));
    }

    /// <summary>
    /// Reads everything before the elements. Their number is then known to be the product of the lengths, and no more than the bytes that are left.
    /// </summary>
    /// <param name="reader">The reader; it is advanced past the header of the elements.</param>
    /// <param name="lengths">Receives the lengths.</param>
    /// <param name="start">Receives the value of <see cref="MessagePackReader.Consumed"/> at that header.</param>
    /// <returns><see langword="false"/> for nil.</returns>
    private static bool TryReadLengths(ref MessagePackReader reader, scoped Span<int> lengths, out long start)
    {
        start = 0;
        if (reader.TryReadNil())
        {
            return false;
        }

        if (reader.ReadArrayHeader() != lengths.Length + 1)
        {
            ThrowWrongLengths(lengths.Length);
        }

        long product = 1;
        for (int dimension = 0; dimension < lengths.Length; dimension++)
        {
            int length = reader.ReadInt32();
            lengths[dimension] = length;

            // Once the product is too large for an int, it stays too large, even if a later length is 0. Nor can an array of no elements have a longer
            // dimension than other arrays can.
            product = length < 0 || length > Array.MaxLength || product > int.MaxValue ? long.MaxValue : product * length;
        }

        start = reader.Consumed;
        if (reader.ReadArrayHeader() != product)
        {
            ThrowWrongLengths(lengths.Length);
        }

        return true;
    }

    private static void ReadElements(ref MessagePackReader reader, long start, Array values, MessagePackSerializerOptions options)
    {
        options.Security.DepthStep(ref reader);
        try
        {
            if (values.Length > 0)
            {
                reader.CancellationToken.ThrowIfCancellationRequested();
                ElementReader.ReadElements(ref reader, start, GetSpan(values));
            }
        }
        finally
        {
            reader.Depth--;
        }
    }

    /// <summary>
    /// All elements, in the order in which they are enumerated. (Those of an array of any rank lie side by side, the last index varying first. What the runtime
    /// lets pass as an array of <typeparamref name="T"/> has elements of its size.)
    /// </summary>
    private static Span<T> GetSpan(Array values) =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<byte, T>(ref MemoryMarshal.GetArrayDataReference(values)), values.Length);

    [DoesNotReturn]
    private static void ThrowWrongLengths(int rank) => throw new MessagePackSerializationException(
        $"An array of {rank} dimensions is an array of their lengths and of as many elements as the product of these.");
}
