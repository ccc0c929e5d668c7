using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels.Scalar;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float?</c> and <c>double?</c> without AVX-512: one at a time, with a branch for whether one is missing, where the CPU foresees most of them; in runs where many in a row are there, or are missing;
/// and without such a branch, two at a time if there is a byte shuffle, where it is now this and now that.
/// </summary>
internal struct NullableFloatSteps<T, TLane> : INullableSteps<T, NullableFloatSteps<T, TLane>>
    where T : unmanaged
    where TLane : unmanaged
{
    /// <summary>How many elements are decoded one of these ways before it is seen whether another would be quicker.</summary>
    private const int ChunkCount = 256;

    /// <summary>From how many elements on the length scan is quicker than one at a time.</summary>
    private const int MinScanCount = 48;

    /// <summary>It would have been foreseen most of the time if no more than one element in so many was missing, or was there.</summary>
    private const int MinRarePeriod = 6;

    private NullableRun _run;
    private bool _isChanging;
    private bool _isScanOff;

    /// <summary>Gets after how many elements in a row that are there, or are missing, a run is tried: never without the kernel for it.</summary>
    private static nint Streak
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => NullableRunDecoding.HasOwnKernel<T>() ? NullableRun.MinCount : nint.MaxValue;
    }

    /// <summary>
    /// Gets whether the length scan is quicker than one at a time. Of <c>double</c> so many bytes are looked up for a token that sixteen at a time it takes longer: their lengths are in the bits of
    /// their first bytes.
    /// </summary>
    private static bool HasScan
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(T) == typeof(double) ? Avx2.IsSupported : Simd128.HasShuffle;
    }

    public static NullableFloatSteps<T, TLane> Start(ReadOnlySpan<byte> source, Span<T?> destination) => new()
    {
        _run = new NullableRun { IsOn = NullableRunDecoding.HasOwnKernel<T>() && destination.Length >= NullableRun.MinCount },
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        if (_run.IsOn)
        {
            // A few that are missing do not end it: with this kernel it takes little to begin again.
            _run.Decode(source, destination, NullableRun.MinCount, out consumed, out written);
            return true;
        }

        Span<T?> some = destination[..Math.Min(destination.Length, ChunkCount)];
        if (!_isChanging)
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
            NullableTokens.DecodeLast<T, TLane, NullableFloat<TLane>>(source, some, ref consumed, ref written);
            _run.IsOn = end == NullableStretchEnd.Alike;
            _isChanging = end == NullableStretchEnd.Changing;
            return written == some.Length || end != NullableStretchEnd.Other;
        }

        if (HasScan && !_isScanOff && some.Length >= MinScanCount)
        {
            NullableTokens.DecodeByScan<T, TLane, NullableFloat<TLane>, NullableFloatScan<TLane>>(source, some, out consumed, out written);

            // A token that it does not read costs it a block. Where one came so early, there may be more.
            _isScanOff = written < NullableRun.MinCount;
        }
        else
        {
            NullableTokens.Decode<T, TLane, NullableFloat<TLane>>(source, some, nint.MaxValue, out consumed, out written);
        }

        // How many are there, by the length of all.
        int present = (consumed - written) / Unsafe.SizeOf<TLane>();
        bool isWhole = written == some.Length;
        _run.IsOn = isWhole && written >= Streak && NullableRunDecoding.AreAlike<T>(some[^NullableRun.MinCount..]);
        _isChanging = !isWhole || Math.Min(present, written - present) > written / MinRarePeriod;
        return isWhole;
    }
}
