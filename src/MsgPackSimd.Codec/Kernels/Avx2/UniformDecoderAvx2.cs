using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <see cref="UniformDecoderVector128{TLane, TSignedness, TLength}"/>, which explains it, in both halves of a 256-bit register, each of which is loaded from
/// where its first token begins.
/// </summary>
internal static class UniformDecoderAvx2<TLane, TSignedness, TLength>
    where TLane : unmanaged
    where TSignedness : ISignedness
    where TLength : INarrowTokenLength
{
    /// <summary>With fewer tokens, the kernel of 128 bits takes them all.</summary>
    private const int MinCount = 32;

    /// <summary>Gets whether the CPU has what this kernel needs, and the payload is narrower than the element.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx2.IsSupported && UniformDecoderVector128<TLane, TSignedness, TLength>.IsSupported;
    }

    private static int Lanes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256<byte>.Count / Unsafe.SizeOf<TLane>();
    }

    /// <inheritdoc cref="UniformDecoderVector128{TLane, TSignedness, TLength}.Decode"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        nint taken = 0;
        if (Math.Min(length / TLength.Value, room) >= MinCount)
        {
            Vector256<byte> order = Vector256.Create(Vector128.LoadUnsafe(ref UniformDecoderVector128<TLane, TSignedness, TLength>.Order));
            int half = Lanes / 2 * TLength.Value;
            nint loaded = (3 * half) + 16;
            nint last = Math.Min(length < loaded ? -1 : (length - loaded) / TLength.Value, room - (2 * Lanes));
            for (; taken <= last; taken += 2 * Lanes)
            {
                Bounds.Assert(taken * TLength.Value, loaded, length);
                Bounds.Assert(taken, 2 * Lanes, room);
                ref byte tokens = ref Unsafe.Add(ref source, taken * TLength.Value);
                ref byte target = ref Unsafe.As<TLane, byte>(ref Unsafe.Add(ref destination, taken));
                Elements(HalvesAvx2.Load(ref tokens, 0, half), order, out Vector256<byte> othersA).StoreUnsafe(ref target);
                Elements(HalvesAvx2.Load(ref tokens, 2 * half, half), order, out Vector256<byte> othersB).StoreUnsafe(ref target, 32);
                if ((othersA | othersB) != Vector256<byte>.Zero)
                {
                    int before = FirstLane(othersA);
                    return taken + (before < Lanes ? before : Lanes + FirstLane(othersB));
                }
            }

            if (taken == room)
            {
                return taken;
            }
        }

        return taken + UniformDecoderVector128<TLane, TSignedness, TLength>.Decode(
            ref Unsafe.Add(ref source, taken * TLength.Value), length - (taken * TLength.Value), ref Unsafe.Add(ref destination, taken), room - taken);
    }

    /// <inheritdoc cref="UniformDecoderVector128{TLane, TSignedness, TLength}.Elements"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Elements(Vector256<byte> bytes, Vector256<byte> order, out Vector256<byte> others)
    {
        Vector256<byte> shuffled = Avx2.Shuffle(bytes, order);
        Vector256<byte> payloads = shuffled & PerLane((1UL << UniformDecoderVector128<TLane, TSignedness, TLength>.PayloadBits) - 1);
        Vector256<byte> signs = ShiftRightFive(shuffled) & PerLane(1UL << (UniformDecoderVector128<TLane, TSignedness, TLength>.PayloadBits - 1));
        others = (shuffled - Vector256.Create(UniformDecoderVector128<TLane, TSignedness, TLength>.UnsignedPrefix))
            & PerLane(0xfbUL << UniformDecoderVector128<TLane, TSignedness, TLength>.PayloadBits);
        if (TSignedness.IsSigned)
        {
            return Subtract(payloads ^ signs, signs);
        }

        others |= payloads & signs;
        return payloads;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> ShiftRightFive(Vector256<byte> lanes) =>
        Unsafe.SizeOf<TLane>() == sizeof(short) ? (lanes.AsUInt16() >> 5).AsByte()
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? (lanes.AsUInt32() >> 5).AsByte()
            : (lanes.AsUInt64() >> 5).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Subtract(Vector256<byte> a, Vector256<byte> b) =>
        Unsafe.SizeOf<TLane>() == sizeof(short) ? (a.AsInt16() - b.AsInt16()).AsByte()
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? (a.AsInt32() - b.AsInt32()).AsByte()
            : (a.AsInt64() - b.AsInt64()).AsByte();

    /// <summary>A number in all lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> PerLane(ulong value) =>
        Unsafe.SizeOf<TLane>() == sizeof(short) ? Vector256.Create((ushort)value).AsByte()
            : Unsafe.SizeOf<TLane>() == sizeof(int) ? Vector256.Create((uint)value).AsByte()
            : Vector256.Create(value).AsByte();

    /// <summary>The number of the first lane that is not 0; the number of lanes or more if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FirstLane(Vector256<byte> lanes)
    {
        uint bytes = ~Vector256.Equals(lanes, Vector256<byte>.Zero).ExtractMostSignificantBits();
        return BitOperations.TrailingZeroCount(bytes) / Unsafe.SizeOf<TLane>();
    }
}
