using System;
using MessagePack.Resolvers;

namespace MessagePack;

public class MessagePackSerializerOptions
{
    public MessagePackSerializerOptions(IFormatterResolver resolver)
    {
        ArgumentNullException.ThrowIfNull(resolver);
        Resolver = resolver;
    }

    public static MessagePackSerializerOptions Standard { get; } = new(StandardResolver.Instance);

    public IFormatterResolver Resolver { get; }

    public MessagePackSerializerOptions WithResolver(IFormatterResolver resolver) => new(resolver);
}
