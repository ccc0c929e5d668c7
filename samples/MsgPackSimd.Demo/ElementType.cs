using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Demo;

/// <summary>One of the element types that the demo converts, with NumPy's name and code for it.</summary>
/// <param name="name">As NumPy's <c>dtype.name</c> has it: <c>int16</c>.</param>
/// <param name="code">As in a <c>.npy</c> header, without the byte order: <c>i2</c>.</param>
internal abstract class ElementType(string name, string code)
{
    public const string WhyNotBytes = "uint8 is refused: MessagePack has bin for bytes, which is not an array";

    public static readonly IReadOnlyList<ElementType> All =
    [
        new ElementType<sbyte>("int8", "i1"),
        new ElementType<short>("int16", "i2"),
        new ElementType<int>("int32", "i4"),
        new ElementType<long>("int64", "i8"),
        new ElementType<ushort>("uint16", "u2"),
        new ElementType<uint>("uint32", "u4"),
        new ElementType<ulong>("uint64", "u8"),
        new ElementType<Half>("float16", "f2"),
        new ElementType<float>("float32", "f4"),
        new ElementType<double>("float64", "f8"),
        new ElementType<bool>("bool", "b1"),
    ];

    public static string AllNames => string.Join(' ', All.Select(type => type.Name));

    public string Name => name;

    public string Code => code;

    /// <summary>Gets the length of one value in a <c>.npy</c> file, in bytes.</summary>
    public abstract int Size { get; }

    /// <summary>Calls the visitor with the C# type that stands for this element type.</summary>
    public abstract TResult Accept<TResult>(IElementTypeVisitor<TResult> visitor);
}

/// <inheritdoc/>
/// <typeparam name="T">The C# type.</typeparam>
internal sealed class ElementType<T>(string name, string code) : ElementType(name, code)
    where T : unmanaged
{
    public override int Size => Unsafe.SizeOf<T>();

    public override TResult Accept<TResult>(IElementTypeVisitor<TResult> visitor) => visitor.Visit<T>();
}

/// <summary>Something that is done with an array whose element type is only known at run time.</summary>
/// <typeparam name="TResult">What comes of it.</typeparam>
internal interface IElementTypeVisitor<out TResult>
{
    TResult Visit<T>()
        where T : unmanaged;
}
