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
    /// Decodes the array once more, from its header on, with the codec's throwing form: it words the exception, and knows the element and
    /// the byte. The quick path has to keep neither.
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
            // A token of the wrong kind is a MessagePackSerializationException to MessagePack-CSharp's users, and the end of the chain.
            throw new MessagePackSerializationException(e.Message);
        }

        catch (OverflowException e) when (typeof(T) == typeof(DateTime) && IsOutOfRange(array, scratch))
        {
            throw new ArgumentOutOfRangeException(e.Message, (Exception?)null);
        }

        throw new UnreachableException("An array that could not be decoded was decoded when tried again.");
    }

    /// <summary>What is no <see cref="DateTime"/> is not always the same exception to MessagePack-CSharp's users: its reader says which.</summary>
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
