using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;

namespace MsgPackSimd;

/// <summary>
/// <see cref="PrimitiveArrayResolver"/> in front of MessagePack-CSharp's <see cref="StandardResolver"/>, with no dictionary look-up:
/// <code>
/// byte[] bytes = MessagePackSerializer.Serialize(values, SimdStandardResolver.Options);
/// </code>
/// </summary>
public sealed class SimdStandardResolver : IFormatterResolver
{
    /// <summary>The one instance.</summary>
    public static readonly SimdStandardResolver Instance = new();

    /// <summary>The standard options with this resolver.</summary>
    public static readonly MessagePackSerializerOptions Options = new(Instance);

    private SimdStandardResolver()
    {
    }

    /// <summary>Gets the formatter for <typeparamref name="T"/>.</summary>
    /// <typeparam name="T">The type to read or write.</typeparam>
    /// <returns>This library's formatter where it has one, else that of <see cref="StandardResolver"/>, which may be <see langword="null"/>.</returns>
    public IMessagePackFormatter<T>? GetFormatter<T>() => Cache<T>.Formatter;

    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter =
            PrimitiveArrayResolver.Instance.GetFormatter<T>() ?? StandardResolver.Instance.GetFormatter<T>();
    }
}
