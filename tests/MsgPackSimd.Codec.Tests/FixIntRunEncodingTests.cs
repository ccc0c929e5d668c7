using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Fixints with few other elements between them: one block, the loop over blocks, and the choice between that loop and others.</summary>
public class FixIntRunEncodingTests
{
    private const byte Untouched = 0xa5;

    private const int BlockLength = FixIntRunEncoding.BlockLength;

    [KernelFact(InstructionSet.Vector128)]
    public void Int16_Vector128_gives_the_tokens_of_the_reference() => Check<short, short, Int16EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int16_Avx2_gives_the_tokens_of_the_reference() => Check<short, short, Int16EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt16_Vector128_gives_the_tokens_of_the_reference() => Check<ushort, short, Int16EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt16_Avx2_gives_the_tokens_of_the_reference() => Check<ushort, short, Int16EncoderAvx2<Unsigned>>();

    [KernelFact(InstructionSet.Vector128)]
    public void Int32_Vector128_gives_the_tokens_of_the_reference() => Check<int, int, Int32EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int32_Avx2_gives_the_tokens_of_the_reference() => Check<int, int, Int32EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt32_Vector128_gives_the_tokens_of_the_reference() => Check<uint, int, Int32EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt32_Avx2_gives_the_tokens_of_the_reference() => Check<uint, int, Int32EncoderAvx2<Unsigned>>();

    [KernelFact(InstructionSet.Vector128)]
    public void Int64_Vector128_gives_the_tokens_of_the_reference() => Check<long, long, Int64EncoderVector128<Signed>>();

    [KernelFact(InstructionSet.Avx2)]
    public void Int64_Avx2_gives_the_tokens_of_the_reference() => Check<long, long, Int64EncoderAvx2<Signed>>();

    [KernelFact(InstructionSet.Vector128)]
    public void UInt64_Vector128_gives_the_tokens_of_the_reference() => Check<ulong, long, Int64EncoderVector128<Unsigned>>();

    [KernelFact(InstructionSet.Avx2)]
    public void UInt64_Avx2_gives_the_tokens_of_the_reference() => Check<ulong, long, Int64EncoderAvx2<Unsigned>>();

