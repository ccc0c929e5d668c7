using System;
using System.Buffers;
using MessagePack;

namespace MsgPackSimd.Demo.Measuring;

/// <summary><see cref="MessagePackSerializer"/>, with the formatters that its options resolve.</summary>
/// <typeparam name="T">The element type.</typeparam>
/// <param name="name">What a message calls it.</param>
/// <param name="options">The options.</param>
internal sealed class SerializerCodec<T>(string name, MessagePackSerializerOptions options) : IArrayCodec<T>
{
    public string Name => name;

    public void Encode(T[] values, IBufferWriter<byte> output) => MessagePackSerializer.Serialize(output, values, options);

    public T[] Decode(ReadOnlyMemory<byte> messagePack) => MessagePackSerializer.Deserialize<T[]>(messagePack, options);
}
