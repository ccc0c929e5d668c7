using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Stretches of tokens of one length: chooses the kernel for that length, and goes on behind a single other token. Every kernel stops at the first token that
/// does not belong to the stretch.
/// </summary>
internal static class UniformDecoding
{
    /// <summary>
    /// How many elements of one form make it likely that there are more of them: so many that decoding them as a stretch, with a single token read behind it,
    /// takes less time than decoding them among mixed widths. (With windows of 64 bytes, 16-bit elements of mixed widths take three fifths of the time of
    /// 32-bit ones.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int MinStretch<TLane>()
        where TLane : unmanaged => !WindowDecoding.HasNarrowWindows && Unsafe.SizeOf<TLane>() == sizeof(short) ? 64 : 32;

    /// <summary>
    /// How many elements such stretches must have on average to be worth it. The end of each is mispredicted. So where single others stand at random places,
    /// windows take less time until the others are this far from each other: the farther, the more tokens a window of 64 bytes holds. Of 16 bytes, windows are
    /// worth it with AVX2, and with short tokens. (For 64-bit elements, for which there are none, fixints are decoded in runs instead.)
    /// </summary>
    /// <param name="tokenLength">The length of the stretches' tokens.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int MeanStretch<TLane>(int tokenLength)
        where TLane : unmanaged
    {
        if (!WindowDecoding.HasNarrowWindows)
        {
            return tokenLength == 1 ? 192 : Math.Max(MinStretch<TLane>(), 320 / tokenLength);
        }

        int longest = Unsafe.SizeOf<TLane>() == sizeof(long) ? 1 : 2;
        return Avx2.IsSupported && tokenLength <= longest ? 64 : MinStretch<TLane>();
    }

