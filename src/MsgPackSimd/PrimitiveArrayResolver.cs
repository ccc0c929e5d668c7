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
/// and <see cref="ReadOnlySet{T}"/>, <c>T?[]</c> and <c>List&lt;T?&gt;</c>; and <see cref="BitArray"/>, which is an array of bools. (Bytes in a <c>byte[]</c>,
/// <see cref="Memory{T}"/>, <see cref="ReadOnlyMemory{T}"/>, <see cref="ArraySegment{T}"/> or <see cref="ReadOnlySequence{T}"/> are MessagePack <c>bin</c> and
/// left to MessagePack-CSharp.) See also <see cref="SimdStandardResolver"/>, which does not look up anything in a dictionary, and <see
/// cref="EnumArrayResolver{TEnum}"/> for the same shapes of an enum, which this resolver leaves to the next one.
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

    /// <summary>The lookup is a static field of a generic class, filled once per type, without a dictionary or reflection.</summary>
    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter = (IMessagePackFormatter<T>?)Create();

        private static object? Create() =>
            (typeof(T) == typeof(BitArray) ? PrimitiveBitArrayFormatter.Instance : null)
            ?? Shapes.FindFormatter<T, sbyte>()
            ?? Shapes.FindFormatter<T, short>()
            ?? Shapes.FindFormatter<T, int>()
            ?? Shapes.FindFormatter<T, long>()
            ?? Shapes.FindFormatter<T, byte>()
            ?? Shapes.FindFormatter<T, ushort>()
            ?? Shapes.FindFormatter<T, uint>()
            ?? Shapes.FindFormatter<T, ulong>()
            ?? Shapes.FindFormatter<T, float>()
            ?? Shapes.FindFormatter<T, double>()
            ?? Shapes.FindFormatter<T, Half>()
            ?? Shapes.FindFormatter<T, bool>()
            ?? Shapes.FindFormatter<T, char>()
            ?? Shapes.FindFormatter<T, DateTime>()
            ?? Shapes.FindFormatter<T, TimeSpan>();
    }
}
