using System;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Codec;
using MsgPackSimd.Demo.Measuring;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>
/// Our scalar code behind the same serializer as what it is compared with: the serializer's own time, some 20 ns a call, is then in both.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
internal sealed class ScalarArrayFormatter<T> : IMessagePackFormatter<T[]?>
{
    public void Serialize(ref MessagePackWriter writer, T[]? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        Span<byte> span = writer.GetSpan(MessagePackArrayEncoder.GetMaxEncodedLength<T>(value.Length));
        ArrayHeader.TryWrite(span, value.Length, out int length);
        writer.Advance(length + ScalarCodec<T>.EncodeElements(value, span[length..]));
    }

    public T[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        int count = reader.ReadArrayHeader();
        if (count == 0)
        {
            return [];
        }

        T[] values = GC.AllocateUninitializedArray<T>(count);
        reader.ReadRaw(ScalarCodec<T>.DecodeElements(reader.Sequence.FirstSpan[(int)reader.Consumed..], values));
        return values;
    }
}
