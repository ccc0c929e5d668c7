using System;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers of 16 bits or more where there is a byte shuffle: two tokens at a time by the length scan where present and missing elements are mixed; in runs
/// where many in a row are present, or are missing; one at a time where there are few elements.
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

    /// <summary>From how many elements on, if the first ones are all of one form, they are decoded as those of an array.</summary>
    private const int MinUniformCount = 16;

    private NullableRunState run;
    private int scanCount;

    public static NullableScanSteps<T, TLane, TToken, TScan> Start(ReadOnlySpan<byte> source, Span<T?> destination)
    {
        var steps = new NullableScanSteps<T, TLane, TToken, TScan> { scanCount = StartScanCount };
        bool startsRun = destination.Length >= NullableRunState.MinCount && NullableRunDecoding.StartsMissing(source);
        steps.run.Begin(startsRun || (destination.Length >= MinUniformCount && NullableRunDecoding.StartsUniform<T>(source)), isBehindMissing: false);
        return steps;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        if (run.IsOn)
        {
            run.Decode(source, destination, NullableRunState.MinLongCount, out consumed, out written);
            scanCount = StartScanCount;
            return true;
        }

        if (destination.Length < MinScanCount)
        {
            bool areAlike = NullableTokenDecoding.Decode<T, TLane, TToken>(source, destination, NullableRunState.MinCount, out consumed, out written);
            run.Begin(areAlike, written > 0 && !destination[written - 1].HasValue);
            return run.IsOn || written == destination.Length;
        }

        // All that is left, if the scan would otherwise leave little behind.
        Span<T?> scanned = destination.Length - scanCount >= NullableRunState.MinLongCount ? destination[..scanCount] : destination;
        NullableTokenDecoding.DecodeByScan<T, TLane, TToken, TScan>(source, scanned, out consumed, out written);
        if (written == scanned.Length)
        {
            run.Begin(written >= NullableRunState.MinCount && NullableSample.AreAlike<T>(scanned[^NullableRunState.MinCount..]), !scanned[^1].HasValue);
            scanCount = MaxScanCount;
            return true;
        }

        return false;
    }
}
