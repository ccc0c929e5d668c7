using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A stretch of integers whose tokens have one length, and a payload that is narrower than the element (SSSE3, AdvSimd). It ends at the first token of another
/// form. (<see cref="FullWidthDecoderVector128{TLane, TForm}"/> takes those of full width.)
/// </summary>
/// <remarks>
/// <code>
///   tokens     cd a1 a0 d1 b1 b0 …              three bytes each, into lanes of four
///   shuffled   a0 a1 cd cd b0 b1 d1 d1 …        the payload reversed, and above it nothing but the prefix
///   signs      00 00 00 00 00 80 00 00 …        shuffled >> 5: bit 4 of the prefix, which says that there is a sign, moves to the payload's top bit
///   elements   (payload ^ signs) - signs
/// </code>
/// The two prefixes of a length, such as cd and d1, are 4 apart: (prefix - cd) &amp; fb is 0 for both, and for nothing else. A round of two steps stores all
/// values before it looks at the prefixes: what is stored from the first token of another form on does not count.
/// </remarks>
internal static class UniformDecoderVector128<TLane, TSignedness, TLength>
    where TLane : unmanaged
    where TSignedness : ISignedness
    where TLength : INarrowTokenLength
{
    /// <summary>Gets whether the CPU has what this kernel needs, and the payload is narrower than the element.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle && TLength.Value <= Unsafe.SizeOf<TLane>();
    }

    /// <summary>Gets the table of the AVX-512 kernel, of which only the first 16 bytes are needed here.</summary>
    public static ref byte Order
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference((Unsafe.SizeOf<TLane>(), TLength.Value) switch
        {
            (2, _) => UniformTable.Values16From2,
            (4, 2) => UniformTable.Values32From2,
            (4, _) => UniformTable.Values32From3,
            (_, 2) => UniformTable.Values64From2,
            (_, 3) => UniformTable.Values64From3,
            _ => UniformTable.Values64From5,
        });
    }

    /// <summary>Gets the prefix of this length's integers without a sign; that of those with one is 4 more.</summary>
    public static byte UnsignedPrefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TLength.Value switch
        {
            2 => MessagePackFirstByte.UInt8,
            3 => MessagePackFirstByte.UInt16,
            _ => MessagePackFirstByte.UInt32,
        };
    }

    /// <summary>Gets how many bits a payload has.</summary>
    public static int PayloadBits
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 8 * (TLength.Value - 1);
    }

    private static int Lanes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128<byte>.Count / Unsafe.SizeOf<TLane>();
    }

    /// <summary>Decodes tokens of this length: all of them, if there are 16 bytes and a register of elements.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector128<byte> order = Vector128.LoadUnsafe(ref Order);
        int stepLength = Lanes * TLength.Value;
        nint count = Math.Min(room, length / TLength.Value);
        nint lastStep = count - Lanes;

        // Sixteen bytes are loaded, however many of them the tokens take.
        nint last = length < 16 ? -1 : Math.Min((length - 16) / TLength.Value, lastStep);
        nint taken = 0;
        for (; taken <= last - Lanes; taken += 2 * Lanes)
        {
            Bounds.Assert(taken * TLength.Value, stepLength + 16, length);
            Bounds.Assert(taken, 2 * Lanes, room);
            ref byte tokens = ref Unsafe.Add(ref source, taken * TLength.Value);
            ref byte target = ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken));
            Elements(Vector128.LoadUnsafe(ref tokens), order, out Vector128<byte> othersA).StoreUnsafe(ref target);
            Elements(Vector128.LoadUnsafe(ref tokens, (nuint)stepLength), order, out Vector128<byte> othersB).StoreUnsafe(ref target, 16);
            if ((othersA | othersB) != Vector128<byte>.Zero)
            {
                int before = FirstLane(othersA);
                return taken + (before < Lanes ? before : Lanes + FirstLane(othersB));
            }
        }

        if (taken <= last)
        {
            Bounds.Assert(taken * TLength.Value, 16, length);
            Bounds.Assert(taken, Lanes, room);
            Elements(Vector128.LoadUnsafe(ref source, (nuint)(taken * TLength.Value)), order, out Vector128<byte> others)
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken)));
            if (others != Vector128<byte>.Zero)
            {
                return taken + FirstLane(others);
            }

            taken += Lanes;
        }

        // The rest. The last step overlaps with what is before it; and where fewer than 16 bytes are left, the last 16 are loaded.
        while (taken < count && length >= 16 && lastStep >= 0)
        {
            nint at = Math.Min(taken, lastStep);
            nint from = Math.Min(at * TLength.Value, length - 16);
            Bounds.Assert(from, 16, length);
            Bounds.Assert(at, Lanes, room);
            Vector128<byte> orderHere = order + Vector128.Create((byte)((at * TLength.Value) - from));
            Elements(Vector128.LoadUnsafe(ref source, (nuint)from), orderHere, out Vector128<byte> others)
                .StoreUnsafe(ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, at)));
            if (others != Vector128<byte>.Zero)
            {
                return at + FirstLane(others);
            }

            taken = at + Lanes;
        }

        return taken;
    }

    /// <summary>The elements of as many tokens as a register holds elements.</summary>
    /// <param name="bytes">The tokens.</param>
    /// <param name="order">Where the bytes of the lanes are in them.</param>
    /// <param name="others">Not 0 in a lane whose token is not of this form.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Elements(Vector128<byte> bytes, Vector128<byte> order, out Vector128<byte> others)
    {
        Vector128<byte> shuffled = Simd128.Shuffle(bytes, order);
        Vector128<byte> payloads = shuffled & PerLane((1UL << PayloadBits) - 1);
        Vector128<byte> signs = ShiftRightFive(shuffled) & PerLane(1UL << (PayloadBits - 1));
        others = (shuffled - Vector128.Create(UnsignedPrefix)) & PerLane(0xfbUL << PayloadBits);
        if (TSignedness.IsSigned)
        {
            return Subtract(payloads ^ signs, signs);
        }

        others |= payloads & signs;
        return payloads;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ShiftRightFive(Vector128<byte> lanes) =>
        Unsafe.SizeOf<TLane>() == sizeof(short) ? (lanes.AsUInt16() >> 5).AsByte()
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? (lanes.AsUInt32() >> 5).AsByte()
            : (lanes.AsUInt64() >> 5).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Subtract(Vector128<byte> a, Vector128<byte> b) =>
        Unsafe.SizeOf<TLane>() == sizeof(short) ? (a.AsInt16() - b.AsInt16()).AsByte()
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? (a.AsInt32() - b.AsInt32()).AsByte()
            : (a.AsInt64() - b.AsInt64()).AsByte();

    /// <summary>A number in all lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> PerLane(ulong value) =>
        Unsafe.SizeOf<TLane>() == sizeof(short) ? Vector128.Create((ushort)value).AsByte()
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? Vector128.Create((uint)value).AsByte()
            : Vector128.Create(value).AsByte();

    /// <summary>The number of the first lane that is not 0; the number of lanes or more if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FirstLane(Vector128<byte> lanes)
    {
        uint bytes = ~Vector128.Equals(lanes, Vector128<byte>.Zero).ExtractMostSignificantBits() & ushort.MaxValue;
        return BitOperations.TrailingZeroCount(bytes) / Unsafe.SizeOf<TLane>();
    }
}
