using System;
using System.Buffers;
using System.Collections.Generic;
using MessagePack;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Sequences;

namespace MsgPackSimd.Formatters;

/// <summary>Writes what is only known as a sequence, for the formatters of all interfaces.</summary>
internal static class CollectionWriter
{
    /// <summary>Writes a sequence as an array, header included; nil for <see langword="null"/>. Nothing is written before the sequence has come to its end.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The sequence.</param>
    public static void Write<T>(ref MessagePackWriter writer, IEnumerable<T>? value)
        where T : unmanaged
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

    private static void WriteEnumerated<T>(ref MessagePackWriter writer, IEnumerable<T> values)
        where T : unmanaged
    {
        MessagePackArrayBuilder<T> builder = SpareBuilder<T>.Take();
        try
        {
            builder.Append(values, writer.CancellationToken);
            if (builder.Count <= ElementWriter.MaxChunkCount<T>()
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
