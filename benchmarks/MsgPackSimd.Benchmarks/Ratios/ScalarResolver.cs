using System;
using MessagePack;
using MessagePack.Formatters;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>Resolves arrays to <see cref="ScalarArrayFormatter{T}"/>.</summary>
internal sealed class ScalarResolver : IFormatterResolver
{
    public static readonly MessagePackSerializerOptions Options = new(new ScalarResolver());

    private ScalarResolver()
    {
    }

    public IMessagePackFormatter<T>? GetFormatter<T>() => Cache<T>.Formatter;

    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter = (IMessagePackFormatter<T>?)Activator.CreateInstance(
            typeof(ScalarArrayFormatter<>).MakeGenericType(typeof(T).GetElementType()!));
    }
}
