using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers of 16 bits or more where there is a byte shuffle: those that are mostly fixints, whichever are missing, by <see
/// cref="NullableFixIntState{TLane, TSignedness}"/>; the others two tokens at a time by the length scan where present and missing elements are mixed, in runs
/// where many in a row are present, or are missing, and one at a time where there are few elements.
/// </summary>
internal struct NullableScanSteps<T, TLane, TSignedness> : INullableSteps<T, NullableScanSteps<T, TLane, TSignedness>>
    where T : unmanaged
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>From how many elements on the length scan is quicker than decoding one at a time.</summary>
    private const int MinScanCount = 24;

    /// <summary>How many elements the scan decodes, at first, before a check whether the last ones were all present, or all missing.</summary>
    private const int StartScanCount = 64;

    /// <summary>The same for each later check.</summary>
    private const int MaxScanCount = 1024;

    /// <summary>From how many elements on, if the first ones are all of one length (and longer than a byte), they are decoded as those of an array.</summary>
    private const int MinUniformCount = 16;

    private NullableRunState run;
    private NullableFixIntState<TLane, TSignedness> fixInts;
    private int scanCount;

    public static NullableScanSteps<T, TLane, TSignedness> Start(ReadOnlySpan<byte> source, Span<T?> destination)
    {
        var steps = new NullableScanSteps<T, TLane, TSignedness>
        {
            scanCount = StartScanCount,
            fixInts = NullableFixIntState<TLane, TSignedness>.Start,
        };
        bool startsRun = destination.Length >= NullableRunState.MinCount && NullableRunDecoding.StartsMissing(source);
        steps.run.Begin(startsRun || (destination.Length >= MinUniformCount && NullableRunDecoding.StartsUniform(source)), isBehindMissing: false);
        return steps;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        if (destination.Length < NullableFixIntDecoderVector128<TLane, TSignedness>.MinLength)
        {
            written = NullableFixIntState<TLane, TSignedness>.DecodeUniform(source, destination);
            if (written > 0)
            {
                consumed = written;
                return true;
            }
        }

        // (Many nils in a row are counted.)
        if (!(run.IsOn && source[0] == MessagePackFirstByte.Nil) && fixInts.Suits(source, out bool isUniform))
        {
            fixInts.Decode(source, destination, isUniform, out consumed, out written);
            run.Begin(EndsMissing(destination[..written]), isBehindMissing: true);
            return written > 0;
        }

        if (run.IsOn)
        {
            run.Decode(source, destination, NullableRunState.MinLongCount, out consumed, out written);
            scanCount = StartScanCount;
            return true;
        }

        if (destination.Length < MinScanCount)
        {
            bool areAlike = NullableTokenDecoding.Decode<T, TLane, NullableInteger<TLane, TSignedness>>(
                source, destination, NullableRunState.MinCount, out consumed, out written);
            run.Begin(areAlike, written > 0 && !destination[written - 1].HasValue);
            return run.IsOn || written == destination.Length;
        }

        // All that is left, if the scan would otherwise leave little behind.
        Span<T?> scanned = destination.Length - scanCount >= NullableRunState.MinLongCount ? destination[..scanCount] : destination;
        NullableTokenDecoding.DecodeByScan<T, TLane, NullableInteger<TLane, TSignedness>, NullableIntegerScan<TLane, TSignedness>>(
            source, scanned, out consumed, out written);
        if (written == scanned.Length)
        {
            fixInts.Note(consumed, written);
            run.Begin(written >= NullableRunState.MinCount && NullableSample.AreAlike<T>(scanned[^NullableRunState.MinCount..]), !scanned[^1].HasValue);
            scanCount = MaxScanCount;
            return true;
        }

        return false;
    }

    /// <summary>Whether the last elements are missing, as many as make a run.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool EndsMissing(ReadOnlySpan<T?> elements) =>
        elements.Length >= NullableRunState.MinCount && !elements[^1].HasValue && NullableSample.AreAlike(elements[^NullableRunState.MinCount..]);
}
