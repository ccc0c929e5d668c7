using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// The loops for nothing but fixints, called directly: the vectors that overlap at the end, those that are checked together, and what is left for single steps.
/// </summary>
public class FixIntStretchTests
{
    private const byte Untouched = 0xa5;

    /// <summary>Every kernel takes all of so many fixints, if there is room for them.</summary>
    private const int AlwaysTaken = 64;

    /// <summary>Around every multiple of a step, and two lengths from which on the first steps end where a cache line begins.</summary>
    private static readonly int[] Counts = [.. Enumerable.Range(0, 68), 95, 96, 97, 100, 127, 128, 129, 191, 192, 193, 250, 256, 257, 300, 640, 1100];

    private delegate nint EncodeFixInts<TLane>(ref TLane source, nint count, ref byte destination, nint room);

    [KernelFact(InstructionSet.Vector128)]
    public void Int8_Vector128_stops_at_the_first_other() => Check<sbyte, sbyte>(Int8EncoderVector128<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Vector128)]
    public void UInt8_Vector128_stops_at_the_first_other() => Check<byte, sbyte>(Int8EncoderVector128<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Vector128)]
    public void Int16_Vector128_stops_at_the_first_other() => Check<short, short>(Int16EncoderVector128<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Vector128)]
    public void UInt16_Vector128_stops_at_the_first_other() => Check<ushort, short>(Int16EncoderVector128<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Vector128)]
    public void Int32_Vector128_stops_at_the_first_other() => Check<int, int>(Int32EncoderVector128<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Vector128)]
    public void UInt32_Vector128_stops_at_the_first_other() => Check<uint, int>(Int32EncoderVector128<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Vector128)]
    public void Int64_Vector128_stops_at_the_first_other() => Check<long, long>(Int64EncoderVector128<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Vector128)]
    public void UInt64_Vector128_stops_at_the_first_other() => Check<ulong, long>(Int64EncoderVector128<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx2)]
    public void Int8_Avx2_stops_at_the_first_other() => Check<sbyte, sbyte>(Int8EncoderAvx2<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx2)]
    public void UInt8_Avx2_stops_at_the_first_other() => Check<byte, sbyte>(Int8EncoderAvx2<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx2)]
    public void Int16_Avx2_stops_at_the_first_other() => Check<short, short>(Int16EncoderAvx2<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx2)]
    public void UInt16_Avx2_stops_at_the_first_other() => Check<ushort, short>(Int16EncoderAvx2<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx2)]
    public void Int32_Avx2_stops_at_the_first_other() => Check<int, int>(Int32EncoderAvx2<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx2)]
    public void UInt32_Avx2_stops_at_the_first_other() => Check<uint, int>(Int32EncoderAvx2<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx2)]
    public void Int64_Avx2_stops_at_the_first_other() => Check<long, long>(Int64EncoderAvx2<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx2)]
    public void UInt64_Avx2_stops_at_the_first_other() => Check<ulong, long>(Int64EncoderAvx2<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx512Vbmi2)]
    public void Int8_Avx512_stops_at_the_first_other() => Check<sbyte, sbyte>(Int8EncoderAvx512<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx512Vbmi2)]
    public void UInt8_Avx512_stops_at_the_first_other() => Check<byte, sbyte>(Int8EncoderAvx512<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx512Vbmi2)]
    public void Int16_Avx512_stops_at_the_first_other() => Check<short, short>(Int16EncoderAvx512<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx512Vbmi2)]
    public void UInt16_Avx512_stops_at_the_first_other() => Check<ushort, short>(Int16EncoderAvx512<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx512Vbmi2)]
    public void Int32_Avx512_stops_at_the_first_other() => Check<int, int>(Int32EncoderAvx512<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx512Vbmi2)]
    public void UInt32_Avx512_stops_at_the_first_other() => Check<uint, int>(Int32EncoderAvx512<Unsigned>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx512Vbmi2)]
    public void Int64_Avx512_stops_at_the_first_other() => Check<long, long>(Int64EncoderAvx512<Signed>.EncodeFixInts);

    [KernelFact(InstructionSet.Avx512Vbmi2)]
    public void UInt64_Avx512_stops_at_the_first_other() => Check<ulong, long>(Int64EncoderAvx512<Unsigned>.EncodeFixInts);

    private static void Check<T, TLane>(EncodeFixInts<TLane> encode)
        where T : unmanaged
    {
        T[] boundaries = Samples.Boundaries<T>();
        T[] fixInts = [.. boundaries.Where(value => ReferenceCodec.EncodeElements<T>([value]).Length == 1)];
        T[] others = [.. boundaries.Except(fixInts)];
        foreach (int count in Counts)
        {
            T[] values = [.. Enumerable.Range(0, count).Select(i => fixInts[((i * 7) + (i / 5)) % fixInts.Length])];
            byte[] tokens = ReferenceCodec.EncodeElements<T>(values);
            for (int room = count > 300 ? count : 0; room <= count + 1; room += room >= count - 66 ? 1 : 13)
            {
                nint taken = CheckOne(encode, values, tokens, room);
                Assert.True(room < count || count < AlwaysTaken || taken == count, $"{taken} of {count}, room {room}");
            }

            for (int at = 0; at < count; at += count > 300 && at > 80 && at < count - 80 ? 17 : 1)
            {
                T fixInt = values[at];
                for (int i = at % 3; i < others.Length; i += 3)
                {
                    values[at] = others[i];
                    nint taken = CheckOne(encode, values, tokens, count);
                    Assert.True(taken <= at, $"{taken} of {count}, but {values[at]} is at {at}.");
                }

                values[at] = fixInt;
            }
        }
    }

    /// <summary>Encodes, and checks the tokens of what was taken and that nothing is written past the room.</summary>
    private static nint CheckOne<T, TLane>(EncodeFixInts<TLane> encode, T[] values, byte[] tokens, int room)
        where T : unmanaged
    {
        byte[] memory = new byte[room + 64];
        Array.Fill(memory, Untouched);
        nint taken = encode(ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetArrayDataReference(values)), values.Length, ref memory[0], room);
        Assert.InRange(taken, 0, Math.Min(room, values.Length));
        Assert.True(tokens.AsSpan(0, (int)taken).SequenceEqual(memory.AsSpan(0, (int)taken)), $"{taken} of {values.Length}, room {room}");
        Assert.Equal(-1, memory.AsSpan(room).IndexOfAnyExcept(Untouched));
        return taken;
    }
}
