using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>float?</c> and <c>double?</c> from tokens of any form, and nil, which has a row of its own that makes 0 (<see cref="NumberScan{T}"/>).</summary>
/// <typeparam name="T"><see cref="float"/> or <see cref="double"/>.</typeparam>
internal readonly struct NullableNumberScan<T> : ILengthScan<NullableLane<T>>
    where T : unmanaged
{
    public static bool ServesSize => true;

    public static ReadOnlySpan<byte> LengthsLessOne => TokenRowTable.NumberLengthsLessOne;

    public static ReadOnlySpan<byte> Classes => TokenRowTable.NumberClasses;

    public static ReadOnlySpan<byte> Rows => TokenRowTable.NumberRows;

    /// <summary>The index of nil is one more than that of tokens that are not numbers.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Index(Vector128<byte> bytes) =>
        NumberScan<T>.Index(bytes) - Vector128.Equals(bytes, Vector128.Create(MessagePackFirstByte.Nil));

    /// <inheritdoc cref="Index(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Index(Vector256<byte> bytes) =>
        NumberScan<T>.Index(bytes) - Vector256.Equals(bytes, Vector256.Create(MessagePackFirstByte.Nil));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Read(Vector128<byte> bytes, ref byte row) => NumberScan<T>.Read(bytes, ref row);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CanDecode(Vector128<byte> read) => NumberScan<T>.CanDecode(read);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> read, byte tokenClass, ref byte row, ref NullableLane<T> element)
    {
        element.HasValue = (byte)(tokenClass != TokenRowTable.NumberNil ? 1 : 0);
        NumberScan<T>.Store(read, tokenClass, ref row, ref element.Value);
    }
}
