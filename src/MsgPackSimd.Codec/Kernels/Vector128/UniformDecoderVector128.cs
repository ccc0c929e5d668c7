using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The algorithm of <see cref="UniformDecoderAvx512{TLane, TSignedness, TLength}"/> on 16 bytes (SSSE3, AdvSimd), for tokens whose payload is narrower
/// than the element. (<see cref="FullWidthDecoderVector128{TLane, TForm}"/> takes those of full width.)
/// </summary>
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

    private static byte SignedPrefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TLength.Value switch
        {
            2 => MessagePackFirstByte.Int8,
            3 => MessagePackFirstByte.Int16,
            _ => MessagePackFirstByte.Int32,
        };
    }

    /// <summary>Gets the table of the AVX-512 kernel, of which only the first 16 bytes are needed here.</summary>
    private static ref byte ValueIndices
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

    private static ref byte PrefixIndices
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference((Unsafe.SizeOf<TLane>(), TLength.Value) switch
        {
            (2, _) => UniformTable.Prefixes16From2,
            (4, 2) => UniformTable.Prefixes32From2,
            (4, _) => UniformTable.Prefixes32From3,
            (_, 2) => UniformTable.Prefixes64From2,
            (_, 3) => UniformTable.Prefixes64From3,
            _ => UniformTable.Prefixes64From5,
        });
    }

    /// <summary>Decodes tokens of this length, as many at a time as a register holds elements.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector128<byte> valueIndices = Vector128.LoadUnsafe(ref ValueIndices);
        Vector128<byte> prefixIndices = Vector128.LoadUnsafe(ref PrefixIndices);
        Vector128<byte> payloadMask = PerLane((1UL << (8 * (TLength.Value - 1))) - 1);
        Vector128<byte> topBits = PerLane(1UL << ((8 * (TLength.Value - 1)) - 1));
        ref byte target = ref Unsafe.As<TLane, byte>(ref destination);
        nint taken = 0;

        // Sixteen bytes are loaded, however many of them the tokens take.
        nint last = Math.Min(length < 16 ? -1 : (length - 16) / TLength.Value, room - Vector128<TLane>.Count);
        for (; taken <= last; taken += Vector128<TLane>.Count)
        {
            Bounds.Assert(taken * TLength.Value, 16, length);
            Bounds.Assert(taken, Vector128<TLane>.Count, room);
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)(taken * TLength.Value));
            Vector128<byte> prefixes = Simd128.Shuffle(bytes, prefixIndices);
            Vector128<byte> payloads = Simd128.Shuffle(bytes, valueIndices) & payloadMask;

            // The signed prefix of a length is 4 more than the unsigned one. With the unsigned one subtracted, nothing but the bit of that 4 is left of either.
            // Bit 4 is set only in the signed prefix; it is shifted to the payload's top bit.
            Vector128<byte> bad = (prefixes - Vector128.Create((byte)(SignedPrefix - 4))) & Vector128.Create((byte)0xfb);
            Vector128<byte> signs = (prefixes.AsUInt32() << 3).AsByte() & topBits;
            if (!TSignedness.IsSigned)
            {
                bad |= payloads & signs;
            }

            if (bad != Vector128<byte>.Zero)
            {
                break;
            }

            (TSignedness.IsSigned ? Subtract(payloads ^ signs, signs) : payloads)
                .StoreUnsafe(ref target, (nuint)(taken * Unsafe.SizeOf<TLane>()));
        }

        return taken;
    }

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
}
