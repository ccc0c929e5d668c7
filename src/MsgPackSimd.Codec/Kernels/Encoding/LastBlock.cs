using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The last block of an array, which begins with elements that are encoded already: it is loaded as it is, and moved down within the registers by the bytes of
/// these elements. Zeros come in at its end.
/// </summary>
/// <remarks>
/// <code>
///   block     a  b  c  d  e  f  g  h            the first five encoded before: 20 bytes to skip
///   moved     f  g  h  0  0  0  0  0
/// </code>
/// If elements are copied to the stack for that, and then loaded all at once, the CPU has to wait until they have reached its cache: ten nanoseconds and more.
/// </remarks>
internal static class LastBlock
{
    /// <summary>From a byte's index on, a shuffle that moves this byte and those behind it to the front, and puts zeros behind them.</summary>
    private static ReadOnlySpan<byte> Shuffles =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
    ];

    /// <summary>A block of 16 bytes.</summary>
    /// <param name="block">Its first byte.</param>
    /// <param name="skip">How many bytes are left out, up to 16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load128(ref byte block, nint skip) => MoveDown(Vector128.LoadUnsafe(ref block), skip);

    /// <summary>A block of 32 bytes.</summary>
    /// <param name="block">Its first byte.</param>
    /// <param name="skip">How many bytes are left out, up to 32.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load256(ref byte block, nint skip)
    {
        // The lower half is loaded from its place in memory, as far as that lies in the block.
        nint direct = Math.Min(skip, Vector128<byte>.Count);
        return Vector256.Create(
            MoveDown(Vector128.LoadUnsafe(ref block, (nuint)direct), skip - direct),
            MoveDown(Vector128.LoadUnsafe(ref block, (nuint)Vector128<byte>.Count), direct));
    }

    /// <summary>Moves bytes to the front, over those that are left out, and puts zeros behind them.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="skip">How many are left out, up to 16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> MoveDown(Vector128<byte> bytes, nint skip)
    {
        Bounds.Assert(skip, Vector128<byte>.Count, Shuffles.Length);
        return Simd128.Shuffle(bytes, Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(Shuffles), (nuint)skip));
    }
}
