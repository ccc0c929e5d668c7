using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Looks up, at every byte, what token would begin there: its length, its class, and how long it and the token after it are together. The first step of
/// <see cref="LengthScanDecoderVector128{TElement, TScan}"/>, which draws it, and of <see cref="RunScanDecoderVector128{TElement, TScan}"/>.
/// </summary>
/// <typeparam name="TElement">The element as it lies in memory.</typeparam>
/// <typeparam name="TScan">Which tokens are decoded, and how.</typeparam>
internal readonly struct LengthScanVector128<TElement, TScan> : ILengthLookUp<Vector128<byte>>
    where TElement : unmanaged
    where TScan : ILengthScan<TElement>
{
    public static int Width => Vector128<byte>.Count;

    public static Vector128<byte> Next
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128<byte>.Indices + Vector128<byte>.One;
    }

    /// <summary>Looks up bytes 16 at a time, or 32 with AVX2.</summary>
    /// <param name="source">The bytes.</param>
    /// <param name="length">How many: 16 or more.</param>
    /// <param name="scan">
    /// Receives, for each byte, the length less one, 0 where no token begins; the class; and, but not for the last bytes, the length of two tokens
    /// (<see cref="ScannedBlock"/>).
    /// </param>
    /// <returns>For how many bytes there are lengths of two tokens.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Scan(ref byte source, nint length, ref byte scan)
    {
        Vector128<byte> lengthTable = Table(TScan.LengthsLessOne);
        Vector128<byte> classTable = Table(TScan.Classes);
        nint at = Avx2.IsSupported && length >= LengthScanAvx2<TElement, TScan>.MinLength
            ? LengthScanAvx2<TElement, TScan>.Scan(ref source, length, ref scan)
            : 0;

        nint last = length - Vector128<byte>.Count;
        Bounds.Assert(at, Vector128<byte>.Count, length);
        Vector128<byte> current = LookUp(lengthTable, classTable, ref source, at, ref scan);
        while (at <= last - Vector128<byte>.Count)
        {
            Bounds.Assert(at, 2 * Vector128<byte>.Count, length);
            current = Step(current, lengthTable, classTable, Next, ref source, at, ref scan);
            at += Vector128<byte>.Count;
        }

        if (at < last)
        {
            // Overlapped.
            Bounds.Assert(last, Vector128<byte>.Count, length);
            LookUp(lengthTable, classTable, ref source, last, ref scan);
        }

        return at;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Table(ReadOnlySpan<byte> entries) => Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(entries));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LookUp(Vector128<byte> lengthTable, Vector128<byte> classTable, ref byte source, nint at, ref byte scan)
    {
        Vector128<byte> index = TScan.Index(Vector128.LoadUnsafe(ref source, (nuint)at));
        Vector128<byte> length = Simd128.Shuffle(lengthTable, index);
        length.StoreUnsafe(ref scan, (nuint)at);
        Simd128.Shuffle(classTable, index).StoreUnsafe(ref scan, (nuint)(at + ScannedBlock.Classes));
        return length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Step(
        Vector128<byte> current, Vector128<byte> lengthTable, Vector128<byte> classTable, Vector128<byte> next, ref byte source, nint at, ref byte scan)
    {
        Vector128<byte> behind = LookUp(lengthTable, classTable, ref source, at + Vector128<byte>.Count, ref scan);

        // Where the next token begins: among these 16 bytes, or among the 16 behind them.
        Vector128<byte> place = current + next;
        Vector128<byte> second = Simd128.Shuffle(current, Simd128.IndexOrClear(place))
            | Simd128.Shuffle(behind, place - Vector128.Create((byte)Vector128<byte>.Count));
        (current + second + Vector128.Create((byte)2)).StoreUnsafe(ref scan, (nuint)(at + ScannedBlock.Pairs));
        return behind;
    }
}
