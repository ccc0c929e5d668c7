using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers where windows do not serve: few of them, those of 64 bits without AVX-512, and all of them without a byte shuffle. They are decoded token by token
/// without branches, two tokens at a time, or in runs of fixints.
/// </summary>
/// <remarks>
/// The method is compiled with all optimizations at once, as are the other methods that go from stretch to stretch. If it were compiled in tiers, according to
/// what the runtime has seen of other arrays, random <c>ushort</c>s might take four times as long.
/// </remarks>
internal static class TokenwiseDecoding
{
    /// <summary>If at most this many of the next 16 bytes are not fixints, the next tokens are taken for fixints with some others between them.</summary>
    private const int MaxOthersOf16 = 5;

    /// <summary>How many tokens that are not uniform are decoded on the evidence of 16 bytes.</summary>
    private const int MinChunk = 16;

    /// <summary>How many tokens that are not uniform are decoded on the evidence of as many tokens before them.</summary>
    private const int MaxChunk = 64;

    /// <summary>The same as <see cref="MaxChunk"/>, where <see cref="LengthScanDecoderVector128{TElement, TScan}"/> decodes them.</summary>
    private const int MaxScanChunk = 512;

    /// <summary>How many elements it takes for that kernel to pay.</summary>
    private const int MinScanCount = 24;

    /// <summary>The same as <see cref="MaxChunk"/>, where most were fixints: so many that beginning again, and the last few of them, don't matter.</summary>
    private const int MaxFixIntChunk = 4096;

    /// <summary>The same as <see cref="MaxFixIntChunk"/>, where tokens are so long on average that it is uncertain whether most of them are fixints.</summary>
    private const int MaxDoubtfulChunk = 512;

    /// <summary>
    /// Decodes integers: uniform stretches by the kernels for these; what is between them in chunks, by one of three kernels, as the tokens just read and the
    /// next few bytes suggest. An array of mixed widths that is long enough for windows is left to <see cref="WindowDecoding"/>.
    /// </summary>
    /// <inheritdoc cref="IntegerDecoding.Decode{T, TLane, TSignedness, TForm, TOrigin}"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static MessagePackReadStatus Decode<T, TLane, TSignedness, TForm>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref TLane values = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        nint to = 0;
        int uniformLength = TokenSample<TLane, TSignedness>.GuessLength(source);

        // (Of longer tokens of one length, it is not asked: with random payloads, the answer is as random, and so is what depends on it.)
        bool isMostlyFixInts = uniformLength <= 1
            && (LengthScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.IsSupported && source.Length >= 64
                ? TokenSample<TLane, TSignedness>.HasFewOthersOf64(source)
                : TokenSample<TLane, TSignedness>.CountOthersOf16(source) <= MaxOthersOf16);
        if (uniformLength == 0
            && !isMostlyFixInts
            && destination.Length >= IntegerDecoding.MinWindowCount
            && MixedWidthDecoderVector128<TLane, TSignedness>.IsSupported)
        {
            return WindowDecoding.DecodeNarrow<T, TLane, TSignedness, TForm, Contiguous>(
                source, destination, WindowDecoding.ArrayStart, out bytesConsumed, out valuesWritten);
        }

        nint chunk = LengthScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.IsSupported && !isMostlyFixInts ? MaxChunk : MinChunk;
        while (from < source.Length && to < destination.Length)
        {
            nint taken;
            // 0: no length that all have; 1: fixints, which are looked for anew.
            if (uniformLength <= 1)
            {
                uniformLength = TokenSample<TLane, TSignedness>.CountOthersOf16(source[(int)from..]) == 0 ? 1 : 0;
            }

            // These lines stand in WindowDecoding too: when both called a shared method, arrays of 40 to 128 elements took 2 ns longer.
            if (uniformLength != 0)
            {
                taken = UniformDecoding.Decode<TLane, TSignedness, TForm>(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, uniformLength);
                from += taken * uniformLength;
                to += taken;
                if (from == source.Length || to == destination.Length)
                {
                    break;
                }

                if (taken >= UniformDecoding.MinStretch<TLane>() && source.Length - from >= BranchFreeIntegerDecoder<TLane, TSignedness>.Reach)
                {
                    to += UniformDecoding.DecodeFollowing<TLane, TSignedness, TForm>(
                        ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to,
                        uniformLength, taken, out nint consumed);
                    from += consumed;
                    if (from == source.Length || to == destination.Length)
                    {
                        break;
                    }
                }

                if (ScalarFallback.IsCut(ref Unsafe.Add(ref bytes, from), source.Length - from))
                {
                    bytesConsumed = (int)from;
                    valuesWritten = (int)to;
                    return MessagePackReadStatus.NeedMoreData;
                }

                isMostlyFixInts = uniformLength == 1;
            }

            nint room = Math.Min(chunk, destination.Length - to);
            nint length;
            if (isMostlyFixInts)
            {
                uniformLength = 0;
                taken = FixIntRunDecoderVector128<TLane, TSignedness>.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), room, out length);
            }
            else if (LengthScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.IsSupported && room >= MinScanCount)
            {
                taken = LengthScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, room, out length);

                // If there are fewer, the end is near, or a token can't be decoded.
                uniformLength = taken >= room ? TokenSample<TLane, TSignedness>.GuessLength(source[(int)(from + length)..]) : 0;
            }
            else
            {
                uniformLength = BranchFreeIntegerDecoder<TLane, TSignedness>.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), room, out length, out taken);
            }

            from += length;
            to += taken;
            if (uniformLength == 0 && taken < room)
            {
                // The last few bytes, or a token that can't be decoded.
                return ScalarFallback.DecodeEnd<T, TLane, TSignedness>(source, destination, from, to, out bytesConsumed, out valuesWritten);
            }

            chunk = NextChunk<TLane, TSignedness>(source[(int)from..], length, taken, out isMostlyFixInts);
        }

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        return MessagePackReadStatus.Done;
    }

    /// <summary>How the next tokens are decoded, and how many of them before that is decided again.</summary>
    /// <param name="rest">The next tokens.</param>
    /// <param name="length">How many bytes the tokens before them had.</param>
    /// <param name="taken">How many tokens these were.</param>
    /// <param name="isMostlyFixInts">Receives whether they are taken for fixints with others between them.</param>
    /// <returns>The number of tokens.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint NextChunk<TLane, TSignedness>(ReadOnlySpan<byte> rest, nint length, nint taken, out bool isMostlyFixInts)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        // If tokens are short on average, most of them are fixints, unless the others are short too. If they are not short, most may still be fixints, with a
        // few long others.
        bool areShort = length < 2 * taken;
        isMostlyFixInts = areShort
            ? !TokenSample<TLane, TSignedness>.HasManyOthersOf64(rest)
            : length < 4 * taken && TokenSample<TLane, TSignedness>.HasFewOthersOf64(rest);
        if (isMostlyFixInts)
        {
            return areShort ? MaxFixIntChunk : MaxDoubtfulChunk;
        }

        return LengthScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.IsSupported ? MaxScanChunk : MaxChunk;
    }
}
