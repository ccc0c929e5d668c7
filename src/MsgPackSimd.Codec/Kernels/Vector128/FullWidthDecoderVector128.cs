using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A stretch of tokens of full width: a prefix and as many bytes as the element has. A byte shuffle leaves the prefixes out and reverses each
/// value; compares and move-masks check all prefixes at once. Left at the first token of another form.
/// </summary>
/// <remarks>
/// <code>
///   load      ca a3 a2 a1 a0 ca b3 b2 b1 b0 ca c3 c2 c1 c0  .      three of five bytes (or five of three)
///   prefixes  ^              ^              ^                      bits 0, 5 and 10 of the move-mask of "is the prefix"
///   shuffle   a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3  .  .  .  .      the next step's store overwrites what is left over
/// </code>
/// Where two prefixes are accepted, the second one only with a clear top bit: that bit is the next byte's in the move-mask of the bytes.
/// </remarks>
internal static class FullWidthDecoderVector128<TLane, TForm>
    where TLane : unmanaged
    where TForm : ITokenForm
{
    /// <summary>Decodes tokens of full width, as many at a time as a register holds, to the last one.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded.</returns>
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        nint taken = Unsafe.SizeOf<TLane>() switch
        {
            sizeof(ushort) => DecodeThreeBytes(ref source, length, ref destination, room),
            sizeof(uint) => DecodeFiveBytes(ref source, length, ref destination, room),
            _ => DecodeNineBytes(ref source, length, ref destination, room),
        };

        // The last few one by one. Which of two prefixes it is, is no branch.
        int tokenLength = 1 + Unsafe.SizeOf<TLane>();
        nint count = Math.Min(room, length / tokenLength);
        while (taken < count)
        {
            ref byte token = ref Unsafe.Add(ref source, taken * tokenLength);
            bool accepted = token == TForm.Code | (token == TForm.OtherCode & Unsafe.Add(ref token, 1) < 0x80);
            if (!accepted)
            {
                break;
            }

            Unsafe.Add(ref destination, taken) = Reverse(Unsafe.ReadUnaligned<TLane>(ref Unsafe.Add(ref token, 1)));
            taken++;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TLane Reverse(TLane value) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(ushort) => Unsafe.BitCast<ushort, TLane>(BinaryPrimitives.ReverseEndianness(Unsafe.BitCast<TLane, ushort>(value))),
        sizeof(uint) => Unsafe.BitCast<uint, TLane>(BinaryPrimitives.ReverseEndianness(Unsafe.BitCast<TLane, uint>(value))),
        _ => Unsafe.BitCast<ulong, TLane>(BinaryPrimitives.ReverseEndianness(Unsafe.BitCast<TLane, ulong>(value))),
    };

    /// <summary>Whether accepted prefixes stand at all the places that <paramref name="places"/> has a bit for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasPrefixes(Vector128<byte> bytes, uint places)
    {
        uint accepted = Vector128.Equals(bytes, Vector128.Create(TForm.Code)).ExtractMostSignificantBits();
        if (TForm.OtherCode != TForm.Code)
        {
            uint other = Vector128.Equals(bytes, Vector128.Create(TForm.OtherCode)).ExtractMostSignificantBits();
            accepted |= other & ~(bytes.ExtractMostSignificantBits() >> 1);
        }

        return (accepted & places) == places;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeThreeBytes(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector128<byte> order = Vector128.Create((byte)2, 1, 5, 4, 8, 7, 11, 10, 14, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        nint taken = 0;
        while (length - (3 * taken) >= 16 && room - taken >= 8)
        {
            Bounds.Assert(3 * taken, 16, length);
            Bounds.Assert(taken, 8, room);
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)(3 * taken));
            if (!HasPrefixes(bytes, 0b001_001_001_001_001))
            {
                break;
            }

            Simd128.Shuffle(bytes, order).StoreUnsafe(ref Unsafe.As<TLane, byte>(ref destination), (nuint)(taken * sizeof(ushort)));
            taken += 5;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeFiveBytes(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector128<byte> order = Vector128.Create((byte)4, 3, 2, 1, 9, 8, 7, 6, 14, 13, 12, 11, 0x80, 0x80, 0x80, 0x80);
        nint taken = 0;
        while (length - (5 * taken) >= 16 && room - taken >= 4)
        {
            Bounds.Assert(5 * taken, 16, length);
            Bounds.Assert(taken, 4, room);
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)(5 * taken));
            if (!HasPrefixes(bytes, 0b00001_00001_00001))
            {
                break;
            }

            Simd128.Shuffle(bytes, order).StoreUnsafe(ref Unsafe.As<TLane, byte>(ref destination), (nuint)(taken * sizeof(uint)));
            taken += 3;
        }

        return taken;
    }

    /// <summary>
    /// Two at a time: 16 bytes from the first prefix on, and 16 that end with the second value, hold both values and both prefixes.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeNineBytes(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector128<byte> firstOrder = Vector128.Create((byte)8, 7, 6, 5, 4, 3, 2, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        Vector128<byte> secondOrder = Vector128.Create(
            (byte)0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 15, 14, 13, 12, 11, 10, 9, 8);
        nint taken = 0;
        while (length - (9 * taken) >= 18 && room - taken >= 2)
        {
            Bounds.Assert(9 * taken, 18, length);
            Bounds.Assert(taken, 2, room);
            Vector128<byte> first = Vector128.LoadUnsafe(ref source, (nuint)(9 * taken));
            Vector128<byte> second = Vector128.LoadUnsafe(ref source, (nuint)((9 * taken) + 2));
            if (!HasPrefixes(first, 1 | (1 << 9)))
            {
                break;
            }

            (Simd128.Shuffle(first, firstOrder) | Simd128.Shuffle(second, secondOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref destination), (nuint)(taken * sizeof(ulong)));
            taken += 2;
        }

        return taken;
    }
}
