using System;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Looks at a few elements that may be missing, for a guess at what the next ones are like.</summary>
internal static class NullableSample
{
    /// <summary>Whether all of the elements are missing, or none is.</summary>
    public static bool AreAlike<T>(ReadOnlySpan<T?> elements)
        where T : unmanaged
    {
        foreach (T? element in elements)
        {
            if (element.HasValue != elements[0].HasValue)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether at least three in four of the elements are missing.</summary>
    public static bool AreMostlyMissing<T>(ReadOnlySpan<T?> elements)
        where T : unmanaged
    {
        int present = 0;
        foreach (T? element in elements)
        {
            present += element.HasValue ? 1 : 0;
        }

        return 4 * present <= elements.Length;
    }

    /// <summary>Whether none of the elements is missing.</summary>
    public static bool AreAllPresent<T>(ReadOnlySpan<T?> elements)
        where T : unmanaged
    {
        foreach (T? element in elements)
        {
            if (!element.HasValue)
            {
                return false;
            }
        }

        return true;
    }
}
