using System;
using System.Buffers;
using System.IO;
using MessagePack;
using MsgPackSimd.Codec;
using MsgPackSimd.Demo.Npy;

namespace MsgPackSimd.Demo.Conversion;

/// <summary>Writes a MessagePack array as a <c>.npy</c> file of one dimension.</summary>
internal static class MessagePackToNpy
{
    /// <summary>Converts a file.</summary>
    /// <exception cref="DemoException">It can't be done; nothing was written.</exception>
    public static ConversionResult Convert(string input, ElementType type, OutputFile output)
    {
        output.ThrowIfNotAllowed();
        return InputFile.Read(input, stream => type.Accept(new Visitor(input, ReadAllBytes(stream), type, output)));
    }

    private static byte[] ReadAllBytes(FileStream stream)
    {
        if (stream.Length > Array.MaxLength)
        {
            throw new InvalidDataException($"has {stream.Length} bytes, more than one array can hold ({Array.MaxLength})");
        }

        byte[] bytes = new byte[stream.Length];
        stream.ReadExactly(bytes);
        return bytes;
    }

    /// <summary>Says more clearly than an exception of the serializer what is wrong with the header of an array, if anything.</summary>
    private static void CheckHeader(ReadOnlySpan<byte> messagePack)
    {
        switch (MessagePackArrayDecoder.TryReadHeader(messagePack, out int count, out int headerLength))
        {
            case OperationStatus.NeedMoreData:
                throw new InvalidDataException("is truncated: it ends before the end of an array header");
            case OperationStatus.InvalidData:
                throw new InvalidDataException($"does not begin with a MessagePack array of up to {int.MaxValue} elements");
        }

        int bytesLeft = messagePack.Length - headerLength;
        if (count < 0)
        {
            throw new InvalidDataException("holds nil, not a MessagePack array");
        }

        if (count > bytesLeft)
        {
            throw new InvalidDataException(
                $"is truncated: its header declares {count} elements, but only {bytesLeft} bytes follow");
        }
    }

    private sealed class Visitor(string input, byte[] messagePack, ElementType type, OutputFile output)
        : IElementTypeVisitor<ConversionResult>
    {
        public ConversionResult Visit<T>()
            where T : unmanaged
        {
            T[] values = Deserialize<T>();
            long bytesOut = output.Write(stream => NpyWriter.Write<T>(stream, type, values));
            return new ConversionResult(input, output.Path, type, values.Length, messagePack.Length, bytesOut, Note: "");
        }

        private T[] Deserialize<T>()
            where T : unmanaged
        {
            CheckHeader(messagePack);
            T[] values;
            int bytesRead;
            try
            {
                values = MessagePackSerializer.Deserialize<T[]>(messagePack, ComposedOptions.Instance, out bytesRead);
            }
            catch (MessagePackSerializationException e) when (e.GetBaseException() is not OutOfMemoryException)
            {
                throw new InvalidDataException($"is no MessagePack array of {type.Name}: {WhatIsWrong<T>(e.GetBaseException())}", e);
            }

            return bytesRead == messagePack.Length
                ? values
                : throw new InvalidDataException($"has {messagePack.Length - bytesRead} bytes after the MessagePack array");
        }

        /// <summary>
        /// Which element it was, and at which byte. MessagePack-CSharp's reader, which reads short arrays, does not say that; the codec does.
        /// </summary>
        private string WhatIsWrong<T>(Exception thrown)
            where T : unmanaged
        {
            try
            {
                MessagePackArrayDecoder.Decode<T>(messagePack, out _);
                return thrown.Message;
            }
            catch (Exception e) when (e is FormatException or OverflowException or EndOfStreamException)
            {
                return e.Message;
            }
        }
    }
}
