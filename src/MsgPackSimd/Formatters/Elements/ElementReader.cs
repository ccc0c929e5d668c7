using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using MessagePack;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads the elements of an array whose header has been read, into a new array or into existing memory, for all formatters. (The method for a new array is
/// inlined into the formatters: one more call is noticeable for a short array.)
/// </summary>
internal static class ElementReader
{
    /// <summary>Reads <paramref name="count"/> elements.</summary>
    /// <param name="reader">The reader, past the array header; it is advanced past the elements.</param>
    /// <param name="start">The value of <see cref="MessagePackReader.Consumed"/> at the array header.</param>
    /// <param name="count">The number of elements, which the reader has compared with the bytes that are left.</param>
    /// <returns>The elements; the shared empty array if there are none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T[] ReadElements<T>(ref MessagePackReader reader, long start, int count)
        where T : unmanaged
    {
        if (count == 0)
        {
            return [];
        }

        return ShortArrayReader.Suits<T>(ref reader, count)
            ? ShortArrayReader.Read<T>(ref reader, count)
            : typeof(T) == typeof(bool)
                ? ReadBooleans<T>(ref reader, start, count)
                : ReadMany<T>(ref reader, start, count);
    }

    /// <summary>The same, but not inlined, for callers with an exception handler, which would keep the loop's variables on the stack.</summary>
    /// <inheritdoc cref="ReadElements{T}(ref MessagePackReader, long, int)"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static T[] ReadElementsApart<T>(ref MessagePackReader reader, long start, int count)
        where T : unmanaged => ReadElements<T>(ref reader, start, count);

    /// <summary>Reads as many elements as <paramref name="values"/> has room for, for callers that want no new array.</summary>
    /// <param name="reader">The reader, past the array header; it is advanced past the elements.</param>
    /// <param name="start">The value of <see cref="MessagePackReader.Consumed"/> at the array header.</param>
    /// <param name="values">Receives the elements: as many as the header declares, one or more.</param>
    public static void ReadElements<T>(ref MessagePackReader reader, long start, Span<T> values)
        where T : unmanaged
    {
        if (ShortArrayReader.Suits<T>(ref reader, values.Length))
        {
            ShortArrayReader.Read(ref reader, values);
        }
        else
        {
            FillMany(ref reader, start, values);
        }
    }

    /// <summary>
    /// Reads a collection as the built-in formatters for interfaces and for arrays of any type do: its depth is counted, and the reader's cancellation token is
    /// checked. Neither is done for an array of numbers.
    /// </summary>
    /// <param name="reader">The reader, at the array header; it is advanced past the elements.</param>
    /// <param name="security">Limits how deeply collections may be nested.</param>
    /// <param name="isEmptyCounted">Whether the depth is counted for a collection without elements too.</param>
    /// <returns>The elements.</returns>
    public static T[] ReadCollection<T>(ref MessagePackReader reader, MessagePackSecurity security, bool isEmptyCounted = true)
        where T : unmanaged
    {
        long start = reader.Consumed;
        int count = reader.ReadArrayHeader();
        if (count == 0 && !isEmptyCounted)
        {
            return [];
        }

        security.DepthStep(ref reader);
        try
        {
            if (count > 0)
            {
                reader.CancellationToken.ThrowIfCancellationRequested();
            }

            return ReadElementsApart<T>(ref reader, start, count);
        }
        finally
        {
            reader.Depth--;
        }
    }

    /// <summary>A separate method, so that a short array does not pay for its locals.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T[] ReadMany<T>(ref MessagePackReader reader, long start, int count)
        where T : unmanaged
    {
        T[] values = GC.AllocateUninitializedArray<T>(count);

        // Advancing the reader makes it slice its sequence, and getting at the bytes by another slice would cost the same again. In a sequence of one
        // segment, an index gives the bytes.
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

    /// <summary>Each bool takes one byte, so the reader can be advanced before they are decoded, and its whole sequence is not needed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T[] ReadBooleans<T>(ref MessagePackReader reader, long start, int count)
        where T : unmanaged
    {
        T[] values = GC.AllocateUninitializedArray<T>(count);
        ReadOnlySequence<byte> tokens = reader.ReadRaw(values.Length);
        int valuesWritten;
        if (tokens.IsSingleSegment)
        {
            MessagePackArrayDecoder.DecodeElements<T>(tokens.FirstSpan, values, out _, out valuesWritten);
        }
        else
        {
            MessagePackArrayDecoder.DecodeElements<T>(tokens, values, out _, out valuesWritten);
        }

        if (valuesWritten < values.Length)
        {
            DecodeFailure.Throw<T>(reader.Sequence.Slice(start), values);
        }

        return values;
    }

    /// <summary>Repeats the lines of <see cref="ReadMany"/>, which would take 3 to 5 ns longer if it called this method.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void FillMany<T>(ref MessagePackReader reader, long start, Span<T> values)
        where T : unmanaged
    {
        // Advancing the reader makes it slice its sequence, and getting at the bytes by another slice would cost the same again. In a sequence of one
        // segment, an index gives the bytes.
        ReadOnlySequence<byte> sequence = reader.Sequence;
        long bytesConsumed;
        int valuesWritten;
        if (sequence.IsSingleSegment)
        {
            ReadOnlySpan<byte> rest = sequence.FirstSpan[(int)reader.Consumed..];
            MessagePackArrayDecoder.DecodeElements(rest, values, out int length, out valuesWritten);
            bytesConsumed = length;
        }
        else
        {
            MessagePackArrayDecoder.DecodeElements(sequence.Slice(reader.Position), values, out bytesConsumed, out valuesWritten);
        }

        if (valuesWritten < values.Length)
        {
            DecodeFailure.Throw(sequence.Slice(start), values);
        }

        reader.ReadRaw(bytesConsumed);
    }
}
