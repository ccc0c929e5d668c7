namespace MsgPackSimd.Codec.Kernels;

/// <summary>A token's length in bytes: a struct as a type argument, as with <see cref="ISignedness"/>.</summary>
internal interface ITokenLength
{
    static abstract int Value { get; }
}

/// <summary>A length whose payload is narrower than the widest element.</summary>
internal interface INarrowTokenLength : ITokenLength;

internal readonly struct TwoBytes : INarrowTokenLength
{
    public static int Value => 2;
}

internal readonly struct ThreeBytes : INarrowTokenLength
{
    public static int Value => 3;
}

internal readonly struct FiveBytes : INarrowTokenLength
{
    public static int Value => 5;
}

internal readonly struct NineBytes : ITokenLength
{
    public static int Value => 9;
}
