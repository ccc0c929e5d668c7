using System;
using System.Buffers;
using System.Threading;

namespace MessagePack;

public static class MessagePackSerializer
{
    public static void Serialize<T>(
        IBufferWriter<byte> writer, T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var messagePackWriter = new MessagePackWriter(writer) { CancellationToken = cancellationToken };
        Serialize(ref messagePackWriter, value, options);
        messagePackWriter.Flush();
    }

    public static void Serialize<T>(ref MessagePackWriter writer, T value, MessagePackSerializerOptions? options = null)
    {
        options ??= MessagePackSerializerOptions.Standard;
        try
        {
            options.Resolver.GetFormatterWithVerify<T>().Serialize(ref writer, value, options);
        }
        catch (Exception e)
        {
            throw new MessagePackSerializationException($"Failed to serialize {typeof(T).FullName} value.", e);
        }
    }

    public static byte[] Serialize<T>(T value, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var output = new ArrayBufferWriter<byte>();
        Serialize(output, value, options, cancellationToken);
        return output.WrittenSpan.ToArray();
    }

    public static T Deserialize<T>(
        in ReadOnlySequence<byte> byteSequence, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(byteSequence) { CancellationToken = cancellationToken };
        return Deserialize<T>(ref reader, options);
    }

    public static T Deserialize<T>(
        ReadOnlyMemory<byte> buffer, MessagePackSerializerOptions? options = null, CancellationToken cancellationToken = default) =>
        Deserialize<T>(buffer, options, out _, cancellationToken);

    public static T Deserialize<T>(
        ReadOnlyMemory<byte> buffer,
        MessagePackSerializerOptions? options,
        out int bytesRead,
        CancellationToken cancellationToken = default)
    {
        var reader = new MessagePackReader(buffer) { CancellationToken = cancellationToken };
        T result = Deserialize<T>(ref reader, options);
        bytesRead = (int)reader.Consumed;
        return result;
    }

    public static T Deserialize<T>(ref MessagePackReader reader, MessagePackSerializerOptions? options = null)
    {
        options ??= MessagePackSerializerOptions.Standard;
        try
        {
            return options.Resolver.GetFormatterWithVerify<T>().Deserialize(ref reader, options);
        }
        catch (Exception e)
        {
            throw new MessagePackSerializationException($"Failed to deserialize {typeof(T).FullName} value.", e);
        }
    }
}
