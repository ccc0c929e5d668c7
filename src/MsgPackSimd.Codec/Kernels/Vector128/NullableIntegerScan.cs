using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Integers that may be missing, of 16 bits or more: nil has a row of its own, which makes 0.</summary>
internal readonly struct NullableIntegerScan<TLane, TSignedness> : ILengthScan<NullableLane<TLane>>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    public static bool ServesSize
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() >= sizeof(short);
    }

    public static ReadOnlySpan<byte> LengthsLessOne => TokenRowTable.LengthsLessOne;

    public static ReadOnlySpan<byte> Classes => TokenRowTable.Classes;

    public static ReadOnlySpan<byte> Rows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IntegerScan<TLane, TSignedness>.Rows;
    }

    /// <summary>The index of nil is one more than that of tokens that are not integers.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Index(Vector128<byte> bytes) =>
        IntegerScan<TLane, TSignedness>.Index(bytes) - Vector128.Equals(bytes, Vector128.Create(MessagePackFirstByte.Nil));

    /// <inheritdoc cref="Index(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Index(Vector256<byte> bytes) =>
        IntegerScan<TLane, TSignedness>.Index(bytes) - Vector256.Equals(bytes, Vector256.Create(MessagePackFirstByte.Nil));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Read(Vector128<byte> bytes, ref byte row) => IntegerScan<TLane, TSignedness>.Read(bytes, ref row);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CanDecode(Vector128<byte> read) => IntegerScan<TLane, TSignedness>.CanDecode(read);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> read, byte tokenClass, ref byte row, ref NullableLane<TLane> element)
    {
        element.HasValue = (byte)(tokenClass != TokenRowTable.IntegerNil ? 1 : 0);
        element.Value = IntegerScan<TLane, TSignedness>.Extend(read, ref row);
    }
}
