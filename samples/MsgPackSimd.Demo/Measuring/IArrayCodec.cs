using System;
using System.Buffers;

namespace MsgPackSimd.Demo.Measuring;

/// <summary>One way to take an array to MessagePack and back.</summary>
/// <typeparam name="T">The element type.</typeparam>
internal interface IArrayCodec<T>
{
    /// <summary>Gets what a message calls it.</summary>
    string Name { get; }

    void Encode(T[] values, IBufferWriter<byte> output);

    /// <summary>Decodes into a new array.</summary>
    T[] Decode(ReadOnlyMemory<byte> messagePack);
}
