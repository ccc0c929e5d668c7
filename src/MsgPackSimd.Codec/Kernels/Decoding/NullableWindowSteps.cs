using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// With AVX-512 VBMI: windows of tokens, whichever of these are nil. They take the same time whether any are nil or not. For <c>float</c> and <c>double</c>
/// this is about twice the time of elements that are all present, whose tokens have one length: where many such elements come next, they are decoded in runs.
/// </summary>
internal struct NullableWindowSteps<T, TLane, TTables> : INullableSteps<T, NullableWindowSteps<T, TLane, TTables>>
    where T : unmanaged
    where TLane : unmanaged
    where TTables : struct, INullableTokenTables<TLane, TTables>
{
    /// <summary>How many bytes are decoded by windows, at first, before a check whether none of the next few elements is missing.</summary>
    private const int MinStretch = 2048;

    /// <summary>The most bytes that are decoded by windows before that check.</summary>
    private const int MaxStretch = 64 * 1024;

    /// <summary>How many times longer each such stretch is than the one before.</summary>
    private const int StretchGrowth = 4;

    /// <summary>How many tokens it takes to expect more like them.</summary>
    private const int SampleCount = 16;

    /// <summary>
    /// How long a stretch of fixints and nil has to be for another one to be expected behind it. The end of each is mispredicted; in windows it costs nothing.
    /// </summary>
    private const int MinFixInts = 256;

    private NullableRunState run;
    private bool isSampleDue;
    private bool areFixIntsDue;
    private int stretchLength;

    public static NullableWindowSteps<T, TLane, TTables> Start(ReadOnlySpan<byte> source, Span<T?> destination) => new()
    {
        isSampleDue = destination.Length >= NullableRunState.MinCount,
        areFixIntsDue = true,
        stretchLength = MinStretch,
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryDecode(ReadOnlySpan<byte> source, Span<T?> destination, out int consumed, out int written)
    {
        if (isSampleDue)
        {
            run.Begin(StartsRun(source), isBehindMissing: false);
            isSampleDue = false;
            areFixIntsDue = true;
        }

        if (areFixIntsDue)
        {
            written = DecodeFixInts(source, destination);
            areFixIntsDue = written >= MinFixInts;
            if (written > 0)
            {
                consumed = written;
                return true;
            }
        }

        if (run.IsOn)
        {
            run.Decode(source, destination, int.MaxValue, out consumed, out written);
            stretchLength = run.IsOn ? MinStretch : stretchLength;
            return true;
        }

        ReadOnlySpan<byte> stretch = source[..Math.Min(source.Length, stretchLength)];
        ref byte bytes = ref MemoryMarshal.GetReference(stretch);
        ref NullableLane<TLane> lanes = ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        nint to = 0;
        if (stretch.Length >= NullableDecoderAvx512<TLane, TTables>.MinLength && destination.Length >= NullableDecoderAvx512<TLane, TTables>.MinRoom)
        {
            to = NullableDecoderAvx512<TLane, TTables>.Decode(ref bytes, stretch.Length, ref lanes, destination.Length, out from);
        }

        if (to < destination.Length && from < stretch.Length)
        {
            to += NullableDecoderAvx512<TLane, TTables>.DecodeRest(
                ref Unsafe.Add(ref bytes, from), stretch.Length - from, ref Unsafe.Add(ref lanes, to), destination.Length - to, out nint rest);
            from += rest;
        }

        consumed = (int)from;
        written = (int)to;
        isSampleDue = true;
        stretchLength = Math.Min(StretchGrowth * stretchLength, MaxStretch);
        return false;
    }

    /// <summary>Whether the next few elements are floating-point numbers that are all present.</summary>
    private static bool StartsRun(ReadOnlySpan<byte> source)
    {
        if (typeof(T) != typeof(float) && typeof(T) != typeof(double))
        {
            return false;
        }

        int count = 0;
        for (int i = 0; i < source.Length && count < SampleCount; i += FloatToken<TLane>.Length)
        {
            if (source[i] != FloatToken<TLane>.Prefix)
            {
                return false;
            }

            count++;
        }

        return count == SampleCount;
    }

    /// <summary>Decodes integers that are all fixints or missing, if many come next.</summary>
    /// <returns>How many elements were decoded; perhaps none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int DecodeFixInts(ReadOnlySpan<byte> source, Span<T?> destination) =>
        Element<T>.IsSigned ? NullableFixIntState<TLane, Signed>.DecodeUniform(source, destination)
            : Element<T>.IsUnsigned ? NullableFixIntState<TLane, Unsigned>.DecodeUniform(source, destination)
            : 0;
}
