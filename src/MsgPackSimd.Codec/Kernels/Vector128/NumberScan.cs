using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>float</c> and <c>double</c> from tokens of any form: integers and both floats.</summary>
/// <remarks>
/// The bytes that a row chooses are converted three times, as if they were an integer, a float of 32 bits and one of 64 bits, and the masks behind the row
/// choose one of the results.
/// </remarks>
/// <typeparam name="T"><see cref="float"/> or <see cref="double"/>.</typeparam>
internal readonly struct NumberScan<T> : ILengthScan<T>
    where T : unmanaged
{
    public static bool ServesSize => true;

    public static ReadOnlySpan<byte> LengthsLessOne => TokenRowTable.NumberLengthsLessOne;

    public static ReadOnlySpan<byte> Classes => TokenRowTable.NumberClasses;

    public static ReadOnlySpan<byte> Rows => TokenRowTable.NumberRows;

    /// <summary>Fixints have the index 0xff.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Index(Vector128<byte> bytes) =>
        Vector128.Min(bytes - Vector128.Create(MessagePackFirstByte.Float32), Vector128.Create((byte)10))
            | Vector128.GreaterThan(bytes.AsSByte(), Vector128.Create((sbyte)-33)).AsByte();

    /// <inheritdoc cref="Index(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Index(Vector256<byte> bytes) =>
        Vector256.Min(bytes - Vector256.Create(MessagePackFirstByte.Float32), Vector256.Create((byte)10))
            | Vector256.GreaterThan(bytes.AsSByte(), Vector256.Create((sbyte)-33)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Read(Vector128<byte> bytes, ref byte row) => Simd128.Shuffle(bytes, Vector128.LoadUnsafe(ref row));

    /// <inheritdoc cref="IntegerScan{TLane, TSignedness}.CanDecode"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CanDecode(Vector128<byte> read) => (sbyte)read.GetElement(8) >= 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> read, byte tokenClass, ref byte row, ref T element)
    {
        Vector128<long> sign = read.AsInt64() & Vector128.LoadUnsafe(ref row, TokenRowTable.Signs).AsInt64();
        MaskedNumber.Store(read.AsInt64() - sign - sign, ref Unsafe.Add(ref row, TokenRowTable.Masks), ref element);
    }
}