    /// <summary>Hands a stretch of tokens of one length to the kernel for it.</summary>
    /// <returns>How many elements were decoded; perhaps none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Decode<TLane, TSignedness, TForm>(
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
            return DecodeAvx512<TLane, TSignedness>(ref source, length, ref destination, room, tokenLength);
        }

        if (Unsafe.SizeOf<TLane>() > sizeof(sbyte) && tokenLength == 1 + Unsafe.SizeOf<TLane>() && Simd128.HasShuffle)
        {
            return DecodeFullWidth<TLane, TForm>(ref source, length, ref destination, room);
        }

        nint taken = DecodeNarrow<TLane, TSignedness>(ref source, length, ref destination, room, tokenLength);
        source = ref Unsafe.Add(ref source, taken * tokenLength);
        destination = ref Unsafe.Add(ref destination, taken);
        length -= taken * tokenLength;
        room -= taken;

        // What is left, and tokens that are longer than the element, as they come from a writer that uses one width for all integers. (Not the tokens of nine
        // bytes of elements of eight, which get here only without a byte shuffle.)
        return taken + (tokenLength <= 1 + sizeof(uint) || Unsafe.SizeOf<TLane>() < sizeof(long)
            ? BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeOfLength(ref source, length, ref destination, room, tokenLength)
            : 0);
    }

    /// <summary>
    /// Decodes what comes after a long stretch of tokens of one length, as long as only single tokens of another length stand between such stretches: to read
    /// such a token takes less time than to begin with mixed widths.
    /// </summary>
    /// <param name="source">The first byte behind the stretch.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="tokenLength">The length of the stretch's tokens.</param>
    /// <param name="last">How many elements the stretch had.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were decoded; perhaps none.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeFollowing<TLane, TSignedness, TForm>(
        ref byte source, nint length, ref TLane destination, nint room, int tokenLength, nint last, out nint consumed)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TForm : ITokenForm
    {
        nint from = 0;
        nint to = 0;
        nint mean = MeanStretch<TLane>(tokenLength);
        nint credit = mean - MinStretch<TLane>();
        while (to < room && length - from >= BranchFreeIntegerDecoder<TLane, TSignedness>.Reach)
        {
            // The average counts: long stretches make up for short ones, which occur among random elements too, but not for any number of them. The first
            // one may be short, since it may have begun anywhere.
            credit = Math.Min(credit + last - mean, 4 * mean);
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
            last = Decode<TLane, TSignedness, TForm>(
                ref Unsafe.Add(ref source, from), length - from, ref Unsafe.Add(ref destination, to), room - to, tokenLength);
            from += last * tokenLength;
            to += last;
        }

        consumed = from;
        return to;
    }

    /// <summary>Hands a stretch of fixints to the widest kernel for them, and its end to the one of 128 bits.</summary>
    /// <returns>How many elements were decoded; perhaps none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint DecodeFixInts<TLane, TSignedness>(ref byte source, nint length, ref TLane destination, nint room)
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
            if (taken < Math.Min(length, room) && !IntegerLane<TLane, TSignedness>.IsFixIntCode(Unsafe.Add(ref source, taken)))
            {
                return taken;
            }
        }

        // From the last 16 on again, so that the vector for the rest can overlap with them.
        nint from = Math.Max(0, taken - Vector128<byte>.Count);
        return from + FixIntDecoderVector128<TLane, TSignedness>.Decode(
            ref Unsafe.Add(ref source, from), length - from, ref Unsafe.Add(ref destination, from), room - from);
    }

    /// <summary>Hands a stretch of tokens of full width to the widest kernel for them, and its end to the one of 128 bits.</summary>
    /// <returns>How many elements were decoded; perhaps none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint DecodeFullWidth<TLane, TForm>(ref byte source, nint length, ref TLane destination, nint room)
        where TLane : unmanaged
        where TForm : ITokenForm
    {
        if (TForm.Prefix == TForm.OtherPrefix && FloatDecoderAvx512<TLane>.IsSupported)
        {
            return FloatDecoderAvx512<TLane>.Decode(ref source, length, ref destination, room);
        }

        nint taken = 0;
        if (Avx2.IsSupported)
        {
            taken = FullWidthDecoderAvx2<TLane, TForm>.Decode(ref source, length, ref destination, room);
            nint from = taken * (1 + Unsafe.SizeOf<TLane>());
            if (taken == room || length - from < 1 + Unsafe.SizeOf<TLane>() || !FullWidthDecoderVector128<TLane, TForm>.IsPrefix(Unsafe.Add(ref source, from)))
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

    /// <summary>Hands a stretch of tokens whose payload is narrower than the element to the kernel for their length.</summary>
    /// <returns>How many elements were decoded; perhaps none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeNarrow<TLane, TSignedness>(
        ref byte source, nint length, ref TLane destination, nint room, int tokenLength)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (tokenLength == 2 && UniformDecoderVector128<TLane, TSignedness, TwoBytes>.IsSupported)
        {
            return DecodeNarrow<TLane, TSignedness, TwoBytes>(ref source, length, ref destination, room);
        }

        if (tokenLength == 3 && UniformDecoderVector128<TLane, TSignedness, ThreeBytes>.IsSupported)
        {
            return DecodeNarrow<TLane, TSignedness, ThreeBytes>(ref source, length, ref destination, room);
        }

        return tokenLength == 5 && UniformDecoderVector128<TLane, TSignedness, FiveBytes>.IsSupported
            ? DecodeNarrow<TLane, TSignedness, FiveBytes>(ref source, length, ref destination, room)
            : 0;
    }

    /// <summary>
    /// Hands such a stretch to the widest kernel for tokens of its length. All of these load 16 bytes at a time, and leave fewer to be decoded one by one.
    /// </summary>
    /// <inheritdoc cref="DecodeNarrow{TLane, TSignedness}"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeNarrow<TLane, TSignedness, TLength>(ref byte source, nint length, ref TLane destination, nint room)
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TLength : INarrowTokenLength
    {
        if (length < 16)
        {
            return 0;
        }

        // One call, which hands on what is left: with a second one here, arrays that have nothing to do with this took 1 ns longer.
        return UniformDecoderAvx2<TLane, TSignedness, TLength>.IsSupported
            ? UniformDecoderAvx2<TLane, TSignedness, TLength>.Decode(ref source, length, ref destination, room)
            : UniformDecoderVector128<TLane, TSignedness, TLength>.Decode(ref source, length, ref destination, room);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeAvx512<TLane, TSignedness>(
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
}
