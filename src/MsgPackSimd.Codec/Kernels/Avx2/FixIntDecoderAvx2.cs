using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><see cref="FixIntDecoderVector128{TLane, TSignedness}"/> on 32 bytes at a time, whose groups are sign-extended straight from memory.</summary>
internal static class FixIntDecoderAvx2<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    private const int Step = 32;

    /// <summary>Decodes fixints, 32 at a time.</summary>
    /// <inheritdoc cref="FixIntDecoderVector128{TLane, TSignedness}.Decode"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Decode(ref byte source, nint length, ref TLane destination, nint room)
    {
        // From the second step on each vector that is stored lies in one cache line. (The first step is a call of its own: a step that varies made the loop a
        // third slower.)
        nint step = CacheLine.FirstStep(in destination, Math.Min(length, room), Step);
        return step < Step && DecodeSteps(ref source, Step, ref destination, Step) == Step
            ? step + DecodeSteps(ref Unsafe.Add(ref source, step), length - step, ref Unsafe.Add(ref destination, step), room - step)
            : DecodeSteps(ref source, length, ref destination, room);
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeSteps(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector256<sbyte> least = Vector256.Create(TSignedness.LeastFixInt);
        nint count = Math.Min(length, room);
        nint taken = 0;

        // Where nothing is widened, a step does so little that four share a test.
        for (nint last = count - (4 * 32); Unsafe.SizeOf<TLane>() == sizeof(sbyte) && taken <= last; taken += 4 * 32)
        {
            Bounds.Assert(taken, 4 * 32, length);
            Bounds.Assert(taken, 4 * 32, room);
            ref byte place = ref Unsafe.As<TLane, byte>(ref destination);
            Vector256<byte> a = Vector256.LoadUnsafe(ref source, (nuint)taken);
            Vector256<byte> b = Vector256.LoadUnsafe(ref source, (nuint)taken + 32);
            Vector256<byte> c = Vector256.LoadUnsafe(ref source, (nuint)taken + 64);
            Vector256<byte> d = Vector256.LoadUnsafe(ref source, (nuint)taken + 96);
            if (Vector256.LessThanAny(Vector256.Min(Vector256.Min(a.AsSByte(), b.AsSByte()), Vector256.Min(c.AsSByte(), d.AsSByte())), least))
            {
                break;
            }

            a.StoreUnsafe(ref place, (nuint)taken);
            b.StoreUnsafe(ref place, (nuint)taken + 32);
            c.StoreUnsafe(ref place, (nuint)taken + 64);
            d.StoreUnsafe(ref place, (nuint)taken + 96);
        }

        for (nint last = count - 32; taken <= last; taken += 32)
        {
            Bounds.Assert(taken, 32, length);
            Bounds.Assert(taken, 32, room);
            uint others = Vector256.LessThan(Vector256.LoadUnsafe(ref source, (nuint)taken).AsSByte(), least).ExtractMostSignificantBits();
            Store(ref Unsafe.Add(ref source, taken), ref Unsafe.Add(ref destination, taken));
            Store(ref Unsafe.Add(ref source, taken + 16), ref Unsafe.Add(ref destination, taken + 16));
            if (others != 0)
            {
                return taken + BitOperations.TrailingZeroCount(others);
            }
        }

        return taken;
    }

    /// <summary>Stores sixteen values, sign-extended to the element's size straight from memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(ref byte source, ref TLane destination)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(sbyte))
        {
            Vector128.LoadUnsafe(ref source).StoreUnsafe(ref Unsafe.As<TLane, byte>(ref destination));
        }
        else if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            Avx2.ConvertToVector256Int16(Vector128.LoadUnsafe(ref source).AsSByte()).StoreUnsafe(ref Unsafe.As<TLane, short>(ref destination));
        }
        else if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            // Written out, since the compiler would not unroll a loop.
            StoreEight(ref source, ref Unsafe.As<TLane, int>(ref destination));
            StoreEight(ref Unsafe.Add(ref source, 8), ref Unsafe.As<TLane, int>(ref Unsafe.Add(ref destination, 8)));
        }
        else
        {
            StoreFour(ref source, ref Unsafe.As<TLane, long>(ref destination));
            StoreFour(ref Unsafe.Add(ref source, 4), ref Unsafe.As<TLane, long>(ref Unsafe.Add(ref destination, 4)));
            StoreFour(ref Unsafe.Add(ref source, 8), ref Unsafe.As<TLane, long>(ref Unsafe.Add(ref destination, 8)));
            StoreFour(ref Unsafe.Add(ref source, 12), ref Unsafe.As<TLane, long>(ref Unsafe.Add(ref destination, 12)));
        }
    }

    /// <summary>Stores sixteen values, sign-extended to the element's size, which is 16 bits or more, from a register.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<sbyte> values, ref TLane destination)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            Avx2.ConvertToVector256Int16(values).StoreUnsafe(ref Unsafe.As<TLane, short>(ref destination));
            return;
        }

        Vector128<sbyte> upper = Sse2.ShiftRightLogical128BitLane(values, 8);
        if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            Avx2.ConvertToVector256Int32(values).StoreUnsafe(ref Unsafe.As<TLane, int>(ref destination));
            Avx2.ConvertToVector256Int32(upper).StoreUnsafe(ref Unsafe.As<TLane, int>(ref destination), 8);
        }
        else
        {
            StoreEight(values, ref Unsafe.As<TLane, long>(ref destination));
            StoreEight(upper, ref Unsafe.As<TLane, long>(ref Unsafe.Add(ref destination, 8)));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreEight(Vector128<sbyte> values, ref long destination)
    {
        Avx2.ConvertToVector256Int64(values).StoreUnsafe(ref destination);
        Avx2.ConvertToVector256Int64(Sse2.ShiftRightLogical128BitLane(values, 4)).StoreUnsafe(ref destination, 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreEight(ref byte source, ref int destination) =>
        Avx2.ConvertToVector256Int32(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref source)).AsSByte()).StoreUnsafe(ref destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreFour(ref byte source, ref long destination) =>
        Avx2.ConvertToVector256Int64(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<uint>(ref source)).AsSByte()).StoreUnsafe(ref destination);
}
