using System;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Formatters;

/// <summary>The element types that all formatters have in common.</summary>
internal static class ElementTypes
{
    /// <summary>For a formatter's constructor: nothing else keeps it from being made for another type.</summary>
    /// <param name="formatter">The formatter's name.</param>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not an element type.</exception>
    public static void ThrowUnlessSupported<T>(string formatter)
    {
        if (!MessagePackArrayEncoder.IsSupported<T>())
        {
            throw new NotSupportedException($"{typeof(T)} is not an element type of {formatter}.");
        }
    }
}
