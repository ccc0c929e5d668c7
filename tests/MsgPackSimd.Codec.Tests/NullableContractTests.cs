using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// What the documentation promises about elements that may be missing, for every element type; judged by the reference, an element at a time.
/// </summary>
public abstract class NullableContractTests<T>
    where T : unmanaged
{
    private const byte Untouched = 0xa5;

    private const byte Nil = 0xc0;

    /// <summary>How many elements in a row are missing or present: around the lengths of vectors, streaks and chunks.</summary>
    private static readonly int[] RunLengths = [1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 70, 127, 128, 255, 256, 257, 511, 512, 513, 1100];

    [Fact]
    public void Stops_at_a_whole_element_in_every_destination()
    {
        var random = new Random(21);
        foreach (int missingOf10 in new[] { 0, 1, 5, 9 })
        {
            T?[] values = Mixed(random, 80, missingOf10);
            byte[] encoded = Reference(values);
            int[] ends = [.. Enumerable.Range(0, values.Length + 1).Select(n => Reference(values[..n]).Length)];
            for (int room = 0; room <= encoded.Length + 20; room++)
            {
                byte[] memory = new byte[room + 80];
                memory.AsSpan().Fill(Untouched);
                OperationStatus status =
                    MessagePackArrayEncoder.EncodeNullableElements<T>(values, memory.AsSpan(8, room), out int valuesRead, out int bytesWritten);

                int expected = Array.FindLastIndex(ends, end => end <= room);
                Assert.Equal(expected == values.Length ? OperationStatus.Done : OperationStatus.DestinationTooSmall, status);
                Assert.Equal((expected, ends[expected]), (valuesRead, bytesWritten));
                Assert.Equal(encoded.AsSpan(0, bytesWritten), memory.AsSpan(8, bytesWritten));
                Assert.Equal(-1, memory.AsSpan(0, 8).IndexOfAnyExcept(Untouched));
                Assert.Equal(-1, memory.AsSpan(8 + room).IndexOfAnyExcept(Untouched));
            }
        }
    }

    [Fact]
    public void Every_boundary_beside_a_missing_element_comes_out_and_back()
    {
        foreach (T value in Samples.Boundaries<T>())
        {
            T?[][] patterns = [[value], [null, value], [value, null], [null, value, null, null], [value, value, null, value], [.. Enumerable.Repeat<T?>(value, 40), null, value]];
            foreach (T?[] values in patterns)
            {
                ComesOutAndBack(values);
                ComesOutAndBack([.. values, .. values, .. values]);
            }
        }
    }

    [Fact]
    public void Runs_of_every_length_come_out_and_back()
    {
        var random = new Random(22);
        foreach (int present in RunLengths)
        {
            foreach (int missing in RunLengths)
            {
                T[] values = Samples.Mixed<T>(random, (3 * present) + 5);
                T?[] some =
                [
                    .. values[..present].Select(value => (T?)value), .. new T?[missing], .. values[present..(2 * present)].Select(value => (T?)value), .. new T?[missing],
                    .. values[(2 * present)..].Select(value => (T?)value),
                ];
                ComesOutAndBack(some);
                ComesOutAndBack([.. new T?[missing], .. some]);
            }
        }
    }

    [Fact]
    public void Every_truncation_into_every_destination_is_as_the_reference_says()
    {
        var random = new Random(23);
        for (int round = 0; round < 30; round++)
        {
            byte[] tokens = Tokens(random, random.Next(70), strange: 0.03);
            for (int length = 0; length <= tokens.Length; length++)
            {
                foreach (int room in new[] { 0, 1, 2, 7, 20, 100 })
                {
                    CheckElements(tokens.AsSpan(0, length), room);
                }
            }
        }
    }

    [Fact]
    public void Random_bytes_are_as_the_reference_says()
    {
        var random = new Random(24);
        for (int round = 0; round < 2000; round++)
        {
            byte[] bytes = new byte[random.Next(40)];
            random.NextBytes(bytes);
            CheckElements(bytes, 50);
            CheckElements(Tokens(random, 120, strange: 0.01), 1 + random.Next(130));
        }
    }

    [Fact]
    public void Every_first_byte_is_as_the_reference_says()
    {
        for (int code = 0; code < 256; code++)
        {
            for (int payload = 0; payload <= 20; payload++)
            {
                foreach (byte filler in new byte[] { 0x00, 0x7f, 0x80, 0xc0, 0xff })
                {
                    byte[] bytes = [(byte)code, .. Enumerable.Repeat(filler, payload)];
                    CheckElements(bytes, 20);
                    CheckElements([Nil, .. bytes, .. new byte[12]], 20);
                    CheckElements([.. Enumerable.Repeat(Nil, 40), .. bytes, .. new byte[12]], 60);
                }
            }
        }
    }

    /// <summary>With enough other tokens around it that it is met among those that are decoded together.</summary>
    [Fact]
    public void Every_first_byte_among_others_is_as_the_reference_says()
    {
        var random = new Random(26);
        for (int code = 0; code < 256; code++)
        {
            foreach (int payload in new[] { 0, 1, 2, 4, 8, 14 })
            {
                byte filler = (byte)random.Next(256);
                byte[] token = [(byte)code, .. Enumerable.Repeat(filler, payload)];
                byte[] before = Reference(Mixed(random, random.Next(30, 70), 3));
                CheckElements([.. before, .. token, .. Reference(Mixed(random, 60, 3))], 200);
                CheckElements([.. before, .. token], 200);
            }
        }
    }

    /// <summary>Longer than what is looked up and decoded at once; with few or many elements missing, and some tokens that not every kernel reads.</summary>
    [Fact]
    public void Long_arrays_are_as_the_reference_says()
    {
        var random = new Random(27);
        foreach (double strange in new[] { 0, 0.002 })
        {
            foreach (int perMille in new[] { 2, 10, 30, 100, 500, 990 })
            {
                var bytes = new List<byte>();
                int count = random.Next(2500, 3500);
                for (int i = 0; i < count; i++)
                {
                    bytes.AddRange(random.Next(1000) < perMille ? [Nil] : Samples.Tokens<T>(random, 1, strange));
                }

                byte[] source = [.. bytes];
                CheckElements(source, count);
                CheckElements(source, count - 1);
                CheckElements(source.AsSpan(0, source.Length - 1), count);
            }
        }
    }

    /// <summary>
    /// The same with tokens of other forms than elements are written in, long enough for every way to decode these, some with a token that can't be decoded.
    /// </summary>
    [Fact]
    public void Long_messages_whose_forms_change_are_as_the_reference_says()
    {
        byte[][] accepted = TokenForms.Accepted<T>([.. TokenForms.Small, .. TokenForms.All]);
        var random = new Random(29);
        for (int message = 0; message < 60; message++)
        {
            byte[] tokens = TokenForms.Sections(random, accepted, out int count, [Nil]);
            CheckElements(tokens, count);
            CheckElements(tokens.AsSpan(0, random.Next(tokens.Length)), count);
            CheckElements(tokens, random.Next(1, count));
            for (int i = 0; i < 3; i++)
            {
                byte[] other = TokenForms.All[random.Next(TokenForms.All.Length)];
                int start = ConsumedByReference(tokens, random.Next(Math.Max(1, count - 700), count));
                CheckElements([.. tokens[..start], .. other, .. tokens[start..]], count + 1);
            }
        }
    }

    /// <summary>
    /// A payload that looks like nil or a prefix, at every place of a block and at its border: it stays a payload, and a nil beside it a missing element.
    /// </summary>
    [Fact]
    public void Payloads_are_taken_for_nothing_else_wherever_they_are()
    {
        byte[][] tokens =
        [
            [0xcc, 0xc0], [0xcc, 0xcc], [0xcc, 0xd0], [0xd0, 0xc0], [0xd0, 0xcc], [0xd0, 0xd0], [0xcc, 0xcc, 0xcc, 0xc0, Nil], [0xd0, 0xd0, 0xd0, 0xc0, Nil],
            [0xcd, 0xc0, 0xc0], [0xd1, 0xd1, 0xc0], [0xce, 0xc0, 0xc0, 0xc0, 0xc0], [0xca, 0xc0, 0xc0, 0xca, 0xc0], [0xca, 0xca, 0xca, 0xca, 0xca, Nil],
            [0xcb, 0xcb, 0xc0, 0xc0, 0xc0, 0xc0, 0xc0, 0xc0, 0xcb], [0xcb, 0xc0, 0xcb, 0xcb, 0xcb, 0xcb, 0xcb, 0xcb, 0xc0, Nil],
        ];
        foreach (byte[] token in tokens)
        {
            foreach (byte around in new byte[] { 0x05, Nil })
            {
                for (int place = 0; place <= 130; place++)
                {
                    byte[] before = [.. Enumerable.Repeat(around, place)];
                    byte[] behind = [.. Enumerable.Repeat(around, 140)];
                    CheckElements([.. before, .. token, .. behind], 400);
                    CheckElements([.. before, .. token], 400);
                }
            }
        }
    }

    [Fact]
    public void A_missing_element_is_nil_whatever_its_value_would_be_and_comes_back_with_none()
    {
        Assert.Equal(Unsafe.SizeOf<T?>(), 2 * Unsafe.SizeOf<T>());
        foreach (T value in Samples.Boundaries<T>())
        {
            // No C# code makes such an element, but reading an array while another thread writes to it may give one.
            T? torn = value;
            Unsafe.As<T?, byte>(ref torn) = 0;
            Assert.False(torn.HasValue);
            foreach (int count in new[] { 1, 5, 31, 32, 70 })
            {
                byte[] encoded = new byte[20 * count];
                OperationStatus status =
                    MessagePackArrayEncoder.EncodeNullableElements<T>(Enumerable.Repeat(torn, count).ToArray(), encoded, out int read, out int written);
                Assert.Equal((OperationStatus.Done, count, count), (status, read, written));
                Assert.Equal(-1, encoded.AsSpan(0, count).IndexOfAnyExcept(Nil));

                T?[] decoded = [.. Enumerable.Repeat((T?)value, count)];
                status = MessagePackArrayDecoder.DecodeNullableElements<T>(encoded.AsSpan(0, count), decoded, out int consumed, out written);
                Assert.Equal((OperationStatus.Done, count, count), (status, consumed, written));
                AssertBits.Equal<T>(new T[count], (T[])[.. decoded.Select(element => element.GetValueOrDefault())]);
                Assert.All(decoded, element => Assert.False(element.HasValue));
            }
        }
    }

    [Fact]
    public void Any_byte_but_0_says_that_an_element_is_there()
    {
        T value = Samples.Boundaries<T>()[0];
        foreach (int count in new[] { 1, 8, 16, 40 })
        {
            byte[] expected = ReferenceCodec.EncodeElements<T>([.. Enumerable.Repeat(value, count)]);
            for (int flag = 1; flag < 256; flag++)
            {
                T? element = value;
                Unsafe.As<T?, byte>(ref element) = (byte)flag;
                byte[] encoded = new byte[20 * count];
                MessagePackArrayEncoder.EncodeNullableElements<T>([.. Enumerable.Repeat(element, count)], encoded, out _, out int written);
                Assert.Equal(expected, encoded[..written]);
            }
        }
    }

    [Fact]
    public void An_element_lies_in_memory_as_the_kernels_take_it()
    {
        foreach (T value in Samples.Boundaries<T>())
        {
            T? element = value;
            Assert.Equal(1, Unsafe.As<T?, byte>(ref element));
            ref readonly T inPlace = ref Nullable.GetValueRefOrDefaultRef(in element);
            Assert.True(Unsafe.AreSame(in Unsafe.As<T?, NullableLane<T>>(ref element).Value, in inPlace));
            AssertBits.Equal<T>(new[] { value }, (T[])[Unsafe.As<T?, NullableLane<T>>(ref element).Value]);
        }

        Assert.Equal(Unsafe.SizeOf<T?>(), Unsafe.SizeOf<NullableLane<T>>());
    }

    [Fact]
    public void Whole_arrays_need_exactly_their_length()
    {
        var random = new Random(28);
        foreach (int count in Enumerable.Range(0, 35).Append(200).Append(70_000))
        {
            T?[] values = Mixed(random, count, count % 5);
            byte[] encoded = [.. Head(count), .. Reference(values)];
            Assert.Equal(encoded, MessagePackArrayEncoder.EncodeNullable<T>(values));
            Assert.Equal(encoded.Length, MessagePackArrayEncoder.GetNullableEncodedLength<T>(values));
            Assert.InRange(encoded.Length, 1, MessagePackArrayEncoder.GetMaxEncodedLength<T>(count));

            var output = new WatchedOutput(Generosity.Exact);
            MessagePackArrayEncoder.EncodeNullable<T>(values, output);
            output.Watch();
            Assert.Equal(encoded, output.Written);
            Assert.False(output.WasOverrun);
            Assert.InRange(output.LargestSizeHint, 1, 32 * 1024);
            Assert.Throws<InvalidOperationException>(
                () => MessagePackArrayEncoder.EncodeNullable<T>(values, new WatchedOutput(Generosity.Nothing)));

            foreach (int room in new[] { 0, 1, 2, 4, encoded.Length - 20, encoded.Length - 1, encoded.Length, encoded.Length + 1, encoded.Length + 100 })
            {
                byte[] memory = new byte[Math.Max(0, room) + 80];
                memory.AsSpan().Fill(Untouched);
                bool fits = room >= encoded.Length;
                Assert.Equal(fits, MessagePackArrayEncoder.TryEncodeNullable<T>(values, memory.AsSpan(8, Math.Max(0, room)), out int written));
                Assert.Equal(fits ? encoded.Length : 0, written);
                Assert.Equal(encoded.AsSpan(0, written), memory.AsSpan(8, written));
                Assert.Equal(-1, memory.AsSpan(0, 8).IndexOfAnyExcept(Untouched));
                Assert.Equal(-1, memory.AsSpan(8 + Math.Max(0, room)).IndexOfAnyExcept(Untouched));
            }

            byte[] source = [.. encoded, 0xc1];
            Same(values, MessagePackArrayDecoder.DecodeNullable<T>(source, out int consumed)!);
            Assert.Equal(encoded.Length, consumed);

            T?[] destination = [.. Enumerable.Repeat((T?)Samples.Boundaries<T>()[^1], count + 2)];
            Assert.Equal(count, MessagePackArrayDecoder.DecodeNullable<T>(source, destination, out consumed));
            Assert.Equal(encoded.Length, consumed);
            Same((T?[])[.. values, Samples.Boundaries<T>()[^1], Samples.Boundaries<T>()[^1]], destination);

            foreach (int length in new[] { 3, 4096 })
            {
                ReadOnlySequence<byte> pieces = Segmentation.InPieces(source, length);
                Same(values, MessagePackArrayDecoder.DecodeNullable<T>(pieces, out long allConsumed)!);
                Assert.Equal(encoded.Length, allConsumed);
                Assert.Equal(count, MessagePackArrayDecoder.DecodeNullable<T>(pieces, destination, out allConsumed));
                Assert.Equal(encoded.Length, allConsumed);
                Same(values, destination.AsSpan(0, count));
            }
        }
    }

    [Fact]
    public void Nil_in_place_of_the_array_is_no_array_and_too_little_room_is_refused()
    {
        Assert.Null(MessagePackArrayDecoder.DecodeNullable<T>([Nil, Nil], out int consumed));
        Assert.Equal(1, consumed);
        Assert.Equal(-1, MessagePackArrayDecoder.DecodeNullable<T>([Nil, Nil], [], out consumed));
        Assert.Equal(1, consumed);

        T?[] destination = [default(T), default(T)];
        byte[] source = [0x93, Nil, Nil, Nil];
        Assert.Throws<ArgumentException>("destination", () => MessagePackArrayDecoder.DecodeNullable<T>(source, destination, out int _));
        Assert.Throws<ArgumentException>(
            "destination", () => MessagePackArrayDecoder.DecodeNullable<T>(Segmentation.InPieces(source, 2), destination, out long _));
        Assert.All(destination, element => Assert.True(element.HasValue));
    }

    [Fact]
    public void No_buffer_writer_is_an_argument_error()
    {
        Assert.Throws<ArgumentNullException>("output", () => MessagePackArrayEncoder.EncodeNullable<T>(default, null!));
        Assert.Throws<ArgumentNullException>("output", () => MessagePackArrayEncoder.EncodeNullable<T>([null, default(T)], null!));
    }

    [ReleaseFact]
    public void Nothing_is_allocated()
    {
        T?[] values = Mixed(new Random(25), 1000, 1);
        byte[] encoded = new byte[20_000];

        // Not the values themselves: what a refused token leaves where its element would be is unspecified, and may be no day.
        T?[] room = new T?[values.Length];
        void Run()
        {
            MessagePackArrayEncoder.EncodeNullableElements<T>(values, encoded, out _, out int written);
            MessagePackArrayDecoder.DecodeNullableElements<T>(encoded.AsSpan(0, written), room, out _, out _);
            MessagePackArrayDecoder.DecodeNullableElements<T>([0xc1], room, out _, out _);

            MessagePackArrayEncoder.TryEncodeNullable<T>(values, encoded, out written);
            MessagePackArrayEncoder.GetNullableEncodedLength<T>(values);
            MessagePackArrayDecoder.DecodeNullable<T>(encoded.AsSpan(0, written), room, out _);
        }

        Assert.Equal(0, Allocations.Least(Run));
    }

    private static void ComesOutAndBack(T?[] values)
    {
        byte[] expected = Reference(values);
        foreach (int spare in new[] { 0, 100 })
        {
            byte[] memory = new byte[expected.Length + spare + 8];
            memory.AsSpan().Fill(Untouched);
            OperationStatus status = MessagePackArrayEncoder.EncodeNullableElements<T>(
                values, memory.AsSpan(0, expected.Length + spare), out int valuesRead, out int bytesWritten);
            Assert.Equal((OperationStatus.Done, values.Length, expected.Length), (status, valuesRead, bytesWritten));
            Assert.Equal(expected, memory.AsSpan(0, bytesWritten));
            Assert.Equal(-1, memory.AsSpan(expected.Length + spare).IndexOfAnyExcept(Untouched));
        }

        T?[] decoded = [.. Enumerable.Repeat((T?)Samples.Boundaries<T>()[^1], values.Length)];
        Assert.Equal(
            OperationStatus.Done, MessagePackArrayDecoder.DecodeNullableElements<T>(expected, decoded, out int bytesConsumed, out int valuesWritten));
        Assert.Equal((expected.Length, values.Length), (bytesConsumed, valuesWritten));
        Same(values, decoded);
    }

    private static int ConsumedByReference(ReadOnlySpan<byte> source, int count)
    {
        ByReference(source, count, out int consumed, out _);
        return consumed;
    }

    private static List<T?> ByReference(ReadOnlySpan<byte> source, int room, out int consumed, out ReferenceOutcome outcome)
    {
        var elements = new List<T?>();
        consumed = 0;
        outcome = ReferenceOutcome.Done;
        while (elements.Count < room && consumed < source.Length)
        {
            if (source[consumed] == Nil)
            {
                elements.Add(null);
                consumed++;
                continue;
            }

            ReferenceResult<T> one = ReferenceCodec.DecodeElements<T>(source[consumed..], 1);
            outcome = one.Outcome;
            if (outcome != ReferenceOutcome.Done)
            {
                break;
            }

            elements.Add(one.Values[0]);
            consumed += one.Consumed;
        }

        return elements;
    }

    private static void CheckElements(ReadOnlySpan<byte> source, int room)
    {
        List<T?> expected = ByReference(source, room, out int consumed, out ReferenceOutcome outcome);
        OperationStatus expectedStatus = outcome.ToOperationStatus();
        T?[] decoded = new T?[room + 3];
        decoded.AsSpan().Fill(default(T));
        OperationStatus status =
            MessagePackArrayDecoder.DecodeNullableElements<T>(source, decoded.AsSpan(0, room), out int bytesConsumed, out int valuesWritten);
        AssertValue.Equal((expectedStatus, consumed, expected.Count), (status, bytesConsumed, valuesWritten));
        AreElements(expected, decoded, room);

        // In pieces, from single bytes to longer than any token; and in one.
        foreach (int length in new[] { 1 + ((source.Length + room) % 19), Math.Max(1, source.Length) })
        {
            decoded.AsSpan().Fill(default(T));
            ReadOnlySequence<byte> pieces = Segmentation.InPieces(source.ToArray(), length);
            status = MessagePackArrayDecoder.DecodeNullableElements<T>(pieces, decoded.AsSpan(0, room), out long allConsumed, out valuesWritten);
            AssertValue.Equal((expectedStatus, consumed, expected.Count), (status, allConsumed, valuesWritten));
            AreElements(expected, decoded, room);
        }
    }

    private static void AreElements(List<T?> expected, T?[] decoded, int room)
    {
        Same(CollectionsMarshal.AsSpan(expected), decoded.AsSpan(0, expected.Count));
        foreach (T? element in decoded.AsSpan(room))
        {
            AssertValue.Equal(true, element.HasValue);
        }

        // What lies behind those elements is not specified, but a bool that no C# code makes would be a trap.
        foreach (ref T? element in decoded.AsSpan(0, room))
        {
            if (Unsafe.As<T?, byte>(ref element) > 1)
            {
                Assert.InRange(Unsafe.As<T?, byte>(ref element), 0, 1);
            }
        }
    }

    private static void Same(ReadOnlySpan<T?> expected, ReadOnlySpan<T?> actual)
    {
        Assert.Equal(expected.Length, actual.Length);
        for (int i = 0; i < expected.Length; i++)
        {
            if (expected[i].HasValue != actual[i].HasValue)
            {
                Assert.Fail($"element {i} of {expected.Length}: expected {(expected[i].HasValue ? expected[i].ToString() : "nil")}, got {(actual[i].HasValue ? actual[i].ToString() : "nil")}");
            }

            AssertBits.Equal<T>([expected[i].GetValueOrDefault()], [actual[i].GetValueOrDefault()]);
        }
    }

    private static byte[] Head(int count) => ReferenceCodec.Encode<T>(new T[count])[..(count < 16 ? 1 : count < 65536 ? 3 : 5)];

    private static byte[] Reference(T?[] values)
    {
        var bytes = new List<byte>();
        foreach (T? value in values)
        {
            if (value is T element)
            {
                bytes.AddRange(ReferenceCodec.EncodeElements<T>([element]));
            }
            else
            {
                bytes.Add(Nil);
            }
        }

        return [.. bytes];
    }

    private static T?[] Mixed(Random random, int count, int missingOf10) =>
        [.. Samples.Mixed<T>(random, count).Select(value => random.Next(10) < missingOf10 ? (T?)null : value)];

    /// <summary>Tokens with nils between them: from no nils to as many as tokens, also many in a row.</summary>
    private static byte[] Tokens(Random random, int count, double strange)
    {
        var bytes = new List<byte>();
        int run = random.Next(1, 50);
        while (count > 0)
        {
            int some = random.Next(run + 1);
            bytes.AddRange(Samples.Tokens<T>(random, some, strange));
            bytes.AddRange(Enumerable.Repeat(Nil, random.Next(run + 1)));
            count -= some + 1;
        }

        return [.. bytes];
    }
}

public class NullableContractSByteTests : NullableContractTests<sbyte>;

public class NullableContractInt16Tests : NullableContractTests<short>;

public class NullableContractInt32Tests : NullableContractTests<int>;

public class NullableContractInt64Tests : NullableContractTests<long>;

public class NullableContractByteTests : NullableContractTests<byte>;

public class NullableContractUInt16Tests : NullableContractTests<ushort>;

public class NullableContractUInt32Tests : NullableContractTests<uint>;

public class NullableContractUInt64Tests : NullableContractTests<ulong>;

public class NullableContractSingleTests : NullableContractTests<float>;

public class NullableContractDoubleTests : NullableContractTests<double>;

public class NullableContractBooleanTests : NullableContractTests<bool>;

public class NullableContractCharTests : NullableContractTests<char>;

public class NullableContractDateTimeTests : NullableContractTests<DateTime>;

public class NullableContractTimeSpanTests : NullableContractTests<TimeSpan>;

public class NullableContractDateOnlyTests : NullableContractTests<DateOnly>;

public class NullableContractTimeOnlyTests : NullableContractTests<TimeOnly>;

public class NullableContractHalfTests : NullableContractTests<Half>;
