using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers that may be missing, of 16 bits or more: nil has a row of its own, which makes 0. In a run, nil is a token like a fixint: both are a byte.
/// </summary>
/// <remarks>
/// <code>
///   run         05    c0    fe    07   …
///   pairs      1 05  0 00  1 fe  1 07  …         whether it is present, and the value
///   int?       01 00 00 00 05 00 00 00  00 00 00 00 00 00 00 00  01 00 00 00 fe ff ff ff  …
/// </code>
/// Both bytes of a pair become a number of the element's size by sign extension, so that pairs are stored as if they were twice as many fixints.
/// </remarks>
internal readonly struct NullableIntegerScan<TLane, TSignedness> : IRunScan<NullableLane<TLane>>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    public static bool ServesSize
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() >= sizeof(short);
    }

    public static bool ServesRuns => ServesSize;

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

    /// <summary>Which bytes are neither fixints nor nil.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint OthersOf32(ref byte source) => Vector256.IsHardwareAccelerated
        ? Others(Vector256.LoadUnsafe(ref source))
        : Others(Vector128.LoadUnsafe(ref source)) | (Others(Vector128.LoadUnsafe(ref source, 16)) << 16);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreSixteen(ref byte source, ref NullableLane<TLane> destination) => StoreSixteen(Vector128.LoadUnsafe(ref source), ref destination);

    /// <inheritdoc cref="StoreSixteen(ref byte, ref NullableLane{TLane})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreSixteen(Vector128<byte> bytes, ref NullableLane<TLane> destination) =>
        StoreEights(bytes, ref destination, ref Unsafe.Add(ref destination, 8));

    /// <summary>Stores sixteen elements, the first eight and the last eight in different places.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreEights(Vector128<byte> bytes, ref NullableLane<TLane> first, ref NullableLane<TLane> second)
    {
        Vector128<byte> missing = Vector128.Equals(bytes, Vector128.Create(MessagePackFirstByte.Nil));
        Vector128<byte> presence = Vector128<byte>.One + missing;
        Vector128<byte> values = Vector128.AndNot(bytes, missing);
        StorePairs(Simd128.InterleaveLower(presence, values).AsSByte(), ref Unsafe.As<NullableLane<TLane>, TLane>(ref first));
        StorePairs(Simd128.InterleaveUpper(presence, values).AsSByte(), ref Unsafe.As<NullableLane<TLane>, TLane>(ref second));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint DecodeOne(ref byte source, ref NullableLane<TLane> destination)
    {
        destination.HasValue = 1;
        return BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeOne(ref source, ref destination.Value);
    }

    /// <summary>Which bytes are neither fixints nor nil.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <returns>A bit for each byte.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Others(Vector128<byte> bytes) => Vector128.AndNot(
        Vector128.LessThan(bytes.AsSByte(), Vector128.Create(TSignedness.LeastFixInt)).AsByte(),
        Vector128.Equals(bytes, Vector128.Create(MessagePackFirstByte.Nil))).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StorePairs(Vector128<sbyte> pairs, ref TLane fields)
    {
        if (Avx2.IsSupported)
        {
            FixIntDecoderAvx2<TLane, TSignedness>.Store(pairs, ref fields);
        }
        else
        {
            FixIntDecoderVector128<TLane, TSignedness>.Store(pairs, ref fields);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Others(Vector256<byte> bytes) => Vector256.AndNot(
        Vector256.LessThan(bytes.AsSByte(), Vector256.Create(TSignedness.LeastFixInt)).AsByte(),
        Vector256.Equals(bytes, Vector256.Create(MessagePackFirstByte.Nil))).ExtractMostSignificantBits();
}
