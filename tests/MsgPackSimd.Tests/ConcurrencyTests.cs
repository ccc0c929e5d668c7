using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using MessagePack;
using MsgPackSimd.Codec;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Many threads: making the first calls, using one formatter, and changing the array that is being encoded.</summary>
public class ConcurrencyTests
{
    private static readonly DateTime Second = new(2026, 11, 26, 1, 2, 3, DateTimeKind.Utc);

    [Fact]
    public async Task The_first_calls_may_come_from_many_threads_at_once()
    {
        for (int round = 0; round < 4; round++)
        {
            string[] arguments = round % 2 == 0 ? ["first-calls"] : ["first-calls", "kernels"];
            (int exitCode, string output, string errors) = await ChildProgram.RunAsync("MsgPackSimd.Faults", arguments);
            Assert.True(exitCode == 0, $"exit code {exitCode}:\n{output}\n{errors}");
            Assert.EndsWith("all is well", output.TrimEnd(), StringComparison.Ordinal);
        }
    }

    /// <summary>
    /// An array that another thread changes while it is encoded comes out as a whole message, each element as it was or as it is. Where the length is counted
    /// before the array is written, there may be an exception instead. Nothing outside the destination is ever written.
    /// </summary>
    [Fact]
    public void An_array_that_is_changed_while_it_is_encoded_makes_no_damage()
    {
        // All short or all long, and some of each at the border of what is changed.
        CheckChanging<sbyte>(0, sbyte.MinValue, 33);
        CheckChanging<byte>(0, byte.MaxValue, 33);
        CheckChanging<short>(0, short.MinValue, 17);
        CheckChanging<ushort>(0, ushort.MaxValue, 23);
        CheckChanging<int>(0, int.MinValue, 9);
        CheckChanging<int>(0, int.MinValue, 1015);
        CheckChanging<uint>(0, uint.MaxValue, 13);
        CheckChanging<long>(0, long.MinValue, 5);
        CheckChanging<ulong>(0, ulong.MaxValue, 7);
        CheckChanging<char>('\0', char.MaxValue, 23);
        CheckChanging(false, true, 100);
        CheckChanging(TimeSpan.Zero, TimeSpan.MinValue, 5);
        CheckChanging(DateOnly.MinValue, DateOnly.MaxValue, 9);
        CheckChanging(TimeOnly.MinValue, TimeOnly.MaxValue, 5);
        CheckChanging((Half)0, (Half)1.5, 33);

        // Whole seconds of this century, fractions of such a second, and a time before 1970: the three lengths of a timestamp.
        CheckChanging(Second, Second.AddTicks(1), 9);
        CheckChanging(Second, DateTime.MinValue, 9, alternating: true);
        CheckChanging(Second.AddTicks(1), DateTime.MinValue, 500, rounds: 10_000);
    }

    /// <summary>In mixed widths each element is read once: it is the one value or the other, though they differ in every byte.</summary>
    [Fact]
    public void In_mixed_widths_a_changed_element_is_one_value_or_the_other()
    {
        CheckChanging<short>(5, unchecked((short)0x8182), 100, alternating: true);
        CheckChanging<ushort>(5, 0x8182, 100, alternating: true);
        CheckChanging('\x05', '\x8182', 100, alternating: true);
        CheckChanging(5, unchecked((int)0x81828384), 100, alternating: true);
        CheckChanging<uint>(5, 0x81828384, 100, alternating: true);
        CheckChanging(5, unchecked((long)0x8182838485868788), 100, alternating: true);
        CheckChanging<ulong>(5, 0x8182838485868788, 100, alternating: true);
    }

