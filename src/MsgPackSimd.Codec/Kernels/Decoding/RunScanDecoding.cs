using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Integers, most of them fixints, with <see cref="RunScanDecoderVector128{TElement, TScan}"/>, and where it is the quickest.</summary>
internal static class RunScanDecoding<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>Gets whether the CPU has what the kernel needs.</summary>
    private static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => RunScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.IsSupported;
    }

    /// <summary>Gets the limit on the bytes of 64 that are no fixints up to which it is quicker than windows; -1 where it never is.</summary>
    private static int MaxOthersOf64
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx2.IsSupported || Unsafe.SizeOf<TLane>() > sizeof(int) ? -1
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? 32
            : 12;
    }

    /// <summary>
    /// Gets the same limit where windows have come upon a token that they do not take. More such tokens may follow: here they cost less, so that the limit is
    /// well above the some 11 bytes that are no fixints where nine tenths of 32-bit elements are small.
    /// </summary>
    private static int MaxOthersOf64BehindForeign
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() > sizeof(int) ? -1 : Math.Max(MaxOthersOf64, 20);
    }

    /// <summary>Gets how many bytes it takes for it to pay, as measured (docs/algorithms/decode.md, "Runs looked up beforehand").</summary>
    private static int MinLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(long) ? 128 : Unsafe.SizeOf<TLane>() == sizeof(int) && !Avx2.IsSupported ? 96 : 256;
    }

    /// <summary>
    /// Whether it is quicker than <see cref="FixIntRunDecoderVector128{TLane, TSignedness}"/>, if most of the tokens are fixints: with elements of 64
    /// bits, for which there are no windows without AVX-512.
    /// </summary>
    /// <param name="length">The number of bytes.</param>
    /// <param name="room">The number of elements that there is room for.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool SuitsRuns(nint length, nint room) =>
        IsSupported && Unsafe.SizeOf<TLane>() == sizeof(long) && IsEnough(length, room);

    /// <summary>Whether it is quicker than windows that hold many tokens, as the next 64 bytes suggest.</summary>
    /// <inheritdoc cref="SuitsRuns"/>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="room">The number of elements that there is room for.</param>
    /// <param name="isBehindForeign">Whether windows have come upon a token that they do not take.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool SuitsDense(ref byte source, nint length, nint room, bool isBehindForeign)
    {
        int limit = isBehindForeign ? MaxOthersOf64BehindForeign : MaxOthersOf64;
        return IsSupported && limit >= 0 && IsEnough(length, room)
            && BitOperations.PopCount(TokenSample<TLane, TSignedness>.OthersOf64(ref source)) <= limit;
    }

    /// <inheritdoc cref="RunScanDecoderVector128{TElement, TScan}.Decode"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room, out nint consumed) =>
        RunScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.Decode(ref source, length, ref destination, room, out consumed);

    /// <summary>Whether there is as much as it takes to pay. (Bytes may go on behind the array.)</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsEnough(nint length, nint room) => length >= MinLength && room >= MinLength / 2;
}
