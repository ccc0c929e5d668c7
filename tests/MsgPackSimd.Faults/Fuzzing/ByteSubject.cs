using System.Buffers;
using System.Collections.Generic;
using System.Collections.Immutable;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Formatters;

namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>
/// Bytes, through formatters to which they are numbers: the formatters for arrays and most memories refuse bytes, and the one for lists reads them from bin
/// too, of which the reference knows nothing.
/// </summary>
internal sealed class ByteSubject : Subject<byte>
{
    public override byte[]? Deserialize(in ReadOnlySequence<byte> source, out long consumed)
    {
        var reader = new MessagePackReader(source);
        IEnumerable<byte>? values = PrimitiveEnumerableFormatter<byte>.Instance.Deserialize(ref reader, SimdStandardResolver.Options);
        consumed = reader.Consumed;
        return (byte[]?)values;
    }

    public override void Serialize(IBufferWriter<byte> output, byte[]? values)
    {
        var writer = new MessagePackWriter(output);
        PrimitiveEnumerableFormatter<byte>.Instance.Serialize(ref writer, values, SimdStandardResolver.Options);
        writer.Flush();
    }

    public override List<byte>? DeserializeList(in ReadOnlySequence<byte> source, out long consumed)
    {
        var reader = new MessagePackReader(source);
        IMessagePackFormatter<IList<byte>?> formatter = PrimitiveListFormatter<byte>.Instance;
        IList<byte>? values = formatter.Deserialize(ref reader, SimdStandardResolver.Options);
        consumed = reader.Consumed;
        return (List<byte>?)values;
    }

    public override void SerializeSequence(IBufferWriter<byte> output, in ReadOnlySequence<byte> values)
    {
        var writer = new MessagePackWriter(output);
        IMessagePackFormatter<ImmutableArray<byte>> formatter = PrimitiveMemoryFormatter<byte>.Instance;
        formatter.Serialize(ref writer, [.. values.ToArray()], SimdStandardResolver.Options);
        writer.Flush();
    }
}
