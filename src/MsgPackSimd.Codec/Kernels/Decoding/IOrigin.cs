using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Where tokens come from: a type argument, so that what is done at the borders of segments takes arrays in one piece no time. (An argument that says
/// how to begin would cost arrays of 20 to 128 elements up to a twentieth.)
/// </summary>
internal interface IOrigin
{
    /// <summary>Gets whether it is one of several segments, which ends within a token more often than not.</summary>
    static abstract bool IsSegment { get; }
}

/// <summary>All elements of an array in one piece.</summary>
internal readonly struct Contiguous : IOrigin
{
    public static bool IsSegment
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => false;
    }
}

/// <summary>One of several segments.</summary>
internal readonly struct Segmented : IOrigin
{
    public static bool IsSegment
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => true;
    }
}
