using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte?</c> and <c>byte?</c>: eight at a time, whichever are missing, by the rows of <see cref="Int8OctetTable"/>, as
/// <see cref="Int8EncoderVector128{TSignedness}"/>. An element and its flag are a number of 16 bits. Needs a byte shuffle.
/// </summary>
/// <remarks>
/// <code>
///   memory       1 05  1 81  0 00  1 07  …                      flag, value, of sbyte?
///   tokens       05    81    c0    07    …                      nil where the flag is 0
///   mask         .     1     .     .     …                      there, and less than -32
///   with prefix  05 81 c0 07 e f g h d0 d0 d0 d0 d0 d0 d0 d0
///   shuffled     05 d0 81 c0 07 e f g h  .  .  .  .  .  .  .    by the row of the mask; advance by 8 + their number
/// </code>
/// </remarks>
internal static class NullableInt8EncoderVector128<TSignedness>
    where TSignedness : ISignedness
{
    private const int BlockLength = 8;

    /// <summary>How wide the store of a block is.</summary>
    private const int Room = 16;

    /// <summary>Encodes elements: all of them, or those before a block for which there may be too little room.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="written">Receives the length of the tokens in bytes.</param>
    /// <returns>How many elements were encoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Encode(ref NullableLane<sbyte> source, nint count, ref byte destination, nint room, out nint written)
    {
        ref byte rows = ref MemoryMarshal.GetReference(Int8OctetTable.Rows);
        nint from = 0;
        nint to = 0;
        nint last = count - BlockLength;
        nint lastTo = room - Room;
        while (from <= last && to <= lastTo)
        {
            Bounds.Assert(from, BlockLength, count);
            Bounds.Assert(to, Room, room);
            uint mask = EncodeBlock(ref Unsafe.Add(ref source, from), ref Unsafe.Add(ref destination, to), ref rows);
            from += BlockLength;
            to += BlockLength + BitOperations.PopCount(mask);
        }

        return EncodeLast(ref source, from, count, ref destination, to, room, out written);
    }

    /// <summary>
    /// Encodes what fills no block, or has no room for a wide store, over the stack. A last block is filled up with missing elements, each a token of one byte, which are
    /// not copied.
    /// </summary>
    [SkipLocalsInit]
    private static nint EncodeLast(ref NullableLane<sbyte> source, nint from, nint count, ref byte destination, nint to, nint room, out nint written)
    {
        Span<NullableLane<sbyte>> block = stackalloc NullableLane<sbyte>[BlockLength];
        Span<byte> tokens = stackalloc byte[Room];
        while (from < count)
        {
            int take = (int)Math.Min(count - from, BlockLength);
            block.Clear();
            MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref source, from), take).CopyTo(block);
            uint mask = EncodeBlock(
                ref MemoryMarshal.GetReference(block), ref MemoryMarshal.GetReference(tokens), ref MemoryMarshal.GetReference(Int8OctetTable.Rows));
            int length = take + BitOperations.PopCount(mask);
            if (length > room - to)
            {
                break;
            }

            tokens[..length].CopyTo(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, to), length));
            from += take;
            to += length;
        }

        written = to;
        return from;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint EncodeBlock(ref NullableLane<sbyte> source, ref byte destination, ref byte rows)
    {
        Vector128<ushort> elements = Vector128.LoadUnsafe(ref Unsafe.As<NullableLane<sbyte>, ushort>(ref source));
        Vector128<ushort> isMissing = Vector128.Equals(elements & Vector128.Create((ushort)0xff), Vector128<ushort>.Zero);
        Vector128<ushort> values = elements >>> 8;
        Vector128<ushort> isPrefixed = TSignedness.IsSigned
            ? Vector128.LessThan(elements.AsInt16() >> 8, Vector128.Create((short)-32)).AsUInt16()
            : Vector128.GreaterThan(values.AsInt16(), Vector128.Create((short)127)).AsUInt16();
        uint mask = Vector128.AndNot(isPrefixed, isMissing).ExtractMostSignificantBits();

        Vector128<ushort> tokens = Vector128.ConditionalSelect(isMissing, Vector128.Create((ushort)MessagePackCode.Nil), values);
        Vector128<byte> withPrefix = Vector128.Narrow(tokens, Vector128.Create((ushort)Int8Token<TSignedness>.Prefix));
        Vector128<byte> row = Vector128.LoadUnsafe(ref rows, (nuint)mask * Int8OctetTable.RowSpacing);
        Simd128.Shuffle(withPrefix, row).StoreUnsafe(ref destination);
        return mask;
    }
}
