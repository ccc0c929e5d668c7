using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Sequences;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes <see cref="IEnumerable{T}"/> as MessagePack-CSharp's built-in formatter for the interface does: the same bytes, the same values in
/// an array, the same kinds of exception.
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
public sealed class PrimitiveEnumerableFormatter<T> : IMessagePackFormatter<IEnumerable<T>?>
    where T : unmanaged
{
    /// <summary>The one instance that is ever needed.</summary>
    public static readonly PrimitiveEnumerableFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveEnumerableFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public PrimitiveEnumerableFormatter()
    {
        if (!MessagePackArrayEncoder.IsSupported<T>())
        {
            throw new NotSupportedException($"{typeof(T)} is not an element type of {nameof(PrimitiveEnumerableFormatter<>)}.");
        }
    }

    /// <summary>Writes a sequence as an array, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size, once the sequence has come to its end.</param>
    /// <param name="value">The sequence. The writer's token is looked at for each element that it has to be asked for.</param>
    /// <param name="options">Not used.</param>
    /// <exception cref="OperationCanceledException">The writer's token is cancelled and the sequence is not empty.</exception>
    /// <exception cref="InvalidOperationException">
    /// The output hands out less memory than it was asked for, too little for an element; or the sequence was changed while it was enumerated.
    /// </exception>
    /// <exception cref="OverflowException">The array of a sequence that is enumerated would be longer than <see cref="Array.MaxLength"/> bytes.</exception>
    public void Serialize(ref MessagePackWriter writer, IEnumerable<T>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
        }
        else if (ContiguousElements.TryGetSpan(value, out ReadOnlySpan<T> span))
        {
            ElementWriter.WriteArray(ref writer, span);
        }
        else if (CollectionElements.TryRent(value, ArrayPool<T>.Shared, out T[]? rented, out int count))
        {
            try
            {
                ElementWriter.WriteArray<T>(ref writer, rented.AsSpan(0, count));
            }
            finally
            {
                ArrayPool<T>.Shared.Return(rented);
            }
        }
        else
        {
            WriteEnumerated(ref writer, value);
        }
    }

    /// <summary>Reads an array, header included; <see langword="null"/> where nil stands in its place.</summary>
    /// <param name="reader">The reader; it is moved behind the array.</param>
    /// <param name="options">Their <see cref="MessagePackSerializerOptions.Security"/> says how deep arrays may stand in one another.</param>
    /// <returns>The elements, as a <c>T[]</c>.</returns>
    /// <exception cref="MessagePackSerializationException">Neither an array nor nil comes next, or a token is of a kind that <typeparamref name="T"/> is not read from.</exception>
    /// <exception cref="OverflowException">A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.</exception>
    /// <exception cref="EndOfStreamException">The data ends early, or the header declares more elements than bytes follow it.</exception>
    /// <exception cref="InsufficientExecutionStackException">The array stands too deep.</exception>
    /// <exception cref="OperationCanceledException">The reader's token is cancelled and the array is not empty.</exception>
    public IEnumerable<T>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
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

            return ElementReader.ReadElements<T>(ref reader, start, count);
        }
        finally
        {
            reader.Depth--;
        }
    }

    private static void WriteEnumerated(ref MessagePackWriter writer, IEnumerable<T> values)
    {
        MessagePackArrayBuilder<T> builder = SpareBuilder<T>.Take();
        try
        {
            builder.Append(values, writer.CancellationToken);
            if (builder.Count <= ElementWriter.MaxChunkCount
                && builder.TryWriteTo(writer.GetSpan(ElementWriter.GetMaxLength<T>(builder.Count)), out int bytesWritten))
            {
                writer.Advance(bytesWritten);
            }
            else
            {
                ElementWriter.WriteEncoded(ref writer, builder.WrittenSpan);
            }
        }
        finally
        {
            SpareBuilder<T>.Return(builder);
        }
    }
}
