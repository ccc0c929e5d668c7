using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Runtime.CompilerServices;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes <c>T[]</c> as MessagePack-CSharp's built-in formatter for that array does: the same bytes, the same values, the same
/// kinds of exception.
/// </summary>
/// <remarks>
/// Use it through <see cref="PrimitiveArrayResolver"/>, or on one member with
/// <c>[MessagePackFormatter(typeof(PrimitiveArrayFormatter&lt;int&gt;))]</c>. Instances hold no state and are safe to use from many threads.
/// </remarks>
/// <typeparam name="T">
/// One of <see cref="sbyte"/>, <see cref="short"/>, <see cref="int"/>, <see cref="long"/>, <see cref="ushort"/>, <see cref="uint"/>,
/// <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="bool"/> and <see cref="char"/>.
/// </typeparam>
public sealed class PrimitiveArrayFormatter<T> : IMessagePackFormatter<T[]?>
    where T : unmanaged
{
    /// <summary>How many elements one chunk asks of the writer's worst-case room for, so that a chunk is at most 36 KiB and stays in L2.</summary>
    private const int MaxChunkCount = 4096;

    /// <summary>The head of an array of no more than <see cref="MaxChunkCount"/> elements has at most a code and two bytes.</summary>
    private const int MaxHeaderLength = 3;

    /// <summary>The one instance that is ever needed.</summary>
    public static readonly PrimitiveArrayFormatter<T> Instance = new();

    /// <summary>Initializes a new instance of the <see cref="PrimitiveArrayFormatter{T}"/> class.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public PrimitiveArrayFormatter()
    {
        if (!MessagePackArrayEncoder.IsSupported<T>())
        {
            throw new NotSupportedException($"{typeof(T)} is not an element type of {nameof(PrimitiveArrayFormatter<>)}.");
        }
    }

    /// <summary>Writes an array, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The array.</param>
    /// <param name="options">Not used.</param>
    /// <exception cref="OperationCanceledException">The writer's token is cancelled and the array is not empty.</exception>
    /// <exception cref="InvalidOperationException">The output hands out less memory than it was asked for, too little for an element.</exception>
    public void Serialize(ref MessagePackWriter writer, T[]? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        if (value.Length is > 0 and <= MaxChunkCount)
        {
            // Header and elements at once: the writer is asked for memory, and moved on, a single time.
            writer.CancellationToken.ThrowIfCancellationRequested();
            Span<byte> span = writer.GetSpan(MaxHeaderLength + (value.Length * (1 + Unsafe.SizeOf<T>())));
            if (MessagePackArrayEncoder.TryEncode<T>(value, span, out int bytesWritten))
            {
                writer.Advance(bytesWritten);
                return;
            }
        }

        writer.WriteArrayHeader(value.Length);
        if (value.Length > 0)
        {
            WriteElements(ref writer, value);
        }
    }

    /// <summary>Reads an array, header included; <see langword="null"/> where nil stands in its place.</summary>
    /// <param name="reader">The reader; it is moved behind the array.</param>
    /// <param name="options">Not used.</param>
    /// <returns>The elements.</returns>
    /// <exception cref="MessagePackSerializationException">Neither an array nor nil comes next, or a token is of a kind that <typeparamref name="T"/> is not read from.</exception>
    /// <exception cref="OverflowException">A value does not fit <typeparamref name="T"/>, or the header declares more than <see cref="int.MaxValue"/> elements.</exception>
    /// <exception cref="EndOfStreamException">The data ends early, or the header declares more elements than bytes follow it.</exception>
    public T[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        long start = reader.Consumed;
        int count = reader.ReadArrayHeader();
        if (count == 0)
        {
            return [];
        }

        if (count <= ShortArrayReader.MaxCount)
        {
            var shortArray = new T[count];
            ShortArrayReader.Read(ref reader, start, shortArray);
            return shortArray;
        }

        T[] values = GC.AllocateUninitializedArray<T>(count);

        // To move the reader on is to have it slice its sequence, and to get at its bytes by another slice costs as much again; in a sequence of
        // one segment they can be had by their index.
        ReadOnlySequence<byte> sequence = reader.Sequence;
        long bytesConsumed;
        int valuesWritten;
        if (sequence.IsSingleSegment)
        {
            ReadOnlySpan<byte> rest = sequence.FirstSpan[(int)reader.Consumed..];
            MessagePackArrayDecoder.DecodeElements<T>(rest, values, out int length, out valuesWritten);
            bytesConsumed = length;
        }
        else
        {
            MessagePackArrayDecoder.DecodeElements<T>(sequence.Slice(reader.Position), values, out bytesConsumed, out valuesWritten);
        }

        if (valuesWritten < count)
        {
            DecodeFailure.Throw<T>(sequence.Slice(start), values);
        }

        reader.ReadRaw(bytesConsumed);
        return values;
    }

    /// <summary>Apart, so that an empty array and null do not pay for the registers that this needs.</summary>
    private static void WriteElements(ref MessagePackWriter writer, ReadOnlySpan<T> rest)
    {
        writer.CancellationToken.ThrowIfCancellationRequested();
        do
        {
            // Room for a chunk of longest tokens; a bool's is shorter than this, and nothing is lost by that.
            Span<byte> span = writer.GetSpan(Math.Min(rest.Length, MaxChunkCount) * (1 + Unsafe.SizeOf<T>()));
            MessagePackArrayEncoder.EncodeElements(rest, span, out int valuesRead, out int bytesWritten);
            if (valuesRead == 0)
            {
                ThrowSpanTooShort(span.Length);
            }

            writer.Advance(bytesWritten);
            rest = rest[valuesRead..];
        }
        while (!rest.IsEmpty);
    }

    [DoesNotReturn]
    private static void ThrowSpanTooShort(int length) => throw new InvalidOperationException(
        $"The IBufferWriter<byte> handed out {length} bytes where more were asked for, too few for an element of {typeof(T).Name}.");
}
