using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers that may be missing, most of those that are not as fixints: long stretches of fixints and nil, and what is too little for
/// <see cref="RunScanDecoderVector128{TElement, TScan}"/>, up to the last byte.
/// </summary>
/// <remarks>
/// A step decodes a run of fixints and nil, and the token behind it (<see cref="NullableIntegerScan{TLane, TSignedness}"/>). What follows from one step to the
/// next is looked up in 16 bytes; near the end, these are the last 16, moved down:
/// <code>
///   last 16     -- -- -- -- -- 05 c0 07 cd 12 34 60 …           the step begins five bytes later than they do
///   moved       05 c0 07 cd 12 34 60 … 00 00 00 00 00           zeros are fixints, which are not counted
/// </code>
/// </remarks>
internal static class NullableFixIntDecoderVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>The fewest bytes that it takes.</summary>
    public const int MinLength = 16;

    /// <summary>How many bytes, all of them fixints or nil, are decoded at a time.</summary>
    private const int UniformStep = 32;

    /// <summary>How many elements a step may store.</summary>
    private const int StepRoom = 16;

    /// <summary>The longest run of a step.</summary>
    private const int MaxRun = StepRoom - 1;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => RunScanDecoderVector128<NullableLane<TLane>, NullableIntegerScan<TLane, TSignedness>>.IsSupported;
    }

    /// <summary>
    /// Decodes fixints and nil, up to the first other token, or until there are too few bytes or too little room. If there are fewer than <see
    /// cref="MinLength"/> of either, all or none are decoded; fewer than eight never are.
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded, from a byte each.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint DecodeUniform(ref byte source, nint length, ref NullableLane<TLane> destination, nint room)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        nint count = Math.Min(length, room);
        if (count < MinLength)
        {
            return DecodeFew(ref source, length, ref destination, room, count);
        }

        nint last = count - UniformStep;
        nint taken = 0;
        uint others;
        while (taken <= last)
        {
            // It stores all before it looks: what is stored from another token on does not count.
            others = StoreSixteen(ref source, length, ref destination, room, taken)
                | (StoreSixteen(ref source, length, ref destination, room, taken + 16) << 16);
            if (others != 0)
            {
                return taken + BitOperations.TrailingZeroCount(others);
            }

            taken += UniformStep;
        }

        // The rest is overlapped.
        if (taken + 16 <= count)
        {
            others = StoreSixteen(ref source, length, ref destination, room, taken);
            if (others != 0)
            {
                return taken + BitOperations.TrailingZeroCount(others);
            }

            taken += 16;
        }

        if (taken < count)
        {
            others = StoreSixteen(ref source, length, ref destination, room, count - 16);
            taken = count - 16 + BitOperations.TrailingZeroCount(others | (1u << 16));
        }

        return taken;
    }

    /// <summary>Decodes eight to fifteen elements, if they are all fixints or nil: the first eight and the last eight, which overlap, in one vector.</summary>
    /// <returns>How many elements were decoded: <paramref name="count"/>, or 0.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeFew(ref byte source, nint length, ref NullableLane<TLane> destination, nint room, nint count)
    {
        if (count < 8)
        {
            return 0;
        }

        Bounds.Assert(count - 8, 8, length);
        Bounds.Assert(count - 8, 8, room);
        Vector128<byte> bytes = Vector128.Create(
            Unsafe.ReadUnaligned<ulong>(ref source), Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, count - 8))).AsByte();
        if (NullableIntegerScan<TLane, TSignedness>.Others(bytes) != 0)
        {
            return 0;
        }

        NullableIntegerScan<TLane, TSignedness>.StoreEights(bytes, ref destination, ref Unsafe.Add(ref destination, count - 8));
        return count;
    }

    /// <summary>Decodes tokens until none is left or the destination is full, or up to one that is cut short or that the tables do not cover.</summary>
    /// <param name="source">The first byte.</param>
    /// <param name="length">The number of bytes from there on: <see cref="MinLength"/> or more.</param>
    /// <param name="first">Where the first token begins. The bytes before it may be loaded, but have been decoded already.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were stored.</returns>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, nint first, ref NullableLane<TLane> destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian && length >= MinLength);
        nint from = first;
        nint to = 0;
        if (Walk(ref source, length, ref destination, room, room - StepRoom, ref from, ref to) && from < length && to < room)
        {
            // The last elements go through the stack.
            Span<NullableLane<TLane>> last = stackalloc NullableLane<TLane>[2 * StepRoom];
            nint left = room - to;
            Debug.Assert(left < StepRoom, "A step from the last element on would go past the end of the stack's elements.");
            nint stored = 0;
            Walk(ref source, length, ref MemoryMarshal.GetReference(last), left, left - 1, ref from, ref stored);
            last[..(int)stored].CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, to), (int)left));
            to += stored;
        }

        consumed = from - first;
        return to;
    }

    /// <summary>Decodes a run and the token behind it, again and again.</summary>
    /// <param name="source">The first byte.</param>
    /// <param name="length">The number of bytes.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements to decode.</param>
    /// <param name="lastTo">From where on a step may still store, at the latest.</param>
    /// <param name="from">Where the next token begins.</param>
    /// <param name="to">How many elements have been stored.</param>
    /// <returns>False if a token is cut short, or the tables do not cover it.</returns>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Walk(ref byte source, nint length, ref NullableLane<TLane> destination, nint room, nint lastTo, ref nint from, ref nint to)
    {
        Unsafe.SkipInit(out Vector128<byte> lengths);
        Unsafe.SkipInit(out Vector128<byte> classes);
        Vector128<byte> lengthTable = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(NullableIntegerScan<TLane, TSignedness>.LengthsLessOne));
        Vector128<byte> classTable = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(NullableIntegerScan<TLane, TSignedness>.Classes));
        ref byte rows = ref MemoryMarshal.GetReference(NullableIntegerScan<TLane, TSignedness>.Rows);
        while (from < length && to <= lastTo)
        {
            Vector128<byte> bytes = Load(ref source, from, length);
            Vector128<byte> index = NullableIntegerScan<TLane, TSignedness>.Index(bytes);
            lengths = Simd128.Shuffle(lengthTable, index);
            classes = Simd128.Shuffle(classTable, index);
            NullableIntegerScan<TLane, TSignedness>.StoreSixteen(bytes, ref Unsafe.Add(ref destination, to));
            nint run = (nint)(uint)BitOperations.TrailingZeroCount(NullableIntegerScan<TLane, TSignedness>.Others(bytes) | (1u << MaxRun));
            Bounds.Assert(to, StepRoom, lastTo + StepRoom);
            nint left = Math.Min(length - from, room - to);
            if (run >= left)
            {
                from += left;
                to += left;
                break;
            }

            from += run;
            to += run;
            nint tokenLength = 1 + Unsafe.Add(ref Unsafe.As<Vector128<byte>, byte>(ref lengths), run);
            byte tokenClass = Unsafe.Add(ref Unsafe.As<Vector128<byte>, byte>(ref classes), run);
            ref byte row = ref Unsafe.Add(ref rows, (nint)tokenClass * TokenRowTable.RowScale);
            Vector128<byte> value = NullableIntegerScan<TLane, TSignedness>.Read(Load(ref source, from, length), ref row);
            if (tokenLength > length - from || !NullableIntegerScan<TLane, TSignedness>.CanDecode(value))
            {
                return false;
            }

            NullableIntegerScan<TLane, TSignedness>.Store(value, tokenClass, ref row, ref Unsafe.Add(ref destination, to));
            from += tokenLength;
            to++;
        }

        return true;
    }

    /// <summary>Loads 16 bytes, with zeros in place of those past the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Load(ref byte source, nint at, nint length)
    {
        if (at <= length - 16)
        {
            return Vector128.LoadUnsafe(ref source, (nuint)at);
        }

        // An index past the last byte gives 0.
        Bounds.Assert(length - 16, 16, length);
        Vector128<byte> last = Vector128.LoadUnsafe(ref source, (nuint)(length - 16));
        return Simd128.Shuffle(last, Simd128.IndexOrClear(Vector128<byte>.Indices + Vector128.Create((byte)(at + 16 - length))));
    }

    /// <summary>Stores 16 elements.</summary>
    /// <returns>A bit for each byte that is neither a fixint nor nil.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint StoreSixteen(ref byte source, nint length, ref NullableLane<TLane> destination, nint room, nint at)
    {
        Bounds.Assert(at, 16, length);
        Bounds.Assert(at, 16, room);
        Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)at);
        NullableIntegerScan<TLane, TSignedness>.StoreSixteen(bytes, ref Unsafe.Add(ref destination, at));
        return NullableIntegerScan<TLane, TSignedness>.Others(bytes);
    }
}
