using System;
using System.Buffers;
using System.IO;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Demo.Measuring;

/// <summary>
/// Our own code without vectors, called directly: what measurements are compared with where the real MessagePack is missing.
/// </summary>
/// <remarks>
/// It is called as the library calls it, a chunk at a time, and each chunk through a method that is not inlined. The runtime compiles by
/// what it has seen of a method's calls; called once for a long array, this code came out up to four times slower, on some runs and not on
/// others.
/// </remarks>
/// <typeparam name="T">The element type.</typeparam>
internal sealed class ScalarCodec<T> : IArrayCodec<T>
{
    private const int ChunkCount = 4096;

    public string Name => "the scalar code";

    /// <summary>Writes tokens, without an array header.</summary>
    /// <returns>How many bytes were written.</returns>
    public static int EncodeElements(ReadOnlySpan<T> values, Span<byte> destination)
    {
        int length = 0;
        for (ReadOnlySpan<T> rest = values; !rest.IsEmpty; rest = rest[Math.Min(rest.Length, ChunkCount)..])
        {
            length += EncodeChunk(rest[..Math.Min(rest.Length, ChunkCount)], destination[length..]);
        }

        return length;
    }

    /// <summary>Reads tokens until the destination is full.</summary>
    /// <returns>How many bytes were read.</returns>
    public static int DecodeElements(ReadOnlySpan<byte> source, Span<T> destination)
    {
        int length = 0;
        for (Span<T> rest = destination; !rest.IsEmpty; rest = rest[Math.Min(rest.Length, ChunkCount)..])
        {
            length += DecodeChunk(source[length..], rest[..Math.Min(rest.Length, ChunkCount)]);
        }

        return length;
    }

    public void Encode(T[] values, IBufferWriter<byte> output)
    {
        Span<byte> span = output.GetSpan(MessagePackArrayEncoder.GetMaxEncodedLength<T>(values.Length));
        ArrayHeader.TryWrite(span, values.Length, out int length);
        output.Advance(length + EncodeElements(values, span[length..]));
    }

    public T[] Decode(ReadOnlyMemory<byte> messagePack)
    {
        MessagePackArrayDecoder.TryReadHeader(messagePack.Span, out int count, out int length);
        T[] values = GC.AllocateUninitializedArray<T>(count);
        DecodeElements(messagePack.Span[length..], values);
        return values;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeChunk(ReadOnlySpan<T> values, Span<byte> destination)
    {
        ScalarEncoder.Encode(values, destination, out _, out int bytesWritten);
        return bytesWritten;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int DecodeChunk(ReadOnlySpan<byte> source, Span<T> destination)
    {
        ScalarDecoder.Decode(source, destination, out int bytesConsumed, out int valuesWritten);
        return valuesWritten == destination.Length
            ? bytesConsumed
            : throw new InvalidDataException("The scalar code did not read the array.");
    }
}
