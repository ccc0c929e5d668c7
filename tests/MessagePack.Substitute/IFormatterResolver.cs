using System;
using MessagePack.Formatters;

namespace MessagePack
{
    public interface IFormatterResolver
    {
        IMessagePackFormatter<T>? GetFormatter<T>();
    }

    public static class FormatterResolverExtensions
    {
        public static IMessagePackFormatter<T> GetFormatterWithVerify<T>(this IFormatterResolver resolver)
        {
            ArgumentNullException.ThrowIfNull(resolver);
            return resolver.GetFormatter<T>()
                ?? throw new FormatterNotRegisteredException($"{typeof(T).FullName} is not registered in resolver: {resolver.GetType()}");
        }
    }
}

namespace MessagePack.Formatters
{
    public interface IMessagePackFormatter
    {
    }

    public interface IMessagePackFormatter<T> : IMessagePackFormatter
    {
        void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options);

        T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options);
    }
}
