#if NERDBANK_MESSAGEPACK
using System.Buffers;
using PolyType;
using PolyType.ReflectionProvider;
using Serializer = Nerdbank.MessagePack.MessagePackSerializer;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>Arrays through <see href="https://github.com/AArnott/Nerdbank.MessagePack">Nerdbank.MessagePack</see>, as it is.</summary>
/// <typeparam name="T">The element type.</typeparam>
internal static class NerdbankPeer<T>
{
    private static readonly Serializer Instance = new();
    private static readonly ITypeShape<T[]> Shape = ReflectionTypeShapeProvider.Default.GetTypeShapeOrThrow<T[]>();

    public static void Serialize(IBufferWriter<byte> output, T[] values) => Instance.Serialize(output, values, Shape);

    public static T[] Deserialize(byte[] encoded) => Instance.Deserialize(encoded, Shape)!;
}
#endif
