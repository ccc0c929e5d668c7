using System;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// The single block of each kernel that works in blocks: its mask, its length and how far it stores. All else about kernels is in
/// <see cref="KernelTests"/>, which calls these with the loops around them.
/// </summary>
public class BlockKernelTests
{
    [KernelFact(InstructionSet.Vector128)]
    public void SByte_Vector128() => Check<sbyte, sbyte, SByteEncoderVector128>();

    [KernelFact(InstructionSet.Avx2)]
    public void SByte_Avx2() => Check<sbyte, sbyte, SByteEncoderAvx2>();

    [KernelFact(InstructionSet.Vector128)]
    public void Int16_Vector128() => Check<short, short, Int16EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int16_Avx2() => Check<short, short, Int16EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt16_Vector128() => Check<ushort, short, Int16EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt16_Avx2() => Check<ushort, short, Int16EncoderAvx2<Unsigned>>();

    [KernelFact(InstructionSet.Vector128)]
    public void Int32_Vector128() => Check<int, int, Int32EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int32_Avx2() => Check<int, int, Int32EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt32_Vector128() => Check<uint, int, Int32EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt32_Avx2() => Check<uint, int, Int32EncoderAvx2<Unsigned>>();

    [KernelFact(InstructionSet.Vector128)]
    public void Int64_Vector128() => Check<long, long, Int64EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int64_Avx2() => Check<long, long, Int64EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt64_Vector128() => Check<ulong, long, Int64EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt64_Avx2() => Check<ulong, long, Int64EncoderAvx2<Unsigned>>();

    /// <summary>All combinations of boundary values in four neighbouring places (for sbyte: of prefixed or not in eight), at each place of a block.</summary>
    private static void Check<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        T[] boundaries = Samples.Boundaries<T>();
        int width = typeof(T) == typeof(sbyte) ? 8 : 4;
        T[] kinds = typeof(T) == typeof(sbyte)
            ? [boundaries.Last(), boundaries.First()]
            : [.. Enumerable.Range(0, 8).Select(i => boundaries[i * (boundaries.Length - 1) / 7])];
        int patterns = (int)Math.Pow(kinds.Length, width);
        T[] block = Samples.Mixed<T>(new Random(1), TKernel.BlockLength);
        for (int pattern = 0; pattern < patterns; pattern++)
        {
            int at = pattern * 7 % (block.Length - Math.Min(width, block.Length) + 1);
            int rest = pattern;
            for (int i = 0; i < Math.Min(width, block.Length); i++, rest /= kinds.Length)
            {
                block[at + i] = kinds[rest % kinds.Length];
            }

            CheckBlock<T, TLane, TKernel>(block);
        }
    }

    private static void CheckBlock<T, TLane, TKernel>(T[] block)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        byte[] expected = ReferenceCodec.EncodeElements<T>(block);
        byte[] memory = new byte[TKernel.Room];
        uint mask = TKernel.EncodeBlock(ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetArrayDataReference(block)), ref memory[0]);
        Assert.Equal(Convert.ToHexString(expected), Convert.ToHexString(memory.AsSpan(0, expected.Length)));
        Assert.Equal(expected.Length, TKernel.BlockLength + BitOperations.PopCount(mask));
        Assert.True(TKernel.Room <= BlockEncoding.MaxRoom);
    }
}
