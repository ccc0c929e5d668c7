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

    private NullableRunState run;
    private int streak;

    public static NullableTokenSteps<T, TLane, TToken> Start(ReadOnlySpan<byte> source, Span<T?> destination) => new()
    {
        streak = destination.Length >= NullableRunState.MinCount ? StartStreak : NullableRunState.MinCount,
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        if (run.IsOn)
        {
            run.Decode(source, destination, NullableRunState.MinLongCount, out consumed, out written);
            return true;
        }

        bool areAlike = NullableTokenDecoding.Decode<T, TLane, TToken>(source, destination, streak, out consumed, out written);
        run.Begin(areAlike, written > 0 && !destination[written - 1].HasValue);
        streak = NullableRunState.MinCount;
        return run.IsOn;
    }
}
