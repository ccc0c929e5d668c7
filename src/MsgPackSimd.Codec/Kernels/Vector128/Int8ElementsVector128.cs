using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Plain elements, a byte each. A shuffle by table brings together the bytes that are not prefixes, of eight at a time.</summary>
internal readonly struct Int8ElementsVector128 : IInt8ElementsVector128
{
    public static int Size => sizeof(byte);

    public static ulong FindNils(ref byte tokens) => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Store(ref byte tokens, ulong prefixes, ulong missing, ref byte destination)
    {
        if (prefixes == 0)
        {
            Vector128.LoadUnsafe(ref tokens).StoreUnsafe(ref destination);
            Vector128.LoadUnsafe(ref tokens, 16).StoreUnsafe(ref destination, 16);
            Vector128.LoadUnsafe(ref tokens, 32).StoreUnsafe(ref destination, 32);
            Vector128.LoadUnsafe(ref tokens, 48).StoreUnsafe(ref destination, 48);
            return 64;
        }

        // Written out, since the compiler would not unroll a loop.
        ref byte rows = ref MemoryMarshal.GetReference(ByteSelectionTable.Rows);
        nint to = StoreEight(ref tokens, 0, prefixes, ref rows, ref destination, 0);
        to = StoreEight(ref tokens, 1, prefixes, ref rows, ref destination, to);
        to = StoreEight(ref tokens, 2, prefixes, ref rows, ref destination, to);
        to = StoreEight(ref tokens, 3, prefixes, ref rows, ref destination, to);
        to = StoreEight(ref tokens, 4, prefixes, ref rows, ref destination, to);
        to = StoreEight(ref tokens, 5, prefixes, ref rows, ref destination, to);
        to = StoreEight(ref tokens, 6, prefixes, ref rows, ref destination, to);
        return StoreEight(ref tokens, 7, prefixes, ref rows, ref destination, to);
    }

    /// <summary>Stores eight bytes without the prefixes; what is behind the elements is overwritten by the next eight.</summary>
    /// <returns>Where the next eight go.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint StoreEight(ref byte tokens, [ConstantExpected] int number, ulong prefixes, ref byte rows, ref byte destination, nint to)
    {
        nuint leftOut = (byte)(prefixes >> (8 * number));
        ulong eight = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref tokens, 8 * number));
        ulong row = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref rows, leftOut * 8));
        Vector128<byte> kept = Simd128.Shuffle(Vector128.CreateScalarUnsafe(eight).AsByte(), Vector128.CreateScalarUnsafe(row).AsByte());
        Bounds.Assert(to, 8, 64);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, to), kept.AsUInt64().ToScalar());
        return to + 8 - (nint)Simd128.CountBitsOfByte(leftOut);
    }
}
