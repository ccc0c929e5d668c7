using System;
using System.Buffers;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// One element after another, without vectors: the fallback on every CPU, and the reference that every other kernel is compared with.
/// </summary>
internal static class ScalarEncoder
{
    /// <summary>Writes the tokens of <paramref name="values"/> until all are written or the next one does not fit.</summary>
    /// <param name="values">The elements to encode.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="valuesRead">Receives how many elements were encoded.</param>
    /// <param name="bytesWritten">Receives how many bytes their tokens took.</param>
    /// <returns><see cref="OperationStatus.Done"/> or <see cref="OperationStatus.DestinationTooSmall"/>.</returns>
    public static OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
    {
        int written = 0;
        for (int i = 0; i < values.Length; i++)
        {
            if (!Element<T>.TryWriteToken(destination[written..], values[i], out int tokenLength))
            {
                valuesRead = i;
                bytesWritten = written;
                return OperationStatus.DestinationTooSmall;
            }

            written += tokenLength;
        }

        valuesRead = values.Length;
        bytesWritten = written;
        return OperationStatus.Done;
    }

    /// <summary>Adds up the lengths, in bytes, of the tokens of <paramref name="values"/>.</summary>
    public static long GetEncodedLength<T>(ReadOnlySpan<T> values)
    {
        long length = 0;
        foreach (T value in values)
        {
            length += Element<T>.GetTokenLength(value);
        }

        return length;
    }
}
