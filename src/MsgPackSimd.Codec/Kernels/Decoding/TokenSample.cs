using System;
using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// What the next few bytes suggest about the tokens ahead: whether they have one length, and whether most of them are fixints. All of it is a guess that
/// chooses a kernel; whichever is chosen, the elements are the same.
/// </summary>
/// <remarks>
/// Bytes that are not fixints of the element are the <em>others</em>: prefixes, and such bytes of payloads as look like prefixes. A payload may also be made of
/// bytes like fixints, so few others do not prove that most tokens are fixints.
/// </remarks>
internal static class TokenSample<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>
    /// Gets the limit on the others of 64 bytes up to which a step of <see cref="FixIntRunDecoderVector128{TLane, TSignedness}"/> is worth its time, which is
    /// that of two or more tokens decoded one by one, or of four or more by <see cref="LengthScanDecoderVector128{TElement, TScan}"/>. (With the latter, the
    /// limits are reached where seven or eight tokens in ten are fixints. They differ because, of the bytes of random values, more are not fixints if the
    /// element is unsigned.)
    /// </summary>
    private static int MaxOthersOf64
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => LengthScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.IsSupported && !TSignedness.IsSigned ? 24 : 22;
    }

    /// <summary>
    /// Gets the limit on the others of 64 bytes where tokens are short on average. Up to it, most of the tokens can still be fixints, if the other tokens are
    /// the shortest there are: two thirds or, with the kernel named at <see cref="MaxOthersOf64"/>, eight in ten.
    /// </summary>
    private static int MaxOthersOf64OfShortTokens
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !LengthScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.IsSupported ? 32 : TSignedness.IsSigned ? 24 : 28;
    }

    /// <summary>
    /// The length of the first token, if the three tokens after it have the same length: a guess that the array is uniform.
    /// </summary>
    /// <returns>The length; 0 where they differ, or there are too few bytes to tell.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GuessLength(ReadOnlySpan<byte> source)
    {
        ReadOnlySpan<byte> lengths = IntegerTokenTable.Lengths;
        int guess = source.IsEmpty ? 0 : lengths[source[0]];
        if (guess == 0 || source.Length <= 3 * guess)
        {
            return 0;
        }

        return lengths[source[guess]] == guess && lengths[source[2 * guess]] == guess && lengths[source[3 * guess]] == guess ? guess : 0;
    }

    /// <summary>How many of the next eight bytes, which must exist, are others.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountOthersOf8(ReadOnlySpan<byte> source) =>
        BitOperations.PopCount(Others(Vector128.CreateScalar(BinaryPrimitives.ReadInt64LittleEndian(source)).AsByte()));

    /// <summary>How many of the next 16 bytes are others.</summary>
    /// <returns>The number; 16, as if all were, where fewer than 16 bytes are left.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CountOthersOf16(ReadOnlySpan<byte> source) => source.Length < Vector128<byte>.Count
        ? Vector128<byte>.Count
        : BitOperations.PopCount(Others(Vector128.Create(source)));

    /// <summary>
    /// Whether so few of the next 64 bytes are others that most of the tokens may well be fixints, even if the remaining tokens are long (of the bytes of a
    /// random value, too, more than a third are others). False where fewer than 64 bytes are left.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasFewOthersOf64(ReadOnlySpan<byte> source) =>
        source.Length >= 64 && BitOperations.PopCount(OthersOf64(ref MemoryMarshal.GetReference(source))) <= MaxOthersOf64;

    /// <summary>
    /// For tokens that are short on average: whether so many of the next 64 bytes are others that the average must be low because the longer tokens are short
    /// too, and not because there are few of these. (Of numbers from 0 to 255 every other one has two bytes, and most of these bytes are others.) Where fewer
    /// than 64 bytes are left, 16 stand for them; where fewer than 16 are, it is false.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasManyOthersOf64(ReadOnlySpan<byte> source) =>
        source.Length >= 64
            ? BitOperations.PopCount(OthersOf64(ref MemoryMarshal.GetReference(source))) > MaxOthersOf64OfShortTokens
            : source.Length >= Vector128<byte>.Count && 4 * CountOthersOf16(source) > MaxOthersOf64OfShortTokens;

    /// <summary>Which of 64 bytes are others, a bit each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong OthersOf64(ref byte source)
    {
        Vector128<sbyte> least = Vector128.Create(TSignedness.LeastFixInt);
        return Simd128.Mask(
            Vector128.LessThan(Vector128.LoadUnsafe(ref source).AsSByte(), least).AsByte(),
            Vector128.LessThan(Vector128.LoadUnsafe(ref source, 16).AsSByte(), least).AsByte(),
            Vector128.LessThan(Vector128.LoadUnsafe(ref source, 32).AsSByte(), least).AsByte(),
            Vector128.LessThan(Vector128.LoadUnsafe(ref source, 48).AsSByte(), least).AsByte());
    }

    /// <summary>Which of 32 bytes are others, a bit each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint OthersOf32(ref byte source) => Vector256.IsHardwareAccelerated
        ? Vector256.LessThan(Vector256.LoadUnsafe(ref source).AsSByte(), Vector256.Create(TSignedness.LeastFixInt)).ExtractMostSignificantBits()
        : Others(Vector128.LoadUnsafe(ref source)) | (Others(Vector128.LoadUnsafe(ref source, 16)) << 16);

    /// <summary>Which of 16 bytes are others, a bit each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Others(Vector128<byte> bytes) =>
        Vector128.LessThan(bytes.AsSByte(), Vector128.Create(TSignedness.LeastFixInt)).ExtractMostSignificantBits();
}
