using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using MessagePack;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Formatters;

/// <summary>Turns "this array can't be decoded" into the exception that says why and where.</summary>
internal static class DecodeFailure
{
    /// <summary>
    /// Decodes the array once more, from its header on, with the codec's throwing method, which words the exception and knows the element and the byte. The
    /// quick path does not have to keep track of either.
    /// </summary>
    /// <param name="array">The bytes from the array header on.</param>
    /// <param name="scratch">Room for the elements, so that nothing is allocated twice.</param>
    [DoesNotReturn]
    public static void Throw<T>(in ReadOnlySequence<byte> array, Span<T> scratch)
        where T : unmanaged
    {
        try
        {
            MessagePackArrayDecoder.Decode(array, scratch, out _);
        }
        catch (FormatException e)
        {
            // For a token of the wrong kind, MessagePack-CSharp's users get a MessagePackSerializationException without an inner exception.
            throw new MessagePackSerializationException(e.Message);
        }
        catch (OverflowException e) when (HasRange<T>() && IsOutOfRange(array, scratch))
        {
            throw new ArgumentOutOfRangeException(e.Message, (Exception?)null);
        }

        throw new MessagePackSerializationException("The array could not be decoded, and then it could: the data changed while it was being read.");
    }

    /// <summary>Whether values may be read that are not of the type.</summary>
    private static bool HasRange<T>() => typeof(T) == typeof(DateTime) || typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly);

    /// <summary>
    /// MessagePack-CSharp does not always throw the same exception for what is not such a value: its reader, or the value's constructor, tells which.
    /// </summary>
    private static bool IsOutOfRange<T>(in ReadOnlySequence<byte> array, Span<T> scratch)
        where T : unmanaged
    {
        MessagePackArrayDecoder.TryReadHeader(array, out _, out long headerLength);
        MessagePackArrayDecoder.DecodeElements(array.Slice(headerLength), scratch, out long bytesConsumed, out _);
        var reader = new MessagePackReader(array.Slice(headerLength + bytesConsumed));
        try
        {
            ShortArrayReader.Read<T>(ref reader);
            return false;
        }
        catch (ArgumentOutOfRangeException)
        {
            return true;
        }
        catch (OverflowException)
        {
            return false;
        }
    }
}
