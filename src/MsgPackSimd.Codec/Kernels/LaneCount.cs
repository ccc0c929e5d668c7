using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// How many elements a vector holds, for methods and classes that are generic in the element's type. If such a method mentions a member of
/// <c>Vector512&lt;TLane&gt;</c>, be it <c>Count</c> or an operator, the runtime loads that type for the type parameter too, apart from the one for the actual
/// element. With its halves, their halves and all of their interfaces, that takes 0.7 to 1 ms the first time that the method is compiled. (The figures:
/// docs/experiments/first-calls.md.)
/// </summary>
internal static class LaneCount
{
    /// <summary>How many elements a vector of 512 bits holds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Of512<TLane>()
        where TLane : unmanaged => Vector512<byte>.Count / Unsafe.SizeOf<TLane>();

    /// <summary>How many elements a vector of 256 bits holds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Of256<TLane>()
        where TLane : unmanaged => Vector256<byte>.Count / Unsafe.SizeOf<TLane>();

    /// <summary>How many elements a vector of 128 bits holds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Of128<TLane>()
        where TLane : unmanaged => Vector128<byte>.Count / Unsafe.SizeOf<TLane>();
}
