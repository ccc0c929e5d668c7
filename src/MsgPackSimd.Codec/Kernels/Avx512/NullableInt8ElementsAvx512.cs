using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Elements that may be missing: two bytes each (<see cref="NullableInt8ElementsVector128"/> has the picture). Values and presence are compressed in the same
/// way, and then interleaved.
/// </summary>
internal readonly struct NullableInt8ElementsAvx512 : IInt8ElementsAvx512
{
    private const int Register = 64;

    public static int Size => 2 * sizeof(byte);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindNils(Vector512<byte> tokens) => Vector512.Equals(tokens, Vector512.Create(MessagePackFirstByte.Nil)).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector512<byte> tokens, ulong kept, ulong missing, ref byte destination)
    {
        LayOut(tokens, kept, missing, out Vector512<byte> presence, out Vector512<byte> values);
        Interleave(presence, values, 0).StoreUnsafe(ref destination);
        Interleave(presence, values, Register / 2).StoreUnsafe(ref destination, Register);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe void StoreFirst(Vector512<byte> tokens, ulong kept, ulong missing, byte* destination, int count)
    {
        LayOut(tokens, kept, missing, out Vector512<byte> presence, out Vector512<byte> values);
        Masked512.StoreFirst(Interleave(presence, values, 0), destination, Math.Min(Size * count, Register));
        if (Size * count > Register)
        {
            Masked512.StoreFirst(Interleave(presence, values, Register / 2), destination + Register, (Size * count) - Register);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void LayOut(Vector512<byte> tokens, ulong kept, ulong missing, out Vector512<byte> presence, out Vector512<byte> values)
    {
        Vector512<byte> isMissing = Int8ElementsAvx512.ToMask(missing);
        presence = Int8ElementsAvx512.Compress(Vector512.AndNot(Vector512<byte>.One, isMissing), kept);
        values = Int8ElementsAvx512.Compress(Vector512.AndNot(tokens, isMissing), kept);
    }

    /// <summary>Half of the bytes of two vectors in turn, from this byte on: one of the first vector, the same one of the second, and so on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Interleave(Vector512<byte> first, Vector512<byte> second, byte from)
    {
        Vector512<byte> places = (Vector512<byte>.Indices >>> 1) + Vector512.Create(from);
        return Avx512Vbmi.PermuteVar64x8x2(first, places + ((Vector512<byte>.Indices & Vector512<byte>.One) << 6), second);
    }
}
