using System.Collections.Generic;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Formatters;

namespace MsgPackSimd;

/// <summary>
/// Resolves the arrays and sequences that this library accelerates, and nothing else, to be put in front of other resolvers:
/// <code>
/// IFormatterResolver resolver = CompositeResolver.Create(PrimitiveArrayResolver.Instance, StandardResolver.Instance);
/// </code>
/// </summary>
/// <remarks>
/// The arrays are <c>sbyte[] short[] int[] long[] ushort[] uint[] ulong[] float[] double[] bool[] char[]</c>, the sequences
/// <see cref="IEnumerable{T}"/> of the same element types. (<c>byte[]</c> is MessagePack <c>bin</c> and stays with MessagePack-CSharp, as do all
/// other sequences of bytes.) See also <see cref="SimdStandardResolver"/>, which looks nothing up in a dictionary.
/// </remarks>
public sealed class PrimitiveArrayResolver : IFormatterResolver
{
    /// <summary>The one instance.</summary>
    public static readonly PrimitiveArrayResolver Instance = new();

    private PrimitiveArrayResolver()
    {
    }

    /// <summary>Gets the formatter for <typeparamref name="T"/>, if this library has one.</summary>
    /// <typeparam name="T">The type to read or write.</typeparam>
    /// <returns>The formatter; <see langword="null"/> for every type but those named above.</returns>
    public IMessagePackFormatter<T>? GetFormatter<T>() => Cache<T>.Formatter;

    /// <summary>A static field of a generic class is the look-up: filled once a type, without a dictionary or reflection.</summary>
    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter = (IMessagePackFormatter<T>?)Create();

        private static object? Create() =>
            CreateFor<sbyte>()
            ?? CreateFor<short>()
            ?? CreateFor<int>()
            ?? CreateFor<long>()
            ?? CreateFor<ushort>()
            ?? CreateFor<uint>()
            ?? CreateFor<ulong>()
            ?? CreateFor<float>()
            ?? CreateFor<double>()
            ?? CreateFor<bool>()
            ?? CreateFor<char>();

        /// <summary>The formatter for <typeparamref name="T"/>, if that is one of the shapes that elements of this type are accelerated in.</summary>
        private static object? CreateFor<TElement>()
            where TElement : unmanaged
        {
            if (typeof(T) == typeof(TElement[]))
            {
                return PrimitiveArrayFormatter<TElement>.Instance;
            }

            return typeof(T) == typeof(IEnumerable<TElement>) ? PrimitiveEnumerableFormatter<TElement>.Instance : null;
        }
    }
}
