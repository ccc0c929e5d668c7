using System;
using System.Buffers;
using System.IO;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>What the decoder's documentation promises about counts, bounds, statuses and exceptions, for every element type.</summary>
public abstract class DecoderContractTests<T>
    where T : unmanaged
{
    [Fact]
    public void Every_truncation_into_every_destination_is_as_the_reference_says()
    {
        var random = new Random(3);
        for (int round = 0; round < 30; round++)
        {
            byte[] tokens = Samples.Tokens<T>(random, random.Next(20), strange: 0.1);
            for (int length = 0; length <= tokens.Length; length++)
            {
                foreach (int room in new[] { 0, 1, 2, 7, 20, 40 })
                {
                    CheckElements(tokens.AsSpan(0, length), room);
                }
            }
        }
    }

    [Fact]
    public void Random_bytes_are_as_the_reference_says()
    {
        var random = new Random(4);
        for (int round = 0; round < 2000; round++)
        {
            byte[] bytes = new byte[random.Next(40)];
            random.NextBytes(bytes);
            CheckElements(bytes, 50);
            CheckElements(Samples.Tokens<T>(random, 60, strange: 0.01), 61);
        }
    }

    [Fact]
    public void Every_first_byte_with_every_length_of_payload_is_as_the_reference_says()
    {
        for (int code = 0; code < 256; code++)
        {
            for (int payload = 0; payload <= 9; payload++)
            {
                foreach (byte filler in new byte[] { 0x00, 0x01, 0x7f, 0x80, 0xff })
                {
                    byte[] bytes = [(byte)code, .. Enumerable.Repeat(filler, payload)];
                    CheckElements(bytes, 20);
                    CheckElements([.. bytes.Take(1), .. Enumerable.Repeat((byte)0, Math.Max(0, payload - 1)), filler], 20);
                }
            }
        }
    }

    /// <summary>Zeros behind a token that can't be decoded are themselves tokens and payloads of all kinds, but must not be decoded.</summary>
    [Fact]
    public void Every_first_byte_before_zeros_is_as_the_reference_says()
    {
        for (int code = 0; code < 256; code++)
        {
            byte[] bytes = [(byte)code, .. new byte[60]];
            CheckElements(bytes, 20);
            CheckElements(bytes, 60);
            CheckElements([1, (byte)code, .. new byte[8]], 20);
        }
    }

    [Fact]
    public void Throwing_forms_throw_what_the_reference_says()
    {
        var random = new Random(5);
        for (int round = 0; round < 3000; round++)
        {
            byte[] tokens = Samples.Tokens<T>(random, random.Next(30), strange: 0.03);
            int declared = random.Next(34);
            byte[] message = [.. Header(declared), .. tokens];
            (ReferenceOutcome outcome, T[]? expected, int consumed) = ReferenceCodec.Decode<T>(message);
            var sequence = Segmentation.InPieces(message, 1 + random.Next(5));
            T[] room = new T[40];

            if (outcome == ReferenceOutcome.Done)
            {
                AssertBits.Equal(expected!, MessagePackArrayDecoder.Decode<T>(message, out int actualConsumed));
                Assert.Equal(consumed, actualConsumed);
                Assert.Equal(expected!.Length, MessagePackArrayDecoder.Decode<T>(message, room, out actualConsumed));
                AssertBits.Equal(expected, room[..expected.Length]);
                Assert.Equal(consumed, actualConsumed);
                AssertBits.Equal(expected, MessagePackArrayDecoder.Decode<T>(sequence, out long longConsumed));
                Assert.Equal(consumed, longConsumed);
                Assert.Equal(expected.Length, MessagePackArrayDecoder.Decode<T>(sequence, room, out longConsumed));
                AssertBits.Equal(expected, room[..expected.Length]);
                Assert.Equal(consumed, longConsumed);
                continue;
            }

            Type kind = outcome switch
            {
                ReferenceOutcome.EndsEarly => typeof(EndOfStreamException),
                ReferenceOutcome.DoesNotFit => typeof(OverflowException),
                _ => typeof(FormatException),
            };
            Exception[] thrown =
            [
                Assert.Throws(kind, () => MessagePackArrayDecoder.Decode<T>(message, out int _)),
                Assert.Throws(kind, () => MessagePackArrayDecoder.Decode<T>(message, room, out int _)),
                Assert.Throws(kind, () => MessagePackArrayDecoder.Decode<T>(sequence, out long _)),
                Assert.Throws(kind, () => MessagePackArrayDecoder.Decode<T>(sequence, room, out long _)),
            ];
            Assert.Single(thrown.Select(e => e.Message).Distinct());

            byte[] behindHeader = message[Header(declared).Length..];
            if (declared <= behindHeader.Length)
            {
                ReferenceResult<T> elements = ReferenceCodec.DecodeElements<T>(behindHeader, declared);
                string where = $"element {elements.Values.Length} of {declared}, at byte {Header(declared).Length + elements.Consumed} ";
                Assert.Contains(where, thrown[0].Message + " ", StringComparison.Ordinal);
            }
        }
    }

    /// <summary>The count is compared with the bytes that are left before any of them is looked at. (HostileCountTests say what that allocates.)</summary>
    [Fact]
    public void A_header_that_promises_more_than_there_is_is_the_error_whatever_follows_it()
    {
        T[] room = new T[101];
        T?[] nullable = new T?[101];
        foreach (byte code in new byte[] { 0x00, 0xc0, 0xc1, 0xc2, 0xcf, 0xd7 })
        {
            byte[] message = [.. Header(101), .. Enumerable.Repeat(code, 100)];
            ReadOnlySequence<byte> pieces = Segmentation.InPieces(message, 2);
            Action[] decodings =
            [
                () => MessagePackArrayDecoder.Decode<T>(message, out int _),
                () => MessagePackArrayDecoder.Decode<T>(message, room, out int _),
                () => MessagePackArrayDecoder.Decode<T>(pieces, out long _),
                () => MessagePackArrayDecoder.Decode<T>(pieces, room, out long _),
                () => MessagePackArrayDecoder.DecodeNullable<T>(message, out int _),
                () => MessagePackArrayDecoder.DecodeNullable<T>(message, nullable, out int _),
                () => MessagePackArrayDecoder.DecodeNullable<T>(pieces, out long _),
                () => MessagePackArrayDecoder.DecodeNullable<T>(pieces, nullable, out long _),
            ];
            foreach (Action decoding in decodings)
            {
                Exception thrown = Assert.Throws<EndOfStreamException>(decoding);
                Assert.Contains("declares 101 elements, but only 100 bytes follow it", thrown.Message, StringComparison.Ordinal);
            }
        }
    }

    [ReleaseFact]
    public void Statuses_and_a_span_of_the_callers_allocate_nothing()
    {
        byte[] message = MessagePackArrayEncoder.Encode<T>(Samples.Mixed<T>(new Random(6), 100));
        ReadOnlySequence<byte> pieces = Segmentation.InPieces(message, 7);
        T[] room = new T[100];
        void Run()
        {
            MessagePackArrayDecoder.TryReadHeader(message, out _, out int header);
            MessagePackArrayDecoder.DecodeElements<T>(message.AsSpan(header), room, out int _, out _);
            MessagePackArrayDecoder.DecodeElements<T>([0xc1], room, out int _, out _);
            MessagePackArrayDecoder.Decode<T>(message, room, out int _);
            MessagePackArrayDecoder.TryReadHeader(pieces, out _, out long _);
            MessagePackArrayDecoder.DecodeElements<T>(pieces, room, out long _, out _);
            MessagePackArrayDecoder.Decode<T>(pieces, room, out long _);
        }

        Assert.Equal(0, Allocations.Least(Run));
    }

    /// <summary>Decodes a part of a sequence; there is more memory before and behind that part, in the same segments and in others.</summary>
    [Fact]
    public void Of_a_sequence_nothing_is_read_but_what_it_has()
    {
        byte[] tokens = ReferenceCodec.EncodeElements<T>(Samples.Mixed<T>(new Random(10), 40));
        byte[] around = [.. tokens[..5], .. tokens, .. tokens];
        ReadOnlySequence<byte> pieces = Segmentation.InPieces(around, 11);
        T[] room = new T[100];
        for (int length = 0; length <= tokens.Length; length++)
        {
            ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(tokens.AsSpan(0, length), room.Length);
            Array.Clear(room);
            OperationStatus status = MessagePackArrayDecoder.DecodeElements<T>(pieces.Slice(5, length), room, out long consumed, out int written);
            Assert.Equal((expected.Outcome.ToOperationStatus(), expected.Consumed), (status, consumed));
            AssertBits.Equal<T>(expected.Values, room.AsSpan(0, written));
        }
    }

    [Fact]
    public void Nil_is_no_array_and_an_empty_array_is_not_null()
    {
        Assert.Null(MessagePackArrayDecoder.Decode<T>([0xc0, 0xc1], out int consumed));
        Assert.Equal(1, consumed);
        Assert.Equal(-1, MessagePackArrayDecoder.Decode<T>([0xc0], [], out consumed));
        Assert.Equal(1, consumed);
        ReadOnlySequence<byte> nil = Segmentation.InPieces(new byte[] { 0xc0, 0xc1 }, 1);
        Assert.Null(MessagePackArrayDecoder.Decode<T>(nil, out long longConsumed));
        Assert.Equal(1, longConsumed);
        Assert.Equal(-1, MessagePackArrayDecoder.Decode<T>(nil, [], out longConsumed));
        Assert.Equal(1, longConsumed);
        foreach (byte[] empty in new byte[][] { [0x90], [0xdc, 0, 0], [0xdd, 0, 0, 0, 0] })
        {
            // No array is allocated for no elements: it is the one that all share.
            Assert.Same(Array.Empty<T>(), MessagePackArrayDecoder.Decode<T>(empty, out consumed));
            Assert.Equal(empty.Length, consumed);
            Assert.Same(Array.Empty<T>(), MessagePackArrayDecoder.Decode<T>(Segmentation.InPieces(empty, 1), out longConsumed));
            Assert.Equal(empty.Length, longConsumed);
            Assert.Equal(0, MessagePackArrayDecoder.Decode<T>(Segmentation.InPieces(empty, 1), [], out longConsumed));
            Assert.Equal(empty.Length, longConsumed);
        }
    }

    [Fact]
    public void A_destination_that_is_too_short_is_left_alone()
    {
        byte[] message = MessagePackArrayEncoder.Encode<T>(Samples.Mixed<T>(new Random(8), 9));
        T[] room = Samples.Mixed<T>(new Random(9), 8);
        T[] before = [.. room];
        Assert.Throws<ArgumentException>("destination", () => MessagePackArrayDecoder.Decode<T>(message, room, out int _));
        Assert.Throws<ArgumentException>(
            "destination", () => MessagePackArrayDecoder.Decode<T>(Segmentation.InPieces(message, 2), room, out long _));
        AssertBits.Equal(before, room);

        // A destination as long as the array is not too short, even if both are empty.
        room = new T[9];
        Assert.Equal(9, MessagePackArrayDecoder.Decode<T>(message, room, out int consumed));
        Assert.Equal(9, MessagePackArrayDecoder.Decode<T>(Segmentation.InPieces(message, 2), room, out long longConsumed));
        Assert.Equal((message.Length, message.Length), (consumed, longConsumed));
        Assert.Equal(0, MessagePackArrayDecoder.Decode<T>([0x90], [], out consumed));
        Assert.Equal(0, MessagePackArrayDecoder.Decode<T>(Segmentation.InPieces(new byte[] { 0x90 }, 1), [], out longConsumed));
        Assert.Equal((1, 1), (consumed, longConsumed));
    }

    private static byte[] Header(int count) => count < 16 ? [(byte)(0x90 | count)] : [0xdc, 0, (byte)count];

    private static void CheckElements(ReadOnlySpan<byte> source, int room)
    {
        ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(source, room);
        OperationStatus expectedStatus = expected.Outcome.ToOperationStatus();

        T[] values = new T[room];
        OperationStatus status = MessagePackArrayDecoder.DecodeElements(source, values.AsSpan(), out int consumed, out int written);
        string because = $"{Convert.ToHexString(source)} into {room}:";
        Assert.True(expectedStatus == status, $"{because} {status} instead of {expectedStatus}");
        Assert.True(expected.Consumed == consumed, $"{because} {consumed} bytes consumed instead of {expected.Consumed}");
        AssertBits.Equal<T>(expected.Values, values.AsSpan(0, written), because);

        byte[] bytes = source.ToArray();
        for (int length = 1; length <= Math.Min(10, bytes.Length); length += 3)
        {
            values = new T[room];
            status = MessagePackArrayDecoder.DecodeElements<T>(
                Segmentation.InPieces(bytes, length), values, out long longConsumed, out written);
            Assert.True(expectedStatus == status, $"{because} {status} instead of {expectedStatus} in pieces of {length}");
            Assert.True(expected.Consumed == longConsumed, $"{because} {longConsumed} bytes consumed in pieces of {length}");
            AssertBits.Equal<T>(expected.Values, values.AsSpan(0, written), because);
        }
    }
}

public class DecoderContractSByteTests : DecoderContractTests<sbyte>;

public class DecoderContractInt16Tests : DecoderContractTests<short>;

public class DecoderContractInt32Tests : DecoderContractTests<int>;

public class DecoderContractInt64Tests : DecoderContractTests<long>;

public class DecoderContractByteTests : DecoderContractTests<byte>;

public class DecoderContractUInt16Tests : DecoderContractTests<ushort>;

public class DecoderContractUInt32Tests : DecoderContractTests<uint>;

public class DecoderContractUInt64Tests : DecoderContractTests<ulong>;

public class DecoderContractSingleTests : DecoderContractTests<float>;

public class DecoderContractDoubleTests : DecoderContractTests<double>;

public class DecoderContractBooleanTests : DecoderContractTests<bool>;

public class DecoderContractCharTests : DecoderContractTests<char>;

public class DecoderContractDateTimeTests : DecoderContractTests<DateTime>;

public class DecoderContractTimeSpanTests : DecoderContractTests<TimeSpan>;

public class DecoderContractDateOnlyTests : DecoderContractTests<DateOnly>;

public class DecoderContractTimeOnlyTests : DecoderContractTests<TimeOnly>;

public class DecoderContractHalfTests : DecoderContractTests<Half>;
