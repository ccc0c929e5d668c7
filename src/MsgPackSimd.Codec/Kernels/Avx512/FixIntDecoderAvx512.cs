using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <see cref="FixIntDecoderVector128{TLane, TSignedness}"/> on 64 bytes at a time; where there are fewer, with masked loads and stores.
/// </summary>
internal static class FixIntDecoderAvx512<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    private const int Register = 64;

    /// <summary>
    /// Gets whether this kernel is to be used on the CPU. The kernel needs no more than AVX-512 BW. But CPUs that have BW without VBMI (Skylake to Cooper Lake)
    /// lower their clock for vectors of 512 bits, and .NET too prefers 256 bits there. AVX2 serves on these.
    /// </summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.IsSupported;
    }

    private static int Lanes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Register / Unsafe.SizeOf<TLane>();
    }

    /// <summary>Decodes fixints, 64 at a time, to the last one.</summary>
    /// <inheritdoc cref="FixIntDecoderVector128{TLane, TSignedness}.Decode"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        Debug.Assert(IsSupported);
        Vector512<sbyte> least = Vector512.Create(TSignedness.LeastFixInt);
        nint taken = 0;
        nint count = Math.Min(length, room);
        nint step = CacheLine.FirstStep(ref destination, count, Register);
        while (count - taken >= Register)
        {
            Bounds.Assert(taken, Register, length);
            Bounds.Assert(taken, Register, room);
            ulong others = Vector512.LessThan(Vector512.LoadUnsafe(ref source, (nuint)taken).AsSByte(), least).ExtractMostSignificantBits();
            Store(ref Unsafe.Add(ref source, taken), ref Unsafe.Add(ref destination, taken));
            if (others != 0)
            {
                return taken + BitOperations.TrailingZeroCount(others);
            }

            taken += step;
            step = Register;
        }

        fixed (byte* bytes = &source)
        fixed (TLane* values = &destination)
        {
            while (taken < count)
            {
                nint left = Math.Min(count - taken, Lanes);
                Bounds.Assert(taken, left, length);
                Bounds.Assert(taken, left, room);
                Vector512<sbyte> tokens = Masked512.LoadFirst(bytes + taken, left, Vector512<byte>.Zero).AsSByte();
                ulong bad = Vector512.LessThan(tokens, least).ExtractMostSignificantBits();
                Masked512.StoreFirst(Widen(tokens), (byte*)(values + taken), left * Unsafe.SizeOf<TLane>());
                if (bad != 0)
                {
                    taken += BitOperations.TrailingZeroCount(bad);
                    break;
                }

                // The branch above is predicted, so the next step's mask does not wait for this step's bytes.
                taken += left;
            }
        }

        Debug.Assert(taken <= length && taken <= room);
        return taken;
    }

    /// <summary>Stores 64 values, sign-extended to the element's size straight from memory. Written out, since the compiler would not unroll a loop.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(ref byte source, ref TLane destination)
    {
        Widen(ref source).StoreUnsafe(ref destination);
        if (Unsafe.SizeOf<TLane>() >= sizeof(short))
        {
            Widen(ref Unsafe.Add(ref source, Lanes)).StoreUnsafe(ref destination, (nuint)Lanes);
        }

        if (Unsafe.SizeOf<TLane>() >= sizeof(int))
        {
            Widen(ref Unsafe.Add(ref source, 2 * Lanes)).StoreUnsafe(ref destination, 2 * (nuint)Lanes);
            Widen(ref Unsafe.Add(ref source, 3 * Lanes)).StoreUnsafe(ref destination, 3 * (nuint)Lanes);
        }

        if (Unsafe.SizeOf<TLane>() == sizeof(long))
        {
            Widen(ref Unsafe.Add(ref source, 4 * Lanes)).StoreUnsafe(ref destination, 4 * (nuint)Lanes);
            Widen(ref Unsafe.Add(ref source, 5 * Lanes)).StoreUnsafe(ref destination, 5 * (nuint)Lanes);
            Widen(ref Unsafe.Add(ref source, 6 * Lanes)).StoreUnsafe(ref destination, 6 * (nuint)Lanes);
            Widen(ref Unsafe.Add(ref source, 7 * Lanes)).StoreUnsafe(ref destination, 7 * (nuint)Lanes);
        }
    }

    /// <summary>A register of elements, from as many bytes in memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<TLane> Widen(ref byte source) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(sbyte) => Vector512.LoadUnsafe(ref source).As<byte, TLane>(),
        sizeof(short) => Avx512BW.ConvertToVector512Int16(Vector256.LoadUnsafe(ref source).AsSByte()).As<short, TLane>(),
        sizeof(int) => Avx512F.ConvertToVector512Int32(Vector128.LoadUnsafe(ref source).AsSByte()).As<int, TLane>(),
        _ => Avx512F.ConvertToVector512Int64(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref source)).AsSByte())
            .As<long, TLane>(),
    };

    /// <summary>A register of elements, from the first bytes of a register.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Widen(Vector512<sbyte> tokens) => Unsafe.SizeOf<TLane>() switch
    {
        sizeof(sbyte) => tokens.AsByte(),
        sizeof(short) => Avx512BW.ConvertToVector512Int16(tokens.GetLower()).AsByte(),
        sizeof(int) => Avx512F.ConvertToVector512Int32(tokens.GetLower().GetLower()).AsByte(),
        _ => Avx512F.ConvertToVector512Int64(tokens.GetLower().GetLower()).AsByte(),
    };
}
