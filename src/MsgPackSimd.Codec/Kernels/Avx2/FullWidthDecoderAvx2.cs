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
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room) =>
        Unsafe.SizeOf<TLane>() == sizeof(ushort) ? DecodeThreeBytes(ref source, length, ref destination, room)
            : Unsafe.SizeOf<TLane>() == sizeof(uint) ? DecodeFiveBytes(
                ref MemoryMarshal.GetReference(FullWidthDecoderVector128<TLane, TForm>.FiveByteOrders), ref source, length, ref destination, room)
            : DecodeNineBytes(
                ref MemoryMarshal.GetReference(FullWidthDecoderVector128<TLane, TForm>.NineByteOrders), ref source, length, ref destination, room);

    /// <summary>The top bit of each byte tells whether it is an accepted prefix, should a token begin there.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="next">For each byte, the one behind it.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Accepted(Vector256<byte> bytes, Vector256<byte> next)
    {
        Vector256<byte> accepted = Vector256.Equals(bytes, Vector256.Create(TForm.Prefix));
        return TForm.OtherPrefix == TForm.Prefix ? accepted : accepted | Vector256.AndNot(Vector256.Equals(bytes, Vector256.Create(TForm.OtherPrefix)), next);
    }

    /// <summary>Loads two halves that begin <paramref name="apart"/> bytes apart.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Load(ref byte source, nint from, nint apart) => Vector256.Create(
        Vector128.LoadUnsafe(ref source, (nuint)from), Vector128.LoadUnsafe(ref source, (nuint)(from + apart)));

    /// <summary>Decodes ten tokens a step, two steps a round, with one look at the prefixes of both steps.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeThreeBytes(ref byte source, nint length, ref TLane destination, nint room)
    {
        const uint Places = 0b001_001_001_001_001_0_001_001_001_001_001;
        Vector256<byte> order = Vector256.Create(
            (byte)2, 1, 5, 4, 8, 7, 11, 10, 14, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
            2, 1, 5, 4, 8, 7, 11, 10, 14, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);

        // In each half 16 bytes are loaded for five tokens, and eight elements stored.
        nint lastStep = Math.Min((length / 3) - 11, room - 13);
        nint taken = 0;
        for (; taken <= lastStep - 10; taken += 20)
        {
            Bounds.Assert(3 * taken, 45 + 16, length);
            Bounds.Assert(taken, 15 + 8, room);
            ref byte tokens = ref Unsafe.Add(ref source, 3 * taken);
            ref byte target = ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken));
            Vector256<byte> first = Load(ref tokens, 0, 15);
            Vector256<byte> second = Load(ref tokens, 30, 15);
            Vector256<byte> acceptedFirst = Accepted(first, Next(first));
            Vector256<byte> acceptedSecond = Accepted(second, Next(second));
            StoreTen(Avx2.Shuffle(first, order), ref target);
            StoreTen(Avx2.Shuffle(second, order), ref Unsafe.Add(ref target, 10 * sizeof(ushort)));
            if (((acceptedFirst & acceptedSecond).ExtractMostSignificantBits() & Places) != Places)
            {
                return taken + TokensBefore(acceptedFirst, acceptedSecond, Places);
            }
        }

        for (; taken <= lastStep; taken += 10)
        {
            Bounds.Assert(3 * taken, 15 + 16, length);
            Bounds.Assert(taken, 5 + 8, room);
            Vector256<byte> bytes = Load(ref source, 3 * taken, 15);
            if ((Accepted(bytes, Next(bytes)).ExtractMostSignificantBits() & Places) != Places)
            {
                break;
            }

            StoreTen(Avx2.Shuffle(bytes, order), ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken)));
        }

        return taken;
    }

    /// <inheritdoc cref="FullWidthDecoderVector128{TLane, TForm}.TokensBefore(ulong, ulong)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int TokensBefore(Vector256<byte> first, Vector256<byte> second, [ConstantExpected] uint places) =>
        FullWidthDecoderVector128<TLane, TForm>.TokensBefore(
            first.ExtractMostSignificantBits() | ((ulong)second.ExtractMostSignificantBits() << 32), places | ((ulong)places << 32));

    /// <summary>Stores the first five elements of each half, and the bytes behind them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreTen(Vector256<byte> values, ref byte target)
    {
        values.GetLower().StoreUnsafe(ref target);
        values.GetUpper().StoreUnsafe(ref target, 5 * sizeof(ushort));
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
            Vector256<byte> acceptedFirst = Accepted(first, Next(first, ref tokens, 0, tokenLength, half));
            Vector256<byte> acceptedSecond = Accepted(second, Next(second, ref tokens, 2 * half, tokenLength, half));
            (Avx2.Shuffle(first, firstOrder) | Avx2.Shuffle(Load(ref tokens, apart, half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target));
            (Avx2.Shuffle(second, firstOrder) | Avx2.Shuffle(Load(ref tokens, (2 * half) + apart, half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target), 32);
            if (((acceptedFirst & acceptedSecond).ExtractMostSignificantBits() & places) != places)
            {
                return taken + TokensBefore(acceptedFirst, acceptedSecond, places);
            }
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

    /// <inheritdoc cref="FullWidthDecoderVector128{TLane, TForm}.Next(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Next(Vector256<byte> bytes) => (bytes.AsUInt64() >> 8).AsByte();

    /// <summary>The byte after each prefix, in the prefix's place. With tokens of nine bytes both are in the register.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Next(Vector256<byte> bytes, ref byte tokens, int from, [ConstantExpected] int tokenLength, int half) =>
        tokenLength == 9 ? Next(bytes) : Load(ref tokens, from + 1, half);
}
