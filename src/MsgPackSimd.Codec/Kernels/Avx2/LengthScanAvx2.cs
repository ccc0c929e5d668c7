using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><see cref="LengthScanVector128{TElement, TScan}"/> on 32 bytes at a time.</summary>
/// <remarks>
/// A shuffle looks up within each half of a register. The 16 bytes behind the lower half are the upper half; those behind the upper half are the lower
/// half of the next register:
/// <code>
///   current      A  B
///   next         C  D
///   behind       B  C      one permute
/// </code>
/// </remarks>
/// <typeparam name="TElement">The element as it lies in memory.</typeparam>
/// <typeparam name="TScan">Which tokens are decoded, and how.</typeparam>
internal readonly struct LengthScanAvx2<TElement, TScan> : ILengthLookUp<Vector256<byte>>
    where TElement : unmanaged
    where TScan : ILengthScan<TElement>
{
    /// <summary>How many bytes <see cref="Scan"/> needs, at least.</summary>
    public const int MinLength = 64;

    public static int Width => Vector256<byte>.Count;

    public static Vector256<byte> Next
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256.Create(Vector128<byte>.Indices, Vector128<byte>.Indices) + Vector256<byte>.One;
    }

    /// <summary>Looks up all but the last bytes.</summary>
    /// <inheritdoc cref="LengthScanVector128{TElement, TScan}.Scan"/>
    /// <param name="source">The bytes.</param>
    /// <param name="length">The number of bytes: <see cref="MinLength"/> or more.</param>
    /// <param name="scan">Receives lengths less one, lengths of two tokens, and classes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Scan(ref byte source, nint length, ref byte scan)
    {
        Vector256<byte> lengthTable = Table(TScan.LengthsLessOne);
        Vector256<byte> classTable = Table(TScan.Classes);
        nint last = length - MinLength;
        nint at = 0;
        Vector256<byte> current = LookUp(lengthTable, classTable, ref source, at, ref scan);
        do
        {
            Bounds.Assert(at, MinLength, length);
            current = Step(current, lengthTable, classTable, Next, ref source, at, ref scan);
            at += Vector256<byte>.Count;
        }
        while (at <= last);

        return at;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Table(ReadOnlySpan<byte> entries) => Vector256.Create(Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(entries)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> LookUp(Vector256<byte> lengthTable, Vector256<byte> classTable, ref byte source, nint at, ref byte scan)
    {
        Vector256<byte> index = TScan.Index(Vector256.LoadUnsafe(ref source, (nuint)at));
        Vector256<byte> length = Avx2.Shuffle(lengthTable, index);
        length.StoreUnsafe(ref scan, (nuint)at);
        Avx2.Shuffle(classTable, index).StoreUnsafe(ref scan, (nuint)(at + ScannedBlock.Classes));
        return length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Step(
        Vector256<byte> current, Vector256<byte> lengthTable, Vector256<byte> classTable, Vector256<byte> next, ref byte source, nint at, ref byte scan)
    {
        Vector256<byte> following = LookUp(lengthTable, classTable, ref source, at + Vector256<byte>.Count, ref scan);
        Vector256<byte> behind = Avx2.Permute2x128(current, following, 0x21);

        // A place with bit 7 set gives 0: after 0x70 is added, the places from 16 on have it; after 0x10 is subtracted, those below 16.
        Vector256<byte> place = current + next;
        Vector256<byte> second = Avx2.Shuffle(current, place + Vector256.Create((byte)0x70)) | Avx2.Shuffle(behind, place - Vector256.Create((byte)0x10));
        (current + second + Vector256.Create((byte)2)).StoreUnsafe(ref scan, (nuint)(at + ScannedBlock.Pairs));
        return following;
    }
}
