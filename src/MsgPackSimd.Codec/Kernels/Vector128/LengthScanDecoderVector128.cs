using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Kernels.Scalar;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers of mixed widths for elements of 64 bits, of which a window of 16 bytes would hold one or two: two tokens a step, whose lengths have been looked up
/// at every byte before, as if a token began there.
/// </summary>
/// <remarks>
/// <code>
///   position       0  1  2  3  4  5  6  7  8 …
///   bytes         05 cd 12 34 cf 00 00 01 00 …     16 or 32 at a time
///   length         1  3  1  1  9  1  1  1  1 …     by a shuffle
///   pair           4 12  2 10 10  2  2  2  …       length[i] + length[i + length[i]]: of the two tokens from here on, by two more
///   class          0  8  0  0 10  0  0  0  …       the row that says where a token's value is
///
///   first token    at from, second token at from + length[from]
///   next step      from += pair[from]
/// </code>
/// All that a step waits for is one byte and one addition. What is found out about payloads is never read. A token then takes a load of 16 bytes, a shuffle by its
/// row, and the extension of its sign (<see cref="TokenRowTable"/>):
/// <code>
///   bytes         d1 ed cc 05 05 05 …              i16
///   shuffled      cc ed 00 00 00 00 00 00 | 00     the value, and behind it a byte that has bit 7 if the token is not to be read
///   sign          00 80 00 00 00 00 00 00          shuffled &amp; the row's other half
///   element       cc ed ff ff ff ff ff ff          shuffled - 2 * sign
/// </code>
/// Whether all tokens of a block are to be read is looked at once, behind it. If one is not, the block is decoded again, token by token, up to that one.
/// </remarks>
internal static class LengthScanDecoderVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>How many positions are looked up before the tokens among them are read.</summary>
    private const int BlockLength = 512;

    /// <summary>How many bytes from a token on may be loaded for it.</summary>
    private const int Reach = 16;

    /// <summary>The same from the first of two tokens on.</summary>
    private const int PairReach = 1 + sizeof(ulong) + Reach;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle && Unsafe.SizeOf<TLane>() == sizeof(long);
    }

    private static ref byte Rows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(TSignedness.IsSigned ? TokenRowTable.Int64Rows : TokenRowTable.UInt64Rows);
    }

    /// <summary>Reads tokens until the destination is full, there are fewer than 16 bytes, or a token is not to be read.</summary>
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
        Unsafe.SkipInit(out Block lengths);
        Unsafe.SkipInit(out Block pairs);
        Unsafe.SkipInit(out Block classes);
        nint from = 0;
        nint to = 0;
        bool isLast = false;
        while (!isLast && length - from >= Reach && to < room)
        {
            ref byte bytes = ref Unsafe.Add(ref source, from);
            ref TLane target = ref Unsafe.Add(ref destination, to);
            nint left = length - from;
            nint scanned = Math.Min(left, BlockLength);
            nint paired = TokenScanVector128.Scan(ref bytes, scanned, ref First(ref lengths), ref First(ref pairs), ref First(ref classes));
            nint lastPair = Math.Min(paired - 1, left - PairReach);
            nint written = 0;
            nint taken = 0;
            if (WalkPairs(ref bytes, ref First(ref lengths), ref First(ref pairs), ref First(ref classes), lastPair, ref target, room - to, out nint stored, out nint read))
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
                    ref Unsafe.Add(ref bytes, taken), ref Unsafe.Add(ref First(ref lengths), taken), ref Unsafe.Add(ref First(ref classes), taken),
                    lastToken - taken, ref Unsafe.Add(ref target, written), room - to - written, out read);
                taken += read;
            }

            from += taken;
            to += written;
        }

        consumed = from;
        return to;
    }

    /// <summary>From pair of tokens to pair of tokens. Apart, as is <see cref="WalkSingly"/>, for all that it needs to be in registers.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="lengths">The lengths less one of tokens that begin at its bytes.</param>
    /// <param name="pairs">The lengths of two tokens from there on.</param>
    /// <param name="classes">The classes of tokens that begin there.</param>
    /// <param name="last">Where the first token of the last pair may begin.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="written">Receives how many elements were stored.</param>
    /// <param name="consumed">Receives the length of their tokens.</param>
    /// <returns>Whether all of them are to be read.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static bool WalkPairs(
        ref byte source,
        ref byte lengths,
        ref byte pairs,
        ref byte classes,
        nint last,
        ref TLane destination,
        nint room,
        out nint written,
        out nint consumed)
    {
        ref byte rows = ref Rows;
        Vector128<byte> shown = Vector128<byte>.Zero;
        nint from = 0;
        nint to = 0;
        while (from <= last && to < room - 1)
        {
            Bounds.Assert(from, 1, BlockLength);
            Bounds.Assert(to, 2, room);
            nint second = from + 1 + Unsafe.Add(ref lengths, from);
            ref byte rowA = ref Row(ref rows, Unsafe.Add(ref classes, from));
            ref byte rowB = ref Row(ref rows, Unsafe.Add(ref classes, second));
            Vector128<byte> a = Simd128.Shuffle(Vector128.LoadUnsafe(ref source, (nuint)from), Vector128.LoadUnsafe(ref rowA));
            Vector128<byte> b = Simd128.Shuffle(Vector128.LoadUnsafe(ref source, (nuint)second), Vector128.LoadUnsafe(ref rowB));
            from += Unsafe.Add(ref pairs, from);
            shown |= a | b;
            Unsafe.Add(ref destination, to) = Extend(a, ref rowA);
            Unsafe.Add(ref destination, to + 1) = Extend(b, ref rowB);
            to += 2;
        }

        written = to;
        consumed = from;
        return AreRead(shown);
    }

    /// <summary>From token to token, up to one that is not to be read.</summary>
    /// <inheritdoc cref="WalkPairs"/>
    /// <param name="source">The first token.</param>
    /// <param name="lengths">The lengths less one of tokens that begin at its bytes.</param>
    /// <param name="classes">The classes of tokens that begin there.</param>
    /// <param name="last">Where the last token may begin.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <returns>How many elements were stored.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint WalkSingly(
        ref byte source, ref byte lengths, ref byte classes, nint last, ref TLane destination, nint room, out nint consumed)
    {
        ref byte rows = ref Rows;
        nint from = 0;
        nint to = 0;
        while (from <= last && to < room)
        {
            Bounds.Assert(from, 1, BlockLength);
            Bounds.Assert(to, 1, room);
            ref byte row = ref Row(ref rows, Unsafe.Add(ref classes, from));
            Vector128<byte> token = Simd128.Shuffle(Vector128.LoadUnsafe(ref source, (nuint)from), Vector128.LoadUnsafe(ref row));
            if (!AreRead(token))
            {
                break;
            }

            Unsafe.Add(ref destination, to) = Extend(token, ref row);
            from += 1 + Unsafe.Add(ref lengths, from);
            to++;
        }

        consumed = from;
        return to;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte First(ref Block block) => ref Unsafe.As<Block, byte>(ref block);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte Row(ref byte rows, byte tokenClass) => ref Unsafe.Add(ref rows, (nint)tokenClass * TokenRowTable.RowScale);

    /// <summary>The element: the value less twice its sign.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TLane Extend(Vector128<byte> shuffled, ref byte row)
    {
        Vector128<long> value = shuffled.AsInt64();
        if (TSignedness.IsSigned)
        {
            Vector128<long> sign = value & Vector128.LoadUnsafe(ref row, TokenRowTable.Signs).AsInt64();
            value = value - sign - sign;
        }

        return BranchFreeIntegerDecoder<TLane, TSignedness>.Truncate(value.ToScalar());
    }

    /// <summary>Whether none of the bytes that tokens show has bit 7.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreRead(Vector128<byte> shown) => (sbyte)shown.GetElement(8) >= 0;

    [InlineArray(BlockLength)]
    private struct Block
    {
        private byte first;
    }
}
