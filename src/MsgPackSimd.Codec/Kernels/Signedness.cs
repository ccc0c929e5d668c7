namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Whether a kernel reads its lanes as signed or unsigned. A struct as a type argument makes the JIT compile the kernel once for each, with
/// the property a constant: <c>short</c> is <see cref="Signed"/>, <c>ushort</c> and <c>char</c> are <see cref="Unsigned"/>.
/// </summary>
internal interface ISignedness
{
    static abstract bool IsSigned { get; }

    /// <summary>Gets the least element that is its own token, a fixint; the greatest is always 127.</summary>
    static abstract sbyte LeastFixInt { get; }
}

internal readonly struct Signed : ISignedness
{
    public static bool IsSigned => true;

    public static sbyte LeastFixInt => -32;
}

internal readonly struct Unsigned : ISignedness
{
    public static bool IsSigned => false;

    public static sbyte LeastFixInt => 0;
}
