using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float?</c> and <c>double?</c> without AVX-512: one at a time, with a branch on whether one is missing, where the CPU predicts most of these branches; in
/// runs where many in a row are present, or are missing; and, where present and missing elements are mixed, without such a branch, two at a time if there is a
/// byte shuffle.
/// </summary>
internal struct NullableFloatSteps<T, TLane> : INullableSteps<T, NullableFloatSteps<T, TLane>>
    where T : unmanaged
    where TLane : unmanaged
{
    /// <summary>How many elements are decoded in one of these ways before a check whether another would be quicker.</summary>
    private const int ChunkCount = 256;

    /// <summary>From how many elements on the length scan is quicker than decoding one at a time.</summary>
    private const int MinScanCount = 48;

    /// <summary>Most branches would have been predicted if at most one element in this many was missing, or at most one in this many was present.</summary>
    private const int MinRarePeriod = 6;

    private NullableRunState run;
    private bool isChanging;

    /// <summary>Gets after how many elements in a row that are all present, or all missing, a run is tried: never where there is no kernel for runs.</summary>
    private static nint Streak
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => NullableRunDecoding.HasOwnKernel<T>() ? NullableRunState.MinCount : nint.MaxValue;
    }

    /// <summary>
    /// Gets whether the length scan is quicker than decoding one at a time. For <c>double</c>, so many bytes are looked up for each token that, at sixteen at a
    /// time, the scan takes longer: decoded one at a time, a token has its length in the bits of its first byte.
    /// </summary>
    private static bool HasScan
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(T) == typeof(double) ? Avx2.IsSupported : Simd128.HasShuffle;
    }

    public static NullableFloatSteps<T, TLane> Start(ReadOnlySpan<byte> source, Span<T?> destination)
    {
        var steps = new NullableFloatSteps<T, TLane>();
        steps.run.Begin(NullableRunDecoding.HasOwnKernel<T>() && destination.Length >= NullableRunState.MinCount, isBehindMissing: false);
        return steps;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        if (run.IsOn)
        {
            // A few missing elements do not end the run: with this kernel it takes little time to begin again.
            run.Decode(source, destination, NullableRunState.MinCount, out consumed, out written);
            return true;
        }

        Span<T?> some = destination[..Math.Min(destination.Length, ChunkCount)];
        if (!isChanging)
        {
            NullableStretchEnd end = NullableFloatDecoder<TLane>.Decode(
                ref MemoryMarshal.GetReference(source),
                source.Length,
                ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(some)),
                some.Length,
                Streak,
                out nint from,
                out nint to);
            consumed = (int)from;
            written = (int)to;
            NullableTokenDecoding.DecodeLast<T, TLane, NullableFloat<TLane>>(source, some, ref consumed, ref written);
            run.Begin(end == NullableStretchEnd.Alike, written > 0 && !some[written - 1].HasValue);
            isChanging = end == NullableStretchEnd.Changing;
            return written == some.Length || end != NullableStretchEnd.Other;
        }

        if (HasScan && some.Length >= MinScanCount)
        {
            NullableTokenDecoding.DecodeByScan<T, TLane, NullableFloat<TLane>, NullableFloatScan<TLane>>(source, some, out consumed, out written);
        }
        else
        {
            NullableTokenDecoding.Decode<T, TLane, NullableFloat<TLane>>(source, some, nint.MaxValue, out consumed, out written);
        }

        // How many are present follows from the length of all.
        int present = (consumed - written) / Unsafe.SizeOf<TLane>();
        bool isWhole = written == some.Length;
        run.Begin(isWhole && written >= Streak && NullableSample.AreAlike<T>(some[^NullableRunState.MinCount..]), !some[^1].HasValue);
        isChanging = !isWhole || Math.Min(present, written - present) > written / MinRarePeriod;
        return isWhole;
    }
}
