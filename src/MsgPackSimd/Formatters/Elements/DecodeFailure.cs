using System;
using System.Buffers;
using System.Diagnostics;
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
        catch (OverflowException e) when (typeof(T) == typeof(DateTime) && IsOutOfRange(array, scratch))
        {
            throw new ArgumentOutOfRangeException(e.Message, (Exception?)null);
        }

        throw new UnreachableException("An array that could not be decoded was decoded when tried again.");
    }

    /// <summary>MessagePack-CSharp does not always throw the same exception for what is not a <see cref="DateTime"/>: its reader tells which.</summary>
    private static bool IsOutOfRange<T>(in ReadOnlySequence<byte> array, Span<T> scratch)
    {
        MessagePackArrayDecoder.TryReadHeader(array, out _, out long headerLength);
        MessagePackArrayDecoder.DecodeElements(array.Slice(headerLength), scratch, out long bytesConsumed, out _);
        var reader = new MessagePackReader(array.Slice(headerLength + bytesConsumed));
        try
        {
            reader.ReadDateTime();
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
