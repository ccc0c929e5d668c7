using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Whether elements are being decoded in runs that are all present or all missing (<see cref="NullableRunDecoding"/>), and whether to go on with that.
/// </summary>
internal struct NullableRunState
{
    /// <summary>From how many elements in a row on decoding a run is worth while.</summary>
    public const int MinCount = 32;

    /// <summary>
    /// After this many present elements in a row, a few missing ones do not end decoding in runs: to begin again takes as much time as to decode this many in
    /// another way.
    /// </summary>
    public const int MinLongCount = 128;

    /// <summary>How many elements are decoded one by one behind a run of missing ones.</summary>
    private const int FewCount = 8;

    /// <summary>How many missing ones behind these do not end decoding in runs, though they are fewer than begin it.</summary>
    private const int MinGap = 4;

    private int presentCount;
    private bool isBehindMissing;
    private bool areRunsShort;

    /// <summary>Gets whether elements are being decoded in runs: if so, <see cref="Decode"/> has to decode the next ones.</summary>
    public bool IsOn { get; private set; }

    /// <summary>Begins decoding in runs, or not.</summary>
    /// <param name="isOn">Whether to begin.</param>
    /// <param name="isBehindMissing">Whether the last elements were missing, as many as make a run.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Begin(bool isOn, bool isBehindMissing)
    {
        IsOn = isOn;
        this.isBehindMissing = isOn && isBehindMissing;
    }

    /// <summary>
    /// Decodes missing elements up to the first present one, or present elements up to the first missing one, or as many as are decoded at once.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="destination">Where the elements go; not empty.</param>
    /// <param name="minLongCount">After how many present elements in a row a few missing ones do not end decoding in runs.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Decode<T>(ReadOnlySpan<byte> source, Span<T?> destination, int minLongCount, out int consumed, out int written)
        where T : unmanaged
    {
        if (source[0] == MessagePackFirstByte.Nil)
        {
            NullableRunDecoding.DecodeMissing(source, destination, out consumed, out written);
            isBehindMissing = written >= (isBehindMissing ? MinGap : MinCount);
            IsOn = isBehindMissing || presentCount >= minLongCount;
            presentCount = 0;
        }
        else if (isBehindMissing && areRunsShort)
        {
            // Between missing ones there are often only a few: it takes longer to begin with a run of them.
            Span<T?> few = destination[..Math.Min(FewCount, destination.Length)];
            ScalarNullable.Decode(source, few, out consumed, out written);
            IsOn = consumed < source.Length && source[consumed] == MessagePackFirstByte.Nil;
            isBehindMissing = IsOn;
        }
        else
        {
            NullableRunDecoding.DecodeRun(source, destination, out consumed, out written);
            areRunsShort = written < MinCount;
            isBehindMissing = false;
            presentCount += written;
            IsOn = !areRunsShort || (written > 0 && presentCount >= minLongCount);
            presentCount = IsOn ? presentCount : 0;
        }
    }
}