    private static void Check<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        CheckNarrowing<T, TLane, TKernel>();
        CheckPlaces<T, TLane, TKernel>();
        CheckFewOthers<T, TLane, TKernel>();
        CheckEnds<T, TLane, TKernel>();
        CheckClusters<T, TLane, TKernel>();
        CheckNextLoop<T, TLane, TKernel>();
        CheckLongArrays<T, TLane, TKernel>();
    }

    /// <summary>Every value around a border between two forms, and what looks like a fixint if a part of it is left out, at every place of a block.</summary>
    private static void CheckNarrowing<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        T[] values = [.. Samples.Boundaries<T>(), .. LookAlikes<T>()];
        byte[][] tokens = [.. values.Select(value => ReferenceCodec.EncodeElements<T>([value]))];
        var block = new T[BlockLength];
        byte[] bytes = new byte[BlockLength + 1];
        for (int first = 0; first < values.Length * BlockLength; first++)
        {
            int IndexAt(int place) => ((first / BlockLength) + (place * (1 + (first % BlockLength)))) % values.Length;
            for (int i = 0; i < BlockLength; i++)
            {
                block[i] = values[IndexAt(i)];
            }

            bytes.AsSpan().Fill(Untouched);
            ulong others = TKernel.NarrowSixtyFour(ref Lane<T, TLane>(block), ref bytes[0]);
            for (int i = 0; i < BlockLength; i++)
            {
                byte[] token = tokens[IndexAt(i)];
                Assert.True(token.Length > 1 == ((others >> i & 1) != 0), $"{block[i]} at {i}");
                Assert.True(token.Length > 1 || token[0] == bytes[i], $"{block[i]} at {i}: {bytes[i]:x2}");
            }

            Assert.Equal(Untouched, bytes[BlockLength]);
        }
    }

    /// <summary>Fixints with any of their upper bytes changed.</summary>
    private static T[] LookAlikes<T>()
        where T : unmanaged
    {
        int size = Unsafe.SizeOf<T>();
        List<T> values = [];
        foreach (T fixInt in new[] { FixInts<T>().Min(), FixInts<T>().Max(), FixInts<T>()[0] })
        {
            for (int place = 1; place < size; place++)
            {
                foreach (byte change in new byte[] { 1, 0x7f, 0x80, 0xff })
                {
                    byte[] bytes = MemoryMarshal.AsBytes<T>([fixInt]).ToArray();
                    bytes[place] ^= change;
                    values.Add(MemoryMarshal.Read<T>(bytes));
                    bytes.AsSpan(place + 1).Fill(bytes[place]);
                    values.Add(MemoryMarshal.Read<T>(bytes));
                }
            }
        }

        return [.. values];
    }

    /// <summary>
    /// One other at each place of a block, then two, and as many as may be; of every length and sign. The room is what the second block says that it needs.
    /// </summary>
    private static void CheckPlaces<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        var random = new Random(41);
        T[] fixInts = FixInts<T>();
        T[] others = Others<T>();
        for (int round = 0; round < 3000; round++)
        {
            // Any two places, one of them the same for each in turn; then any.
            ulong few = round < BlockLength * BlockLength / 2
                ? (1UL << (round % BlockLength)) | (1UL << (round / BlockLength * 2 % BlockLength))
                : (ulong)random.NextInt64(long.MinValue, long.MaxValue);
            while (BitOperations.PopCount(few) > TKernel.MaxOthers)
            {
                few &= ~(1UL << random.Next(BlockLength));
            }

            var values = new T[2 * BlockLength];
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = i >= BlockLength && (few >> (i - BlockLength) & 1) != 0 ? others[random.Next(others.Length)] : fixInts[random.Next(fixInts.Length)];
            }

            var expected = new Expected<T>(values);
            CheckLoop<T, TLane, TKernel>(values, BlockLength + FixIntRunEncoding.Room<TLane, TKernel>(), values.Length, expected, endsInRun: true);
        }
    }

    /// <summary>
    /// One or two others in many elements, at each place and some way behind it; also where more elements are looked at together, behind many others.
    /// </summary>
    private static void CheckFewOthers<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        var random = new Random(46);
        T[] fixInts = FixInts<T>();
        T[] others = Others<T>();
        T[] many = [.. Enumerable.Range(0, ScannedElements.Length / 2).Select(i => i % 40 == 7 ? others[i % others.Length] : fixInts[i % fixInts.Length])];
        foreach (T[] before in new[] { [], many })
        {
            for (int place = 0; place < ScannedElements.Length; place++)
            {
                T[] values = [.. before, .. Enumerable.Range(0, ScannedElements.Length).Select(_ => fixInts[random.Next(fixInts.Length)])];
                values[before.Length + place] = others[random.Next(others.Length)];
                values[before.Length + ((place + (place % 130)) % ScannedElements.Length)] = others[random.Next(others.Length)];
                CheckTaken<T, TLane, TKernel>(values, values.Length / BlockLength, endsInRun: true);
            }
        }
    }

    /// <summary>
    /// Elements and rooms of every length: whole blocks are encoded as long as there is room for the longest tokens, and nothing is written past the room.
    /// </summary>
    private static void CheckEnds<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        var random = new Random(42);
        T[] few = Sparse<T>(random, 5 * BlockLength, 12);
        for (int i = 0; i < few.Length; i += BlockLength)
        {
            // No more than a block may have.
            while (new Expected<T>(few.AsSpan(i, BlockLength)).CountOthers() > TKernel.MaxOthers)
            {
                few[i + random.Next(BlockLength)] = FixInts<T>()[0];
            }
        }

        T[] clusters = Sparse<T>(random, 6 * BlockLength, int.MaxValue);
        foreach (int cluster in new[] { 2, 5 })
        {
            // Half of them, so that none of these is taken for a stretch of full width.
            for (int i = 0; i < BlockLength; i += 2)
            {
                clusters[(cluster * BlockLength) + i] = Others<T>()[i];
            }
        }

        foreach (T[] all in new[] { few, clusters })
        {
            var expected = new Expected<T>(all);
            for (int count = 0; count <= all.Length; count += count % BlockLength is 0 or BlockLength - 1 ? 1 : 31)
            {
                int length = expected.Ends[count];
                for (int room = 0; room < length + FixIntRunEncoding.Room<TLane, TKernel>() + 3; room++)
                {
                    int read = 0;
                    while (read + BlockLength <= count && expected.Ends[read] + FixIntRunEncoding.Room<TLane, TKernel>() <= room)
                    {
                        read += BlockLength;
                    }

                    CheckLoop<T, TLane, TKernel>(all[..count], room, read, expected);
                }
            }
        }
    }

    /// <summary>Blocks with too many others are encoded too, of every pattern of others, as long as there are not too many such blocks.</summary>
    private static void CheckClusters<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        var random = new Random(45);
        T[] fixInts = FixInts<T>();
        T[] others = Others<T>();
        for (int round = 0; round < 700; round++)
        {
            // The first of the block is a fixint, since otherwise the block might be taken for one of full width.
            ulong pattern = (ulong)random.NextInt64(long.MinValue, long.MaxValue) & ~1UL;
            T[] values = [.. Enumerable.Repeat(fixInts[round % fixInts.Length], 3 * BlockLength)];
            for (int i = 0; i < BlockLength; i++)
            {
                if ((pattern >> i & 1) != 0)
                {
                    values[BlockLength + i] = others[random.Next(others.Length)];
                }
            }

            CheckTaken<T, TLane, TKernel>(values, 3);
        }

        T[] block = [.. Enumerable.Repeat(fixInts[0], BlockLength)];
        T[] cluster = [fixInts[0], .. Enumerable.Repeat(others[0], BlockLength - 1)];

        // As many as there are other blocks, and two more; but no more than seven in a row.
        CheckTaken<T, TLane, TKernel>(Join(cluster, cluster, cluster), 2);
        CheckTaken<T, TLane, TKernel>(Join(cluster, block, cluster, cluster, cluster), 4);
        CheckTaken<T, TLane, TKernel>(Join(block, cluster, block, cluster, block, cluster, block, cluster), 8);
        T[] single = [others[0], .. block.AsSpan(1)];
        foreach (int before in new[] { 5, 20 })
        {
            T[][] blocks = [.. Enumerable.Repeat(single, before), .. Enumerable.Repeat(cluster, 10)];
            CheckTaken<T, TLane, TKernel>(Join(blocks), before + 7);
        }

        // With as many others as a block may have in each, a cluster is the end. Then one in eight blocks has others.
        T longest = Longest<T>();
        T[] full = [.. Enumerable.Repeat(longest, TKernel.MaxOthers), .. Enumerable.Repeat(fixInts[0], BlockLength - TKernel.MaxOthers)];
        CheckTaken<T, TLane, TKernel>(Join(full, full, full, full, full, full, cluster, block), 6);
        CheckTaken<T, TLane, TKernel>(Join(block, block, block, full, block, block, block, block, cluster, block), 10);
    }

    /// <summary>A stretch of full width is left to its loop, if there is one, and so are fixints after many of them.</summary>
    private static void CheckNextLoop<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        T[] block = [.. Enumerable.Repeat(FixInts<T>()[0], BlockLength)];
        T longest = Longest<T>();
        T[] fullWidth = [.. Enumerable.Repeat(longest, BlockLength)];
        bool hasFullWidth = Unsafe.SizeOf<T>() >= sizeof(int);
        Assert.Equal(hasFullWidth, TKernel.HasFullWidth(Unsafe.BitCast<T, TLane>(longest)));
        CheckTaken<T, TLane, TKernel>(
            Join(block, block, fullWidth, block), hasFullWidth ? 2 : 4, hasFullWidth ? NextLoop.FullWidth : NextLoop.MixedWidths);

        // With one of them shorter it is a cluster, if it is one of those that are looked at.
        foreach (int place in new[] { 0, 21, 42, 63 })
        {
            T[] cluster = [.. fullWidth];
            cluster[place] = block[0];
            CheckTaken<T, TLane, TKernel>(Join(block, block, cluster, block), 4);
        }

        // After twice as many as are looked at together where there are few others.
        T[] values = Join([.. Enumerable.Repeat(block, 60)]);
        CheckTaken<T, TLane, TKernel>(values, 8, NextLoop.FixInts);
        values[BlockLength] = longest;
        CheckTaken<T, TLane, TKernel>(values, 4 + 8, NextLoop.FixInts);
        values[(4 * BlockLength) + 5] = longest;
        CheckTaken<T, TLane, TKernel>(values, 8 + 8, NextLoop.FixInts);
    }

    private static void CheckTaken<T, TLane, TKernel>(
        T[] values, int blocks, NextLoop expectedNext = NextLoop.MixedWidths, bool endsInRun = false)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        var expected = new Expected<T>(values);
        int room = expected.Tokens.Length + FixIntRunEncoding.Room<TLane, TKernel>();
        Assert.Equal(expectedNext, CheckLoop<T, TLane, TKernel>(values, room, blocks * BlockLength, expected, isExact: true, endsInRun));
    }

    private static T[] Join<T>(params T[][] blocks) => [.. blocks.SelectMany(block => block)];

    /// <summary>With all the loops, in arrays that change between them, into just enough room and too little.</summary>
    private static void CheckLongArrays<T, TLane, TKernel>()
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        var random = new Random(43);
        T[] mixed = Samples.Mixed<T>(random, 3000);
        foreach (int oneIn in new[] { 2, 5, 10, 20, 50, 200 })
        {
            T[][] arrays =
            [
                Sparse<T>(random, 2500, oneIn),
                [.. Sparse<T>(random, 700, oneIn), .. mixed.AsSpan(0, 300), .. Sparse<T>(random, 900, oneIn)],
                [.. mixed.AsSpan(0, 5), .. Sparse<T>(random, 300, oneIn), .. mixed.AsSpan(0, 40), .. Sparse<T>(random, 300, oneIn), .. Sparse<T>(random, 900, 1000)],
                [.. Sparse<T>(random, 1200, 10_000), .. Sparse<T>(random, 1200, oneIn), .. Enumerable.Repeat(Others<T>()[^1], 600)],
            ];
            foreach (T[] array in arrays)
            {
                var expected = new Expected<T>(array);
                foreach (int count in new[] { array.Length, 1041, 530, 513, 512, 511, 257, 256, 255, 130, 128, 127 })
                {
                    CheckArray<T, TLane, TKernel>(array.AsSpan(0, count), expected);
                }
            }
        }

        // So many failed attempts that the longest pause between two is reached.
        T[] fixInts = FixInts<T>();
        T[] failing = new T[40_000];
        for (int i = 0; i < failing.Length; i++)
        {
            failing[i] = i / 64 % 2 == 0 ? fixInts[i % 7] : mixed[i % mixed.Length];
        }

        CheckArray<T, TLane, TKernel>(failing, new Expected<T>(failing));

        // Stretches of fixints and of full width, between whose loops it goes back and forth, with and without pauses.
        T longest = Longest<T>();
        foreach ((int few, int many) in new[] { (16, 16), (24, 24), (40, 16), (32, 2), (2, 32), (1, 47), (1, 48), (1, 49), (64, 200), (600, 5) })
        {
            T[] stretches = new T[5000];
            for (int i = 0; i < stretches.Length; i++)
            {
                stretches[i] = i % (few + many) < few ? fixInts[i % 7] : longest;
            }

            CheckArray<T, TLane, TKernel>(stretches, new Expected<T>(stretches));
        }
    }

    private static void CheckArray<T, TLane, TKernel>(ReadOnlySpan<T> values, Expected<T> expected)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        int length = expected.Ends[values.Length];
        foreach (int room in new[] { length + 200, length, length - 1, length - 30, length / 2 })
        {
            byte[] memory = new byte[room + 64];
            memory.AsSpan().Fill(Untouched);
            OperationStatus status = BlockEncoding.Encode<T, TLane, TKernel>(values, memory.AsSpan(0, room), out int read, out int written);
            Assert.Equal(room >= length ? OperationStatus.Done : OperationStatus.DestinationTooSmall, status);
            Assert.Equal(expected.Ends[read], written);
            Assert.True(read == values.Length || expected.Ends[read + 1] > room);
            Assert.True(expected.Tokens.AsSpan(0, written).SequenceEqual(memory.AsSpan(0, written)));
            Assert.Equal(-1, memory.AsSpan(room).IndexOfAnyExcept(Untouched));
        }
    }

    /// <summary>
    /// The loop alone, into room that ends where it is said to. (Where not all others are of full width, there may be room for more than expected.)
    /// </summary>
    private static NextLoop CheckLoop<T, TLane, TKernel>(
        T[] values, int room, int expectedRead, Expected<T> expected, bool isExact = false, bool endsInRun = false)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        byte[] memory = new byte[room + 64];
        memory.AsSpan().Fill(Untouched);
        nint read = 0;
        nint written = 0;
        NextLoop next = FixIntRunEncoding.Encode<TLane, TKernel>(ref Lane<T, TLane>(values), values.Length, ref memory[0], room, ref read, ref written);
        Assert.True(isExact ? read == expectedRead : read >= expectedRead, $"{read} instead of {expectedRead} into {room} bytes");
        Assert.Equal(0, read % BlockLength);
        Assert.Equal(expected.Ends[read], written);
        if (!expected.Tokens.AsSpan(0, (int)written).SequenceEqual(memory.AsSpan(0, (int)written)))
        {
            Assert.Equal(Convert.ToHexString(expected.Tokens.AsSpan(0, (int)written)), Convert.ToHexString(memory.AsSpan(0, (int)written)));
        }

        // Behind the tokens nothing is stored but zeros, least of all what lay on the stack. (A cluster's last blocks store parts of elements.)
        Assert.True(!endsInRun || memory.AsSpan((int)written).IndexOfAnyExcept(Untouched, (byte)0) < 0);
        Assert.Equal(-1, memory.AsSpan(room).IndexOfAnyExcept(Untouched));
        return next;
    }

    private static ref TLane Lane<T, TLane>(T[] values) => ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetArrayDataReference(values));

    /// <summary>Fixints, and one in so many elements that is not one, at random.</summary>
    private static T[] Sparse<T>(Random random, int count, int oneIn)
        where T : unmanaged
    {
        T[] fixInts = FixInts<T>();
        T[] others = Others<T>();
        return [.. Enumerable.Range(0, count).Select(_ => random.Next(oneIn) == 0 ? others[random.Next(others.Length)] : fixInts[random.Next(fixInts.Length)])];
    }

    private static T[] FixInts<T>()
        where T : unmanaged => [.. Candidates<T>().Where(value => ReferenceCodec.EncodeElements<T>([value]).Length == 1)];

    private static T[] Others<T>()
        where T : unmanaged => [.. Candidates<T>().Where(value => ReferenceCodec.EncodeElements<T>([value]).Length > 1)];

    private static T Longest<T>()
        where T : unmanaged => Others<T>().MaxBy(value => ReferenceCodec.EncodeElements<T>([value]).Length);

    private static IEnumerable<T> Candidates<T>()
        where T : unmanaged => Samples.Mixed<T>(new Random(44), 400).Concat(Samples.Boundaries<T>());

    /// <summary>The tokens of an array, and where each of them ends.</summary>
    private sealed class Expected<T>
        where T : unmanaged
    {
        public Expected(ReadOnlySpan<T> values)
        {
            Tokens = ReferenceCodec.EncodeElements(values);
            Ends = new int[values.Length + 1];
            for (int i = 0; i < values.Length; i++)
            {
                Ends[i + 1] = Ends[i] + ReferenceCodec.EncodeElements(values.Slice(i, 1)).Length;
            }
        }

        public byte[] Tokens { get; }

        public int[] Ends { get; }

        public int CountOthers() => Enumerable.Range(0, Ends.Length - 1).Count(i => Ends[i + 1] - Ends[i] > 1);
    }
}
