using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float?</c> and <c>double?</c> one at a time, with a branch on whether each is missing. Where the CPU predicts it, the next token does not wait for the
/// length of this one, as it does without the branch (<see cref="NullableDecoder{TLane, TReader}"/>). Where it can't, the branch costs as much as several
/// elements; so the loop counts how often a missing element follows a present one.
/// </summary>
/// <typeparam name="TLane"><see cref="uint"/> or <see cref="ulong"/>: the bits.</typeparam>
internal static class NullableFloatDecoder<TLane>
    where TLane : unmanaged
{
    /// <summary>
    /// Gets how many elements there are for each missing one that follows a present one, if decoding without the branch is not quicker. That is a run scan if
    /// there is a byte shuffle, or else one token at a time.
    /// </summary>
    public static int MinChangePeriod
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !NullableFloatRunScanDecoderVector128<TLane>.IsSupported ? 6 : FloatToken<TLane>.IsSingle ? 32 : 24;
    }

    /// <summary>Gets how many elements are added to those decoded so far when that is tested.</summary>
    private static int ChangeSample
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => NullableFloatRunScanDecoderVector128<TLane>.IsSupported ? 2 * MinChangePeriod : MinChangePeriod;
    }

    /// <summary>
    /// Decodes tokens until the destination is full, there are too few bytes for a whole token, a token can't be decoded here, <paramref name="streak"/> tokens
    /// in a row were all nil or all not nil, or a missing element followed a present one too often.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="streak">How many tokens in a row, all nil or all not nil, end the stretch.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static NullableStretchEnd Decode(
        ref byte source, nint length, ref NullableLane<TLane> destination, nint room, nint streak, out nint consumed, out nint written)
    {
        Debug.Assert(BitConverter.IsLittleEndian);
        nint last = length - FloatToken<TLane>.Length;
        nint from = 0;
        nint to = 0;
        nint present = 0;
        nint missing = 0;
        nint changes = 0;
        var end = NullableStretchEnd.Other;
        while (to < room && from <= last)
        {
            Bounds.Assert(from, FloatToken<TLane>.Length, length);
            Bounds.Assert(to, 1, room);
            ref byte token = ref Unsafe.Add(ref source, from);
            ref NullableLane<TLane> element = ref Unsafe.Add(ref destination, to);
            byte code = token;
            if (code == FloatToken<TLane>.Prefix)
            {
                StoreValue(ref Unsafe.Add(ref token, 1), ref element);
                from += FloatToken<TLane>.Length;
                to++;
                missing = 0;
                if (++present == streak)
                {
                    end = NullableStretchEnd.Alike;
                    break;
                }
            }
            else if (code == MessagePackFirstByte.Nil)
            {
                element = default;
                from++;
                to++;
                changes += present == 0 ? 0 : MinChangePeriod;
                present = 0;
                if (++missing == streak)
                {
                    end = NullableStretchEnd.Alike;
                    break;
                }

                if (changes > to + ChangeSample)
                {
                    end = NullableStretchEnd.Changing;
                    break;
                }
            }
            else
            {
                break;
            }
        }

        consumed = from;
        written = to;
        return end;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreValue(ref byte payload, ref NullableLane<TLane> element)
    {
        // One store writes the flag and what lies between it and the value.
        ref byte memory = ref Unsafe.As<NullableLane<TLane>, byte>(ref element);
        if (FloatToken<TLane>.IsSingle)
        {
            Unsafe.WriteUnaligned(ref memory, ((ulong)BigEndian.ReadUInt32(in payload) << 32) | 1);
        }
        else
        {
            Unsafe.WriteUnaligned(ref memory, 1UL);
            element.Value = Unsafe.BitCast<ulong, TLane>(BigEndian.ReadUInt64(in payload));
        }
    }
}
