using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using MessagePack;
using MsgPackSimd.Codec;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Many threads: from the first call on, on one formatter, and against the array that is being encoded.</summary>
public class ConcurrencyTests
{
    [Fact]
    public async Task The_first_calls_may_come_from_many_threads_at_once()
    {
        for (int round = 0; round < 4; round++)
        {
            (int exitCode, string output, string errors) = await ChildProgram.RunAsync("MsgPackSimd.Faults", "first-calls");
            Assert.True(exitCode == 0, $"exit code {exitCode}:\n{output}\n{errors}");
            Assert.EndsWith("all is well", output.TrimEnd(), StringComparison.Ordinal);
        }
    }

    /// <summary>
    /// An array that another thread changes while it is encoded comes out as a message that is whole, element by element as it was or as it is; what
    /// was counted before it was written may be an exception. Nothing outside of the destination is ever written.
    /// </summary>
    [Fact]
    public void An_array_that_is_changed_while_it_is_encoded_makes_no_damage()
    {
        CheckChanging<sbyte>(sbyte.MinValue, 33);
        CheckChanging<short>(short.MinValue, 17);
        CheckChanging<ushort>(ushort.MaxValue, 23);
        CheckChanging<int>(int.MinValue, 9);
        CheckChanging<int>(int.MinValue, 1015);
        CheckChanging<uint>(uint.MaxValue, 13);
        CheckChanging<long>(long.MinValue, 5);
        CheckChanging<ulong>(ulong.MaxValue, 7);
        CheckChanging<double>(-0.0, 9);
    }

    /// <summary>A list that another thread changes, count and memory too: a whole message, or an exception, and never anything but elements of the list.</summary>
    [Fact]
    public void A_list_that_is_changed_while_it_is_encoded_makes_no_damage()
    {
        const int MaxCount = 3000;
        var list = new List<int>();
        bool stop = false;
        var changing = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref stop); i++)
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
            }
        });
        changing.Start();
        try
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
                    // The list found out that its count is not that of its memory.
                    continue;
                }

                // Memory that a list lets go of it has cleared, or leaves as it is.
                int[] decoded = MessagePackArrayDecoder.Decode<int>(output.Written, out int consumed)!;
                Assert.Equal(output.Written.Length, consumed);
                Assert.InRange(decoded.Length, 0, MaxCount);
                Assert.False(decoded.AsSpan().ContainsAnyExcept(0, int.MinValue), "something else than elements");
                whole++;
            }

            Assert.NotEqual(0, whole);
        }
        finally
        {
            Volatile.Write(ref stop, true);
            changing.Join();
        }
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
            Check<ushort>(i);
            Check<uint>(i);
            Check<ulong>(i);
            Check<float>(i);
            Check<double>(i);
            Check<bool>(i);
            Check<char>(i);
        });
    }

    private static void CheckChanging<T>(T other, int count)
        where T : unmanaged
    {
        const int Margin = 128;
        var values = new T[count];
        bool stop = false;
        var changing = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref stop); i++)
            {
                Array.Fill(values, (i & 1) == 0 ? other : default);
            }
        });
        changing.Start();
        try
        {
            int room = MessagePackArrayEncoder.GetMaxEncodedLength<T>(count);
            byte[] memory = new byte[room + (2 * Margin)];
            var decoded = new T[count];
            for (int round = 0; round < 30_000; round++)
            {
                memory.AsSpan().Fill(0xa5);

                // All the room that can be needed, and what may be too little.
                int length = (round & 1) == 0 ? room : 3 + (round % room);
                if (MessagePackArrayEncoder.TryEncode<T>(values, memory.AsSpan(Margin, Math.Min(length, room)), out int written))
                {
                    RequireWhole(memory.AsSpan(Margin, written), count, decoded);
                }

                Assert.False(memory.AsSpan(0, Margin).ContainsAnyExcept((byte)0xa5), $"{count} {typeof(T).Name}: wrote before the destination");
                Assert.False(
                    memory.AsSpan(Margin + Math.Min(length, room)).ContainsAnyExcept((byte)0xa5),
                    $"{count} {typeof(T).Name}: wrote behind the destination");
                try
                {
                    RequireWhole(MessagePackArrayEncoder.Encode<T>(values), count, decoded);
                }
                catch (InvalidOperationException)
                {
                    // It says that the values were changed.
                }
            }
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
        bool whole = MessagePackArrayDecoder.TryReadHeader(message, out int declared, out int header) == OperationStatus.Done
            && declared == count
            && MessagePackArrayDecoder.DecodeElements(message[header..], room, out int consumed, out int written) == OperationStatus.Done
            && written == count
            && header + consumed == message.Length;
        Assert.True(whole, $"{count} {typeof(T).Name}: not a whole message: {Convert.ToHexString(message)}");
    }

    private static void Check<T>(int i)
        where T : unmanaged
    {
        foreach (string distribution in LargeInput.Distributions)
        {
            T[] values = LargeInput.Create<T>(distribution, i * 20, (ulong)i);
            byte[] encoded = MessagePackSerializer.Serialize(values, SimdStandardResolver.Options);
            Assert.True(encoded.AsSpan().SequenceEqual(ReferenceCodec.Encode<T>(values)), distribution);
            ReadOnlySequence<byte> source = Segmentation.InPieces(encoded, 1 + (i * 3));
            Assert.True(
                encoded.AsSpan().SequenceEqual(MessagePackSerializer.Serialize(TestSequences.Lazy(values), SimdStandardResolver.Options)),
                distribution);
            T[] decoded = MessagePackSerializer.Deserialize<T[]>(source, SimdStandardResolver.Options);
            Assert.True(GoldenVectors.ToLittleEndian<T>(values).SequenceEqual(GoldenVectors.ToLittleEndian<T>(decoded)), distribution);
        }
    }
}
