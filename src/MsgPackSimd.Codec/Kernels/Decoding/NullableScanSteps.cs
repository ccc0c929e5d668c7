using System;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers of 16 bits or more where there is a byte shuffle: two tokens at a time by the length scan where present and missing elements are mixed; in runs
/// where many in a row are present, or are missing; one at a time where there are few elements, or they have been written in more bytes than the element has.
/// </summary>
internal struct NullableScanSteps<T, TLane, TToken, TScan> : INullableSteps<T, NullableScanSteps<T, TLane, TToken, TScan>>
    where T : unmanaged
    where TLane : unmanaged
    where TToken : INullableToken<TLane>
    where TScan : ILengthScan<NullableLane<TLane>>
{
    /// <summary>From how many elements on the length scan is quicker than decoding one at a time.</summary>
    private const int MinScanCount = 24;

    /// <summary>How many elements the scan decodes, at first, before a check whether the last ones were all present, or all missing.</summary>
    private const int StartScanCount = 64;

    /// <summary>The same for each later check.</summary>
    private const int MaxScanCount = 1024;

    /// <summary>
    /// How many elements are decoded one at a time after the scan has met a token that it can't decode before it had decoded <see
    /// cref="NullableRunState.MinCount"/> elements: looking up a block takes as much time as decoding some elements that way.
    /// </summary>
    private const int MinPause = 64;

    /// <summary>The most elements decoded one at a time where that has happened time after time.</summary>
    private const int MaxPause = 4096;

    /// <summary>How many times longer each such pause is than the one before.</summary>
    private const int PauseGrowth = 4;

    private NullableRunState run;
    private int scanCount;
    private int pause;
    private int nextPause;

    public static NullableScanSteps<T, TLane, TToken, TScan> Start(ReadOnlySpan<byte> source, Span<T?> destination) => new()
    {
        run = new NullableRunState { IsOn = destination.Length >= NullableRunState.MinCount && NullableRunDecoding.StartsMissing(source) },
        scanCount = StartScanCount,
        nextPause = MinPause,
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        if (run.IsOn)
        {
            run.Decode(source, destination, NullableRunState.MinLongCount, out consumed, out written);
            return true;
        }

        if (pause > 0 || destination.Length < MinScanCount)
        {
            Span<T?> some = pause > 0 ? destination[..Math.Min(destination.Length, pause)] : destination;
            run.IsOn = NullableTokenDecoding.Decode<T, TLane, TToken>(source, some, NullableRunState.MinCount, out consumed, out written);
            pause = Math.Max(0, pause - written);
            return run.IsOn || written == some.Length;
        }

        // All that is left, if the scan would otherwise leave little behind.
        Span<T?> scanned = destination.Length - scanCount >= NullableRunState.MinLongCount ? destination[..scanCount] : destination;
        NullableTokenDecoding.DecodeByScan<T, TLane, TToken, TScan>(source, scanned, out consumed, out written);
        if (written == scanned.Length)
        {
            run.IsOn = written >= NullableRunState.MinCount && NullableRunDecoding.AreAlike<T>(scanned[^NullableRunState.MinCount..]);
            scanCount = MaxScanCount;
            return true;
        }

        if (written < NullableRunState.MinCount)
        {
            pause = nextPause;
            nextPause = Math.Min(PauseGrowth * nextPause, MaxPause);
        }
        else
        {
            nextPause = MinPause;
        }

        return false;
    }
}
