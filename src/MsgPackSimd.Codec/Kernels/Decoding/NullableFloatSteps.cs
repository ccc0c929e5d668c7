using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float?</c> and <c>double?</c> without AVX-512: one at a time, with a branch on whether one is missing, where the CPU predicts most of these branches; in
/// runs where many in a row are present, or are missing; and, where present and missing elements are mixed, without such a branch: by the run scan if there is
/// a byte shuffle, and one at a time if there is not, or too little is left for it.
/// </summary>
internal struct NullableFloatSteps<T, TLane> : INullableSteps<T, NullableFloatSteps<T, TLane>>
    where T : unmanaged
    where TLane : unmanaged
{
    /// <summary>How many elements are decoded in one of these ways before a check whether another would be quicker.</summary>
    private const int ChunkCount = 256;

    /// <summary>How many the run scan decodes before that.</summary>
    private const int ScanCount = 512;

    /// <summary>From how many elements on the run scan is quicker than decoding one at a time.</summary>
    private const int MinScanCount = 48;

    private NullableRunState run;
    private bool isChanging;

    /// <summary>Gets after how many elements in a row that are all present, or all missing, a run is tried: never where there is no kernel for runs.</summary>
    private static nint Streak
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => NullableRunDecoding.HasOwnKernel<T>() ? NullableRunState.MinCount : nint.MaxValue;
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

        if (isChanging
            && NullableFloatRunScanDecoderVector128<TLane>.IsSupported
            && source.Length >= NullableFloatRunScanDecoderVector128<TLane>.MinLength
            && destination.Length >= MinScanCount)
        {
            Scan(source, destination[..Math.Min(destination.Length, ScanCount)], out consumed, out written);
            if (written > 0)
            {
                return true;
            }
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

        NullableTokenDecoding.Decode<T, TLane, NullableFloat<TLane>>(source, some, nint.MaxValue, out consumed, out written);
        bool isWhole = written == some.Length;
        LookBack(some[..written], consumed);
        isChanging |= !isWhole;
        return isWhole;
    }

    /// <summary>Decodes elements by the run scan.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Scan(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        written = (int)NullableFloatRunScanDecoderVector128<TLane>.Decode(
            ref MemoryMarshal.GetReference(source),
            source.Length,
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination)),
            destination.Length,
            out nint length);
        consumed = (int)length;
        if (written > 0)
        {
            // Where there was nothing for it, behind a token that it does not take, what is known of the elements before stays true.
            LookBack(destination[..written], consumed);
        }
    }

    /// <summary>Looks how the next elements should be decoded, after some were decoded without a branch.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void LookBack(ReadOnlySpan<T?> elements, int length)
    {
        // How many are present follows from the length of all.
        int present = (length - elements.Length) / Unsafe.SizeOf<TLane>();
        run.Begin(elements.Length >= Streak && NullableSample.AreAlike(elements[^NullableRunState.MinCount..]), elements.Length > 0 && !elements[^1].HasValue);
        isChanging = Math.Min(present, elements.Length - present) * NullableFloatDecoder<TLane>.MinChangePeriod > elements.Length;
    }
}
