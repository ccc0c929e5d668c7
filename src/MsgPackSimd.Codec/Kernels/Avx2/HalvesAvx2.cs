using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>AVX2's shuffles take each half's bytes from that half. So each half is loaded from where its bytes begin.</summary>
internal static class HalvesAvx2
{
    /// <summary>Loads two halves that begin <paramref name="apart"/> bytes apart.</summary>
    /// <param name="source">The caller has checked that both lie within its memory.</param>
    /// <param name="from">Where the lower half begins.</param>
    /// <param name="apart">How many bytes behind it the upper half begins.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load(ref byte source, nint from, nint apart) => Vector256.Create(
        Vector128.LoadUnsafe(ref source, (nuint)from), Vector128.LoadUnsafe(ref source, (nuint)(from + apart)));
}
