using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The form that most elements of a type have when they need its full width: a prefix and as many bytes as the element has. For integers there
/// is a second prefix, that of the other signedness, whose tokens fit if the value's top bit is clear.
/// </summary>
internal interface ITokenForm
{
    /// <summary>Gets the prefix behind which every value fits.</summary>
    static abstract byte Prefix { get; }

    /// <summary>Gets the prefix behind which values with a clear top bit fit; the same as <see cref="Prefix"/> where there is no second prefix.</summary>
    static abstract byte OtherPrefix { get; }
}

/// <summary>A form of five bytes, of elements of four.</summary>
internal interface IFiveByteForm : ITokenForm;

internal readonly struct SingleForm : IFiveByteForm
{
    public static byte Prefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MessagePackFirstByte.Float32;
    }

    public static byte OtherPrefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MessagePackFirstByte.Float32;
    }
}

internal readonly struct DoubleForm : ITokenForm
{
    public static byte Prefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MessagePackFirstByte.Float64;
    }

    public static byte OtherPrefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MessagePackFirstByte.Float64;
    }
}

internal readonly struct Int16Form<TSignedness> : ITokenForm
    where TSignedness : ISignedness
{
    public static byte Prefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSignedness.IsSigned ? MessagePackFirstByte.Int16 : MessagePackFirstByte.UInt16;
    }

    public static byte OtherPrefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSignedness.IsSigned ? MessagePackFirstByte.UInt16 : MessagePackFirstByte.Int16;
    }
}

internal readonly struct Int32Form<TSignedness> : IFiveByteForm
    where TSignedness : ISignedness
{
    public static byte Prefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSignedness.IsSigned ? MessagePackFirstByte.Int32 : MessagePackFirstByte.UInt32;
    }

    public static byte OtherPrefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSignedness.IsSigned ? MessagePackFirstByte.UInt32 : MessagePackFirstByte.Int32;
    }
}

internal readonly struct Int64Form<TSignedness> : ITokenForm
    where TSignedness : ISignedness
{
    public static byte Prefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSignedness.IsSigned ? MessagePackFirstByte.Int64 : MessagePackFirstByte.UInt64;
    }

    public static byte OtherPrefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSignedness.IsSigned ? MessagePackFirstByte.UInt64 : MessagePackFirstByte.Int64;
    }
}
