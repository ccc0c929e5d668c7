using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Formatters;

namespace MsgPackSimd;

/// <summary>
/// Resolves the arrays that this library accelerates, and nothing else, to be put in front of other resolvers:
/// <code>
/// IFormatterResolver resolver = CompositeResolver.Create(PrimitiveArrayResolver.Instance, StandardResolver.Instance);
/// </code>
/// </summary>
/// <remarks>
/// The arrays are <c>sbyte[] short[] int[] long[] ushort[] uint[] ulong[] float[] double[] bool[] char[]</c>. (<c>byte[]</c> is MessagePack
/// <c>bin</c> and stays with MessagePack-CSharp.) See also <see cref="SimdStandardResolver"/>, which looks nothing up in a dictionary.
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
    /// <returns>The formatter; <see langword="null"/> for every type but the arrays named above.</returns>
    public IMessagePackFormatter<T>? GetFormatter<T>() => Cache<T>.Formatter;

    /// <summary>A static field of a generic class is the look-up: filled once a type, without a dictionary or reflection.</summary>
    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter = (IMessagePackFormatter<T>?)Create();

        private static object? Create()
        {
            if (typeof(T) == typeof(sbyte[]))
            {
                return PrimitiveArrayFormatter<sbyte>.Instance;
            }

            if (typeof(T) == typeof(short[]))
            {
                return PrimitiveArrayFormatter<short>.Instance;
            }

            if (typeof(T) == typeof(int[]))
            {
                return PrimitiveArrayFormatter<int>.Instance;
            }

            if (typeof(T) == typeof(long[]))
            {
                return PrimitiveArrayFormatter<long>.Instance;
            }

            if (typeof(T) == typeof(ushort[]))
            {
                return PrimitiveArrayFormatter<ushort>.Instance;
            }

            if (typeof(T) == typeof(uint[]))
            {
                return PrimitiveArrayFormatter<uint>.Instance;
            }

            if (typeof(T) == typeof(ulong[]))
            {
                return PrimitiveArrayFormatter<ulong>.Instance;
            }

            if (typeof(T) == typeof(float[]))
            {
                return PrimitiveArrayFormatter<float>.Instance;
            }

            if (typeof(T) == typeof(double[]))
            {
                return PrimitiveArrayFormatter<double>.Instance;
            }

            if (typeof(T) == typeof(bool[]))
            {
                return PrimitiveArrayFormatter<bool>.Instance;
            }

            return typeof(T) == typeof(char[]) ? PrimitiveArrayFormatter<char>.Instance : null;
        }
    }
}
