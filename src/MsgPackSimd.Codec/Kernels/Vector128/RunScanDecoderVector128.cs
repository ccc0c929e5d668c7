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
/// Many integers, most of them fixints. A step decodes a run of up to 15 fixints and the token behind it, as with
/// <see cref="FixIntRunDecoderVector128{TLane, TSignedness}"/>; but which bytes are no fixints, and how long the tokens would be that begin at them, has been
/// looked up before. For elements of 16 bits or more. (Where elements may be missing, nil belongs to a run like a fixint.)
/// </summary>
/// <remarks>
/// <code>
///   position      0  1  2  3  4  5  6  7  8  9 …
///   bytes        05 0c 07 cd 12 34 60 01 d2 00 …     32 are looked up before each step, whatever it decodes
///   no fixint     .  .  .  x  .  .  .  .  x  . …     a bit for each byte
///   length        1  1  1  3  1  1  1  1  5  1 …     by a shuffle, as for <see cref="LengthScanDecoderVector128{TElement, TScan}"/>; and the class of the token
///
///   run           the lowest bit that is set, counted from where the step begins: 3
///   next step     from += run + length[from + run]: 6
///   its bits      the same bits from there on: those from the step's second byte on, shifted by as much, less one
/// </code>
/// What is looked up for the bytes of payloads is never used. From step to step there are four instructions and a load: a bit is set that limits the run, bits
/// are counted, the length is loaded and added, and the next bits, which have been loaded meanwhile, are shifted by the sum. Nothing else is waited for.
/// <para>
/// A step stores 16 bytes, widened; what stands behind the run is overwritten next. Then comes the token, by the row of its class
/// (<see cref="IntegerScan{TLane, TSignedness}"/>).
/// </para>
/// </remarks>
/// <typeparam name="TElement">The element as it lies in memory.</typeparam>
/// <typeparam name="TScan">Which tokens are decoded, and how.</typeparam>
internal static class RunScanDecoderVector128<TElement, TScan>
    where TElement : unmanaged
    where TScan : IRunScan<TElement>
{
    /// <summary>How many bytes it takes to begin.</summary>
    public const int MinBlock = LookUpLength + MinAhead;

    /// <summary>How many elements a step may store.</summary>
    private const int StepRoom = 16;

    /// <summary>The longest run of a step.</summary>
    private const int MaxRun = StepRoom - 1;

    /// <summary>How many bytes are looked up at a time: more than a step takes.</summary>
    private const int LookUpLength = 32;

    /// <summary>
    /// How many bytes, from its first one on, have been looked up before a step: its run and token have up to 24, and the next run up to 15, which is
    /// rounded up.
    /// </summary>
    private const int MinAhead = 40;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle && TScan.ServesRuns;
    }

    /// <summary>Decodes integers until there are too few bytes or too little room for a step, or up to a token that can't be decoded here.</summary>
    /// <remarks>
    /// A token that the rows don't cover (a small value with eight bytes, for 32-bit elements) is decoded by itself; then the walk goes on, with what has been
    /// looked up. (If all were looked up again, one such token in twenty would make decoding take 1.3 to 1.8 times as long.)
    /// </remarks>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <returns>How many elements were stored.</returns>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TElement destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Unsafe.SkipInit(out ScannedBlock block);
        ref byte scan = ref Unsafe.As<ScannedBlock, byte>(ref block);
        nint from = 0;
        nint to = 0;
        while (length - from >= MinBlock && room - to >= StepRoom)
        {
            ref byte bytes = ref Unsafe.Add(ref source, from);
            nint blockLength = Math.Min(length - from, ScannedBlock.Length);
            nint scanned = 0;
            nint walked = 0;
            do
            {
                ref TElement target = ref Unsafe.Add(ref destination, to);
                to += Avx2.IsSupported
                    ? Walk<Vector256<byte>, LengthScanAvx2<TElement, TScan>>(ref bytes, blockLength, ref scan, ref scanned, ref target, room - to, ref walked)
                    : Walk<Vector128<byte>, LengthScanVector128<TElement, TScan>>(
                        ref bytes, blockLength, ref scan, ref scanned, ref target, room - to, ref walked);
                if (walked > blockLength - MinBlock || room - to < StepRoom)
                {
                    break;
                }

                // At a token that the rows do not cover.
                Bounds.Assert(walked, 1 + sizeof(ulong), blockLength);
                Bounds.Assert(to, 1, room);
                nint tokenLength = TScan.DecodeOne(ref Unsafe.Add(ref bytes, walked), ref Unsafe.Add(ref destination, to));
                if (tokenLength == 0)
                {
                    consumed = from + walked;
                    return to;
                }

                walked += tokenLength;
                to++;
            }
            while (room - to >= StepRoom);

            from += walked;
        }

        consumed = from;
        return to;
    }

    /// <summary>
    /// Decodes runs and tokens, and between them looks up what comes next: steps wait for each other, look-ups for nothing. A method of its own, so that all it
    /// needs is in registers.
    /// </summary>
    /// <inheritdoc cref="Decode"/>
    /// <param name="source">The first token of the block.</param>
    /// <param name="length">The number of bytes from there on: <see cref="MinBlock"/> or more, <see cref="ScannedBlock.Length"/> at most.</param>
    /// <param name="scan">Receives what has been looked up (<see cref="ScannedBlock"/>).</param>
    /// <param name="scanned">How many bytes of the block have been looked up.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="walked">
    /// The length of the tokens of the block that have been read: in the end, all but the last few, or less where there was no more room, or a token can't be
    /// decoded here.
    /// </param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint Walk<TVector, TLookUp>(
        ref byte source, nint length, ref byte scan, ref nint scanned, ref TElement destination, nint room, ref nint walked)
        where TVector : struct
        where TLookUp : ILengthLookUp<TVector>
    {
        TVector lengthTable = TLookUp.Table(TScan.LengthsLessOne);
        TVector classTable = TLookUp.Table(TScan.Classes);
        ref byte rows = ref MemoryMarshal.GetReference(TScan.Rows);
        nint lastTo = room - StepRoom;
        nint from = walked;
        nint to = 0;
        nint at = scanned;
        while (at < from + MinAhead && at <= length - LookUpLength)
        {
            Bounds.Assert(at, LookUpLength, length);
            LookUp<TVector, TLookUp>(lengthTable, classTable, ref source, at, ref scan);
            at += LookUpLength;
        }

        ulong others = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref scan, ScannedBlock.Others + (from >> 3))) >> (int)(from & 7);
        while (to <= lastTo)
        {
            if (at <= length - LookUpLength)
            {
                Bounds.Assert(at, LookUpLength, length);
                LookUp<TVector, TLookUp>(lengthTable, classTable, ref source, at, ref scan);
                at += LookUpLength;
            }
            else if (from > at - MinAhead)
            {
                break;
            }

            Bounds.Assert(from, MinAhead, at);
            Bounds.Assert(to, StepRoom, room);
            TScan.StoreSixteen(ref Unsafe.Add(ref source, from), ref Unsafe.Add(ref destination, to));

            // The bits from the next byte on: lengths are less one.
            ulong following = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref scan, ScannedBlock.Others + (from >> 3))) >> (int)(from & 7) >> 1;
            nint run = (nint)(uint)BitOperations.TrailingZeroCount((uint)others | (1u << MaxRun));
            ref byte first = ref Unsafe.Add(ref scan, from);
            nint taken = run + Unsafe.Add(ref first, run);
            byte tokenClass = Unsafe.Add(ref first, run + ScannedBlock.Classes);
            ref byte row = ref Unsafe.Add(ref rows, (nint)tokenClass * TokenRowTable.RowScale);
            Vector128<byte> value = TScan.Read(Vector128.LoadUnsafe(ref Unsafe.Add(ref source, from), (nuint)run), ref row);
            to += run;
            if (!TScan.CanDecode(value))
            {
                from += run;
                break;
            }

            TScan.Store(value, tokenClass, ref row, ref Unsafe.Add(ref destination, to));
            to++;
            others = following >> (int)taken;
            from += taken + 1;
        }

        scanned = at;
        walked = from;
        return to;
    }

    /// <summary>Looks up 32 bytes: lengths, classes, and which of them do not belong to a run.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void LookUp<TVector, TLookUp>(TVector lengthTable, TVector classTable, ref byte source, nint at, ref byte scan)
        where TVector : struct
        where TLookUp : ILengthLookUp<TVector>
    {
        Unsafe.WriteUnaligned(
            ref Unsafe.Add(ref scan, ScannedBlock.Others + (at >> 3)), TScan.OthersOf32(ref Unsafe.Add(ref source, at)));
        TLookUp.LookUp(lengthTable, classTable, ref source, at, ref scan);
        if (TLookUp.Width < LookUpLength)
        {
            TLookUp.LookUp(lengthTable, classTable, ref source, at + TLookUp.Width, ref scan);
        }
    }
}
