using System;
using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Formatters;

namespace MsgPackSimd;

/// <summary>
/// Resolves the arrays and collections that this library accelerates, and nothing else. Put it in front of other resolvers.
/// </summary>
/// <example>
/// <code>
/// IFormatterResolver resolver = CompositeResolver.Create(PrimitiveArrayResolver.Instance, StandardResolver.Instance);
/// </code>
/// </example>
/// <remarks>
/// <para>
/// The element types are <c>sbyte short int long byte ushort uint ulong float double Half bool char DateTime TimeSpan DateOnly TimeOnly</c>; the shapes are
/// <c>T[]</c>, <c>T[,]</c>, <c>T[,,]</c>, <c>T[,,,]</c>, <see cref="List{T}"/>, <see cref="Memory{T}"/>, <see cref="ReadOnlyMemory{T}"/>, <see
/// cref="ArraySegment{T}"/>, <see cref="ImmutableArray{T}"/>, <see cref="ReadOnlySequence{T}"/>, <see cref="IEnumerable{T}"/>, <see cref="ICollection{T}"/>,
/// <see cref="IList{T}"/>, <see cref="IReadOnlyCollection{T}"/>, <see cref="IReadOnlyList{T}"/>, <see cref="Queue{T}"/>, <see cref="Stack{T}"/>, <see
/// cref="LinkedList{T}"/>, <see cref="ObservableCollection{T}"/>, <see cref="ReadOnlyCollection{T}"/>, <see cref="ReadOnlyObservableCollection{T}"/>, <see
/// cref="ConcurrentBag{T}"/>, <see cref="ConcurrentQueue{T}"/>, <see cref="ConcurrentStack{T}"/>, <see cref="HashSet{T}"/>, <see cref="ISet{T}"/>, <see
/// cref="IReadOnlySet{T}"/> and <see cref="ReadOnlySet{T}"/>, <c>T?[]</c> and <c>List&lt;T?&gt;</c>; and <see cref="BitArray"/>, which is an array of bools.
/// (Bytes in a <c>byte[]</c>, <see cref="Memory{T}"/>, <see cref="ReadOnlyMemory{T}"/>, <see cref="ArraySegment{T}"/> or <see cref="ReadOnlySequence{T}"/> are
/// MessagePack <c>bin</c> and left to MessagePack-CSharp.) See also <see cref="SimdStandardResolver"/>, which does not look up anything in a dictionary, and
/// <see cref="EnumArrayResolver{TEnum}"/> for the same shapes of an enum, which this resolver leaves to the next one.
/// </para>
/// <para>
/// All of them are written as MessagePack arrays (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format
/// family</see>); <see cref="MsgPackSimd.Codec.MessagePackArrayEncoder"/> and <see cref="MsgPackSimd.Codec.MessagePackArrayDecoder"/> describe how the elements
/// are written and read, and <see cref="PrimitiveMultiDimensionalArrayFormatter{T}"/> how arrays of several dimensions are written and read. A resolver that
/// writes elements in another way, as MessagePack-CSharp's <c>NativeDateTimeResolver</c> does with <see cref="DateTime"/>, must stand in front of this one.
/// </para>
/// </remarks>
public sealed class PrimitiveArrayResolver : IFormatterResolver
{
    /// <summary>The shared instance.</summary>
    public static readonly PrimitiveArrayResolver Instance = new();

    private PrimitiveArrayResolver()
    {
    }

    /// <summary>Gets the formatter for <typeparamref name="T"/>, if this library has one.</summary>
    /// <typeparam name="T">The type to read or write.</typeparam>
    /// <returns>The formatter; <see langword="null"/> for every type except those named in the remarks of this class.</returns>
    public IMessagePackFormatter<T>? GetFormatter<T>() => Cache<T>.Formatter;

    /// <summary>The lookup is a static field of a generic class, filled once per type, without a dictionary.</summary>
    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter = (IMessagePackFormatter<T>?)Create();

        private static object? Create()
        {
            if (typeof(T) == typeof(BitArray))
            {
                return PrimitiveBitArrayFormatter.Instance;
            }

            // Only the shapes of one element type are looked through. There are some five hundred in all, each a type to be loaded to compare with it: that
            // took 8 to 16 ms for the first type that has no formatter here (Zen 3).
            Type? element = FindElementType();
            return element == typeof(sbyte) ? Shapes.FindFormatter<T, sbyte>()
                : element == typeof(short) ? Shapes.FindFormatter<T, short>()
                : element == typeof(int) ? Shapes.FindFormatter<T, int>()
                : element == typeof(long) ? Shapes.FindFormatter<T, long>()
                : element == typeof(byte) ? Shapes.FindFormatter<T, byte>()
                : element == typeof(ushort) ? Shapes.FindFormatter<T, ushort>()
                : element == typeof(uint) ? Shapes.FindFormatter<T, uint>()
                : element == typeof(ulong) ? Shapes.FindFormatter<T, ulong>()
                : element == typeof(float) ? Shapes.FindFormatter<T, float>()
                : element == typeof(double) ? Shapes.FindFormatter<T, double>()
                : element == typeof(Half) ? Shapes.FindFormatter<T, Half>()
                : element == typeof(bool) ? Shapes.FindFormatter<T, bool>()
                : element == typeof(char) ? Shapes.FindFormatter<T, char>()
                : element == typeof(DateTime) ? Shapes.FindFormatter<T, DateTime>()
                : element == typeof(TimeSpan) ? Shapes.FindFormatter<T, TimeSpan>()
                : element == typeof(DateOnly) ? Shapes.FindFormatter<T, DateOnly>()
                : element == typeof(TimeOnly) ? Shapes.FindFormatter<T, TimeOnly>()
                : null;
        }

        /// <summary>The type of the elements if this is an array or a collection; of elements that may be missing, the type without <c>?</c>.</summary>
        private static Type? FindElementType()
        {
            // Single values that may be missing are the most frequent types of one type argument that are no collection.
            Type? element = typeof(T).IsArray ? typeof(T).GetElementType()
                : typeof(T).IsGenericType && Nullable.GetUnderlyingType(typeof(T)) is null && typeof(T).GetGenericArguments() is [Type argument] ? argument
                : null;
            return element is null ? null : Nullable.GetUnderlyingType(element) ?? element;
        }
    }
}
