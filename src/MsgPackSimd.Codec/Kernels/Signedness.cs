namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Whether a kernel reads its lanes as signed or unsigned. A struct as a type argument makes the JIT compile the kernel once for each, with
/// the property a constant: <c>short</c> is <see cref="Signed"/>, <c>ushort</c> and <c>char</c> are <see cref="Unsigned"/>.
/// </summary>
internal interface ISignedness
{
    static abstract bool IsSigned { get; }
}

internal readonly struct Signed : ISignedness
{
    public static bool IsSigned => true;
}

internal readonly struct Unsigned : ISignedness
{
    public static bool IsSigned => false;
}
