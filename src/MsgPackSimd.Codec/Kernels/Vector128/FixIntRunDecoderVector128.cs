using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Fixints with other integers between them, where no kernel for mixed widths serves: short arrays, and elements of 64 bits. A step decodes a run of
/// fixints, up to eight or fifteen, and the token behind it, whatever that is, without a branch that could be mispredicted. Where
/// <see cref="RunScanDecoderVector128{TElement, TScan}"/> is quicker, it goes first.
/// </summary>
/// <remarks>
/// <code>
///   bytes         05 0c 07 cd 12 34 60 01 …     eight of them
///   not fixints    .  .  .  x  .  .  .  .       the position of the lowest bit set is the length of the run: 3
///   stored        05 0c 07 -- -- -- -- --       all eight, sign-extended; what stands behind the run is overwritten next
///   then          cd 12 34                      one token, as decoded by <see cref="BranchFreeIntegerDecoder{TLane, TSignedness}"/>
///   next                    60 01 …
/// </code>
/// A step takes as long as two tokens with that decoder; where nine tokens in ten are fixints, it decodes six on average. Where there are many tokens, 64 bytes
/// are compared at once for three steps, which decode eight each, and each of which shifts out the bits of the bytes that it has decoded:
/// <code>
///   not fixints   …0000 0110 0100 0000 1000      run of 3
///   shifted       …0000 0110 0100 0000 1         then the token, three bytes long
///   shifted       …0000 0110 0100 00             run of 6 …
/// </code>
/// </remarks>
internal static class FixIntRunDecoderVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    private const int MaxRun = 8;

    /// <summary>The longest run that a step of a round takes: three of these, and the two tokens between them, use up the round's 64 bits.</summary>
    private const int MaxRoundRun = 15;

    /// <summary>How many bytes a round may look at: the last token begins 63 bytes on.</summary>
    private const int RoundLength = 63 + BranchFreeIntegerDecoder<TLane, TSignedness>.Reach;

    /// <summary>How many elements a round may store.</summary>
    private const int RoundRoom = 3 * (MaxRoundRun + 1);

    /// <summary>Decodes integers, most of them fixints.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <returns>
    /// How many elements were stored: less than <paramref name="room"/> where a token can't be decoded here, or is not a fixint and is among the last eight
    /// bytes.
    /// </returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(BitConverter.IsLittleEndian);
        ref uint entries = ref MemoryMarshal.GetReference(IntegerTokenTable.Entries);
        ref byte lengths = ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths);
        Vector128<sbyte> least = Vector128.Create(TSignedness.LeastFixInt);
        nint last = length - BranchFreeIntegerDecoder<TLane, TSignedness>.Reach;
        nint from = 0;
        nint to = 0;
        nint code;
        if (RunScanDecoding<TLane, TSignedness>.SuitsRuns(length, room))
        {
            to = RunScanDecoding<TLane, TSignedness>.Decode(ref source, length, ref destination, room, out nint scanned);
            from = scanned;
        }

        // Also behind those: fewer bytes do for a round.
        if (length - from >= RoundLength && room - to >= RoundRoom)
        {
            // Into a local of its own: a variable whose address is taken would be on the stack in the loops below, too.
            to += DecodeRounds(ref Unsafe.Add(ref source, from), length - from, ref Unsafe.Add(ref destination, to), room - to, out nint roundsConsumed);
            from += roundsConsumed;
        }

        while (from <= last - MaxRun && to < room - MaxRun)
        {
            Bounds.Assert(from, MaxRun, length);
            Bounds.Assert(to, MaxRun, room);
            long word = Unsafe.ReadUnaligned<long>(ref Unsafe.Add(ref source, from));
            Vector128<sbyte> bytes = Vector128.CreateScalar(word).AsSByte();
            uint others = Vector128.LessThan(bytes, least).ExtractMostSignificantBits();
            if (Unsafe.SizeOf<TLane>() == sizeof(sbyte))
            {
                Unsafe.WriteUnaligned(ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, to)), word);
            }
            else
            {
                FixIntDecoderVector128<TLane, TSignedness>.Store(Vector128.WidenLower(bytes), ref Unsafe.Add(ref destination, to));
            }

            nint run = BitOperations.TrailingZeroCount(others | (1 << MaxRun));
            from += run;
            to += run;

            Bounds.Assert(from, BranchFreeIntegerDecoder<TLane, TSignedness>.Reach, length);
            Bounds.Assert(to, 1, room);
            code = Unsafe.Add(ref source, from);
            if (!BranchFreeIntegerDecoder<TLane, TSignedness>.TryRead(ref source, from, Unsafe.Add(ref entries, code), out TLane lane))
            {
                break;
            }

            Unsafe.Add(ref destination, to) = lane;
            to++;
            from += Unsafe.Add(ref lengths, code);
        }

        // The last few tokens, for which there are too few bytes or too little room for a step. Here there is a branch on whether a token is a fixint.
        while (from < length && to < room)
        {
            Bounds.Assert(from, 1, length);
            Bounds.Assert(to, 1, room);
            code = Unsafe.Add(ref source, from);
            nint tokenLength = 1;
            TLane lane = IntegerLane<TLane, TSignedness>.Truncate((sbyte)code);
            if ((sbyte)code < TSignedness.LeastFixInt)
            {
                if (from > last
                    || !BranchFreeIntegerDecoder<TLane, TSignedness>.TryRead(ref source, from, Unsafe.Add(ref entries, code), out lane))
                {
                    break;
                }

                tokenLength = Unsafe.Add(ref lengths, code);
            }

            Unsafe.Add(ref destination, to) = lane;
            to++;
            from += tokenLength;
        }

        consumed = from;
        return to;
    }

    /// <summary>
    /// Decodes in rounds of three steps on the bits of 64 bytes, which are compared once: a step then waits for the bits that the step before it has left, and
    /// not for bytes to be loaded and compared.
    /// </summary>
    /// <inheritdoc cref="Decode"/>
    /// <returns>
    /// How many elements were stored, up to a token that can't be decoded here or until there are too few bytes or too little room for a round.
    /// </returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeRounds(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        ref uint entries = ref MemoryMarshal.GetReference(IntegerTokenTable.Entries);
        ref byte lengths = ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths);
        nint lastFrom = length - RoundLength;
        nint lastTo = room - RoundRoom;
        nint from = 0;
        nint to = 0;
        while (from <= lastFrom && to <= lastTo)
        {
            Bounds.Assert(from, RoundLength, length);
            Bounds.Assert(to, RoundRoom, room);
            ulong others = TokenSample<TLane, TSignedness>.OthersOf64(ref Unsafe.Add(ref source, from));
            if (!TryStep(ref source, ref destination, ref from, ref to, ref others, ref entries, ref lengths)
                || !TryStep(ref source, ref destination, ref from, ref to, ref others, ref entries, ref lengths)
                || !TryStep(ref source, ref destination, ref from, ref to, ref others, ref entries, ref lengths))
            {
                break;
            }
        }

        consumed = from;
        return to;
    }

    /// <summary>Decodes a run of up to 15 fixints and the token behind it.</summary>
    /// <returns>False where that token can't be decoded here; the run has been stored.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryStep(
        ref byte source, ref TLane destination, ref nint from, ref nint to, ref ulong others, ref uint entries, ref byte lengths)
    {
        if (Avx2.IsSupported)
        {
            FixIntDecoderAvx2<TLane, TSignedness>.Store(ref Unsafe.Add(ref source, from), ref Unsafe.Add(ref destination, to));
        }
        else
        {
            FixIntDecoderVector128<TLane, TSignedness>.Store(
                Vector128.LoadUnsafe(ref source, (nuint)from).AsSByte(), ref Unsafe.Add(ref destination, to));
        }

        nint run = (nint)(uint)BitOperations.TrailingZeroCount(others | (1 << MaxRoundRun));
        from += run;
        to += run;
        nint code = Unsafe.Add(ref source, from);
        nint tokenLength = Unsafe.Add(ref lengths, code);
        others = others >> (int)run >> (int)tokenLength;
        if (!BranchFreeIntegerDecoder<TLane, TSignedness>.TryRead(ref source, from, Unsafe.Add(ref entries, code), out TLane lane))
        {
            return false;
        }

        Unsafe.Add(ref destination, to) = lane;
        from += tokenLength;
        to++;
        return true;
    }
}
