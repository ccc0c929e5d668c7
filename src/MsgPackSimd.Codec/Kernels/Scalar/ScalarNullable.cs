using System;
using System.Buffers;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Elements that may be missing, one after another: the fallback on every CPU, as <see cref="ScalarEncoder"/> and <see cref="ScalarDecoder"/> are for elements
/// that are all present.
/// </summary>
internal static class ScalarNullable
{
    /// <inheritdoc cref="ScalarEncoder.Encode{T}"/>
    public static OperationStatus Encode<T>(ReadOnlySpan<T?> values, Span<byte> destination, out int valuesRead, out int bytesWritten)
        where T : unmanaged
    {
        int written = 0;
        for (int i = 0; i < values.Length; i++)
        {
            bool isWritten = values[i] is T value
                ? Element<T>.TryWriteToken(destination[written..], value, out int tokenLength)
                : MessagePackSpec.TryWriteNil(destination[written..], out tokenLength);
            if (!isWritten)
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

    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    public static MessagePackReadStatus Decode<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        int consumed = 0;
        int written = 0;
        MessagePackReadStatus status = MessagePackReadStatus.Done;
        while (written < destination.Length && consumed < source.Length)
        {
            if (source[consumed] == MessagePackFirstByte.Nil)
            {
                destination[written++] = null;
                consumed++;
                continue;
            }

            status = Element<T>.TryReadToken(source[consumed..], out T value, out int tokenLength);
            if (status != MessagePackReadStatus.Done)
            {
                break;
            }

            destination[written++] = value;
            consumed += tokenLength;
        }

        bytesConsumed = consumed;
        valuesWritten = written;
        return status;
    }
}
