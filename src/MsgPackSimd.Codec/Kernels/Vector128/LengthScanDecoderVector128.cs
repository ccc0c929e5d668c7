using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Kernels.Scalar;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers one at a time as by <see cref="BranchFreeIntegerDecoder{TLane, TSignedness}"/>, after the lengths have been looked up at every byte, as if a
/// token began there. For elements of 64 bits, of which a window of 16 bytes would hold one or two.
/// </summary>
/// <remarks>
/// <code>
///   bytes         05 cd 12 34 cf 00 00 01 00 …      16 at a time
///   less cc       39 01 46 68 03 34 34 35 34 …      0 to 7 are the prefixes of integers; all others become 8
///   length         1  3  1  1  9  1  1  1  1 …      by shuffle, row 8 is 1; stored
///
///   from token to token   from += length[from]
/// </code>
/// One token after another, the way to the next one is a byte, a table, an addition, some twelve cycles. Here the table is out of the way, for 16 positions
/// at once, and a byte and an addition are left. What is found out about payloads is never read.
/// </remarks>
internal static class LengthScanDecoderVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>How many positions are looked up before the tokens among them are read.</summary>
    private const int BlockLength = 512;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle && Unsafe.SizeOf<TLane>() == sizeof(long);
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
        Unsafe.SkipInit(out Block block);
        ref byte lengths = ref Unsafe.As<Block, byte>(ref block);
        nint from = 0;
        nint to = 0;
        while (length - from >= Vector128<byte>.Count && to < room)
        {
            nint scanned = Math.Min(length - from, BlockLength);
            ref byte bytes = ref Unsafe.Add(ref source, from);
            Scan(ref bytes, scanned, ref lengths);
            nint last = Math.Min(scanned - 1, length - from - BranchFreeIntegerDecoder<TLane, TSignedness>.Reach);
            to += Walk(ref bytes, ref lengths, last, ref Unsafe.Add(ref destination, to), room - to, out nint taken);
            from += taken;
            if (taken <= last)
            {
                break;
            }
        }

        consumed = from;
        return to;
    }

    /// <summary>From token to token, by lengths that are known. Apart, for all that it needs to be in registers.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="lengths">The lengths of tokens that begin at its bytes.</param>
    /// <param name="last">Where the last token may begin.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read: more than <paramref name="last"/>, unless there was no more room or a token is not to be read.</param>
    /// <returns>How many elements were stored.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint Walk(ref byte source, ref byte lengths, nint last, ref TLane destination, nint room, out nint consumed)
    {
        ref uint entries = ref MemoryMarshal.GetReference(IntegerTokenTable.Entries);
        nint from = 0;
        nint to = 0;
        while (from <= last && to < room)
        {
            Bounds.Assert(to, 1, room);
            uint entry = Unsafe.Add(ref entries, (nint)Unsafe.Add(ref source, from));
            if (!BranchFreeIntegerDecoder<TLane, TSignedness>.TryRead(ref source, from, entry, out TLane lane))
            {
                break;
            }

            Unsafe.Add(ref destination, to) = lane;
            to++;
            from += Unsafe.Add(ref lengths, from);
        }

        consumed = from;
        return to;
    }

    /// <summary>Looks up the lengths of the tokens that may begin at each byte; 1 where none of an integer does.</summary>
    /// <param name="source">The bytes.</param>
    /// <param name="length">How many: 16 or more.</param>
    /// <param name="lengths">Receives as many lengths.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Scan(ref byte source, nint length, ref byte lengths)
    {
        // By first byte from cc on: 2 3 5 9 2 3 5 9, and ones.
        Vector128<byte> table = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths), 0xcc);
        nint last = length - Vector128<byte>.Count;
        for (nint at = 0; at < last; at += Vector128<byte>.Count)
        {
            Bounds.Assert(at, Vector128<byte>.Count, length);
            Scan(ref source, at, table, ref lengths);
        }

        // Overlapped.
        Bounds.Assert(last, Vector128<byte>.Count, length);
        Scan(ref source, last, table, ref lengths);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Scan(ref byte source, nint at, Vector128<byte> table, ref byte lengths)
    {
        Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)at);
        Vector128<byte> rows = Vector128.Min(bytes - Vector128.Create((byte)0xcc), Vector128.Create((byte)8));
        Simd128.Shuffle(table, rows).StoreUnsafe(ref lengths, (nuint)at);
    }

    [InlineArray(BlockLength)]
    private struct Block
    {
        private byte first;
    }
}