    /// <summary>
    /// In a stretch of full-width tokens an element may be read twice, and consist of bytes of both values, which differ in every byte, but of no others.
    /// </summary>
    [Fact]
    public void In_a_stretch_of_one_width_a_changed_element_has_bytes_of_both_values_only()
    {
        foreach ((int count, int rounds) in new[] { (100, 30_000), (1015, 5_000) })
        {
            CheckChanging<sbyte>(-100, -50, count, rounds);
            CheckChanging<byte>(150, 250, count, rounds);
            CheckChanging<short>(0x0102, 0x0506, count, rounds);
            CheckChanging<ushort>(0x0102, 0x0506, count, rounds);
            CheckChanging('\x0102', '\x0506', count, rounds);
            CheckChanging(0x01020304, 0x05060708, count, rounds);
            CheckChanging<uint>(0x01020304, 0x05060708, count, rounds);
            CheckChanging(0x0102030405060708, 0x1112131415161718, count, rounds);
            CheckChanging<ulong>(0x0102030405060708, 0x1112131415161718, count, rounds);
            CheckChanging(BitConverter.Int32BitsToSingle(0x01020304), BitConverter.Int32BitsToSingle(0x05060708), count, rounds);
            CheckChanging(BitConverter.Int64BitsToDouble(0x0102030405060708), BitConverter.Int64BitsToDouble(0x1112131415161718), count, rounds);
            CheckChanging(BitConverter.Int16BitsToHalf(0x3555), BitConverter.Int16BitsToHalf(0x5678), count, rounds);
        }
    }

