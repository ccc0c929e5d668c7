using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Tokens of mixed lengths, where a window of 16 bytes would hold one or two, or where elements may be missing. A step decodes two tokens. Lengths have been
/// looked up beforehand, at every byte, as if a token began there.
/// </summary>
/// <remarks>
/// <code>
///   position       0  1  2  3  4  5  6  7  8 …
///   bytes         05 cd 12 34 cf 00 00 01 00 …     16 or 32 at a time
///   length         1  3  1  1  9  1  1  1  1 …     by a shuffle
///   pair           4 12  2 10 10  2  2  2  …       length[i] + length[i + length[i]]: of the two tokens from here on, by two more
///   class          0  8  0  0 16  0  0  0  …       the row that says where a token's value is
///
///   first token    at from, second token at from + length[from]
///   next step      from += pair[from]
/// </code>
/// A step waits only for one byte and one addition. What is looked up for the bytes of payloads is never used. A token then takes a load of 16 bytes, a shuffle
/// by its row, and the extension of its sign (<see cref="TokenRowTable"/>):
/// <code>
///   bytes         d1 ed cc 05 05 05 …              i16
///   shuffled      cc ed 00 00 00 00 00 00 | 00     the value, and behind it a byte that has bit 7 set if the token can't be decoded here
///   sign          00 80 00 00 00 00 00 00          shuffled &amp; the row's other half
///   element       cc ed ff ff ff ff ff ff          shuffled - 2 * sign
/// </code>
/// In a long array, bytes are looked up between the steps, because steps wait for each other, and look-ups for nothing. Whether all tokens could be decoded is
/// checked after every few steps, in a short array once. If one could not, these are decoded again, token by token, up to that one.
/// </remarks>
/// <typeparam name="TElement">The element as it lies in memory.</typeparam>
/// <typeparam name="TScan">Which tokens are decoded, and how.</typeparam>
internal static class LengthScanDecoderVector128<TElement, TScan>
    where TElement : unmanaged
    where TScan : ILengthScan<TElement>
{
    /// <summary>How many bytes may be loaded for a token, from its first byte on. With fewer left, it is not decoded here.</summary>
    public const int Reach = 16;

    /// <summary>How many bytes may be loaded for two tokens, from the first one on.</summary>
    private const int PairReach = 1 + sizeof(ulong) + Reach;

    /// <summary>With so many bytes and so many elements left, bytes are looked up between the tokens instead of before them.</summary>
    private const int MinAheadLength = 512;

    /// <inheritdoc cref="MinAheadLength"/>
    private const int MinAheadCount = 64;

    /// <summary>Gets whether the CPU has what this kernel needs, and it serves elements of this size.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle && TScan.ServesSize;
    }

    /// <summary>Decodes tokens until the destination is full, there are enough, fewer than 16 bytes are left, or a token can't be decoded here.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="enough">After so many elements, no further block is looked up.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were stored.</returns>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TElement destination, nint room, nint enough, out nint consumed)
    {
        Debug.Assert(Simd128.HasShuffle && BitConverter.IsLittleEndian);
        Unsafe.SkipInit(out ScannedBlock block);
        ref byte scan = ref Unsafe.As<ScannedBlock, byte>(ref block);
        nint from = 0;
        nint to = 0;
        bool isLast = false;
        while (!isLast && length - from >= Reach && to < enough)
        {
            ref byte bytes = ref Unsafe.Add(ref source, from);
            ref TElement target = ref Unsafe.Add(ref destination, to);
            nint left = length - from;
            nint scanned;
            nint written;
            nint taken;
            if (left >= MinAheadLength && room - to >= MinAheadCount)
            {
                isLast = !(Avx2.IsSupported
                    ? WalkAhead<Vector256<byte>, LengthScanAvx2<TElement, TScan>>(
                        ref bytes, Math.Min(left, ScannedBlock.Length), ref scan, ref target, room - to, out written, out taken, out scanned)
                    : WalkAhead<Vector128<byte>, LengthScanVector128<TElement, TScan>>(
                        ref bytes, Math.Min(left, ScannedBlock.Length), ref scan, ref target, room - to, out written, out taken, out scanned));
            }
            else
            {
                scanned = Math.Min(left, ScannedBlock.Length);
                nint paired = LengthScanVector128<TElement, TScan>.Scan(ref bytes, scanned, ref scan);
                nint lastPair = Math.Min(paired - 1, left - PairReach);
                if (WalkPairs(ref bytes, ref scan, lastPair, ref target, room - to, out written, out taken))
                {
                    isLast = scanned == left || room - to - written < 2;
                }
                else
                {
                    isLast = true;
                    written = 0;
                    taken = 0;
                }
            }

            if (isLast)
            {
                nint lastToken = Math.Min(scanned - 1, left - Reach);
                written += WalkSingly(
                    ref Unsafe.Add(ref bytes, taken),
                    ref Unsafe.Add(ref scan, taken),
                    lastToken - taken,
                    ref Unsafe.Add(ref target, written),
                    room - to - written,
                    out nint read);
                taken += read;
            }

            from += taken;
            to += written;
        }

        consumed = from;
        return to;
    }

    /// <summary>
    /// Decodes tokens pair by pair, and between the pairs looks up what comes next: while a pair waits to know where it begins, there is time for that. (A
    /// look-up takes a register of bytes from where the last one ended, so it waits for nothing.)
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">
    /// How many bytes from there on may be loaded: <see cref="MinAheadLength"/> or more, <see cref="ScannedBlock.Length"/> at most.
    /// </param>
    /// <param name="scan">Receives what has been looked up (<see cref="ScannedBlock"/>).</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="written">Receives how many elements were stored and can be decoded here.</param>
    /// <param name="consumed">Receives the length of their tokens.</param>
    /// <param name="scanned">Receives for how many bytes lengths and classes have been looked up.</param>
    /// <returns>Whether all tokens could be decoded here; if not, one of the next few can't.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static bool WalkAhead<TVector, TLookUp>(
        ref byte source, nint length, ref byte scan, ref TElement destination, nint room, out nint written, out nint consumed, out nint scanned)
        where TVector : struct
        where TLookUp : ILengthLookUp<TVector>
    {
        // A round of two pairs takes up to 4 * 9 = 36 bytes. Before it, 64 from its first byte on have been looked up, or at the end of the block at least 60:
        // what a round left of 64, and 32 more.
        const int Ahead = 64;
        const int StepLength = 32;

        // So few that not much has to be decoded again, and so many that the check takes no time.
        const int RoundsPerCheck = 8;
        TVector lengthTable = TLookUp.Table(TScan.LengthsLessOne);
        TVector classTable = TLookUp.Table(TScan.Classes);
        TVector next = TLookUp.Next;
        ref byte rows = ref MemoryMarshal.GetReference(TScan.Rows);
        Vector128<byte> combined = Vector128<byte>.Zero;
        ref TElement target = ref destination;
        ref TElement lastTarget = ref Unsafe.Add(ref destination, room - 3);
        nint last = length - (2 * StepLength);
        nint from = 0;
        nint at = 0;
        TVector current = TLookUp.LookUp(lengthTable, classTable, ref source, 0, ref scan);
        while (at < Ahead - StepLength)
        {
            current = TLookUp.Step(current, lengthTable, classTable, next, ref source, at, ref scan);
            at += TLookUp.Width;
        }

        ref TElement checkedTarget = ref destination;
        nint checkedFrom = 0;
        bool canDecode = true;
        while (at <= last && Unsafe.IsAddressLessThan(ref target, ref lastTarget))
        {
            int rounds = RoundsPerCheck;
            do
            {
                do
                {
                    Bounds.Assert(at, 2 * StepLength, length);
                    current = TLookUp.Step(current, lengthTable, classTable, next, ref source, at, ref scan);
                    if (TLookUp.Width < StepLength)
                    {
                        current = TLookUp.Step(current, lengthTable, classTable, next, ref source, at + TLookUp.Width, ref scan);
                    }

                    at += StepLength;
                }
                while (at - from < Ahead && at <= last);

                Bounds.Assert(from, 36, at);
                combined |= DecodePair(ref source, ref scan, ref rows, from, ref target);
                from += Unsafe.Add(ref scan, from + ScannedBlock.Pairs);
                combined |= DecodePair(ref source, ref scan, ref rows, from, ref Unsafe.Add(ref target, 2));
                from += Unsafe.Add(ref scan, from + ScannedBlock.Pairs);
                target = ref Unsafe.Add(ref target, 4);
                rounds--;
            }
            while (rounds > 0 && at <= last && Unsafe.IsAddressLessThan(ref target, ref lastTarget));

            canDecode = TScan.CanDecode(combined);
            if (!canDecode)
            {
                break;
            }

            checkedTarget = ref target;
            checkedFrom = from;
        }

        // Where tokens are short, many are left of what has been looked up.
        while (canDecode && from < at && Unsafe.IsAddressLessThan(ref target, ref lastTarget))
        {
            int pairs = 2 * RoundsPerCheck;
            do
            {
                Bounds.Assert(from, PairReach, length);
                combined |= DecodePair(ref source, ref scan, ref rows, from, ref target);
                from += Unsafe.Add(ref scan, from + ScannedBlock.Pairs);
                target = ref Unsafe.Add(ref target, 2);
                pairs--;
            }
            while (pairs > 0 && from < at && Unsafe.IsAddressLessThan(ref target, ref lastTarget));

            canDecode = TScan.CanDecode(combined);
            if (canDecode)
            {
                checkedTarget = ref target;
                checkedFrom = from;
            }
        }

        scanned = at;
        written = Unsafe.ByteOffset(ref destination, ref checkedTarget) / Unsafe.SizeOf<TElement>();
        consumed = checkedFrom;
        Bounds.Assert(0, written, room);
        return canDecode;
    }

    /// <summary>Decodes tokens pair by pair. A method of its own, like <see cref="WalkSingly"/>, so that all it needs is in registers.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="scan">What has been looked up, from its first byte on (<see cref="ScannedBlock"/>).</param>
    /// <param name="last">Where the first token of the last pair may begin, at the latest.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    /// <param name="consumed">Receives the length of their tokens.</param>
    /// <returns>Whether all of these tokens can be decoded here.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static bool WalkPairs(
        ref byte source, ref byte scan, nint last, ref TElement destination, nint room, out nint written, out nint consumed)
    {
        ref byte rows = ref MemoryMarshal.GetReference(TScan.Rows);
        Vector128<byte> combined = Vector128<byte>.Zero;
        nint from = 0;

        // References instead of an index: an address can't scale an index by the 16 bytes that an element may have.
        ref TElement target = ref destination;
        ref TElement lastTarget = ref Unsafe.Add(ref destination, room - 1);
        while (from <= last && Unsafe.IsAddressLessThan(ref target, ref lastTarget))
        {
            combined |= DecodePair(ref source, ref scan, ref rows, from, ref target);
            from += Unsafe.Add(ref scan, from + ScannedBlock.Pairs);
            target = ref Unsafe.Add(ref target, 2);
        }

        written = Unsafe.ByteOffset(ref destination, ref target) / Unsafe.SizeOf<TElement>();
        consumed = from;
        Bounds.Assert(0, written, room);
        return TScan.CanDecode(combined);
    }

    /// <summary>Decodes two tokens.</summary>
    /// <returns>What tells whether both can be decoded here.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> DecodePair(ref byte source, ref byte scan, ref byte rows, nint from, ref TElement target)
    {
        Bounds.Assert(from, 1, ScannedBlock.Length);
        nint second = from + 1 + Unsafe.Add(ref scan, from);
        byte classA = Unsafe.Add(ref scan, from + ScannedBlock.Classes);
        byte classB = Unsafe.Add(ref scan, second + ScannedBlock.Classes);
        ref byte rowA = ref Row(ref rows, classA);
        ref byte rowB = ref Row(ref rows, classB);
        Vector128<byte> a = TScan.Read(Vector128.LoadUnsafe(ref source, (nuint)from), ref rowA);
        Vector128<byte> b = TScan.Read(Vector128.LoadUnsafe(ref source, (nuint)second), ref rowB);
        TScan.Store(a, classA, ref rowA, ref target);
        TScan.Store(b, classB, ref rowB, ref Unsafe.Add(ref target, 1));
        return a | b;
    }

    /// <summary>Decodes tokens one by one, up to one that can't be decoded here.</summary>
    /// <inheritdoc cref="WalkPairs"/>
    /// <param name="source">The first token.</param>
    /// <param name="scan">What has been looked up, from its first byte on.</param>
    /// <param name="last">Where the last token may begin, at the latest.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were stored.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint WalkSingly(
        ref byte source, ref byte scan, nint last, ref TElement destination, nint room, out nint consumed)
    {
        ref byte rows = ref MemoryMarshal.GetReference(TScan.Rows);
        nint from = 0;
        nint to = 0;
        while (from <= last && to < room)
        {
            Bounds.Assert(from, 1, ScannedBlock.Length);
            Bounds.Assert(to, 1, room);
            byte tokenClass = Unsafe.Add(ref scan, from + ScannedBlock.Classes);
            ref byte row = ref Row(ref rows, tokenClass);
            Vector128<byte> token = TScan.Read(Vector128.LoadUnsafe(ref source, (nuint)from), ref row);
            if (!TScan.CanDecode(token))
            {
                break;
            }

            TScan.Store(token, tokenClass, ref row, ref Unsafe.Add(ref destination, to));
            from += 1 + Unsafe.Add(ref scan, from);
            to++;
        }

        consumed = from;
        return to;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte Row(ref byte rows, byte tokenClass) => ref Unsafe.Add(ref rows, (nint)tokenClass * TokenRowTable.RowScale);
}
