using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte?</c> and <c>byte?</c>: eight at a time, whichever are missing, by the rows of <see cref="Int8OctetTable"/>, like
/// <see cref="Int8EncoderVector128{TSignedness}"/>. An element and its flag are a number of 16 bits. Needs a byte shuffle.
/// </summary>
/// <remarks>
/// <code>
///   memory       1 05  1 81  0 00  1 07  …                      flag, value, of sbyte?
///   tokens       05    81    c0    07    …                      nil where the flag is 0
///   mask         .     1     .     .     …                      present, and less than -32
///   with prefix  05 81 c0 07 e f g h d0 d0 d0 d0 d0 d0 d0 d0
///   shuffled     05 d0 81 c0 07 e f g h  .  .  .  .  .  .  .    by the row of the mask; advance by 8 + the number of bits set
/// </code>
/// </remarks>
internal readonly struct NullableInt8BlockVector128<TSignedness> : INullableBlock<sbyte, NullableInt8BlockVector128<TSignedness>>
    where TSignedness : ISignedness
{
    private readonly Vector128<ushort> elements;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private NullableInt8BlockVector128(Vector128<ushort> elements) => this.elements = elements;

    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle;
    }

    public static int BlockLength => 8;

    /// <summary>How wide the store of a block is.</summary>
    public static int Room => 16;

    public static ReadOnlySpan<byte> Rows => AlignedRows.Int8Octets;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static NullableInt8BlockVector128<TSignedness> Load(ref NullableLane<sbyte> source) =>
        new(Vector128.LoadUnsafe(ref Unsafe.As<NullableLane<sbyte>, ushort>(ref source)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Encode(NullableInt8BlockVector128<TSignedness> block, ref byte destination, ref byte rows)
    {
        Vector128<ushort> elements = block.elements;
        Vector128<ushort> isMissing = Vector128.Equals(elements & Vector128.Create((ushort)0xff), Vector128<ushort>.Zero);
        Vector128<ushort> values = elements >>> 8;
        Vector128<ushort> isPrefixed = TSignedness.IsSigned
            ? Vector128.LessThan(elements.AsInt16() >> 8, Vector128.Create((short)TSignedness.LeastFixInt)).AsUInt16()
            : Vector128.GreaterThan(values.AsInt16(), Vector128.Create((short)127)).AsUInt16();
        uint mask = Vector128.AndNot(isPrefixed, isMissing).ExtractMostSignificantBits();

        Vector128<ushort> tokens = Vector128.ConditionalSelect(isMissing, Vector128.Create((ushort)MessagePackFirstByte.Nil), values);
        Vector128<byte> withPrefix = Vector128.Narrow(tokens, Vector128.Create((ushort)Int8Token<TSignedness>.Prefix));
        Vector128<byte> row = Vector128.LoadUnsafe(ref rows, (nuint)mask * Int8OctetTable.RowSpacing);
        Simd128.Shuffle(withPrefix, row).StoreUnsafe(ref destination);
        return mask;
    }
}
