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

/// <summary>
/// A single block of each kernel that works in blocks: its mask, its length and how far it stores; and where the loops around it end. Everything else about
/// these kernels is in <see cref="KernelTests"/>, which calls them with their loops.
/// </summary>
public class BlockKernelTests
{
    private const byte Untouched = 0xa5;

    [KernelFact(InstructionSet.Vector128)]
    public void Int8_Vector128_gives_the_masks_and_bytes_of_the_reference() => Check<sbyte, sbyte, Int8EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int8_Avx2_gives_the_masks_and_bytes_of_the_reference() => Check<sbyte, sbyte, Int8EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt8_Vector128_gives_the_masks_and_bytes_of_the_reference() => Check<byte, sbyte, Int8EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt8_Avx2_gives_the_masks_and_bytes_of_the_reference() => Check<byte, sbyte, Int8EncoderAvx2<Unsigned>>();

    [KernelFact(InstructionSet.Vector128)]
    public void Int16_Vector128_gives_the_masks_and_bytes_of_the_reference() => Check<short, short, Int16EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int16_Avx2_gives_the_masks_and_bytes_of_the_reference() => Check<short, short, Int16EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt16_Vector128_gives_the_masks_and_bytes_of_the_reference() => Check<ushort, short, Int16EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt16_Avx2_gives_the_masks_and_bytes_of_the_reference() => Check<ushort, short, Int16EncoderAvx2<Unsigned>>();

    [KernelFact(InstructionSet.Vector128)]
    public void Int32_Vector128_gives_the_masks_and_bytes_of_the_reference() => Check<int, int, Int32EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int32_Avx2_gives_the_masks_and_bytes_of_the_reference() => Check<int, int, Int32EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt32_Vector128_gives_the_masks_and_bytes_of_the_reference() => Check<uint, int, Int32EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt32_Avx2_gives_the_masks_and_bytes_of_the_reference() => Check<uint, int, Int32EncoderAvx2<Unsigned>>();

    [KernelFact(InstructionSet.Vector128)]
    public void Int64_Vector128_gives_the_masks_and_bytes_of_the_reference() => Check<long, long, Int64EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int64_Avx2_gives_the_masks_and_bytes_of_the_reference() => Check<long, long, Int64EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt64_Vector128_gives_the_masks_and_bytes_of_the_reference() => Check<ulong, long, Int64EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt64_Avx2_gives_the_masks_and_bytes_of_the_reference() => Check<ulong, long, Int64EncoderAvx2<Unsigned>>();

    /// <summary>
    /// The loops' ends, and all combinations of eight boundary values in four neighbouring places (in both places of a block of two; for bytes: prefixed or
    /// not, in eight places), in one place of a block after the other.
    /// </summary>
    private static void Check<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        CheckEnds<T, TLane, TKernel>();
        T[] boundaries = Samples.Boundaries<T>();
        int width = Unsafe.SizeOf<T>() == 1 ? 8 : 4;
        T[] kinds = Unsafe.SizeOf<T>() == 1
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

    /// <summary>
    /// The loops around the block with every number of elements, in every room near its end. The same elements go on behind those given, so it must be
    /// their number, not their values, that ends the loops.
    /// </summary>
    private static void CheckEnds<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        T[] boundaries = Samples.Boundaries<T>();
        T[] mixed = Samples.Mixed<T>(new Random(3), 400);
        foreach (T[] elements in new T[][] { new T[400], [.. Enumerable.Repeat(boundaries[0], 400)], [.. Enumerable.Repeat(boundaries[^1], 400)], mixed })
        {
            // Elements of another kind first, so that the loops for uniform elements are entered from the loop for any elements.
            mixed.AsSpan(0, 33).CopyTo(elements);
            for (int count = TKernel.BlockLength; count < 300; count += count < 100 ? 1 : 19)
            {
                byte[] expected = ReferenceCodec.EncodeElements<T>(elements.AsSpan(0, count));
                foreach (int room in new[] { expected.Length - 1, expected.Length, expected.Length + 7, expected.Length + 300 })
                {
                    byte[] memory = new byte[room + 64];
                    memory.AsSpan().Fill(Untouched);
                    OperationStatus status = BlockEncoding.Encode<T, TLane, TKernel>(
                        elements.AsSpan(0, count), memory.AsSpan(0, room), out int read, out int written);
                    bool fits = room >= expected.Length;
                    Assert.Equal(fits ? OperationStatus.Done : OperationStatus.DestinationTooSmall, status);
                    Assert.Equal(fits ? count : count - 1, read);
                    Assert.Equal(ReferenceCodec.EncodeElements<T>(elements.AsSpan(0, read)).Length, written);
                    Assert.Equal(expected.AsSpan(0, written), memory.AsSpan(0, written));
                    Assert.Equal(-1, memory.AsSpan(room).IndexOfAnyExcept(Untouched));
                }
            }
        }
    }

    private static void CheckBlock<T, TLane, TKernel>(T[] block)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        byte[] expected = ReferenceCodec.EncodeElements<T>(block);
        byte[] memory = new byte[TKernel.Room + 64];
        memory.AsSpan().Fill(Untouched);
        uint mask = TKernel.EncodeBlock(
            ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetArrayDataReference(block)), ref memory[0], ref MemoryMarshal.GetReference(TKernel.Rows));
        Assert.Equal(Convert.ToHexString(expected), Convert.ToHexString(memory.AsSpan(0, expected.Length)));
        Assert.Equal(expected.Length, TKernel.BlockLength + BitOperations.PopCount(mask));
        Assert.Equal(-1, memory.AsSpan(TKernel.Room).IndexOfAnyExcept(Untouched));
    }
}
