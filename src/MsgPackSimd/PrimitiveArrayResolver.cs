using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Formatters;

namespace MsgPackSimd;

/// <summary>
/// Resolves the arrays and collections that this library accelerates, and nothing else. Put it in front of other resolvers:
/// <code>
/// IFormatterResolver resolver = CompositeResolver.Create(PrimitiveArrayResolver.Instance, StandardResolver.Instance);
/// </code>
/// </summary>
/// <remarks>
/// <para>
/// The element types are <c>sbyte short int long byte ushort uint ulong float double Half bool char DateTime TimeSpan</c>; the shapes are <c>T[]</c>,
/// <c>T[,]</c>, <c>T[,,]</c>, <c>T[,,,]</c>, <see cref="List{T}"/>, <see cref="Memory{T}"/>, <see cref="ReadOnlyMemory{T}"/>,
/// <see cref="ArraySegment{T}"/>, <see cref="ImmutableArray{T}"/>, <see cref="ReadOnlySequence{T}"/>, <see cref="IEnumerable{T}"/>,
/// <see cref="ICollection{T}"/>, <see cref="IList{T}"/>, <see cref="IReadOnlyCollection{T}"/>, <see cref="IReadOnlyList{T}"/>,
/// <see cref="Queue{T}"/>, <see cref="Stack{T}"/>, <see cref="LinkedList{T}"/>, <see cref="ObservableCollection{T}"/>,
/// <see cref="ReadOnlyCollection{T}"/>, <see cref="ReadOnlyObservableCollection{T}"/>, <see cref="ConcurrentBag{T}"/>,
/// <see cref="ConcurrentQueue{T}"/>, <see cref="ConcurrentStack{T}"/>, <see cref="HashSet{T}"/>, <see cref="ISet{T}"/>, <see cref="IReadOnlySet{T}"/>
/// and <see cref="ReadOnlySet{T}"/>, and <c>T?[]</c> and <c>List&lt;T?&gt;</c>. (Bytes in a <c>byte[]</c>,
/// <see cref="Memory{T}"/>, <see cref="ReadOnlyMemory{T}"/>, <see cref="ArraySegment{T}"/> or <see cref="ReadOnlySequence{T}"/> are MessagePack <c>bin</c> and left to
/// MessagePack-CSharp.) See also <see cref="SimdStandardResolver"/>, which does not look up anything in a dictionary.
/// </para>
/// <para>
/// All of them are written as MessagePack arrays (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array format family</see>);
/// <see cref="MsgPackSimd.Codec.MessagePackArrayEncoder"/> and <see cref="MsgPackSimd.Codec.MessagePackArrayDecoder"/> describe how the elements are written and
/// read, and <see cref="PrimitiveMultiDimensionalArrayFormatter{T}"/> how arrays of several dimensions are written and read. A resolver that writes elements in
/// another way, as MessagePack-CSharp's <c>NativeDateTimeResolver</c> does with <see cref="DateTime"/>, must stand in front of this one.
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

    /// <summary>The lookup is a static field of a generic class, filled once per type, without a dictionary or reflection.</summary>
    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter = (IMessagePackFormatter<T>?)Create();

        private static object? Create() =>
            CreateFor<sbyte>()
            ?? CreateFor<short>()
            ?? CreateFor<int>()
            ?? CreateFor<long>()
            ?? CreateFor<byte>()
            ?? CreateFor<ushort>()
            ?? CreateFor<uint>()
            ?? CreateFor<ulong>()
            ?? CreateFor<float>()
            ?? CreateFor<double>()
            ?? CreateFor<Half>()
            ?? CreateFor<bool>()
            ?? CreateFor<char>()
            ?? CreateFor<DateTime>()
            ?? CreateFor<TimeSpan>();

        /// <summary>Gets whether this is one of the shapes in which bytes are not an array of numbers.</summary>
        private static bool IsBinary =>
            typeof(T) == typeof(byte[])
            || typeof(T) == typeof(Memory<byte>)
            || typeof(T) == typeof(ReadOnlyMemory<byte>)
            || typeof(T) == typeof(ArraySegment<byte>)
            || typeof(T) == typeof(ReadOnlySequence<byte>);

        /// <summary>The formatter for <typeparamref name="T"/>, if that is one of the accelerated shapes of <typeparamref name="TElement"/>.</summary>
        private static object? CreateFor<TElement>()
            where TElement : unmanaged
        {
            if (typeof(TElement) == typeof(byte) && IsBinary)
            {
                return null;
            }

            if (typeof(T) == typeof(TElement[]))
            {
                return PrimitiveArrayFormatter<TElement>.Instance;
            }

            if (typeof(T) == typeof(List<TElement>) || typeof(T) == typeof(IList<TElement>) || typeof(T) == typeof(ICollection<TElement>))
            {
                return PrimitiveListFormatter<TElement>.Instance;
            }

            if (typeof(T) == typeof(IEnumerable<TElement>)
                || typeof(T) == typeof(IReadOnlyCollection<TElement>)
                || typeof(T) == typeof(IReadOnlyList<TElement>))
            {
                return PrimitiveEnumerableFormatter<TElement>.Instance;
            }

            if (typeof(T) == typeof(Memory<TElement>)
                || typeof(T) == typeof(ReadOnlyMemory<TElement>)
                || typeof(T) == typeof(ArraySegment<TElement>)
                || typeof(T) == typeof(ImmutableArray<TElement>)
                || typeof(T) == typeof(ReadOnlySequence<TElement>))
            {
                return PrimitiveMemoryFormatter<TElement>.Instance;
            }

            if (typeof(T) == typeof(HashSet<TElement>)
                || typeof(T) == typeof(ISet<TElement>)
                || typeof(T) == typeof(IReadOnlySet<TElement>)
                || typeof(T) == typeof(ReadOnlySet<TElement>))
            {
                return PrimitiveSetFormatter<TElement>.Instance;
            }

            if (typeof(T) == typeof(Queue<TElement>)
                || typeof(T) == typeof(Stack<TElement>)
                || typeof(T) == typeof(LinkedList<TElement>)
                || typeof(T) == typeof(ObservableCollection<TElement>)
                || typeof(T) == typeof(ReadOnlyCollection<TElement>)
                || typeof(T) == typeof(ReadOnlyObservableCollection<TElement>)
                || typeof(T) == typeof(ConcurrentBag<TElement>)
                || typeof(T) == typeof(ConcurrentQueue<TElement>)
                || typeof(T) == typeof(ConcurrentStack<TElement>))
            {
                return PrimitiveCollectionFormatter<TElement>.Instance;
            }

            if (typeof(T) == typeof(TElement?[]) || typeof(T) == typeof(List<TElement?>))
            {
                return PrimitiveNullableFormatter<TElement>.Instance;
            }

            return typeof(T) == typeof(TElement[,]) || typeof(T) == typeof(TElement[,,]) || typeof(T) == typeof(TElement[,,,])
                ? PrimitiveMultiDimensionalArrayFormatter<TElement>.Instance
                : null;
        }
    }
}
