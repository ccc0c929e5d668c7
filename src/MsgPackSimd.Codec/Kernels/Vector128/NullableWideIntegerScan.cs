using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers that may be missing, of less than 64 bits, from tokens of any length: as integers of 64 bits (<see cref="NullableIntegerScan{TLane,
/// TSignedness}"/>), whose upper bits show whether they fit.
/// </summary>
/// <remarks>
/// <code>
///   short?        d3 ff ff ff ff ff ff ff fe       i64, -2
///   value         fe ff ff ff ff ff ff ff
///   half added    fe 7f 00 00 00 00 00 00          2^15 more: it fits if nothing is left above the element's bits
///   element       fe ff                            less 2^15
/// </code>
/// </remarks>
/// <typeparam name="TLane">An integer of the element's size, of less than 64 bits.</typeparam>
/// <typeparam name="TSignedness">Whether the element is signed.</typeparam>
internal readonly struct NullableWideIntegerScan<TLane, TSignedness> : ILengthScan<NullableLane<TLane>>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    public static bool ServesSize
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() < sizeof(long);
    }

    public static ReadOnlySpan<byte> LengthsLessOne => TokenRowTable.LengthsLessOne;

    public static ReadOnlySpan<byte> Classes => TokenRowTable.Classes;

    public static ReadOnlySpan<byte> Rows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IntegerScan<long, TSignedness>.Rows;
    }

    /// <summary>Gets half of the numbers that the element can hold, if it has a sign.</summary>
    private static Vector128<long> Half
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.CreateScalar(TSignedness.IsSigned ? 1L << ((8 * Unsafe.SizeOf<TLane>()) - 1) : 0);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Index(Vector128<byte> bytes) => NullableIntegerScan<TLane, TSignedness>.Index(bytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Index(Vector256<byte> bytes) => NullableIntegerScan<TLane, TSignedness>.Index(bytes);

    /// <summary>The value with half added, and behind it the byte that is shown.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Read(Vector128<byte> bytes, ref byte row)
    {
        Vector128<long> value = IntegerScan<long, TSignedness>.Read(bytes, ref row).AsInt64();
        if (TSignedness.IsSigned)
        {
            Vector128<long> sign = value & Vector128.LoadUnsafe(ref row, TokenRowTable.Signs).AsInt64();
            value = value + Half - sign - sign;
        }

        return value.AsByte();
    }

    /// <summary>Whether nothing is set above the element's bits, nor bit 7 of byte 8.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CanDecode(Vector128<byte> read) =>
        (read.AsInt64() & Vector128.Create(-1L << (8 * Unsafe.SizeOf<TLane>()), 0x80)) == Vector128<long>.Zero;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> read, byte tokenClass, ref byte row, ref NullableLane<TLane> element)
    {
        element.HasValue = (byte)(tokenClass != TokenRowTable.IntegerNil ? 1 : 0);
        element.Value = IntegerLane<TLane, TSignedness>.Truncate((read.AsInt64() - Half).ToScalar());
    }
}
