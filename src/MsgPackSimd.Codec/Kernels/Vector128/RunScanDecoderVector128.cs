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
/// <see cref="FixIntRunDecoderVector128{TLane, TSignedness}"/>; but how long both are has been looked up beforehand, at every byte, as if a step began there.
/// For elements of 16 bits or more.
/// </summary>
/// <remarks>
/// <code>
///   position      0  1  2  3  4  5  6  7  8  9 …
///   bytes        05 0c 07 cd 12 34 60 01 d2 00 …
///   key of byte  ff ff ff 01 ff ff ff ff 06 ff …     index of the token that begins here, in the low digit; ff: a fixint
///   of 2 bytes   ff ff 11 01 ff ff ff 16 06 ff …     least of key[i] and key[i + 1] + 10:   of the two bytes, the nearer one that is no fixint
///   of 4 bytes   31 21 11 01 ff 36 26 16 06 ff …     least of those and the same two bytes on + 20
///   of 8 bytes   31 21 11 01 46 36 26 16 06 ff …     least of those and the same four bytes on + 40; of 16 bytes: eight bytes on + 80
///
///   run           3  2  1  0  4  3  2  1  0 15 …     the high digit: how many fixints
///   run + token   6  5  4  3  9  8  7  6  5 16 …     and the length of the token that the low digit stands for, by a shuffle
///   next step     from += (run + token)[from]
/// </code>
/// Additions saturate, so that a key of ff stays what it is: 15 fixints, and one as the token behind them. What is looked up for the bytes of payloads is never
/// used. A step waits only for one byte and one addition.
/// <para>
/// It stores 16 bytes, widened; what stands behind the run is overwritten next. Then comes the token, by the row of its class
/// (<see cref="IntegerScan{TLane, TSignedness}"/>).
/// </para>
/// </remarks>
internal static class RunScanDecoderVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>How many elements a step may store.</summary>
    private const int StepRoom = 16;

    /// <summary>How many bytes are looked up for each element that there is room for, at most: the bytes may go on behind the array.</summary>
    private const int BytesToScan = 2;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle && Unsafe.SizeOf<TLane>() >= sizeof(short);
    }

    /// <summary>Gets the limit on the bytes of 64 that are no fixints up to which it is quicker than windows; -1 where it never is.</summary>
    private static int MaxOthersOf64
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx2.IsSupported || Unsafe.SizeOf<TLane>() > sizeof(int) ? -1
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? 32
            : 8;
    }

    /// <summary>
    /// Gets the same limit where windows have come upon a token that they do not take. More such tokens may follow: here they cost less. (Of 32-bit elements, nine
    /// tenths of them small, some 11 bytes are no fixints.)
    /// </summary>
    private static int MaxOthersOf64BehindForeign
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() > sizeof(int) ? -1 : Math.Max(MaxOthersOf64, 20);
    }

    /// <summary>Gets how many bytes it takes for it to pay.</summary>
    private static int MinLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(long) ? 512 : Unsafe.SizeOf<TLane>() == sizeof(int) && !Avx2.IsSupported ? 96 : 256;
    }

    /// <summary>
    /// Whether it is quicker than <see cref="FixIntRunDecoderVector128{TLane, TSignedness}"/>, if most of the tokens are fixints. Without AVX2, it takes too many stores
    /// to widen 16 bytes to 64 bits.
    /// </summary>
    /// <param name="length">The number of bytes.</param>
    /// <param name="room">The number of elements that there is room for.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool SuitsRuns(nint length, nint room) =>
        IsSupported && Unsafe.SizeOf<TLane>() == sizeof(long) && Avx2.IsSupported && IsEnough(length, room);

    /// <summary>Whether it is quicker than windows that hold many tokens, as the next 64 bytes suggest.</summary>
    /// <inheritdoc cref="SuitsRuns"/>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="room">The number of elements that there is room for.</param>
    /// <param name="isBehindForeign">Whether windows have come upon a token that they do not take.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool SuitsDense(ref byte source, nint length, nint room, bool isBehindForeign)
    {
        int limit = isBehindForeign ? MaxOthersOf64BehindForeign : MaxOthersOf64;
        return IsSupported && limit >= 0 && IsEnough(length, room)
            && BitOperations.PopCount(TokenSample<TLane, TSignedness>.OthersOf64(ref source)) <= limit;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsEnough(nint length, nint room) => length >= MinLength && room >= MinLength / BytesToScan;

    /// <summary>Decodes integers until there are too few bytes or too little room for a step, or up to a token that can't be decoded here.</summary>
    /// <remarks>
    /// A token that the rows don't cover (a small value with eight bytes, for 32-bit elements) is decoded by itself; then the walk goes on. When it ended there, and
    /// all was looked up again behind it, decoding took 3.8 times as long with one such token in twenty.
    /// </remarks>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <returns>How many elements were stored.</returns>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Unsafe.SkipInit(out ScannedRuns runs);
        ref byte scan = ref Unsafe.As<ScannedRuns, byte>(ref runs);
        nint from = 0;
        nint to = 0;
        while (true)
        {
            nint scanned = Math.Min(length - from - RunScanVector128<TLane, TSignedness>.Reach, ScannedRuns.Length);
            scanned = Math.Min(scanned, BytesToScan * (room - to)) & -RunScanVector128<TLane, TSignedness>.Step;
            if (scanned <= 0)
            {
                break;
            }

            RunScanVector128<TLane, TSignedness>.Scan(ref Unsafe.Add(ref source, from), scanned, ref scan);
            nint walked = 0;
            while (walked < scanned && room - to >= StepRoom)
            {
                to += Walk(
                    ref Unsafe.Add(ref source, from + walked), scanned - walked, ref Unsafe.Add(ref scan, walked), ref Unsafe.Add(ref destination, to), room - to, out nint taken);
                walked += taken;
                if (walked < scanned && room - to >= StepRoom)
                {
                    // At a token that the rows do not cover. Most of what has been looked up lies behind it.
                    nint tokenLength = BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeOne(ref Unsafe.Add(ref source, from + walked), ref Unsafe.Add(ref destination, to));
                    if (tokenLength == 0)
                    {
                        consumed = from + walked;
                        return to;
                    }

                    walked += tokenLength;
                    to++;
                }
            }

            from += walked;
            if (room - to < StepRoom)
            {
                break;
            }
        }

        consumed = from;
        return to;
    }

    /// <summary>Decodes the runs and tokens that begin within what has been looked up. A method of its own, so that all it needs is in registers.</summary>
    /// <inheritdoc cref="Decode"/>
    /// <param name="source">The first token.</param>
    /// <param name="scanned">How many positions have been looked up from there on.</param>
    /// <param name="scan">What has been found.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read: less than was looked up where there was no more room, or a token can't be decoded here.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint Walk(ref byte source, nint scanned, ref byte scan, ref TLane destination, nint room, out nint consumed)
    {
        ref byte rows = ref MemoryMarshal.GetReference(IntegerScan<TLane, TSignedness>.Rows);
        nint lastTo = room - StepRoom;
        nint from = 0;
        nint to = 0;
        while (from < scanned && to <= lastTo)
        {
            Bounds.Assert(from, 2 * Vector128<byte>.Count - 1, scanned + RunScanVector128<TLane, TSignedness>.Reach);
            Bounds.Assert(to, StepRoom, room);
            StoreSixteen(ref Unsafe.Add(ref source, from), ref Unsafe.Add(ref destination, to));
            nint run = Unsafe.Add(ref scan, from + ScannedRuns.Runs);
            ref byte row = ref Unsafe.Add(ref rows, (nint)Unsafe.Add(ref scan, from + ScannedRuns.Classes) * TokenRowTable.RowScale);
            Vector128<byte> token = IntegerScan<TLane, TSignedness>.Read(Vector128.LoadUnsafe(ref source, (nuint)(from + run)), ref row);
            to += run;
            if (!IntegerScan<TLane, TSignedness>.CanDecode(token))
            {
                consumed = from + run;
                return to;
            }

            Unsafe.Add(ref destination, to) = IntegerScan<TLane, TSignedness>.Extend(token, ref row);
            to++;
            from += Unsafe.Add(ref scan, from);
        }

        consumed = from;
        return to;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreSixteen(ref byte source, ref TLane destination)
    {
        if (Avx2.IsSupported)
        {
            FixIntDecoderAvx2<TLane, TSignedness>.Store(ref source, ref destination);
        }
        else
        {
            FixIntDecoderVector128<TLane, TSignedness>.Store(Vector128.LoadUnsafe(ref source).AsSByte(), ref destination);
        }
    }
}
