using System;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A stretch of tokens of full width: a prefix and as many bytes as the element has. A byte shuffle leaves the prefixes out and reverses each
/// value; compares and move-masks check all prefixes at once. The stretch ends at the first token of another form.
/// </summary>
/// <remarks>
/// <code>
///   load      ca a3 a2 a1 a0 ca b3 b2 b1 b0 ca c3 c2 c1 c0 ca      of four tokens of five bytes, the first 16
///   prefixes  ^              ^              ^              ^       bits 0, 5, 10 and 15 of the move-mask of "is the prefix"
///   shuffle   a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3  -  -  -  -
///
///   load      a0 ca b3 b2 b1 b0 ca c3 c2 c1 c0 ca d3 d2 d1 d0      the last 16
///   shuffle    -  -  -  -  -  -  -  -  -  -  -  - d0 d1 d2 d3
///   or        a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3 d0 d1 d2 d3
/// </code>
/// Two tokens of nine bytes are decoded likewise. Of tokens of three bytes there are five in a register, and the next step's store overwrites what is left
/// over. Where there are two prefixes, the second one is accepted only if the value's top bit is clear, which is the top bit of the next byte. A round of two
/// steps stores all values before it checks the prefixes: what is stored from the first token of another form on does not count.
/// </remarks>
internal static class FullWidthDecoderVector128<TLane, TForm>
    where TLane : unmanaged
    where TForm : ITokenForm
{
    /// <summary>Gets the order of the elements' bytes in the first and in the last 16 of four tokens of five bytes.</summary>
    private static ReadOnlySpan<byte> FiveByteOrders =>
    [
        4, 3, 2, 1, 9, 8, 7, 6, 14, 13, 12, 11, 0x80, 0x80, 0x80, 0x80,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 15, 14, 13, 12,
    ];

    /// <summary>Gets the order of the elements' bytes in the first and in the last 16 of two tokens of nine bytes.</summary>
    private static ReadOnlySpan<byte> NineByteOrders =>
    [
        8, 7, 6, 5, 4, 3, 2, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 15, 14, 13, 12, 11, 10, 9, 8,
    ];

    /// <summary>Decodes tokens of full width, up to the last one, as many at a time as a register holds.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded.</returns>
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        nint taken =
            Unsafe.SizeOf<TLane>() == sizeof(ushort) ? DecodeThreeBytes(ref source, length, ref destination, room)
            : Unsafe.SizeOf<TLane>() == sizeof(uint)
                ? DecodeFiveBytes(ref MemoryMarshal.GetReference(FiveByteOrders), ref source, length, ref destination, room)
            : DecodeNineBytes(ref MemoryMarshal.GetReference(NineByteOrders), ref source, length, ref destination, room);

        // The last few, one by one. There is no branch on which of two prefixes it is.
        int tokenLength = 1 + Unsafe.SizeOf<TLane>();
        nint count = Math.Min(room, length / tokenLength);
        while (taken < count)
        {
            ref byte token = ref Unsafe.Add(ref source, taken * tokenLength);
            bool accepted = token == TForm.Prefix | (token == TForm.OtherPrefix & Unsafe.Add(ref token, 1) < 0x80);
            if (!accepted)
            {
                break;
            }

            Unsafe.Add(ref destination, taken) = Reverse(Unsafe.ReadUnaligned<TLane>(ref Unsafe.Add(ref token, 1)));
            taken++;
        }

        return taken;
    }

    /// <summary>
    /// Whether a byte is one of the prefixes. There is no branch on which of the two it is, since that is as random as the signs of the values.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsPrefix(byte code) => code == TForm.Prefix | code == TForm.OtherPrefix;

    /// <summary>How many tokens begin before the first whose prefix is not accepted.</summary>
    /// <param name="accepted">A bit for each byte that is an accepted prefix.</param>
    /// <param name="places">A bit for each byte at which a token begins.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TokensBefore(ulong accepted, ulong places) => BitOperations.PopCount(places & accepted & ((places & ~accepted) - 1));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TLane Reverse(TLane value) =>
        Unsafe.SizeOf<TLane>() == sizeof(ushort) ? Unsafe.BitCast<ushort, TLane>(BinaryPrimitives.ReverseEndianness(Unsafe.BitCast<TLane, ushort>(value)))
            : Unsafe.SizeOf<TLane>() == sizeof(uint) ? Unsafe.BitCast<uint, TLane>(BinaryPrimitives.ReverseEndianness(Unsafe.BitCast<TLane, uint>(value)))
            : Unsafe.BitCast<ulong, TLane>(BinaryPrimitives.ReverseEndianness(Unsafe.BitCast<TLane, ulong>(value)));

    /// <summary>Whether there are accepted prefixes at all places for which <paramref name="places"/> has a bit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasPrefixes(Vector128<byte> bytes, uint places)
    {
        uint accepted = Vector128.Equals(bytes, Vector128.Create(TForm.Prefix)).ExtractMostSignificantBits();
        if (TForm.OtherPrefix != TForm.Prefix)
        {
            uint other = Vector128.Equals(bytes, Vector128.Create(TForm.OtherPrefix)).ExtractMostSignificantBits();
            accepted |= other & ~(bytes.ExtractMostSignificantBits() >> 1);
        }

        return (accepted & places) == places;
    }

    /// <summary>Sets the top bit of each byte that is an accepted prefix, if a token begins there.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="next">The byte behind each.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Accepted(Vector128<byte> bytes, Vector128<byte> next)
    {
        Vector128<byte> accepted = Vector128.Equals(bytes, Vector128.Create(TForm.Prefix));
        return TForm.OtherPrefix == TForm.Prefix ? accepted : accepted | Vector128.AndNot(Vector128.Equals(bytes, Vector128.Create(TForm.OtherPrefix)), next);
    }

    /// <summary>Decodes five tokens at a time, in two steps a round, whose prefixes are checked together.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeThreeBytes(ref byte source, nint length, ref TLane destination, nint room)
    {
        const uint Places = 0b001_001_001_001_001;
        Vector128<byte> order = Vector128.Create((byte)2, 1, 5, 4, 8, 7, 11, 10, 14, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        nint count = Math.Min(length / 3, room);

        // Sixteen bytes are loaded for five tokens, and eight elements stored.
        nint lastStep = Math.Min((length / 3) - 6, room - 8);
        nint taken = 0;
        for (; taken <= lastStep - 5; taken += 10)
        {
            Bounds.Assert(3 * taken, 15 + 16, length);
            Bounds.Assert(taken, 5 + 8, room);
            ref byte tokens = ref Unsafe.Add(ref source, 3 * taken);
            ref byte target = ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken));
            Vector128<byte> first = Vector128.LoadUnsafe(ref tokens);
            Vector128<byte> second = Vector128.LoadUnsafe(ref tokens, 15);
            Vector128<byte> acceptedFirst = Accepted(first, Next(first));
            Vector128<byte> acceptedSecond = Accepted(second, Next(second));
            Simd128.Shuffle(first, order).StoreUnsafe(ref target);
            Simd128.Shuffle(second, order).StoreUnsafe(ref target, 5 * sizeof(ushort));
            if (!Simd128.AreSet(acceptedFirst & acceptedSecond, Places))
            {
                return taken + TokensBefore(acceptedFirst, acceptedSecond, Places);
            }
        }

        for (; taken <= lastStep; taken += 5)
        {
            Bounds.Assert(3 * taken, 16, length);
            Bounds.Assert(taken, 8, room);
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)(3 * taken));
            if (!Simd128.AreSet(Accepted(bytes, Next(bytes)), Places))
            {
                return taken;
            }

            Simd128.Shuffle(bytes, order).StoreUnsafe(ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken)));
        }

        // The rest is overlapped: five tokens up to the last one, and the byte before them, stored as the first four elements and the last four. (Fewer than
        // eight elements in all are left to be decoded one by one.)
        order = Vector128.Create((byte)3, 2, 6, 5, 9, 8, 12, 11, 15, 14, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        while (taken > 0 && taken < count)
        {
            nint from = Math.Min(taken, count - 5);
            Bounds.Assert((3 * from) - 1, 16, length);
            Bounds.Assert(from, 5, room);
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)((3 * from) - 1));
            // By move-mask, since one of the prefixes, at byte 7, is the last of its half, where Next does not reach the byte behind it.
            if (!HasPrefixes(bytes, Places << 1))
            {
                break;
            }

            Vector128<byte> values = Simd128.Shuffle(bytes, order);
            ref byte target = ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, from));
            Unsafe.WriteUnaligned(ref target, values.AsUInt64().ToScalar());
            Unsafe.WriteUnaligned(
                ref Unsafe.Add(ref target, sizeof(ushort)), (values.AsUInt64().ToScalar() >> 16) | ((ulong)values.AsUInt16().GetElement(4) << 48));
            taken = from + 5;
        }

        return taken;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeFiveBytes(ref byte orders, ref byte source, nint length, ref TLane destination, nint room) =>
        DecodeSteps(ref orders, ref source, length, ref destination, room, 5, 4, 0b1_00001_00001_00001);

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeNineBytes(ref byte orders, ref byte source, nint length, ref TLane destination, nint room) =>
        DecodeSteps(ref orders, ref source, length, ref destination, room, 9, 2, 1 | (1 << 9));

    /// <summary>Decodes as many tokens at a time as it takes for their elements to fill a register.</summary>
    /// <remarks>
    /// Two steps a round, whose prefixes are checked together. The orders are passed by reference, since the compiler would load constants again each round.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeSteps(
        ref byte orders, ref byte source, nint length, ref TLane destination, nint room,
        [ConstantExpected] int tokenLength, [ConstantExpected] int step, [ConstantExpected] uint places)
    {
        int apart = (step * tokenLength) - 16;
        Vector128<byte> firstOrder = Vector128.LoadUnsafe(ref orders);
        Vector128<byte> lastOrder = Vector128.LoadUnsafe(ref orders, 16);
        nint lastStep = Math.Min(length / tokenLength, room) - step;
        nint taken = 0;
        for (; taken <= lastStep - step; taken += 2 * step)
        {
            Bounds.Assert(taken * tokenLength, 2 * step * tokenLength, length);
            Bounds.Assert(taken, 2 * step, room);
            ref byte tokens = ref Unsafe.Add(ref source, taken * tokenLength);
            ref TLane target = ref Unsafe.Add(ref destination, taken);
            Vector128<byte> first = Vector128.LoadUnsafe(ref tokens);
            Vector128<byte> second = Vector128.LoadUnsafe(ref tokens, (nuint)(step * tokenLength));
            (Simd128.Shuffle(first, firstOrder) | Simd128.Shuffle(Vector128.LoadUnsafe(ref tokens, (nuint)apart), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target));
            (Simd128.Shuffle(second, firstOrder) | Simd128.Shuffle(Vector128.LoadUnsafe(ref tokens, (nuint)((step * tokenLength) + apart)), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref target), 16);
            // If one of the four is not accepted, what follows finds out which.
            if (tokenLength == 9 && TForm.OtherPrefix != TForm.Prefix && AreFourAccepted(first, ref tokens))
            {
                continue;
            }

            Vector128<byte> acceptedFirst = Accepted(first, Next(first, ref tokens, 0, tokenLength));
            Vector128<byte> acceptedSecond = Accepted(second, Next(second, ref tokens, step * tokenLength, tokenLength));
            if (!Simd128.AreSet(acceptedFirst & acceptedSecond, places))
            {
                return taken + TokensBefore(acceptedFirst, acceptedSecond, places);
            }
        }

        // The rest takes up to two steps, of which the last overlaps with what is before it.
        while (lastStep >= 0 && taken < lastStep + step)
        {
            nint at = Math.Min(taken, lastStep);
            Bounds.Assert(at * tokenLength, step * tokenLength, length);
            Bounds.Assert(at, step, room);
            ref byte tokens = ref Unsafe.Add(ref source, at * tokenLength);
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref tokens);
            uint accepted = Accepted(bytes, Next(bytes, ref tokens, 0, tokenLength)).ExtractMostSignificantBits();
            (Simd128.Shuffle(bytes, firstOrder) | Simd128.Shuffle(Vector128.LoadUnsafe(ref tokens, (nuint)apart), lastOrder))
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, at)));
            if ((accepted & places) != places)
            {
                return at + TokensBefore(accepted, places);
            }

            taken = at + step;
        }

        return taken;
    }

    /// <summary>Whether the prefixes of four tokens of nine bytes are accepted. With two prefixes, it takes fewer instructions than two and two.</summary>
    /// <param name="first">The first 16 bytes of the four.</param>
    /// <param name="tokens">The first of them.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreFourAccepted(Vector128<byte> first, ref byte tokens)
    {
        // first        cf a7 a6 a5 a4 a3 a2 a1 a0 cf b7 b6 b5 b4 b3 b2
        // from 14 on   b3 b2 b1 b0 cf c7 c6 c5 c4 c3 c2 c1 c0 cf d7 d6
        // blended      cf a7       cf c7          cf b7       cf d7         (the words that have a prefix, or a byte behind one)
        const uint Places = 1 | (1 << 4) | (1 << 9) | (1 << 13);
        Vector128<byte> others = Vector128.LoadUnsafe(ref tokens, 14);
        Vector128<byte> heads = Sse41.IsSupported
            ? Sse41.Blend(first.AsInt16(), others.AsInt16(), 0b1100_0100).AsByte()
            : Vector128.ConditionalSelect(Vector128.Create(0, 0, -1, 0, 0, 0, -1, -1).AsByte(), others, first);
        return Simd128.AreSet(Accepted(heads, Next(heads)), Places);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int TokensBefore(Vector128<byte> first, Vector128<byte> second, [ConstantExpected] uint places) =>
        TokensBefore(first.ExtractMostSignificantBits() | ((ulong)second.ExtractMostSignificantBits() << 32), places | ((ulong)places << 32));

    /// <summary>
    /// Puts the byte after each prefix in the prefix's place. For tokens of three or nine bytes, of which no prefix is the last byte of a half.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Next(Vector128<byte> bytes) => (bytes.AsUInt64() >> 8).AsByte();

    /// <summary>Puts the byte after each prefix in the prefix's place. For tokens of nine bytes, all of these are in the register.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Next(Vector128<byte> bytes, ref byte tokens, int from, [ConstantExpected] int tokenLength) =>
        tokenLength == 9 ? Next(bytes) : Vector128.LoadUnsafe(ref tokens, (nuint)(from + 1));
}
