using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Elements of an array: a byte each. <c>vpcompressb</c> brings together the bytes that are not prefixes.</summary>
internal readonly struct Int8ElementsAvx512 : IInt8ElementsAvx512
{
    public static int Size => sizeof(byte);

    public static ulong FindNils(Vector512<byte> tokens) => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<byte> tokens, ulong kept, ulong missing, ref byte destination) => Compress(tokens, kept).StoreUnsafe(ref destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe void StoreFirst(Vector512<byte> tokens, ulong kept, ulong missing, byte* destination, int count) =>
        Masked512.StoreFirst(Compress(tokens, kept), destination, count);

    /// <summary>The bytes that are kept, side by side.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Compress(Vector512<byte> bytes, ulong kept) => Avx512Vbmi2.Compress(Vector512<byte>.Zero, ToMask(kept), bytes);

    /// <summary>
    /// All ones in each byte whose bit is set. <c>MultiShift</c> moves eight of the 64 bits, from any place, into each byte: here those whose last, the top
    /// bit, is the byte's own.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> ToMask(ulong bits)
    {
        Vector512<byte> firstBits = Vector512<byte>.Indices - Vector512.Create((byte)7);
        return Vector512.LessThan(
            Avx512Vbmi.MultiShift(firstBits, Vector512.Create(bits)).AsSByte(), Vector512<sbyte>.Zero).AsByte();
    }
}
