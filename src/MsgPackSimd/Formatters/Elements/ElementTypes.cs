using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Formatters;

/// <summary>The element types that all formatters have in common.</summary>
internal static class ElementTypes
{
    /// <summary>For a formatter's constructor: nothing else prevents the formatter from being created for another type.</summary>
    /// <param name="formatter">The formatter's name.</param>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static void ThrowUnlessSupported<T>(string formatter)
    {
        if (!MessagePackArrayEncoder.IsSupported<T>())
        {
            throw new NotSupportedException(
                $"{typeof(T)} is not an element type of {formatter}. It takes sbyte, short, int, long, byte, ushort, uint, ulong, float, double, Half, bool, "
                + "char, DateTime, TimeSpan, DateOnly, TimeOnly and enums.");
        }
    }

    /// <summary>
    /// Whether MessagePack-CSharp reads arrays of this type with the formatter that serves any type, which counts the depth and checks the reader's
    /// cancellation token. Those for arrays of numbers do neither.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CountsDepthOfArray<T>() =>
        typeof(T).IsEnum || typeof(T) == typeof(Half) || typeof(T) == typeof(TimeSpan) || typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly);

    /// <summary>The same for lists, of which those of bytes and of <see cref="DateTime"/> are read by that formatter too.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CountsDepthOfList<T>() => CountsDepthOfArray<T>() || typeof(T) == typeof(byte) || typeof(T) == typeof(DateTime);

    /// <summary>For the shapes in which bytes are not an array of numbers.</summary>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is <see cref="byte"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ThrowIfBinary<T>()
    {
        if (typeof(T) == typeof(byte))
        {
            ThrowBinary();
        }
    }

    [DoesNotReturn]
    private static void ThrowBinary() => throw new NotSupportedException(
        "Bytes in an array or a memory are MessagePack bin, for which MessagePack-CSharp has formatters of its own, which it uses if none is named. "
        + "As numbers they are written from other collections.");
}
