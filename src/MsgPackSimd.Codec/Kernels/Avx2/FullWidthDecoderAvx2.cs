using System;
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

    /// <summary>Eight at a time.</summary>
    /// <inheritdoc cref="FullWidthDecoderVector128{TLane, TForm}.DecodeFiveBytes" path="/remarks"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeFiveBytes(ref byte orders, ref byte source, nint length, ref TLane destination, nint room)
    {
        const int TokenLength = 5;
        const int Half = 4 * TokenLength;
        const int Step = 8;
        const int Apart = Half - 16;
        const uint Places = 0b1_00001_00001_00001_1_00001_00001_00001;
        Vector256<byte> firstOrder = Vector256.Create(Vector128.LoadUnsafe(ref orders));
        Vector256<byte> lastOrder = Vector256.Create(Vector128.LoadUnsafe(ref orders, 16));
        nint lastStep = Math.Min(length / TokenLength, room) - Step;
        nint taken = 0;
        for (; taken <= lastStep - Step; taken += 2 * Step)
        {
            Bounds.Assert(taken * TokenLength, 2 * Step * TokenLength, length);
            Bounds.Assert(taken, 2 * Step, room);
            ref byte tokens = ref Unsafe.Add(ref source, taken * TokenLength);
            ref TLane target = ref Unsafe.Add(ref destination, taken);
            Vector256<byte> first = Load(ref tokens, 0, Half);
            Vector256<byte> second = Load(ref tokens, 2 * Half, Half);
            Vector256<byte> accepted = Accepted(first, Load(ref tokens, 1, Half)) & Accepted(second, Load(ref tokens, (2 * Half) + 1, Half));
            if ((accepted.ExtractMostSignificantBits() & Places) != Places)
            {
                break;
            }

            (Avx2.Shuffle(first, firstOrder) | Avx2.Shuffle(Load(ref tokens, Apart, Half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target));
            (Avx2.Shuffle(second, firstOrder) | Avx2.Shuffle(Load(ref tokens, (2 * Half) + Apart, Half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target), 32);
        }

        for (; taken <= lastStep; taken += Step)
        {
            Bounds.Assert(taken * TokenLength, Step * TokenLength, length);
            Bounds.Assert(taken, Step, room);
            ref byte tokens = ref Unsafe.Add(ref source, taken * TokenLength);
            Vector256<byte> bytes = Load(ref tokens, 0, Half);
            if ((Accepted(bytes, Load(ref tokens, 1, Half)).ExtractMostSignificantBits() & Places) != Places)
            {
                break;
            }

            (Avx2.Shuffle(bytes, firstOrder) | Avx2.Shuffle(Load(ref tokens, Apart, Half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken)));
        }

        return taken;
    }

    /// <summary>Four at a time.</summary>
    /// <inheritdoc cref="FullWidthDecoderVector128{TLane, TForm}.DecodeFiveBytes" path="/remarks"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeNineBytes(ref byte orders, ref byte source, nint length, ref TLane destination, nint room)
    {
        const int TokenLength = 9;
        const int Half = 2 * TokenLength;
        const int Step = 4;
        const int Apart = Half - 16;
        const uint Places = 0x0201_0201;
        Vector256<byte> firstOrder = Vector256.Create(Vector128.LoadUnsafe(ref orders));
        Vector256<byte> lastOrder = Vector256.Create(Vector128.LoadUnsafe(ref orders, 16));
        nint lastStep = Math.Min(length / TokenLength, room) - Step;
        nint taken = 0;
        for (; taken <= lastStep - Step; taken += 2 * Step)
        {
            Bounds.Assert(taken * TokenLength, 2 * Step * TokenLength, length);
            Bounds.Assert(taken, 2 * Step, room);
            ref byte tokens = ref Unsafe.Add(ref source, taken * TokenLength);
            ref TLane target = ref Unsafe.Add(ref destination, taken);
            Vector256<byte> first = Load(ref tokens, 0, Half);
            Vector256<byte> second = Load(ref tokens, 2 * Half, Half);
            Vector256<byte> accepted = Accepted(first, (first.AsUInt64() >> 8).AsByte()) & Accepted(second, (second.AsUInt64() >> 8).AsByte());
            if ((accepted.ExtractMostSignificantBits() & Places) != Places)
            {
                break;
            }

            (Avx2.Shuffle(first, firstOrder) | Avx2.Shuffle(Load(ref tokens, Apart, Half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target));
            (Avx2.Shuffle(second, firstOrder) | Avx2.Shuffle(Load(ref tokens, (2 * Half) + Apart, Half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target), 32);
        }

        for (; taken <= lastStep; taken += Step)
        {
            Bounds.Assert(taken * TokenLength, Step * TokenLength, length);
            Bounds.Assert(taken, Step, room);
            ref byte tokens = ref Unsafe.Add(ref source, taken * TokenLength);
            Vector256<byte> bytes = Load(ref tokens, 0, Half);
            if ((Accepted(bytes, (bytes.AsUInt64() >> 8).AsByte()).ExtractMostSignificantBits() & Places) != Places)
            {
                break;
            }

            (Avx2.Shuffle(bytes, firstOrder) | Avx2.Shuffle(Load(ref tokens, Apart, Half), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken)));
        }

        return taken;
    }
}
