using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Kernels.Scalar;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Fixints with other integers between them, where no kernel for mixed widths serves: short arrays, and elements of 64 bits. A step takes a run of up to
/// eight fixints and the token behind it, whatever that is, and asks nothing that could be mispredicted.
/// </summary>
/// <remarks>
/// <code>
///   bytes         05 0c 07 cd 12 34 60 01 …     eight of them
///   not fixints    .  .  .  x  .  .  .  .       the lowest bit that is set is the length of the run: 3
///   stored        05 0c 07 -- -- -- -- --       all eight, sign-extended; what stands behind the run is overwritten next
///   then          cd 12 34                      one token as by <see cref="BranchFreeIntegerDecoder{TLane, TSignedness}"/>
///   next                    60 01 …
/// </code>
/// From one step to the next it takes as long as that decoder for two tokens, and a step is 7 tokens where nine in ten are fixints.
/// </remarks>
internal static class FixIntRunDecoderVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    private const int MaxRun = 8;

    /// <summary>The least byte, as a signed one, that is a fixint and fits the element.</summary>
    private static sbyte Least
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (sbyte)(TSignedness.IsSigned ? -32 : 0);
    }

    /// <summary>
    /// How many of the next 16 bytes are no fixints of this element: few, where most tokens are fixints. (Or where longer tokens happen to be made of
    /// such bytes: it says nothing that is to be relied on.)
    /// </summary>
    /// <returns>The number; 16 where fewer bytes are left.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountOthers(ReadOnlySpan<byte> source) => source.Length < Vector128<byte>.Count
        ? Vector128<byte>.Count
        : BitOperations.PopCount(
            Vector128.LessThan(Vector128.Create(source).AsSByte(), Vector128.Create(Least)).ExtractMostSignificantBits());

    /// <summary>Decodes integers, most of them fixints.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <returns>
    /// How many elements were stored: less than <paramref name="room"/> where a token is not to be read, or is no fixint and among the last eight bytes.
    /// </returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(BitConverter.IsLittleEndian);
        ref uint entries = ref MemoryMarshal.GetReference(IntegerTokenTable.Entries);
        ref byte lengths = ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths);
        Vector128<sbyte> least = Vector128.Create(Least);
        nint last = length - BranchFreeIntegerDecoder<TLane, TSignedness>.Reach;
        nint from = 0;
        nint to = 0;
        nint code;
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

        // The last few, for which there are too few bytes or too little room: whether a token is a fixint is a branch here.
        while (from < length && to < room)
        {
            Bounds.Assert(from, 1, length);
            Bounds.Assert(to, 1, room);
            code = Unsafe.Add(ref source, from);
            nint tokenLength = 1;
            TLane lane = BranchFreeIntegerDecoder<TLane, TSignedness>.Truncate((sbyte)code);
            if ((sbyte)code < Least)
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
}
