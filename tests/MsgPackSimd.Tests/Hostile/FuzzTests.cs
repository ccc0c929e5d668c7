using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using MsgPackSimd.Faults.Fuzzing;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests.Hostile;

/// <summary>A slice of what <c>./build.sh fuzz</c> does: the same cases from the first one on, at every level.</summary>
public class FuzzTests
{
    /// <summary>A few seconds for all types, six on a slow core; the command does ten million in all.</summary>
    private const long Cases = 12_000;

    public static TheoryData<string> Types => [.. FuzzRun.Types];

    [Theory]
    [MemberData(nameof(Types))]
    public void Codec_and_formatters_are_as_the_reference_says(string type)
    {
        FuzzResult result = FuzzRun.Run(type, FuzzRun.DefaultSeed, Cases);
        Assert.True(result.Failure is null, result.Failure);

        // A slice with only good messages, or only bad ones, would show little.
        Assert.Equal(Cases, result.Cases);
        foreach ((ReferenceOutcome outcome, long count) in result.Outcomes)
        {
            Assert.True(count >= Cases / 100, $"only {count} cases are {outcome}");
        }
    }

    [Fact]
    public void Every_element_type_is_fuzzed() =>
        Assert.Equal(
            ["DateOnly", "DateTime", "Half", "TimeOnly", "TimeSpan", "bool", "byte", "char", "double", "float", "int", "long", "sbyte", "short", "uint", "ulong", "ushort"],
            FuzzRun.Types.Order(StringComparer.Ordinal));

