using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
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
/// Whether all tokens of a block could be decoded is checked once, at its end. If one could not, the block is decoded again, token by token, up to that one.
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

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
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
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
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
            nint scanned = Math.Min(left, ScannedBlock.Length);
            nint paired = LengthScanVector128<TElement, TScan>.Scan(ref bytes, scanned, ref scan);
            nint lastPair = Math.Min(paired - 1, left - PairReach);
            nint written = 0;
            nint taken = 0;
            if (WalkPairs(ref bytes, ref scan, lastPair, ref target, room - to, out nint stored, out nint read))
            {
                written = stored;
                taken = read;
                isLast = scanned == left || room - to - written < 2;
            }
            else
            {
                isLast = true;
            }

            if (isLast)
            {
                nint lastToken = Math.Min(scanned - 1, left - Reach);
                written += WalkSingly(
                    ref Unsafe.Add(ref bytes, taken), ref Unsafe.Add(ref scan, taken), lastToken - taken, ref Unsafe.Add(ref target, written), room - to - written, out read);
                taken += read;
            }

            from += taken;
            to += written;
        }

        consumed = from;
        return to;
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
            Bounds.Assert(from, 1, ScannedBlock.Length);
            nint second = from + 1 + Unsafe.Add(ref scan, from);
            byte classA = Unsafe.Add(ref scan, from + ScannedBlock.Classes);
            byte classB = Unsafe.Add(ref scan, second + ScannedBlock.Classes);
            ref byte rowA = ref Row(ref rows, classA);
            ref byte rowB = ref Row(ref rows, classB);
            Vector128<byte> a = TScan.Read(Vector128.LoadUnsafe(ref source, (nuint)from), ref rowA);
            Vector128<byte> b = TScan.Read(Vector128.LoadUnsafe(ref source, (nuint)second), ref rowB);
            from += Unsafe.Add(ref scan, from + ScannedBlock.Pairs);
            combined |= a | b;
            TScan.Store(a, classA, ref rowA, ref target);
            TScan.Store(b, classB, ref rowB, ref Unsafe.Add(ref target, 1));
            target = ref Unsafe.Add(ref target, 2);
        }

        written = Unsafe.ByteOffset(ref destination, ref target) / Unsafe.SizeOf<TElement>();
        consumed = from;
        Bounds.Assert(0, written, room);
        return TScan.CanDecode(combined);
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
