using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Looks up, at every byte, what token would begin there: its length, its class, and how long it and the token after it are together. The first step of
/// <see cref="LengthScanDecoderVector128{TLane, TSignedness}"/>, which draws it.
/// </summary>
internal static class TokenScanVector128
{
    /// <summary>Looks up bytes 16 at a time, or 32 with AVX2.</summary>
    /// <param name="source">The bytes.</param>
    /// <param name="length">How many: 16 or more.</param>
    /// <param name="lengths">Receives as many lengths less one; 0 where no integer begins.</param>
    /// <param name="pairs">Receives lengths of two tokens, but not for the last bytes.</param>
    /// <param name="classes">Receives as many classes.</param>
    /// <returns>How many lengths of two tokens there are.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Scan(ref byte source, nint length, ref byte lengths, ref byte pairs, ref byte classes)
    {
        Vector128<byte> lengthTable = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(TokenRowTable.LengthsLessOne));
        Vector128<byte> classTable = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(TokenRowTable.Classes));
        nint at = Avx2.IsSupported && length >= TokenScanAvx2.MinLength
            ? TokenScanAvx2.Scan(lengthTable, classTable, ref source, length, ref lengths, ref pairs, ref classes)
            : 0;

        Vector128<byte> two = Vector128.Create((byte)2);
        Vector128<byte> next = Vector128<byte>.Indices + Vector128<byte>.One;
        nint last = length - Vector128<byte>.Count;
        Bounds.Assert(at, Vector128<byte>.Count, length);
        Vector128<byte> current = LookUp(lengthTable, classTable, ref source, at, ref lengths, ref classes);
        while (at <= last - Vector128<byte>.Count)
        {
            Bounds.Assert(at, 2 * Vector128<byte>.Count, length);
            Vector128<byte> behind = LookUp(lengthTable, classTable, ref source, at + Vector128<byte>.Count, ref lengths, ref classes);

            // Where the next token begins: here, or among the 16 bytes behind.
            Vector128<byte> place = current + next;
            Vector128<byte> second = Simd128.Shuffle(current, Simd128.IndexOrClear(place))
                | Simd128.Shuffle(behind, place - Vector128.Create((byte)Vector128<byte>.Count));
            (current + second + two).StoreUnsafe(ref pairs, (nuint)at);
            current = behind;
            at += Vector128<byte>.Count;
        }

        if (at < last)
        {
            // Overlapped.
            Bounds.Assert(last, Vector128<byte>.Count, length);
            LookUp(lengthTable, classTable, ref source, last, ref lengths, ref classes);
        }

        return at;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LookUp(
        Vector128<byte> lengthTable, Vector128<byte> classTable, ref byte source, nint at, ref byte lengths, ref byte classes)
    {
        // Fixints by 0x80 and above, which makes a zero.
        Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)at);
        Vector128<byte> index = Vector128.Min(bytes - Vector128.Create((byte)0xcc), Vector128.Create((byte)8))
            | Vector128.GreaterThan(bytes.AsSByte(), Vector128.Create((sbyte)-33)).AsByte();
        Vector128<byte> length = Simd128.Shuffle(lengthTable, index);
        length.StoreUnsafe(ref lengths, (nuint)at);
        Simd128.Shuffle(classTable, index).StoreUnsafe(ref classes, (nuint)at);
        return length;
    }
}