    [Fact]
    public void A_wrong_value_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongValue(), "DecodeElements of a span");
        Assert.Equal(new byte[] { 0xd1, 0x80, 0x00 }, smallest.Bytes);
        Assert.Equal((1, 0), (smallest.Room, smallest.Cuts.Length));
    }

    [Fact]
    public void A_wrong_count_of_bytes_across_segments_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongConsumed(), "DecodeElements of a sequence, bytes consumed");
        Assert.Single(smallest.Bytes);
        Assert.Equal(new[] { 1, 1 }, smallest.Cuts);
    }

    [Fact]
    public void A_wrong_kind_of_exception_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongException(), "formatter, exception");
        Assert.Equal(FuzzKind.Message, smallest.Kind);
        Assert.Empty(smallest.Cuts);

        // A header and one token that is too wide.
        Assert.InRange(smallest.Bytes.Length, 3, 10);
    }

    [Fact]
    public void A_store_outside_of_the_destination_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongStore(), "DecodeElements of a span: wrote outside");
        Assert.Equal(2, smallest.Bytes.Length);
    }

    [Fact]
    public void A_store_outside_of_the_destination_before_an_exception_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongStoreInMessage(), "Decode of a span into a span: wrote outside");
        Assert.Equal(FuzzKind.Message, smallest.Kind);
        Assert.InRange(smallest.Bytes.Length, 2, 10);
    }

    [Fact]
    public void A_wrong_token_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongToken(), "EncodeElements");

        // One token, as long as it may be.
        Assert.InRange(smallest.Bytes.Length, 3, 9);
    }

    [Fact]
    public void A_missing_element_that_comes_out_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongNullable(), "DecodeNullableElements: element");

        // The comparison puts nil before a token; the room decides before which one.
        Assert.InRange(smallest.Bytes.Length, 1, 20);
    }

    [Fact]
    public void An_element_too_few_in_a_list_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongList(), "formatter of a list: ");

        // A header of three bytes, and 17 tokens or a few more: a token can't be left out without a change to the header.
        Assert.InRange(smallest.Bytes.Length, 3 + 17, 3 + 68);
        Assert.Empty(smallest.Cuts);
    }

    [Fact]
    public void A_row_of_a_grid_in_another_place_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongGrid(), "formatter of a grid: element");
        Assert.Equal(FuzzKind.Grid, smallest.Kind);
        Assert.Empty(smallest.Cuts);

        // A header, two lengths, a header, and two rows or a few more: a row can't be left out without a change to two numbers.
        Assert.Equal(0x93, smallest.Bytes[0]);
        Assert.InRange(smallest.Bytes.Length, 6, 40);
    }

    [Fact]
    public void A_segment_written_twice_is_found_and_made_small()
    {
        FuzzCase smallest = Find(new WrongSequence(), "formatter of a sequence: wrote");
        Assert.Equal(FuzzKind.Message, smallest.Kind);
        Assert.InRange(smallest.Bytes.Length, 3, 16);
    }

    [Fact]
    public void What_is_printed_is_a_test_that_fails_with_the_difference()
    {
        FuzzResult result = FuzzRun.Run("int", new WrongValue(), FuzzRun.DefaultSeed, Cases);
        Assert.Contains("ReferenceComparison<int>.Verify(FuzzKind.Elements, \"d18000\", 1, []);", result.Failure, StringComparison.Ordinal);
        ReferenceComparison<int>.Verify(FuzzKind.Elements, "d18000", 1, []);
        Assert.Throws<InvalidDataException>(
            () => ReferenceComparison<int>.Verify(FuzzKind.Elements, "d18000", 1, [], new WrongValue()));
    }

    /// <summary>Runs until the fault is found, and takes the case out of the report.</summary>
    private static FuzzCase Find(Subject<int> subject, string difference)
    {
        FuzzResult result = FuzzRun.Run("int", subject, FuzzRun.DefaultSeed, Cases);
        Assert.Contains(difference, result.Failure, StringComparison.Ordinal);
        return result.Smallest!;
    }

    /// <summary>Takes nil for 0.</summary>
    private sealed class WrongNullable : Subject<int>
    {
        public override OperationStatus DecodeNullableElements(ReadOnlySpan<byte> source, Span<int?> destination, out int consumed, out int written)
        {
            OperationStatus status = base.DecodeNullableElements(source, destination, out consumed, out written);
            foreach (ref int? element in destination[..written])
            {
                element ??= 0;
            }

            return status;
        }
    }

    /// <summary>Takes i16 for u16.</summary>
    private sealed class WrongValue : Subject<int>
    {
        public override OperationStatus DecodeElements(ReadOnlySpan<byte> source, Span<int> destination, out int consumed, out int written)
        {
            OperationStatus status = base.DecodeElements(source, destination, out consumed, out written);
            for (int i = 0, at = 0; i < written; i++)
            {
                if (source[at] == 0xd1)
                {
                    destination[i] &= 0xffff;
                }

                at += ReferenceCodec.DecodeElements<int>(source[at..], 1).Consumed;
            }

            return status;
        }
    }

    /// <summary>Forgets a byte if there are three segments, the first of odd length and the second empty.</summary>
    private sealed class WrongConsumed : Subject<int>
    {
        public override OperationStatus DecodeElements(
            in ReadOnlySequence<byte> source, Span<int> destination, out long consumed, out int written)
        {
            OperationStatus status = base.DecodeElements(source, destination, out consumed, out written);
            var lengths = new List<int>();
            foreach (ReadOnlyMemory<byte> segment in source)
            {
                lengths.Add(segment.Length);
            }

            consumed -= written > 0 && lengths.Count == 3 && lengths[1] == 0 && lengths[0] % 2 == 1 ? 1 : 0;
            return status;
        }
    }

    /// <summary>Says that the data ends where a value does not fit.</summary>
    private sealed class WrongException : Subject<int>
    {
        public override int[]? Deserialize(in ReadOnlySequence<byte> source, out long consumed)
        {
            try
            {
                return base.Deserialize(source, out consumed);
            }
            catch (OverflowException e) when (source.First.Length > 0 && source.FirstSpan[0] < 0xa0)
            {
                throw new EndOfStreamException(e.Message);
            }
        }
    }

    /// <summary>Stores one element too many.</summary>
    private sealed class WrongStore : Subject<int>
    {
        public override unsafe OperationStatus DecodeElements(
            ReadOnlySpan<byte> source, Span<int> destination, out int consumed, out int written)
        {
            OperationStatus status = base.DecodeElements(source, destination, out consumed, out written);
            if (written == destination.Length && written > 0 && source.Length > consumed)
            {
                fixed (int* first = destination)
                {
                    first[written] = 1;
                }
            }

            return status;
        }
    }

    /// <summary>Stores an element too many, and then finds that a value does not fit.</summary>
    private sealed class WrongStoreInMessage : Subject<int>
    {
        public override unsafe int Decode(ReadOnlySpan<byte> source, Span<int> destination, out int consumed)
        {
            try
            {
                return base.Decode(source, destination, out consumed);
            }
            catch (OverflowException)
            {
                fixed (int* first = destination)
                {
                    first[destination.Length] = 1;
                }

                throw;
            }
        }
    }

    /// <summary>Gets the last byte wrong of a value that takes three.</summary>
    private sealed class WrongToken : Subject<int>
    {
        public override OperationStatus EncodeElements(ReadOnlySpan<int> values, Span<byte> destination, out int read, out int written)
        {
            OperationStatus status = base.EncodeElements(values, destination, out read, out written);
            if (read > 0 && values[read - 1] is > 255 and < 65536)
            {
                destination[written - 1] ^= 1;
            }

            return status;
        }
    }

    /// <summary>Leaves the last element out of a list that is not read one by one.</summary>
    private sealed class WrongList : Subject<int>
    {
        public override List<int>? DeserializeList(in ReadOnlySequence<byte> source, out long consumed)
        {
            List<int>? values = base.DeserializeList(source, out consumed);
            if (values?.Count > 16)
            {
                values.RemoveAt(values.Count - 1);
            }

            return values;
        }
    }

    /// <summary>Exchanges the first two rows.</summary>
    private sealed class WrongGrid : Subject<int>
    {
        public override int[,]? DeserializeGrid(in ReadOnlySequence<byte> source, out long consumed)
        {
            int[,]? values = base.DeserializeGrid(source, out consumed);
            for (int column = 0; values?.GetLength(0) > 1 && column < values.GetLength(1); column++)
            {
                (values[0, column], values[1, column]) = (values[1, column], values[0, column]);
            }

            return values;
        }
    }

    /// <summary>Writes the last element of two or more segments again.</summary>
    private sealed class WrongSequence : Subject<int>
    {
        public override void SerializeSequence(IBufferWriter<byte> output, in ReadOnlySequence<int> values)
        {
            base.SerializeSequence(output, values);
            if (!values.IsSingleSegment)
            {
                base.SerializeSequence(output, values.Slice(values.Length - 1));
            }
        }
    }
}
