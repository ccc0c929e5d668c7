using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><see cref="FixIntDecoderVector128{TLane, TSignedness}"/> on 32 bytes, each group of them sign-extended straight from memory.</summary>
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
        // From the second step on each vector that is stored lies in one cache line. (Apart: a step that varies made the loop a third slower.)
        nint step = CacheLine.FirstStep(in destination, Math.Min(length, room), Step);
        return step < Step && DecodeSteps(ref source, Step, ref destination, Step) == Step
            ? step + DecodeSteps(ref Unsafe.Add(ref source, step), length - step, ref Unsafe.Add(ref destination, step), room - step)
            : DecodeSteps(ref source, length, ref destination, room);
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeSteps(ref byte source, nint length, ref TLane destination, nint room)
    {
        Vector256<sbyte> least = Vector256.Create((sbyte)(TSignedness.IsSigned ? -32 : 0));
        nint taken = 0;
        while (length - taken >= 32 && room - taken >= 32)
        {
            Bounds.Assert(taken, 32, length);
            Bounds.Assert(taken, 32, room);
            Vector256<sbyte> bytes = Vector256.LoadUnsafe(ref source, (nuint)taken).AsSByte();
            if (Vector256.LessThanAny(bytes, least))
            {
                break;
            }

            ref TLane target = ref Unsafe.Add(ref destination, taken);
            switch (Unsafe.SizeOf<TLane>())
            {
                case sizeof(sbyte):
                    bytes.StoreUnsafe(ref Unsafe.As<TLane, sbyte>(ref target));
                    break;

                case sizeof(short):
                    Avx2.ConvertToVector256Int16(bytes.GetLower()).StoreUnsafe(ref Unsafe.As<TLane, short>(ref target));
                    Avx2.ConvertToVector256Int16(bytes.GetUpper()).StoreUnsafe(ref Unsafe.As<TLane, short>(ref target), 16);
                    break;

                case sizeof(int):
                    for (nint i = 0; i < 32; i += 8)
                    {
                        ulong eight = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, taken + i));
                        Avx2.ConvertToVector256Int32(Vector128.CreateScalarUnsafe(eight).AsSByte())
                            .StoreUnsafe(ref Unsafe.As<TLane, int>(ref target), (nuint)i);
                    }

                    break;

                default:
                    for (nint i = 0; i < 32; i += 4)
                    {
                        uint four = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, taken + i));
                        Avx2.ConvertToVector256Int64(Vector128.CreateScalarUnsafe(four).AsSByte())
                            .StoreUnsafe(ref Unsafe.As<TLane, long>(ref target), (nuint)i);
                    }

                    break;
            }

            taken += 32;
        }

        return taken;
    }
}
