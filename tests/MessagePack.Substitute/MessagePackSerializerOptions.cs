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

    public MessagePackSecurity Security { get; private init; } = MessagePackSecurity.TrustedData;

    public MessagePackSerializerOptions WithResolver(IFormatterResolver resolver) => new(resolver) { Security = Security };

    public MessagePackSerializerOptions WithSecurity(MessagePackSecurity security) => new(Resolver) { Security = security };
}
