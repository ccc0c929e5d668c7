using MessagePack;
using MessagePack.Resolvers;

namespace MsgPackSimd.Demo;

/// <summary>The resolver composed as an application would that has resolvers of its own.</summary>
internal static class ComposedOptions
{
    public static readonly MessagePackSerializerOptions Instance = MessagePackSerializerOptions.Standard.WithResolver(
        CompositeResolver.Create(PrimitiveArrayResolver.Instance, StandardResolver.Instance));
}
