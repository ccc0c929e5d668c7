using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers of 64 bits, and some of 32 (<see cref="WindowDecoding"/>). A window holds so many narrower ones that <see cref="MixedWidthDecoderVector128{TLane,
/// TSignedness}"/> serves these. <see cref="RunScanDecoderVector128{TElement, TScan}"/> uses the rows for all of 16 bits and more.
/// </summary>
internal readonly struct IntegerScan<TLane, TSignedness> : IRunScan<TLane>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    public static bool ServesSize
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(long);
    }

    public static bool ServesRuns
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() >= sizeof(short);
    }

    public static ReadOnlySpan<byte> LengthsLessOne => TokenRowTable.LengthsLessOne;

    public static ReadOnlySpan<byte> Classes => TokenRowTable.Classes;

    /// <summary>Gets the rows for elements of any size from 16 bits on.</summary>
    public static ReadOnlySpan<byte> Rows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => TSignedness.IsSigned ? TokenRowTable.Int16Rows : TokenRowTable.UInt16Rows,
            sizeof(int) => TSignedness.IsSigned ? TokenRowTable.Int32Rows : TokenRowTable.UInt32Rows,
            _ => TSignedness.IsSigned ? TokenRowTable.Int64Rows : TokenRowTable.UInt64Rows,
        };
    }

    /// <summary>The element's fixints have the index 0xff. (Without a sign, negative ones have 8, that of tokens that are not decoded here.)</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Index(Vector128<byte> bytes) =>
        Vector128.Min(bytes - Vector128.Create(MessagePackFirstByte.UInt8), Vector128.Create((byte)8))
            | Vector128.GreaterThan(bytes.AsSByte(), Vector128.Create((sbyte)(TSignedness.LeastFixInt - 1))).AsByte();

    /// <inheritdoc cref="Index(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Index(Vector256<byte> bytes) =>
        Vector256.Min(bytes - Vector256.Create(MessagePackFirstByte.UInt8), Vector256.Create((byte)8))
            | Vector256.GreaterThan(bytes.AsSByte(), Vector256.Create((sbyte)(TSignedness.LeastFixInt - 1))).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Read(Vector128<byte> bytes, ref byte row) => Simd128.Shuffle(bytes, Vector128.LoadUnsafe(ref row));

    /// <summary>Whether bit 7 is clear in byte 8, which shows what can't be decoded here.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CanDecode(Vector128<byte> read) => (sbyte)read.GetElement(8) >= 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> read, byte tokenClass, ref byte row, ref TLane element) => element = Extend(read, ref row);

    /// <summary>Which bytes are no fixints.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint OthersOf32(ref byte source) => TokenSample<TLane, TSignedness>.OthersOf32(ref source);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreSixteen(ref byte source, ref TLane destination)
    {
        if (Avx2.IsSupported)
        {
            FixIntDecoderAvx2<TLane, TSignedness>.Store(ref source, ref destination);
        }
        else
        {
            FixIntDecoderVector128<TLane, TSignedness>.Store(Vector128.LoadUnsafe(ref source).AsSByte(), ref destination);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint DecodeOne(ref byte source, ref TLane destination) =>
        BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeOne(ref source, ref destination);

    /// <summary>The element: the value less twice its sign.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TLane Extend(Vector128<byte> read, ref byte row)
    {
        Vector128<long> value = read.AsInt64();
        if (TSignedness.IsSigned)
        {
            Vector128<long> sign = value & Vector128.LoadUnsafe(ref row, TokenRowTable.Signs).AsInt64();
            value = value - sign - sign;
        }

        return IntegerLane<TLane, TSignedness>.Truncate(value.ToScalar());
    }
}
