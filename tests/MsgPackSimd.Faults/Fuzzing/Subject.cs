using System;
using System.Buffers;
using System.Collections.Generic;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Codec;
using MsgPackSimd.Formatters;

namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>What is compared with the reference. A test puts a fault into one of these to see that it is found.</summary>
/// <typeparam name="T">The element type.</typeparam>
public class Subject<T>
    where T : unmanaged
{
    public virtual OperationStatus DecodeElements(ReadOnlySpan<byte> source, Span<T> destination, out int consumed, out int written) =>
        MessagePackArrayDecoder.DecodeElements(source, destination, out consumed, out written);

    public virtual OperationStatus DecodeElements(in ReadOnlySequence<byte> source, Span<T> destination, out long consumed, out int written) =>
        MessagePackArrayDecoder.DecodeElements(source, destination, out consumed, out written);

    public virtual OperationStatus EncodeElements(ReadOnlySpan<T> values, Span<byte> destination, out int read, out int written) =>
        MessagePackArrayEncoder.EncodeElements(values, destination, out read, out written);

    public virtual OperationStatus DecodeNullableElements(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written) =>
        MessagePackArrayDecoder.DecodeNullableElements(source, destination, out consumed, out written);

    public virtual OperationStatus DecodeNullableElements(in ReadOnlySequence<byte> source, Span<T?> destination, out long consumed, out int written) =>
        MessagePackArrayDecoder.DecodeNullableElements(source, destination, out consumed, out written);

    public virtual OperationStatus EncodeNullableElements(ReadOnlySpan<T?> values, Span<byte> destination, out int read, out int written) =>
        MessagePackArrayEncoder.EncodeNullableElements(values, destination, out read, out written);

    public virtual long GetEncodedLength(ReadOnlySpan<T> values) => MessagePackArrayEncoder.GetEncodedLength(values);

    public virtual OperationStatus TryReadHeader(ReadOnlySpan<byte> source, out int count, out int consumed) =>
        MessagePackArrayDecoder.TryReadHeader(source, out count, out consumed);

    public virtual OperationStatus TryReadHeader(in ReadOnlySequence<byte> source, out int count, out long consumed) =>
        MessagePackArrayDecoder.TryReadHeader(source, out count, out consumed);

    public virtual T[]? Decode(ReadOnlySpan<byte> source, out int consumed) => MessagePackArrayDecoder.Decode<T>(source, out consumed);

    public virtual T[]? Decode(in ReadOnlySequence<byte> source, out long consumed) =>
        MessagePackArrayDecoder.Decode<T>(source, out consumed);

    public virtual int Decode(ReadOnlySpan<byte> source, Span<T> destination, out int consumed) =>
        MessagePackArrayDecoder.Decode(source, destination, out consumed);

    public virtual int Decode(in ReadOnlySequence<byte> source, Span<T> destination, out long consumed) =>
        MessagePackArrayDecoder.Decode(source, destination, out consumed);

    /// <summary>Through the formatter, without the serializer around it, which would wrap each exception in another.</summary>
    public virtual T[]? Deserialize(in ReadOnlySequence<byte> source, out long consumed)
    {
        var reader = new MessagePackReader(source);
        T[]? values = PrimitiveArrayFormatter<T>.Instance.Deserialize(ref reader, SimdStandardResolver.Options);
        consumed = reader.Consumed;
        return values;
    }

    public virtual void Serialize(IBufferWriter<byte> output, T[]? values)
    {
        var writer = new MessagePackWriter(output);
        PrimitiveArrayFormatter<T>.Instance.Serialize(ref writer, values, SimdStandardResolver.Options);
        writer.Flush();
    }

    /// <summary>Through the formatter for lists, which has loops of its own.</summary>
    public virtual List<T>? DeserializeList(in ReadOnlySequence<byte> source, out long consumed)
    {
        var reader = new MessagePackReader(source);
        List<T>? values = PrimitiveListFormatter<T>.Instance.Deserialize(ref reader, SimdStandardResolver.Options);
        consumed = reader.Consumed;
        return values;
    }

    public virtual void SerializeList(IBufferWriter<byte> output, List<T>? values)
    {
        var writer = new MessagePackWriter(output);
        PrimitiveListFormatter<T>.Instance.Serialize(ref writer, values, SimdStandardResolver.Options);
        writer.Flush();
    }

    /// <summary>Through the formatter for memories, which writes a sequence segment by segment.</summary>
    public virtual void SerializeSequence(IBufferWriter<byte> output, in ReadOnlySequence<T> values)
    {
        var writer = new MessagePackWriter(output);
        IMessagePackFormatter<ReadOnlySequence<T>> formatter = PrimitiveMemoryFormatter<T>.Instance;
        formatter.Serialize(ref writer, values, SimdStandardResolver.Options);
        writer.Flush();
    }

    /// <summary>Through the formatter for arrays of several dimensions, which believes lengths that stand before the elements.</summary>
    public virtual T[,]? DeserializeGrid(in ReadOnlySequence<byte> source, out long consumed)
    {
        var reader = new MessagePackReader(source);
        IMessagePackFormatter<T[,]?> formatter = PrimitiveMultiDimensionalArrayFormatter<T>.Instance;
        T[,]? values = formatter.Deserialize(ref reader, SimdStandardResolver.Options);
        consumed = reader.Consumed;
        return values;
    }

    public virtual void SerializeGrid(IBufferWriter<byte> output, T[,]? values)
    {
        var writer = new MessagePackWriter(output);
        IMessagePackFormatter<T[,]?> formatter = PrimitiveMultiDimensionalArrayFormatter<T>.Instance;
        formatter.Serialize(ref writer, values, SimdStandardResolver.Options);
        writer.Flush();
    }
}
