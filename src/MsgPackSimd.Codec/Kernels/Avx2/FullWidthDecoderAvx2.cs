using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <see cref="FullWidthDecoderVector128{TLane, TForm}"/> in both halves of a 256-bit register, each of which is loaded from where its first token
/// begins.
/// </summary>
internal static class FullWidthDecoderAvx2<TLane, TForm>
    where TLane : unmanaged
    where TForm : ITokenForm
{
    /// <inheritdoc cref="FullWidthDecoderVector128{TLane, TForm}.Decode"/>
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(ushort) => DecodeThreeBytes(ref source, length, ref destination, room),
        sizeof(uint) => DecodeFiveBytes(ref source, length, ref destination, room),
        _ => DecodeNineBytes(ref source, length, ref destination, room),
    };

    /// <summary>Whether accepted prefixes stand at all the places that <paramref name="places"/> has a bit for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasPrefixes(Vector256<byte> bytes, uint places)
    {
        uint accepted = Vector256.Equals(bytes, Vector256.Create(TForm.Code)).ExtractMostSignificantBits();
        if (TForm.OtherCode != TForm.Code)
        {
            uint other = Vector256.Equals(bytes, Vector256.Create(TForm.OtherCode)).ExtractMostSignificantBits();
            accepted |= other & ~(bytes.ExtractMostSignificantBits() >> 1);
        }

        return (accepted & places) == places;
    }

    /// <summary>Two halves that begin so many bytes apart.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Load(ref byte source, nint from, nint apart) => Vector256.Create(
        Vector128.LoadUnsafe(ref source, (nuint)from), Vector128.LoadUnsafe(ref source, (nuint)(from + apart)));

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeThreeBytes(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector256<byte> order = Vector256.Create(
            (byte)2, 1, 5, 4, 8, 7, 11, 10, 14, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
            2, 1, 5, 4, 8, 7, 11, 10, 14, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint taken = 0;
        while (length - (3 * taken) >= 31 && room - taken >= 13)
        {
            Bounds.Assert(3 * taken, 31, length);
            Bounds.Assert(taken, 13, room);
            Vector256<byte> bytes = Load(ref source, 3 * taken, 15);
            if (!HasPrefixes(bytes, 0b001_001_001_001_001_0_001_001_001_001_001))
            {
                break;
            }

            Vector256<byte> values = Avx2.Shuffle(bytes, order);
            values.GetLower().StoreUnsafe(ref target, (nuint)(taken * sizeof(ushort)));
            values.GetUpper().StoreUnsafe(ref target, (nuint)((taken + 5) * sizeof(ushort)));
            taken += 10;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeFiveBytes(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector256<byte> order = Vector256.Create(
            (byte)4, 3, 2, 1, 9, 8, 7, 6, 14, 13, 12, 11, 0x80, 0x80, 0x80, 0x80,
            4, 3, 2, 1, 9, 8, 7, 6, 14, 13, 12, 11, 0x80, 0x80, 0x80, 0x80);
        Vector256<int> together = Vector256.Create(0, 1, 2, 4, 5, 6, 7, 7);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint taken = 0;
        while (length - (5 * taken) >= 31 && room - taken >= 8)
        {
            Bounds.Assert(5 * taken, 31, length);
            Bounds.Assert(taken, 8, room);
            Vector256<byte> bytes = Load(ref source, 5 * taken, 15);
            if (!HasPrefixes(bytes, 0b00001_00001_00001_0_00001_00001_00001))
            {
                break;
            }

            Avx2.PermuteVar8x32(Avx2.Shuffle(bytes, order).AsInt32(), together).AsByte()
                .StoreUnsafe(ref target, (nuint)(taken * sizeof(uint)));
            taken += 6;
        }

        return taken;
    }

    /// <summary>Four at a time, from two overlapping registers as in the 128-bit kernel.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeNineBytes(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector256<byte> firstOrder = Vector256.Create(
            (byte)8, 7, 6, 5, 4, 3, 2, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
            8, 7, 6, 5, 4, 3, 2, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        Vector256<byte> secondOrder = Vector256.Create(
            (byte)0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 15, 14, 13, 12, 11, 10, 9, 8,
            0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 15, 14, 13, 12, 11, 10, 9, 8);
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint taken = 0;
        while (length - (9 * taken) >= 36 && room - taken >= 4)
        {
            Bounds.Assert(9 * taken, 36, length);
            Bounds.Assert(taken, 4, room);
            Vector256<byte> first = Load(ref source, 9 * taken, 18);
            if (!HasPrefixes(first, 0x0201_0201))
            {
                break;
            }

            Vector256<byte> second = Load(ref source, (9 * taken) + 2, 18);
            (Avx2.Shuffle(first, firstOrder) | Avx2.Shuffle(second, secondOrder))
                .StoreUnsafe(ref target, (nuint)(taken * sizeof(ulong)));
            taken += 4;
        }

        return taken;
    }
}
