using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels.Scalar;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The loops around the decode kernels, which each take a uniform stretch and stop at the first token of another form. What no kernel takes is
/// read by the scalar decoder, which has the last word on every token that is not to be read; then the kernels are tried again.
/// </summary>
/// <remarks>
/// The methods that go from stretch to stretch are compiled with all optimizations at once: with what the runtime compiles a method to at first, or by what it has
/// seen of other arrays, random <c>ushort</c>s took four times as long.
/// </remarks>
internal static class StretchDecoding
{
    /// <summary>How many tokens the scalar decoder reads before the kernels are tried again.</summary>
    private const int ScalarRun = 8;

    /// <summary>How many it reads at the most before kernels for any mixture are tried again; each time that these took nothing it is twice as many.</summary>
    private const int MaxScalarRun = 64;

    /// <summary>The longest token, in bytes.</summary>
    private const int MaxTokenLength = 1 + sizeof(ulong);

    /// <summary>
    /// With fewer bytes or elements the widest kernel for fixints is not tried before the one for any <c>sbyte</c>s, but the one of 128 bits: with AVX-512 it has
    /// fewer instructions, with AVX2 it is one call, not two.
    /// </summary>
    private const int MinSByteRun = 256;

    /// <summary>With fewer elements it is not asked what they look like.</summary>
    private const int MinGuessCount = 4;

    /// <summary>How many elements it takes for a loop over 16-byte windows to pay: it leaves the last dozen to the branch-free decoder.</summary>
    private const int MinNarrowCount = 20;

    /// <summary>The same, of fixints with some others between them, which <see cref="FixIntRunDecoderVector128{TLane, TSignedness}"/> is good at.</summary>
    private const int MinDenseCount = 40;

    /// <summary>With no more than so many of 16 bytes that are no fixints the next tokens are taken for fixints with some others between them.</summary>
    private const int MaxOthersOf16 = 5;

    /// <summary>With no more than so many of 16 bytes that are no fixints windows are expected to hold many tokens. (With one more, mixed widths pay for it.)</summary>
    private const int MaxDenseOthers = 4;

    /// <summary>How many tokens that are not uniform are decoded on the word of 16 bytes.</summary>
    private const int MinRun = 16;

    /// <summary>How many tokens that are not uniform are decoded on the word of as many before.</summary>
    private const int MaxRun = 64;

    /// <summary>How many elements it takes for their lengths to be looked up beforehand.</summary>
    private const int MinScanCount = 24;

    /// <summary>The same as <see cref="MaxRun"/>, where the lengths are looked up beforehand.</summary>
    private const int MaxScanRun = 256;

    /// <summary>The same, where most of them were fixints: so many that what it takes to begin again, and the last few of them, are not to be seen.</summary>
    private const int MaxFixIntRun = 1024;

    /// <summary>The same, where tokens are so long on average that it can be either.</summary>
    private const int MaxDoubtfulRun = 128;

    /// <summary>How many bytes the loop for a last window gets, where windows are narrow and it is there for a few tokens.</summary>
    private const int MaxRest = 128;

    /// <summary>How many bytes of mixed widths are decoded before a uniform loop is thought of, in the end.</summary>
    private const int MaxMixedStretch = 64 * 128;

    /// <summary>How many times longer each stretch of mixed widths is than the one before.</summary>
    private const int StretchGrowth = 4;

