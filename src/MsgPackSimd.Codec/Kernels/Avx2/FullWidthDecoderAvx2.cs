using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
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
        sizeof(uint) => DecodeFiveBytes(
            ref MemoryMarshal.GetReference(FullWidthDecoderVector128<TLane, TForm>.FiveByteOrders), ref source, length, ref destination, room),
        _ => DecodeNineBytes(
            ref MemoryMarshal.GetReference(FullWidthDecoderVector128<TLane, TForm>.NineByteOrders), ref source, length, ref destination, room),
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

    /// <summary>The top bit of each byte tells whether it is an accepted prefix, should a token begin there.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="next">The one behind each.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Accepted(Vector256<byte> bytes, Vector256<byte> next)
    {
        Vector256<byte> accepted = Vector256.Equals(bytes, Vector256.Create(TForm.Code));
        return TForm.OtherCode == TForm.Code ? accepted : accepted | Vector256.AndNot(Vector256.Equals(bytes, Vector256.Create(TForm.OtherCode)), next);
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
    private static nint DecodeFiveBytes(ref byte orders, ref byte source, nint length, ref TLane destination, nint room) =>
        DecodeSteps(ref orders, ref source, length, ref destination, room, 5, 8, 0b1_00001_00001_00001_1_00001_00001_00001);

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeNineBytes(ref byte orders, ref byte source, nint length, ref TLane destination, nint room) =>
        DecodeSteps(ref orders, ref source, length, ref destination, room, 9, 4, 0x0201_0201);

    /// <inheritdoc cref="FullWidthDecoderVector128{TLane, TForm}.DecodeSteps"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeSteps(
        ref byte orders, ref byte source, nint length, ref TLane destination, nint room,
        [ConstantExpected] int tokenLength, [ConstantExpected] int step, [ConstantExpected] uint places)
    {
        int half = step / 2 * tokenLength;
        int apart = half - 16;
        Vector256<byte> firstOrder = Vector256.Create(Vector128.LoadUnsafe(ref orders));
        Vector256<byte> lastOrder = Vector256.Create(Vector128.LoadUnsafe(ref orders, 16));
        nint lastStep = Math.Min(length / tokenLength, room) - step;
        nint taken = 0;
        for (; taken <= lastStep - step; taken += 2 * step)
        {
            Bounds.Assert(taken * tokenLength, 2 * step * tokenLength, length);
            Bounds.Assert(taken, 2 * step, room);
            ref byte tokens = ref Unsafe.Add(ref source, taken * tokenLength);
            ref TLane target = ref Unsafe.Add(ref destination, taken);
            Vector256<byte> first = Load(ref tokens, 0, half);
            Vector256<byte> second = Load(ref tokens, 2 * half, half);
            Vector256<byte> accepted = Accepted(first, Next(first, ref tokens, 0, tokenLength, half))
                & Accepted(second, Next(second, ref tokens, 2 * half, tokenLength, half));
            if ((accepted.ExtractMostSignificantBits() & places) != places)
            {
                break;
            }

            (Avx2.Shuffle(first, firstOrder) | Avx2.Shuffle(Load(ref tokens, apart, half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target));
            (Avx2.Shuffle(second, firstOrder) | Avx2.Shuffle(Load(ref tokens, (2 * half) + apart, half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target), 32);
        }

        for (; taken <= lastStep; taken += step)
        {
            Bounds.Assert(taken * tokenLength, step * tokenLength, length);
            Bounds.Assert(taken, step, room);
            ref byte tokens = ref Unsafe.Add(ref source, taken * tokenLength);
            Vector256<byte> bytes = Load(ref tokens, 0, half);
            if ((Accepted(bytes, Next(bytes, ref tokens, 0, tokenLength, half)).ExtractMostSignificantBits() & places) != places)
            {
                break;
            }

            (Avx2.Shuffle(bytes, firstOrder) | Avx2.Shuffle(Load(ref tokens, apart, half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken)));
        }

        return taken;
    }

    /// <summary>The byte behind each prefix, in its place: of tokens of nine bytes both are in the register.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Next(Vector256<byte> bytes, ref byte tokens, int from, [ConstantExpected] int tokenLength, int half) =>
        tokenLength == 9 ? (bytes.AsUInt64() >> 8).AsByte() : Load(ref tokens, from + 1, half);
}
