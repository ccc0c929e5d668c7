using System;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;
using MsgPackSimd.Formatters;

namespace MsgPackSimd;

/// <summary>
/// Resolves arrays and collections of one enum, written as its integers, and nothing else. Put one for each such enum in front of other resolvers.
/// </summary>
/// <example>
/// <code>
/// IFormatterResolver resolver = CompositeResolver.Create(EnumArrayResolver&lt;Quality&gt;.Instance, SimdStandardResolver.Instance);
/// </code>
/// </example>
/// <remarks>
/// <para>
/// The shapes are those of <see cref="PrimitiveArrayResolver"/>, but an array or a memory of an enum of <see cref="byte"/> is an array of numbers, as it is to
/// MessagePack-CSharp. The bytes are those of MessagePack-CSharp's <see cref="StandardResolver"/>: integers in the shortest form that holds the value
/// (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family">int format family</see>). As there, a value need not be one that the
/// enum names.
/// </para>
/// <para>
/// <see cref="PrimitiveArrayResolver"/> leaves enums to the next resolver, which may write them in another way, as MessagePack-CSharp's
/// <c>DynamicEnumAsStringResolver</c> does, or a formatter that an attribute of the enum names. In front of those, this resolver decides how collections of
/// <typeparamref name="TEnum"/> are written, but not how a single value is. For a single member,
/// <c>[MessagePackFormatter(typeof(PrimitiveArrayFormatter&lt;Quality&gt;))]</c> does the same.
/// </para>
/// </remarks>
/// <typeparam name="TEnum">The enum.</typeparam>
public sealed class EnumArrayResolver<TEnum> : IFormatterResolver
    where TEnum : unmanaged, Enum
{
    /// <summary>The shared instance.</summary>
    public static readonly EnumArrayResolver<TEnum> Instance = new();

    private EnumArrayResolver()
    {
    }

    /// <summary>Gets the formatter for <typeparamref name="T"/>, if that is an array or a collection of <typeparamref name="TEnum"/>.</summary>
    /// <typeparam name="T">The type to read or write.</typeparam>
    /// <returns>The formatter; <see langword="null"/> for every other type.</returns>
    public IMessagePackFormatter<T>? GetFormatter<T>() => Cache<T>.Formatter;

    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter = (IMessagePackFormatter<T>?)Shapes.FindFormatter<T, TEnum>();
    }
}
