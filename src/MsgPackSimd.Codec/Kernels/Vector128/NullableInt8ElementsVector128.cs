using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Elements that may be missing: two bytes each, as <see cref="NullableLane{TLane}"/> has them. For each value there is a byte that says whether the element is
/// present, and both go through the same shuffle.
/// </summary>
/// <remarks>
/// <code>
///   tokens     05  d0  81  c0  07  …           of sbyte?
///   prefixes    .   1   .   .   .
///   missing     .   .   .   1   .              c0 that is not a payload
///   values     05  d0  81   0  07  …
///   presence    1   1   1   0   1  …
///   without    05  81   0  07  …               both by the row for these prefixes
///               1   1   0   1  …
///   memory      1 05   1 81   0 0   1 07  …
/// </code>
/// </remarks>
internal readonly struct NullableInt8ElementsVector128 : IInt8ElementsVector128
{
    public static int Size => 2 * sizeof(byte);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindNils(ref byte tokens) =>
        (FindNils(ref tokens, 0) | ((ulong)FindNils(ref tokens, 16) << 16))
        | (((ulong)FindNils(ref tokens, 32) << 32) | ((ulong)FindNils(ref tokens, 48) << 48));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Store(ref byte tokens, ulong prefixes, ulong missing, ref byte destination)
    {
        // Written out, since the compiler would not unroll a loop.
        ref byte rows = ref MemoryMarshal.GetReference(ByteSelectionTable.Rows);
        nint to = StoreSixteen(ref tokens, 0, prefixes, missing, ref rows, ref destination, 0);
        to = StoreSixteen(ref tokens, 16, prefixes, missing, ref rows, ref destination, to);
        to = StoreSixteen(ref tokens, 32, prefixes, missing, ref rows, ref destination, to);
        return StoreSixteen(ref tokens, 48, prefixes, missing, ref rows, ref destination, to);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint FindNils(ref byte tokens, [ConstantExpected] int at) =>
        Vector128.Equals(Vector128.LoadUnsafe(ref tokens, (nuint)at), Vector128.Create(MessagePackFirstByte.Nil)).ExtractMostSignificantBits();

    /// <summary>Stores sixteen bytes without the prefixes; what is behind the elements is overwritten by the next sixteen.</summary>
    /// <returns>Where the next sixteen go, in elements.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint StoreSixteen(
        ref byte tokens, [ConstantExpected] int at, ulong prefixes, ulong missing, ref byte rows, ref byte destination, nint to)
    {
        // A byte for each bit: each lane gets the eight bits among which its own is, and looks at that one.
        Vector128<byte> bits = Simd128.Shuffle(
            Vector128.CreateScalarUnsafe((ushort)(missing >> at)).AsByte(), Vector128.Create(0x00000000_00000000UL, 0x01010101_01010101UL).AsByte());
        Vector128<byte> bitOfLane = Vector128.Create(0x80402010_08040201UL).AsByte();
        Vector128<byte> isMissing = Vector128.Equals(bits & bitOfLane, bitOfLane);
        Vector128<byte> values = Vector128.AndNot(Vector128.LoadUnsafe(ref tokens, (nuint)at), isMissing);
        Vector128<byte> presence = Vector128.AndNot(Vector128<byte>.One, isMissing);

        nuint leftOut = (byte)(prefixes >> at);
        Vector128<byte> row = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref rows, leftOut * 8))).AsByte();
        to = StoreEight(values, presence, row, leftOut, ref destination, to);

        // The other eight: 8 is added to the numbers of the row. (0x80, which gives 0, becomes 0x88, which gives 0 too.)
        leftOut = (byte)(prefixes >> (at + 8));
        row = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref rows, leftOut * 8))).AsByte() + Vector128.Create((byte)8);
        return StoreEight(values, presence, row, leftOut, ref destination, to);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint StoreEight(
        Vector128<byte> values, Vector128<byte> presence, Vector128<byte> row, nuint leftOut, ref byte destination, nint to)
    {
        Bounds.Assert(to, 8, 64);
        Simd128.InterleaveLower(Simd128.Shuffle(presence, row), Simd128.Shuffle(values, row)).StoreUnsafe(ref destination, 2 * (nuint)to);
        return to + 8 - (nint)Simd128.CountBitsOfByte(leftOut);
    }
}
