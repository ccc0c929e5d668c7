using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers of mixed widths with the kernels that decode windows of 64 or 16 bytes, and the uniform stretches between them: which of the two comes next is
/// guessed from the next few tokens.
/// </summary>
/// <remarks>
/// <code>
///   guess --> one length: uniform stretch --> single tokens --.
///     ^  '--> mixed widths: windows, sparse &lt;--> dense --------|
///     '-------------------------------------------------------'  until too little is left: the last window, then scalar
/// </code>
/// A single token that is longer than the element's is decoded with the last bytes of a window, by itself; where there are many of these, everything goes to
/// <see cref="WideIntegerDecoding"/> for a while. Where most tokens are fixints, <see cref="RunScanDecoderVector128{TElement, TScan}"/> decodes what it can
/// before the dense loop: behind tokens that windows do not take, and without AVX2 in any case. Where tokens are long, and there is no AVX2, <see
/// cref="LengthScanDecoderVector128{TElement, TScan}"/> decodes long stretches of 32-bit elements in place of the sparse loop.
/// </remarks>
internal static class WindowDecoding
{
    /// <summary>The longest token, in bytes.</summary>
    private const int MaxTokenLength = MessagePackSpec.UInt64TokenLength;

    /// <summary>
    /// If at most this many of the next 16 bytes are not fixints, 16-byte windows are expected to hold many tokens. (With a limit of one more, mixed widths are
    /// slower.)
    /// </summary>
    private const int MaxDenseOthersOf16 = 4;

    /// <summary>
    /// The same for 64 bytes and windows of 64 bytes: where nine tokens in ten are fixints, some eleven of the bytes are not; where all widths occur, some 35.
    /// </summary>
    private const int MaxDenseOthersOf64 = 18;

    /// <summary>
    /// How many bytes of many tokens are decoded at first, by windows of 64 bytes, before the next tokens are looked at again: where most tokens are fixints,
    /// sixteen in a row often are, and a uniform loop would soon be left.
    /// </summary>
    private const int MinDenseStretch = 2048;

    /// <summary>How many bytes the loop for a last window gets where windows are narrow: there, it is meant for a few tokens.</summary>
    private const int MaxRest = 128;

    /// <summary>
    /// The same where windows have decoded as much as that before they came upon a token that they do not take: it lies in the next window, and windows go on
    /// behind it. (One such token in 200: three quarters to five sixths of the time. One in 20, with this limit always: 1.15 times.)
    /// </summary>
    private const int MinRest = 32;

    /// <summary>
    /// How far windows of 64 bytes come, at most, before a token that they do not take, if more such tokens are expected so soon that windows are not worth it.
    /// </summary>
    private const int MaxForeignDistance = 96;

    /// <summary>How many tokens are decoded, at least, that begin with several which are longer than the element's.</summary>
    private const int MinForeignCount = 128;

    /// <summary>
    /// How far kernels have to come from one token that windows do not take to the next, in bytes, to make up for the time that it takes to begin with them.
    /// </summary>
    private const int MinForeignDistance = 64;

    /// <summary>
    /// The greatest mean length of tokens, in bytes, at which <see cref="RunScanDecoderVector128{TElement, TScan}"/> is quicker than other kernels. (The
    /// payload of a small value may look like fixints, so it may have been begun in vain.)
    /// </summary>
    private const int MaxMeanTokenLength = 2;

    /// <summary>What says that the tokens are the first of an array.</summary>
    public const int ArrayStart = 1;

    /// <summary>What says that there are mixed widths before a segment. (The negated length of tokens says that there is a uniform stretch of these.)</summary>
    private const int SparseStart = 0;

    /// <summary>What says that there are mixed widths before a segment, of which each window holds many.</summary>
    private const int DenseStart = -16;

    /// <summary>The lengths that tokens have, a bit each.</summary>
    private const uint TokenLengths = 0b10_0010_1110;

    /// <summary>How a decoder that was called by <see cref="DecodeForeign"/> says that the next tokens are for that again.</summary>
    private const MessagePackReadStatus Foreign = (MessagePackReadStatus)byte.MaxValue;

    /// <summary>How many bytes of mixed widths are decoded, at most, before the next tokens are looked at again.</summary>
    private const int MaxStretch = 64 * 128;