    /// <summary>
    /// Gets whether the windows of mixed widths have 16 bytes. There are many of them then to a stretch, and what it costs to begin and to end one is to be
    /// seen.
    /// </summary>
    private static bool HasNarrowWindows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !Avx512Vbmi.IsSupported;
    }

    /// <summary>
    /// How many elements of one form make it likely that there are more of them: as many as take less time with a single token read behind them than among
    /// mixed widths. (In windows of 64 bytes those of 16 bits take three fifths of the time of 32.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MinUniformStretch<TLane>()
        where TLane : unmanaged => !HasNarrowWindows && Unsafe.SizeOf<TLane>() == sizeof(short) ? 64 : 32;

    /// <summary>How many elements those stretches of one form that have more than <see cref="MinUniformStretch{TLane}"/> make up for, at the most, where others have fewer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxUniformCredit<TLane>()
        where TLane : unmanaged => 4 * MinUniformStretch<TLane>();

    /// <summary>Gets how many bytes of mixed widths are decoded before a uniform loop is thought of, at first.</summary>
    private static int MinMixedStretch
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => HasNarrowWindows ? 4 * 64 : 8 * 64;
    }

    /// <summary>Decodes <c>float</c>, <c>double</c> or <c>bool</c>.</summary>
    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    public static MessagePackReadStatus DecodeFixedWidth<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref T values = ref MemoryMarshal.GetReference(destination);
        int from = 0;
        int to = 0;
        MessagePackReadStatus status;
        do
        {
            int taken = (int)DecodeStretch(
                ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, out int length);
            from += length;
            to += taken;
            if (to == destination.Length || from == source.Length)
            {
                status = MessagePackReadStatus.Done;
                break;
            }

            Span<T> run = destination.Slice(to, Math.Min(ScalarRun, destination.Length - to));
            status = ScalarDecoder.Decode(source[from..], run, out length, out taken);
            from += length;
            to += taken;
        }
        while (status == MessagePackReadStatus.Done && to < destination.Length && from < source.Length);

        bytesConsumed = from;
        valuesWritten = to;
        return status;
    }

    /// <summary>Decodes integers of any kind.</summary>
    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TLane">The integer of its size.</typeparam>
    /// <typeparam name="TSignedness">Whether it is signed.</typeparam>
    /// <typeparam name="TForm">Its token of full width.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus DecodeIntegers<T, TLane, TSignedness, TForm>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
    {
        if (destination.Length <= FixIntDecoderVector128<TLane, TSignedness>.MaxFew)
        {
            return DecodeFew<T, TLane, TSignedness, TForm>(source, destination, out bytesConsumed, out valuesWritten);
        }

        return DecodeByKernels<T, TLane, TSignedness, TForm>(source, destination, out bytesConsumed, out valuesWritten);
    }

    /// <summary>
    /// Few integers: fixints with two vectors, what the scalar decoder is quickest at by that, and all else by the kernels. It is apart from these, so that
    /// longer arrays do not pay for the registers that it saves.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static MessagePackReadStatus DecodeFew<T, TLane, TSignedness, TForm>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref TLane values = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination));
        if (FixIntDecoderVector128<TLane, TSignedness>.DecodeFew(ref bytes, source.Length, ref values, destination.Length) > 0)
        {
            bytesConsumed = destination.Length;
            valuesWritten = destination.Length;
            return MessagePackReadStatus.Done;
        }

        if (SuitsScalar<TLane, TSignedness>(source, destination.Length))
        {
            return DecodeScalar(source, destination, out bytesConsumed, out valuesWritten);
        }

        return DecodeByKernels<T, TLane, TSignedness, TForm>(source, destination, out bytesConsumed, out valuesWritten);
    }

    /// <summary>
    /// Whether the scalar decoder is the quickest. Where kernels have masks for few elements it is for up to three. Elsewhere, of fewer elements than fill a
    /// vector, it is if most of them are fixints, or are of a form that its branches are predicted for: without a sign, one length has one prefix, and of 16 bits
    /// there are but three lengths, which counts for any of them.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool SuitsScalar<TLane, TSignedness>(ReadOnlySpan<byte> source, int count)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (!HasNarrowWindows || count >= Vector128<byte>.Count)
        {
            return count < MinGuessCount;
        }

        if (count < MinGuessCount || source.Length < sizeof(ulong))
        {
            return true;
        }

        if (BranchFreeIntegerDecoder<TLane, TSignedness>.IsFixInt(source[0])
            && FixIntRunDecoderVector128<TLane, TSignedness>.CountOthersOfEight(source) <= (Unsafe.SizeOf<TLane>() == sizeof(sbyte) ? 3 : 2))
        {
            return true;
        }

        return !TSignedness.IsSigned
            && (Unsafe.SizeOf<TLane>() == sizeof(short) || BranchFreeIntegerDecoder<TLane, TSignedness>.GuessLength(source) != 0);
    }

    /// <summary>Apart: inlined among others, the scalar decoder's own methods would no longer be.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static MessagePackReadStatus DecodeScalar<T>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten) =>
        ScalarDecoder.Decode(source, destination, out bytesConsumed, out valuesWritten);

    /// <summary>Integers by the kernels: those of a byte by one that takes any mixture, where there is a shuffle.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeByKernels<T, TLane, TSignedness, TForm>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm =>
        Unsafe.SizeOf<TLane>() == sizeof(sbyte) && Simd128.HasShuffle
            ? DecodeSBytes(source, destination, out bytesConsumed, out valuesWritten)
            : DecodeMany<T, TLane, TSignedness, TForm>(source, destination, out bytesConsumed, out valuesWritten);

    /// <summary>Integers by the kernels for one form, for fixints with others between them, and for mixed widths.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static MessagePackReadStatus DecodeMany<T, TLane, TSignedness, TForm>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
    {
        if (MixedWidthDecoderAvx512<TLane, TSignedness>.IsSupported)
        {
            return DecodeMixed<T, TLane, TSignedness, TForm, MixedWidthDecoderAvx512<TLane, TSignedness>>(
                source, destination, out bytesConsumed, out valuesWritten);
        }

        if (destination.Length >= MinDenseCount && MixedWidthDecoderVector128<TLane, TSignedness>.IsSupported)
        {
            return DecodeNarrow<T, TLane, TSignedness, TForm>(source, destination, out bytesConsumed, out valuesWritten);
        }

        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref TLane values = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        nint to = 0;
        int uniform = BranchFreeIntegerDecoder<TLane, TSignedness>.GuessLength(source);
        bool isMostlyFixInts = LengthScanDecoderVector128<TLane, TSignedness>.IsSupported && source.Length >= 64
            ? FixIntRunDecoderVector128<TLane, TSignedness>.HasFewOthers(source)
            : FixIntRunDecoderVector128<TLane, TSignedness>.CountOthers(source) <= MaxOthersOf16;
        if (uniform == 0 && !isMostlyFixInts && destination.Length >= MinNarrowCount && MixedWidthDecoderVector128<TLane, TSignedness>.IsSupported)
        {
            return DecodeNarrow<T, TLane, TSignedness, TForm>(source, destination, out bytesConsumed, out valuesWritten);
        }

        nint run = LengthScanDecoderVector128<TLane, TSignedness>.IsSupported && !isMostlyFixInts ? MaxRun : MinRun;
        while (from < source.Length && to < destination.Length)
        {
            nint taken;
            if (uniform <= 1)
            {
                uniform = FixIntRunDecoderVector128<TLane, TSignedness>.CountOthers(source[(int)from..]) == 0 ? 1 : 0;
            }

            if (uniform != 0)
            {
                taken = DecodeUniform<TLane, TSignedness, TForm>(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, uniform);
                from += taken * uniform;
                to += taken;
                if (from == source.Length || to == destination.Length)
                {
                    break;
                }

                if (taken >= MinUniformStretch<TLane>())
                {
                    to += DecodeNextStretches<TLane, TSignedness, TForm>(
                        ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, uniform, taken, out nint consumed);
                    from += consumed;
                    if (from == source.Length || to == destination.Length)
                    {
                        break;
                    }
                }

                isMostlyFixInts = uniform == 1;
            }

            nint room = Math.Min(run, destination.Length - to);
            nint length;
            if (isMostlyFixInts)
            {
                uniform = 0;
                taken = FixIntRunDecoderVector128<TLane, TSignedness>.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), room, out length);
            }
            else if (LengthScanDecoderVector128<TLane, TSignedness>.IsSupported && room >= MinScanCount)
            {
                taken = LengthScanDecoderVector128<TLane, TSignedness>.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), room, out length);

                // With room left, the end is near, or a token is not to be read.
                uniform = taken == room ? BranchFreeIntegerDecoder<TLane, TSignedness>.GuessLength(source[(int)(from + length)..]) : 0;
            }
            else
            {
                uniform = BranchFreeIntegerDecoder<TLane, TSignedness>.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), room, out length, out taken);
            }

            from += length;
            to += taken;
            if (uniform == 0 && taken < room)
            {
                // The last few bytes, or a token that is not to be read.
                return DecodeEnd<T, TLane, TSignedness>(source, destination, from, to, out bytesConsumed, out valuesWritten);
            }

            // If tokens are short, most of them are fixints, unless the others are short; if they are not, the others may be long.
            bool areShort = length < 2 * taken;
            isMostlyFixInts = areShort
                ? !FixIntRunDecoderVector128<TLane, TSignedness>.HasManyOthers(source[(int)from..])
                : length < 4 * taken && FixIntRunDecoderVector128<TLane, TSignedness>.HasFewOthers(source[(int)from..]);
            run = isMostlyFixInts ? areShort ? MaxFixIntRun : MaxDoubtfulRun
                : LengthScanDecoderVector128<TLane, TSignedness>.IsSupported ? MaxScanRun
                : MaxRun;
        }

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        return MessagePackReadStatus.Done;
    }

    /// <summary>Decodes <c>sbyte</c>: one kernel takes fixints and prefixed tokens in any mixture.</summary>
    private static MessagePackReadStatus DecodeSBytes<T>(ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref sbyte values = ref Unsafe.As<T, sbyte>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        if (!SByteDecoderAvx512.IsSupported)
        {
            from = source.Length >= MinSByteRun && destination.Length >= MinSByteRun
                ? DecodeFixInts<sbyte, Signed>(ref bytes, source.Length, ref values, destination.Length)
                : FixIntDecoderVector128<sbyte, Signed>.Decode(ref bytes, source.Length, ref values, destination.Length);
        }
        else if (source.Length >= MinSByteRun
            && destination.Length >= MinSByteRun
            && Vector512.GreaterThanOrEqualAll(Vector512.LoadUnsafe(ref bytes).AsSByte(), Vector512.Create((sbyte)-32)))
        {
            from = FixIntDecoderAvx512<sbyte, Signed>.Decode(ref bytes, source.Length, ref values, destination.Length);
        }
        else if (source.Length >= Vector128<byte>.Count
            && destination.Length < MinSByteRun
            && Vector128.GreaterThanOrEqualAll(Vector128.LoadUnsafe(ref bytes).AsSByte(), Vector128.Create((sbyte)-32)))
        {
            from = FixIntDecoderVector128<sbyte, Signed>.Decode(ref bytes, source.Length, ref values, destination.Length);
        }

        nint to = from;
        int scalarRun = 1;
        MessagePackReadStatus status = MessagePackReadStatus.Done;
        while (from < source.Length && to < destination.Length && status == MessagePackReadStatus.Done)
        {
            nint taken = SByteDecoderAvx512.IsSupported
                ? SByteDecoderAvx512.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, out nint length)
                : SByteDecoderVector128.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, out length);
            from += length;
            to += taken;
            if (to < destination.Length)
            {
                // Nothing is left; or a token that the kernel does not take.
                scalarRun = NextScalarRun(scalarRun, length);
                status = DecodeRun(source, destination, from, to, scalarRun, out int scalarLength, out int scalarTaken);
                from += scalarLength;
                to += scalarTaken;
            }
        }

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        return status;
    }

    /// <summary>
    /// Integers with kernels for mixed widths. Between a uniform stretch and the mixed-width loops it goes back and forth by guessing: after a mixed
    /// stretch, which is <see cref="StretchGrowth"/> times as long each time, up to <see cref="MaxMixedStretch"/>, the next few tokens say whether to try a
    /// uniform loop. A long enough uniform stretch makes the next mixed one short again.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static MessagePackReadStatus DecodeMixed<T, TLane, TSignedness, TForm, TMixed>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
        where TMixed : IMixedWidthDecoder<TLane>
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref TLane values = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        nint to = 0;
        nint stretch = MinMixedStretch;
        int scalarRun = 1;
        bool dense = false;
        while (from < source.Length && to < destination.Length)
        {
            int uniform = GuessUniformLength<TLane, TSignedness>(source[(int)from..]);
            nint taken;
            nint length;
            if (uniform != 0)
            {
                taken = DecodeUniform<TLane, TSignedness, TForm>(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, uniform);
                from += taken * uniform;
                to += taken;
                if (from == source.Length || to == destination.Length)
                {
                    break;
                }

                if (taken >= MinUniformStretch<TLane>())
                {
                    to += DecodeNextStretches<TLane, TSignedness, TForm>(
                        ref Unsafe.Add(ref bytes, from), source.Length - from, ref Unsafe.Add(ref values, to), destination.Length - to, uniform, taken, out length);
                    from += length;
                    stretch = MinMixedStretch;
                    if (from == source.Length || to == destination.Length)
                    {
                        break;
                    }
                }
            }

            // Windows: of few tokens, until there are many; of many, until there are few.
            nint mixed = Math.Min(source.Length - from, stretch);
            if (mixed >= TMixed.MinLength && destination.Length - to >= TMixed.MinRoom)
            {
                if (HasNarrowWindows && stretch == MinMixedStretch)
                {
                    dense = FixIntRunDecoderVector128<TLane, TSignedness>.CountOthers(source[(int)from..]) <= MaxDenseOthers;
                }

                stretch = Math.Min(StretchGrowth * stretch, MaxMixedStretch);
                if (!dense)
                {
                    taken = TMixed.DecodeSparse(
                        ref Unsafe.Add(ref bytes, from), mixed, ref Unsafe.Add(ref values, to), destination.Length - to, out length);
                    from += length;
                    to += taken;
                    mixed -= length;
                    dense = mixed >= TMixed.MinLength;
                }

                if (dense)
                {
                    taken = TMixed.DecodeDense(
                        ref Unsafe.Add(ref bytes, from), mixed, ref Unsafe.Add(ref values, to), destination.Length - to, out length);
                    from += length;
                    to += taken;
                    mixed -= length;
                    dense = 16 * taken > length * TMixed.SparseDensity;
                }

                if (mixed < TMixed.MinLength)
                {
                    continue;
                }
            }

            // The last window; or one with a token that the kernel does not take, which is the scalar decoder's.
            mixed = HasNarrowWindows ? Math.Min(source.Length - from, MaxRest) : source.Length - from;
            if (mixed < MaxTokenLength)
            {
                return DecodeEnd<T, TLane, TSignedness>(source, destination, from, to, out bytesConsumed, out valuesWritten);
            }

            taken = TMixed.DecodeRest(
                ref Unsafe.Add(ref bytes, from), mixed, ref Unsafe.Add(ref values, to), destination.Length - to, dense, out length);
            from += length;
            to += taken;
            if (to < destination.Length && (length == 0 || mixed - length >= MaxTokenLength))
            {
                scalarRun = NextScalarRun(scalarRun, length);
                MessagePackReadStatus status = DecodeRun(source, destination, from, to, scalarRun, out int scalarLength, out int scalarTaken);
                from += scalarLength;
                to += scalarTaken;
                if (status != MessagePackReadStatus.Done)
                {
                    bytesConsumed = (int)from;
                    valuesWritten = (int)to;
                    return status;
                }
            }
        }

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        return MessagePackReadStatus.Done;
    }

    /// <summary>Has the scalar decoder read that many tokens, or as many as there are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeRun<T>(
        ReadOnlySpan<byte> source, Span<T> destination, nint from, nint to, int count, out int bytesConsumed, out int valuesWritten) =>
        DecodeScalar(
            source[(int)from..], destination.Slice((int)to, (int)Math.Min(count, destination.Length - to)), out bytesConsumed, out valuesWritten);

    /// <summary>
    /// How many tokens the scalar decoder reads next: one, so that a single token that the kernels do not take costs no more than that; and more and more
    /// where there is nothing else: integers that were written in more bytes than the element has, for each of which to try the kernels takes longer than to read it.
    /// </summary>
    /// <param name="last">How many it read, or was to read, the last time.</param>
    /// <param name="length">How many bytes the kernels have taken since.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int NextScalarRun(int last, nint length) => length == 0 ? Math.Min(2 * last, MaxScalarRun) : 1;

    /// <summary>
    /// Decodes the last tokens, or what of them there is, the last eight bytes at once. Where there are many more, one that is not to be read comes next.
    /// Whatever is left, the scalar decoder says why.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static MessagePackReadStatus DecodeEnd<T, TLane, TSignedness>(
        ReadOnlySpan<byte> source, Span<T> destination, nint from, nint to, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        nint left = source.Length - from;
        nint length = 0;
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref TLane values = ref Unsafe.Add(ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination)), to);
        if (left > sizeof(ulong))
        {
            to += BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeToEnd(ref Unsafe.Add(ref bytes, from), left, ref values, destination.Length - to, out length);
        }
        else if (source.Length >= sizeof(ulong))
        {
            to += BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeLast(
                ref Unsafe.Add(ref bytes, source.Length), left, ref values, destination.Length - to, out length);
        }

        from += length;
        MessagePackReadStatus status = ScalarDecoder.Decode(source[(int)from..], destination[(int)to..], out bytesConsumed, out valuesWritten);
        bytesConsumed += (int)from;
        valuesWritten += (int)to;
        return status;
    }

    /// <summary>Integers by windows of 16 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus DecodeNarrow<T, TLane, TSignedness, TForm>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm =>
        MixedWidthDecoderAvx2<TLane, TSignedness>.IsSupported
            ? DecodeMixed<T, TLane, TSignedness, TForm, MixedWidthDecoderAvx2<TLane, TSignedness>>(
                source, destination, out bytesConsumed, out valuesWritten)
            : DecodeMixed<T, TLane, TSignedness, TForm, MixedWidthDecoderVector128<TLane, TSignedness>>(
                source, destination, out bytesConsumed, out valuesWritten);

    /// <summary>
    /// The length of the tokens of a uniform stretch, if one may begin here; else 0. Four tokens of one length are enough to go by, but not with narrow
    /// windows and fixints: where nine in ten are fixints, four in a row come by chance more often than not, and the kernel for them is left again at
    /// once. There it takes sixteen.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int GuessUniformLength<TLane, TSignedness>(ReadOnlySpan<byte> source)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (HasNarrowWindows && BranchFreeIntegerDecoder<TLane, TSignedness>.IsFixInt(source[0]))
        {
            return FixIntRunDecoderVector128<TLane, TSignedness>.CountOthers(source) == 0 ? 1 : 0;
        }

        return BranchFreeIntegerDecoder<TLane, TSignedness>.GuessLength(source);
    }

    /// <summary>
    /// What comes after a long stretch of tokens of one length, as long as single tokens of another length stand between such stretches: to read one of these
    /// takes less time than to begin with mixed widths.
    /// </summary>
    /// <param name="source">Behind the stretch.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="tokenLength">The length of the stretch's tokens.</param>
    /// <param name="last">How many elements it had.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were decoded; perhaps none.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeNextStretches<TLane, TSignedness, TForm>(
        ref byte source, nint length, ref TLane destination, nint room, int tokenLength, nint last, out nint consumed)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
    {
        nint from = 0;
        nint to = 0;
        nint credit = 0;
        while (to < room && length - from >= BranchFreeIntegerDecoder<TLane, TSignedness>.Reach)
        {
            // On the average they have to be long: among those of random elements there are short ones too.
            credit = Math.Min(credit + last - MinUniformStretch<TLane>(), MaxUniformCredit<TLane>());
            if (credit < 0)
            {
                break;
            }

            int single = BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeOne(ref Unsafe.Add(ref source, from), ref Unsafe.Add(ref destination, to));
            if (single == 0)
            {
                break;
            }

            from += single;
            to++;
            last = DecodeUniform<TLane, TSignedness, TForm>(
                ref Unsafe.Add(ref source, from), length - from, ref Unsafe.Add(ref destination, to), room - to, tokenLength);
            from += last * tokenLength;
            to += last;
        }

        consumed = from;
        return to;
    }

    /// <summary>Hands a stretch of tokens of one length to the kernel for it.</summary>
    /// <returns>How many elements were decoded; perhaps none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeUniform<TLane, TSignedness, TForm>(
        ref byte source, nint length, ref TLane destination, nint room, int tokenLength)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
    {
        if (tokenLength == 1)
        {
            return DecodeFixInts<TLane, TSignedness>(ref source, length, ref destination, room);
        }

        if (Unsafe.SizeOf<TLane>() > sizeof(sbyte) && tokenLength <= 1 + Unsafe.SizeOf<TLane>() && Avx512Vbmi.IsSupported)
        {
            return DecodeUniformAvx512<TLane, TSignedness>(ref source, length, ref destination, room, tokenLength);
        }

        if (Unsafe.SizeOf<TLane>() > sizeof(sbyte) && tokenLength == 1 + Unsafe.SizeOf<TLane>() && Simd128.HasShuffle)
        {
            return DecodeFullWidth<TLane, TForm>(ref source, length, ref destination, room);
        }

        nint taken = DecodeUniformVector128<TLane, TSignedness>(ref source, length, ref destination, room, tokenLength);
        source = ref Unsafe.Add(ref source, taken * tokenLength);
        destination = ref Unsafe.Add(ref destination, taken);
        length -= taken * tokenLength;
        room -= taken;

        // What is left, and tokens that are longer than the element, as whoever writes all integers in one width writes them.
        return taken + (tokenLength <= 1 + sizeof(uint) || Unsafe.SizeOf<TLane>() < sizeof(long)
            ? BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeOfLength(ref source, length, ref destination, room, tokenLength)
            : 0);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeUniformVector128<TLane, TSignedness>(
        ref byte source, nint length, ref TLane destination, nint room, int tokenLength)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (tokenLength == 2 && UniformDecoderVector128<TLane, TSignedness, TwoBytes>.IsSupported)
        {
            return UniformDecoderVector128<TLane, TSignedness, TwoBytes>.Decode(ref source, length, ref destination, room);
        }

        if (tokenLength == 3 && UniformDecoderVector128<TLane, TSignedness, ThreeBytes>.IsSupported)
        {
            return UniformDecoderVector128<TLane, TSignedness, ThreeBytes>.Decode(ref source, length, ref destination, room);
        }

        return tokenLength == 5 && UniformDecoderVector128<TLane, TSignedness, FiveBytes>.IsSupported
            ? UniformDecoderVector128<TLane, TSignedness, FiveBytes>.Decode(ref source, length, ref destination, room)
            : 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeUniformAvx512<TLane, TSignedness>(
        ref byte source, nint length, ref TLane destination, nint room, int tokenLength)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (tokenLength == 2)
        {
            return UniformDecoderAvx512<TLane, TSignedness, TwoBytes>.Decode(ref source, length, ref destination, room);
        }

        if (tokenLength == 3 && UniformDecoderAvx512<TLane, TSignedness, ThreeBytes>.IsSupported)
        {
            return UniformDecoderAvx512<TLane, TSignedness, ThreeBytes>.Decode(ref source, length, ref destination, room);
        }

        if (tokenLength == 5 && UniformDecoderAvx512<TLane, TSignedness, FiveBytes>.IsSupported)
        {
            return UniformDecoderAvx512<TLane, TSignedness, FiveBytes>.Decode(ref source, length, ref destination, room);
        }

        return tokenLength == 9 && UniformDecoderAvx512<TLane, TSignedness, NineBytes>.IsSupported
            ? UniformDecoderAvx512<TLane, TSignedness, NineBytes>.Decode(ref source, length, ref destination, room)
            : 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeStretch<T>(ref byte source, nint length, ref T destination, nint room, out int consumed)
    {
        nint taken = 0;
        if (typeof(T) == typeof(bool))
        {
            taken = BooleanDecoder.Decode(ref source, Math.Min(length, room), ref Unsafe.As<T, byte>(ref destination));
            consumed = (int)taken;
        }
        else if (typeof(T) == typeof(float))
        {
            taken = Simd128.HasShuffle
                ? DecodeFullWidth<uint, SingleForm>(ref source, length, ref Unsafe.As<T, uint>(ref destination), room)
                : 0;
            consumed = (int)(taken * (1 + sizeof(float)));
        }
        else
        {
            taken = Simd128.HasShuffle
                ? DecodeFullWidth<ulong, DoubleForm>(ref source, length, ref Unsafe.As<T, ulong>(ref destination), room)
                : 0;
            consumed = (int)(taken * (1 + sizeof(double)));
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeFixInts<TLane, TSignedness>(ref byte source, nint length, ref TLane destination, nint room)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (FixIntDecoderAvx512<TLane, TSignedness>.IsSupported)
        {
            return FixIntDecoderAvx512<TLane, TSignedness>.Decode(ref source, length, ref destination, room);
        }

        nint taken = 0;
        if (Avx2.IsSupported)
        {
            taken = FixIntDecoderAvx2<TLane, TSignedness>.Decode(ref source, length, ref destination, room);
            if (taken < Math.Min(length, room) && !BranchFreeIntegerDecoder<TLane, TSignedness>.IsFixInt(Unsafe.Add(ref source, taken)))
            {
                return taken;
            }
        }

        // From the last 16 on again, since the rest may be overlapped.
        nint from = Math.Max(0, taken - Vector128<byte>.Count);
        return from + FixIntDecoderVector128<TLane, TSignedness>.Decode(
            ref Unsafe.Add(ref source, from), length - from, ref Unsafe.Add(ref destination, from), room - from);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeFullWidth<TLane, TForm>(ref byte source, nint length, ref TLane destination, nint room)
        where TLane : unmanaged
        where TForm : ITokenForm
    {
        if (TForm.Code == TForm.OtherCode && FloatDecoderAvx512<TLane>.IsSupported)
        {
            return FloatDecoderAvx512<TLane>.Decode(ref source, length, ref destination, room);
        }

        nint taken = 0;
        if (Avx2.IsSupported)
        {
            taken = FullWidthDecoderAvx2<TLane, TForm>.Decode(ref source, length, ref destination, room);
            nint from = taken * (1 + Unsafe.SizeOf<TLane>());
            if (from >= length || !FullWidthDecoderVector128<TLane, TForm>.IsPrefix(Unsafe.Add(ref source, from)))
            {
                return taken;
            }
        }

        return taken + FullWidthDecoderVector128<TLane, TForm>.Decode(
            ref Unsafe.Add(ref source, taken * (1 + Unsafe.SizeOf<TLane>())),
            length - (taken * (1 + Unsafe.SizeOf<TLane>())),
            ref Unsafe.Add(ref destination, taken),
            room - taken);
    }
}
