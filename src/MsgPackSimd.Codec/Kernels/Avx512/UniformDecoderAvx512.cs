using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A stretch of integers whose tokens have one length, a prefix and a payload that is no wider than the element: a register of elements at a time
/// (AVX-512 VBMI). It ends at the first token of another form.
/// </summary>
/// <remarks>
/// <code>
///   tokens     cd a1 a0 d1 b1 b0 …              three bytes each, into lanes of four
///   values     a0 a1 00 00 b0 b1 00 00 …        one permute, which reverses the payloads, and a mask
///   prefixes   cd cd cd cd d1 d1 d1 d1 …        another permute
///   signs      00 00 00 00 00 80 00 00 …        the payload's top bit, where bit 4 of the prefix says that it is a sign
///   elements   (values ^ signs) - signs
/// </code>
/// The two prefixes of a length, such as cd and d1, are 4 apart: (prefix - cd) &amp; fb is 0 for both, and for nothing else.
/// </remarks>
internal static class UniformDecoderAvx512<TLane, TSignedness, TLength>
    where TLane : unmanaged
    where TSignedness : ISignedness
    where TLength : ITokenLength
{
    /// <summary>How many bytes a register has.</summary>
    private const int Register = 64;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.IsSupported && Unsafe.SizeOf<TLane>() > sizeof(sbyte) && TLength.Value <= 1 + Unsafe.SizeOf<TLane>();
    }

    /// <summary>Gets how many elements a register holds.</summary>
    private static int Lanes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Register / Unsafe.SizeOf<TLane>();
    }

    /// <summary>Gets the length in bytes of as many tokens as a register holds elements.</summary>
    private static int BlockLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Lanes * TLength.Value;
    }

    private static byte SignedPrefix
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TLength.Value switch
        {
            2 => MessagePackFirstByte.Int8,
            3 => MessagePackFirstByte.Int16,
            5 => MessagePackFirstByte.Int32,
            _ => MessagePackFirstByte.Int64,
        };
    }

    private static ref byte ValueIndices
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference((Unsafe.SizeOf<TLane>(), TLength.Value) switch
        {
            (2, 2) => UniformTable.Values16From2,
            (2, _) => UniformTable.Values16From3,
            (4, 2) => UniformTable.Values32From2,
            (4, 3) => UniformTable.Values32From3,
            (4, _) => UniformTable.Values32From5,
            (_, 2) => UniformTable.Values64From2,
            (_, 3) => UniformTable.Values64From3,
            (_, 5) => UniformTable.Values64From5,
            _ => UniformTable.Values64From9,
        });
    }

    private static ref byte PrefixIndices
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference((Unsafe.SizeOf<TLane>(), TLength.Value) switch
        {
            (2, 2) => UniformTable.Prefixes16From2,
            (2, _) => UniformTable.Prefixes16From3,
            (4, 2) => UniformTable.Prefixes32From2,
            (4, 3) => UniformTable.Prefixes32From3,
            (4, _) => UniformTable.Prefixes32From5,
            (_, 2) => UniformTable.Prefixes64From2,
            (_, 3) => UniformTable.Prefixes64From3,
            (_, 5) => UniformTable.Prefixes64From5,
            _ => UniformTable.Prefixes64From9,
        });
    }

    /// <summary>Decodes tokens of this length, to the last one. The last step overlaps the tokens before it, or uses masked loads and stores.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector512<byte> valueIndices = Vector512.LoadUnsafe(ref ValueIndices);
        Vector512<byte> prefixIndices = Vector512.LoadUnsafe(ref PrefixIndices);
        nint taken = 0;
        nint count = Math.Min(room, length / TLength.Value);

        // The last token from which a whole register can be loaded: if a block's tokens fill a register, the last one from which a whole block follows.
        nint last = BlockLength >= Register ? count - Lanes
            : length < Register ? -1
            : Math.Min(count - Lanes, (length - Register) / TLength.Value);
        while (taken <= last)
        {
            Bounds.Assert(taken * TLength.Value, Math.Max(Register, BlockLength), length);
            Bounds.Assert(taken, Lanes, room);
            Vector512<byte> bad = DecodeBlock(
                ref Unsafe.Add(ref source, taken * TLength.Value), ref Unsafe.Add(ref destination, taken), valueIndices, prefixIndices);
            if (bad != Vector512<byte>.Zero)
            {
                return taken + FirstLane(bad);
            }

            taken += Lanes;
        }

        // The rest is decoded in a block that overlaps the one before.
        nint overlapped = count - Lanes;
        if (taken > 0 && taken < count && taken > overlapped && overlapped <= last)
        {
            Bounds.Assert(overlapped * TLength.Value, Math.Max(Register, BlockLength), length);
            Bounds.Assert(overlapped, Lanes, room);
            Vector512<byte> bad = DecodeBlock(
                ref Unsafe.Add(ref source, overlapped * TLength.Value), ref Unsafe.Add(ref destination, overlapped), valueIndices, prefixIndices);

            // Whoever goes on behind the stretch need not wait for this block, if it is as predicted.
            if (bad == Vector512<byte>.Zero)
            {
                return count;
            }

            return overlapped + Math.Min(FirstLane(bad), Lanes);
        }

        fixed (byte* bytes = &source)
        fixed (TLane* values = &destination)
        {
            while (taken < count)
            {
                nint left = Math.Min(count - taken, Lanes);
                byte* from = bytes + (taken * TLength.Value);
                nint within = left * TLength.Value;
                Bounds.Assert(taken * TLength.Value, within, length);
                Bounds.Assert(taken, left, room);
                Vector512<byte> first = Masked512.LoadFirst(from, Math.Min(within, Register), Vector512<byte>.Zero);
                Vector512<byte> second = first;
                if (BlockLength > Register && within > Register)
                {
                    second = Masked512.LoadFirst(
                        from + BlockLength - Register, within - (BlockLength - Register), Vector512<byte>.Zero);
                }

                Vector512<byte> elements = Elements(
                    Gather(first, second, valueIndices), Gather(first, second, prefixIndices), out Vector512<byte> bad);
                Masked512.StoreFirst(elements, (byte*)(values + taken), left * Unsafe.SizeOf<TLane>());
                nint good = Math.Min(FirstLane(bad), left);
                taken += good;
                if (good < left)
                {
                    break;
                }
            }
        }

        Debug.Assert(taken <= room && taken * TLength.Value <= length);
        return taken;
    }

    /// <summary>Decodes a register of elements.</summary>
    /// <returns>A vector whose lanes are not 0 where the token is not of this form.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> DecodeBlock(ref byte source, ref TLane destination, Vector512<byte> valueIndices, Vector512<byte> prefixIndices)
    {
        Vector512<byte> first = Vector512.LoadUnsafe(ref source);
        Vector512<byte> second = BlockLength > Register ? Vector512.LoadUnsafe(ref source, (nuint)(BlockLength - Register)) : first;
        Vector512<byte> elements = Elements(
            Gather(first, second, valueIndices), Gather(first, second, prefixIndices), out Vector512<byte> bad);
        elements.StoreUnsafe(ref Unsafe.As<TLane, byte>(ref destination));
        return bad;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Gather(Vector512<byte> first, Vector512<byte> second, Vector512<byte> indices) =>
        BlockLength > Register
            ? Avx512Vbmi.PermuteVar64x8x2(first, indices, second)
            : Avx512Vbmi.PermuteVar64x8(first, indices);

    /// <summary>The elements of these payloads and prefixes.</summary>
    /// <param name="payloads">The payload in the low bytes of each lane, anything above it.</param>
    /// <param name="prefixes">The prefix in all bytes of each lane.</param>
    /// <param name="bad">Receives lanes that are not 0 where the prefix is another one, or the value does not fit.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Elements(Vector512<byte> payloads, Vector512<byte> prefixes, out Vector512<byte> bad)
    {
        // The signed prefix of a length is 4 more than the unsigned one. Less the unsigned one, these two are 4 and 0; any other byte has another bit set.
        bad = (prefixes - Vector512.Create((byte)(SignedPrefix - 4))) & Vector512.Create((byte)0xfb);

        // Bit 4 of the prefix, which is set if the payload is signed, moves to the place of the payload's top bit.
        Vector512<byte> signs = (prefixes.AsUInt32() << 3).AsByte();
        Vector512<byte> topBits = PerLane(1UL << ((8 * (TLength.Value - 1)) - 1));
        if (TLength.Value == 1 + Unsafe.SizeOf<TLane>())
        {
            bad |= (TSignedness.IsSigned ? Vector512.AndNot(payloads, signs) : payloads & signs) & topBits;
            return payloads;
        }

        signs &= topBits;
        payloads &= PerLane((1UL << (8 * (TLength.Value - 1))) - 1);
        if (!TSignedness.IsSigned)
        {
            bad |= payloads & signs;
            return payloads;
        }

        payloads ^= signs;
        return Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => (payloads.AsInt16() - signs.AsInt16()).AsByte(),
            sizeof(int) => (payloads.AsInt32() - signs.AsInt32()).AsByte(),
            _ => (payloads.AsInt64() - signs.AsInt64()).AsByte(),
        };
    }

    /// <summary>A number in all lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> PerLane(ulong value) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(short) => Vector512.Create((ushort)value).AsByte(),
        sizeof(int) => Vector512.Create((uint)value).AsByte(),
        _ => Vector512.Create(value).AsByte(),
    };

    /// <summary>The number of the first lane that is not 0; the number of lanes or more if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint FirstLane(Vector512<byte> lanes) => BitOperations.TrailingZeroCount(Unsafe.SizeOf<TLane>() switch
    {
        sizeof(short) => ~Vector512.Equals(lanes.AsInt16(), Vector512<short>.Zero).ExtractMostSignificantBits(),
        sizeof(int) => ~Vector512.Equals(lanes.AsInt32(), Vector512<int>.Zero).ExtractMostSignificantBits(),
        _ => ~Vector512.Equals(lanes.AsInt64(), Vector512<long>.Zero).ExtractMostSignificantBits(),
    });
}
