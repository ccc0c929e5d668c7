namespace MsgPackSimd.Codec.Kernels;

/// <summary>A token's length in bytes: a struct as a type argument, as with <see cref="ISignedness"/>.</summary>
internal interface ITokenLength
{
    static abstract int Value { get; }
}

internal readonly struct TwoBytes : ITokenLength
{
    public static int Value => 2;
}

internal readonly struct ThreeBytes : ITokenLength
{
    public static int Value => 3;
}

internal readonly struct FiveBytes : ITokenLength
{
    public static int Value => 5;
}

internal readonly struct NineBytes : ITokenLength
{
    public static int Value => 9;
}
