using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using MessagePack;
using MsgPackSimd.Faults.Fuzzing;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Hostile input, side by side with the built-in formatters, with the options that are meant for it.</summary>
public abstract class HostileComparisonTests<T>
    where T : unmanaged
{
    private static readonly MessagePackSerializerOptions BuiltIn =
        MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.UntrustedData);

    private static readonly MessagePackSerializerOptions Ours = SimdStandardResolver.Options.WithSecurity(MessagePackSecurity.UntrustedData);

    [Fact]
    public void Same_on_the_cases_of_the_fuzzer()
    {
        for (ulong seed = 0; seed < 6000; seed++)
        {
            FuzzCase fuzzCase = CaseMaker<T>.Create(new FuzzRandom(seed));
            string expected = HostileInput.Deserialize<T[]?>(fuzzCase.Sequence, BuiltIn);
            string actual = HostileInput.Deserialize<T[]?>(fuzzCase.Sequence, Ours);
            Assert.True(expected == actual, $"{fuzzCase.Arguments}: {actual} instead of {expected}");
            expected = HostileInput.Deserialize<IEnumerable<T>?>(fuzzCase.Sequence, BuiltIn);
            actual = HostileInput.Deserialize<IEnumerable<T>?>(fuzzCase.Sequence, Ours);
            Assert.True(expected == actual, $"{fuzzCase.Arguments}: {actual} instead of {expected}, as a sequence");
        }
    }

    [Fact]
    public void A_declared_count_makes_us_allocate_no_more_than_the_built_in_formatter()
    {
        uint[] counts = [17, 1000, 65_535, 65_536, 1 << 20, 1 << 24, int.MaxValue, 1u << 31, uint.MaxValue];
        foreach (bool measured in new[] { false, true })
        {
            foreach (uint count in counts)
            {
                foreach (int bytes in new[] { 0, 10, 1000, 100_000 })
                {
                    // Every token is of the wrong kind: what is allocated is allocated because of the header alone.
                    byte[] message = new byte[5 + bytes];
                    message[0] = 0xdd;
                    BinaryPrimitives.WriteUInt32BigEndian(message.AsSpan(1), count);
                    message.AsSpan(5).Fill(0xc1);
                    CompareAllocated<T[]?>(message, measured);
                    CompareAllocated<IReadOnlyList<T>?>(message, measured);
                    CompareAllocated<List<T>?>(message, measured);
                }
            }
        }
    }

    private static void CompareAllocated<TShape>(byte[] message, bool measured)
    {
        long builtIn = HostileInput.Allocated<TShape>(message, BuiltIn, out string expected);
        long ours = HostileInput.Allocated<TShape>(message, Ours, out string actual);
        Assert.Equal(expected, actual);

        // An exception text that names the place is longer.
        Assert.True(
            !measured || ours <= builtIn + (16 * 1024), $"{typeof(TShape)}: {ours} instead of {builtIn} bytes for {Convert.ToHexString(message.AsSpan(0, 5))}");
    }

    [Fact]
    public void Same_on_damaged_compressed_messages()
    {
        // A damaged message may tell the decompressor to copy bytes of the output that it has not written yet. They should be the same for both.
        var pool = new SequencePool(maxSize: 1, new ZeroedArrays());
        var random = new FuzzRandom(3);
        foreach (MessagePackCompression compression in new[] { MessagePackCompression.Lz4Block, MessagePackCompression.Lz4BlockArray })
        {
            MessagePackSerializerOptions builtIn = BuiltIn.WithCompression(compression).WithPool(pool);
            MessagePackSerializerOptions ours = Ours.WithCompression(compression).WithPool(pool);
            T[] values = LargeInput.Create<T>("mostly_small", 300, 5);
            byte[] good = MessagePackSerializer.Serialize<IReadOnlyList<T>>(values, ours);
            for (int round = 0; round < 500; round++)
            {
                byte[] bad = [.. good];
                for (int damage = random.Next(1, 4); damage > 0; damage--)
                {
                    bad[random.Next(bad.Length)] ^= (byte)(1 << random.Next(8));
                }

                ReadOnlyMemory<byte> message = random.OneIn(4) ? bad.AsMemory(0, random.Next(bad.Length)) : bad;
                ReadOnlySequence<byte> source = random.OneIn(2) ? new(message) : Segmentation.InPieces(message, 1 + random.Next(40));
                Assert.Equal(HostileInput.Deserialize<T[]?>(source, builtIn), HostileInput.Deserialize<T[]?>(source, ours));
                Assert.Equal(HostileInput.Deserialize<IReadOnlyList<T>?>(source, builtIn), HostileInput.Deserialize<IReadOnlyList<T>?>(source, ours));
            }
        }
    }

    [Fact]
    public void Same_in_arrays_of_arrays_of_arrays()
    {
        var random = new FuzzRandom(4);
        for (int round = 0; round < 300; round++)
        {
            T[]?[]?[] values = [.. Enumerable.Range(0, random.Next(5)).Select(_ => random.OneIn(5) ? null : Rows(random))];
            byte[] message = MessagePackSerializer.Serialize(values, BuiltIn);
            Assert.Equal(message, MessagePackSerializer.Serialize(values, Ours));
            for (int damage = 0; damage < 6; damage++)
            {
                ReadOnlySequence<byte> source = random.OneIn(2) ? new(message) : Segmentation.InPieces(message, 1 + random.Next(9));
                Assert.Equal(HostileInput.Deserialize<T[]?[]?[]?>(source, BuiltIn), HostileInput.Deserialize<T[]?[]?[]?>(source, Ours));
                message = [.. message];
                message[random.Next(message.Length)] = random.OneIn(2) ? random.NextByte() : (byte)random.Next(0x90, 0xa0);
            }
        }
    }

    /// <summary>Hands out arrays of zeros.</summary>
    private sealed class ZeroedArrays : ArrayPool<byte>
    {
        public override byte[] Rent(int minimumLength) => new byte[minimumLength];

        public override void Return(byte[] array, bool clearArray = false)
        {
        }
    }

    private static T[]?[] Rows(FuzzRandom random) =>
        [.. Enumerable.Range(0, random.Next(6)).Select(_ => random.OneIn(5)
            ? null
            : LargeInput.Create<T>(LargeInput.Distributions[random.Next(5)], random.Next(40), random.Next64()))];
}

