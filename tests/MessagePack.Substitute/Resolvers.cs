using System;
using System.Collections.Generic;
using System.Linq;
using MessagePack.Formatters;

namespace MessagePack.Resolvers;

/// <summary>Has those formatters of the real one that our tests and samples ask for.</summary>
public sealed class StandardResolver : IFormatterResolver
{
    public static readonly StandardResolver Instance = new();

    private StandardResolver()
    {
    }

    public IMessagePackFormatter<T>? GetFormatter<T>() => Cache<T>.Formatter;

    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter =
            Int32Formatter.Instance as IMessagePackFormatter<T> ?? NullableStringFormatter.Instance as IMessagePackFormatter<T>;
    }
}

public static class CompositeResolver
{
    public static IFormatterResolver Create(params IFormatterResolver[] resolvers) => Create([], resolvers);

    public static IFormatterResolver Create(IReadOnlyList<IMessagePackFormatter> formatters, IReadOnlyList<IFormatterResolver> resolvers)
    {
        ArgumentNullException.ThrowIfNull(formatters);
        ArgumentNullException.ThrowIfNull(resolvers);
        return new Composite([.. formatters], [.. resolvers]);
    }

    private sealed class Composite(IMessagePackFormatter[] formatters, IFormatterResolver[] resolvers) : IFormatterResolver
    {
        public IMessagePackFormatter<T>? GetFormatter<T>() =>
            formatters.OfType<IMessagePackFormatter<T>>().FirstOrDefault()
            ?? resolvers.Select(resolver => resolver.GetFormatter<T>()).FirstOrDefault(formatter => formatter is not null);
    }
}
