using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using MessagePack;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Formatters;

/// <summary>Writes and reads elements some of which may be missing.</summary>
internal static class NullableElements
{
    /// <summary>
    /// Whether elements are read with the reader's own methods (see <see cref="ShortArrayReader"/>). As many as that take the time that the codec takes for the
    /// call and the elements, and less than with the built-in formatters, which call a formatter for each element.
    /// </summary>
    /// <param name="reader">The reader, at the first element.</param>
    /// <param name="count">The number of elements, one or more.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool SuitsReader<T>(ref MessagePackReader reader, int count)
        where T : unmanaged =>
        count <= MaxReaderCount<T>() || (count <= MaxReaderCountByCode<T>() && SuitsReaderByCode<T>(reader.NextCode));

    /// <summary>The most elements that are read in that way whatever the first of them is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxReaderCount<T>()
        where T : unmanaged =>
        typeof(T) == typeof(bool) ? 10
            : typeof(T) == typeof(sbyte) || typeof(T) == typeof(byte) ? 11
            : typeof(T) == typeof(DateTime) ? 14
            : IsFloat<T>() ? 12
            : 8;

    /// <summary>The most elements that are read in that way if the first of them says so; 0 if it never does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxReaderCountByCode<T>()
        where T : unmanaged =>
        IsFloat<T>() ? (Avx512Vbmi.IsSupported ? 17 : 0)
            : typeof(T) == typeof(DateTime) ? 32
            : typeof(T) == typeof(bool) || Unsafe.SizeOf<T>() == sizeof(byte) ? 0
            : Avx512Vbmi.IsSupported ? 10
            : Unsafe.SizeOf<T>() == sizeof(short) ? 14
            : 13;

    /// <summary>
    /// Whether the first token says that the reader will be quick. If it is a fixint or nil, most are of one byte, which the reader predicts. A <c>float?</c>
    /// or <c>double?</c> that is present says that few are missing: where many are, the reader mispredicts, whereas windows do not.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool SuitsReaderByCode<T>(byte code)
        where T : unmanaged =>
        IsFloat<T>() ? code != MessagePackFirstByte.Nil : ShortArrayReader.IsFixInt(code) || code == MessagePackFirstByte.Nil;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsFloat<T>() => typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(Half);

    /// <summary>Writes an array, header included.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="values">The elements.</param>
    /// <exception cref="OperationCanceledException">The writer's token is cancelled and the array is not empty.</exception>
    /// <exception cref="InvalidOperationException">The output returned less memory than requested.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write<T>(ref MessagePackWriter writer, scoped ReadOnlySpan<T?> values)
        where T : unmanaged
    {
        if (values.IsEmpty)
        {
            // Without this, an empty array took a sixth longer than with the built-in formatters, which write only the head.
            writer.WriteArrayHeader(0);
            return;
        }

        if (writer.CancellationToken.CanBeCanceled)
        {
            ElementWriter.ThrowIfCancelled(writer.CancellationToken);
        }

        ThrowIfNotInSpec(ref writer, values);

        // Header and elements at once, as for an array without missing elements.
        Span<byte> span = writer.GetSpan(GetMaxLength<T>(values.Length));
        int read = 0;
        if (MessagePackSpec.TryWriteArrayHeader(span, (uint)values.Length, out int headerLength))
        {
            MessagePackArrayEncoder.EncodeNullableElements(values, span[headerLength..], out read, out int bytesWritten);
            writer.Advance(headerLength + bytesWritten);
        }
        else
        {
            writer.WriteArrayHeader(values.Length);
        }

        if (read < values.Length)
        {
            WriteRest(ref writer, values[read..]);
        }
    }

    /// <summary>Reads as many elements as <paramref name="values"/> has room for.</summary>
    /// <param name="reader">The reader, past the array header; it is advanced past the elements.</param>
    /// <param name="values">Receives the elements, one or more.</param>
    public static void Read<T>(ref MessagePackReader reader, Span<T?> values)
        where T : unmanaged
    {
        if (SuitsReader<T>(ref reader, values.Length))
        {
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = ReadOne<T>(ref reader);
            }

            return;
        }

        // In a sequence of one segment, an index gives the bytes; slicing the sequence takes the same time as reading some of them.
        ReadOnlySequence<byte> sequence = reader.Sequence;
        long bytesConsumed;
        int count;
        if (sequence.IsSingleSegment)
        {
            MessagePackArrayDecoder.DecodeNullableElements(sequence.FirstSpan[(int)reader.Consumed..], values, out int length, out count);
            bytesConsumed = length;
        }
        else
        {
            MessagePackArrayDecoder.DecodeNullableElements(sequence.Slice(reader.Position), values, out bytesConsumed, out count);
        }

        reader.ReadRaw(bytesConsumed);
        for (; count < values.Length; count++)
        {
            // This element can't be decoded, so the reader throws the exception that its users know.
            values[count] = ReadOne<T>(ref reader);
        }
    }

    /// <summary>The length of a chunk of longest tokens, with the head of an array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int GetMaxLength<T>(int count) => ElementWriter.GetMaxLength<T>(Math.Min(count, ElementWriter.MaxChunkCount<T>()));

    /// <summary>Writes what the first chunk had no room for. (A separate method, so that a short array does not pay for the registers that it needs.)</summary>
    private static void WriteRest<T>(ref MessagePackWriter writer, scoped ReadOnlySpan<T?> rest)
        where T : unmanaged
    {
        do
        {
            writer.CancellationToken.ThrowIfCancellationRequested();
            Span<byte> span = writer.GetSpan(GetMaxLength<T>(rest.Length));
            MessagePackArrayEncoder.EncodeNullableElements(rest, span, out int read, out int bytesWritten);
            if (read == 0)
            {
                ElementWriter.ThrowSpanTooShort(span.Length, typeof(T));
            }

            writer.Advance(bytesWritten);
            rest = rest[read..];
        }
        while (!rest.IsEmpty);
    }

    /// <summary>The old specification has nil, but no token for a time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void ThrowIfNotInSpec<T>(ref MessagePackWriter writer, scoped ReadOnlySpan<T?> values)
        where T : unmanaged
    {
        if (typeof(T) == typeof(DateTime) && writer.OldSpec)
        {
            foreach (T? value in values)
            {
                if (value.HasValue)
                {
                    ElementWriter.ThrowIfNotInSpec<T>(ref writer);
                }
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T? ReadOne<T>(ref MessagePackReader reader)
        where T : unmanaged => reader.TryReadNil() ? null : ShortArrayReader.Read<T>(ref reader);
}