    /// <summary>
    /// The head of a text fits the bytes behind it, though their number was found out from another text. (Which bytes these are is up to the runtime: it may
    /// read a character twice, and then they need not be well-formed UTF-8.)
    /// </summary>
    [Fact]
    public void A_text_that_is_changed_while_it_is_written_makes_a_whole_token()
    {
        // 20 bytes, whose head has one, or 60, whose head has two.
        char[] text = new char[20];
        WhileChanging(
            i => Array.Fill(text, (i & 1) == 0 ? 'a' : '\u20ac'),
            () =>
            {
                byte[] destination = new byte[100];
                for (int round = 0; round < 100_000; round++)
                {
                    Assert.True(MessagePackSpec.TryWriteString(destination, text, out int written));
                    Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TryReadStringHeader(destination, out uint byteCount, out int headerLength));
                    Assert.Equal(written, headerLength + (int)byteCount);
                }
            });
    }

    /// <summary>
    /// A list that another thread changes, count and memory too, gives a whole message or an exception, and never anything but elements of the list.
    /// </summary>
    [Fact]
    public void A_list_that_is_changed_while_it_is_encoded_makes_no_damage()
    {
        const int MaxCount = 3000;
        var list = new List<int>();
        WhileChanging(
            i =>
            {
                switch (i % 4)
                {
                    case 0:
                        list.Clear();
                        list.TrimExcess();
                        break;
                    case 1:
                        list.AddRange(Enumerable.Repeat(int.MinValue, MaxCount));
                        break;
                    default:
                        list.RemoveRange(0, list.Count / 3);
                        list.TrimExcess();
                        break;
                }
            },
            () =>
            {
                int whole = 0;
                var output = new RepeatedOutput(64 * 1024);
                for (int round = 0; round < 30_000; round++)
                {
                    try
                    {
                        output.Reset();
                        if ((round & 1) == 0)
                        {
                            MessagePackArrayEncoder.Encode(list, output);
                        }
                        else
                        {
                            MessagePackSerializer.Serialize<IEnumerable<int>>(output, list, SimdStandardResolver.Options);
                        }
                    }
                    catch (Exception e) when (e is InvalidOperationException || e.InnerException is InvalidOperationException)
                    {
                        // The list noticed that its count does not match its memory.
                        continue;
                    }

                    // A list has cleared the memory that it lets go of, or leaves it as it is.
                    int[] decoded = MessagePackArrayDecoder.Decode<int>(output.Written, out int consumed)!;
                    Assert.Equal(output.Written.Length, consumed);
                    Assert.InRange(decoded.Length, 0, MaxCount);
                    Assert.False(decoded.AsSpan().ContainsAnyExcept(0, int.MinValue), "something else than elements");
                    whole++;
                }

                Assert.NotEqual(0, whole);
            });
    }

    /// <summary>The same for elements that may be missing: tokens are whole, whichever value and flag an element is found with.</summary>
    [Theory]
    [InlineData(9)]
    [InlineData(100)]
    public void Elements_that_become_missing_while_they_are_encoded_make_no_damage(int count)
    {
        CheckChangingNullable<sbyte>(count, [null, 5, -100]);
        CheckChangingNullable<byte>(count, [null, 5, 200]);
        CheckChangingNullable<short>(count, [null, 5, -200, 1000], 30_000);
        CheckChangingNullable<char>(count, [null, '\x05', '\xc8', '\x1234'], 30_000);
        CheckChangingNullable<int>(count, [null, 5, -200, 1_000_000], 30_000);
        CheckChangingNullable<uint>(count, [null, 5, 1000, 3_000_000_000], 30_000);
        CheckChangingNullable<long>(count, [null, 5, -1_000_000, long.MaxValue], 30_000);
        CheckChangingNullable<ushort>(count, [null, 5, 200, 1000], 30_000);
        CheckChangingNullable<ulong>(count, [null, 5, 1_000_000, ulong.MaxValue], 30_000);
        CheckChangingNullable<TimeSpan>(count, [null, new(5), new(-1_000_000), TimeSpan.MaxValue], 30_000);
        CheckChangingNullable<DateTime>(count, [null, Second, Second.AddTicks(1), DateTime.MaxValue], 30_000);
        CheckChangingNullable<DateOnly>(count, [null, DateOnly.MinValue, DateOnly.MaxValue], 30_000);
        CheckChangingNullable<TimeOnly>(count, [null, TimeOnly.MinValue, TimeOnly.MaxValue], 30_000);
        CheckChangingNullable<DayOfWeek>(count, [null, DayOfWeek.Sunday, (DayOfWeek)(-1_000_000)], 30_000);
        CheckChangingNullable<bool>(count, [null, false, true], 30_000);
        CheckChangingNullable<Half>(count, [null, (Half)1.5], 30_000);
        CheckChangingNullable<float>(count, [null, 1.5f], 100_000);
        CheckChangingNullable<double>(count, [null, 1.5], 100_000);
    }

    /// <summary>
    /// Bytes that another thread changes while they are decoded: any values may come out, or a status, but nothing is stored behind the destination, no more
    /// bytes are consumed than there are, and a flag is 0 or 1.
    /// </summary>
    [Theory]
    [InlineData(40)]
    [InlineData(700)]
    public void Tokens_that_change_while_they_are_decoded_make_no_damage(int length)
    {
        CheckChangingTokens<sbyte>(length);
        CheckChangingTokens<byte>(length);
        CheckChangingTokens<short>(length);
        CheckChangingTokens<ushort>(length);
        CheckChangingTokens<int>(length);
        CheckChangingTokens<uint>(length);
        CheckChangingTokens<long>(length);
        CheckChangingTokens<ulong>(length);
        CheckChangingTokens<float>(length);
        CheckChangingTokens<double>(length);
        CheckChangingTokens<bool>(length);
        CheckChangingTokens<char>(length);
        CheckChangingTokens<Half>(length);
        CheckChangingTokens<DateTime>(length);
        CheckChangingTokens<TimeSpan>(length);
        CheckChangingTokens<DateOnly>(length);
        CheckChangingTokens<TimeOnly>(length);
        CheckChangingTokens<DayOfWeek>(length);
    }

    private static void CheckChangingTokens<T>(int length)
        where T : unmanaged
    {
        const int Margin = 64;

        // Of every token that an element is read from, and at the end those of timestamps.
        byte[] codes = [0xc0, 0x05, 0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2, 0xd3, 0xca, 0xcb, 0xc2, 0xc3, 0xc7, 0x0c, 0xff, 0xd6, 0xff, 0xd7, 0xff];
        byte[] tokens = [.. Enumerable.Repeat(codes[0], length)];
        WhileChanging(
            i =>
            {
                // Long stretches of one first byte, as well as any mixture.
                for (int j = 0; j < tokens.Length; j++)
                {
                    tokens[j] = codes[(i % 3 == 0 ? i : i + (j * (1 + (i % 11)))) % codes.Length];
                }
            },
            () =>
            {
                var elements = new T[length + Margin];
                var nullables = new T?[length + Margin];
                for (int round = 0; round < 10_000; round++)
                {
                    int room = 1 + (round % length);
                    MemoryMarshal.AsBytes(elements.AsSpan()).Fill(0xa5);
                    MessagePackArrayDecoder.DecodeElements<T>(tokens, elements.AsSpan(0, room), out int consumed, out int written);
                    Assert.True(consumed <= length && written <= room);
                    Assert.False(MemoryMarshal.AsBytes(elements.AsSpan(room)).ContainsAnyExcept((byte)0xa5), "stored behind the destination");

                    Span<byte> memory = MemoryMarshal.CreateSpan(ref Unsafe.As<T?, byte>(ref nullables[0]), nullables.Length * Unsafe.SizeOf<T?>());
                    memory.Clear();
                    MessagePackArrayDecoder.DecodeNullableElements<T>(tokens, nullables.AsSpan(0, room), out consumed, out written);
                    Assert.True(consumed <= length && written <= room);
                    Assert.False(memory[(room * Unsafe.SizeOf<T?>())..].ContainsAnyExcept((byte)0), "stored behind the destination");
                    for (int i = 0; i < room; i++)
                    {
                        Assert.True(memory[i * Unsafe.SizeOf<T?>()] <= 1);
                    }
                }
            });
    }

    private static void CheckChangingNullable<T>(int count, T?[] found, int rounds = 100_000)
        where T : unmanaged
    {
        const int Margin = 64;
        var values = new T?[count];
        WhileChanging(
            i =>
            {
                for (int j = 0; j < values.Length; j++)
                {
                    values[j] = found[(i + j) % found.Length];
                }
            },
            () =>
            {
                int longest = (1 + Unsafe.SizeOf<T>()) * count;
                byte[] memory = new byte[longest + Margin];
                var decoded = new T?[count];
                for (int round = 0; round < rounds; round++)
                {
                    memory.AsSpan().Fill(0xa5);
                    int room = (round & 1) == 0 ? longest : 1 + (round % longest);
                    OperationStatus status = MessagePackArrayEncoder.EncodeNullableElements<T>(values, memory.AsSpan(0, room), out int read, out int written);
                    MessagePackArrayDecoder.DecodeNullableElements<T>(memory.AsSpan(0, written), decoded.AsSpan(0, read), out int consumed, out int elements);
                    if (consumed != written || elements != read || status != (read == count ? OperationStatus.Done : OperationStatus.DestinationTooSmall))
                    {
                        Assert.Fail(
                            $"{count} {typeof(T).Name}?: {status}, {read} elements that are not whole: {Convert.ToHexString(memory.AsSpan(0, written))}");
                    }

                    if (memory.AsSpan(room).ContainsAnyExcept((byte)0xa5))
                    {
                        Assert.Fail($"{count} {typeof(T).Name}?: wrote behind the destination");
                    }

                    // A value may be found with the flag of the one before.
                    foreach (T? element in decoded.AsSpan(0, read))
                    {
                        if (element is { } value && !EqualityComparer<T>.Default.Equals(value, default) && Array.IndexOf(found, element) < 0)
                        {
                            Assert.Fail($"{count} {typeof(T).Name}?: {value} was never there");
                        }
                    }
                }
            });
    }

    [Fact]
    public void One_formatter_serves_many_threads()
    {
        Parallel.For(0, 64, new ParallelOptions { MaxDegreeOfParallelism = 8 }, i =>
        {
            Check<sbyte>(i);
            Check<short>(i);
            Check<int>(i);
            Check<long>(i);
            Check<byte>(i);
            Check<ushort>(i);
            Check<uint>(i);
            Check<ulong>(i);
            Check<float>(i);
            Check<double>(i);
            Check<bool>(i);
            Check<char>(i);
            Check<Half>(i);
            Check<DateTime>(i);
            Check<TimeSpan>(i);
            Check<DateOnly>(i);
            Check<TimeOnly>(i);
        });
    }

    /// <summary>Encodes, over and over, an array that another thread fills with one value and the other by turns.</summary>
    /// <param name="one">One value.</param>
    /// <param name="other">The other value.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="rounds">How many times it is encoded.</param>
    /// <param name="alternating">Whether every other element is the other value, so that there is no stretch of one form.</param>
    private static void CheckChanging<T>(T one, T other, int count, int rounds = 30_000, bool alternating = false)
        where T : unmanaged
    {
        const int Margin = 128;
        T[] values = [.. Enumerable.Range(0, count).Select(i => alternating && (i & 1) != 0 ? other : one)];
        WhileChanging(
            i =>
            {
                if (alternating)
                {
                    for (int j = 0; j < values.Length; j++)
                    {
                        values[j] = ((i + j) & 1) == 0 ? other : one;
                    }
                }
                else
                {
                    Array.Fill(values, (i & 1) == 0 ? other : one);
                }
            },
            () =>
            {
                int room = MessagePackArrayEncoder.GetMaxEncodedLength<T>(count);
                byte[] memory = new byte[room + (2 * Margin)];
                var decoded = new T[count];
                for (int round = 0; round < rounds; round++)
                {
                    memory.AsSpan().Fill(0xa5);

                    // All the room that can be needed, or an amount that may be too little.
                    int length = (round & 1) == 0 ? room : 3 + (round % room);
                    if (MessagePackArrayEncoder.TryEncode<T>(values, memory.AsSpan(Margin, Math.Min(length, room)), out int written))
                    {
                        RequireWhole(memory.AsSpan(Margin, written), count, decoded);
                        RequireOneOrTheOther(decoded, one, other, alternating);
                    }

                    if (memory.AsSpan(0, Margin).ContainsAnyExcept((byte)0xa5) || memory.AsSpan(Margin + Math.Min(length, room)).ContainsAnyExcept((byte)0xa5))
                    {
                        Assert.Fail($"{count} {typeof(T).Name}: wrote before or behind the destination");
                    }

                    try
                    {
                        RequireWhole(MessagePackArrayEncoder.Encode<T>(values), count, decoded);
                        RequireOneOrTheOther(decoded, one, other, alternating);
                    }
                    catch (InvalidOperationException)
                    {
                        // The exception says that the values were changed.
                    }
                }
            });
    }

    /// <summary>Checks something on this thread while another one changes what is looked at, and has done so once before the check begins.</summary>
    /// <param name="change">Is called with 0, 1, 2 and so on, until the check is over.</param>
    /// <param name="check">The check.</param>
    private static void WhileChanging(Action<int> change, Action check)
    {
        bool stop = false;
        using var hasBegun = new ManualResetEventSlim();
        var changing = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref stop); i++)
            {
                change(i);
                if (i == 0)
                {
                    hasBegun.Set();
                }
            }
        });
        changing.Start();
        hasBegun.Wait();
        try
        {
            check();
        }
        finally
        {
            Volatile.Write(ref stop, true);
            changing.Join();
        }
    }

    private static void RequireWhole<T>(ReadOnlySpan<byte> message, int count, T[] room)
        where T : unmanaged
    {
        // With statuses, which are quick: the more rounds, the sooner a race is met.
        bool whole = MessagePackArrayDecoder.TryReadHeader(message, out int declared, out int header) == OperationStatus.Done && declared == count;
        if (typeof(T) == typeof(DateTime))
        {
            // Its seconds and its fractions may be of both values, and together be no date. The tokens are whole all the same.
            whole &= MessagePackSpec.TrySkip(message, out int length) == MessagePackReadStatus.Done && length == message.Length;
        }
        else
        {
            whole &= MessagePackArrayDecoder.DecodeElements(message[header..], room, out int consumed, out int written) == OperationStatus.Done
                && written == count
                && header + consumed == message.Length;
        }

        if (!whole)
        {
            Assert.Fail($"{count} {typeof(T).Name}: not a whole message: {Convert.ToHexString(message)}");
        }
    }

    private static void RequireOneOrTheOther<T>(T[] decoded, T one, T other, bool whole)
        where T : unmanaged
    {
        if (typeof(T) == typeof(DateTime))
        {
            return;
        }

        ReadOnlySpan<byte> bytesOfOne = MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in one));
        ReadOnlySpan<byte> bytesOfOther = MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in other));
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(decoded.AsSpan());
        for (int i = 0; i < bytes.Length; i += bytesOfOne.Length)
        {
            ReadOnlySpan<byte> element = bytes.Slice(i, bytesOfOne.Length);
            if (element.SequenceEqual(bytesOfOne) || element.SequenceEqual(bytesOfOther))
            {
                continue;
            }

            bool isOfBoth = !whole;
            for (int j = 0; j < element.Length; j++)
            {
                isOfBoth &= element[j] == bytesOfOne[j] || element[j] == bytesOfOther[j];
            }

            Assert.True(isOfBoth, $"element {i / element.Length} is neither {one} nor {other}: {Convert.ToHexString(element)}");
        }
    }

    private static void Check<T>(int i)
        where T : unmanaged
    {
        foreach (string distribution in LargeInput.Distributions)
        {
            T[] values = LargeInput.Create<T>(distribution, i * 20, (ulong)i);
            byte[] encoded = ReferenceCodec.Encode<T>(values);
            ReadOnlySequence<byte> source = Segmentation.InPieces(encoded, 1 + (i * 3));
            Assert.True(
                encoded.AsSpan().SequenceEqual(MessagePackSerializer.Serialize(TestSequences.Lazy(values), SimdStandardResolver.Options)),
                distribution);
            CheckShape<List<T>, T>([.. values], encoded, source, list => [.. list], distribution);
            CheckShape<Queue<T>, T>(new Queue<T>(values), encoded, source, queue => [.. queue], distribution);
            CheckShape<T?[], T>([.. values.Select(value => (T?)value)], encoded, source, array => [.. array.Select(value => value!.Value)], distribution);

            // Bytes in an array or a memory are not numbers.
            if (typeof(T) != typeof(byte))
            {
                CheckShape<T[], T>(values, encoded, source, array => array, distribution);
                CheckShape<ReadOnlyMemory<T>, T>(values, encoded, source, memory => memory.ToArray(), distribution);
            }

            // Five rows, whose lengths stand before the elements.
            byte[] lengths = [0x93, 5, .. ReferenceCodec.Encode<int>([values.Length / 5])[1..]];
            byte[] plane = [.. lengths, .. encoded];
            CheckShape<T[,], T>(
                (T[,])MultiDimensional<T>.Create([5, values.Length / 5], values),
                plane,
                Segmentation.InPieces(plane, 1 + (i * 3)),
                array => [.. array.Cast<T>()],
                distribution);
        }
    }

    private static void CheckShape<TShape, T>(
        TShape value, byte[] encoded, ReadOnlySequence<byte> source, Func<TShape, T[]> elements, string distribution)
        where T : unmanaged
    {
        Assert.True(encoded.AsSpan().SequenceEqual(MessagePackSerializer.Serialize(value, SimdStandardResolver.Options)), $"{typeof(TShape)} {distribution}");
        T[] decoded = elements(MessagePackSerializer.Deserialize<TShape>(source, SimdStandardResolver.Options));
        Assert.True(
            GoldenVectors.ToLittleEndian<T>(elements(value)).SequenceEqual(GoldenVectors.ToLittleEndian<T>(decoded)), $"{typeof(TShape)} {distribution}");
    }
}