/// <summary>What comes out of a message, as a text to compare.</summary>
internal static class HostileInput
{
    public static string Deserialize<TValue>(in ReadOnlySequence<byte> source, MessagePackSerializerOptions options)
    {
        try
        {
            // Encoded again, which is the shortest way to compare anything bit by bit.
            TValue value = MessagePackSerializer.Deserialize<TValue>(source, options);
            return Convert.ToHexString(MessagePackSerializer.Serialize(value, MessagePackSerializerOptions.Standard));
        }
        catch (MessagePackSerializationException e)
        {
            return Kinds(e);
        }
    }

    public static long Allocated<TValue>(byte[] message, MessagePackSerializerOptions options, out string outcome)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        long allocated;
        try
        {
            MessagePackSerializer.Deserialize<TValue>(message, options);
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            outcome = "read";
        }
        catch (MessagePackSerializationException e)
        {
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            outcome = Kinds(e);
        }

        return allocated;
    }

    /// <summary>The chain of exceptions by type, from the outermost on.</summary>
    private static string Kinds(Exception? e) => e is null ? string.Empty : $"{e.GetType().Name} {Kinds(e.InnerException)}";
}

/// <summary>A list, as deep as it is long, with an array at each level.</summary>
[MessagePackObject]
public class Chain
{
    [Key(0)]
    public int[]? Values { get; set; }

    [Key(1)]
    public Chain? Next { get; set; }

    [Key(2)]
    public IEnumerable<int>? Sequence { get; set; }
}

public class HostileDepthTests
{
    [Theory]
    [InlineData(10, false)]
    [InlineData(400, false)]
    [InlineData(500, false)]
    [InlineData(501, false)]
    [InlineData(700, false)]
    [InlineData(499, true)]
    [InlineData(500, true)]
    public void The_limit_of_depth_is_where_it_is_without_us(int depth, bool endsInSequence)
    {
        var deep = new Chain { Values = [1, 2, 3], Sequence = endsInSequence ? [4, 5, 6] : null };
        for (int i = 1; i < depth; i++)
        {
            deep = new Chain { Values = [.. Enumerable.Range(-i, i % 50)], Next = deep };
        }

        MessagePackSerializerOptions builtIn = MessagePackSerializerOptions.Standard.WithSecurity(MessagePackSecurity.UntrustedData);
        MessagePackSerializerOptions ours = SimdStandardResolver.Options.WithSecurity(MessagePackSecurity.UntrustedData);
        byte[] message = MessagePackSerializer.Serialize(deep, builtIn);
        Assert.Equal(message, MessagePackSerializer.Serialize(deep, ours));
        string expected = HostileInput.Deserialize<Chain>(new ReadOnlySequence<byte>(message), builtIn);
        Assert.Equal(expected, HostileInput.Deserialize<Chain>(new ReadOnlySequence<byte>(message), ours));
        Assert.Equal(depth + (endsInSequence ? 1 : 0) > 500, expected.Contains("InsufficientExecutionStack", StringComparison.Ordinal));
    }
}

public class HostileComparisonSByteTests : HostileComparisonTests<sbyte>;

public class HostileComparisonInt16Tests : HostileComparisonTests<short>;

public class HostileComparisonInt32Tests : HostileComparisonTests<int>;

public class HostileComparisonInt64Tests : HostileComparisonTests<long>;

public class HostileComparisonByteTests : HostileComparisonTests<byte>;

public class HostileComparisonUInt16Tests : HostileComparisonTests<ushort>;

public class HostileComparisonUInt32Tests : HostileComparisonTests<uint>;

public class HostileComparisonUInt64Tests : HostileComparisonTests<ulong>;

public class HostileComparisonSingleTests : HostileComparisonTests<float>;

public class HostileComparisonDoubleTests : HostileComparisonTests<double>;

public class HostileComparisonBooleanTests : HostileComparisonTests<bool>;

public class HostileComparisonCharTests : HostileComparisonTests<char>;

public class HostileComparisonDateTimeTests : HostileComparisonTests<DateTime>;

public class HostileComparisonTimeSpanTests : HostileComparisonTests<TimeSpan>;

public class HostileComparisonDateOnlyTests : HostileComparisonTests<DateOnly>;

public class HostileComparisonTimeOnlyTests : HostileComparisonTests<TimeOnly>;

public class HostileComparisonHalfTests : HostileComparisonTests<Half>;
