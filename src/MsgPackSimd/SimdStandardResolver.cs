using System;
using System.Runtime.ExceptionServices;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;

namespace MsgPackSimd;

/// <summary>
/// <see cref="PrimitiveArrayResolver"/> in front of MessagePack-CSharp's <see cref="StandardResolver"/>, without dictionary lookups.
/// </summary>
/// <example>
/// <code>
/// byte[] bytes = MessagePackSerializer.Serialize(values, SimdStandardResolver.Options);
/// </code>
/// </example>
/// <remarks>
/// The remarks of <see cref="PrimitiveArrayResolver"/> name the types for which this library has formatters; they are written as MessagePack arrays
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>).
/// </remarks>
public sealed class SimdStandardResolver : IFormatterResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly SimdStandardResolver Instance = new();

    /// <summary>Options with this resolver, and MessagePack-CSharp's defaults for everything else.</summary>
    /// <remarks>
    /// In MessagePack-CSharp 3.1 these defaults are no compression, and the security settings <see cref="MessagePackSecurity.TrustedData"/>. For data from an
    /// untrusted source, use <c>Options.WithSecurity(MessagePackSecurity.UntrustedData)</c>; for compression, <c>Options.WithCompression(…)</c>.
    /// </remarks>
    public static readonly MessagePackSerializerOptions Options = new(Instance);

    private SimdStandardResolver()
    {
    }

    /// <summary>Gets the formatter for <typeparamref name="T"/>.</summary>
    /// <typeparam name="T">The type to read or write.</typeparam>
    /// <returns>This library's formatter if it has one, otherwise that of <see cref="StandardResolver"/>, which may be <see langword="null"/>.</returns>
    public IMessagePackFormatter<T>? GetFormatter<T>() => Cache<T>.Formatter;

    /// <summary>
    /// The formatter, looked up once for both resolvers, so that there is as much to do for each call as in <see cref="StandardResolver"/>: more is noticeable
    /// for a short array.
    /// </summary>
    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter = FindFormatter<T>();
    }

    private static IMessagePackFormatter<T>? FindFormatter<T>()
    {
        try
        {
            return PrimitiveArrayResolver.Instance.GetFormatter<T>() ?? StandardResolver.Instance.GetFormatter<T>();
        }
        catch (TypeInitializationException e) when (e.InnerException is not null)
        {
            // A static initializer of the standard resolver has failed. The serializer takes one such exception off, to report what is wrong with the type;
            // that will be the one of our own initializer.
            ExceptionDispatchInfo.Throw(e.InnerException);
            throw;
        }
    }
}