    /// <summary>From how many bytes of a stretch on <see cref="LengthScanDecoderVector128{TElement, TScan}"/> decodes it instead of the sparse loop.</summary>
    private const int MinScanLength = 768;

    /// <summary>The greatest density, in sixteenths of a token a byte, at which it takes less time than windows.</summary>
    private const int MaxScanDensity = 7;

    /// <summary>From fewer elements than this in a segment nothing is concluded about the next one.</summary>
    private const int MinSegmentCount = 64;

    /// <summary>How many tokens of one length there are in a uniform segment, at least, to a byte that others are longer or shorter.</summary>
    private const int MinUniformCount = 32;

    /// <summary>How many times longer each stretch of mixed widths is than the one before.</summary>
    private const int StretchGrowth = 4;

    /// <summary>Gets whether windows have 16 bytes. A stretch then has many of them, and the time to begin and end a stretch counts.</summary>
    public static bool HasNarrowWindows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !Avx512Vbmi.IsSupported;
    }

    /// <summary>Gets how many bytes of mixed widths are decoded at first before the next tokens are looked at again.</summary>
    private static int MinStretch
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => HasNarrowWindows ? 4 * 64 : 8 * 64;
    }

    /// <summary>
    /// Whether <see cref="LengthScanDecoderVector128{TElement, TScan}"/> takes less time than the sparse loop, with elements of this size: without AVX2, with
    /// those of 32 bits.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasScan<TLane>()
        where TLane : unmanaged => !Avx2.IsSupported && Simd128.HasShuffle && Unsafe.SizeOf<TLane>() == sizeof(int);

    /// <summary>Integers by windows of 64 bytes.</summary>
    /// <inheritdoc cref="IntegerDecoding.Decode{T, TLane, TSignedness, TForm, TOrigin}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus DecodeWide<T, TLane, TSignedness, TForm, TOrigin>(
        ReadOnlySpan<byte> source, Span<T> destination, int start, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
        where TOrigin : IOrigin =>
        Decode<T, TLane, TSignedness, TForm, MixedWidthDecoderAvx512<TLane, TSignedness>, TOrigin>(
            source, destination, start, out bytesConsumed, out valuesWritten);

    /// <summary>Integers by windows of 16 bytes.</summary>
    /// <inheritdoc cref="IntegerDecoding.Decode{T, TLane, TSignedness, TForm, TOrigin}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus DecodeNarrow<T, TLane, TSignedness, TForm, TOrigin>(
        ReadOnlySpan<byte> source, Span<T> destination, int start, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
        where TOrigin : IOrigin =>
        MixedWidthDecoderAvx2<TLane, TSignedness>.IsSupported
            ? Decode<T, TLane, TSignedness, TForm, MixedWidthDecoderAvx2<TLane, TSignedness>, TOrigin>(
                source, destination, start, out bytesConsumed, out valuesWritten)
            : Decode<T, TLane, TSignedness, TForm, MixedWidthDecoderVector128<TLane, TSignedness>, TOrigin>(
                source, destination, start, out bytesConsumed, out valuesWritten);

    /// <summary>
    /// Decodes integers with kernels for mixed widths, and guesses when to go over to a uniform loop: after each mixed stretch, the next few tokens say whether
    /// to try one. Each mixed stretch is <see cref="StretchGrowth"/> times as long as the one before, up to <see cref="MaxStretch"/>. A long enough uniform
    /// stretch makes the next mixed one short again.
    /// </summary>
    /// <param name="source">The tokens.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="start">
    /// Where the tokens begin: <see cref="ArrayStart"/>, or what <see cref="GetSegmentStart{TLane, TSignedness}"/> says of a segment behind another one; or, if
    /// <see cref="DecodeForeign"/> is the caller, how many tokens that has decoded just before. (It calls this method again and again, and not the other way
    /// round, so that input does not decide how deep calls go.)
    /// </param>
    /// <param name="bytesConsumed">Receives the length of the tokens that were decoded.</param>
    /// <param name="valuesWritten">Receives how many elements were stored.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static MessagePackReadStatus Decode<T, TLane, TSignedness, TForm, TMixed, TOrigin>(
        ReadOnlySpan<byte> source, Span<T> destination, int start, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
        where TMixed : IMixedWidthDecoder<TLane>
        where TOrigin : IOrigin
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref TLane values = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        nint to = 0;
        bool isMixed = TOrigin.IsSegment && start is SparseStart or DenseStart;
        nint stretchLength = isMixed ? MaxStretch : MinStretch;
        nint foreignFrom = 0;
        bool isFirst = TOrigin.IsSegment || start == ArrayStart;
        int foreignCount = TOrigin.IsSegment ? ArrayStart : start;
        int scalarCount = 1;
        bool isDense = TOrigin.IsSegment && start == DenseStart;
        bool isBehindForeign = false;

        // Only at the beginning of the bytes: called back behind foreign tokens, it is not tried again.
        bool areShort = isFirst;
        bool isSparse = true;
        while (from < source.Length && to < destination.Length)
        {
            // The first stretch of a segment goes on as the one before has ended, without a guess.
            int uniformLength = isMixed && from == 0 ? 0
                : TOrigin.IsSegment && start is < 0 and > DenseStart && from == 0 ? -start
                : GuessUniformLength<TLane, TSignedness>(source[(int)from..]);
            nint taken;
            nint length;
            if (Unsafe.SizeOf<TLane>() < sizeof(long) && uniformLength > 1 + Unsafe.SizeOf<TLane>())
            {
                foreignCount = MinForeignCount;
                break;
            }

            if (uniformLength != 0)
            {
                bool goesOn = TOrigin.IsSegment && from == 0 && start == -uniformLength;
                taken = UniformDecoding.Decode<TLane, TSignedness, TForm>(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, uniformLength);
                from += taken * uniformLength;
                to += taken;
                if (from == source.Length || to == destination.Length)
                {
                    break;
                }

                // A stretch that a border between segments has cut goes on, however few of its elements are behind it.
                taken = goesOn ? Math.Max(taken, UniformDecoding.MinStretch<TLane>()) : taken;
                if (taken >= UniformDecoding.MinStretch<TLane>() && (!TOrigin.IsSegment || source.Length - from >= MaxTokenLength))
                {
                    to += UniformDecoding.DecodeFollowing<TLane, TSignedness, TForm>(
                        ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to,
                        uniformLength, taken, out length);
                    from += length;
                    if (taken >= UniformDecoding.MeanStretch<TLane>(uniformLength))
                    {
                        stretchLength = MinStretch;
                    }

                    if (from == source.Length || to == destination.Length)
                    {
                        break;
                    }
                }

                if (TOrigin.IsSegment && ScalarFallback.IsCut(ref Unsafe.Add(ref bytes, from), source.Length - from))
                {
                    break;
                }
            }

            // Windows: by the loop for few tokens, until there are many; by the loop for many, until the stretch ends.
            nint mixedFrom = from;
            nint mixedLength = Math.Min(source.Length - from, stretchLength);
            if (mixedLength >= TMixed.MinLength && destination.Length - to >= TMixed.MinRoom)
            {
                if (stretchLength == MinStretch)
                {
                    isDense = LooksDense<TLane, TSignedness>(source[(int)from..]);
                    if (!HasNarrowWindows && isDense)
                    {
                        stretchLength = MinDenseStretch;
                        mixedLength = Math.Min(source.Length - from, stretchLength);
                    }
                }

                stretchLength = Math.Min(StretchGrowth * stretchLength, MaxStretch);
                nint mixedTo = to;
                if (HasScan<TLane>() && !isDense && isSparse && mixedLength >= MinScanLength)
                {
                    taken = LengthScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.Decode(
                        ref Unsafe.Add(ref bytes, from),
                        mixedLength,
                        ref Unsafe.Add(ref values, to),
                        destination.Length - to,
                        destination.Length - to,
                        out length);
                    from += length;
                    to += taken;
                    mixedLength -= length;
                }
                else if (!isDense)
                {
                    taken = TMixed.DecodeSparse(
                        ref Unsafe.Add(ref bytes, from), mixedLength, ref Unsafe.Add(ref values, to), destination.Length - to, out length);
                    from += length;
                    to += taken;
                    mixedLength -= length;
                    isDense = mixedLength >= TMixed.MinLength;
                }

                if (isDense)
                {
                    nint denseFrom = from;
                    nint denseTo = to;
                    if (areShort
                        && RunScanDecoding<TLane, TSignedness>.SuitsDense(
                            ref Unsafe.Add(ref bytes, from), mixedLength, destination.Length - to, isBehindForeign))
                    {
                        // It leaves the last few bytes to windows, and the next stretch too: such tokens may have been few.
                        isBehindForeign = false;
                        to += RunScanDecoding<TLane, TSignedness>.Decode(
                            ref Unsafe.Add(ref bytes, from), mixedLength, ref Unsafe.Add(ref values, to), destination.Length - to, out length);
                        from += length;
                        mixedLength -= length;
                        areShort = from - denseFrom <= MaxMeanTokenLength * (to - denseTo);
                    }

                    taken = TMixed.DecodeDense(
                        ref Unsafe.Add(ref bytes, from), mixedLength, ref Unsafe.Add(ref values, to), destination.Length - to, out length);
                    from += length;
                    to += taken;
                    mixedLength -= length;
                    isDense = 16 * (to - denseTo) > (from - denseFrom) * TMixed.SparseDensity;
                }

                isSparse = mixedLength < TMixed.MinLength && 16 * (to - mixedTo) <= (from - mixedFrom) * MaxScanDensity;
                if (mixedLength < TMixed.MinLength)
                {
                    if (MixedWidthDecoderAvx512<TLane, TSignedness>.IsSupported
                        && source.Length - from <= MixedWidthDecoderAvx512<TLane, TSignedness>.LastWindow)
                    {
                        Bounds.Assert(
                            source.Length - MixedWidthDecoderAvx512<TLane, TSignedness>.LastWindow,
                            MixedWidthDecoderAvx512<TLane, TSignedness>.LastWindow,
                            source.Length);
                        to += MixedWidthDecoderAvx512<TLane, TSignedness>.DecodeLast(
                            ref Unsafe.Add(ref bytes, source.Length),
                            source.Length - from,
                            ref Unsafe.Add(ref values, to),
                            destination.Length - to,
                            out length);
                        from += length;
                        if (TOrigin.IsSegment && from < source.Length && ScalarFallback.IsCut(ref Unsafe.Add(ref bytes, from), source.Length - from))
                        {
                            break;
                        }
                    }

                    continue;
                }

                isBehindForeign = HasNarrowWindows || from - mixedFrom <= MaxForeignDistance;
                if (Unsafe.SizeOf<TLane>() < sizeof(long))
                {
                    // If that happens again and again, windows are not worth it for a while.
                    foreignCount = ScalarBackoff.NextForeign(foreignCount, from - foreignFrom, MinForeignDistance);
                    if (foreignCount >= WideIntegerDecoding.MinCount && destination.Length - to >= TMixed.MinRoom)
                    {
                        break;
                    }
                }
            }

            // The last window, or one with a token that the kernel does not take, which is left to the scalar decoder.
            mixedLength = source.Length - from;
            if (HasNarrowWindows)
            {
                mixedLength = Math.Min(mixedLength, from - mixedFrom >= MaxRest && destination.Length - to >= TMixed.MinRoom ? MinRest : MaxRest);
            }

            if (mixedLength < MaxTokenLength)
            {
                return ScalarFallback.DecodeEnd<T, TLane, TSignedness>(source, destination, from, to, out bytesConsumed, out valuesWritten);
            }

            taken = TMixed.DecodeRest(
                ref Unsafe.Add(ref bytes, from), mixedLength, ref Unsafe.Add(ref values, to), destination.Length - to, isDense, out length);
            from += length;
            to += taken;
            if (to < destination.Length && (length == 0 || mixedLength - length >= MaxTokenLength))
            {
                scalarCount = ScalarBackoff.Next(scalarCount, length);
                MessagePackReadStatus status = ScalarFallback.DecodeRun(source, destination, from, to, scalarCount, out int scalarLength, out int scalarTaken);
                from += scalarLength;
                to += scalarTaken;
                if (status != MessagePackReadStatus.Done)
                {
                    bytesConsumed = (int)from;
                    valuesWritten = (int)to;
                    return status;
                }
            }
            else if (TOrigin.IsSegment && from < source.Length && ScalarFallback.IsCut(ref Unsafe.Add(ref bytes, from), source.Length - from))
            {
                break;
            }

            foreignFrom = from;
        }

        if (TOrigin.IsSegment && from < source.Length && to < destination.Length && ScalarFallback.IsCut(ref Unsafe.Add(ref bytes, from), source.Length - from))
        {
            bytesConsumed = (int)from;
            valuesWritten = (int)to;
            return MessagePackReadStatus.NeedMoreData;
        }

        if (Unsafe.SizeOf<TLane>() < sizeof(long) && isFirst && from < source.Length && to < destination.Length)
        {
            return DecodeForeign<T, TLane, TSignedness, TForm, TMixed>(source, destination, from, to, foreignCount, out bytesConsumed, out valuesWritten);
        }

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        if (from == source.Length || to == destination.Length)
        {
            return MessagePackReadStatus.Done;
        }

        // Of a segment: behind a token that was cut when a loop ended at it, but no longer is, since another thread has changed it.
        return TOrigin.IsSegment ? MessagePackReadStatus.NeedMoreData : Foreign;
    }

    /// <summary>
    /// How a segment of a sequence is begun, by what was in the one before it: in the middle of a uniform stretch, if its tokens had one length, or nearly all
    /// of them; otherwise in the middle of mixed widths. (Counts are all that it takes.)
    /// </summary>
    /// <param name="bytesConsumed">The length of the tokens before.</param>
    /// <param name="valuesWritten">How many these were.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GetSegmentStart<TLane, TSignedness>(int bytesConsumed, int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (valuesWritten < MinSegmentCount)
        {
            return ArrayStart;
        }

        uint tokenLength = ((uint)bytesConsumed + ((uint)valuesWritten / 2)) / (uint)valuesWritten;
        int difference = bytesConsumed - (int)(tokenLength * (uint)valuesWritten);
        if (Math.Abs(difference) <= valuesWritten / MinUniformCount && ((TokenLengths >> (int)tokenLength) & 1) != 0)
        {
            return -(int)tokenLength;
        }

        int density = HasNarrowWindows
            ? MixedWidthDecoderVector128<TLane, TSignedness>.SparseDensity
            : MixedWidthDecoderAvx512<TLane, TSignedness>.SparseDensity;
        return 16L * valuesWritten > (long)bytesConsumed * density ? DenseStart : SparseStart;
    }

    /// <summary>Goes on where there are many tokens that windows do not take: with these and those between them, then with windows again.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static MessagePackReadStatus DecodeForeign<T, TLane, TSignedness, TForm, TMixed>(
        ReadOnlySpan<byte> source, Span<T> destination, nint from, nint to, int count, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
        where TMixed : IMixedWidthDecoder<TLane>
    {
        Debug.Assert(count > 1, "1 is for other callers.");
        MessagePackReadStatus status;
        do
        {
            status = WideIntegerDecoding.Decode<T, TLane, TSignedness>(source[(int)from..], destination[(int)to..], count, out int length, out int taken);
            from += length;
            to += taken;
            if (status == MessagePackReadStatus.Done && from < source.Length && to < destination.Length)
            {
                status = Decode<T, TLane, TSignedness, TForm, TMixed, Contiguous>(
                    source[(int)from..], destination[(int)to..], count, out length, out taken);
                from += length;
                to += taken;
                count = Math.Max(WideIntegerDecoding.MinCount, ScalarBackoff.NextForeign(count, length, MinForeignDistance));
            }
        }
        while (status == Foreign);

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        return status;
    }

    /// <summary>Whether the next windows are expected to hold more tokens than the sparse loop takes.</summary>
    /// <param name="source">The next bytes, enough for a window.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool LooksDense<TLane, TSignedness>(ReadOnlySpan<byte> source)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (HasNarrowWindows)
        {
            return TokenSample<TLane, TSignedness>.CountOthersOf16(source) <= MaxDenseOthersOf16;
        }

        Bounds.Assert(0, 64, source.Length);
        return BitOperations.PopCount(TokenSample<TLane, TSignedness>.OthersOf64(ref MemoryMarshal.GetReference(source))) <= MaxDenseOthersOf64;
    }

    /// <summary>
    /// The length of the tokens of a uniform stretch, if one may begin here; else 0. Four tokens of one length are enough to go by, except that it takes
    /// sixteen fixints: where nine tokens in ten are fixints, four in a row occur by chance more often than not, and the kernel for them is left again at once.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int GuessUniformLength<TLane, TSignedness>(ReadOnlySpan<byte> source)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (IntegerLane<TLane, TSignedness>.IsFixIntCode(source[0]))
        {
            return TokenSample<TLane, TSignedness>.CountOthersOf16(source) == 0 ? 1 : 0;
        }

        return TokenSample<TLane, TSignedness>.GuessLength(source);
    }
}
