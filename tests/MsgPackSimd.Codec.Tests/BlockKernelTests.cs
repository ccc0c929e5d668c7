using System;
using System.Buffers;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Each block kernel by name, called directly, whatever the dispatch would choose; judged by the reference codec.</summary>
public class BlockKernelTests
{
    private delegate OperationStatus Encoder<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten);

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

    private static void Check<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        EveryPatternInEveryPlace<T, TLane, TKernel>();
        EveryLengthAndRoom<T, TLane, TKernel>();
        StretchesWithOneException<T, TLane, TKernel>();
    }

    /// <summary>All combinations of boundary values in four neighbouring places (for sbyte: of prefixed or not in eight), at each place of a block.</summary>
    private static void EveryPatternInEveryPlace<T, TLane, TKernel>()
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

    private static void EveryLengthAndRoom<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        foreach (string distribution in LargeInput.Distributions)
        {
            for (int count = TKernel.BlockLength; count <= 200; count++)
            {
                T[] values = LargeInput.Create<T>(distribution, count, (ulong)count);
                byte[] expected = ReferenceCodec.EncodeElements<T>(values);
                foreach (int extra in new[] { 0, 1, 15, 40, 200 })
                {
                    CheckWhole<T>(BlockEncoding.Encode<T, TLane, TKernel>, values, expected, expected.Length + extra);
                }
            }
        }
    }

    /// <summary>All fixints, or all of full width, but for one element: in every place, so that every uniform loop is left everywhere.</summary>
    private static void StretchesWithOneException<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        T[] boundaries = Samples.Boundaries<T>();
        foreach (T uniform in new[] { default, boundaries[0], boundaries[^1] })
        {
            for (int place = 0; place < 200; place++)
            {
                T[] values = new T[200];
                Array.Fill(values, uniform);
                values[place] = boundaries[place % boundaries.Length];
                byte[] expected = ReferenceCodec.EncodeElements<T>(values);
                CheckWhole<T>(BlockEncoding.Encode<T, TLane, TKernel>, values, expected, expected.Length);
                CheckWhole<T>(BlockEncoding.Encode<T, TLane, TKernel>, values, expected, expected.Length + 100);
            }
        }
    }

    private static void CheckWhole<T>(Encoder<T> encode, T[] values, byte[] expected, int room)
        where T : unmanaged
    {
        byte[] memory = new byte[room];
        Assert.Equal(OperationStatus.Done, encode(values, memory, out int read, out int written));
        Assert.Equal((values.Length, expected.Length), (read, written));
        Assert.True(expected.AsSpan().SequenceEqual(memory.AsSpan(0, written)), $"{values.Length} elements into {room} bytes");
    }
}
