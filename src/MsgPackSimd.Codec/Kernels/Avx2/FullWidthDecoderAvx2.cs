using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <see cref="FullWidthDecoderVector128{TLane, TForm}"/> in 256-bit registers. A shuffle moves bytes within a half only, and the two loads of a step overlap
/// so that each value is whole in a half of one of them: the half in which its element goes.
/// </summary>
/// <remarks>
/// <code>
///   four tokens of nine bytes, the second load four bytes behind the first:
///
///   first     cb a7 … a0 cb b7 b6 b5 b4 b3 b2 | b1 b0 cb c7 … c0 cb d7 d6 d5 d4       all prefixes
///   second    a4 … a0 cb b7 … b0 cb c7        | c6 … c0 cb d7 … d0
///   shuffled  a0 … a7 -  …  -                 | c0 … c7 -  …  -
///             -  …  - b0 … b7                 | -  …  - d0 … d7
///
///   eight of five bytes, the second load eight bytes behind the first:
///
///   first     ca a3 … a0 ca b3 … b0 ca c3 … c0 ca | d3 … d0 ca e3 … e0 ca f3 … f0 ca g3
///   second    b1 b0 ca c3 … c0 ca d3 … d0 ca e3 e2 e1 | e0 ca f3 … f0 ca g3 … g0 ca h3 … h0
///   shuffled  a0 … a3 b0 … b3 c0 … c3 -  …  -     | e0 … e3 f0 … f3 -  …  -
///             -  …  -                 d0 … d3     | -  …  -         g0 … g3 h0 … h3
///   prefixes  first, with those of d and h and the bytes behind them from second: at 0 5 10 7 | 20 25 30 27
/// </code>
/// The prefix of d is the last byte of a half, from where a shift would not reach the byte behind it, and that of h is not in the first load. In the second
/// they are at places that hold no prefix in the first, nor a byte behind one.
/// </remarks>
internal static class FullWidthDecoderAvx2<TLane, TForm>
    where TLane : unmanaged
    where TForm : ITokenForm
{
    /// <summary>Where the prefixes of four tokens of nine bytes are.</summary>
    private const uint NineBytePlaces = 1 | (1 << 9) | (1 << 18) | (1 << 27);

    /// <summary>Where the prefixes of eight tokens of five bytes are, but for those that come from the second load.</summary>
    private const uint FiveBytePlaces = 1 | (1 << 5) | (1 << 10) | (1 << 20) | (1 << 25) | (1 << 30);

    /// <summary>Where the fourth and the eighth of these prefixes are in the second load.</summary>
    private const uint SecondFiveBytePlaces = (1 << 7) | (1 << 27);

    /// <summary>Gets how many bytes the second load of five-byte tokens begins behind the first.</summary>
    private const int FiveBytesApart = (8 * 5) - 32;

    /// <summary>Gets the order of the elements' bytes in the first and in the second load of nine-byte tokens.</summary>
    private static ReadOnlySpan<byte> NineByteOrders =>
    [
        8, 7, 6, 5, 4, 3, 2, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
        10, 9, 8, 7, 6, 5, 4, 3, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 13, 12, 11, 10, 9, 8, 7, 6,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 15, 14, 13, 12, 11, 10, 9, 8,
    ];

    /// <summary>
    /// Gets the same for five-byte tokens, and 0x80 for the bytes that come from the second load when prefixes are checked.
    /// </summary>
    private static ReadOnlySpan<byte> FiveByteOrders =>
    [
        4, 3, 2, 1, 9, 8, 7, 6, 14, 13, 12, 11, 0x80, 0x80, 0x80, 0x80,
        8, 7, 6, 5, 13, 12, 11, 10, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 11, 10, 9, 8,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 10, 9, 8, 7, 15, 14, 13, 12,
        0, 0, 0, 0, 0, 0, 0, 0x80, 0x80, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x80, 0, 0, 0,
    ];

    /// <inheritdoc cref="FullWidthDecoderVector128{TLane, TForm}.Decode"/>
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room) =>
        Unsafe.SizeOf<TLane>() == sizeof(ushort) ? DecodeThreeBytes(ref source, length, ref destination, room, TForm.Prefix)
            : Unsafe.SizeOf<TLane>() == sizeof(uint)
                ? DecodeFiveBytes(ref MemoryMarshal.GetReference(FiveByteOrders), ref source, length, ref destination, room, TForm.Prefix)
            : DecodeNineBytes(ref MemoryMarshal.GetReference(NineByteOrders), ref source, length, ref destination, room, TForm.Prefix);

    /// <summary>Decodes ten tokens a step, two steps a round, with one look at the prefixes of both steps.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeThreeBytes(ref byte source, nint length, ref TLane destination, nint room, byte prefix)
    {
        const uint Places = 0b001_001_001_001_001_0_001_001_001_001_001;
        Vector256<byte> prefixes = Vector256.Create(prefix);
        Vector256<byte> otherPrefixes = Vector256.Create(OtherPrefix(prefix));
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
            Vector256<byte> first = HalvesAvx2.Load(ref tokens, 0, 15);
            Vector256<byte> second = HalvesAvx2.Load(ref tokens, 30, 15);
            Vector256<byte> acceptedFirst = Accepted(first, Next(first), prefixes, otherPrefixes);
            Vector256<byte> acceptedSecond = Accepted(second, Next(second), prefixes, otherPrefixes);
            StoreTen(Avx2.Shuffle(first, order), ref target);
            StoreTen(Avx2.Shuffle(second, order), ref Unsafe.Add(ref target, 10 * sizeof(ushort)));
            if (((acceptedFirst & acceptedSecond).ExtractMostSignificantBits() & Places) != Places)
            {
                return taken + FullWidthDecoderVector128<TLane, TForm>.TokensBefore(
                    acceptedFirst.ExtractMostSignificantBits() | ((ulong)acceptedSecond.ExtractMostSignificantBits() << 32), Places | ((ulong)Places << 32));
            }
        }

        for (; taken <= lastStep; taken += 10)
        {
            Bounds.Assert(3 * taken, 15 + 16, length);
            Bounds.Assert(taken, 5 + 8, room);
            Vector256<byte> bytes = HalvesAvx2.Load(ref source, 3 * taken, 15);
            if ((Accepted(bytes, Next(bytes), prefixes, otherPrefixes).ExtractMostSignificantBits() & Places) != Places)
            {
                break;
            }

            StoreTen(Avx2.Shuffle(bytes, order), ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken)));
        }

        return taken;
    }

    /// <summary>Stores the first five elements of each half, and the bytes behind them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreTen(Vector256<byte> values, ref byte target)
    {
        values.GetLower().StoreUnsafe(ref target);
        values.GetUpper().StoreUnsafe(ref target, 5 * sizeof(ushort));
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeFiveBytes(ref byte orders, ref byte source, nint length, ref TLane destination, nint room, byte prefix) =>
        DecodeSteps(ref orders, ref source, length, ref destination, room, prefix, 5, FiveBytePlaces | SecondFiveBytePlaces);

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeNineBytes(ref byte orders, ref byte source, nint length, ref TLane destination, nint room, byte prefix) =>
        DecodeSteps(ref orders, ref source, length, ref destination, room, prefix, 9, NineBytePlaces);

    /// <summary>
    /// Decodes as many tokens a step as it takes for their elements to fill a register, two steps a round, whose prefixes are checked together.
    /// </summary>
    /// <remarks>The orders and the prefix are parameters, since the compiler would load constants again each round.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint DecodeSteps(
        ref byte orders, ref byte source, nint length, ref TLane destination, nint room, byte prefix,
        [ConstantExpected] int tokenLength, [ConstantExpected] uint places)
    {
        int step = LaneCount.Of256<TLane>();
        int stepLength = step * tokenLength;
        int apart = stepLength - Vector256<byte>.Count;
        Vector256<byte> firstOrder = Vector256.LoadUnsafe(ref orders);
        Vector256<byte> secondOrder = Vector256.LoadUnsafe(ref orders, 32);
        Vector256<byte> fromSecond = tokenLength == 5 ? Vector256.LoadUnsafe(ref orders, 64) : default;
        Vector256<byte> prefixes = Vector256.Create(prefix);
        Vector256<byte> otherPrefixes = Vector256.Create(OtherPrefix(prefix));
        nint lastStep = Math.Min(length / tokenLength, room) - step;
        nint taken = 0;
        for (; taken <= lastStep - step; taken += 2 * step)
        {
            Bounds.Assert(taken * tokenLength, 2 * stepLength, length);
            Bounds.Assert(taken, 2 * step, room);
            ref byte tokens = ref Unsafe.Add(ref source, taken * tokenLength);
            ref byte target = ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken));
            Vector256<byte> firstA = Vector256.LoadUnsafe(ref tokens);
            Vector256<byte> secondA = Vector256.LoadUnsafe(ref tokens, (nuint)apart);
            Vector256<byte> firstB = Vector256.LoadUnsafe(ref tokens, (nuint)stepLength);
            Vector256<byte> secondB = Vector256.LoadUnsafe(ref tokens, (nuint)(stepLength + apart));
            Vector256<byte> acceptedA = Accepted(firstA, secondA, fromSecond, prefixes, otherPrefixes);
            Vector256<byte> acceptedB = Accepted(firstB, secondB, fromSecond, prefixes, otherPrefixes);
            (Avx2.Shuffle(firstA, firstOrder) | Avx2.Shuffle(secondA, secondOrder)).StoreUnsafe(ref target);
            (Avx2.Shuffle(firstB, firstOrder) | Avx2.Shuffle(secondB, secondOrder)).StoreUnsafe(ref target, (nuint)Vector256<byte>.Count);
            if (((acceptedA & acceptedB).ExtractMostSignificantBits() & places) != places)
            {
                int before = TokensBefore(acceptedA);
                return taken + (before < step ? before : step + TokensBefore(acceptedB));
            }
        }

        // The rest takes up to two steps, of which the last overlaps with what is before it.
        while (lastStep >= 0 && taken < lastStep + step)
        {
            nint at = Math.Min(taken, lastStep);
            Bounds.Assert(at * tokenLength, stepLength, length);
            Bounds.Assert(at, step, room);
            ref byte tokens = ref Unsafe.Add(ref source, at * tokenLength);
            Vector256<byte> first = Vector256.LoadUnsafe(ref tokens);
            Vector256<byte> second = Vector256.LoadUnsafe(ref tokens, (nuint)apart);
            Vector256<byte> accepted = Accepted(first, second, fromSecond, prefixes, otherPrefixes);
            (Avx2.Shuffle(first, firstOrder) | Avx2.Shuffle(second, secondOrder)).StoreUnsafe(ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, at)));
            if ((accepted.ExtractMostSignificantBits() & places) != places)
            {
                return at + TokensBefore(accepted);
            }

            taken = at + step;
        }

        return taken;
    }

    /// <summary>How many of a step's tokens come before the first whose prefix is not accepted; all of them if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int TokensBefore(Vector256<byte> accepted)
    {
        ulong bits = accepted.ExtractMostSignificantBits();
        if (Unsafe.SizeOf<TLane>() == sizeof(ulong))
        {
            return FullWidthDecoderVector128<TLane, TForm>.TokensBefore(bits, NineBytePlaces);
        }

        // What comes from the second load is put where its tokens begin.
        return FullWidthDecoderVector128<TLane, TForm>.TokensBefore(
            (bits & FiveBytePlaces) | ((bits & SecondFiveBytePlaces) << FiveBytesApart), FiveBytePlaces | ((ulong)SecondFiveBytePlaces << FiveBytesApart));
    }

    /// <summary>
    /// Sets the top bit of each byte that is an accepted prefix, if a token begins there: of the first load, or where it has to be, of the second.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Accepted(
        Vector256<byte> first, Vector256<byte> second, Vector256<byte> fromSecond, Vector256<byte> prefixes, Vector256<byte> otherPrefixes)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(ulong))
        {
            return Accepted(first, Next(first), prefixes, otherPrefixes);
        }

        // Here a prefix may be the last of eight bytes, but not of sixteen.
        Vector256<byte> bytes = Avx2.BlendVariable(first, second, fromSecond);
        return Accepted(bytes, Avx2.ShiftRightLogical128BitLane(bytes, 1), prefixes, otherPrefixes);
    }

    /// <summary>Sets the top bit of each byte that is an accepted prefix, if a token begins there.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="next">For each byte, the one behind it.</param>
    /// <param name="prefixes">The prefix, in all bytes.</param>
    /// <param name="otherPrefixes">The other prefix, in all bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Accepted(Vector256<byte> bytes, Vector256<byte> next, Vector256<byte> prefixes, Vector256<byte> otherPrefixes)
    {
        Vector256<byte> accepted = Vector256.Equals(bytes, prefixes);
        return TForm.OtherPrefix == TForm.Prefix ? accepted : accepted | Vector256.AndNot(Vector256.Equals(bytes, otherPrefixes), next);
    }

    /// <summary>The other prefix, computed so that it is no constant to the compiler.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte OtherPrefix(byte prefix) => (byte)(prefix ^ TForm.Prefix ^ TForm.OtherPrefix);

    /// <inheritdoc cref="FullWidthDecoderVector128{TLane, TForm}.Next(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Next(Vector256<byte> bytes) => (bytes.AsUInt64() >> 8).AsByte();
}
