using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>One token at a time, where there is no kernel for several, and in runs where many in a row are present, or are missing.</summary>
internal struct NullableTokenSteps<T, TLane, TToken> : INullableSteps<T, NullableTokenSteps<T, TLane, TToken>>
    where T : unmanaged
    where TLane : unmanaged
    where TToken : INullableToken<TLane>
{
    /// <summary>How many first tokens, if they are all nil or all not nil, cause a run to be tried.</summary>
    private const int StartStreak = 4;

    /// <summary>How many times are decoded on the evidence of how many of as many before them were nil.</summary>
    private const int TimeChunkCount = 64;

    /// <summary>If tokens are shorter than this on average, most of them are nil.</summary>
    private const int MostlyMissingMeanLength = 3;

    /// <summary>How many of the first bytes tell whether most tokens are nil.</summary>
    private const int SampleLength = 64;

    private NullableRunState run;
    private int streak;
    private bool isMostlyMissing;

    public static NullableTokenSteps<T, TLane, TToken> Start(ReadOnlySpan<byte> source, Span<T?> destination) => new()
    {
        streak = destination.Length >= NullableRunState.MinCount ? StartStreak : NullableRunState.MinCount,
        isMostlyMissing = typeof(T) == typeof(DateTime) && StartsMostlyMissing(source),
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        if (run.IsOn)
        {
            run.Decode(source, destination, NullableRunState.MinLongCount, out consumed, out written);
            return true;
        }

        bool areAlike = typeof(T) == typeof(DateTime)
            ? DecodeTimes(source, destination, out consumed, out written)
            : NullableTokenDecoding.Decode<T, TLane, TToken>(source, destination, streak, out consumed, out written);
        run.Begin(areAlike, written > 0 && !destination[written - 1].HasValue);
        streak = NullableRunState.MinCount;
        return run.IsOn;
    }

    /// <summary>Whether three tokens in four are nil, or nearly: each of the others has some ten bytes.</summary>
    private static bool StartsMostlyMissing(ReadOnlySpan<byte> source)
    {
        ReadOnlySpan<byte> sample = source[..Math.Min(source.Length, SampleLength)];
        return 4 * sample.Count(MessagePackFirstByte.Nil) > sample.Length;
    }

    /// <summary>Decodes times in chunks: where most are missing, with a branch on which are.</summary>
    private bool DecodeTimes(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        consumed = 0;
        written = 0;
        bool areAlike;
        int count;
        int taken;
        do
        {
            Span<T?> chunk = destination.Slice(written, Math.Min(TimeChunkCount, destination.Length - written));
            count = chunk.Length;
            areAlike = isMostlyMissing
                ? NullableTokenDecoding.Decode<T, TLane, MostlyMissing<TLane, TToken>>(source[consumed..], chunk, streak, out int length, out taken)
                : NullableTokenDecoding.Decode<T, TLane, TToken>(source[consumed..], chunk, streak, out length, out taken);
            consumed += length;
            written += taken;
            isMostlyMissing = length < MostlyMissingMeanLength * taken;
        }
        while (!areAlike && taken == count && written < destination.Length && consumed < source.Length);

        return areAlike;
    }
}
